"""Progress on stderr: one line kept up to date on a terminal, one line a minute elsewhere and in a plain style."""

from __future__ import annotations

import os
import sys
import time
from typing import Final

from cardsolo.cli.common.looks import current_style
from cardsolo.core.i18n import _
from cardsolo.core.text import visible
from cardsolo.render.plain.figures import figures

_TERMINAL_SECONDS: Final = 0.5
_PLAIN_SECONDS: Final = 60.0
_QUIET_SECONDS: Final = 2.0


class StatusLine:
    """One line of stderr, a terminal, that each text writes over; it is cut to the width that the terminal has by now.

    A line that wraps could not be written over. In a plain style nothing is: who hears it gets a line a minute.
    """

    def __init__(self) -> None:
        self._width = 0
        self._said = time.monotonic()

    def show(self, text: str) -> None:
        """Write a text over the one before."""
        style = current_style(err=True)
        if style.plain:
            self._say(figures([text], style))
            return
        wide = style.wide
        room = _room()
        shown = fitted(text, room, wide=wide)
        width = visible(shown, wide=wide)
        _write("\r" + shown + " " * min(max(0, self._width - width), room - width))
        self._width = width

    def _say(self, lines: list[str]) -> None:
        now = time.monotonic()
        if now >= self._said + _PLAIN_SECONDS:
            self._said = now
            _write("\n".join(lines) + "\n")

    def clear(self) -> None:
        """Take the line off the terminal."""
        if self._width:
            _write("\r" + " " * min(self._width, _room()) + "\r")
            self._width = 0


class Progress:
    """Shows done/total, rate and time left, and whatever the caller adds; nothing in the first two seconds."""

    def __init__(self, total: int, done: int = 0) -> None:
        self._total, self._first = total, done
        self._began = time.monotonic()
        self._is_terminal = sys.stderr.isatty()
        self._next = self._began + (_QUIET_SECONDS if self._is_terminal else _PLAIN_SECONDS)
        self._line = StatusLine()

    def update(self, done: int, extra: str = "") -> None:
        """Show the state if it is time to."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + (_TERMINAL_SECONDS if self._is_terminal else _PLAIN_SECONDS)
        rate = (done - self._first) / max(now - self._began, 1e-9)
        left = _duration((self._total - done) / rate) if rate > 0 else "?"
        text = _("{done}/{total}  {rate:.1f}/s  {left} left").format(done=done, total=self._total, rate=rate, left=left)
        self._show(f"{text}  {extra}".rstrip())

    def clear(self) -> None:
        """Take the line off the terminal."""
        self._line.clear()

    def _show(self, text: str) -> None:
        if self._is_terminal:
            self._line.show(text)
        else:
            _write(text + "\n")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def fitted(text: str, columns: int, *, wide: bool = False) -> str:
    """Cut a text to so many columns of a terminal; East Asian characters take two."""
    width = 0
    for at, char in enumerate(text):
        width += visible(char, wide=wide)
        if width > columns:
            return text[:at]
    return text


def _room() -> int:
    """Return how many columns a line may have: all but three, since the `^C` of an interrupt must not wrap either."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):  # no terminal any more
        columns = 80
    return max(0, columns - 3)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
