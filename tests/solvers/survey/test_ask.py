"""Surveys as an iterator: what is asked is checked at once, results come in order, typed, and leaving ends the workers."""

from __future__ import annotations

import itertools

import pytest
from support import check_schema
from toy_survey import toy

from cardsolo.core.errors import OptionError
from solvers.result import Limit, Status, Verdict
from solvers.survey import ask
from solvers.survey.ask import survey
from solvers.survey.question import describe, from_header
from solvers.survey.result import from_line
from solvers.survey.settings import question_of


def test_a_verdict_for_each_seed_in_order():
    found = list(survey("dungeon", seeds=range(1, 31), ask="verdict", jobs=2, jokers=0))
    assert [result.seed for result in found] == list(range(1, 31))
    assert {result.verdict for result in found} <= {Verdict.CLEARABLE, Verdict.NOT_CLEARABLE}
    for result in found:
        check_schema(result.to_json())


def test_optimum_is_asked_by_default_and_options_of_the_game_count():
    (plain,) = survey("dungeon", seeds=[7], jobs=1)
    (chained,) = survey("dungeon", seeds="7", jobs=1, chain=True)
    assert (plain.kills, plain.spare, plain.optimal) == (12, 6, True)
    assert chained.spare > plain.spare
    assert repr(plain).startswith(
        "SurveyResult(seed=7, verdict=<Verdict.CLEARABLE: 'clearable'>, kills=12, spare=6, opt"
    )


def test_options_of_the_game_may_come_as_a_dictionary():
    (one,) = survey("dungeon", [7], rules={"chain": True}, jobs=1)
    (other,) = survey("dungeon", [7], chain=True, jobs=1)
    assert one["spare"] == other.spare == one.spare


def test_games_of_programs():
    (game,) = survey("triangle", seeds=[3], players=("greedy", "random", "greedy"), jobs=1)
    assert game.outcome in {"out", "blocked"}
    assert len(game.ranks) == len(game.left) == 3
    (game,) = survey("rogue", seeds=[3], player="greedy", jobs=1, difficulty="casual")
    assert game.outcome in {"won", "died", "lost"}
    assert game.score is not None


def test_limits_are_told():
    (result,) = survey("dungeon", seeds=[1], nodes=1, jokers=0, jobs=1)
    assert (result.verdict, result.limit, result.optimal) == (Verdict.UNDECIDED, Limit.NODES, False)
    (result,) = survey("triangle", seeds=[1], time_limit=0.2, jobs=1)
    assert result.status in {Status.FEASIBLE, Status.UNDECIDED, Status.OPTIMAL}


class Slow:
    """Stands for the pool: the first seed takes longest."""

    def __init__(self):
        self.closed = False
        self.taken = []

    def __call__(self, question, seeds, jobs, scheduler=None):
        try:
            while batch := list(itertools.islice(seeds, 3)):
                self.taken += batch
                yield [{"type": "result", "seed": seed, "verdict": "clearable"} for seed in reversed(batch)]
        finally:
            self.closed = True


def test_results_come_in_the_order_of_the_seeds_or_as_they_are_ready(monkeypatch):
    monkeypatch.setattr(ask, "answers", Slow())
    seeds = [5, 4, 9, 9, 1, 2, 0]
    assert [result.seed for result in survey("dungeon", seeds=seeds)] == seeds
    assert [result.seed for result in survey("dungeon", seeds=seeds, ordered=False)] == [9, 4, 5, 2, 1, 9, 0]


def test_leaving_the_loop_ends_the_work_and_seeds_are_taken_as_they_are_needed(monkeypatch):
    slow = Slow()
    monkeypatch.setattr(ask, "answers", slow)
    results = survey("dungeon", seeds=itertools.count(1))
    assert next(results).seed == 1
    results.close()
    assert slow.closed
    assert slow.taken == [1, 2, 3]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"jokers": 99}, "jokers"),
        ({"rules": {"players": 3}}, "players"),
        ({"more": 1}, "more"),
        ({"ask": "all"}, "“all” is no question about dungeon; there are optimum, verdict, player"),
        ({"ask": "player"}, "need a player"),
        ({"player": "nobody"}, "nobody"),
        ({"player": "greedy", "nodes": 5}, "nodes cannot be set here: “player” of dungeon takes player"),
        ({"seat": 1}, "seat cannot be set here"),
        ({"nodes": 0}, "nodes cannot be 0: it is a whole number from 1"),
        ({"nodes": True}, "nodes cannot be true"),
        ({"nodes": 1.0}, "nodes cannot be 1.0"),
        ({"memory": -1}, "memory cannot be -1"),
        ({"time_limit": 0}, "time_limit cannot be 0: it is a number of seconds above 0"),
        ({"audit": 1.5}, "audit cannot be 1.5: it is a share from 0 to 1"),
        ({"jobs": 0}, "jobs cannot be 0"),
        ({"jobs": 1.5}, "jobs cannot be 1.5"),
        ({"seeds": "9..1"}, "runs backwards"),
        ({"game": "triangle", "players": ["greedy"], "nodes": 1}, "nodes cannot be set here"),
        (
            {"game": "triangle", "players": ["greedy"], "rules": {"players": 3}},
            "1 programs are named to play, and players",
        ),
        ({"game": "triangle", "players": []}, r"players cannot be \[\]"),
        ({"game": "triangle", "players": ["greedy", ""]}, "players cannot be"),
        ({"game": "triangle", "players": ["greedy", "nobody"]}, "nobody"),
        ({"game": "triangle", "seat": 5}, "seat 5 is not at the table: there are 4 players"),
        ({"game": "triangle", "ask": "all", "seat": 1}, "seat cannot be set here"),
        ({"game": "triangle", "ask": "player"}, "need players"),
        ({"game": "rogue", "nodes": 3}, "nodes cannot be set here"),
    ],
    ids=str,
)
def test_what_cannot_be_asked_is_refused_at_once(given, words):
    given = {"game": "dungeon", "seeds": [1]} | given
    with pytest.raises(OptionError, match=words):
        survey(given.pop("game"), **given)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "x"])
def test_what_is_no_seed_is_refused_when_it_is_taken(seed):
    with pytest.raises(OptionError, match="is no seed"):
        list(survey("dungeon", seeds=[seed], ask="verdict", jobs=1))


def test_a_time_limit_stands_in_the_question_where_solving_may_take_hours():
    assert question_of("triangle").settings == {"time_limit": 60.0}
    assert question_of("triangle", nodes=5).settings == {"nodes": 5}
    assert question_of("triangle", players=["greedy"]).settings == {"players": ["greedy"]}
    assert question_of("triangle", players=["greedy"]).rules["players"] == 1
    assert question_of("dungeon").settings == {}
    assert question_of("rogue").settings == {"player": "advisor"}


def test_a_seat_at_the_table_may_go_out():
    assert question_of("triangle", seat=4, nodes=1).settings == {"seat": 4, "nodes": 1}
    assert question_of("triangle", rules={"players": 6}, seat=6, nodes=1).rules["players"] == 6


def test_settings_stand_in_one_order_whatever_order_they_were_given_in():
    one = question_of("dungeon", audit=0.5, nodes=7)
    other = question_of("dungeon", nodes=7, audit=0.5)
    assert list(one.header()["settings"]) == list(other.header()["settings"]) == ["nodes", "audit"]
    assert describe(one) == "dungeon optimum jokers=2 ace=1 chain=false nodes=7 audit=0.5"


def test_games_from_other_packages_are_played_by_their_programs(monkeypatch):
    monkeypatch.setattr("cardsolo.games.installed", lambda: {"other": "cardsolo.games.dungeon.game:Dungeon"})
    question = question_of("other", player="greedy")
    result = question.answerer()(7)
    assert result["outcome"] in {"cleared", "lost"}
    assert from_header(question.header()) == question
    with pytest.raises(OptionError, match="2 programs are named to play, and there are 1 seats"):
        question_of("other", players=["greedy", "greedy"])
    with pytest.raises(OptionError, match="“verdict” is no question about other; there are player"):
        question_of("other", "verdict")


def test_a_crash_is_a_result():
    crashed = from_line({"type": "result", "seed": "9007199254740993", "crashed": True, "error": "why"})
    assert (crashed.seed, crashed.crashed, crashed.error, crashed.verdict) == (9007199254740993, True, "why", None)


def test_what_a_line_holds_is_kept():
    line = toy()._answer(3) | {"more": [1]}
    assert from_line(line).to_json() == line
