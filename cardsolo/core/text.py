"""Text on a terminal: how many columns it takes, and where a line may end.

wide, wherever it is asked: characters of ambiguous width (suit symbols, dots, dashes) take two columns, as on East
Asian terminals that are set so.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

# Patterns are compiled when they are first used: most commands never do, and it takes as long as loading a module.
_ANSI: Final = r"\x1b\[[0-9;]*m"
_SIGN: Final = r"(?s)\x1b\[[0-9;]*m|."
#: Colours at the end of a text that begin something: all but the one that ends them.
_TAIL: Final = r"(?:\x1b\[(?!0m)[0-9;]*m)+$"
#: Characters that take one column each: Latin, Greek, Cyrillic, and punctuation and symbols where those are narrow.
_NARROW: Final = (("\0", "\u02ff"), ("\u0370", "\u058f"), ("\u2000", "\u2bff"), ("\ud800", "\udfff"))
_EAST_ASIAN: Final = (
    *(("\u2e80", "\ud7ff"), ("\uf900", "\ufaff"), ("\ufe30", "\ufe4f"), ("\uff00", "\uffef")),
    ("\U00020000", "\U0003ffff"),
)
#: Marks that begin no line, and marks that end none.
_NEVER_FIRST: Final = frozenset(
    "、。，．・：；？！）］｝〕〉》」』】’”ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ゛゜,.:;?!)]}%…‥"  # noqa: RUF001
)
_NEVER_LAST: Final = frozenset("（［｛〔〈《「『【‘“([{")  # noqa: RUF001


def visible(text: str, *, wide: bool = False) -> int:
    """Return the number of columns of a text that may hold ANSI colours."""
    if "\x1b" in text:
        text = re.sub(_ANSI, "", text)
    if text.isascii():
        return len(text)
    return sum(_width(char, wide) for char in text)


def _is_in(char: str, ranges: tuple[tuple[str, str], ...]) -> bool:
    return any(low <= char <= high for low, high in ranges)


@cache
def _width(char: str, wide: bool) -> int:
    if not wide and _is_in(char, _NARROW):
        return 1
    from wcwidth import wcwidth  # noqa: PLC0415  its tables are needed for East Asian text only

    return max(0, wcwidth(char, "auto", 2 if wide else 1))


def pad(text: str, width: int, *, wide: bool = False) -> str:
    """Fill text with blanks to width columns."""
    return text + " " * max(0, width - visible(text, wide=wide))


def pad_left(text: str, width: int, *, wide: bool = False) -> str:
    """Put blanks before text until it has width columns."""
    return " " * max(0, width - visible(text, wide=wide)) + text


def wrap(text: str, width: int, indent: str = "", *, wide: bool = False) -> list[str]:
    """Break text so that lines fit width; what cannot be broken and is longer stays whole. Colours do not count.

    Latin text breaks at blanks. Chinese and Japanese text breaks between any two characters, save that no line begins
    with a closing mark or ends with an opening one (kinsoku shori, JIS X 4051).
    """
    lines: list[str] = []
    line, used = "", 0
    for gap, piece in _pieces(text):
        columns = visible(piece, wide=wide)
        if line and used + len(gap) + columns > width:
            lines.append(line)
            line, used = indent + piece, len(indent) + columns
        elif line:
            line, used = line + gap + piece, used + len(gap) + columns
        else:
            line, used = piece, columns
    return [*lines, line]


def wrap_whole(text: str, width: int, indent: str = "", *, wide: bool = False) -> list[str]:
    """Wrap text that has no-break spaces where no line may end; they become plain blanks."""
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(text, width, indent, wide=wide)]


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what no line may break, each piece with the blank that stands before it, if one does."""
    gap = ""
    for word in text.split(" "):
        if word.isascii():
            yield gap, word
        else:
            for part in _broken(word):
                yield gap, part
                gap = ""
        gap = " "


def _broken(word: str) -> list[str]:
    """Break a word between its East Asian characters; colours stay with what they colour."""
    parts = [""]
    before = ""
    for token in re.findall(_SIGN, word):
        if token.startswith("\x1b"):
            parts[-1] += token
            continue
        may_break = before and (_is_in(before, _EAST_ASIAN) or _is_in(token, _EAST_ASIAN))
        if may_break and token not in _NEVER_FIRST and before not in _NEVER_LAST:
            opened = re.search(_TAIL, parts[-1])  # a colour that begins here goes to the next line with its text
            moved = opened.group() if opened else ""
            parts[-1] = parts[-1].removesuffix(moved)
            parts.append(moved)
        parts[-1] += token
        before = token
    return parts
