"""Cards that stand in a sentence as notation, put into words."""

from __future__ import annotations

import re
from typing import Final

from cardsolo.core.cards import parse_card
from cardsolo.core.i18n import _
from cardsolo.render.style import spoken

_CARD: Final = r"(?:[A2-9TJQK][CDHS]|X)"
#: Cards one after the other; with @ behind it, a card belongs to a move, which is typed as it stands.
_CARDS: Final = rf"(?<![\w@,-]){_CARD}(?:,? {_CARD})*(?![\w@])"


def in_words(text: str) -> str:
    """Return a text with its cards in words; moves stay as they are typed."""
    return re.sub(_CARDS, lambda found: _listed(found[0]), text)


def _listed(cards: str) -> str:
    return _(", ").join(spoken(parse_card(card)) for card in cards.replace(",", "").split())
