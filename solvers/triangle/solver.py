"""Solves positions of Triangle Sevens, all hands known: objectives turn, out, all and best (rules section 8)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.limits import TRIANGLE_SECONDS
from cardsolo.games.triangle.rules import counted, outcome
from solvers.referee import refereed
from solvers.result import Limit, Status, TriangleAnswer
from solvers.triangle.bounds import turn_bound
from solvers.triangle.clock import Clock
from solvers.triangle.cooperate import Progress, cooperate, lower_bound
from solvers.triangle.kernel.beam import ALL, OUT
from solvers.triangle.kernel.turn import Turn
from solvers.triangle.packed import Packed, move_text, narrate, pack, pack_as_it_is, vector
from solvers.triangle.referee import check_triangle
from solvers.triangle.selfish import best
from solvers.triangle.task import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.triangle.state import State
    from solvers.result import Ranking

OBJECTIVES: Final = ("turn", "out", "all", "best")
MOST_WORKERS: Final = 8
NO_LIMIT: Final = 1 << 62
#: Seconds of a time limit below which starting processes would cost more than it brings.
SPAWN_WORTH: Final = 2.0


@refereed(check_triangle)
def solve(
    state: State,
    objective: str = "out",
    seat: int | None = None,
    *,
    nodes: int | None = None,
    time_limit: float | None = TRIANGLE_SECONDS,
    workers: int | None = None,
    progress: Callable[[int | Ranking | None, int | Ranking | None, float], None] | None = None,
    shapes: Callable[[int, int, float], None] | None = None,
    proof: bool = False,
    stop: Callable[[], bool] | None = None,
) -> TriangleAnswer:
    """Answer one objective for a position.

    seat: for `out`, default the seat to move. nodes: limit of search states, for answers that do not depend on timing
    (they still depend on the number of workers, so fix it too). workers: processes, default one a processor, at most
    8. progress is called with value, bound and seconds at each improvement, shapes with the number of shapes refuted,
    of how many, and seconds. proof: search a part of the refuted shapes again, by slower means. stop is asked again and
    again whether to give up, and Ctrl-C does the same: the answer then has limit INTERRUPT. Raises OptionError, and
    SolverError for an answer that the referee rejects and for means that disagree.
    """
    if objective not in OBJECTIVES:
        raise OptionError(_("there is no objective {name}").format(name=objective))
    if seat is not None and not 1 <= seat <= len(state.hands):
        raise OptionError(_("there are seats 1 to {players}").format(players=len(state.hands)))
    nodes = None if nodes is None else min(nodes, NO_LIMIT)
    clock = Clock(time_limit, stop)

    def tell(value: int | Ranking | None, bound: int | Ranking | None) -> None:
        if progress is not None:
            progress(value, bound, clock.seconds)

    if objective == "best":
        return best(state, clock, nodes, tell)
    start = counted(state)
    ended = outcome(start) is not None  # all passed, or one resigned: nothing can be placed any more
    if objective == "turn":
        packed = pack_as_it_is(state)  # nothing to place is an answer here: 0
        return _turn(packed, clock, nodes, 0 if ended else turn_bound(packed))
    target = (start.seat if seat is None else seat) - 1
    problem = Problem(pack(state), OUT if objective == "out" else ALL, target)
    found = Progress(problem, lower_bound(problem), tell, clock.stopped, nodes, impossible=ended)
    if shapes is not None:
        found.cases = lambda refuted, of: shapes(refuted, of, clock.seconds)
    found.hurried = time_limit is not None and time_limit < SPAWN_WORTH
    answer = _cooperate(found, objective, clock, 1 if found.hurried else workers or _processors())
    if proof and answer.proof is not None and answer.limit is not Limit.INTERRUPT:
        from solvers.triangle.fill.audit import audited

        return audited(answer, problem, stop)
    return answer


def _processors() -> int:
    counted_processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(counted_processors, MOST_WORKERS)


def _cooperate(found: Progress, objective: str, clock: Clock, workers: int) -> TriangleAnswer:
    problem = found.problem
    if not any(problem.packed.hands) or (objective == "out" and not problem.packed.hands[problem.target]):
        found.value, found.line, found.bound, found.impossible = 0, (), 0, False
    try:
        cooperate(found, workers)
    except KeyboardInterrupt:
        clock.limit = Limit.INTERRUPT
    status = Status.UNDECIDED if found.value is None else Status.OPTIMAL if found.done else Status.FEASIBLE
    limit = clock.limit
    if limit is None and found.nodes_left is not None and found.nodes_left <= 0:
        limit = Limit.NODES
    return TriangleAnswer(
        objective=objective,
        seat=problem.target + 1,
        value=found.value,
        bound=found.bound,
        status=status,
        line=narrate(problem.packed, found.line or ()),
        seconds=clock.seconds,
        method=found.method,
        limit=None if found.done else limit,
        impossible=found.impossible,
        proof=found.proof,
    )


def _turn(packed: Packed, clock: Clock, nodes: int | None, bound: int) -> TriangleAnswer:
    search = Turn(packed.hands[packed.seat], vector(packed.board), bound, clock.stopped)
    done = False
    try:
        done = search.run(NO_LIMIT if nodes is None else nodes)
        clock.limit = None if done else clock.limit or Limit.NODES
    except KeyboardInterrupt:
        clock.limit = Limit.INTERRUPT
    value = int(search.best)
    return TriangleAnswer(
        objective="turn",
        seat=packed.seat + 1,
        value=value,
        bound=value if done else bound,
        status=Status.OPTIMAL if done else Status.FEASIBLE,
        line=tuple((packed.seat + 1, move_text(packed, int(move))) for move in search.line),
        seconds=clock.seconds,
        method="search",
        limit=None if done else clock.limit,
    )
