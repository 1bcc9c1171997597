"""Where a fault stands: every command says FILE:LINE, once, in words of the input and not of the program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from moves import log_text, some_log

LOG = log_text(some_log())
BROKEN = LOG.replace('"n":5', '"n":6')  # line 6


@pytest.fixture
def files(inside):
    """A directory with files that have one fault each."""
    content = {
        "rubbish": log_text(some_log(count=2)) + "x\n",
        "broken": BROKEN,
        "position": '\n{"type":"position","game":"dungeon","piles":7}\n',
        "nothing": "\n",
        "moves": "# five\n5c 3\nxyzzy\n",
        "survey": '{"type":"survey"}\n',
    }
    for name, text in content.items():
        (inside.directory / name).write_text(text)
    return inside


def words(value):
    return " ".join(map(str, value)) if isinstance(value, tuple) else ""


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        (("replay", "rubbish"), "rubbish:4: not JSON"),
        (("verify", "rubbish"), "rubbish:4: not JSON"),
        (("stats", "rubbish"), "rubbish:4: not JSON"),
        (("analyse", "rubbish"), "rubbish:4: not JSON"),
        (("render", "rubbish", "-o", "r.svg"), "rubbish:4: not JSON"),
        (("advise", "dungeon", "--log", "rubbish"), "rubbish:4: not JSON"),
        (("play", "dungeon", "--resume", "rubbish"), "rubbish:4: not JSON"),
        (("play", "dungeon", "--resume", "rubbish", "--log", "l"), "rubbish:4: not JSON"),
        (("replay", "broken"), "broken:6: n is 6, the rules give 5"),
        (("analyse", "broken"), "broken:6: n is 6"),
        (("render", "broken", "-o", "r.svg"), "broken:6: n is 6"),
        (("advise", "dungeon", "--log", "broken"), "broken:6: n is 6"),
        (("play", "dungeon", "--resume", "broken"), "broken:6: n is 6"),
        (("solve", "dungeon", "--position", "position"), "position:2: this position cannot be used:"),
        (("advise", "dungeon", "--position", "position"), "position:2: this position cannot be used:"),
        (("play", "dungeon", "--position", "position"), "position:2: this position cannot be used:"),
        (("solve", "dungeon", "--deal", "rubbish"), "rubbish:4: not JSON"),
        (("play", "dungeon", "--seed", 7, "--moves", "moves"), "moves:3: xyzzy: "),
        (("survey", "summary", "survey"), "survey:1: the header"),
        (("survey", "merge", "survey", "--out", "o"), "survey:1: the header"),
        (("replay", "nothing"), "nothing: there is no game in it"),
        (("solve", "dungeon", "--deal", "nothing"), "nothing: there is nothing in it"),
        (("play", "dungeon", "--deal", "nothing"), "nothing: there is nothing in it"),
        (("render", "nothing", "-o", "r.svg"), "nothing: there is nothing in it"),
        (("survey", "summary", "nothing"), "nothing:1: "),
    ],
    ids=words,
)
def test_a_fault_stands_behind_file_and_line(files, arguments, place):
    done = files.run(*arguments)
    assert done.code in (2, 3)
    said = [line.removeprefix("Error: ") for line in done.err.splitlines()]
    assert [line for line in said if line.startswith(place)], done.err
    assert all(line.count(place.split(":")[0] + ":") <= 1 for line in said)


def test_moves_from_stdin_have_a_line_only(inside):
    done = inside.run("play", "dungeon", "--seed", 7, stdin="5c 3\nxyzzy\n")
    assert "Error: line 2: xyzzy: " in done.err


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("odds", "rogue", "--hp", 99, "--monster-hp", 3, "--damage", 1), [2]),
        (("odds", "rogue", "--hp", 9, "--monster-hp", 3, "--damage", 1, "--dice", "nine"), [2]),
        (("analyse", "broken"), [3]),
        (("analyse", "nowhere"), [2]),
        (("advise", "dungeon", "--log", "broken"), [3]),
        (("advise", "dungeon", "--log", "nowhere"), [2]),
        (("advise", "dungeon", "--position", "position"), [2]),
        (("solve", "dungeon", "--position", "nowhere"), [2]),
        (("solve", "dungeon", "--position", "position"), [2]),
        (("stats", "broken", "nowhere"), [3, 2]),
        (("verify", "broken", "nowhere"), [3, 2]),
    ],
    ids=words,
)
def test_with_json_what_cannot_be_answered_has_an_error_line(files, arguments, codes):
    """One form for all commands; stderr and the exit code are what they are without it."""
    done = files.run(*arguments, "--json")
    assert [(line["type"], line["code"]) for line in done.objects] == [("error", code) for code in codes]
    plain = files.run(*arguments)
    assert (plain.code, plain.err) == (done.code, done.err)
    for line in done.objects:
        assert line["message"].splitlines()[0] in done.err
        assert not line["message"].startswith(("broken", "position:"))


# --- words of the input -----------------------------------------------------------------------------------------------
def test_a_torn_line_is_quoted_as_it_stands(inside):
    (inside.directory / "g").write_bytes(log_text(some_log(count=2)).encode() + b'{"type":"mo\xff')
    done = inside.run("play", "dungeon", "--resume", "g")
    assert done.err.startswith('the last line of g was cut off and is dropped: {"type":"mo\ufffd\n')


def test_two_questions_are_told_apart_in_json(inside):
    survey = ("survey", "dungeon", "--seeds", "1..2", "--jobs", 1, "--out", "s")
    assert inside.run(*survey).code == 0
    chained = inside.run(*survey, "--chain")
    assert chained.code == 2
    assert (
        'its rules is {"jokers":2,"ace":1,"chain":false}, here it is {"jokers":2,"ace":1,"chain":true}' in chained.err
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"n":5', '"n":true', "n is true, the rules give 5"),
        ('"n":5', '"n":null', "n is null, the rules give 5"),
        ('"cardsolo-log/1"', "null", "format null is not cardsolo-log/1"),
        ('"type":"end"', '"type":["it\'s"]', 'type ["it\'s"] is none of'),
    ],
)
def test_values_are_quoted_as_json(inside, old, new, said):
    done = inside.run("verify", "-", stdin=LOG.replace(old, new))
    assert done.code in (2, 3)
    assert said in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("before", [0, 1])
def test_an_interrupt_counts_the_answers_before_it_where_there_are_some(cli, before):
    hard = cli.run("deal", "triangle", "--seed", 7, "--players", 6, "--json").out
    easy = cli.run("deal", "triangle", "--seed", 7, "--players", 1, "--json").out
    process = cli.start(
        "solve", "triangle", "--deal", "-", "--objective", "all", "--progress-json", "--jobs", 1, "--time-limit", 60,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write((easy * before + hard).encode())
    process.stdin.close()
    answers = 0
    while answers < before:
        answers += json.loads(process.stdout.readline())["type"] == "answer"
    assert process.stdout.readline()  # the hard one is being solved
    time.sleep(0.2)
    os.kill(process.pid, signal.SIGINT)
    with process.stdout, process.stderr:
        process.stdout.read()
        err = process.stderr.read().decode()
    assert process.wait(30) == 130
    assert ("1 answer was given before" in err) == bool(before)
    assert "0 answers" not in err
