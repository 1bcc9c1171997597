"""Playing cards: one value type with strict output and lenient input (interface, section 1)."""

from __future__ import annotations

from typing import Final, NamedTuple

SUITS: Final = "CDHS"
RANKS: Final = "A23456789TJQK"

_SUIT_FORMS: Final = {
    **{letter: index for index, letter in enumerate(SUITS)},
    **dict(zip("♣♦♥♠", range(4), strict=True)),
    **dict(zip("♧♢♡♤", range(4), strict=True)),
}
_RANK_FORMS: Final = {letter: value for value, letter in enumerate(RANKS, 1)} | {"10": 10, "1": 1}
_JOKER_FORMS: Final = frozenset({"X", "JOKER", "★", "🃏"})
_LONGEST: Final = 16


class Card(NamedTuple):
    """A card; cards sort in the canonical order (suits C D H S, in each A 2 … K, jokers last).

    suit is 0–3 for C D H S and 4 for a joker; rank is 1–13, and 0 for a joker. All jokers are equal. UNSEEN, of suit 5
    and rank -1, stands where a card lies that nobody has seen.
    """

    suit: int
    rank: int

    @property
    def is_joker(self) -> bool:
        """Whether it has neither rank nor suit."""
        return self.rank == 0

    def __str__(self) -> str:
        if self.rank < 1:
            return "??" if self.rank < 0 else "X"
        return RANKS[self.rank - 1] + SUITS[self.suit]

    def __repr__(self) -> str:
        return "UNSEEN" if self.rank < 0 else f"parse_card({str(self)!r})"


JOKER: Final = Card(4, 0)
#: A card that nobody has seen yet: `??` in the deal of a game of real cards, as in the poker hand history format. No
#: text is read as one, so that it never gets into what somebody typed.
UNSEEN: Final = Card(5, -1)
#: The 52 cards without jokers, in canonical order.
PACK: Final = tuple(Card(suit, rank) for suit in range(4) for rank in range(1, 14))
_BY_NAME: Final = {str(card): card for card in (*PACK, JOKER)}


def parse_card(text: str) -> Card:
    """Read one card: canonical, lower case, `10`, suit symbols, the suit first, full-width forms, `joker`.

    Raises ValueError for anything else.
    """
    card = _BY_NAME.get(text)
    if card is not None:
        return card
    if len(text) > _LONGEST:
        raise ValueError(text)
    folded = fold(text)
    if folded in _JOKER_FORMS:
        return JOKER
    suit, rank = _SUIT_FORMS.get(folded[-1:]), _RANK_FORMS.get(folded[:-1])
    if suit is None or rank is None:  # suit first, as in H7
        suit, rank = _SUIT_FORMS.get(folded[:1]), _RANK_FORMS.get(folded[1:])
    if suit is None or rank is None:
        raise ValueError(text)
    return Card(suit, rank)


def fold(text: str) -> str:
    """Bring typed text to one form: full-width to plain, upper case, no variation selectors or outer blanks."""
    import unicodedata  # noqa: PLC0415  only unusual input needs it, and start-up time counts

    return unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "").strip().upper()
