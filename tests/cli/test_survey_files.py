"""Surveys and odd files: what cannot be written, standard streams, links, and texts from strangers."""

from __future__ import annotations

import json
import os
import re
import sys

import pytest
from amount import COMPILED, some
from terminal import Terminal

from cardsolo.cli.common.progress import fitted

HEADER = {
    "type": "survey", "format": "cardsolo-survey/1", "program": "0.1.0", "game": "dungeon", "rules_version": 1,
    "rules": {"jokers": 2, "ace": 1, "chain": False}, "ask": "verdict", "settings": {}, "first": 1, "shard": "1/1",
    "last": 3,
}  # fmt: skip
RESULTS = [{"type": "result", "seed": seed, "verdict": "clearable", "nodes": 10749 * seed} for seed in (1, 2, 3)]
#: Escape sequence, bell, C1, DEL, a mark that turns the direction of writing, a line end.
HOSTILE = "\x1b[31mred\x07\x9b1m\x7f\u202e\n"
#: What must never reach a terminal: all controls but the line end, C1, and marks of direction.
FORBIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def write(directory, name, header=HEADER, results=RESULTS, tail=""):
    lines = [json.dumps(line) for line in [header, *results]]
    (directory / name).write_text("\n".join(lines) + "\n" + tail, "utf-8")


def ask(cli, out, *more):
    return cli.run("survey", "dungeon", "--seeds", "1..3", "--ask", "verdict", "--jobs", 1, "--out", out, *more)


# --- what cannot be written -------------------------------------------------------------------------------------------
def odd_places(directory):
    (directory / "folder").mkdir()
    (directory / "one").symlink_to("other")
    (directory / "other").symlink_to("one")
    os.mkfifo(directory / "fifo")
    return {
        "folder": "folder: Is a directory",
        "one": "one: ",
        "fifo": "fifo is no regular file",
        "/dev/null": "/dev/null is no regular file",
        "nowhere/out": "nowhere",
        "x" * 300: "x" * 300 + ": ",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")
@pytest.mark.parametrize("command", ["ask", "merge"])
def test_a_place_that_cannot_keep_results_is_a_usage_error(inside, command):
    write(inside.directory, "in")
    for place, words in odd_places(inside.directory).items():
        done = ask(inside, place) if command == "ask" else inside.run("survey", "merge", "in", "--out", place)
        assert done.code == 2, place
        assert done.err.startswith("Error: "), place
        assert words in done.err, place
        assert "whole" not in done.err
        assert done.err.count("\n") == 1
    assert {path.name for path in inside.directory.iterdir()} == {"in", "folder", "one", "other", "fifo"}


def test_a_range_too_large_for_the_disk_is_told_in_units_that_say_something(inside, monkeypatch):
    free = type("Usage", (), {"free": 1234})
    monkeypatch.setattr("solvers.survey.runner.shutil.disk_usage", lambda _folder: free)
    done = inside.run("survey", "dungeon", "--seeds", "1..2000", "--out", "out")
    assert done.code == 2
    assert "2000 seeds need about 300 kB, and 1.23 kB are free" in done.err


# --- standard streams and links ---------------------------------------------------------------------------------------
def test_results_go_to_standard_output(cli):
    done = ask(cli, "-")
    assert done.code == 0
    assert [line["type"] for line in done.objects] == ["survey", "result", "result", "result"]
    assert done.err == "3 seeds in standard output\n"
    assert list(cli.directory.iterdir()) == []


def test_merge_reads_and_writes_the_standard_streams(cli):
    write(cli.directory, "in")
    done = cli.run("survey", "merge", "-", "--out", "-", stdin=(cli.directory / "in").read_bytes())
    assert done.code == 0
    assert [line.get("seed") for line in done.objects] == [None, 1, 2, 3]
    again = cli.run("survey", "summary", "-", "--json", stdin=done.out)
    assert again.objects[0]["n"] == 3


def test_merge_writes_what_a_link_points_to(inside, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    write(inside.directory, "in")
    write(elsewhere, "real", results=[])
    (inside.directory / "link").symlink_to(elsewhere / "real")
    assert inside.run("survey", "merge", "in", "--out", "link").code == 0
    assert (inside.directory / "link").is_symlink()
    assert len((elsewhere / "real").read_text().splitlines()) == 4
    assert [path.name for path in elsewhere.iterdir()] == ["real"]
    assert {path.name for path in inside.directory.iterdir()} == {"in", "link"}


def test_a_merge_that_fails_leaves_the_old_file_and_nothing_else(inside, monkeypatch):
    write(inside.directory, "in")
    write(inside.directory, "out", results=RESULTS[:1])
    before = (inside.directory / "out").read_bytes()

    def full(_stream, _data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("solvers.survey.files.write_all", full)
    assert inside.run("survey", "merge", "in", "--out", "out").code == 1
    assert (inside.directory / "out").read_bytes() == before
    assert {path.name for path in inside.directory.iterdir()} == {"in", "out"}


# --- damaged files ----------------------------------------------------------------------------------------------------
def test_a_summary_of_a_damaged_file_is_of_its_whole_lines_and_says_what_helps(inside):
    write(inside.directory, "in", tail='rubbish\n{"type":"resu')
    done = inside.run("survey", "summary", "in", "--json")
    assert done.code == 2
    assert done.objects[0]["n"] == 3
    first, second, last = done.err.splitlines()
    assert first.startswith("in:5: not JSON")
    assert second == "in:6: the last line was cut off"
    assert last.startswith(
        "2 lines are damaged; the sum is of the whole ones. `cardsolo survey merge FILE --out FILE` "
    )
    mended = inside.run("survey", "merge", "in", "--out", "in")
    assert mended.code == 2
    assert mended.err.splitlines()[:2] == [first, second]
    assert mended.err.splitlines()[2] == "3 seeds in in, 0 overlaps"
    assert inside.run("survey", "summary", "in", "--csv").code == 0


def test_a_file_that_pandas_has_rewritten_is_refused_with_the_cause(inside):
    header = HEADER | {"seed": None}
    results = [dict.fromkeys(HEADER) | result | {"seed": float(result["seed"])} for result in RESULTS]
    write(inside.directory, "in", header, results)
    done = inside.run("survey", "summary", "in")
    assert done.code == 2
    told = "the seed is 1.0, and must be a whole number, as in 1: some tool has rewritten this file"
    assert done.err.splitlines()[0] == f"in:2: {told}"


def test_hundreds_of_faults_are_counted(inside):
    write(inside.directory, "in", tail="x\n" * 250)
    lines = inside.run("survey", "summary", "in").err.splitlines()
    assert len([line for line in lines if line.startswith("in:")]) == 100
    assert lines[100] == "… and 150 more faults"
    assert lines[101].startswith("250 lines are damaged")


def test_a_seed_that_stands_twice_counts_once(inside):
    write(inside.directory, "in", results=[*RESULTS, RESULTS[0]])
    done = inside.run("survey", "summary", "in", "--json")
    assert done.objects[0]["n"] == 3
    assert done.err.splitlines()[0] == "in:5: seed 1 stands a second time, and counts once"


def test_the_largest_number_is_the_largest(inside):
    write(inside.directory, "in")
    (found,) = inside.run("survey", "summary", "in", "--json").objects
    assert found["measures"]["nodes"]["quantiles"]["1.0"] == 32247
    assert "100 %: 32247" in inside.run("survey", "summary", "in").out
    write(inside.directory, "in", results=[RESULTS[0] | {"seed": seed, "nodes": 10749} for seed in range(200)])
    (found,) = inside.run("survey", "summary", "in", "--json").objects
    quantiles = found["measures"]["nodes"]["quantiles"]
    assert quantiles["1.0"] == 10749
    assert all(value == pytest.approx(10749, rel=0.01) and value <= 10749 for value in quantiles.values())


# --- texts from strangers ---------------------------------------------------------------------------------------------
def hostile_files(directory):
    """Write a file for each place where a text may stand, and return their names."""
    names = []
    for field in (
        "verdict",
        "status",
        "outcome",
        "audit",
        "error",
        "limit",
        "cause",
        "seed",
        "kills",
        "ranks",
        HOSTILE,
    ):
        results = [*RESULTS, {"type": "result", "seed": 9} | {field: HOSTILE}]
        results[-1].setdefault("verdict", "clearable")
        names.append(f"result{len(names)}")
        write(directory, names[-1], results=results)
    players = {"game": "triangle", "ask": "player", "rules": {}, "settings": {"players": [HOSTILE, "greedy"]}}
    game = {"type": "result", "seed": 1, "outcome": "out", "ranks": [1, 2], "left": [0, 3]}
    for changes in (
        {"settings": {"nodes": HOSTILE}}, {"settings": {HOSTILE: 1}}, {"settings": {"x": [HOSTILE]}}, {"ask": HOSTILE},
        {"rules": {"jokers": HOSTILE}}, {"rules": {HOSTILE: {"x": HOSTILE}}}, {"first": HOSTILE}, {"program": HOSTILE},
        {"shard": HOSTILE}, {"last": HOSTILE}, {"format": HOSTILE}, {"game": HOSTILE}, {HOSTILE: HOSTILE}, players,
    ):  # fmt: skip
        names.append(f"header{len(names)}")
        write(directory, names[-1], HEADER | changes, [game] if changes is players else RESULTS)
    names.append("rubbish")
    write(directory, "rubbish", tail=HOSTILE + '\n{"' + HOSTILE[:6] + '":1,"' + HOSTILE[:6] + '":2}\n')
    return names


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_nothing_that_stands_in_a_file_steers_the_terminal(inside, form):
    for name in hostile_files(inside.directory):
        done = inside.run("survey", "summary", name, *form)
        assert done.code in {0, 2}
        assert not FORBIDDEN.search(done.out + done.err), (name, done.out, done.err)


def test_nothing_that_stands_in_a_file_or_a_name_steers_the_terminal_when_files_are_joined(inside):
    write(inside.directory, "good")
    for name in hostile_files(inside.directory):
        for arguments in (("merge", name, "--out", "out"), ("merge", "good", name, "--out", "out")):
            done = inside.run("survey", *arguments)
            assert done.code in {0, 2}
            assert not FORBIDDEN.search(done.err), (name, done.err)
            (inside.directory / "out").unlink(missing_ok=True)
        done = ask(inside, name)
        assert done.code in {0, 2}
        assert not FORBIDDEN.search(done.err), (name, done.err)
    bad = "a\x1b[31mb\x9bc"
    for arguments in (
        ("dungeon", "--seeds", "1..2", "--out", bad + "/out"),
        ("dungeon", "--seeds", "1..2", "--jobs", 1, "--ask", "verdict", "--out", bad),
        ("dungeon", "--seeds", "1..2", "--player", bad, "--out", "out"),
        ("triangle", "--seeds", "1..2", "--seats", bad, "--out", "out"),
        ("merge", "good", "--out", bad),
        ("merge", bad, "good", "--out", "out"),
    ):
        assert not FORBIDDEN.search(inside.run("survey", *arguments).err), arguments


def test_a_terminal_gets_no_escape_sequence_from_a_file(cli):
    names = hostile_files(cli.directory)
    terminal = Terminal(cli, "survey", "summary", names[0], columns=100)
    terminal.end()
    assert b"\x1b" not in terminal.raw
    assert b"\x9b" not in terminal.raw.replace("\u202e".encode(), b"")
    assert "red" in terminal.text


# --- progress ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("columns", some([20, 80], 2))
def test_the_progress_line_fits_the_terminal_and_leaves_nothing_behind(cli, columns):
    """It is written over itself, so that a line that wraps would stay, once every half second."""
    hard = ("--jokers", 0, "--seeds", "1..2000", "--jobs", 1)
    terminal = Terminal(cli, "survey", "dungeon", *hard, "--out", "out", columns=columns)
    terminal.expect("/2000")
    terminal.expect("\r")
    terminal.expect("\r")
    assert sum("/2000" in line for line in terminal.text.splitlines()) == 1
    assert len(terminal.text.splitlines()) == 1 or not COMPILED  # where they are not, that is told before
    terminal.send("\x03")
    assert terminal.end() == 130
    assert "/2000" not in terminal.text
    lines = terminal.raw.decode().split("\r")
    assert max(len(line.rstrip("\n")) for line in lines if "/2000" in line) < columns


def test_progress_after_a_resume_counts_what_the_file_has(inside, monkeypatch):
    from cardsolo.cli.survey import watch

    shown = []
    monkeypatch.setattr(watch.Progress, "update", lambda _self, done, extra: shown.append((done, extra)))
    assert ask(inside, "out").code == 0
    shown.clear()
    done = inside.run("survey", "dungeon", "--seeds", "1..5", "--ask", "verdict", "--jobs", 1, "--out", "out")
    assert done.err.splitlines() == ["3 seeds are done already", "5 seeds in out"]
    done, extra = shown[-1]
    assert done == 5
    assert extra == "clearable 5  100.00 % [56.55, 100.00]"


def test_a_smaller_range_counts_what_it_has(inside):
    assert ask(inside, "out").code == 0
    done = inside.run("survey", "dungeon", "--seeds", "1..2", "--ask", "verdict", "--out", "out")
    assert done.err.splitlines() == ["2 seeds are done already", "2 seeds in out"]


@pytest.mark.parametrize(
    ("text", "columns", "wanted"),
    [("abc", 3, "abc"), ("abcd", 3, "abc"), ("百十a", 4, "百十"), ("百十a", 3, "百"), ("a", 0, "")],
)
def test_lines_are_cut_by_columns(text, columns, wanted):
    assert fitted(text, columns) == wanted


# --- help -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["dungeon", "triangle", "rogue"])
def test_help_names_every_program_that_plays(inside, game):
    from cardsolo.games import find
    from solvers.programs import programs_of

    names = list(programs_of(find(game)).players)
    assert "greedy" in names
    shown = inside.run("survey", game, "-h").out
    assert [name for name in names if not re.search(rf"\b{name}\b(?!-)", shown)] == []
