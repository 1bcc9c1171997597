"""A second engine for `out` and `all`: a CP-SAT model asks whether so many turns are enough. Exact, for small problems.

The cards that are placed are placed one after the other: step 1, 2, …; unused steps come last. A seat's turns are
slots: slot 0 is the first turn from the position on, slot k belongs to seat + k round the table, whether or not that
seat still takes turns. Each step has a slot; later steps have no earlier slots; two steps share a slot only if the
former touched two or more cards (rules, section 3.3). As many empty slots in a row as there are players mean that all
who held cards passed in succession, which ends the game, so there are none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from solvers.triangle.kernel.beam import ALL
from solvers.triangle.packed import cell_of, packed_cell
from solvers.triangle.partners import match
from solvers.watch import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.triangle.board import Cell
    from solvers.triangle.task import Line, Problem

#: Most cards in hands for which the model is asked: with more it is too large to help.
MOST_CARDS: Final = 10


@dataclass(frozen=True, slots=True)
class Decision:
    """line: a sequence, None if there is none or none was found; proved: that there is none, or that line is one."""

    line: Line | None
    proved: bool


def decide(
    problem: Problem,
    turns: int,
    *,
    effort: float | None = None,
    workers: int = 1,
    stop: Callable[[], bool] | None = None,
) -> Decision:
    """Is there a sequence of at most `turns` turns?

    effort is a limit in CP-SAT's deterministic time (about seconds, but the same on every machine); stop is asked all
    the time.
    """
    from ortools.sat.python import cp_model

    model = _Model(cp_model, problem, turns)
    if model.hopeless:
        return Decision(None, proved=True)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    if effort is not None:
        solver.parameters.max_deterministic_time = effort
    status = run(solver, model.model, stop)
    if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        return Decision(model.line(solver), proved=True)
    return Decision(None, proved=status == cp_model.INFEASIBLE)


class _Model:
    """lay[card, cell, step], filled[cell, step] (before that step), turn[step, slot], and what ties them together."""

    def __init__(self, cp_model: Any, problem: Problem, turns: int) -> None:
        self.model = cp_model.CpModel()
        self.problem = problem
        packed = problem.packed
        self.board = {
            cell_of(cell): int(card) for card, cell in zip(packed.board[::2], packed.board[1::2], strict=True)
        }
        self.owner = {card: seat for seat, hand in enumerate(packed.hands) for card in range(52) if hand >> card & 1}
        self.wanted = [card for card, seat in self.owner.items() if problem.objective == ALL or seat == problem.target]
        self.steps = range(len(self.owner))
        self.slots = range(self._slot_count(turns))
        self.hopeless = not self.slots
        if self.hopeless:
            return
        self._cells()
        self._variables()
        self._layout()
        self._order()
        self._turns()
        if problem.objective == ALL:
            self._count(turns)

    # -- what there is ---------------------------------------------------------------------------------------------

    def seat_of(self, slot: int) -> int:
        return (self.problem.packed.seat + slot) % len(self.problem.packed.hands)

    def _slot_count(self, turns: int) -> int:
        """Slots up to the last one that may be used: for `out` the target's turn number `turns`."""
        players = len(self.problem.packed.hands)
        free = int(self.problem.packed.extra)
        if self.problem.objective == ALL:
            return free + turns * players
        wait = (self.problem.target - self.problem.packed.seat) % players
        started = free if wait == 0 else 0
        return wait + 1 + (turns - 1 + started) * players if turns + started > 0 else 0

    def _cells(self) -> None:
        """Every empty cell that a chain of placements can reach."""
        from cardsolo.games.triangle.board import neighbours

        reached = set(self.board)
        for _ in self.steps:
            reached |= {near for cell in reached for near in neighbours(cell)}
        self.cells = sorted(reached - self.board.keys())
        self.near: dict[Cell, tuple[Cell, ...]] = {
            cell: tuple(near for near in neighbours(cell) if near in reached) for cell in reached
        }

    # -- variables and constraints ---------------------------------------------------------------------------------

    def _variables(self) -> None:
        model = self.model
        self.lay = {
            (card, cell, step): model.new_bool_var("")
            for card in self.owner
            for cell in self.cells
            for step in self.steps
        }
        self.filled = {(cell, step): model.new_bool_var("") for cell in self.cells for step in self.steps}
        self.turn = {(step, slot): model.new_bool_var("") for step in self.steps for slot in self.slots}
        self.used = [model.new_bool_var("") for _ in self.steps]
        self.closing = [model.new_bool_var("") for _ in self.steps]
        self.empty = [model.new_bool_var("") for _ in self.slots]

    def _layout(self) -> None:
        """Each card and each cell at most once, each step one card, and all that touch match."""
        model = self.model
        for card in self.owner:
            model.add_at_most_one(self.lay[card, cell, step] for cell in self.cells for step in self.steps)
        for cell in self.cells:
            model.add_at_most_one(self.lay[card, cell, step] for card in self.owner for step in self.steps)
        for step in self.steps:
            model.add(sum(self.lay[card, cell, step] for card in self.owner for cell in self.cells) == self.used[step])
            if step:
                model.add_implication(self.used[step], self.used[step - 1])
        for card in self.wanted:
            model.add(sum(self.lay[card, cell, step] for cell in self.cells for step in self.steps) == 1)
        lies = {(card, cell): model.new_bool_var("") for card in self.owner for cell in self.cells}
        for (card, cell), var in lies.items():
            model.add(sum(self.lay[card, cell, step] for step in self.steps) == var)
        for cell in self.cells:
            for other in self.near[cell]:
                for card in self.owner:
                    if other in self.board:
                        if not match(card, self.board[other]):
                            model.add(lies[card, cell] == 0)
                    elif other > cell:
                        clash = [lies[it, other] for it in self.owner if it != card and not match(card, it)]
                        model.add_at_most_one(lies[card, cell], *clash)

    def _order(self) -> None:
        """A card touches one placed before it; closing says that it touches two."""
        model = self.model
        for cell in self.cells:
            for step in self.steps:
                earlier = [self.lay[card, cell, before] for card in self.owner for before in range(step)]
                model.add(sum(earlier) == self.filled[cell, step])
                touches = sum(1 if near in self.board else self.filled[near, step] for near in self.near[cell])
                here = [self.lay[card, cell, step] for card in self.owner]
                model.add(touches >= 1).only_enforce_if(placed := self._any(here))
                model.add(touches >= 2).only_enforce_if(placed, self.closing[step])

    def _any(self, chosen: list[Any]) -> Any:
        var = self.model.new_bool_var("")
        self.model.add(sum(chosen) == var)
        return var

    def _turns(self) -> None:
        """Steps belong to slots of the card's owner, in order; only a closing step is followed in its slot."""
        model = self.model
        packed = self.problem.packed
        players = len(packed.hands)
        for step in self.steps:
            model.add(sum(self.turn[step, slot] for slot in self.slots) == self.used[step])
            for seat in range(players):
                own = [
                    self.lay[card, cell, step] for card in self.owner if self.owner[card] == seat for cell in self.cells
                ]
                model.add(sum(own) == sum(self.turn[step, slot] for slot in self.slots if self.seat_of(slot) == seat))
        for step in self.steps[:-1]:
            for slot in self.slots:
                model.add(
                    sum(self.turn[step + 1, late] for late in self.slots if late >= slot) >= self.turn[step, slot]
                ).only_enforce_if(self.used[step + 1])
                model.add_bool_or(~self.turn[step, slot], ~self.turn[step + 1, slot], self.closing[step])
        for slot in self.slots:
            model.add_bool_or(self.empty[slot], *(self.turn[step, slot] for step in self.steps))
            for step in self.steps:
                model.add_implication(self.turn[step, slot], ~self.empty[slot])
        last = [self.model.new_bool_var("") for _ in self.slots]  # the slot is not later than the last step
        for slot in self.slots:
            later = [self.turn[step, late] for step in self.steps for late in self.slots if late >= slot]
            model.add_max_equality(last[slot], later)
        self.going = last
        for start in self.slots[: len(self.slots) - players + 1]:
            if not (packed.extra and start == 0):  # slot 0 is then the rest of a turn, and no pass
                end = start + players - 1
                model.add_bool_or(*(~self.empty[slot] for slot in range(start, end + 1)), ~last[end])
        self._first_passes()

    def _first_passes(self) -> None:
        """Passes before the position count for the first run."""
        packed = self.problem.packed
        if packed.extra or not packed.passes:
            return
        missing = sum(map(bool, packed.hands)) - packed.passes
        slot = -1
        while missing > 0:
            slot += 1
            missing -= bool(packed.hands[self.seat_of(slot)])
        if 0 <= slot < len(self.slots):
            self.model.add_bool_or(*(~self.empty[it] for it in range(slot + 1)))

    def _count(self, turns: int) -> None:
        """For `all`: slots of seats that still hold cards, up to the last step, are turns."""
        model = self.model
        counted = []
        for slot in self.slots[int(self.problem.packed.extra) :]:
            seat = self.seat_of(slot)
            cards = sum(owner == seat for owner in self.owner.values())
            before = sum(
                self.turn[step, early] for step in self.steps for early in range(slot) if self.seat_of(early) == seat
            )
            takes = model.new_bool_var("")
            model.add(before >= cards).only_enforce_if(~takes, self.going[slot])
            counted.append(self._both(takes, self.going[slot]))
        model.add(sum(counted) <= turns)

    def _both(self, one: Any, other: Any) -> Any:
        var = self.model.new_bool_var("")
        self.model.add_bool_or(~one, ~other, var)
        return var

    # -- the sequence ----------------------------------------------------------------------------------------------

    def line(self, solver: Any) -> Line:
        """The turns as `card << 13 | cell`, as the beam search gives them."""
        where = {step: (card, cell) for (card, cell, step), var in self.lay.items() if solver.boolean_value(var)}
        slot_of = {step: slot for (step, slot), var in self.turn.items() if solver.boolean_value(var)}
        line: list[tuple[int, ...]] = [()] * (max(slot_of.values()) + 1)
        for step in sorted(where):
            card, cell = where[step]
            line[slot_of[step]] += (card << 13 | packed_cell(cell),)
        if self.problem.objective != ALL:
            line = _cut(line, self.wanted)
        return tuple(line)


def _cut(line: list[tuple[int, ...]], wanted: list[int]) -> list[tuple[int, ...]]:
    """Drop what follows the last card wanted."""
    left = set(wanted)
    for slot, turn in enumerate(line):
        for index, move in enumerate(turn):
            left.discard(move >> 13)
            if not left:
                return [*line[:slot], turn[: index + 1]]
    raise AssertionError("the model placed every card wanted")
