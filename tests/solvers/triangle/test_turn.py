"""Objective `turn`: exact on any position, against a search that tries everything."""

from __future__ import annotations

import random

import plain
import pytest
from amount import COMPILED, often

from solvers.result import Limit, Status
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve


def random_position(rnd, players=3, largest=7):
    """A position after a random game that prefers cells with many contacts, so that chains are there to be found."""
    deck = [(suit, rank) for suit in range(rnd.choice((3, 4))) for rank in range(1, rnd.choice((6, 8, 14)))]
    rnd.shuffle(deck)
    hand, rest = frozenset(deck[:largest]), frozenset(deck[largest:])
    board = frozenset({((0, 0), None)})
    for _ in range(rnd.randrange(6, 26)):
        found = plain.placements(board, rest)
        if not found:
            break
        closing = [it for it in found if it[2] > 1 and rnd.random() < 0.8]
        card, cell, _touches = rnd.choice(closing or found)
        board |= {(cell, card)}
        rest -= {card}
    hands = [sorted(hand)[: rnd.randrange(1, largest + 1)], *([card] for card in sorted(rest)[: players - 1])]
    hands += [[] for _ in range(players - len(hands))]
    return plain.position(dict(board), hands, extra=rnd.random() < 0.3)


@pytest.mark.parametrize("part", range(4))
def test_agrees_with_trying_everything(part):
    lengths = set()
    for seed in range(part, 4 * often(120), 4):
        state = random_position(random.Random(seed))
        plain.placements.cache_clear()
        board, hands, seat, _, _ = plain.plain_position(state)
        best = plain.longest_turn(board, hands[seat])
        answer = solve(state, "turn")
        assert (answer.value, answer.bound, answer.status) == (best, best, Status.OPTIMAL)
        check_triangle(state, answer)
        lengths.add(best)
    assert {0, 1, 2, 3} <= lengths or not COMPILED  # few are tried then


def test_nothing_fits():
    state = plain.position({(0, 0): None, (0, 1): (0, 1), (0, -1): (0, 2), (1, 0): (0, 3)}, [[(3, 9)], [(3, 10)]])
    answer = solve(state, "turn")
    assert (answer.value, answer.moves, answer.status) == (0, (), Status.OPTIMAL)


def test_a_node_limit_is_honest():
    states = (random_position(random.Random(seed)) for seed in range(1000))
    state = next(it for it in states if solve(it, "turn").value == 3)
    short = solve(state, "turn", nodes=1)
    assert short.status is Status.FEASIBLE
    assert short.limit is Limit.NODES
    assert short.value < solve(state, "turn").value <= short.bound
    check_triangle(state, short)
