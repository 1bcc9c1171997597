"""The whole program in Japanese: no English sentence is left in help, errors, games and surveys."""

from __future__ import annotations

import json
import re

import pytest
from support import FIXTURES

from cardsolo.cli.app import COMMANDS
from cardsolo.games import NAMES

#: Words that stand in Latin letters in every language: what is typed, names of programs and formats, proper names.
RUN = re.compile(r"[A-Za-z][a-z'’]+(?: [A-Za-z'’]+){2,}")
NAMES_OF = (
    "Black Sewers", "Poisonous Dungeon", "Undead Catacombs", "Flaming Underworld", "Sunken Keep of Og", "Og's Sanctum Guard",
    "Undead Soldier", "Undead Giant", "Undead Knight", "Undead Lord", "Skeleton Lord", "Serpent Knight", "Serpent Demon",
    "Og's Remains", "Og's Blood",
)  # fmt: skip


def english(text):
    """Return what reads like English: three Latin words in a row, commands and notation aside."""
    for name in NAMES_OF:
        text = text.replace(name, "")
    lines = [
        line for line in text.splitlines() if not re.match(r"\s*(cardsolo|printf|python|pip|for|done|\$|[|]) ?", line)
    ]
    kept = re.sub(r"`[^`]*`|(?<!\w)--?[a-z][a-z-]*(?: [A-Z]+)?|cardsolo [a-z]+[^。、）]*", " ", "\n".join(lines))
    return RUN.findall(kept)


def test_the_scan_finds_english():
    assert english("the game is over") == ["the game is over"]
    assert english("  cardsolo play dungeon --seed 7\nゲームは終わりです feat hp 1") == []


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
    assert english(done.out) == []
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
    assert english(done.err) == []
    assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", done.err)


def test_faults_of_a_deal(inside):
    deal = {"type": "deal", "game": "dungeon", "piles": [["JC", "11H"]], "deck": 5}
    done = inside.run("--lang", "ja", "solve", "dungeon", "--deal", "-", stdin=json.dumps(deal))
    assert done.code == 2
    assert english(done.err) == []


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/golden/*.jsonl"))[::9], ids=lambda path: path.stem)
def test_replays(inside, path):
    done = inside.run("--lang", "ja", "replay", path)
    assert done.code == 0
    assert english(done.out) == []
    assert english(inside.run("--lang", "ja", "stats", path).out) == []


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
    assert english(done.out + done.err) == []
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
        assert english(done.out + done.err) == [], arguments


def test_the_language_is_chosen_as_people_expect(cli):
    japanese = {"LANG": "ja_JP.UTF-8"}
    assert "コマンド" in cli.run("-h", env=japanese).out
    assert "Commands" in cli.run("-h", env=japanese | {"CARDSOLO_LANG": "en"}).out
    assert "コマンド" in cli.run("--lang", "ja", "-h", env={"CARDSOLO_LANG": "en"}).out
    assert "コマンド" in cli.run("-h", env={"CARDSOLO_LANG": "ja", "LC_ALL": "C"}).out
