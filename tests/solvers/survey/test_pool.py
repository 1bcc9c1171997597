"""Worker processes: everything is answered once, whatever dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from support import check_schema
from toy_survey import lines_of, survey, toy

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


@pytest.mark.parametrize("unable", ["start", "die", "always"])
def test_workers_that_cannot_work_leave_no_line(tmp_path, unable):
    with pytest.raises(WorkerError):
        survey(tmp_path / "out", high=200, question=toy(unable=unable))
    assert lines_of(tmp_path / "out") == []
    survey(tmp_path / "out", high=200)
    assert len(lines_of(tmp_path / "out")) == 200


def test_deals_that_crash_before_any_has_an_answer_are_told_in_the_end():
    assert [result["seed"] for result in answers(toy(deadly=1), [7], 1)] == [7]


def test_there_are_no_more_workers_than_chunks():
    before, most = set(_children()), 0
    for _batch in run_local(toy(pause=0.2), range(1, 5), 40):
        most = max(most, len(set(_children()) - before))
    assert 1 <= most <= 4


def test_a_system_that_starts_no_more_processes_gets_on_with_those_there_are(monkeypatch):
    from solvers.survey import pool

    real, started = pool.subprocess.Popen, []

    def limited(*arguments, **options):
        if len(started) == 2:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        started.append(real(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(pool.subprocess, "Popen", limited)
    assert sorted(result["seed"] for result in answers(toy(), range(300), 8)) == list(range(300))
    with pytest.raises(BlockingIOError):
        answers(toy(), range(3), 8)


SCRIPT = """
from solvers.survey.ask import survey
for result in survey("dungeon", seeds=range(1, 6), ask="verdict", jobs=2):
    print(result.seed, result.verdict)
"""


def test_a_script_needs_no_guard(tmp_path):
    """Workers do not import the script that started them, which would start a survey in each."""
    (tmp_path / "script.py").write_text(SCRIPT)
    (tmp_path / "pickle.py").write_text("raise SystemExit('a file of the user stands in the way')\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-P", tmp_path / "script.py"],
        capture_output=True, text=True, cwd=tmp_path, env=environment, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.splitlines() == [f"{seed} clearable" for seed in range(1, 6)]


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
