"""How text looks: glyphs, colour and width are given, never asked of a terminal here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core import text as measured
from cardsolo.core.cards import UNSEEN
from cardsolo.core.i18n import _, marked
from cardsolo.render.suits import NAMES, TWO, ansi_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.cards import Card

SUIT_SYMBOLS: Final = "♣♦♥♠"
_CODES: Final = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
_SUITS: Final = (marked("clubs"), marked("diamonds"), marked("hearts"), marked("spades"))
_RANKS: Final = {1: marked("ace"), 11: marked("jack"), 12: marked("queen"), 13: marked("king")}


def spoken(card: Card) -> str:
    """Return a card in words, as in `5 of clubs`."""
    if card == UNSEEN:
        return _("an unseen card")
    if card.is_joker:
        return _("joker")
    rank = _(_RANKS[card.rank]) if card.rank in _RANKS else str(card.rank)
    return _("{rank} of {suit}").format(rank=rank, suit=_(_SUITS[card.suit]))


@dataclass(frozen=True, slots=True)
class Style:
    """unicode: suit symbols may be used; color: ANSI colours may be used; width: columns, at least 1.

    height: lines of the terminal, None where nothing scrolls away (files, pipes). wide: characters of ambiguous width
    (suit symbols, dots, dashes) take two columns, as on East Asian terminals that are set so. plain: everything is said
    in sentences, for people who hear it or feel it line by line; cards are words then. suits: how suits are coloured,
    one of `suits.CHOICES`; colors: how many colours the terminal has (8, 16 or 256).
    names: of those who have one, by seat.
    """

    unicode: bool = False
    color: bool = False
    width: int = 80
    height: int | None = None
    wide: bool = False
    plain: bool = False
    suits: str = TWO
    colors: int = 8
    names: tuple[str, ...] = ()

    def seat(self, seat: int) -> str:
        """Return who plays a seat, as in `seat 1` and `Ben (seat 2)`."""
        name = self.name(seat)
        text = _("{name} (seat {seat})") if name else _("seat {seat}")
        return text.format(name=name, seat=seat)

    def name(self, seat: int) -> str:
        """Return the name of whoever plays a seat, empty where there is none."""
        return self.names[seat - 1] if seat <= len(self.names) else ""

    def paint(self, text: str, *names: str) -> str:
        """Colour text (red, green, yellow, bold, dim, or as `ink` has it) where colour is allowed."""
        if not self.color or not text:
            return text
        codes = (_CODES.get(name) or ansi_code(self.suits, self.colors, name) for name in names)
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"

    @staticmethod
    def ink(card: Card) -> str:
        """Return the name of the colour in which a card is painted."""
        return NAMES[card.suit] if card.suit < len(NAMES) else "bold"

    def card(self, card: Card) -> str:
        """Return a card as people see it, or hear it; its suit has its colour."""
        if self.plain:
            return spoken(card)
        text = str(card)
        if self.unicode and not card.is_joker:
            text = text[0] + SUIT_SYMBOLS[card.suit]
        return self.paint(text, self.ink(card))

    def suit(self, card: Card) -> str:
        """Return the suit of a card as people see it."""
        if self.plain:
            return _(_SUITS[card.suit])
        return SUIT_SYMBOLS[card.suit] if self.unicode else str(card)[1:]

    def cards(self, cards: Iterable[Card], gap: str = " ") -> str:
        return (_(", ") if self.plain else gap).join(self.card(card) for card in cards)

    def columns(self, text: str) -> int:
        """Return how many columns a text takes; ANSI colours take none."""
        return measured.visible(text, wide=self.wide)

    def pad(self, text: str, width: int) -> str:
        """Fill text with blanks to width columns; where nothing is drawn it stays as it is."""
        if self.plain:
            return text
        return measured.pad(text, width, wide=self.wide)

    def terms(self, entries: Iterable[tuple[str, str]], column: int) -> list[str]:
        """Return terms with what they mean, in two columns, the second from column on; plain: a sentence for each."""
        if self.plain:
            return [row for term, meaning in entries for row in self.wrap(f"{term}: {meaning}.")]
        room = max(self.width - column, column)
        return [
            f"  {'' if row else term:{column - 2}}{text}"
            for term, meaning in entries
            for row, text in enumerate(measured.wrap(meaning, room, wide=self.wide))
        ]

    def wrap(self, text: str, indent: str = "") -> list[str]:
        """Break text into lines of the style's width; all but the first are indented."""
        return measured.wrap(text, self.width, indent, wide=self.wide)
