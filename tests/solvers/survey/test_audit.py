"""Audits bite: a second method that says something else is a disagreement, one that says nothing is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolo.core.chance import NoChance
from cardsolo.games.dungeon.game import Dungeon
from solvers.dungeon import cpsat
from solvers.dungeon.solver import decide, solve
from solvers.result import Verdict
from solvers.survey.sample import is_audited
from solvers.survey.settings import question_of

SEED = 12


def state_of(seed):
    game = Dungeon()
    return game.start(game.deal(game.rules_of({}), seed), NoChance()).state


def audited(monkeypatch, ask, second):
    """Return the word of the audit where the second method answers `second`."""
    monkeypatch.setattr(cpsat, "solve", lambda state: second)
    return question_of("dungeon", ask, audit=1).answerer()(SEED)["audit"]


@pytest.fixture(scope="module")
def truth():
    return replace(solve(state_of(SEED)), method="cpsat")  # CP-SAT itself has tests of its own, and takes seconds


@pytest.fixture(scope="module")
def worse():
    """A clear with fewer cards to spare than can be had, which the referee passes."""
    found = decide(state_of(SEED))
    assert found.verdict is Verdict.CLEARABLE
    return found


@pytest.mark.parametrize("ask", ["optimum", "verdict"])
def test_the_truth_agrees(monkeypatch, truth, ask):
    assert audited(monkeypatch, ask, truth) == "agrees"


@pytest.mark.parametrize("ask", ["optimum", "verdict"])
def test_another_verdict_disagrees(monkeypatch, truth, ask):
    lie = replace(truth, verdict=Verdict.NOT_CLEARABLE, line=(), kills=0, spare=None)
    assert audited(monkeypatch, ask, lie) == "disagrees"


def test_another_optimum_disagrees(monkeypatch, truth, worse):
    assert worse.spare < truth.spare, "choose another seed"
    assert audited(monkeypatch, "optimum", replace(worse, optimal=True)) == "disagrees"
    assert audited(monkeypatch, "optimum", replace(worse, optimal=False)) == "agrees"  # it claims no more than it shows


def test_a_method_that_proves_nothing_is_undecided(monkeypatch, truth):
    nothing = replace(truth, verdict=Verdict.UNDECIDED, line=(), kills=0, spare=None, optimal=False)
    assert audited(monkeypatch, "optimum", nothing) == "undecided"
    assert audited(monkeypatch, "verdict", nothing) == "undecided"


def test_the_sample_is_settled_by_the_seed_and_as_large_as_was_asked():
    assert not any(is_audited(seed, 0) for seed in range(1000))
    assert all(is_audited(seed, 1) for seed in range(1000))
    tenth = [seed for seed in range(10_000) if is_audited(seed, 0.1)]
    assert 900 < len(tenth) < 1100
    assert set(tenth) <= {seed for seed in range(10_000) if is_audited(seed, 0.2)}
    assert tenth[:5] == [43, 47, 53, 57, 120]  # of every version: results of older files stay comparable


def test_only_the_sample_is_audited(monkeypatch, truth):
    monkeypatch.setattr(cpsat, "solve", lambda state: pytest.fail("this seed is not in the sample"))
    out = next(seed for seed in range(1, 100) if not is_audited(seed, 0.1))
    assert "audit" not in question_of("dungeon", "verdict", audit=0.1).answerer()(out)
