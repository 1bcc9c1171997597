"""The grade of a deal: reproducible, blind to names, and what its words promise."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from dungeon_games import seeded, start
from support import load_pure

from cardsolo.core.cards import JOKER
from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon.state import Rules
from solvers.dungeon import solver
from solvers.dungeon.grade import EASY, FAIR, Grade, find_seed, grade
from solvers.dungeon.kernel import greedy
from solvers.dungeon.kernel.search import Search
from solvers.result import Verdict


def test_a_deal_has_one_grade():
    for seed in range(1, 6):
        first = grade(seeded(seed))
        grade(seeded(seed + 100))
        assert grade(seeded(seed)) == first
        assert 0 <= first.share <= 1
        assert first.error <= 0.016


def test_grades_spread_and_follow_the_thresholds():
    graded = [grade(seeded(seed)) for seed in range(1, 41)]
    assert {g.grade for g in graded} == set(Grade)
    for g in graded:
        assert (g.grade is Grade.EASY) == (g.share >= EASY)
        assert (g.grade is Grade.HARD) == (g.share < FAIR)


@pytest.mark.parametrize(
    ("clears", "wanted"),
    [(1000, "easy"), (401, "easy"), (400, "easy"), (399, "fair"), (150, "fair"), (149, "hard"), (0, "hard")],
)
def test_the_limits_of_the_grades(monkeypatch, clears, wanted):
    """Easy from 40 % of a thousand playouts that clear, fair from 15 %, both limits included."""

    class Playouts:
        def __init__(self, engine):
            pass

        def clears(self, games, stream):
            return clears * games // 1000

    monkeypatch.setattr("solvers.dungeon.grade.Greedy", Playouts)
    graded = grade(seeded(1))
    assert (graded.grade.value, graded.share) == (wanted, clears / 1000)


def test_jokers_make_deals_easier():
    """In place of low cards, over twenty deals."""
    plain = [seeded(seed) for seed in range(1, 21)]
    helped = [
        replace(s, rules=Rules(jokers=6), deck=tuple(JOKER if card.rank == 1 else card for card in s.deck))
        for s in plain
    ]
    assert sum(grade(s).share for s in helped) > sum(grade(s).share for s in plain) + 4


@pytest.mark.parametrize("wanted", list(Grade))
def test_a_seed_of_a_grade_is_found_and_is_clearable(wanted):
    dealt, graded = find_seed(Rules(jokers=1), wanted, count(1))
    state = start(formats.deal(Rules(jokers=1), dealt.seed))
    assert graded == grade(state)
    assert graded.grade is wanted
    assert solver.decide(state).verdict is Verdict.CLEARABLE
    assert find_seed(Rules(), wanted, []) is None


def test_an_unclearable_deal_is_never_found():
    seeds = range(1, 40)
    bad = [s for s in seeds if solver.decide(seeded(s, jokers=0)).verdict is Verdict.NOT_CLEARABLE]
    assert bad
    assert find_seed(Rules(jokers=0), None, bad) is None


def test_uncompiled_playouts_are_the_same():
    engine = Search()
    solver.load(engine, seeded(3))
    pure = load_pure("solvers.dungeon.kernel.greedy")
    assert pure.Greedy(engine).clears(20, 9) == greedy.Greedy(engine).clears(20, 9)
