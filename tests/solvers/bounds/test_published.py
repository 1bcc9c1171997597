"""The published bounds: above every rate that a player reached, and a sample of each computed again."""

from __future__ import annotations

import importlib.util
import json

import pytest
from amount import PROFILE
from support import ROOT

SURVEYS = ROOT / "fixtures" / "surveys"
ROGUE = json.loads((SURVEYS / "rogue-bounds.json").read_text("utf-8"))
DUNGEON = json.loads((SURVEYS / "dungeon-bound.json").read_text("utf-8"))
WINS = json.loads((SURVEYS / "rogue-wins.json").read_text("utf-8"))["rows"]


def script(name):
    """Return a script of tests/benchmarks as a module."""
    path = ROOT / "tests" / "benchmarks" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_player_wins_more_often_than_the_bound():
    bounds = {row["difficulty"]: row["bound"] for row in ROGUE["rows"]}
    assert len(bounds) == 4
    for row in WINS:
        assert row["high"] < bounds[row["difficulty"]], row
    for row in ROGUE["rows"]:
        assert row["bound"] == pytest.approx(row["value"] + ROGUE["rounding"], abs=1e-4)


def test_the_fight_with_the_last_boss_is_worth_the_same_again():
    sample = ROGUE["before_last_boss"]
    again = script("bound_rogue").before_last_boss(
        sample[0]["armor"], [(hero["hp"], hero["xp"], hero["spells"]) for hero in sample]
    )
    assert again == [hero | {"value": pytest.approx(hero["value"], abs=3e-6)} for hero in sample]


def test_deals_of_the_dungeon_have_the_same_shares_again():
    measure = script("bound_dungeon").measure
    for line in DUNGEON["sample"][: 2 if PROFILE == "default" else None]:
        assert measure(line["seed"], DUNGEON["hands"], DUNGEON["orders"]) == line


def test_the_bound_of_the_dungeon_follows_from_its_numbers():
    assert DUNGEON["bound"] == pytest.approx(DUNGEON["known"] - DUNGEON["loss"])
    assert DUNGEON["low"] < DUNGEON["bound"] < DUNGEON["high"] < DUNGEON["known"]
