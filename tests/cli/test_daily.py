"""The deal of a day: the date is the seed, for everybody, and the log says so."""

from __future__ import annotations

import json
import re

import pytest

from cardsolo.games import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_the_date_is_the_seed_and_the_log_says_so(cli, game):
    done = cli.run("play", game, "--daily", "--json", stdin="resign\n")
    assert done.code == 0
    start = done.objects[0]
    day, seed = re.match(r"the deal of (\S+): seed (\d+)\n", done.err).groups()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", day)
    assert seed == day.replace("-", "")
    assert start["daily"] == day
    assert start["deal"]["seed"] == int(seed)
    same = cli.run("play", game, "--seed", seed, "--json", stdin="resign\n").objects[0]
    assert start["deal"] == same["deal"]
    assert "daily" not in same
    assert cli.run("verify", "-", stdin=done.out).code == 0


@pytest.mark.parametrize("other", [("--seed", "7"), ("--deal", "-"), ("--position", "-"), ("--resume", "x")])
def test_it_stands_alone(cli, other):
    done = cli.run("play", "dungeon", "--daily", *other)
    assert done.code == 2
    assert "--daily is a deal of its own" in done.err


def test_a_resumed_game_keeps_its_day(cli):
    assert cli.run("play", "dungeon", "--daily", "--log", "g", stdin="quit\n").code == 0
    assert cli.run("play", "dungeon", "--resume", "g", stdin="resign\n").code == 0
    lines = [json.loads(line) for line in (cli.directory / "g").read_text().splitlines()]
    assert "daily" in lines[0]
    assert lines[-1]["type"] == "end"


def test_a_game_of_a_wanted_difficulty(cli):
    done = cli.run("play", "dungeon", "--find", "clearable", "--grade", "hard", "--seed", 1, "--json", stdin="resign\n")
    assert done.code == 0
    found = cli.run("deal", "dungeon", "--find", "clearable", "--grade", "hard", "--seed", 1, "--json")
    assert done.objects[0]["deal"] == found.objects[0]
    assert "clearable, hard (" in done.err
    assert cli.run("verify", "-", stdin=done.out).code == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("dungeon", "--grade", "hard"), "--grade goes with --find"),
        (("rogue", "--find", "clearable"), "--find"),
        (("dungeon", "--find", "clearable", "--resume", "x"), "--find deals from seeds"),
        (("dungeon", "--find", "clearable", "--deal", "-"), "--find deals from seeds"),
    ],
)
def test_what_cannot_be_looked_for(cli, arguments, said):
    done = cli.run("play", *arguments)
    assert done.code == 2
    assert said in done.err
