"""Worker processes of our own, so that it is known which chunk a dying worker had.

Each worker is a fresh interpreter, holds one chunk of seeds at a time and sends its results back as one message. A
worker that dies (killed, out of memory, a fault in compiled code) costs nothing: its chunk is tried again, then halved
until the one bad seed is found, which is recorded as `crashed`. It does not import the script of its parent, so that a
script needs no guard around what it does.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import Pipe, spawn
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import SolverError
from solvers.survey.worker import crashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Chunks are made to last about this long: long enough that messages cost nothing, short enough that little is lost.
CHUNK_SECONDS: Final = 0.5
MAX_CHUNK: Final = 4096
#: So many deaths a worker in a row, without a result between them, are no bad seeds but workers that cannot run.
DEATHS: Final = 20
#: So many deaths a worker in a row before it could answer anything: it is not the seeds.
STARTS: Final = 3
#: What a worker runs; nothing is imported before it knows from where its parent imports.
_PROGRAM: Final = (
    "import sys; sys.path[:] = sys.argv[2:]; from solvers.survey.worker import work; work(int(sys.argv[1]))"
)


@dataclass
class Chunk:
    """Seeds to answer; tries counts the workers that died over exactly this chunk."""

    seeds: list[int]
    tries: int = 0


@dataclass
class _Worker:
    """ready: it can answer, so that a death afterwards may be the fault of its chunk."""

    process: subprocess.Popen[bytes]
    pipe: Connection
    chunk: Chunk | None = None
    ready: bool = False
    started: float = field(default_factory=time.monotonic)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.pipe.close()
        if self.process.stdin is not None:
            self.process.stdin.close()


def run_local(question: Question, seeds: Iterable[int], jobs: int) -> Iterator[list[Json]]:
    """Yield lists of results as they come, in no fixed order; at most one chunk a worker is under way.

    There are no more workers than chunks. Closing the generator ends them. Raises WorkerError where workers cannot
    answer anything, OSError where not one can be started.
    """
    pool = _Pool(question, iter(seeds), jobs)
    try:
        yield from pool.run()
    finally:
        pool.stop()


class WorkerError(SolverError):
    """Workers cannot answer anything: a mistake of the program, with the worker's own traceback where there is one."""


class _Pool:
    def __init__(self, question: Question, seeds: Iterator[int], jobs: int) -> None:
        self._question = pickle.dumps(question)
        self._seeds = seeds
        self._jobs = jobs
        self._again: deque[Chunk] = deque()
        self._size = 1
        self._deaths = self._starts = self._errors = 0
        self._workers: list[_Worker] = []

    def run(self) -> Iterator[list[Json]]:
        """Yield results; deals without an answer wait for the first that has one: before that it may be the workers."""
        held: list[Json] | None = []
        for results in self._batches():
            if held is None:
                yield results
                continue
            held += results
            if any("crashed" not in result for result in results):
                yield held
                held = None
        if held:
            yield held

    def _batches(self) -> Iterator[list[Json]]:
        self._assign()
        while busy := {worker.pipe: worker for worker in self._workers if worker.chunk}:
            for pipe in wait(list(busy)):
                results = self._receive(busy[pipe])  # type: ignore[index]
                self._assign()
                if results:
                    yield results

    def stop(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def _assign(self) -> None:
        """Give chunks to idle workers, and to new ones as long as there may be more of them."""
        idle = deque(worker for worker in self._workers if worker.chunk is None)
        while (idle or len(self._workers) < self._jobs) and (chunk := self._next_chunk()):
            if not idle:
                try:
                    idle.append(self._spawn())
                except OSError:  # no more processes or files here: those that there are do the work
                    self._again.appendleft(chunk)
                    if not self._workers:
                        raise
                    self._jobs = len(self._workers)
                    return
            worker = idle.popleft()
            worker.chunk = chunk
            worker.started = time.monotonic()
            with suppress(OSError):  # it died while idle: the next wait notices the closed pipe
                worker.pipe.send(chunk.seeds)

    def _next_chunk(self) -> Chunk | None:
        if self._again:
            return self._again.popleft()
        seeds = [seed for _number, seed in zip(range(self._size), self._seeds, strict=False)]
        return Chunk(seeds) if seeds else None

    def _receive(self, worker: _Worker) -> list[Json]:
        try:
            kind, content = worker.pipe.recv()
        except (EOFError, OSError):
            return self._bury(worker)
        if kind == "error":
            raise WorkerError(content)
        if kind == "ready":
            worker.ready = True
            worker.started = time.monotonic()
            return []
        self._deaths = self._starts = 0
        self._count_errors(content)
        self._tune(len(content), time.monotonic() - worker.started)
        worker.chunk = None
        results: list[Json] = content
        return results

    def _count_errors(self, results: list[Json]) -> None:
        """Raise WorkerError where one seed after the other ends in an error: then it is not the seeds."""
        for result in results:
            self._errors = self._errors + 1 if "error" in result else 0
            if self._errors > DEATHS * self._jobs:
                raise WorkerError(result["error"])

    def _bury(self, worker: _Worker) -> list[Json]:
        """See to the chunk of a dead worker: once more, then in halves, then given up."""
        self._workers.remove(worker)
        worker.end()
        chunk = worker.chunk
        if worker.ready:
            self._deaths += 1
        else:
            self._starts += 1
        if self._deaths > DEATHS * self._jobs or self._starts > STARTS * self._jobs:
            raise WorkerError("one worker after the other died, and none gave a result")
        if chunk is None:
            return []
        half = len(chunk.seeds) // 2
        if not worker.ready:
            self._again.append(chunk)
        elif chunk.tries == 0:
            self._again.append(Chunk(chunk.seeds, 1))
        elif half:
            self._again.extend([Chunk(chunk.seeds[:half]), Chunk(chunk.seeds[half:])])
        else:
            return [crashed(chunk.seeds[0])]
        return []

    def _tune(self, count: int, seconds: float) -> None:
        """Aim the chunk size at CHUNK_SECONDS, at most doubling it at a time."""
        fitting = int(count * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(fitting, 2 * self._size, MAX_CHUNK))

    def _spawn(self) -> _Worker:
        """Start a worker; its stdin is there for its other end alone, which closes when we end, however we end."""
        ours, theirs = Pipe()
        with theirs, _interrupts_held():
            handle = theirs.fileno()
            command = [os.fsdecode(spawn.get_executable()), "-P", "-c", _PROGRAM, str(handle), *sys.path]
            process = subprocess.Popen(  # noqa: S603  our own interpreter
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, **_passing(handle)
            )
            worker = _Worker(process, ours)
            self._workers.append(worker)
        with suppress(OSError):  # it died at once: the next wait notices the closed pipe
            ours.send_bytes(self._question)
        return worker


def _passing(handle: int) -> dict[str, Any]:
    """Return how a new process gets a pipe of ours."""
    if sys.platform != "win32":
        return {"pass_fds": [handle]}
    os.set_handle_inheritable(handle, True)
    return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})}


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that take no Ctrl-C, not even before they can say so; one that comes now is ours afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
