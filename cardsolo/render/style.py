"""How text looks: glyphs, colour and width are given, never asked of a terminal here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core import text as measured

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.cards import Card

SUIT_SYMBOLS: Final = "♣♦♥♠"
_CODES: Final = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
_RED_SUITS: Final = (1, 2)


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
        return measured.visible(text, wide=self.wide)

    def pad(self, text: str, width: int) -> str:
        """Fill text with blanks to width columns."""
        return measured.pad(text, width, wide=self.wide)

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Break text into lines of the style's width; all but the first are indented."""
        return measured.wrap(text, self.width, indent, wide=self.wide)
