"""Settles `out` of a whole deal by the shapes of its layouts: one number of turns after the other, on all workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solvers.triangle.fill.piece import Piece
from solvers.triangle.fill.plan import jobs_of, shapes_of
from solvers.triangle.fill.question import question
from solvers.triangle.task import Outcome

if TYPE_CHECKING:
    from solvers.triangle.cooperate import Progress
    from solvers.triangle.crew import Crew
    from solvers.triangle.fill.question import Question

#: Jobs in a piece: enough to share their first cells, few enough to keep all workers busy to the end.
JOBS: Final = 60


@dataclass(slots=True)
class Proof:
    """What a bound rests on beyond counting: shapes of layouts, each refuted with every cell of the joker.

    fillings: those that were complete and had to be looked at; nodes: cards laid and states of orders searched.
    """

    shapes: int = 0
    fillings: int = 0
    nodes: int = 0


def pieces(asked: Question, *, clever: bool = True) -> tuple[int, list[Piece]] | None:
    """Return the number of shapes and the whole work of a question; None where there are too many shapes."""
    shapes = shapes_of(asked)
    if shapes is None:
        return None
    work = [
        Piece(asked, spare, tuple(jobs[start : start + JOBS]), clever=clever)
        for spare, jobs in jobs_of(asked, shapes).items()
        for start in range(0, len(jobs), JOBS)
    ]
    return len(shapes), work


def settle(progress: Progress, crew: Crew) -> None:
    """Refute as many turns as the bound says, then one more, until a sequence meets the bound or a limit is reached.

    Does nothing where the counting does not apply.
    """
    while not progress.over:
        asked = question(progress.problem.packed, progress.problem.target, progress.bound)
        work = None if asked is None else pieces(asked)
        if work is None or not _turns_settled(progress, crew, *work):
            return


def _turns_settled(progress: Progress, crew: Crew, shapes: int, work: list[Piece]) -> bool:
    """Run all pieces; say whether a sequence was found or all of them were refuted."""
    turns = progress.bound
    if progress.nodes_left is not None:  # equal shares, so that the answer does not depend on timing
        share = max(progress.nodes_left // max(len(work), 1), 1)
        work = [Piece(piece.asked, piece.spare, piece.jobs, share) for piece in work]
    jobs = sum(len(piece.jobs) for piece in work)
    proof = Proof(shapes)
    refuted = 0
    whole = True
    progress.cases(0, jobs)
    for index, outcome in crew.stream(work, progress.stop):
        proof.fillings += outcome.fillings
        proof.nodes += outcome.nodes
        whole &= outcome.done
        refuted += len(work[index].jobs) if outcome.done else 0
        progress.cases(refuted, jobs)
        if outcome.line is not None:
            progress.method = METHOD
            progress.take(Outcome(turns, outcome.line, refuted=False, nodes=proof.nodes, stopped=False))
            return True
    whole &= refuted == jobs
    progress.proof = _both(progress.proof, proof) if whole else progress.proof
    progress.method = METHOD
    progress.take(Outcome(turns, None, refuted=whole, nodes=proof.nodes, stopped=not whole))
    return whole


METHOD: Final = "beam+shapes"


def _both(one: Proof | None, other: Proof) -> Proof:
    if one is None:
        return other
    return Proof(one.shapes + other.shapes, one.fillings + other.fillings, one.nodes + other.nodes)
