"""An upper bound on clearing Clear the Dungeon without peeking: the cards are known, but not all at once.

The player of this game knows all monsters and the first hands from the start, and learns the order of the other cards
once these hands are played. That is more than the rules let a player know at any moment, so nobody who plays by them
clears more. After the first hands it is an ordinary solved game; before, the player picks the position that clears in
most orders of the other cards. See docs/bounds.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from solvers.dungeon.kernel import search as kernel
from solvers.dungeon.kernel.piles import DONE, LEVEL, PILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    Plain = tuple[int, int]
    Order = Sequence[Plain]

#: What thins out positions and holds whatever the order of the cards to come is: all but the bounds, which look at it.
RULES: Final = kernel.DOMINANCE | kernel.DISCARDS | kernel.ENTRIES
WIDTHS: Final = (8, 64, 512, 0)
SLICE: Final = 1000


class Shares(NamedTuple):
    """Shares of orders: in which the best position after the first hands clears, and in which some position does."""

    best: float
    known: float


def positions(piles: Sequence[Order], hands: Sequence[Order], rest: Order) -> list[int]:
    """Return the undominated positions after all these hands, in any order of play: keys of `kernel.search`.

    piles: monsters (suit, power), top first. hands: cards (suit, value), suit 4 for jokers; three each. rest: the cards
    to come, in any order; what dominates depends on which they are.
    """
    cards = [card for hand in hands for card in hand] + list(rest)
    engine = kernel.Search()
    engine.load([list(pile) for pile in piles], [[] for _ in piles], cards, 3, 1, False, RULES)
    engine.begin(len(cards), 1 + sum(map(len, piles)), 0)  # one kill more than there are: nothing ends the search
    while engine.round < len(hands):
        if engine.run(1) != kernel.RUNNING:
            raise AssertionError(engine.round)
    return [engine.items[at] & kernel.KEY for at in range(engine.layer[len(hands)], engine.layer[len(hands) + 1])]


def clears(engine: kernel.Search, piles: Sequence[Order], key: int, rest: Order) -> bool:
    """Say whether the rest of the cards, in this order, clears a position."""
    left, attacks = [], []
    for pile in range(PILES):
        level, attack = divmod(key >> 7 * pile & 127, LEVEL)
        left.append(list(piles[pile][level:]))
        values = [] if attack == 0 else [10, 10] if attack >= DONE else [(attack - 1) // 2 + 1]
        attacks.append([(0, value) for value in values])
    alive = sum(map(len, left))
    if alive == 0:
        return True
    engine.load(left, attacks, list(rest), min(3, len(rest)), 1, False, kernel.ALL)
    if engine.least() > len(rest):
        return False
    for width in WIDTHS:
        engine.begin(len(rest), alive, width)
        status = kernel.RUNNING
        while status == kernel.RUNNING:
            status = engine.run(SLICE)
        if status in {kernel.FOUND, kernel.EXHAUSTED}:
            return status == kernel.FOUND
    raise AssertionError(status)


def shares(piles: Sequence[Order], hands: Sequence[Order], orders: Sequence[Order]) -> Shares:
    """Return in which shares of the orders of the other cards the deal is cleared.

    The position that fails least is found without trying every position on every order: always the one with the fewest
    failures so far is tried on its next order, and the first to come to the end has fewest of all.
    """
    engine = kernel.Search()
    tried = dict.fromkeys(positions(piles, hands, orders[0]), (0, 0))  # failures, orders
    won = [False] * len(orders)
    while True:
        key = min(tried, key=lambda key: (tried[key][0], -tried[key][1]))
        failures, at = tried[key]
        if at == len(orders):
            break
        if clears(engine, piles, key, orders[at]):
            won[at] = True
        else:
            failures += 1
        tried[key] = failures, at + 1
    for at, order in enumerate(orders):
        if not won[at]:
            won[at] = any(clears(engine, piles, key, order) for key, (_failures, done) in tried.items() if done <= at)
    return Shares(1.0 - failures / len(orders), sum(won) / len(orders))
