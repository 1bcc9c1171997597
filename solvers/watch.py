"""Running a CP-SAT solver so that a stop and Ctrl-C reach it. Imports nothing of it: the solver is handed in."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

WAIT: Final = 0.02  # seconds between two looks at stop and signals


def run(solver: Any, model: Any, stop: Callable[[], bool] | None) -> Any:
    """Return the status of solver.solve(model), None if stop ended it. Ctrl-C raises once the solver has ended.

    The solver runs in a thread of its own: the main thread stays free for signals, which would otherwise wait until it
    is done (its own handler for Ctrl-C would not tell us that it was used). An event tells that it is done, for
    `Thread.join` with a timeout takes a thread for ended when Ctrl-C comes in it, and a process that ends before its
    solver aborts.
    """
    solver.parameters.catch_sigint_signal = False
    outcome: list[Any] = []
    done = Event()

    def work() -> None:
        try:
            outcome.append(solver.solve(model))
        finally:
            done.set()

    Thread(target=work, daemon=True).start()
    try:
        while not done.wait(WAIT):
            if stop is not None and stop():
                return None
    finally:  # also when Ctrl-C raises in here
        while not done.is_set():  # again and again, for a solver that has not begun yet does not hear it
            with suppress(KeyboardInterrupt):
                solver.stop_search()
                done.wait(WAIT)
    (status,) = outcome
    return status
