"""Worker processes of our own, so that it is known which chunk a dying worker had.

Each worker is spawned, holds one chunk of seeds at a time and sends its results back as one message. A worker that dies
(killed, out of memory, a fault in compiled code) costs nothing: its chunk is tried again, then halved until the one bad
seed is found, which is recorded as `crashed`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.dealing import seed_to_json
from cardsolo.core.errors import clip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.context import SpawnProcess

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Chunks are made to last about this long: long enough that messages cost nothing, short enough that little is lost.
CHUNK_SECONDS: Final = 0.5
MAX_CHUNK: Final = 4096
#: So many deaths a worker in a row, without a result between them, are no bad seeds but workers that cannot run.
DEATHS: Final = 20


@dataclass
class Chunk:
    """Seeds to answer; tries counts the workers that died over exactly this chunk."""

    seeds: list[int]
    tries: int = 0


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    chunk: Chunk | None = None
    started: float = field(default_factory=time.monotonic)


def crashed(seed: int, error: str | None = None) -> Json:
    """Return the result line of a seed over which workers died, or whose answerer raised an error."""
    line: Json = {"type": "result", "seed": seed_to_json(seed), "crashed": True}
    return line if error is None else line | {"error": error}


def answer_all(answer: Callable[[int], Json], seeds: Iterable[int]) -> list[Json]:
    """Answer seeds in a worker. A mistake of the program costs the answer to its own seed only, which tells it.

    With CARDSOLO_TRACEBACK the worker says on stderr where it happened.
    """
    results = []
    for seed in seeds:
        try:
            results.append(answer(seed))
        except Exception as error:  # noqa: BLE001  whatever it is, the other seeds have answers
            if os.environ.get("CARDSOLO_TRACEBACK"):
                traceback.print_exc()
            results.append(crashed(seed, clip(f"{type(error).__name__}: {error}", 200)))
    return results


def run_local(question: Question, seeds: Iterable[int], jobs: int) -> Iterator[list[Json]]:
    """Yield lists of results as they come, in no fixed order; at most one chunk a worker is under way.

    Closing the generator ends the workers. Raises WorkerError where workers cannot answer anything.
    """
    pool = _Pool(question, iter(seeds), jobs)
    try:
        yield from pool.run()
    finally:
        pool.stop()


class WorkerError(Exception):
    """Workers cannot answer anything: a mistake of the program, with the worker's own traceback where there is one."""


class _Pool:
    def __init__(self, question: Question, seeds: Iterator[int], jobs: int) -> None:
        self._question = question
        self._seeds = seeds
        self._again: deque[Chunk] = deque()
        self._size = 1
        self._deaths = self._errors = 0
        self._context = multiprocessing.get_context("spawn")
        self._workers = [self._spawn() for _worker in range(jobs)]

    def run(self) -> Iterator[list[Json]]:
        for worker in self._workers:
            self._feed(worker)
        while any(worker.chunk for worker in self._workers):
            busy = {worker.pipe: worker for worker in self._workers if worker.chunk}
            for pipe in wait(list(busy)):
                results = self._receive(busy[pipe])  # type: ignore[index]
                if results:
                    yield results

    def stop(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def _receive(self, worker: _Worker) -> list[Json]:
        try:
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            return self._bury(worker)
        if kind == "error":
            raise WorkerError(content)
        self._deaths = 0
        self._count_errors(content)
        self._tune(len(content), time.monotonic() - worker.started)
        self._feed(worker)
        results: list[Json] = content
        return results

    def _count_errors(self, results: list[Json]) -> None:
        """Raise WorkerError where one seed after the other ends in an error: then it is not the seeds."""
        for result in results:
            self._errors = self._errors + 1 if "error" in result else 0
            if self._errors > DEATHS * len(self._workers):
                raise WorkerError(result["error"])

    def _bury(self, worker: _Worker) -> list[Json]:
        """Replace a dead worker and see to its chunk: once more, then in halves, then given up."""
        self._deaths += 1
        if self._deaths > DEATHS * len(self._workers):
            raise WorkerError("one worker after the other died, and none gave a result")
        chunk = worker.chunk
        worker.process.join()
        worker.pipe.close()
        fresh = self._spawn()
        self._workers[self._workers.index(worker)] = fresh
        given_up: list[Json] = []
        if chunk is not None:
            half = len(chunk.seeds) // 2
            if chunk.tries == 0:
                self._again.append(Chunk(chunk.seeds, 1))
            elif half:
                self._again.extend([Chunk(chunk.seeds[:half]), Chunk(chunk.seeds[half:])])
            else:
                given_up = [crashed(chunk.seeds[0])]
        for idle in self._workers:
            if idle.chunk is None:
                self._feed(idle)
        return given_up

    def _feed(self, worker: _Worker) -> None:
        worker.chunk = self._again.popleft() if self._again else self._next_chunk()
        if worker.chunk is not None:
            worker.started = time.monotonic()
            with suppress(OSError):  # it died while idle: the next wait notices the closed pipe
                worker.pipe.send(worker.chunk.seeds)

    def _next_chunk(self) -> Chunk | None:
        seeds = [seed for _number, seed in zip(range(self._size), self._seeds, strict=False)]
        return Chunk(seeds) if seeds else None

    def _tune(self, count: int, seconds: float) -> None:
        """Aim the chunk size at CHUNK_SECONDS, at most doubling it at a time."""
        fitting = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(fitting, 2 * self._size, MAX_CHUNK))

    def _spawn(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._question), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)


def _work(pipe: Any, question: Question) -> None:
    """Answer chunks until the pipe closes. Ctrl-C is the parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer = None
    while True:
        try:
            seeds = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = answer or question.answerer()
        except Exception:  # noqa: BLE001  whatever it is, the parent must report it
            pipe.send(("error", traceback.format_exc()))
        else:
            pipe.send(("results", answer_all(answer, seeds)))
