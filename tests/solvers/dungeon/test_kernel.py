"""The kernels as such: compiled and uncompiled they do the same, and the pile relation is what its definition says."""

from __future__ import annotations

import itertools
import sys

import pytest
from amount import often
from dungeon_games import seeded, tiny_games
from hypothesis import given, settings
from hypothesis import strategies as st
from support import load_pure

from solvers.dungeon import solver
from solvers.dungeon.kernel import search as compiled
from solvers.dungeon.kernel.piles import CODES, DONE, LEVEL, TYPES, Piles

NAMES = [f"solvers.dungeon.kernel.{name}" for name in ("piles", "bounds", "layer", "ways", "search")]


@pytest.fixture(scope="module")
def pure():
    """kernel/search.py and all that it imports, uncompiled."""
    with pytest.MonkeyPatch.context() as patch:
        for name in NAMES:
            module = load_pure(name)
            patch.setitem(sys.modules, name, module)
    return module


def trace(kernel, state, question, pruning=compiled.ALL):
    engine = kernel.Search()
    solver.load(engine, state, pruning)
    engine.begin(*question)
    status = engine.run(10**6)
    line = engine.line() if status == kernel.FOUND else None
    return status, engine.nodes, engine.layers(), engine.least(), line


@pytest.mark.parametrize(
    "options", [{}, {"jokers": 0}, {"ace": 11}, {"chain": True}, {"jokers": 5, "ace": 11, "chain": True}], ids=str
)
@pytest.mark.parametrize("question", [(36, 12, 12), (40, 12, 6), (40, 11, 12), (12, 4, 0), (9, 2, 0)])
def test_uncompiled_does_the_same(pure, options, question):
    state = seeded(5, **options)
    assert pure.Search is not compiled.Search
    assert trace(pure, state, question) == trace(compiled, state, question)


@given(state=tiny_games(most_cards=9), pruning=st.integers(0, compiled.ALL))
@settings(max_examples=often(60))
def test_uncompiled_does_the_same_on_tiny_games(pure, state, pruning):
    cards, alive = len(state.hand + state.deck), sum(map(len, state.piles))
    for goal in {1, alive}:
        question = cards, goal, 0
        assert trace(pure, state, question, pruning) == trace(compiled, state, question, pruning)


PILES = [
    [(0, 11), (1, 12), (2, 13)],
    [(0, 13), (0, 12), (0, 11)],
    [(3, 12), (2, 11)],
    [(1, 13)],
]


@pytest.mark.parametrize("ace", [1, 11])
@pytest.mark.parametrize("chain", [False, True])
def test_the_pile_relation_is_the_greatest_simulation(ace, chain):
    """Against a fixed point from above, computed by its definition with no order of evaluation."""
    types = [12 * suit + (ace if value == 1 else value) for suit in range(4) for value in range(1, 11)] + [58]
    piles = Piles()
    piles.load(PILES, types, ace, chain, True)
    for p in range(4):
        codes = [piles.codes[p * CODES + i] for i in range(piles.count[p])]
        steps = {a: [piles.step[(p * CODES + a) * TYPES + t] for t in types] for a in codes}
        related = {(a, b) for a, b in itertools.product(codes, codes) if a // LEVEL <= b // LEVEL}
        while True:
            kept = {
                (a, b)
                for a, b in related
                if all(x < 0 or (x, b) in related or (x, y) in related for x, y in zip(steps[a], steps[b], strict=True))
            }
            if kept == related:
                break
            related = kept
        assert related == {(a, b) for a, b in itertools.product(codes, codes) if piles.le[(p * CODES + a) * CODES + b]}
        for a, b in related - {(b, a) for a, b in related}:
            assert piles.rank[p * CODES + a] < piles.rank[p * CODES + b]


def test_the_pile_relation_in_words():
    """What the doc string says follows from it: without chain further on is never worse, half the power is enough."""
    piles = Piles()
    piles.load(PILES, [12 * suit + value for suit in range(4) for value in range(1, 11)], 1, False, True)

    def never_worse(p, a, b):
        return piles.le[(p * CODES + a) * CODES + b] == 1

    first = [1 + 2 * (value - 1) for value in range(12)]  # code of a first card of that value; first[0] is unused
    assert all(never_worse(3, 0, first[value]) == (value >= 6) for value in range(3, 11))  # the king: half of 13
    assert all(never_worse(0, 0, first[value]) == (value >= 5) for value in range(1, 11))  # the jack: half of 11
    assert never_worse(0, first[10], DONE)
    assert never_worse(0, DONE, LEVEL)
    assert never_worse(0, 0, 2 * LEVEL)
    assert not never_worse(0, LEVEL, DONE)
