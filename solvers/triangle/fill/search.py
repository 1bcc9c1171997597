"""Settles `out` of a whole deal by the shapes of its layouts: one number of turns after the other, on all workers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from solvers.result import Refutation
from solvers.triangle.fill.cores import MOST_SHAPES
from solvers.triangle.fill.piece import Piece
from solvers.triangle.fill.plan import jobs_of, shapes_of
from solvers.triangle.fill.question import question
from solvers.triangle.kernel.trie import Stopped
from solvers.triangle.task import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.triangle.cooperate import Progress
    from solvers.triangle.crew import Crew
    from solvers.triangle.fill.question import Question

METHOD: Final = "beam+shapes"
#: Fewer nodes for a piece, where nodes are limited, would refute hardly anything.
WORTH: Final = 1 << 17
#: Jobs in a piece: enough to share their first cells, few enough to keep all workers busy to the end.
JOBS: Final = 60


def pieces(
    asked: Question, most: int = MOST_SHAPES, *, clever: bool = True, stop: Callable[[], bool] = lambda: False
) -> tuple[int, list[Piece]] | None:
    """Return the number of shapes and the whole work of a question; None if there are too many shapes, or at a stop."""
    try:
        shapes = shapes_of(asked, stop)
        if shapes is None or len(shapes) > most:
            return None
        by_spare = jobs_of(asked, shapes, stop)
    except Stopped:
        return None
    work = [
        Piece(asked, spare, tuple(jobs[start : start + JOBS]), clever=clever)
        for spare, jobs in by_spare.items()
        for start in range(0, len(jobs), JOBS)
    ]
    return len(shapes), work


def settle(progress: Progress, crew: Crew, most: int = MOST_SHAPES) -> None:
    """Refute as many turns as the bound says, then one more, until a sequence meets the bound or a limit is reached.

    Does nothing where the counting does not apply, and ends where there are more shapes than `most`.
    """
    while not progress.over:
        asked = question(progress.problem.packed, progress.problem.target, progress.bound)
        work = None if asked is None else pieces(asked, most, stop=progress.stop)
        if work is None or not _turns_settled(progress, crew, *work):
            return


def _turns_settled(progress: Progress, crew: Crew, shapes: int, work: list[Piece]) -> bool:
    """Run all pieces; say whether a sequence was found or all of them were refuted."""
    turns = progress.bound
    if progress.nodes_left is not None:  # equal shares, so that the answer does not depend on timing
        share = progress.nodes_left // max(len(work), 1)
        if share < WORTH:
            return False
        work = [replace(piece, nodes=share) for piece in work]
    jobs = sum(len(piece.jobs) for piece in work)
    fillings = nodes = refuted = 0
    progress.method = METHOD
    progress.cases(0, jobs)
    for index, outcome in crew.stream(work, progress.stop):
        fillings += outcome.fillings
        nodes += outcome.nodes
        refuted += len(work[index].jobs) if outcome.done else 0
        progress.cases(refuted, jobs)
        if outcome.line is not None:
            progress.take(Outcome(turns, outcome.line, refuted=False, nodes=nodes, stopped=False))
            return True
    whole = refuted == jobs
    if whole:
        before = progress.proof or Refutation()
        progress.proof = Refutation(before.shapes + shapes, before.fillings + fillings, before.nodes + nodes)
    progress.take(Outcome(turns, None, refuted=whole, nodes=nodes, stopped=not whole))
    return whole
