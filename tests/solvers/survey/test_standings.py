"""Games between programs: shares of the wins instead of a rate that does not exist."""

from __future__ import annotations

import csv
import io

import pytest
from support import check_schema

from solvers.survey.question import Question, describe, from_header
from solvers.survey.statistics import wilson
from solvers.survey.summary import Summary, to_csv

PLAYERS = ["greedy", "random", "search:5"]
GAMES = [
    ([1, 2, 3], [0, 2, 4]),
    ([1, 3, 2], [0, 5, 3]),
    ([1, 1, 3], [1, 1, 2]),  # blocked: the first two share the win
    ([2, 1, 3], [1, 0, 6]),
]


@pytest.fixture
def found():
    rules = {"players": 3, "play_on": False, "first": 1}
    summary = Summary(Question("triangle", rules, "player", {"players": PLAYERS}))
    for seed, (ranks, left) in enumerate(GAMES, 1):
        outcome = "out" if 0 in left else "blocked"
        summary.add({"type": "result", "seed": seed, "outcome": outcome, "ranks": ranks, "left": left, "seconds": 0.5})
    return summary


def test_there_is_no_rate_and_each_player_has_shares(found):
    obj = found.to_json()
    check_schema(obj)
    assert obj["rate"] is None
    assert obj["wins"] == {"1": 2.5, "2": 1.5, "3": 0.0}
    first, second, third = obj["players"]
    low, high = wilson(2.5, 4)
    assert first == {
        "player": "greedy", "wins": 2.5, "share": 0.625, "low": round(low, 6), "high": round(high, 6),
        "ranks": {"1": 3, "2": 1}, "left": 0.5,
    }  # fmt: skip
    assert (second["ranks"], second["left"]) == ({"1": 2, "2": 1, "3": 1}, 2.0)
    assert (third["player"], third["share"], third["left"]) == ("search:5", 0.0, 3.75)


def test_csv_has_empty_rates_and_the_shares(found):
    (row,) = csv.DictReader(io.StringIO(to_csv([found])))
    assert (row["rate"], row["low"], row["high"]) == ("", "", "")
    assert row["win_shares"] == "0.625000 0.375000 0.000000"
    assert row["question"] == "triangle player players=3 play_on=false first=1 players=greedy,random,search:5"


def test_a_game_without_an_answer_is_nobodys(found):
    found.add({"type": "result", "seed": 9, "crashed": True})
    assert [player["share"] for player in found.to_json()["players"]] == [0.625, 0.375, 0.0]


def test_before_any_game_nobody_has_won():
    obj = Summary(Question("triangle", {}, "player", {"players": PLAYERS})).to_json()
    check_schema(obj)
    assert [(player["share"], player["low"], player["high"], player["left"]) for player in obj["players"]] == [
        (0.0, 0.0, 1.0, None)
    ] * 3


def test_one_player_alone_has_a_rate():
    summary = Summary(Question("triangle", {"players": 1}, "player", {"players": ["greedy"]}))
    summary.add({"type": "result", "seed": 1, "outcome": "out", "ranks": [1], "left": [0]})
    summary.add({"type": "result", "seed": 2, "outcome": "blocked", "ranks": [1], "left": [3]})
    assert summary.to_json()["rate"]["value"] == 0.5
    assert "players" not in summary.to_json()


@pytest.mark.parametrize("order", [1, -1])
def test_a_question_reads_the_same_whatever_order_its_keys_had(order):
    header = {
        "type": "survey", "format": "cardsolo-survey/1", "game": "dungeon", "ask": "optimum",
        "rules": dict([("ace", 1), ("chain", False), ("jokers", 2)][::order]),
        "settings": dict([("audit", 0.5), ("more", 1), ("nodes", 5)][::order]),
    }  # fmt: skip
    assert describe(from_header(header)) == "dungeon optimum jokers=2 ace=1 chain=false nodes=5 audit=0.5 more=1"
