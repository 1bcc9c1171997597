"""What a person types at a terminal: line editing, completion and history, each of the seat that types and no other."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.cli.common.signals import Terminated, forget
from cardsolo.cli.play.words import Quit
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LONGEST_LINE: Final = 4096
#: Lines that a seat's history keeps.
_REMEMBERED: Final = 500

#: Keys that bring back what somebody typed apart from the history: yanked text, and what was searched for last.
_TELLING_KEYS: Final = (r"\C-y", r"\ey", r"\e\C-y", r"\C-r", r"\C-s")


def nothing() -> Iterable[str]:
    """Offer nothing."""
    return ()


class Keyboard:
    """Asks for lines; err: questions go to stderr, without editing.

    Unless a question says otherwise, Tab offers nothing there and no history can be called up: what a question does not
    ask a seat belongs to nobody.
    """

    def __init__(self, *, err: bool) -> None:
        self.err = err
        self._histories: dict[int, list[str]] = {}
        self._back: list[str] = []
        self._readline = None if err or not sys.stdout.isatty() else _readline()

    def share(self) -> None:
        """Take away the keys that would show one person what another has typed."""
        for key in _TELLING_KEYS if self._readline is not None else ():
            _forbid(self._readline, key)

    def push_back(self, line: str) -> None:
        """Let a line that was typed be the next one that is returned."""
        self._back.append(line)

    def ask(self, prompt: str, *, seat: int | None = None, offered: Callable[[], Iterable[str]] = nothing) -> str:
        """Return the line that is typed.

        seat: who types, so that the line goes into the history of that seat, which can be called up; offered: what Tab
        completes. Ctrl-C on a line that has been begun clears it. Raises Quit on Ctrl-D, KeyboardInterrupt on Ctrl-C.
        """
        history = [] if seat is None else self._histories.setdefault(seat, [])
        if self._back:
            return self._back.pop()
        while True:
            try:
                line = self._read(prompt, history, offered)
            except KeyboardInterrupt as interrupt:
                if isinstance(interrupt, Terminated) or not self._is_begun():
                    raise
                forget()
                click.echo(_("  (cleared; Ctrl-C on an empty line leaves)"), err=self.err)
                continue
            if line.strip() and seat is not None:
                history.append(line)
                del history[:-_REMEMBERED]
            return line

    def _read(self, prompt: str, history: list[str], offered: Callable[[], Iterable[str]]) -> str:
        if self._readline is None:
            return self._read_plainly(prompt)
        self._readline.clear_history()
        for line in history:
            with suppress(UnicodeEncodeError):  # what this terminal cannot show again
                self._readline.add_history(line)
        self._readline.set_completer(_completer(offered))
        try:
            return input(prompt)[:_LONGEST_LINE]
        except EOFError:
            sys.stdout.write("\n")
            raise Quit from None

    def _read_plainly(self, prompt: str) -> str:
        stream = sys.stderr if self.err or not sys.stdout.isatty() else sys.stdout
        stream.write(prompt)
        stream.flush()
        line = sys.stdin.readline(_LONGEST_LINE)
        if not line:
            raise Quit
        return line

    def _is_begun(self) -> bool:
        """Tell whether the line that was broken off had anything on it; only line editing knows."""
        return self._readline is not None and bool(self._readline.get_line_buffer().strip())


def _readline() -> Any:
    """Return the module for line editing, set up; None where the system has none, and plain input serves."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims(" \t\n")
    if _is_libedit(readline):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set show-all-if-ambiguous on")
    return readline


def _is_libedit(readline: Any) -> bool:
    return "libedit" in (readline.__doc__ or "")


def _forbid(readline: Any, key: str) -> None:
    """Let a key do nothing."""
    if _is_libedit(readline):
        readline.parse_and_bind(f'bind -r "{key.replace("C-", "^").replace(chr(92) + "^", "^")}"')
    else:
        readline.parse_and_bind(f'"{key}": ""')


def _completer(offered: Callable[[], Iterable[str]]) -> Callable[[str, int], str | None]:
    """Return a completer; without one readline would offer the names of files."""

    def complete(text: str, number: int) -> str | None:
        fitting = [item for item in offered() if item.lower().startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None

    return complete
