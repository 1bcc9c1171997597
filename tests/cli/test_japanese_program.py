"""The whole program in Japanese: no English sentence is left in help, errors, games and surveys."""

from __future__ import annotations

import json
import re

import pytest
from latin import CARDS, english, grammar, notation
from support import FIXTURES

from cardsolo.cli.app import COMMANDS
from cardsolo.games import NAMES


@pytest.mark.parametrize(
    "command",
    [
        [],
        *([name] for name in COMMANDS),
        ["solve", "dungeon"],
        ["solve", "triangle"],
        *(["survey", name] for name in (*NAMES, "summary", "merge", "plot")),
    ],
    ids=" ".join,
)
def test_help(inside, command):
    done = inside.run("--lang", "ja", *command, "-h")
    assert done.code == 0
    assert english(done.out, grammar()) == []
    assert "使い方" in done.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "dungen"], ["solve", "dungeon", "--sed", "7"], ["play", "rouge"], ["deal", "dungeon", "--jokers", "99"],
        ["verify", "missing.jsonl"], ["solve", "rogue"], ["play", "dungeon", "--seed", "x"], ["advise", "dungeon"],
        ["odds", "rogue", "--hp", "99", "--monster-hp", "3", "--damage", "2"], ["survey", "dungeon", "--seeds", "9..1", "--out", "x"],
        ["render", "x", "-o", "y.gif"], ["play", "dungeon", "--match"], ["solve", "dungeon", "--time-limit", "nan"], ["nonsense"],
        ["replay", "-"], ["stats", "-"], ["solve", "triangle", "--deal", "-"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_errors(inside, arguments):
    done = inside.run("--lang", "ja", *arguments)
    assert done.code == 2
    typed = frozenset(re.findall(r"\w+", " ".join(arguments)))
    assert english(done.err, grammar() | typed) == []
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", done.err)


def test_faults_of_a_deal(inside):
    deal = {"type": "deal", "game": "dungeon", "piles": [["JC", "11H"]], "deck": 5}
    done = inside.run("--lang", "ja", "solve", "dungeon", "--deal", "-", stdin=json.dumps(deal))
    assert done.code == 2
    assert english(done.err, CARDS | {"piles", "deck"}) == []


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/golden/*.jsonl"))[::9], ids=lambda path: path.stem)
def test_replays(inside, path):
    done = inside.run("--lang", "ja", "replay", path)
    assert done.code == 0
    assert english(done.out, notation(path.parts[-3])) == []
    assert english(inside.run("--lang", "ja", "stats", path).out, grammar()) == []


@pytest.mark.parametrize(
    ("arguments", "script"),
    [
        (["play", "dungeon", "--seed", "7"], "ヘルプ\nクラブの5を山3へ\n待った\nヒント\n投了\n"),
        (["play", "triangle", "--seed", "7", "--seats", "human,greedy"], "ヘルプ\nパス\n待った\n投了\n"),
        (["play", "rogue", "--seed", "7"], "ヘルプ\n１\nヒント\n投了\n"),
    ],
    ids=NAMES,
)
def test_games_by_script(inside, arguments, script):
    done = inside.run("--lang", "ja", *arguments, stdin=script)
    assert done.code == 0, done.err
    assert english(done.out + done.err, notation(arguments[1])) == []
    assert "投了" in done.out


def test_solvers_and_surveys(inside):
    for arguments in (
        ["solve", "dungeon", "--seed", "7"],
        ["solve", "triangle", "--seed", "7", "--objective", "all", "--nodes", "3000", "--jobs", "1"],
        ["odds", "rogue", "--hp", "5", "--monster-hp", "7", "--damage", "2"],
        ["games"],
        ["deal", "rogue", "--seed", "7"],
    ):
        done = inside.run("--lang", "ja", *arguments)
        assert english(done.out + done.err, CARDS | grammar()) == [], arguments


def test_the_language_is_chosen_as_people_expect(cli):
    japanese = {"LANG": "ja_JP.UTF-8"}
    assert "コマンド" in cli.run("-h", env=japanese).out
    assert "Commands" in cli.run("-h", env=japanese | {"CARDSOLO_LANG": "en"}).out
    assert "コマンド" in cli.run("--lang", "ja", "-h", env={"CARDSOLO_LANG": "en"}).out
    assert "コマンド" in cli.run("-h", env={"CARDSOLO_LANG": "ja", "LC_ALL": "C"}).out
