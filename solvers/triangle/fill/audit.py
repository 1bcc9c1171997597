"""Searches a random part of refuted shapes again, without what makes the search quick, and a few of them by CP-SAT."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import SolverError
from cardsolo.core.i18n import _
from solvers.triangle.cooperate import lower_bound
from solvers.triangle.fill.piece import Piece
from solvers.triangle.fill.question import question
from solvers.triangle.fill.search import pieces
from solvers.triangle.kernel.lattice import neighbour_masks
from solvers.triangle.kernel.trie import beside
from solvers.watch import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from solvers.result import TriangleAnswer
    from solvers.triangle.fill.plan import Job
    from solvers.triangle.fill.question import Question
    from solvers.triangle.task import Problem

#: Jobs searched again for each number of turns, and how many of these also by CP-SAT.
JOBS: Final = 40
MODELS: Final = 2
#: Deterministic time of CP-SAT for one job, about seconds.
EFFORT: Final = 20.0
#: Fillings that CP-SAT counts one by one; jobs with more are left to the other means.
COUNTED: Final = 30
_MATCH: Final = tuple(int(mask) for mask in neighbour_masks())


def audited(answer: TriangleAnswer, problem: Problem, stop: Callable[[], bool] | None) -> TriangleAnswer:
    """Return the answer with the number of jobs that were searched again; raise SolverError if they disagree."""
    chance = random.Random()
    done = 0
    assert isinstance(answer.bound, int)  # noqa: S101  only `out` has such a proof
    for turns in range(lower_bound(problem), answer.bound):
        asked = question(problem.packed, problem.target, turns)
        work = None if asked is None else pieces(asked)
        if asked is None or work is None:
            continue
        jobs = [(piece.spare, job) for piece in work[1] for job in piece.jobs]
        for number, (spare, job) in enumerate(chance.sample(jobs, min(JOBS, len(jobs)))):
            if stop is not None and stop():
                break
            done += audit_job(asked, spare, job, model=number < MODELS, stop=stop)
    return replace(answer, proof=replace(answer.proof, audited=done)) if answer.proof is not None else answer


def audit_job(asked: Question, spare: int, job: Job, *, model: bool, stop: Callable[[], bool] | None = None) -> bool:
    """Search one refuted job again; say whether that came to an end. Raises SolverError if it is not refuted now."""
    outcome = Piece(asked, spare, (job,), clever=False).run(stop or _never)
    if outcome.line is not None:
        raise SolverError(_("two methods disagree on a shape: one refutes it, the other finds a sequence"))
    if model and outcome.done and outcome.fillings <= COUNTED:
        found = count_fillings(asked, spare, job, stop)
        if found is not None and found != outcome.fillings:
            text = _("two methods disagree on a shape: {one} fillings and {other}")
            raise SolverError(text.format(one=outcome.fillings, other=found))
    return outcome.done


def _never() -> bool:
    return False


def count_fillings(asked: Question, spare: int, job: Job, stop: Callable[[], bool] | None = None) -> int | None:
    """Count by CP-SAT in how many ways cards that match and that the hands allow fill a job; None: undecided."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cards = [card for hand in asked.hands for card in range(52) if hand >> card & 1]
    lies = {(cell, card): model.new_bool_var("") for cell in job.cells for card in cards}
    for cell in job.cells:
        model.add_exactly_one(lies[cell, card] for card in cards)
    for card in cards:
        model.add_at_most_one(lies[cell, card] for cell in job.cells)
    for cell in job.cells:
        for other in beside(cell):
            if other in job.cells:
                for card in cards:
                    near = [lies[other, it] for it in cards if _MATCH[card] >> it & 1]
                    model.add_bool_or(~lies[cell, card], *near)
    over = []
    for seat, hand in enumerate(asked.hands):
        held = sum(lies[cell, card] for cell in job.cells for card in cards if hand >> card & 1)
        if seat == asked.target:
            model.add(held <= asked.own - 1)
        else:
            beyond = model.new_int_var(0, len(job.cells), "")
            model.add(held - beyond <= asked.helping[seat])
            over.append(beyond)
    model.add(sum(over) <= spare)
    return _solutions(cp_model, model, list(lies.values()), stop)


def _solutions(cp_model: Any, model: Any, shown: list[Any], stop: Callable[[], bool] | None) -> int | None:
    """Count the solutions that differ in the variables shown, by excluding one after the other."""
    for count in range(COUNTED + 1):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = EFFORT
        status = run(solver, model, stop)
        if status == cp_model.INFEASIBLE:
            return count
        if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
            return None
        model.add_bool_or(*(~var for var in shown if solver.boolean_value(var)))
    return None
