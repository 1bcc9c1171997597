"""Streams: what a terminal can show, and the files that a command line names."""

from __future__ import annotations

import codecs
import os
import sys
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, Final, TextIO

from cardsolo.cli.common.settings.current import text_setting
from cardsolo.core.errors import FormatError, located
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines, parse_object
from cardsolo.render.style import SUIT_SYMBOLS, Style
from cardsolo.render.suits import CHOICES, TWO

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cardsolo.core.game import Json

_GLYPHS: Final = SUIT_SYMBOLS + "·…"
#: What stands for a character that the encoding of a stream lacks.
_PLAIN: Final = {"“": '"', "”": '"', "’": "'", "…": "...", "·": "-", "–": "-", "−": "-", "×": "x"}
_ASCII: Final = "cardsolo_ascii"
#: What variables can say; anything else says nothing.
_FLAGS: Final = {"1": True, "0": False}
_SUITS: Final = {name: name for name in CHOICES}


def degrade_output(stream: TextIO | None) -> None:
    """Let text that the stream's encoding lacks become plain instead of failing."""
    codecs.register_error("cardsolo.plain", _plain)
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None or stream is None:
        return
    reconfigure(errors="cardsolo.plain", newline="\n")
    if codecs.lookup(stream.encoding).name == "ascii":
        codecs.register(_ascii_by_name)
        reconfigure(encoding=_ASCII, errors="cardsolo.plain")


def _ascii_by_name(name: str) -> codecs.CodecInfo | None:
    """Find ASCII under a name of ours: where click meets its own name, it writes UTF-8 instead."""
    if name != _ASCII:
        return None
    found = codecs.lookup("ascii")
    parts = (found.streamreader, found.streamwriter, found.incrementalencoder, found.incrementaldecoder)
    return codecs.CodecInfo(found.encode, found.decode, *parts, name=_ASCII)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(char, "?") for char in error.object[error.start : error.end]), error.end


def style_for(asked: Mapping[str, Any], *, err: bool = False) -> Style:
    """Read off stdout (or stderr) what may be shown: glyphs by encoding, colour by terminal, NO_COLOR and TERM.

    asked: what the command line says: ascii (plain letters), plain (nothing is drawn), suits (how they are coloured),
    wide (characters of ambiguous width take two columns). What it leaves open is asked of the environment, then of the
    configuration file, then of the terminal: a dumb one asks for plain.
    """
    stream = sys.stderr if err else sys.stdout
    is_terminal, name = stream.isatty(), os.environ.get("TERM", "dumb")
    columns, lines = _size(stream)
    wide = _first(asked.get("wide"), _FLAGS.get(os.environ.get("CARDSOLO_WIDE", "")), text_setting("wide"))
    wide = _is_east_asian(stream.encoding) if wide is None else wide
    plain = _first(asked.get("plain"), _FLAGS.get(os.environ.get("CARDSOLO_PLAIN", "")), text_setting("plain"))
    if plain or (plain is None and is_terminal and os.environ.get("TERM") == "dumb"):
        return Style(False, False, columns, lines, wide=wide, plain=True)
    color = is_terminal and not os.environ.get("NO_COLOR") and name != "dumb" and text_setting("color") is not False
    unicode = not _first(asked.get("ascii"), text_setting("ascii")) and can_encode(stream, _GLYPHS)
    suits = _first(asked.get("suits"), _SUITS.get(os.environ.get("CARDSOLO_SUITS", "")), text_setting("suits"), TWO)
    return Style(unicode, color, columns, lines, wide=wide, suits=suits, colors=_colors())


def _first(*values: Any) -> Any:
    """Return the first value that says anything."""
    return next((value for value in values if value is not None), None)


def _colors() -> int:
    """Return how many colours a terminal has, as far as its name says so: at least those that all have."""
    name = os.environ.get("TERM", "")
    if os.environ.get("COLORTERM") or "256" in name or "direct" in name:
        return 256
    return 16 if "16color" in name else 8


def _is_east_asian(encoding: str | None) -> bool:
    """Tell whether an encoding is an old East Asian one, such as cp932 or euc-jp."""
    try:
        return len("★".encode(encoding or "ascii")) == 2
    except (UnicodeEncodeError, LookupError):
        return False


def text_of(line: bytes) -> str:
    """Decode a line that was typed into a file or pipe: UTF-8, or stdin's encoding where that is an old East Asian one.

    Raises UnicodeDecodeError.
    """
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        if sys.stdin is None or not _is_east_asian(sys.stdin.encoding):
            raise
        return line.decode(sys.stdin.encoding)


def can_encode(stream: TextIO, text: str) -> bool:
    """Tell whether a stream's encoding has all characters of text."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _size(stream: TextIO) -> tuple[int, int | None]:
    """Return columns and lines; no lines where nothing scrolls away."""
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):  # no terminal
        return _wanted("COLUMNS") or 80, None
    return _wanted("COLUMNS") or columns or 80, _wanted("LINES") or lines or 24


def _wanted(name: str) -> int:
    """Return a size that the environment asks for, 0 for none."""
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else 0


def is_interactive() -> bool:
    """Tell whether a person types: stdin is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


@contextmanager
def open_input(name: str, *, named: bool = True) -> Iterator[BinaryIO]:
    """Open a file named on the command line for reading bytes; `-` is stdin.

    What is found wrong with the content meanwhile gets the name of the file, unless several are open (named).
    """
    with located(name if named else None):
        if not name:
            raise FormatError(_("an empty name is no file"))
        if name == "-":
            yield sys.stdin.buffer if sys.stdin is not None else BytesIO()
            return
        with open(name, "rb") as stream:  # noqa: PTH123  loading pathlib takes longer than most commands
            yield stream


def read_one_object(name: str) -> tuple[int, Json]:
    """Read a file that must hold exactly one object; return its line too. Raises FormatError."""
    found: tuple[int, Json] | None = None
    with open_input(name) as stream:
        for number, line in iter_lines(stream):
            if not line.strip():
                continue
            if found is not None:
                raise FormatError(_("one object was expected, there are more"), number)
            found = number, parse_object(line, number)
        if found is None:
            raise FormatError(_("there is nothing in it"))
    return found


#: The terminal of a process, whatever its streams are.
_TERMINAL: Final = "CONIN$" if sys.platform == "win32" else "/dev/tty"


def has_terminal() -> bool:
    """Tell whether a person can type though stdin is a file or a pipe: there is a terminal, which shows stdout."""
    if sys.stdout is None or not sys.stdout.isatty():
        return False
    try:
        os.close(os.open(_TERMINAL, os.O_RDWR))
    except OSError:
        return False
    return True


def take_terminal() -> None:
    """Let stdin be the terminal, once what was piped into it has been read."""
    terminal = os.open(_TERMINAL, os.O_RDWR)
    try:
        os.dup2(terminal, 0)
    finally:
        os.close(terminal)
    sys.stdin = open(0, encoding=sys.stdout.encoding, errors="replace", closefd=False)  # noqa: SIM115
