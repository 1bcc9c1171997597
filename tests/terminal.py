"""A pseudo-terminal with a screen: what a person types and sees."""

from __future__ import annotations

import pexpect
import pyte
from support import COMMAND

PROMPT = "> "


class Terminal:
    """The command line on a terminal of its own; `raw` is every byte that came, `text` what the screen shows.

    shell: a line for bash to run instead of the command.
    """

    def __init__(self, cli, *arguments, columns=80, lines=40, env=None, shell=None):
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        # PYTHONUTF8 would hide what the locale does
        changes = {"TERM": "xterm", "PYTHONUTF8": None} | (env or {})
        command = [*COMMAND, *map(str, arguments)] if shell is None else ["bash", "-c", shell]
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            cwd=str(cli.directory),
            env=cli.environment(**changes),
            dimensions=(lines, columns),
            timeout=20,
        )
        self.child.delaybeforesend = None
        self.child.logfile_read = self

    def write(self, data):
        """Take what the terminal received (pexpect's log file)."""
        self.raw += data
        self._stream.feed(data)

    def flush(self):
        """Nothing is held back."""

    def expect(self, text):
        """Wait until text comes."""
        self.child.expect_exact(text.encode())

    def prompt(self):
        self.expect(PROMPT)

    def type(self, line, then=PROMPT):
        """Type a line and wait for the next prompt, or for something else."""
        self.child.send(line.encode() + b"\r")
        self.expect("\n")
        if then is not None:
            self.expect(then)

    def send(self, keys):
        self.child.send(keys)

    def resize(self, columns, lines=40):
        self.child.setwinsize(lines, columns)
        self.screen.resize(lines, columns)

    def end(self):
        """Wait for the end and return the exit code; there is never a traceback."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        assert b"Traceback" not in self.raw, self.raw.decode("utf-8", "replace")
        return self.child.exitstatus

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()
