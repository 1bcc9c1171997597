"""Streams: what a terminal can show, and the files that a command line names."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from cardsolo.core.errors import FormatError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines, parse_object
from cardsolo.render.style import SUIT_SYMBOLS, Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.core.game import Json

_GLYPHS: Final = SUIT_SYMBOLS + "·…"


def style_for(*, ascii_only: bool = False, err: bool = False) -> Style:
    """Read off stdout (or stderr) what may be shown: glyphs by encoding, colour by terminal, NO_COLOR and TERM."""
    stream = sys.stderr if err else sys.stdout
    is_terminal = stream.isatty()
    color = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    columns, lines = _size(stream)
    return Style(not ascii_only and can_encode(stream, _GLYPHS), color, columns, lines)


def can_encode(stream: TextIO, text: str) -> bool:
    """Tell whether a stream's encoding has all characters of text."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _size(stream: TextIO) -> tuple[int, int | None]:
    """Return columns and lines; no lines where nothing scrolls away."""
    from shutil import get_terminal_size

    columns, lines = get_terminal_size()
    is_terminal = stream.isatty()
    return (max(1, columns) if is_terminal or "COLUMNS" in os.environ else 80), (lines if is_terminal else None)


def is_interactive() -> bool:
    """Tell whether a person types: stdin is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


@contextmanager
def open_input(name: str) -> Iterator[BinaryIO]:
    """Open a file named on the command line for reading bytes; `-` is stdin."""
    if name == "-":
        yield sys.stdin.buffer if sys.stdin is not None else BytesIO()
        return
    with Path(name).open("rb") as stream:
        yield stream


def read_one_object(name: str) -> Json:
    """Read a file that must hold exactly one object. Raises FormatError."""
    with open_input(name) as stream:
        lines = [(number, line) for number, line in iter_lines(stream) if line.strip()]
    if not lines:
        raise FormatError(_("{name}: there is nothing in it").format(name=name))
    obj = parse_object(lines[0][1], lines[0][0])
    if len(lines) > 1:
        raise FormatError(_("{name}: one object was expected, there are more").format(name=name), lines[1][0])
    return obj
