"""The result file is the checkpoint: torn lines, other questions, two writers, a full disk, kills."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace

import pytest
from support import ROOT
from toy_survey import lines_of, survey, toy

from cardsolo.core.errors import FormatError, OptionError
from solvers.survey.ranges import Shard
from solvers.survey.results import ResultFile

ONE = Shard()


def test_a_survey_answers_its_range(tmp_path):
    survey(tmp_path / "out", 5, 44)

    assert [json.loads(line)["seed"] for line in lines_of(tmp_path / "out")] == list(range(5, 45))


def test_going_on_gives_the_same_lines_as_an_undisturbed_run(tmp_path):
    survey(tmp_path / "whole")
    survey(tmp_path / "parts", high=30)
    survey(tmp_path / "parts", high=70)
    survey(tmp_path / "parts")

    assert lines_of(tmp_path / "parts") == lines_of(tmp_path / "whole")


@pytest.mark.parametrize("cut", [1, 10, 40])
def test_a_torn_last_line_is_done_again(tmp_path, cut):
    out = tmp_path / "out"
    survey(out)
    whole = lines_of(out)
    os.truncate(out, out.stat().st_size - cut)
    survey(out)

    assert lines_of(out) == whole


@pytest.mark.parametrize(
    "change",
    [{"rules": {"jokers": 0, "ace": 1, "chain": False}}, {"ask": "verdict"}, {"settings": {"nodes": 5}}],
)
def test_another_question_is_refused_and_nothing_changes(tmp_path, change):
    out = tmp_path / "out"
    survey(out, high=5)
    before = out.read_bytes()
    with pytest.raises(OptionError, match="another question"):
        survey(out, question=replace(toy(), **change))

    assert out.read_bytes() == before


def test_another_shard_or_start_is_refused(tmp_path):
    out = tmp_path / "out"
    survey(out, shard=Shard(1, 2))
    with pytest.raises(OptionError, match="shard"):
        survey(out, shard=Shard(2, 2))
    with pytest.raises(OptionError, match="first"):
        survey(out, low=2, shard=Shard(1, 2))


@pytest.mark.parametrize(
    "content",
    [b"hello\n", b"hello", b'{"type":"start"}\n', b"\x00\xff\n", b'{"type":"survey"}\n', b'{"type":"surveys"'],
)
def test_a_file_that_is_no_survey_is_refused_and_nothing_changes(tmp_path, content):
    out = tmp_path / "out"
    out.write_bytes(content)
    with pytest.raises((OptionError, FormatError)):
        survey(out)

    assert out.read_bytes() == content


def test_two_surveys_on_one_file_are_refused(tmp_path):
    out = str(tmp_path / "out")
    with closing(ResultFile(out, toy(), ONE, 1)), pytest.raises(OptionError, match="another survey"):
        ResultFile(out, toy(), ONE, 1)


def test_a_range_that_the_disk_cannot_hold_is_refused(tmp_path):
    with pytest.raises(OptionError, match="shard"):
        survey(tmp_path / "out", 0, 2**62)

    assert not (tmp_path / "out").exists()


def run_process(code, *arguments, **options):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([*map(str, sys.path), str(ROOT / "tests")])}
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], env=environment, **options)


RUN = """
import sys
from solvers.survey.ranges import Shard
from solvers.survey.runner import Plan, run_survey
from toy_survey import toy
if __name__ == "__main__":
    plan = Plan(toy(pause=0.004), 1, 400, Shard(), sys.argv[1], 2)
    run_survey(plan, lambda results, done: None, lambda file: None)
"""


def test_kill_9_of_the_parent_loses_nothing_that_was_written(tmp_path):
    out, whole = tmp_path / "out", tmp_path / "whole"
    for _attempt in range(3):
        process = run_process(RUN, out)
        deadline = time.monotonic() + 20
        size = out.stat().st_size if out.exists() else 0
        while time.monotonic() < deadline and (not out.exists() or out.stat().st_size <= size + 200):
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    survey(out, high=400, question=toy(pause=0.004))
    survey(whole, high=400, question=toy(pause=0.0))

    assert lines_of(out) == lines_of(whole)


FULL_DISK = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
from toy_survey import toy
from solvers.survey.ranges import Shard
from solvers.survey.runner import Plan, run_survey
if __name__ == "__main__":
    try:
        run_survey(Plan(toy(), 1, 200, Shard(), sys.argv[1], 1), lambda *_: None, lambda *_: None)
    except OSError as error:
        print("full", error.errno)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no file size limits on this system")
def test_a_full_disk_leaves_whole_lines_and_the_survey_goes_on_later(tmp_path):
    out = tmp_path / "out"
    process = run_process(FULL_DISK, out, stdout=subprocess.PIPE)
    said, _err = process.communicate(timeout=60)

    assert said.startswith(b"full")
    assert out.read_bytes().endswith(b"}\n")
    assert out.stat().st_size <= 3000
    survey(out, high=200)
    survey(tmp_path / "whole", high=200)
    assert lines_of(out) == lines_of(tmp_path / "whole")
