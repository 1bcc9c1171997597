"""Clear the Dungeon: how a seed becomes cards (never changes once released)."""

from __future__ import annotations

from cardsolo.core.dealing import shuffled, stream
from cardsolo.games.dungeon.rules import MONSTER_CARDS, power_cards
from cardsolo.games.dungeon.state import MONSTERS, PILE_SIZE, Deal, Rules


def deal(rules: Rules, seed: int) -> Deal:
    """Deal a seed: stream `monsters` cut into piles top first, stream `power` in draw order."""
    monsters = shuffled(MONSTER_CARDS, stream(Deal.game, seed, "monsters"))
    piles = tuple(monsters[at : at + PILE_SIZE] for at in range(0, MONSTERS, PILE_SIZE))
    return Deal(rules, piles, shuffled(power_cards(rules), stream(Deal.game, seed, "power")), seed)
