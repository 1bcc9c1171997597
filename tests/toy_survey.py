"""A question for survey tests whose answers are instant, and some of which kill the worker."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from solvers.survey.question import Question
from solvers.survey.ranges import Shard
from solvers.survey.runner import Plan, run_survey


@dataclass(frozen=True)
class Toy(Question):
    """Answers from arithmetic. Seeds divisible by `deadly` kill their worker; each answer takes `pause` seconds;
    seed `broken` is a mistake of the program; unable is "start" where no worker can begin, "die" where each dies before it
    can, "always" where none answers."""

    deadly: int = 0
    pause: float = 0.0
    broken: int | None = None
    unable: str = ""

    def answerer(self):
        if self.unable == "start":
            raise ValueError("cannot begin")
        if self.unable == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        return self._answer

    def _answer(self, seed):
        if self.deadly and seed % self.deadly == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        if seed == self.broken or self.unable == "always":
            raise ValueError(f"cannot answer {seed}")
        if self.pause:
            time.sleep(self.pause)
        clearable = seed % 3 != 0
        verdict = {"verdict": "clearable" if clearable else "not-clearable"}
        numbers = {"kills": 12 if clearable else seed % 12, "spare": seed % 7 if clearable else None, "nodes": seed}
        return {"type": "result", "seed": seed} | verdict | numbers


def toy(**extra):
    """Return the toy question."""
    return Toy("dungeon", {"jokers": 2, "ace": 1, "chain": False}, "optimum", **extra)


def survey(path, low=1, high=100, *, question=None, shard=None, jobs=2):
    """Run a survey of the toy question to its end."""
    plan = Plan(question or toy(), low, high, shard or Shard(), str(path), jobs)
    run_survey(plan, lambda _results, _done: None, lambda _file: None)


def lines_of(path):
    """Return the result lines, sorted by seed, after a check of the header."""
    header, *lines = Path(path).read_text("utf-8").splitlines()
    assert json.loads(header)["type"] == "survey"
    return sorted(lines, key=lambda line: json.loads(line)["seed"])
