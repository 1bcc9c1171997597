"""How text looks: glyphs, colour and width are given, never asked of a terminal here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.core.cards import Card

SUIT_SYMBOLS: Final = "♣♦♥♠"
_CODES: Final = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
_RED_SUITS: Final = (1, 2)
_ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
#: Characters that may take two columns, or none: everything but Latin, Greek, Cyrillic, punctuation and symbols.
_MANY_COLUMNS: Final = re.compile(r"[\u0300-\u036f\u0590-\u1fff\u2c00-\ud7ff\ue000-\U0010ffff]")
_EAST_ASIAN: Final = re.compile(r"[\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]")
_TOKEN: Final = re.compile(r"\x1b\[[0-9;]*m|.", re.DOTALL)
#: Colours at the end of a text that begin something: all but the one that ends them.
_TAIL: Final = re.compile(r"(?:\x1b\[(?!0m)[0-9;]*m)+$")
#: Marks that begin no line, and marks that end none.
_NEVER_FIRST: Final = frozenset("、。，．・：；？！）］｝〕〉》」』】’”ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ゛゜,.:;?!)]}%…‥")
_NEVER_LAST: Final = frozenset("（［｛〔〈《「『【‘“([{")


@dataclass(frozen=True, slots=True)
class Style:
    """unicode: suit symbols may be used; color: ANSI colours may be used; width: columns, at least 1.

    height: lines of the terminal, None where nothing scrolls away (files, pipes). wide: characters of ambiguous width
    (suit symbols, dots, dashes) take two columns, as on East Asian terminals that are set so.
    """

    unicode: bool = False
    color: bool = False
    width: int = 80
    height: int | None = None
    wide: bool = False

    def paint(self, text: str, *names: str) -> str:
        """Colour text (red, green, yellow, bold, dim) where colour is allowed."""
        if not self.color or not text:
            return text
        return f"\x1b[{';'.join(_CODES[name] for name in names)}m{text}\x1b[0m"

    def card(self, card: Card) -> str:
        """Return a card as people see it; red suits are red."""
        text = str(card)
        if self.unicode and not card.is_joker:
            text = text[0] + SUIT_SYMBOLS[card.suit]
        return self.paint(text, "red") if card.suit in _RED_SUITS else self.paint(text, "bold")

    def suit(self, card: Card) -> str:
        """Return the suit of a card as people see it."""
        return SUIT_SYMBOLS[card.suit] if self.unicode else str(card)[1:]

    def cards(self, cards: Iterable[Card], gap: str = " ") -> str:
        return gap.join(self.card(card) for card in cards)


    def columns(self, text: str) -> int:
        """Return how many columns a text takes; ANSI colours take none."""
        return visible(text, wide=self.wide)

    def pad(self, text: str, width: int) -> str:
        """Fill text with blanks to width columns."""
        return pad(text, width, wide=self.wide)

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Break text into lines of the style's width; all but the first are indented."""
        return wrap(text, self.width, indent, wide=self.wide)


PLAIN: Final = Style()


def visible(text: str, *, wide: bool = False) -> int:
    """Return the number of columns of a text that may hold ANSI colours; wide as in `Style`."""
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    if text.isascii() or not (wide or _MANY_COLUMNS.search(text)):
        return len(text)
    return sum(_width(char, wide) for char in text)


@cache
def _width(char: str, wide: bool) -> int:
    from wcwidth import wcwidth  # noqa: PLC0415  its tables are needed for East Asian text only

    return max(0, wcwidth(char, "auto", 2 if wide else 1))


def pad(text: str, width: int, *, wide: bool = False) -> str:
    """Fill text with blanks to width columns."""
    return text + " " * max(0, width - visible(text, wide=wide))


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
    for token in _TOKEN.findall(word):
        if token.startswith("\x1b"):
            parts[-1] += token
            continue
        may_break = before and (_EAST_ASIAN.match(before) or _EAST_ASIAN.match(token))
        if may_break and token not in _NEVER_FIRST and before not in _NEVER_LAST:
            opened = _TAIL.search(parts[-1])  # a colour that begins here goes to the next line with its text
            moved = opened.group() if opened else ""
            parts[-1] = parts[-1].removesuffix(moved)
            parts.append(moved)
        parts[-1] += token
        before = token
    return parts
