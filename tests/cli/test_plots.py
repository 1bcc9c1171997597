"""`analyse --plot`, `stats --plot`, `survey plot`: what the pictures say, and what a missing number costs."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from support import FIXTURES

DUNGEON = FIXTURES / "dungeon" / "golden" / "jokers2-ace1-plain.jsonl"
TRIANGLE = FIXTURES / "triangle" / "match.jsonl"


def texts(path):
    return [item.text for item in ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314


def survey(directory, name, results, *, ask, settings, game="dungeon", rules=None):
    head = {"type": "survey", "format": "cardsolo-survey/1", "program": "1", "game": game, "rules_version": 1}
    head |= {"rules": rules or {"jokers": 2, "ace": 1, "chain": False}, "ask": ask, "settings": settings}
    lines = [head, *({"type": "result", "seed": seed} | result for seed, result in enumerate(results, 1))]
    (directory / name).write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.parametrize("command", [["analyse", DUNGEON], ["stats", DUNGEON]])
def test_another_name_is_refused_before_any_work(inside, command):
    done = inside.run(*command, "--plot", "out.gif")
    assert (done.code, done.out) == (2, "")
    assert "ends in .svg or .png" in done.err


def test_one_missing_number_costs_no_other_plot(inside):
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    solved = {"verdict": "clearable", "kills": 12, "spare": 5, "optimal": True}
    survey(inside.directory, "a.jsonl", [solved, solved | {"spare": 3}], ask="optimum", settings={})
    survey(
        inside.directory,
        "b.jsonl",
        [{"verdict": "clearable"}, {"verdict": "not clearable"}] * 2,
        ask="verdict",
        settings={},
    )
    assert inside.run("survey", "plot", "a.jsonl", "b.jsonl", "-o", "out.svg").code == 0
    said = texts(inside.directory / "out.svg")
    assert "Rate of deals that are clearable, every card known" in said
    assert "Cards to spare, of the deals with a proved best" in said
    assert "rate with 95 % interval, %" in said
    assert any("50.0 % (15.0 to 85.0 %)" in text for text in said)
    assert "n = 4" in said
    assert any("mean 4.00" in text and "n = 2" in text for text in said)
    first = (inside.directory / "out.svg").read_bytes()
    inside.run("survey", "plot", "a.jsonl", "b.jsonl", "-o", "out.svg")
    assert (inside.directory / "out.svg").read_bytes() == first


def test_games_between_programs_have_shares_and_no_rate(inside):
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    played = {"outcome": "out", "ranks": [1, 2], "left": [0, 3]}
    rules = {"players": 2, "play_on": False, "first": 1}
    players = {"players": ["greedy", "search"]}
    survey(inside.directory, "t.jsonl", [played] * 3, ask="player", settings=players, game="triangle", rules=rules)
    assert inside.run("survey", "plot", "t.jsonl", "-o", "out.svg").code == 0
    said = texts(inside.directory / "out.svg")
    assert "1. greedy" in said
    assert any(text.startswith("100.0 % (") for text in said)
    assert not any(text.startswith("Rate of") for text in said)


def test_statistics_and_analysis_draw_too(inside):
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    assert inside.run("stats", DUNGEON, TRIANGLE, "--plot", "stats.svg").code == 0
    said = texts(inside.directory / "stats.svg")
    assert "dungeon: rate of games won, of those that were finished" in said
    assert "seat 3" in said
    assert inside.run("analyse", DUNGEON, "--time", "0.01", "--plot", "game.svg").code in {0, 5}
    said = texts(inside.directory / "game.svg")
    assert "Chance to clear the dungeon, as the player sees it" in said
    assert "after move" in said
