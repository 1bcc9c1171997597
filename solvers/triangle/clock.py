"""When to give up: time, the caller's wish, and which of them it was."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from solvers.result import Limit

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """Runs from its making; limit is what was reached, None up to then."""

    def __init__(self, time_limit: float | None, stop: Callable[[], bool] | None) -> None:
        self.start = perf_counter()
        self.deadline = None if time_limit is None else self.start + time_limit
        self.asked = stop
        self.limit: Limit | None = None

    @property
    def seconds(self) -> float:
        return perf_counter() - self.start

    def stopped(self) -> bool:
        if self.limit is None:
            if self.deadline is not None and perf_counter() >= self.deadline:
                self.limit = Limit.TIME
            elif self.asked is not None and self.asked():
                self.limit = Limit.INTERRUPT
        return self.limit is not None
