"""`cardsolo solve dungeon`: verdicts, codes, methods, logs, interrupts; what it reads is in test_solve_files.py."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
from dungeon_problems import clearable, deal, not_clearable
from moves import log_text, some_game
from support import check_schema, read_jsonl

ANSWERS = read_jsonl("dungeon/answers.jsonl")
HARD = not_clearable() | {
    "rules": {"jokers": 0},
    "piles": [["KH", "KD", "QH"], ["KS", "QS", "QD"], ["KC", "QC", "JC"], ["JH", "JS", "JD"]],
    "hand": [],
    "deck": [f"{rank}{suit}" for rank in "23456789TA" for suit in "CDHS"],
}


def test_a_clearable_deal(inside):
    done = inside.run("solve", "dungeon", "--seed", 7, "--json")
    assert (done.code, done.err) == (0, "")
    (answer,) = done.objects
    assert list(answer)[:8] == ["type", "game", "rules", "seed", "verdict", "kills", "spare", "optimal"]
    assert (answer["verdict"], answer["kills"], answer["spare"], answer["optimal"]) == ("clearable", 12, 6, True)
    assert "limit" not in answer
    played = inside.run("play", "dungeon", "--seed", 7, "--json", stdin="\n".join(answer["moves"]))
    assert played.objects[-1]["result"] == {"outcome": "cleared", "kills": 12, "spare": 6}


def test_the_answer_in_words(inside):
    done = inside.run("solve", "dungeon", "--seed", 7)
    assert done.code == 0
    assert done.out.startswith("seed 7: clearable with 6 cards to spare (proved the most)\n")
    assert done.out.splitlines()[-1].startswith("search: ")


def test_a_proved_no_is_code_3(inside):
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=json.dumps(not_clearable()))
    assert done.code == 3
    (answer,) = done.objects
    assert (answer["verdict"], answer["kills"], answer["spare"], answer["optimal"]) == ("not-clearable", 0, None, True)
    assert "seed" not in answer
    words = inside.run("solve", "dungeon", "--position", "-", stdin=json.dumps(not_clearable()))
    assert words.out.startswith("not clearable, proved; 0 of 12 monsters can be killed")


def test_an_undecided_one_is_code_5_and_says_which_limit(inside):
    done = inside.run("solve", "dungeon", "--seed", 7, "--jokers", 0, "--nodes", 1, "--json")
    assert done.code == 5
    (answer,) = done.objects
    assert (answer["verdict"], answer["spare"], answer["optimal"], answer["limit"]) == (
        "undecided",
        None,
        False,
        "nodes",
    )
    timed = inside.run("solve", "dungeon", "--seed", 7, "--time-limit", 0.000001, "--json")
    assert (timed.code, timed.objects[0]["limit"]) == (5, "time")


def test_a_finished_position_is_answered_at_once(inside):
    over = not_clearable() | {"hand": []}
    won = clearable() | {"piles": [[], [], [], []]}
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=log_text([over, won]))
    assert [(a["verdict"], a["spare"], a["moves"]) for a in done.objects] == [
        ("not-clearable", None, []),
        ("clearable", 5, []),
    ]


@pytest.mark.parametrize("method", ["search", "cpsat"])
def test_both_methods_and_the_comparison(inside, method):
    if method == "cpsat":
        pytest.importorskip("solvers.dungeon.cpsat")
    lines = log_text([clearable(), not_clearable()])
    done = inside.run("solve", "dungeon", "--position", "-", "--method", method, "--json", stdin=lines)
    assert done.code == 3
    assert [(a["verdict"], a["spare"], a["method"]) for a in done.objects] == [
        ("clearable", 2, method),
        ("not-clearable", None, method),
    ]


def test_proof_compares_both_methods(inside):
    pytest.importorskip("solvers.dungeon.cpsat")
    done = inside.run("solve", "dungeon", "--position", "-", "--proof", stdin=json.dumps(clearable()))
    assert (done.code, done.err) == (0, "")


def test_all_known_answers_through_one_file(inside):
    """Without a compiler a search takes a hundred times as long; a few of the deals must then do."""
    from solvers.dungeon.kernel import search

    chosen = ANSWERS[::12] if search.__file__.endswith(".py") else ANSWERS
    (inside.directory / "deals").write_text(log_text([answer["deal"] for answer in chosen]))
    done = inside.run("solve", "dungeon", "--deal", "deals", "--json")
    found = [{name: answer[name] for name in ("verdict", "kills", "spare")} for answer in done.objects]
    assert found == [answer["expect"] for answer in chosen]
    assert all(answer["optimal"] for answer in done.objects)
    assert done.code == 3


def test_json_and_a_log_on_stdout_contradict_each_other(inside):
    done = inside.run("solve", "dungeon", "--seed", 7, "--json", "--log", "-")
    assert (done.code, done.out) == (2, "")


def test_a_log_on_stdout_is_all_of_stdout_and_verifies(inside):
    done = inside.run(
        "solve", "dungeon", "--position", "-", "--log", "-", stdin=log_text([clearable(), not_clearable()])
    )
    assert [line["result"]["outcome"] for line in done.objects if line["type"] == "end"] == ["cleared", "lost"]
    assert "clearable with 2 cards to spare" in done.err
    assert inside.run("verify", "-", stdin=done.out).out == "-: verified, 2 games\n"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_ends_with_130_and_keeps_what_was_done(cli, as_json):
    many = log_text([clearable(), *[deal(seed) for seed in range(5000)]])
    (cli.directory / "many").write_text(many)
    process = cli.start(
        "solve", "dungeon", "--position", "-", *(["--json"] if as_json else []),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write((json.dumps(clearable()) + "\n").encode())
    process.stdin.flush()
    assert b"clearable" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"interrupted" in err
    for line in out.splitlines() if as_json else []:
        check_schema(json.loads(line))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_a_search_that_goes_on_for_long(cli):
    import time

    process = cli.start(
        "solve", "dungeon", "--position", "-", "--json",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write((json.dumps(clearable()) + "\n").encode())
    process.stdin.flush()
    process.stdout.readline()
    process.stdin.write((json.dumps(HARD) + "\n").encode())
    process.stdin.flush()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert b"Traceback" not in err
    if process.returncode == 130:
        assert b"interrupted" in err
    else:  # it was quicker than the signal
        assert process.returncode in (0, 3)
        assert out


def test_moves_of_a_resumed_solution_are_legal_from_a_position_too(inside):
    shown = inside.run("play", "dungeon", "--seed", 7, stdin="\n".join([*some_game(count=5), "position"])).out
    position = shown.splitlines()[-1]
    done = inside.run("solve", "dungeon", "--position", "-", "--log", "g", stdin=position)
    assert done.code in (0, 3)
    assert inside.run("verify", "g").code == 0


def test_an_answer_that_the_referee_rejects_is_a_failure_and_costs_only_itself(inside, monkeypatch):
    from dataclasses import replace

    from solvers.dungeon import solver

    honest = solver._answer

    def boasting(state, *arguments, **settings):
        answer = honest(state, *arguments, **settings)
        return replace(answer, kills=answer.kills + 1) if len(state.deck) == 0 else answer

    monkeypatch.setattr(solver, "_answer", boasting)
    lines = log_text([clearable(), not_clearable(), clearable()])
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=lines)
    assert done.code == 1
    assert [o.get("verdict", o.get("code")) for o in done.objects] == ["clearable", 1, "clearable"]
    assert "the referee rejects the answer: kills is 0, not 1" in done.objects[1]["message"]
    assert done.objects[1]["line"] == 2


# --- proof ------------------------------------------------------------------------------------------------------------
def test_proof_names_who_proved_the_verdict_and_who_the_optimum(inside):
    done = inside.run("solve", "dungeon", "--position", "-", "--proof", "--json", stdin=json.dumps(clearable()))
    (answer,) = done.objects
    assert (answer["proved_by"], answer["optimum_by"]) == (["search", "cpsat"], ["search", "cpsat"])
    words = inside.run("solve", "dungeon", "--position", "-", "--proof", stdin=json.dumps(clearable())).out
    assert words.splitlines()[-1] == "verdict proved by: search, cpsat; optimum proved by: search, cpsat"


def stopped_by(limit, method):
    """Return a solver that finds nothing within its limit."""
    from solvers.result import DungeonAnswer, Verdict

    return lambda state, **_limits: DungeonAnswer(
        Verdict.UNDECIDED, len(state.killed), None, False, (), 1, 0.0, method, limit, rules=state.rules
    )


@pytest.mark.parametrize(("position", "code"), [(clearable(), 0), (not_clearable(), 3)])
def test_what_the_first_method_could_not_settle_the_second_does(inside, monkeypatch, position, code):
    from solvers.dungeon import programs
    from solvers.result import Limit

    monkeypatch.setitem(programs.METHODS, "search", stopped_by(Limit.NODES, "search"))
    asked = ("solve", "dungeon", "--position", "-")
    assert inside.run(*asked, stdin=json.dumps(position)).code == 5
    done = inside.run(*asked, "--proof", "--json", stdin=json.dumps(position))
    (answer,) = done.objects
    assert (answer["method"], answer["proved_by"], answer["optimum_by"]) == ("cpsat", ["cpsat"], ["cpsat"])
    assert "limit" not in answer
    assert done.code == code


def test_an_interrupt_of_the_second_method_still_gives_the_first_answer(inside, monkeypatch):
    from solvers.dungeon import programs
    from solvers.result import Limit

    monkeypatch.setitem(programs.METHODS, "cpsat", stopped_by(Limit.INTERRUPT, "cpsat"))
    lines = log_text([clearable(), clearable()])
    done = inside.run("solve", "dungeon", "--position", "-", "--proof", "--json", "--log", "log", stdin=lines)
    assert done.code == 130
    (answer,) = done.objects
    assert (answer["verdict"], answer["spare"], answer["proved_by"]) == ("clearable", 2, ["search"])
    assert "interrupted" in done.err
    assert inside.run("verify", "log").out == "log: verified, 1 game\n"
