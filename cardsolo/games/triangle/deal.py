"""Triangle Sevens: how a seed becomes hands (never changes once released)."""

from __future__ import annotations

from cardsolo.core.cards import PACK
from cardsolo.core.dealing import shuffled, stream
from cardsolo.games.triangle.state import Deal, Rules


def deal(rules: Rules, seed: int) -> Deal:
    """Deal a seed: stream `deck`, one card at a time round the table from seat 1, whoever begins (T8)."""
    deck = shuffled(PACK, stream(Deal.game, seed, "deck"))
    return Deal(rules, tuple(deck[seat :: rules.players] for seat in range(rules.players)), seed)
