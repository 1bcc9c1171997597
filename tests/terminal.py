"""A pseudo-terminal with a screen: what a person types and sees."""

from __future__ import annotations

import os
import select
import termios

import nursery
import pexpect
import ptyprocess
import pyte
from support import COMMAND

PROMPT = "> "


class _Copied(ptyprocess.PtyProcess):
    """The program at a pseudo-terminal, started by the nursery, which tells how it ends."""

    @classmethod
    def begin(cls, arguments, directory, environment, dimensions):
        ours, theirs = os.openpty()
        termios.tcsetwinsize(ours, dimensions)
        pid, told = nursery.start_at(theirs, arguments, directory, environment)
        child = cls(pid, ours)
        child._told = told
        return child

    def isalive(self):
        if not self.terminated and (self.flag_eof or select.select([self._told], [], [], 0)[0]):
            self.wait()
        return not self.terminated

    def wait(self):
        if not self.terminated:
            self.status = nursery.status_from(self._told)
            code = os.waitstatus_to_exitcode(self.status)
            self.exitstatus, self.signalstatus = (code, None) if code >= 0 else (None, -code)
            self.terminated = True
        return self.exitstatus


class _Spawned(pexpect.spawn):
    """What pexpect spawns, with the program as a copy."""

    def _spawnpty(self, args, *, env, cwd, dimensions, **_others):
        return _Copied.begin(args[len(COMMAND) :], cwd, env, dimensions)


class Terminal:
    """The command line on a terminal of its own; `raw` is every byte that came, `text` what the screen shows.

    shell: a line for bash to run instead of the command. fresh: an interpreter of its own, where a test is about that.
    """

    def __init__(self, cli, *arguments, columns=80, lines=40, env=None, shell=None, fresh=False):
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        # PYTHONUTF8 would hide what the locale does
        changes = {"TERM": "xterm", "PYTHONUTF8": None} | (env or {})
        command = [*COMMAND, *map(str, arguments)] if shell is None else ["bash", "-c", shell]
        copied = nursery.AVAILABLE and shell is None and not fresh
        self.child = (_Spawned if copied else pexpect.spawn)(
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
