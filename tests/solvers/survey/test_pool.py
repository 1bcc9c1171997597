"""Worker processes: everything is answered once, whatever dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from support import check_schema
from toy_survey import toy

from solvers.survey.pool import WorkerError, run_local


def answers(question, seeds, jobs=2):
    return [result for batch in run_local(question, seeds, jobs) for result in batch]


def test_every_seed_is_answered_once():
    found = answers(toy(), range(2000))

    assert sorted(result["seed"] for result in found) == list(range(2000))
    assert all(result == toy()._answer(result["seed"]) for result in found)


def test_a_deadly_seed_is_isolated_and_the_rest_answered():
    found = answers(toy(deadly=77), range(1, 200))

    crashed = [result["seed"] for result in found if result.get("crashed")]
    assert sorted(crashed) == [77, 154]
    assert sorted(result["seed"] for result in found) == list(range(1, 200))


def test_a_worker_killed_from_outside_loses_nothing():
    before = set(_children())
    found = []
    killed = False
    for batch in run_local(toy(pause=0.02), range(100), 2):
        found += batch
        if not killed:
            os.kill((set(_children()) - before).pop(), signal.SIGKILL)
            killed = True

    assert sorted(result["seed"] for result in found) == list(range(100))
    assert not any(result.get("crashed") for result in found)


def test_leaving_early_ends_the_workers():
    before = set(_children())
    batches = run_local(toy(pause=0.05), range(10_000), 2)
    next(batches)
    workers = set(_children()) - before
    batches.close()

    assert workers
    assert not workers & set(_children())


def test_an_error_of_the_program_costs_the_answer_to_its_own_seed():
    found = {result["seed"]: result for result in answers(toy(broken=5), range(1, 300))}
    assert sorted(found) == list(range(1, 300))
    bad = {"type": "result", "seed": 5, "crashed": True, "error": "ValueError: cannot answer 5"}
    assert [result for result in found.values() if "crashed" in result] == [bad]
    check_schema(bad)


def test_workers_that_cannot_begin_are_an_error_with_its_traceback():
    with pytest.raises(WorkerError, match=r"(?s)Traceback.*cannot begin"):
        answers(toy(unable="start"), range(10))


def test_answers_that_all_fail_are_an_error_and_not_a_survey_of_crashes():
    with pytest.raises(WorkerError, match="ValueError: cannot answer"):
        answers(toy(unable="always"), range(1, 1000))


def _children():
    """Return the processes whose parent we are (Linux)."""
    me = os.getpid()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it ended while we looked
            if int(fields[1]) == me and fields[0] != "Z":
                yield int(entry.name)


def test_memory_of_the_window_is_bounded():
    taken = 0

    def endless():
        nonlocal taken
        while True:
            taken += 1
            yield taken

    batches = run_local(toy(), endless(), 2)
    done = 0
    deadline = time.monotonic() + 20
    while done < 5000 and time.monotonic() < deadline:
        done += len(next(batches))
    batches.close()

    assert done >= 5000
    assert taken <= done + 2 * 4096 + 4096
    assert threading.active_count() < 10


def test_workers_that_all_die_are_an_error_and_not_a_survey_of_crashes():
    with pytest.raises(WorkerError, match="died"):
        answers(toy(deadly=1), range(1, 1000))
