"""`cardsolo solve dungeon`: what it reads; many objects, bad lines, options beside files."""

from __future__ import annotations

import json
import select
import subprocess

import pytest
from dungeon_problems import clearable, deal, not_clearable, typed
from moves import log_text
from support import check_schema


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
