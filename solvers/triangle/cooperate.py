"""The objectives `out` and `all`: all seats help, fewest turns. Beam searches for one turn less, wider and wider.

For `all` layouts come first where they can (`arrange`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solvers.triangle.arrange import Arranger
from solvers.triangle.bounds import all_bound, out_bound
from solvers.triangle.crew import Crew
from solvers.triangle.fill.search import settle
from solvers.triangle.kernel.beam import ALL, OUT
from solvers.triangle.task import Line, Outcome, Problem, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.result import Refutation

#: States kept at each level, attempt by attempt; the last figure is repeated with other noise.
WIDTHS: Final = (500, 4000, 20000, 60000, 150000)
FIRST_WIDTH: Final = 30
#: Nodes spent on layouts before the beam, where walls contain the board.
ARRANGED: Final = 60_000_000
#: For `out`, so many of these widths come before the search by shapes; only one where there are few shapes.
BEAM_STEPS: Final = 3
FEW_SHAPES: Final = 20
#: After so many attempts in vain a small problem goes to the CP-SAT model.
MODEL_STEP: Final = 4
#: With a limit on nodes: so many nodes left allow the model one unit of its deterministic time, about a second.
MODEL_NODES: Final = 1_000_000


def _silent(_refuted: int, _of: int) -> None:
    pass


@dataclass(slots=True)
class Progress:
    """What is known so far. value and line are None until there is a sequence.

    report is called after every change; stop says whether a limit was reached; nodes_left is None without a limit.
    proof: what the bound rests on beyond counting, if on anything. cases is told how many shapes are refuted,
    and of how many. hurried: there is no time to list shapes.
    """

    problem: Problem
    bound: int
    report: Callable[[int | None, int], None]
    stop: Callable[[], bool]
    nodes_left: int | None = None
    value: int | None = None
    line: Line | None = None
    impossible: bool = False
    method: str = "beam"
    proof: Refutation | None = None
    cases: Callable[[int, int], None] = _silent
    hurried: bool = False

    @property
    def done(self) -> bool:
        return self.impossible or (self.value is not None and self.value <= self.bound)

    @property
    def over(self) -> bool:
        return self.done or self.stop() or (self.nodes_left is not None and self.nodes_left <= 0)

    def take(self, outcome: Outcome) -> bool:
        """Take in what a task found; say whether it was a better sequence."""
        if self.nodes_left is not None:
            self.nodes_left -= outcome.nodes
        if outcome.line is not None and (self.value is None or outcome.turns < self.value):
            self.value, self.line = outcome.turns, outcome.line
            self.report(self.value, self.bound)
            return True
        if outcome.refuted and outcome.turns >= self.bound:
            self.bound = outcome.turns + 1
            self.report(self.value, self.bound)
        return False


def cooperate(progress: Progress, workers: int) -> None:
    """Improve progress until value meets bound or a limit is reached."""
    with Crew(progress.problem, workers) as crew:
        _first(progress)
        arranger = Arranger(progress.problem, progress.stop) if progress.problem.objective == ALL else None
        if arranger is not None and arranger.walls:
            _arrange(progress, arranger, ARRANGED)
        elif progress.problem.objective == OUT:
            _narrow(progress, crew, None, end=1)
            if not progress.hurried:
                settle(progress, crew, FEW_SHAPES)
                _narrow(progress, crew, None, 1, BEAM_STEPS)
                settle(progress, crew)
        _narrow(progress, crew, arranger)


def lower_bound(problem: Problem) -> int:
    if problem.objective == ALL:
        return all_bound(problem.packed)
    return out_bound(problem.packed, problem.target)


def _first(progress: Progress) -> None:
    """Find any sequence, in this process."""
    packed = progress.problem.packed
    longest = sum(packed.cards) * (len(packed.hands) if progress.problem.objective == ALL else 1)
    turns = progress.bound + 3
    width = FIRST_WIDTH
    while progress.value is None and not progress.over:
        (outcome,) = _batch(progress, None, [Task(turns, width, _weights(progress), 1)])
        progress.take(outcome)
        if outcome.refuted and turns >= longest:
            progress.impossible = True
        turns = min(turns + 4, longest)
        width *= 2


def _arrange(progress: Progress, arranger: Arranger, nodes: int) -> None:
    """Ask for one turn less in one layout after the other, until about so many nodes are spent in vain."""
    better = True
    while better and not progress.over:
        assert progress.value is not None  # noqa: S101
        share = nodes if progress.nodes_left is None else min(nodes, progress.nodes_left)
        better = progress.take(arranger.run(progress.value - 1, share))
        if better:
            progress.method = "layouts"


def _narrow(progress: Progress, crew: Crew, arranger: Arranger | None, step: int = 0, end: int | None = None) -> None:
    """Ask for one turn less with ever wider beams, and for as long in layouts; from a width on, until another one."""
    noise = step * crew.workers
    while not progress.over and step != end:
        assert progress.value is not None  # noqa: S101  `_first` goes on until there is one
        width = WIDTHS[min(step, len(WIDTHS) - 1)]
        tasks = [Task(progress.value - 1, width, _weights(progress), noise + k) for k in range(crew.workers)]
        noise += len(tasks)
        outcomes = list(_batch(progress, crew, tasks))
        better = [progress.take(outcome) for outcome in outcomes]
        if arranger is not None and arranger.useful:
            _arrange(progress, arranger, max(outcome.nodes for outcome in outcomes))
        step = max(step - 1, 0) if any(better) else step + 1
        if step == MODEL_STEP and _is_small(progress.problem) and not progress.over:
            _ask_model(progress)


def _ask_model(progress: Progress) -> None:
    """Let the other engine say whether one turn less is possible."""
    from solvers.triangle.cpsat import decide

    assert progress.value is not None  # noqa: S101
    turns = progress.value - 1
    effort = None if progress.nodes_left is None else progress.nodes_left / MODEL_NODES
    decision = decide(progress.problem, turns, effort=effort, stop=progress.stop)
    progress.method = "beam+cpsat"
    progress.take(Outcome(turns, decision.line, decision.proved and decision.line is None, 0, stopped=False))


def _is_small(problem: Problem) -> bool:
    from solvers.triangle.cpsat import MOST_CARDS

    return sum(problem.packed.cards) <= MOST_CARDS


def _batch(progress: Progress, crew: Crew | None, tasks: list[Task]) -> Iterator[Outcome]:
    """Run tasks, with equal shares of the nodes left; outcomes come in the order of the tasks."""
    if progress.nodes_left is not None:
        share = max(progress.nodes_left // len(tasks), 1)
        tasks = [Task(t.turns, t.width, t.weights, t.noise, share) for t in tasks]
    if crew is None:
        from solvers.triangle.task import run_task

        return iter([run_task(progress.problem, task, progress.stop) for task in tasks])
    return iter(crew.run(tasks, progress.stop, first=progress.nodes_left is None))


def _weights(progress: Progress) -> str:
    return "all" if progress.problem.objective == ALL else "out"
