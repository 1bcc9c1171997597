"""Run a survey: from what is still missing in the result file to a complete one, with progress and audit."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from solvers.survey.ranges import Shard, size_of
from solvers.survey.results import ResultFile

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Bytes of a result line, roughly, to tell beforehand whether a disk can hold a survey.
LINE_BYTES: Final = 150


@dataclass(frozen=True)
class Plan:
    """seeds low … high, a shard of them, where to, and how: jobs local processes, or the scheduler of a cluster."""

    question: Question
    low: int
    high: int
    shard: Shard
    out: str
    jobs: int
    scheduler: str | None = None

    @property
    def size(self) -> int:
        return size_of(self.low, self.high, self.shard)


def run_survey(plan: Plan, report: Callable[[list[Json], int], None], begin: Callable[[ResultFile], None]) -> None:
    """Answer every seed that the result file lacks.

    begin(file) is called once, before the work; report(results, done) after every batch that was written. Raises
    OptionError, FormatError, OSError (a full disk); whatever ends it, the file holds whole lines and can be resumed.
    """
    check_disk(plan)
    results = ResultFile(plan.out, plan.question, plan.shard, plan.low, plan.high)
    with closing(results):
        begin(results)
        todo = results.done.missing(plan.low + plan.shard.number - 1, plan.high)
        with closing(_batches(plan, todo)) as batches:
            for batch in batches:
                results.write(batch)
                report(batch, len(results.done))


def _batches(plan: Plan, seeds: Iterator[int]) -> Generator[list[Json], None, None]:
    if plan.scheduler is not None:
        from solvers.survey.cluster import run_cluster

        yield from run_cluster(plan.question, seeds, plan.scheduler)
    else:
        from solvers.survey.pool import run_local

        yield from run_local(plan.question, seeds, plan.jobs)


def check_disk(plan: Plan) -> None:
    """Raise OptionError if the disk clearly cannot hold the lines that are still to come."""
    folder = Path(plan.out).resolve().parent
    if not folder.is_dir():
        raise OptionError(_("{folder} is no directory").format(folder=folder))
    there = Path(plan.out).stat().st_size if Path(plan.out).exists() else 0
    needed = plan.size * LINE_BYTES - there
    free = shutil.disk_usage(folder).free
    if needed > free:
        text = _("{size} seeds need about {needed} MB, and {free} MB are free: take a smaller range or a --shard")
        raise OptionError(text.format(size=plan.size, needed=needed // 10**6, free=free // 10**6))


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
