"""`cardsolo solve dungeon`: verdicts, codes, files of many objects, error lines, logs."""

from __future__ import annotations

import json
import select
import signal
import subprocess
import sys

import pytest
from moves import log_text, some_game
from support import check_schema, read_jsonl

ANSWERS = read_jsonl("dungeon/answers.jsonl")


def deal(seed=7, **changes):
    from cardsolo.games import find

    game = find("dungeon")
    return game.deal_to_json(game.deal(game.rules_of({}), seed)) | changes


def typed(**changes):
    """Return the deal of seed 7 as somebody would type it: without dealer and seed."""
    obj = deal() | changes
    return {key: value for key, value in obj.items() if key not in ("dealer", "seed")}


def not_clearable():
    """Return a position that can be proved lost at once: a king and two cards."""
    empty = [[], [], [], []]
    return {
        "type": "position",
        "game": "dungeon",
        "piles": [["KH"], [], [], []],
        "attacks": empty,
        "hand": ["2C", "3C"],
        "deck": [],
    }


def clearable():
    return not_clearable() | {"hand": ["TC", "9C", "2H"], "deck": ["3C", "4C"]}


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


def test_a_bad_line_costs_only_its_own_answer(inside):
    lines = [
        json.dumps(clearable()),
        "rubbish",
        "",
        json.dumps(clearable() | {"hand": ["11H"]}),
        '{"type":"deal","game":"dungeon","seed":7}',
        json.dumps(not_clearable()),
        "\xff",
        json.dumps(clearable()),
    ]
    data = "\n".join(lines).encode("latin-1")
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=data)
    assert done.code == 2
    objects = done.objects
    assert [o.get("verdict", o.get("line")) for o in objects] == ["clearable", 2, 4, 5, "not-clearable", 7, "clearable"]
    assert [o["code"] for o in objects if o["type"] == "error"] == [2, 2, 2, 2]
    assert [line[:11] for line in done.err.splitlines() if line.startswith("Error")] == [
        f"Error: -:{number}:" for number in (2, 4, 5, 7)
    ]
    words = inside.run("solve", "dungeon", "--position", "-", stdin=data)
    assert words.code == 2
    assert sum(line.startswith(("clearable", "not clearable")) for line in words.out.splitlines()) == 3


def test_the_code_of_many_is_the_gravest(inside):
    yes, no, bad = json.dumps(clearable()), json.dumps(not_clearable()), "x"
    for lines, code in [([yes], 0), ([yes, no], 3), ([no, yes], 3), ([no, bad, yes], 2), ([yes, bad], 2)]:
        assert inside.run("solve", "dungeon", "--position", "-", stdin="\n".join(lines)).code == code


def test_undecided_is_graver_than_no(inside):
    ranks = "3456789"
    hard = clearable() | {
        "piles": [["KH", "QH"], ["KS", "QS"], ["KC"], ["KD"]],
        "hand": [],
        "deck": [rank + suit for rank in ranks for suit in "CDHS"],
    }
    done = inside.run(
        "solve",
        "dungeon",
        "--position",
        "-",
        "--nodes",
        1,
        "--json",
        stdin=log_text([not_clearable() | {"hand": []}, hard]),
    )
    assert [answer["verdict"] for answer in done.objects] == ["not-clearable", "undecided"]
    assert done.code == 5


def test_each_answer_comes_before_the_next_question(cli):
    process = cli.start("solve", "dungeon", "--position", "-", "--json", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for obj in (clearable(), not_clearable(), clearable()):
        process.stdin.write((json.dumps(obj) + "\n").encode())
        process.stdin.flush()
        assert select.select([process.stdout], [], [], 60)[0]
        check_schema(json.loads(process.stdout.readline()))
    process.communicate()
    assert process.returncode == 3


def test_every_fault_of_a_typed_deal_is_named_at_once(inside):
    faulty = typed()
    faulty["piles"] = [faulty["piles"][0] + ["KD"], *faulty["piles"][1:3], ["QC", "JH", "KD"]]  # 13 monsters, one twice
    faulty["deck"] = ["11H", *faulty["deck"][1:-1], faulty["deck"][1]]  # unknown, one twice, two missing
    done = inside.run("solve", "dungeon", "--deal", "-", "--json", stdin=json.dumps(faulty))
    assert done.code == 2
    (error,) = done.objects
    assert (error["type"], error["line"], error["code"]) == ("error", 1, 2)
    faults = {(fault["at"], fault["text"]): fault["fault"] for fault in error["faults"]}
    assert faults["deck[0]", "11H"] == "unknown card"
    assert "already" in faults["deck[41]", "AS"]
    assert "already" in faults["piles[3][2]", "KD"]
    assert faults["deck", "5C"] == "missing"
    assert faults["deck", "2D"] == "missing"
    assert ("piles[0]", "") in faults  # four entries where three belong
    text = inside.run("solve", "dungeon", "--deal", "-", stdin=json.dumps(faulty))
    for at, shown in faults:
        assert at in text.err
        assert shown in text.err


def test_nothing_to_read_is_code_2(inside):
    for data in ("", "\n\n", "\ufeff", "\r\n"):
        done = inside.run("solve", "dungeon", "--deal", "-", "--json", stdin=data)
        assert done.code == 2
        assert [o["code"] for o in done.objects] == [2]
    assert inside.run("solve", "dungeon", "--deal", "nowhere").code == 2


@pytest.mark.parametrize(
    "convert",
    [
        lambda line: "\ufeff" + line,
        lambda line: line + "\r\n",
        lambda line: "\n\n" + line + "\n\n",
        lambda line: line.replace('H"', 'Ｈ"').replace('"9', '"９'),
        lambda line: line.replace('H"', 'h"').replace('C"', 'c"'),
        lambda line: line.replace('"TC"', '"10♣"'),
        lambda line: json.dumps(json.loads(line), ensure_ascii=True, indent=None, sort_keys=True),
    ],
)
def test_input_as_other_programs_write_it(inside, convert):
    line = convert(json.dumps(clearable()))
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=line)
    assert (done.code, done.objects[0]["spare"]) == (0, 2)


def test_json_over_many_lines_is_refused_with_a_hint(inside):
    done = inside.run("solve", "dungeon", "--deal", "-", stdin=json.dumps(deal(), indent=1))
    assert done.code == 2
    assert "must stand on one line (`jq -c` writes it so)" in done.err


def test_a_view_is_refused_with_a_hint(inside):
    view = inside.run("play", "dungeon", "--seed", 7, stdin="view\n").out.splitlines()[-1]
    done = inside.run("solve", "dungeon", "--position", "-", stdin=view)
    assert done.code == 2
    assert "advise" in done.err


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--jokers", 1], 2),
        (["--ace", 11], 2),
        (["--chain"], 2),
        (["--jokers", 2, "--ace", 1], 0),
        (["--seed", 7], 2),
        (["--position", "-"], 2),
    ],
)
def test_options_beside_a_file(inside, options, code):
    done = inside.run("solve", "dungeon", "--deal", "-", *options, stdin=json.dumps(deal()))
    assert done.code == code


def test_options_fill_in_what_a_file_leaves_out(inside):
    bare = {key: value for key, value in clearable().items() if key != "rules"}
    done = inside.run("solve", "dungeon", "--position", "-", "--ace", 11, "--json", stdin=json.dumps(bare))
    assert done.objects[0]["rules"] == {"jokers": 2, "ace": 11, "chain": False}
    wrong = bare | {"rules": {"ace": True}}
    assert inside.run("solve", "dungeon", "--position", "-", "--ace", 1, stdin=json.dumps(wrong)).code == 2


def test_a_seed_beside_other_cards_is_a_fault(inside):
    lie = deal(8) | {"seed": 7}
    assert inside.run("solve", "dungeon", "--deal", "-", stdin=json.dumps(lie)).code == 2


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rogue"], "cardsolo odds rogue"),
        (["chess"], "no command “chess”"),
        (["dungeon", "--method", "magic"], "magic"),
        (["dungeon", "--nodes", "0"], "0 is not in the range"),
        (["dungeon", "--time-limit", "nan"], "--time-limit"),
        (["dungeon", "--time-limit", "-1"], "--time-limit"),
        (["dungeon", "--time-limit", "0"], "--time-limit"),
        (["dungeon", "--time-limit", "inf"], "--time-limit"),
    ],
)
def test_usage_errors(inside, arguments, said):
    done = inside.run("solve", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("option", ["--nodes", "--memory", "--time-limit"])
def test_limits_beyond_all_bounds_are_no_limits(inside, option):
    assert inside.run("solve", "dungeon", "--seed", 7, option, "9" * 25).code == 0


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

    hard = not_clearable() | {
        "rules": {"jokers": 0},
        "piles": [["KH", "KD", "QH"], ["KS", "QS", "QD"], ["KC", "QC", "JC"], ["JH", "JS", "JD"]],
        "hand": [],
        "deck": [f"{rank}{suit}" for rank in "23456789TA" for suit in "CDHS"],
    }
    process = cli.start(
        "solve", "dungeon", "--position", "-", "--json",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write((json.dumps(clearable()) + "\n").encode())
    process.stdin.flush()
    process.stdout.readline()
    process.stdin.write((json.dumps(hard) + "\n").encode())
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

    from cardsolo.cli import solve_dungeon

    search = solve_dungeon._METHODS["search"]

    def boasting(state, limits):
        answer = search(state, limits)
        return replace(answer, kills=answer.kills + 1) if len(state.deck) == 0 else answer

    monkeypatch.setitem(solve_dungeon._METHODS, "search", boasting)
    lines = log_text([clearable(), not_clearable(), clearable()])
    done = inside.run("solve", "dungeon", "--position", "-", "--json", stdin=lines)
    assert done.code == 1
    assert [o.get("verdict", o.get("code")) for o in done.objects] == ["clearable", 1, "clearable"]
    assert "the referee rejects the answer: kills is 0, not 1" in done.objects[1]["message"]
    assert done.objects[1]["line"] == 2


def test_triangle_files_are_answered_line_by_line_too(inside):
    from cardsolo.games import find

    game = find("triangle")
    good = game.deal_to_json(game.deal(game.rules_of({"players": 1}), 7))
    lines = [json.dumps(good), "x", json.dumps(good | {"seed": 8}), json.dumps(good)]
    done = inside.run("solve", "triangle", "--deal", "-", "--json", "--nodes", 50, "--jobs", 1, stdin="\n".join(lines))
    assert [(o["type"], o.get("line")) for o in done.objects] == [
        ("answer", None),
        ("error", 2),
        ("error", 3),
        ("answer", None),
    ]
    assert done.code == 2
