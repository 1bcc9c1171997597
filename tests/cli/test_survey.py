"""Surveys from the command line: resume, shards, refusals, audit, summary."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest
from support import check_schema


def timeless(path):
    """Return header and result lines without times, results sorted by seed."""
    header, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        check_schema(line)
        line.pop("seconds", None)
    return header, sorted(lines, key=lambda line: line["seed"])


def survey(cli, *arguments, out="out.jsonl", seeds="1..40", game="dungeon"):
    return cli.run("survey", game, "--seeds", seeds, "--out", out, *arguments)


def test_a_survey_goes_on_where_it_stopped_and_gives_the_same_lines(cli, tmp_path):
    assert survey(cli, "--nodes", "3000", seeds="1..40").code == 0
    first = survey(cli, "--nodes", "3000", out="parts.jsonl", seeds="1..15")
    again = survey(cli, "--nodes", "3000", out="parts.jsonl", seeds="1..40")

    assert (first.code, again.code) == (0, 0)
    assert "15 seeds are done already" in again.err
    (begun, parts), (header, whole) = timeless(tmp_path / "parts.jsonl"), timeless(tmp_path / "out.jsonl")
    assert parts == whole
    assert begun == header
    assert header["last"] == 40  # and not the 15 that was asked at first
    check_schema(header)


class Faulty:
    """Stands for the work of a survey: some results, some without an answer, and perhaps a scheduler that goes away."""

    def __init__(self, results, error=None):
        self.results, self.error = results, error

    def __call__(self, plan, report, begin, tell):
        from contextlib import closing

        from solvers.survey.results import ResultFile

        with closing(ResultFile(plan.out, plan.question, plan.shard, plan.low, plan.high)) as file:
            begin(file)
            file.write(self.results)
            report(self.results, plan.answered(file))
        if self.error is not None:
            raise self.error


def test_deals_without_an_answer_are_told_and_end_in_code_1_also_when_resumed(inside, monkeypatch):
    from solvers.survey.pool import crashed

    good = {"type": "result", "seed": 3, "verdict": "clearable"}
    bad = [crashed(seed, "ValueError: no way") for seed in range(4, 16)]
    monkeypatch.setattr("solvers.survey.runner.run_survey", Faulty([good, crashed(2), *bad]))
    done = survey(inside, seeds="2..15")
    assert done.code == 1
    lines = done.err.splitlines()
    assert lines[:2] == ["seed 2 has no answer: the worker died", "seed 4 has no answer: ValueError: no way"]
    assert sum("has no answer" in line for line in lines) == 10  # the others are counted
    marked = "in out.jsonl they are marked “crashed”, and the same command tries them again"
    assert lines[-1] == f"13 deals could not be answered; {marked}"
    before = (inside.directory / "out.jsonl").read_bytes()
    again = survey(inside, seeds="2..15")
    assert again.code == 1
    assert again.err.splitlines()[:2] == ["1 seed is done already", "13 deals without an answer: tried again"]
    assert again.err.splitlines()[-1] == lines[-1]
    assert (inside.directory / "out.jsonl").read_bytes() == before  # what is known needs no second line


@pytest.mark.parametrize(("kind", "code"), [("SchedulerLost", 1), ("SchedulerGone", 2)])
def test_a_scheduler_that_goes_away_leaves_word_of_how_to_go_on(inside, monkeypatch, kind, code):
    from solvers.survey import cluster

    error = getattr(cluster, kind)("the scheduler went away")
    results = [{"type": "result", "seed": seed, "verdict": "clearable"} for seed in (1, 2)]
    monkeypatch.setattr("solvers.survey.runner.run_survey", Faulty(results, error))
    done = survey(inside, "--scheduler", "tcp://127.0.0.1:9")
    assert done.code == code
    told = "the scheduler went away; 2 of 40 seeds are in out.jsonl; the same command goes on from here"
    assert done.err == f"Error: {told}, with --scheduler or without\n"


def test_shards_merge_into_the_whole(cli, tmp_path):
    survey(cli, "--ask", "verdict")
    for number in (1, 2, 3):
        survey(cli, "--ask", "verdict", "--shard", f"{number}/3", out=f"part{number}.jsonl")
    merged = cli.run("survey", "merge", *[f"part{n}.jsonl" for n in (1, 2, 3)], "--out", "all.jsonl")

    assert merged.code == 0
    assert "gap" not in merged.err
    assert timeless(tmp_path / "all.jsonl")[1] == timeless(tmp_path / "out.jsonl")[1]


@pytest.mark.parametrize("seeds", ["10..1", "a..b", "0..9223372036854775808", "1..", "0..9223372036854775807"])
def test_bad_and_gigantic_ranges_are_refused(cli, tmp_path, seeds):
    done = survey(cli, seeds=seeds)

    assert done.code == 2
    assert "Error" in done.err
    assert not (tmp_path / "out.jsonl").exists()


def test_another_games_file_and_other_questions_are_refused_and_nothing_is_damaged(cli, tmp_path):
    survey(cli, seeds="1..5")
    before = (tmp_path / "out.jsonl").read_bytes()

    assert survey(cli, "--player", "random", game="rogue", seeds="1..5").code == 2
    assert survey(cli, "--jokers", "0", seeds="1..5").code == 2
    assert survey(cli, "--ask", "verdict", seeds="1..5").code == 2
    assert "nodes" in survey(cli, "--nodes", "7", seeds="1..5").err
    assert (tmp_path / "out.jsonl").read_bytes() == before


def test_an_audit_agrees(cli, tmp_path):
    done = survey(cli, "--audit", "1", seeds="5..6")

    assert done.code == 0
    assert {line["audit"] for line in timeless(tmp_path / "out.jsonl")[1]} == {"agrees"}


def test_undecided_deals_stay_in_the_table(cli):
    survey(cli, "--nodes", "1", "--jokers", "0", seeds="1..10")
    obj = cli.run("survey", "summary", "out.jsonl", "--json").objects[0]

    assert obj["counts"]["undecided"] >= 1
    assert obj["rate"]["high"] > obj["rate"]["low"]


def test_players_are_surveyed(cli, tmp_path):
    assert survey(cli, "--player", "greedy").code == 0
    outcomes = {line["outcome"] for line in timeless(tmp_path / "out.jsonl")[1]}
    assert outcomes <= {"cleared", "lost"}
    assert survey(cli, "--player", "greedy", game="rogue", out="rogue.jsonl", seeds="1..5").code == 0
    assert (
        survey(cli, "--seats", "greedy,random", "--players", "2", game="triangle", out="t.jsonl", seeds="1..6").code
        == 0
    )
    summary = cli.run("survey", "summary", "t.jsonl", "--json").objects[0]
    assert sum(summary["wins"].values()) == pytest.approx(6)


def test_interrupting_saves_and_says_how_to_go_on(cli, tmp_path):
    process = cli.start("survey", "dungeon", "--seeds", "1..100000", "--out", "out.jsonl", "--jokers", "0", stderr=-1)
    out = tmp_path / "out.jsonl"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not (out.exists() and out.stat().st_size > 1000):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert b"the same command goes on" in err
    assert out.read_bytes().endswith(b"}\n")


def test_summary_as_text_and_csv(cli):
    survey(cli, seeds="1..10")
    text = cli.run("survey", "summary", "out.jsonl").out
    rows = cli.run("survey", "summary", "--csv", "out.jsonl").out.splitlines()

    assert "clearable" in text
    assert len(rows) == 2


def test_plots_need_their_extra_or_draw(cli, tmp_path):
    survey(cli, seeds="1..10")
    done = cli.run("survey", "plot", "out.jsonl", "--out", "out.svg")

    assert (done.code == 0 and (tmp_path / "out.svg").stat().st_size > 1000) or "pip install '.[plots]'" in done.err
    assert cli.run("survey", "plot", "out.jsonl", "--out", "out.doc").code == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full on this system")  # noqa: PTH110
def test_a_device_that_is_full_is_a_clear_error(cli):
    done = survey(cli, out="/dev/full", seeds="1..3")

    assert done.code in {1, 2}
    assert "Error" in done.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seat", "5"),
        ("--seats", "greedy,random", "--players", "3"),
        ("--seats", "greedy,random", "--nodes", "5"),
        ("--ask", "all", "--seat", "1"),
    ],
)
def test_options_of_a_triangle_survey_must_fit_together(cli, tmp_path, arguments):
    assert survey(cli, *arguments, game="triangle", seeds="1..2").code == 2
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize(
    "line", ['{"type":"result"}', '{"type":"result","seed":1,"nodes":"x"}', '{"type":"start"}', "x"]
)
def test_broken_results_are_bad_input(cli, tmp_path, line):
    survey(cli, seeds="1..2")
    with (tmp_path / "out.jsonl").open("a") as out:
        out.write(line + "\n")

    assert cli.run("survey", "summary", "out.jsonl").code == 2
    assert cli.run("survey", "merge", "out.jsonl", "--out", "merged.jsonl").code == 2


def test_a_disagreement_is_told_again_when_the_survey_is_resumed(cli, tmp_path):
    survey(cli, "--audit", "1", seeds="1..1")
    text = (tmp_path / "out.jsonl").read_text().replace('"audit":"agrees"', '"audit":"disagrees"', 1)
    (tmp_path / "out.jsonl").write_text(text)

    assert survey(cli, "--audit", "1", seeds="1..1").code == 1
    assert "disagrees" in cli.run("survey", "summary", "out.jsonl").out
