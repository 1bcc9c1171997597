"""How text looks: glyphs, colour and width are given, never asked of a terminal here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.cards import Card

#: Suit symbols may be drawn two columns wide on East Asian terminals, so nothing may be aligned behind them.
SUIT_SYMBOLS: Final = "♣♦♥♠"
_CODES: Final = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
_RED_SUITS: Final = (1, 2)


@dataclass(frozen=True, slots=True)
class Style:
    """unicode: suit symbols may be used; color: ANSI colours may be used; width: columns, at least 1.

    height: lines of the terminal, None where nothing scrolls away (files, pipes).
    """

    unicode: bool = False
    color: bool = False
    width: int = 80
    height: int | None = None

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


def visible(text: str) -> int:
    """Return the number of columns of a text that may hold ANSI colours (one column a character)."""
    count, at = 0, 0
    while at < len(text):
        if text[at] == "\x1b":
            at = text.index("m", at) + 1
            continue
        count += 1
        at += 1
    return count


def pad(text: str, width: int) -> str:
    """Fill text with blanks to width columns."""
    return text + " " * max(0, width - visible(text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break text at blanks so that lines fit width; a longer word stays whole. Colours do not count."""
    lines: list[str] = []
    line, used = "", 0
    for word in text.split(" "):
        room = used + 1 + visible(word)
        if line and room > width:
            lines.append(line)
            line, used = indent + word, len(indent) + visible(word)
        elif line:
            line, used = f"{line} {word}", room
        else:
            line, used = word, visible(word)
    return [*lines, line]


def wrap_whole(text: str, width: int, indent: str = "") -> list[str]:
    """Wrap text that has no-break spaces where no line may end; they become plain blanks."""
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(text, width, indent)]
