"""Worker processes for beam searches: tasks out, outcomes back in the order of the tasks, stopped when wanted.

With one worker everything runs in the calling process. Workers are spawned, leave signals to their owner (Ctrl-C, and
those of a terminal or a scheduler that ends the whole group) and end when the pipe to their owner closes. The task of a
worker that was killed is run by the owner.
"""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final, Self

from solvers.triangle.fill.piece import Piece, PieceOutcome
from solvers.triangle.task import Outcome, Problem, Task, run_task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import TracebackType

_STOP: Final = "stop"
#: Signals that the owner of the workers answers for all.
_OWNERS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
_TICK: Final = 0.02


class Crew:
    """A context manager; workers start with the first batch and are gone at the end."""

    def __init__(self, problem: Problem, workers: int) -> None:
        self.problem = problem
        self.workers = workers
        self._pipes: list[Connection[Any, Any]] = []
        self._processes: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.kill()  # it holds nothing that would need tidying up
        for process in self._processes:
            process.join()

    def run(self, tasks: Sequence[Task], stop: Callable[[], bool], *, first: bool) -> list[Outcome]:
        """Run at most as many tasks as there are workers.

        first: stop the others as soon as one has found a sequence; else all run to their own end, and what they bring
        does not depend on timing.
        """
        if self.workers == 1 or len(tasks) == 1:
            return [run_task(self.problem, task, stop) for task in tasks]
        self._start()
        for pipe, task in zip(self._pipes, tasks, strict=False):
            with suppress(OSError):  # as below
                pipe.send(task)
        outcomes: dict[int, Outcome] = {}
        told = False
        while len(outcomes) < len(tasks):
            open_pipes = [pipe for index, pipe in enumerate(self._pipes[: len(tasks)]) if index not in outcomes]
            for ready in wait(open_pipes, _TICK):
                index = self._pipes.index(ready)  # type: ignore[arg-type]
                try:
                    outcomes[index] = self._pipes[index].recv()
                except (EOFError, OSError):  # the worker was killed
                    outcomes[index] = run_task(self.problem, tasks[index], stop)
            found = first and any(outcome.line is not None for outcome in outcomes.values())
            if not told and (found or stop()):
                told = True
                for pipe in self._pipes[: len(tasks)]:
                    with suppress(OSError):  # a worker that was killed
                        pipe.send(_STOP)
        # a worker that had ended before it was told drops the message when it asks for its next task
        return [outcomes[index] for index in range(len(tasks))]

    def stream(self, pieces: Sequence[Piece], stop: Callable[[], bool]) -> Iterator[tuple[int, PieceOutcome]]:
        """Run any number of pieces; yield each with its index as it ends. After stop() no further ones are begun.

        Whoever leaves the loop early stops those that run.
        """
        if self.workers == 1 or len(pieces) == 1:
            for index, piece in enumerate(pieces):
                if stop():
                    return
                yield index, piece.run(stop)
            return
        self._start()
        waiting = list(range(len(pieces)))[::-1]
        running: dict[int, int] = {}  # worker -> piece
        dead: set[int] = set()
        told = False
        try:
            while waiting or running:
                for worker in set(range(self.workers)) - running.keys() - dead:
                    if waiting and not told:
                        running[worker] = waiting.pop()
                        self._send([worker], pieces[running[worker]])
                if not told and stop():
                    told = True
                    waiting.clear()
                    self._send(running, _STOP)
                for worker in self._ready(running):
                    index = running.pop(worker)
                    outcome = self._receive(worker)
                    if outcome is None:
                        dead.add(worker)
                        outcome = pieces[index].run(stop)
                    yield index, outcome
                if len(dead) == self.workers and waiting:
                    index = waiting.pop()
                    yield index, pieces[index].run(stop)
        finally:
            self._send([] if told else running, _STOP)
            for worker in running:
                self._receive(worker)

    def _ready(self, running: Iterable[int]) -> list[int]:
        return [self._pipes.index(pipe) for pipe in wait([self._pipes[worker] for worker in running], _TICK)]  # type: ignore[arg-type]

    def _send(self, workers: Iterable[int], message: object) -> None:
        for worker in workers:
            with suppress(OSError):  # a worker that was killed
                self._pipes[worker].send(message)

    def _receive(self, worker: int) -> PieceOutcome | None:
        """Return what a worker found, None if it was killed."""
        try:
            outcome: PieceOutcome = self._pipes[worker].recv()
        except (EOFError, OSError):
            return None
        return outcome

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        with _signals_held():
            while len(self._processes) < self.workers:
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, self.problem), daemon=True)
                process.start()
                theirs.close()
                self._pipes.append(ours)
                self._processes.append(process)


@contextmanager
def _signals_held() -> Iterator[None]:
    """Hold back the owner's signals, and for good those of processes started meanwhile: they get them from its hand."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # the first process that is spawned starts this one too, which would let SIGINT and SIGTERM through meanwhile
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in _OWNERS])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection[Any, Any], problem: Problem) -> None:
    """Serve one pipe until it closes."""
    for name in _OWNERS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        while True:
            task = pipe.recv()
            if task != _STOP:
                pipe.send(task.run(pipe.poll) if isinstance(task, Piece) else run_task(problem, task, pipe.poll))
    except (EOFError, OSError):
        return
