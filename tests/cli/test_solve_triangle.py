"""`solve triangle` from the command line: answers, improvements, logs, limits, interrupts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest
from support import check_schema

NODES = ("--nodes", "20000", "--jobs", "1")


def test_an_answer_within_its_limits_is_feasible_or_optimal(cli):
    done = cli.run("solve", "triangle", "--seed", 1, "--json", *NODES)
    answer = done.objects[0]

    assert answer["objective"] == "out"
    assert answer["bound"] <= answer["value"]
    assert done.code == {"optimal": 0, "feasible": 5, "undecided": 5}[answer["status"]]
    assert (answer["status"] == "optimal") == (answer["value"] == answer["bound"])


@pytest.mark.parametrize("objective", ["out", "all"])
def test_the_log_of_a_sequence_verifies_and_replays(cli, objective):
    arguments = ("solve", "triangle", "--seed", "2", "--objective", objective, *NODES)
    cli.run(*arguments, "--log", "log.jsonl")
    verified = cli.run("verify", "log.jsonl")

    assert verified.code == 0
    assert cli.run("replay", "log.jsonl").code == 0
    placed = [json.loads(line) for line in (cli.directory / "log.jsonl").read_text().splitlines()]
    assert ("end" in {line["type"] for line in placed}) == (objective == "all")


def test_a_position_asks_for_the_longest_turn(cli):
    lines = cli.run("play", "triangle", "--seed", 3, stdin="position\n").out.splitlines()
    position = next(line for line in lines if line.startswith("{"))
    done = cli.run("solve", "triangle", "--position", "-", "--json", stdin=position)

    assert done.code == 0
    assert done.objects[0]["objective"] == "turn"


def test_improvements_come_as_json_lines_before_the_answer(cli):
    done = cli.run("solve", "triangle", "--seed", 4, "--progress-json", *NODES)

    assert [obj["type"] for obj in done.objects[:-1]] == ["progress"] * (len(done.objects) - 1)
    assert done.objects[-1]["type"] == "answer"
    assert len(done.objects) > 1


def test_fixed_nodes_and_workers_give_the_same_answer(cli):
    arguments = ("solve", "triangle", "--seed", 5, "--json", *NODES)
    one, other = (cli.run(*arguments).objects[0] for _time in range(2))
    one.pop("seconds"), other.pop("seconds")

    assert one == other


def test_usage_errors(cli):
    assert cli.run("solve", "triangle", "--seed", 1, "--seat", 5).code == 2
    assert cli.run("solve", "triangle", "--seed", 1, "--seat", 2, "--objective", "all").code == 2
    assert cli.run("solve", "triangle", "--seed", 1, "--json", "--log", "-").code == 2
    assert cli.run("solve", "triangle", "--seed", 1, "--jokers", 2).code == 2
    assert "odds" in cli.run("solve", "rogue").err


def test_ctrl_c_prints_what_was_found(cli):
    process = cli.start("solve", "triangle", "--seed", 1, "--json", "--time-limit", 60, stdout=-1, stderr=-1)
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, _err = process.communicate(timeout=20)

    assert process.returncode in {0, 130}  # 0: it had proved its answer before the interrupt
    assert json.loads(out)["status"] in {"optimal", "feasible", "undecided"}


BEST = {
    "type": "position",
    "game": "triangle",
    "rules": {"players": 2},
    "board": {"0,0": "X", "0,1": "AC", "0,-1": "2C", "1,0": "3C"},
    "hands": [["9D", "AH", "2H"], ["AD", "2D", "AS", "2S"]],
    "seat": 1,
}


def test_best_of_two_seats_has_a_bound_where_it_is_undecided(cli):
    ask = ("solve", "triangle", "--position", "-", "--objective", "best", "--nodes", 1)
    done = cli.run(*ask, "--progress-json", stdin=json.dumps(BEST))
    progress, answer = done.objects

    assert done.code == 5
    check_schema(progress)
    check_schema(answer)
    assert (answer["value"], answer["status"]) == (None, "undecided")
    assert answer["bound"] == progress["bound"] == {"ranks": [1, 1], "left": [1, 1]}
    assert "seat 1 can do no better than ranks 1 1, cards left 1 1" in cli.run(*ask, stdin=json.dumps(BEST)).out


def test_best_of_two_seats_ends_with_value_and_bound_equal(cli):
    position = BEST | {"hands": [["9D", "AH"], ["AD", "2D"]]}
    done = cli.run("solve", "triangle", "--position", "-", "--objective", "best", "--json", stdin=json.dumps(position))
    (answer,) = done.objects

    assert done.code == 0
    check_schema(answer)
    assert answer["bound"] == answer["value"] == {"ranks": [2, 1], "left": [1, 0]}


def test_where_no_sequence_exists_the_answer_says_that_it_is_proved(cli):
    ended = '{"type":"position","game":"triangle","rules":{"players":2},"board":{"0,0":"X"},"hands":[["5C"],["6C"]],'
    ended += '"seat":1,"passes":2}'
    lone = '{"type":"position","game":"triangle","rules":{"players":2},"board":{"0,1":"5C"},"hands":[["KD"],["6C"]],'
    lone += '"seat":1}'
    arguments = ("solve", "triangle", "--position", "-", "--objective", "all")
    done = cli.run(*arguments, "--json", stdin=f"{ended}\n{lone}\n")

    for answer in done.objects:
        check_schema(answer)
        assert (answer["status"], answer["value"], answer["impossible"]) == ("undecided", None, True)
    assert len(done.objects) == 2
    assert done.code == 5
    assert cli.run(*arguments, stdin=lone).out.startswith("fewest turns to place all cards: ? (proved: no sequence")
    assert cli.run("solve", "triangle", "--position", "-", stdin=ended).code == 0


LONE = (
    '{"type":"position","game":"triangle","rules":{"players":2},"board":{"0,1":"5C"},"hands":[["KD"],["6C"]],"seat":1}'
)

PAIR = LONE.replace('"0,1":"5C"', '"0,0":"X"')


def test_an_answer_without_a_sequence_writes_no_log(cli):
    done = cli.run("solve", "triangle", "--position", "-", "--objective", "all", "--log", "log", "--json", stdin=LONE)
    assert (done.code, done.objects[0]["moves"]) == (5, [])
    assert not (cli.directory / "log").exists()
    asked = ("solve", "triangle", "--position", "-", "--objective", "all", "--log", "log")
    assert cli.run(*asked, stdin=f"{LONE}\n{PAIR}\n").code == 5
    assert cli.run("verify", "log").out == "log: verified, 1 game\n"


@pytest.mark.skipif(sys.platform == "win32", reason="closed pipes of POSIX")
def test_improvements_that_nobody_reads_any_more_end_the_search(cli):
    """A deal whose proof would take until the limit: the reader has what it wanted after a line."""
    begun = time.monotonic()
    process = cli.start(
        "solve", "triangle", "--seed", 1, "--objective", "all", "--progress-json", "--time-limit", 300, "--jobs", 1,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert json.loads(process.stdout.readline())["type"] == "progress"
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait(120) == 5
    assert err == ""
    assert time.monotonic() - begun < 200


def test_a_log_that_was_named_is_finished_though_nobody_reads(cli):
    done = cli.shell("cardsolo solve triangle --seed 4 --progress-json --nodes 20000 --jobs 1 --log log | head -1")
    assert done.err == ""
    assert cli.run("verify", "log").code == 0
