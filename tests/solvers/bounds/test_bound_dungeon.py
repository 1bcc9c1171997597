"""The bound on clearing without peeking: small decks whose best play is worked out by plain recursion."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations, permutations

import pytest

from solvers.bounds.reveal import shares


def best_play(monsters, hands, rest):
    """Return the chance to clear piles of one monster each: the first hand is known, the rest is a set."""

    @lru_cache(None)
    def drawn(piles, left):
        if all(pile is None for pile in piles):
            return 1.0
        if not left:
            return 0.0
        draws = list(combinations(range(len(left)), min(3, len(left))))
        total = 0.0
        for draw in draws:
            hand = tuple(sorted(left[at] for at in draw))
            total += played(piles, hand, tuple(card for at, card in enumerate(left) if at not in draw))
        return total / len(draws)

    @lru_cache(None)
    def played(piles, hand, left):
        best = drawn(piles, left)
        for at, card in enumerate(hand):
            others = hand[:at] + hand[at + 1 :]
            for pile, state in enumerate(piles):
                after = placed(state, monsters[pile] if state is not None else None, card)
                if after is not False:
                    best = max(best, played((*piles[:pile], after, *piles[pile + 1 :]), others, left))
        return best

    def placed(state, monster, card):
        """Return the attack after a card, None once the monster is dead, False where it may not lie."""
        if state is None:
            return False
        if len(state) == 0:
            return (card[1],) if card[1] + 10 >= monster[1] else False
        if len(state) == 1:
            return (state[0], card[1]) if state[0] + card[1] >= monster[1] else False
        return None if card[0] in {4, monster[0]} else False

    return played(((),) * len(monsters), tuple(sorted(hands[0])), tuple(sorted(rest)))


def orders_of(rest):
    """Return all orders of the rest that differ by more than the order in a hand."""
    found = {}
    for order in permutations(range(len(rest))):
        found[tuple(frozenset(order[at : at + 3]) for at in range(0, len(rest), 3))] = order
    return [[rest[at] for at in order] for order in found.values()]


def small_deal(rng, monsters, cards):
    piles = [[(rng.randrange(4), rng.choice((11, 12, 13)))] for _ in range(monsters)]
    suits = [pile[0][0] for pile in piles]
    deck = [(rng.choice([*suits, *suits, 4]), rng.choice((3, 5, 7, 9, 10))) for _ in range(cards)]
    deck = [(suit, 10 if suit == 4 else value) for suit, value in deck]
    return piles + [[]] * (4 - monsters), deck[:3], deck[3:]


@pytest.mark.parametrize(("monsters", "cards"), [(1, 6), (2, 8), (2, 9)])
def test_optimum_lies_below_the_bound(monsters, cards):
    """What is left after two hands is one hand, so nothing is revealed too early and the bound is the optimum; with
    more hands it lies between best play and what the cards allow.
    """
    rng = random.Random(monsters * 100 + cards)
    exact = 0
    for _ in range(12 if cards < 9 else 6):
        piles, hand, rest = small_deal(rng, monsters, cards)
        best = best_play([pile[0] for pile in piles if pile], [hand], rest)
        found = shares(piles, [hand], orders_of(rest))
        assert best - 1e-12 <= found.best <= found.known
        exact += abs(found.best - best) < 1e-12
        if cards <= 6:
            assert found.best == pytest.approx(best)
    assert exact
