"""Run a survey: from what is still missing in the result file to a complete one, with progress and audit."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from solvers.survey.files import STANDARD
from solvers.survey.ranges import Shard, size_of
from solvers.survey.results import Results, open_results

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Bytes of a result line, roughly, to tell beforehand whether a disk can hold a survey.
LINE_BYTES: Final = 150


@dataclass(frozen=True)
class Plan:
    """seeds low … high, a shard of them, where to (`-` is standard output), and how: jobs local processes, or the
    scheduler of a cluster.
    """

    question: Question
    low: int
    high: int
    shard: Shard
    out: str
    jobs: int
    scheduler: str | None = None

    @property
    def first(self) -> int:
        """The first seed of the shard."""
        return self.low + self.shard.number - 1

    @property
    def size(self) -> int:
        return size_of(self.low, self.high, self.shard)

    def answered(self, results: Results) -> int:
        """Return how many seeds of the plan need no answer any more."""
        return results.done.count(self.first, self.high)


def run_survey(
    plan: Plan,
    report: Callable[[list[Json], int], None],
    begin: Callable[[Results], None],
    tell: Callable[[str], None] = lambda _text: None,
) -> None:
    """Answer every seed that the result file lacks, those without an answer once more.

    begin(results) is called once, before the work; report(batch, done) after every batch that was written; tell takes a
    line for people while something is waited for. Raises OptionError, FormatError, OSError (a full disk); whatever ends
    it, the file holds whole lines and can be resumed.
    """
    check_disk(plan)
    results = open_results(plan.out, plan.question, plan.shard, plan.low, plan.high)
    with closing(results):
        begin(results)
        todo = results.done.missing(plan.first, plan.high)
        with closing(answers(plan.question, todo, plan.jobs, plan.scheduler, tell)) as batches:
            for batch in batches:
                results.write(batch)
                report(batch, plan.answered(results))


def answers(
    question: Question,
    seeds: Iterable[int],
    jobs: int,
    scheduler: str | None = None,
    tell: Callable[[str], None] = lambda _text: None,
) -> Generator[list[Json], None, None]:
    """Yield the results of seeds in batches as they come, from local processes or from a cluster."""
    if scheduler is not None:
        from solvers.survey.cluster import run_cluster

        yield from run_cluster(question, seeds, scheduler, tell)
    else:
        from solvers.survey.pool import run_local

        yield from run_local(question, seeds, jobs)


def check_disk(plan: Plan) -> None:
    """Raise OptionError if the disk clearly cannot hold the lines that are still to come."""
    if plan.out == STANDARD:
        return
    folder = Path(os.path.realpath(plan.out)).parent
    if not folder.is_dir():
        raise OptionError(_("{folder} is no directory").format(folder=clip(str(folder), 200)))
    there = Path(plan.out).stat().st_size if os.path.lexists(plan.out) and Path(plan.out).exists() else 0
    needed = plan.size * LINE_BYTES - there
    free = shutil.disk_usage(folder).free
    if needed > free:
        text = _("{size} seeds need about {needed}, and {free} are free: take a smaller range or a --shard")
        raise OptionError(text.format(size=plan.size, needed=_amount(needed), free=_amount(free)))


def _amount(size: int) -> str:
    """Return a number of bytes in the largest unit of which there is at least one."""
    for power, unit in ((18, "EB"), (15, "PB"), (12, "TB"), (9, "GB"), (6, "MB"), (3, "kB")):
        if size >= 10**power:
            return f"{size / 10**power:.3g} {unit}"
    return _("{size} bytes").format(size=size)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
