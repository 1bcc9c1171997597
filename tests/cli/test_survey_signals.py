"""Surveys that are ended by signals, at any moment: in silence or with a word, never with a traceback, and all can go on."""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds the processes of a survey in /proc")

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT, signal.SIGKILL]
SEEDS = "1..400"
ASK = ("survey", "dungeon", "--seeds", SEEDS, "--ask", "verdict", "--jokers", "0", "--nodes", "3000", "--jobs", 2)


def children(pid):
    """Return the processes whose parent is pid."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended while we looked
            if int(fields[1]) == pid and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def is_alive(pid):
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition, seconds=20):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not condition():
        time.sleep(0.01)
    return condition()


def started(cli, out, *arguments):
    """Start a survey whose processes all write to one file what they have to complain about."""
    with (cli.directory / "stderr").open("ab") as log:
        return cli.start(*arguments, "--out", out, stdout=log, stderr=log)


def stderr_of(cli):
    return (cli.directory / "stderr").read_text("utf-8", "replace")


def timeless(path):
    header, *lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        line.pop("seconds", None)
    return header, sorted(lines, key=lambda line: line["seed"])


def end(cli, process, moment, number, victim):
    """Send a signal after `moment` seconds to parent, worker or all; return the workers that there were."""
    time.sleep(moment)
    workers = children(process.pid)
    targets = {"parent": [process.pid], "worker": workers[:1], "all": [process.pid, *workers]}[victim]
    for target in targets:
        try:
            os.kill(target, number)
        except ProcessLookupError:
            continue  # the survey was done before
    return workers


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("victim", ["parent", "worker", "all"])
def test_no_process_complains_whatever_signal_comes_at_whatever_moment(cli, number, victim):
    source = random.Random(f"{number}/{victim}")
    for trial in range(8 if THOROUGH else 1):
        process = started(cli, f"out{trial}.jsonl", *ASK)
        if number == signal.SIGINT:  # before its first line Python itself would answer
            wait_for((cli.directory / f"out{trial}.jsonl").exists)
        workers = end(cli, process, source.uniform(0.1, 1.2), number, victim)
        if victim != "worker":
            process.wait(20)
            assert wait_for(lambda: not any(map(is_alive, workers))), "a worker has outlived its parent"  # noqa: B023
        else:
            time.sleep(0.3)
            process.kill()
            process.wait(20)
    assert "Traceback" not in stderr_of(cli)
    assert "report it" not in stderr_of(cli)


def test_surveys_that_are_killed_again_and_again_end_with_the_lines_of_an_undisturbed_one(cli):
    source = random.Random(5)
    assert cli.run(*ASK, "--out", "whole.jsonl").code == 0
    for trial in range(50 if THOROUGH else 1):
        out = f"out{trial}.jsonl"
        for _kill in range(3):
            process = started(cli, out, *ASK)
            end(cli, process, source.uniform(0.2, 0.9), signal.SIGKILL, source.choice(["parent", "worker", "all"]))
            if source.random() < 0.5:
                process.kill()
            process.wait(60)
            wait_for(lambda: not children(process.pid))  # noqa: B023
        done = cli.run(*ASK, "--out", out)
        assert done.code == 0, done.err
        assert timeless(cli.directory / out) == timeless(cli.directory / "whole.jsonl")
    assert "Traceback" not in stderr_of(cli)


def test_a_worker_in_a_long_search_ends_with_its_parent(cli):
    """It holds the interpreter for minutes and sends nothing, and yet it must not stay behind."""
    hard = ("survey", "triangle", "--ask", "out", "--seeds", "1..2", "--time-limit", 600, "--jobs", 1)
    process = started(cli, "out.jsonl", *hard)
    assert wait_for(lambda: children(process.pid))
    time.sleep(1.5)  # it is in the midst of it
    workers = children(process.pid)
    process.kill()
    process.wait()
    assert workers
    assert wait_for(lambda: not any(map(is_alive, workers)), 5)
    assert stderr_of(cli) == ""
