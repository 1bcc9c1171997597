"""Whether two methods agree: everything that both have proved or shown, for `--proof` and for audits alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dungeon_problems import clearable, not_clearable

from cardsolo.core.errors import OptionError, SolverError
from cardsolo.games.dungeon.formats import position_from_json
from cardsolo.games.dungeon.state import Rules
from solvers.agreement import Agreement, agreement, differences, joined
from solvers.dungeon import programs
from solvers.result import DungeonAnswer, Limit, Verdict
from solvers.survey import dungeon as survey

C = DungeonAnswer(Verdict.CLEARABLE, 12, 6, True, (), 0, 0.0, "search", rules=Rules())
N = DungeonAnswer(Verdict.NOT_CLEARABLE, 10, None, True, (), 0, 0.0, "search", rules=Rules())
FOUND = replace(C, spare=4, optimal=False, limit=Limit.TIME)
REFUTED = replace(N, kills=8, optimal=False, limit=Limit.TIME)
STOPPED = replace(N, verdict=Verdict.UNDECIDED, kills=9, optimal=False, limit=Limit.NODES)


def by(answer, **changes):
    return replace(answer, method="cpsat", **changes)


CASES = {
    "the same clear": (C, C, []),
    "the same refutation": (N, N, []),
    "verdicts": (C, N, ["verdict", "kills", "spare", "spare and kills"]),
    "verdicts, nothing proved greatest": (FOUND, REFUTED, ["verdict"]),
    "spare": (C, replace(C, spare=5), ["spare", "spare and kills"]),
    "spare of 0 and 1": (replace(C, spare=0), replace(C, spare=1), ["spare", "spare and kills"]),
    "kills": (N, replace(N, kills=9), ["kills", "spare and kills"]),
    "found less than proved": (C, FOUND, []),
    "found as much as proved": (C, replace(FOUND, spare=6), []),
    "found greater than proved": (C, replace(FOUND, spare=7), ["spare and kills"]),
    "more kills found than proved": (N, replace(REFUTED, kills=11), ["spare and kills"]),
    "undecided, with less": (N, STOPPED, []),
    "undecided, with as much": (N, replace(STOPPED, kills=10), []),
    "undecided, with more than is proved possible": (N, replace(STOPPED, kills=11), ["spare and kills"]),
    "two found clears": (FOUND, replace(FOUND, spare=1), []),
    "two undecided": (STOPPED, replace(STOPPED, kills=3), []),
}


@pytest.mark.parametrize(("first", "second", "expected"), CASES.values(), ids=CASES)
def test_what_cannot_both_be_true_is_named_whoever_comes_first(first, second, expected):
    assert [difference.what for difference in differences(first, by(second))] == expected
    assert [difference.what for difference in differences(by(second), first)] == expected
    undecided = Verdict.UNDECIDED in (first.verdict, second.verdict)
    judged = Agreement.DISAGREES if expected else Agreement.UNDECIDED if undecided else Agreement.AGREES
    assert agreement(first, by(second)) is judged
    if expected:
        with pytest.raises(SolverError, match="the methods disagree: "):
            joined(first, by(second))


def test_a_disagreement_says_what_each_method_says():
    with pytest.raises(SolverError) as caught:
        joined(C, by(C, spare=5))
    assert str(caught.value) == "the methods disagree: spare is 6 by search, 5 by cpsat"


@pytest.mark.parametrize(
    ("first", "second", "method", "verdict", "optimum"),
    [
        (C, by(C), "search", ("search", "cpsat"), ("search", "cpsat")),
        (FOUND, by(C), "cpsat", ("search", "cpsat"), ("cpsat",)),
        (C, by(FOUND), "search", ("search", "cpsat"), ("search",)),
        (FOUND, by(FOUND, spare=5), "cpsat", ("search", "cpsat"), ()),
        (REFUTED, by(N), "cpsat", ("search", "cpsat"), ("cpsat",)),
        (REFUTED, by(REFUTED, kills=9), "cpsat", ("search", "cpsat"), ()),
        (STOPPED, by(N), "cpsat", ("cpsat",), ("cpsat",)),
        (STOPPED, by(FOUND), "cpsat", ("cpsat",), ()),
        (STOPPED, by(STOPPED), "search", (), ()),
        (C, None, "search", ("search",), ("search",)),
        (STOPPED, None, "search", (), ()),
    ],
)
def test_the_stronger_answer_stands_with_who_proved_what(first, second, method, verdict, optimum):
    """A witness of the verdict counts, though only the optimum was out of its reach."""
    answer = joined(first, second)
    assert (answer.method, answer.proved_by, answer.optimum_by) == (method, verdict, optimum)
    assert answer.to_json()["proved_by"] == list(verdict)
    assert answer.to_json()["optimum_by"] == list(optimum)
    shown = [", ".join(names) or "-" for names in (verdict, optimum)]
    assert answer.lines()[-1] == f"verdict proved by: {shown[0]}; optimum proved by: {shown[1]}"


def test_words_never_claim_the_most_where_it_is_not_proved():
    assert C.lines()[0] == "clearable with 6 cards to spare (proved the most)"
    assert FOUND.lines()[0] == "clearable with 4 cards to spare (not proved the most)"
    assert N.lines()[0] == "not clearable, proved; 10 of 12 monsters can be killed (proved the most)"
    assert REFUTED.lines()[0] == "not clearable, proved; 8 of 12 monsters killed at best so far (not proved the most)"
    assert STOPPED.lines()[0] == "undecided; 9 of 12 monsters (the best found)"
    assert replace(C, spare=1, seed=7).lines()[0] == "seed 7: clearable with 1 card to spare (proved the most)"
    assert REFUTED.lines()[-1].endswith(", stopped by time")


# --- both users of it -------------------------------------------------------------------------------------------------
CLEAR, LOST = position_from_json(clearable()), position_from_json(not_clearable())


@pytest.mark.parametrize("method", ["search", "cpsat"])
@pytest.mark.parametrize(("state", "verdict"), [(CLEAR, "clearable"), (LOST, "not-clearable")])
def test_proof_asks_both_methods(method, state, verdict):
    answer = programs.solve(state, method=method, proof=True)
    assert (answer.verdict, answer.method) == (verdict, method)
    assert set(answer.proved_by) == {"search", "cpsat"}
    assert programs.solve(state, method=method).proved_by is None


def test_an_unknown_method_is_refused():
    with pytest.raises(OptionError, match="method cannot be magic"):
        programs.solve(CLEAR, method="magic")


@pytest.mark.parametrize("other", ["search", "cpsat"])
def test_proof_and_audit_bite_where_one_method_is_wrong(other, monkeypatch):
    """Each method in turn calls a clearable position lost; both uses must say so."""
    honest = programs.METHODS[other]

    def wrong(state, **limits):
        return replace(honest(state, **limits), verdict=Verdict.NOT_CLEARABLE, kills=0, spare=None, line=())

    monkeypatch.setitem(programs.METHODS, other, wrong)
    for method in ("search", "cpsat"):
        with pytest.raises(SolverError, match="the methods disagree: verdict is"):
            programs.solve(CLEAR, method=method, proof=True)
    truth = honest(CLEAR)
    assert survey._audit(CLEAR, truth) == "agrees"
    assert survey._audit(CLEAR, wrong(CLEAR)) == "disagrees"
    assert survey._audit(CLEAR, replace(STOPPED, kills=0)) == "undecided"


def interrupted(state, **_limits):
    return replace(STOPPED, kills=len(state.killed), method="cpsat", limit=Limit.INTERRUPT)


def test_a_comparison_that_is_interrupted_keeps_the_first_answer(monkeypatch):
    monkeypatch.setitem(programs.METHODS, "cpsat", interrupted)
    answer = programs.solve(CLEAR, proof=True)
    assert (answer.verdict, answer.spare, answer.optimal, answer.limit) == ("clearable", 2, True, Limit.INTERRUPT)
    assert answer.proved_by == answer.optimum_by == ("search",)


def test_after_an_interrupted_first_method_the_second_is_not_asked(monkeypatch):
    asked = []
    monkeypatch.setitem(programs.METHODS, "search", interrupted)
    monkeypatch.setitem(programs.METHODS, "cpsat", lambda state, **_limits: asked.append(state))
    assert programs.solve(CLEAR, proof=True).limit is Limit.INTERRUPT
    assert asked == []
