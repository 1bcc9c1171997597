"""Advice and analysis from the command line: views, positions and logs in, text and JSON out."""

from __future__ import annotations

import json
import sys
from itertools import pairwise

import pytest
from support import check_schema


@pytest.fixture
def game(cli, tmp_path):
    """A finished greedy game of seed 7, which is lost though the deal is clearable."""
    assert cli.run("play", "dungeon", "--seed", 7, "--player", "greedy", "--log", "game.jsonl").code == 0
    return tmp_path / "game.jsonl"


def printed(cli, word):
    """Return what a word of the prompt prints as JSON after three moves of seed 7."""
    lines = cli.run("play", "dungeon", "--seed", 7, stdin=f"5c x\nas x\n{word}\n").out.splitlines()
    return next(line for line in lines if line.startswith("{"))


@pytest.mark.parametrize("word", ["view", "position"])
def test_a_view_and_the_position_behind_it_get_the_same_advice(cli, word):
    advice = cli.run("advise", "dungeon", "--position", "-", "--json", stdin=printed(cli, word)).objects[0]
    view = cli.run("advise", "dungeon", "--position", "-", "--json", stdin=printed(cli, "view")).objects[0]

    assert advice["moves"]
    assert advice["candidates"] == view["candidates"]


def test_one_answer_a_line_and_a_bad_line_costs_only_its_own(cli):
    view = printed(cli, "view")
    done = cli.run("advise", "dungeon", "--position", "-", "--json", stdin=f"{view}\n{{}}\nnonsense\n{view}\n")

    assert [obj["type"] for obj in done.objects] == ["advice", "error", "error", "advice"]
    assert done.code == 2


def test_advice_for_a_place_in_a_log(cli, game):
    start = cli.run("advise", "dungeon", "--log", game, "--move", 0, "--json").objects[0]
    later = cli.run("advise", "dungeon", "--log", game, "--move", 9, "--json").objects[0]

    assert start["moves"] != later["moves"]
    assert cli.run("advise", "dungeon", "--log", game).code == 2  # it is over
    assert cli.run("advise", "dungeon", "--log", game, "--move", 1000).code == 2


@pytest.mark.parametrize(
    "arguments", [(), ("--position", "a", "--log", "b"), ("--position", "-", "--move", "3"), ("--log", "nowhere")]
)
def test_usage_errors(cli, arguments):
    assert cli.run("advise", "dungeon", *arguments).code == 2


def test_another_games_log_is_refused(cli, game):
    assert cli.run("advise", "triangle", "--log", game).code == 2


def test_hint_at_the_prompt_is_the_advisors(cli):
    assert "best:" in cli.run("play", "dungeon", "--seed", 7, stdin="hint\n").out


@pytest.mark.parametrize(
    ("game", "meaning"),
    [("dungeon", "to clear the dungeon"), ("triangle", "to win"), ("rogue", "to win the game")],
)
@pytest.mark.parametrize("command", ["advise", "hint"])
def test_advice_as_text_has_a_heading_and_says_what_its_chances_are(cli, command, game, meaning):
    if command == "hint":
        out = cli.run("play", game, "--seed", 3, stdin="hint\n").out
    else:
        position = cli.run("play", game, "--seed", 3, stdin="position\n").out.splitlines()[-1]
        out = cli.run("advise", game, "--position", "-", "--time", "0.2", stdin=position).out
    lines = out[out.index("best: ") :].splitlines()
    assert lines[1].split() == ["chance", "moves"]
    rows = [line for line in lines[2:] if " %" in line[:9]]
    chances = [float(row[1:].split("%")[0]) for row in rows]
    assert len(rows) > 1
    assert chances == sorted(chances, reverse=True)
    chosen = lines[0].removeprefix("best: ")
    (row,) = [row for row in rows if row.split("  ")[-1].endswith(chosen) or f"  {chosen}  " in row]
    assert (row == rows[0]) != row.startswith("*")
    last = " ".join(lines[lines.index(rows[-1]) + 1 :])
    assert meaning in last
    assert ("standard error" in last) == ("±" in rows[0])
    assert command == "advise" or max(len(line) for line in lines if line not in rows) <= 80


def test_a_choice_that_others_outbid_is_marked():
    from solvers.advice import Advice, Candidate

    candidates = [
        Candidate((name,), chance, 0.01) for name, chance in zip("abcdefgh", (5, 1, 9, 8, 7, 6, 2, 4), strict=True)
    ]
    advice = Advice(("a",), tuple(candidates), 1.0, "dungeon", "chance: to clear")
    lines = advice.lines()
    assert [line.split()[-1] for line in lines[2:7]] == ["c", "d", "e", "f", "a"]
    assert [line[0] for line in lines[2:8]] == [" ", " ", " ", " ", "*", "*"]
    said = advice.sentences()
    assert [line[0] for line in said[1:6]] == ["c", "d", "e", "f", "a"]
    assert said[6] == "a is the choice, looked at for longer; what was said before it is less certain."


def test_analysis_names_the_move_that_lost_and_a_better_one_that_keeps_the_game_clearable(cli, game):
    done = cli.run("analyse", game, "--json", "--time", "0.05")
    lines = done.objects
    lost = [line for line in lines if line["lost_here"]]

    assert done.code == 0
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert all(one["after"]["verdict"] == other["before"]["verdict"] for one, other in pairwise(lines))
    assert len(lost) == 1
    assert lost[0]["before"]["verdict"] == "clearable"
    assert lost[0]["after"]["verdict"] == "not-clearable"
    assert lost[0]["better"] == lost[0]["before"]["moves"][0] != lost[0]["move"]
    for line in lines:
        check_schema(line["before"])
        check_schema(line["after"])
        assert 0 <= line["chance_before"] <= 1
    assert lines[-1]["chance_after"] == 0

    moves = [json.loads(line)["move"] for line in game.read_text().splitlines() if '"type":"move"' in line]
    script = "\n".join([*moves[: lost[0]["n"] - 1], lost[0]["better"], "position"])
    position = cli.run("play", "dungeon", "--seed", 7, stdin=script).out.splitlines()[-1]

    assert cli.run("solve", "dungeon", "--position", "-", stdin=position).code == 0


def test_analysis_as_text_ends_with_the_verdict(cli, game):
    lines = cli.run("analyse", game, "--time", "0.05").out.splitlines()
    assert "was lost with move" in lines[-1]
    assert [line.split(":")[0] for line in lines[:2]] == ["truth", "chance"]
    heading, rows = lines[2], lines[3:-1]
    assert heading.split() == ["n", "move", "truth", "chance"]
    assert [int(row.split()[0]) for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:  # every column begins under its heading
        assert row[heading.index("truth") :].startswith(("clearable", "not clearable"))
        assert row[heading.index("chance") - 2 :].startswith("  ")
        assert row[heading.index("chance") :].lstrip()[0].isdigit()


def test_other_games_cannot_be_analysed(cli):
    cli.run("play", "triangle", "--seed", 1, "--log", "t.jsonl", stdin="pass\n")

    assert cli.run("analyse", "t.jsonl").code == 2


def test_analysis_within_a_limit_says_what_it_did_not_settle(cli, game):
    done = cli.run("analyse", game, "--nodes", "1", "--time", "0.05")

    assert done.code == 5
    assert "Not settled" in done.out.splitlines()[-1] or "was lost" in done.out.splitlines()[-1]


def test_whoever_has_no_compiled_kernels_is_told_once_and_waits_for_fewer_playouts(monkeypatch, capsys):
    from cardsolo import advise, deal
    from cardsolo.cli.common.advice import say_if_slow

    view = deal("dungeon", seed=7).view()
    errors = []
    for compiled in (True, False):
        monkeypatch.setattr("solvers.dungeon.advisor.kernels_are_compiled", lambda compiled=compiled: compiled)
        errors.append(advise(view).candidates[0].error)
        monkeypatch.setattr("solvers.pace.kernels_are_compiled", lambda compiled=compiled: compiled)
        for is_terminal in (False, True):
            monkeypatch.setattr(sys.stderr, "isatty", lambda is_terminal=is_terminal: is_terminal)
            say_if_slow.cache_clear()
            say_if_slow()
            say_if_slow()
            assert capsys.readouterr().err.count("not compiled") == (is_terminal and not compiled)
    assert errors[0] < errors[1]
