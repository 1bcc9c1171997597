"""One beam search as a task that a worker process can be sent: plain values in, plain values out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import PACK
from cardsolo.games.triangle.bounds import most_closings
from solvers.triangle.bounds import WHOLE_PACK
from solvers.triangle.kernel.beam import ALL, Beam
from solvers.triangle.kernel.lattice import CELLS, FULL
from solvers.triangle.packed import vector
from solvers.triangle.weights import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.triangle.packed import Packed

#: States expanded between two looks at the clock: about a millisecond compiled, a tenth of a second in plain Python.
SLICE: Final = 64
MOST: Final = tuple(most_closings(cells) for cells in range(128))

Line = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """objective: OUT or ALL; target: the seat that OUT speaks of, from 0."""

    packed: Packed
    objective: int
    target: int


@dataclass(frozen=True, slots=True)
class Task:
    """Is there a sequence of at most `turns` turns? weights: a name in WEIGHTS.

    nodes: states to make at the most, None for no limit.
    """

    turns: int
    width: int
    weights: str
    noise: int
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """line: the turns of the sequence found, None if none was. refuted: proved that none exists.

    stopped: ended by the caller or by the task's own limit, so that finding nothing says nothing.
    """

    turns: int
    line: Line | None
    refuted: bool
    nodes: int
    stopped: bool


def run_task(problem: Problem, task: Task, stop: Callable[[], bool]) -> Outcome:
    """Search until a sequence is found, the beam is empty, the node limit is reached or stop() says so."""
    packed = problem.packed
    beam = Beam(
        vector(packed.hands),
        vector(packed.board),
        vector(most_corners(problem)),
        packed.seat,
        int(packed.extra),
        packed.passes,
        problem.objective,
        problem.target,
        task.turns,
        task.width,
        vector(WEIGHTS[task.weights]),
        task.noise,
        vector([FULL] * CELLS),
    )
    stopped = False
    while beam.size and beam.best_node < 0 and not stopped:
        for low in range(0, beam.size, SLICE):
            beam.expand(low, min(low + SLICE, beam.size))
            stopped = (task.nodes is not None and beam.nodes >= task.nodes) or stop()
            if stopped or beam.best_node >= 0:
                break
        else:
            beam.advance()
    found = beam.best_node >= 0
    return Outcome(
        turns=int(beam.best_turns) if found else task.turns,
        line=tuple(map(tuple, beam.line())) if found else None,
        refuted=not found and not stopped and beam.complete,
        nodes=int(beam.nodes),
        stopped=stopped and not found,
    )


def most_corners(problem: Problem) -> tuple[int, ...]:
    """Return the most corners by number of cells; where all 53 cards must end on the table, never above 17."""
    packed = problem.packed
    if problem.objective == ALL and sum(packed.cards) + len(packed.board) // 2 == len(PACK) + 1:
        return tuple(min(corners, WHOLE_PACK) for corners in MOST)
    return MOST
