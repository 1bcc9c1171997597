"""No input, however broken, ends in a traceback: random arguments, random bytes, broken copies of good files.

`CARDSOLO_TRACEBACK` is set, so an exception that nobody expected comes through and fails the test.
"""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moves import log_text, script, some_game, some_log

from cardsolo.cli.app import COMMANDS
from cardsolo.games import NAMES, find

CODES = {0, 1, 2, 3, 5}
SAFE = sorted(set(COMMANDS) - {"survey"})  # a survey may start worker processes and take long

#: The fixture is a directory and an environment; nothing in it changes between examples that another one would see.
many = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])

WORDS = [
    *COMMANDS, *NAMES, "--seed", "7", "-1", "--json", "--log", "-", "out", "--deal", "--position", "--resume", "--moves",
    "--jokers", "--ace", "11", "--chain", "--players", "--first", "--play-on", "--difficulty", "hard", "--key", "--lang",
    "ja", "en", "--ascii", "-h", "--", "--step", "--player", "random", "--nodes", "1", "--time-limit", "0.01", "log",
    "schema", "", " ", "\U0001f0cf", "\x1b[31m", "％ｓ", "%s", "{0}", "{name}", "nan", "1e999", "../..", "~", "no such file", ".",
]  # fmt: skip


def deal_line(name="dungeon", seed=7):
    game = find(name)
    return json.dumps(game.deal_to_json(game.deal(game.rules_of({}), seed)))


@many
@given(
    st.lists(
        st.sampled_from(WORDS) | st.text(max_size=8).filter(lambda t: "\0" not in t and t.isprintable()), max_size=7
    ),
    st.data(),
)
def test_random_arguments(inside, arguments, data):
    if "survey" in arguments:
        arguments = [a for a in arguments if a != "survey"]
    if "solve" in arguments:
        arguments = [*arguments, "--nodes", "1"]
    stdin = data.draw(st.sampled_from(["", "x\n", deal_line() + "\n", log_text(some_log()), "resign\n"]))
    done = inside.run(*arguments, stdin=stdin)
    assert done.code in CODES
    assert done.code != 1 or "Error" in done.err
    if done.code:
        assert done.err


@many
@given(st.binary(max_size=300), st.sampled_from(["play", "verify", "replay", "solve", "stats", "position"]))
def test_random_bytes(inside, data, command):
    arguments = {
        "play": ["play", "dungeon", "--seed", "7"],
        "verify": ["verify", "-"],
        "replay": ["replay", "-"],
        "stats": ["stats", "-"],
        "solve": ["solve", "dungeon", "--deal", "-", "--json"],
        "position": ["play", "triangle", "--position", "-"],
    }[command]
    done = inside.run(*arguments, stdin=data)
    assert done.code in {0, 2, 3}
    assert "\x1b" not in done.err


@many
@given(
    st.lists(
        st.sampled_from([*"A23456789TJQKX10cdhsCDHS♠♥@-, 0123456789xXpP", "undo", "redo", "\n", "\n", "resign"]),
        max_size=60,
    )
)
@pytest.mark.parametrize("game", NAMES)
def test_random_scripts(inside, game, parts):
    done = inside.run("play", game, "--seed", 7, "--json", stdin="".join(parts))
    assert done.code in {0, 2}
    assert inside.run("verify", "-", stdin=done.out).code == 0


def broken_copies(text, count):
    """Yield copies of a text with one thing wrong in each: bytes changed, lines lost, doubled, swapped, cut."""
    source = random.Random(f"broken/{len(text)}")
    for _copy in range(count):
        lines = text.encode().splitlines(keepends=True)
        at = source.randrange(len(lines))
        kind = source.randrange(6)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[source.randrange(len(lines))])
        elif kind == 2:
            lines[at] = lines[at][: source.randrange(len(lines[at]))]
        else:
            line = bytearray(lines[at])
            line[source.randrange(len(line))] = source.choice(b'"{}[]:,0159ACDHSX@xntf\\\x00\xff ')
            lines[at] = bytes(line)
        yield b"".join(lines)


@pytest.mark.parametrize("game", NAMES)
def test_broken_copies_of_a_log(inside, game):
    good = log_text(some_log(game, count=25))
    for data in broken_copies(good, 40):
        for command in ("verify", "replay", "stats"):
            done = inside.run(command, "-", stdin=data)
            assert done.code in {0, 2, 3}, data
            assert done.err or done.code == 0
        (inside.directory / "g").write_bytes(data)
        done = inside.run("play", game, "--resume", "g", "--moves", "/dev/null")
        assert done.code in {0, 2, 3}, data


VALUES = [None, True, -1, 3, 10**30, "", "11H", "\x1b[2J", [], {}, [None], "５Ｈ"]


def strange_copies(obj):
    """Yield copies of an object in which one value, at any depth, is another or is not there."""
    yield from ({**obj, "extra": value} for value in VALUES[:4])
    for key, value in obj.items():
        yield {k: v for k, v in obj.items() if k != key}
        for other in VALUES:
            yield {**obj, key: other}
        if isinstance(value, dict):
            yield from ({**obj, key: inner} for inner in strange_copies(value))
        if isinstance(value, list) and value:
            for other in VALUES:
                yield {**obj, key: [other, *value[1:]]}
            yield {**obj, key: value[:-1]}
            yield {**obj, key: [*value, value[0]]}
            if isinstance(value[0], list):
                for other in VALUES:
                    yield {**obj, key: [[other, *value[0][1:]], *value[1:]]}


def origin_objects():
    for name in NAMES:
        game = find(name)
        yield name, "deal", json.loads(deal_line(name))
        lines = some_log(name, count=6)
        deal = game.deal_from_json(lines[0]["deal"])
        from cardsolo.core.session import Origin, Session

        session = Session(Origin(game, deal=deal))
        for move in some_game(name, count=6):
            session.play(game.parse_move(move))
        yield name, "position", game.position_to_json(session.state)


@pytest.mark.parametrize(("game", "kind", "obj"), list(origin_objects()), ids=lambda v: v if isinstance(v, str) else "")
def test_strange_deals_and_positions(inside, game, kind, obj):
    for strange in strange_copies(obj):
        (inside.directory / "o").write_text(json.dumps(strange))
        done = inside.run("play", game, f"--{kind}", "o", "--json")
        assert done.code in {0, 2}, strange
        if done.code == 0:  # then it is a game like any other
            again = inside.run("verify", "-", stdin=done.out)
            assert again.code == 0, (strange, again.err)
        else:
            assert "\x1b" not in done.err


def test_strange_positions_to_the_solver(inside):
    """Whatever the reader lets through, the solver answers, and the referee agrees."""
    obj = {
        "type": "position",
        "game": "dungeon",
        "rules": {"jokers": 2},
        "piles": [["KH"], ["QS"], [], []],
        "attacks": [["TC"], [], [], []],
        "hand": ["9C", "2H"],
        "deck": ["X", "3S", "8S"],
        "killed": ["JC"],
    }
    text = log_text(strange_copies(obj))
    done = inside.run("solve", "dungeon", "--position", "-", "--json", "--log", "g", stdin=text)
    assert len(done.objects) == text.count("\n")
    assert {o["type"] for o in done.objects} == {"answer", "error"}
    assert done.code == 2
    assert inside.run("verify", "g").code == 0


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (["play", "dungeon", "--seed", "7"], b"\xff\xfe\n"),
        (["verify", "-"], b"[" * 100_000),
        (["replay", "-"], b'{"a":' * 100_000),
        (["solve", "dungeon", "--deal", "-", "--json"], b"\x00" * 1000 + b"\n{}\n[]\n"),
        (["play", "triangle", "--seed", "7"], script(["5h 1,1", "p", "undo"]).encode()),
        (["play", "rogue", "--seed", "7"], b"\xe2\x82\n"),
    ],
)
def test_a_few_of_them_as_processes(cli, arguments, stdin):
    assert cli.run(*arguments, stdin=stdin).code in {0, 2, 3}
