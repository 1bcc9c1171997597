"""The same work on a Dask cluster (optional extra `cluster`): no scheduler of our own."""

from __future__ import annotations

import itertools
import logging
import queue
import time
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import CardsoloError, clip
from cardsolo.core.i18n import _
from cardsolo.core.optional import needs_extra
from solvers.survey.pool import CHUNK_SECONDS, MAX_CHUNK, WorkerError
from solvers.survey.worker import answer_all, crashed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Chunks under way for each thread of the cluster: one being worked on, one waiting.
WINDOW: Final = 2
#: A cluster's messages cost more than a pipe's, so its chunks are longer.
CLUSTER_CHUNK_SECONDS: Final = 4 * CHUNK_SECONDS
#: How long to wait for the scheduler before giving up, in seconds.
TIMEOUT: Final = "10s"
#: How often to look whether the scheduler and its workers are still there, in seconds.
_LOOK: Final = 1.0
#: Who writes logs and tracebacks to stderr where a connection breaks; we say in our own words what happened.
_LOGGERS: Final = ("distributed", "tornado", "asyncio")


class SchedulerGone(CardsoloError):  # noqa: N818  what happened, in the words of the message
    """The scheduler cannot be reached or went away; what was written stays, and can be resumed locally too."""


class SchedulerLost(SchedulerGone):
    """The scheduler went away while it worked."""


def run_cluster(
    question: Question, seeds: Iterable[int], address: str, tell: Callable[[str], None] = lambda _text: None
) -> Iterator[list[Json]]:
    """Yield lists of results as they come from the workers of the scheduler at `address`.

    Dask repeats a chunk whose worker died; one that kills several comes back as `KilledWorker` and is halved until the
    one bad seed is recorded as crashed. tell takes a line for people: what is waited for. Raises OptionError without
    the extra, SchedulerGone, SchedulerLost.
    """
    text = _("--scheduler needs the extra `cluster`; in a clone of the sources: {command}")
    with needs_extra("cluster", "distributed", text):
        from distributed import Client
    with _quiet():
        try:
            client = Client(address, timeout=TIMEOUT)
        except (OSError, ValueError) as error:
            raise SchedulerGone(
                _("no scheduler answers at {address}: {cause}").format(
                    address=clip(address), cause=clip(str(error), 200)
                )
            ) from None
        try:
            yield from _Window(client, question, iter(seeds), tell).run()
        except (OSError, CancelledError) as error:
            raise SchedulerLost(_("the scheduler went away ({cause})").format(cause=clip(str(error), 200))) from None
        finally:
            client.close(timeout=2)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the logs of Dask off stderr meanwhile; some of its loggers have levels of their own."""
    known = {name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LOGGERS}
    loggers = [logging.getLogger(name) for name in known.union(_LOGGERS)]
    before = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


def answer_chunk(question: Question, seeds: list[int]) -> tuple[list[Json], float]:
    """Answer seeds on a worker; return the results and the seconds they took."""
    answer = _answerers.get(repr(question)) or question.answerer()
    _answerers[repr(question)] = answer
    started = time.monotonic()
    results = answer_all(answer, seeds)
    return results, time.monotonic() - started


_answerers: dict[str, Callable[[int], Json]] = {}


class _Window:
    """Keeps a bounded number of chunks under way."""

    def __init__(
        self, client: Any, question: Question, seeds: Iterator[int], tell: Callable[[str], None] = lambda _text: None
    ) -> None:
        self._client = client
        self._question = question
        self._seeds = seeds
        self._tell = tell
        self._size = 1
        self._chunks: dict[Any, list[int]] = {}
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._waits = False

    def run(self) -> Iterator[list[Json]]:
        self._fill()
        while self._chunks:
            try:
                future = self._ready.get(timeout=_LOOK)
            except queue.Empty:
                self._look()
                continue
            seeds = self._chunks.pop(future.key)
            results = self._take(future, seeds)
            if results:
                yield results
            self._fill()

    def _look(self) -> None:
        """Say once what is waited for while no worker is there. Raises SchedulerLost where the client gave up."""
        has_workers = self._threads() > 0
        if not has_workers and not self._waits:
            address = self._client.scheduler.address if self._client.scheduler is not None else "?"
            text = _("waiting for a worker at {address}: none is there (dask worker {address} starts one)")
            self._tell(text.format(address=address))
        self._waits = not has_workers

    def _fill(self) -> None:
        while len(self._chunks) < max(1, WINDOW * self._threads()):
            seeds = list(itertools.islice(self._seeds, self._size))
            if not seeds:
                return
            self._submit(seeds)

    def _submit(self, seeds: list[int]) -> None:
        future = self._client.submit(answer_chunk, self._question, seeds, pure=False)
        self._chunks[future.key] = seeds
        future.add_done_callback(self._ready.put)

    def _take(self, future: Any, seeds: list[int]) -> list[Json]:
        from distributed import KilledWorker

        if future.status == "finished":
            results, seconds = future.result()
            fitting = int(len(results) * CLUSTER_CHUNK_SECONDS / max(seconds, 1e-6))
            self._size = max(1, min(fitting, 2 * self._size, MAX_CHUNK))
            found: list[Json] = results
            return found
        if future.status in {"cancelled", "lost"}:
            if self._client.status != "running":
                raise SchedulerLost(_("the scheduler went away"))
            self._submit(seeds)  # it went with the worker that had it, or with a connection that is there again
            return []
        error = future.exception()
        if not isinstance(error, KilledWorker):
            raise WorkerError(str(error))
        half = len(seeds) // 2
        if not half:
            return [crashed(seeds[0])]
        self._submit(seeds[:half])
        self._submit(seeds[half:])
        return []

    def _threads(self) -> int:
        """Return the threads of the cluster, 0 while the client tries to reach it again. Raises SchedulerLost."""
        if self._client.status in {"closing", "closed"}:  # it gave up, and would take no chunk
            raise SchedulerLost(_("the scheduler went away"))
        workers = self._client.scheduler_info(n_workers=-1).get("workers", {})
        return sum(worker["nthreads"] for worker in workers.values())
