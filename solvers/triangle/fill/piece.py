"""A part of the work of one question, which a worker process can be sent: plain values in, plain values out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solvers.triangle.fill.ends import Judge
from solvers.triangle.fill.plan import tree_of
from solvers.triangle.kernel.fill import Fill
from solvers.triangle.packed import vector

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.triangle.fill.plan import Job
    from solvers.triangle.fill.question import Question
    from solvers.triangle.task import Line

_NO_LIMIT: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class PieceOutcome:
    """line: a sequence that answers yes. done: no filling was missed, and none of them stayed undecided.

    fillings: complete ones that were looked at; late: those for which an order exists but for the loose ends; nodes:
    cells filled with a card, and states of the search for an order.
    """

    line: Line | None
    done: bool
    fillings: int
    late: int
    nodes: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Some jobs of equal spare corners. clever: as `kernel.fill.Fill` has it; nodes: a limit, None for none."""

    asked: Question
    spare: int
    jobs: tuple[Job, ...]
    nodes: int | None = None
    clever: bool = True

    def run(self, stop: Callable[[], bool]) -> PieceOutcome:
        judge = Judge(self.asked, list(self.jobs), stop)
        fill = self.search(judge, stop)
        whole = fill.run(_NO_LIMIT if self.nodes is None else self.nodes)
        return PieceOutcome(
            line=judge.line,
            done=whole and judge.line is None and not judge.open,
            fillings=int(fill.fillings),
            late=judge.late,
            nodes=int(fill.nodes) + judge.states,
        )

    def search(self, judge: Callable[[int, list[int]], bool], stop: Callable[[], bool]) -> Fill:
        """Return the search for fillings, ready to run."""
        asked = self.asked
        tree = tree_of(self.jobs)
        most = [asked.own - 1 if seat == asked.target else turns for seat, turns in enumerate(asked.helping)]
        return Fill(
            vector(asked.hands),
            vector(most),
            asked.target,
            [
                vector(tree.first),
                vector(tree.following),
                vector(tree.depth),
                vector(tree.near),
                vector([self.spare] * len(tree.first)),
                vector(tree.ring_from),
                vector(tree.ring_count),
                vector(tree.ring_new),
                vector(tree.open),
                vector(tree.joker),
                vector(tree.job),
            ],
            vector(tree.rings),
            self.clever,
            judge,
            stop,
        )
