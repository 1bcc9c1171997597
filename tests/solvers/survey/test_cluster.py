"""A real Dask scheduler and two workers, each a process of its own, on loopback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import Future

import pytest
from support import ROOT
from toy_survey import lines_of, survey, toy

from solvers.survey.cluster import SchedulerGone, SchedulerLost, _Window
from solvers.survey.ranges import Shard
from solvers.survey.runner import Plan, run_survey

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


class Cluster:
    def __init__(self, directory):
        self.environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([*map(str, sys.path), str(ROOT / "tests")]),
            "DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "1s",
        }
        self.directory = directory
        self.file = directory / "scheduler.json"
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", self.file
        )
        deadline = time.monotonic() + 30
        while not self.file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.workers = [self.worker(), self.worker()]

    def _start(self, module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}", *map(str, arguments)]
        with (self.directory / "cluster.log").open("ab") as log:
            return subprocess.Popen(command, env=self.environment, cwd=self.directory, stdout=log, stderr=log)

    def worker(self):
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1", "--death-timeout", "30")
        return self._start("dask_worker", "--scheduler-file", self.file, *options)

    def drop_workers(self):
        for process in self.workers:
            process.kill()
            process.wait()
        self.workers = []

    @property
    def address(self):
        import json

        return json.loads(self.file.read_text())["address"]

    def stop(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path):
    running = Cluster(tmp_path)
    yield running
    running.stop()


def plan(out, cluster, question, high):
    return Plan(question, 1, high, Shard(), str(out), 1, cluster.address)


@pytest.mark.filterwarnings("ignore")  # the library's own, on the way down
def test_the_same_lines_as_a_local_run_whatever_worker_dies(tmp_path, cluster):
    calls = 0

    def report(_results, _done):
        nonlocal calls
        calls += 1
        if calls == 2:
            cluster.workers[0].kill()

    run_survey(plan(tmp_path / "out", cluster, toy(pause=0.005), 300), report, lambda *_: None)
    survey(tmp_path / "local", high=300)

    assert calls > 2
    assert lines_of(tmp_path / "out") == lines_of(tmp_path / "local")


@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_goes_away_loses_nothing(tmp_path, cluster):
    def report(_results, done):
        if done > 5:
            cluster.scheduler.kill()

    with pytest.raises(SchedulerGone):
        run_survey(plan(tmp_path / "out", cluster, toy(pause=0.02), 400), report, lambda *_: None)
    written = lines_of(tmp_path / "out")
    survey(tmp_path / "out", high=400)

    assert 5 < len(written) < 400
    assert len(lines_of(tmp_path / "out")) == 400
    assert set(written) <= set(lines_of(tmp_path / "out"))


def start(cli, cluster):
    deals = ("--ask", "verdict", "--jokers", 0, "--seeds", "1..3000")
    with (cli.directory / "stderr").open("wb") as log:
        return cli.start("survey", "dungeon", *deals, "--out", "out", "--scheduler", cluster.address, stderr=log)


def wait_for(condition, seconds=40):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not condition():
        time.sleep(0.05)
    return condition()


def test_the_command_says_what_it_waits_for_and_what_was_lost(cli, cluster):
    """Nothing but our own words: Dask would write two kilobytes of tracebacks when its scheduler dies."""
    cluster.drop_workers()
    process = start(cli, cluster)
    stderr, out = cli.directory / "stderr", cli.directory / "out"
    waiting = f"waiting for a worker at {cluster.address}: none is there (dask worker {cluster.address} starts one)\n"
    assert wait_for(lambda: stderr.read_text() == waiting), stderr.read_text()
    cluster.workers = [cluster.worker()]
    assert wait_for(lambda: out.read_bytes().count(b"\n") > 5)
    cluster.scheduler.kill()
    assert process.wait(60) == 1
    told = stderr.read_text().removeprefix(waiting)
    assert told.startswith("Error: the scheduler went away")
    assert "of 3000 seeds are in out; the same command goes on from here, with --scheduler or without" in told
    assert told.count("\n") == 1


class Stub:
    """A client whose scheduler has gone: what it knew of the cluster is empty, as while it tries to reach it again."""

    def __init__(self, status):
        self.status = status

    def scheduler_info(self, n_workers):
        return {"type": "Scheduler"} if self.status == "closed" else {}


def test_a_client_that_gave_up_is_a_lost_scheduler_and_one_that_tries_again_is_not():
    with pytest.raises(SchedulerLost):
        _Window(Stub("closed"), toy(), iter(()))._threads()
    assert _Window(Stub("connecting"), toy(), iter(()))._threads() == 0


class Losing(Stub):
    """A client that loses the first of its chunks, with the worker that had its results, say."""

    def __init__(self, status):
        super().__init__(status)
        self.given = []

    def submit(self, function, question, seeds, *, pure):
        future = Future()
        future.key = len(self.given)
        future.status = "finished" if self.given else "lost"
        self.given.append(seeds)
        future.set_result(function(question, seeds))
        return future


def test_a_chunk_that_is_lost_is_handed_out_again_while_the_scheduler_is_there():
    client = Losing("running")
    found = [line["seed"] for results in _Window(client, toy(), iter(range(1, 9))).run() for line in results]
    assert sorted(found) == list(range(1, 9))
    assert client.given[0] == client.given[1] == [1]
    with pytest.raises(SchedulerLost):
        list(_Window(Losing("connecting"), toy(), iter(range(1, 9))).run())


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_is_a_clear_error(tmp_path, monkeypatch):
    monkeypatch.setattr("solvers.survey.cluster.TIMEOUT", "1s")
    with pytest.raises(SchedulerGone, match=r"127\.0\.0\.1"):
        run_survey(
            Plan(toy(), 1, 5, Shard(), str(tmp_path / "out"), 1, "tcp://127.0.0.1:9"), lambda *_: None, lambda *_: None
        )
