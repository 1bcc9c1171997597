"""The objective `all` by layouts: first where all cards lie, so that many corners close, then in which order.

Layouts come from walls (`walls`) that contain the board, and from annealing (`kernel/anneal.py`), which keeps the cards
on the table where they are. Each is tried once, in the beam of `kernel/order.py`, with as much waste as still makes a
sequence better than the best one known. What is found is a sequence, what is not found proves nothing.
"""

from __future__ import annotations

import random
from math import exp
from typing import TYPE_CHECKING, Final

from solvers.triangle.kernel.anneal import CARDS, Anneal
from solvers.triangle.kernel.lattice import JOKER
from solvers.triangle.kernel.order import Order
from solvers.triangle.packed import vector
from solvers.triangle.partners import connected
from solvers.triangle.task import Line, Outcome
from solvers.triangle.walls import Wall, poses, walls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.triangle.task import Problem

#: States of a level of the order: where a narrow beam nearly reaches the end of a wall, wider ones try again.
WIDTHS: Final = (100, 3000, 30_000)
#: The width for layouts from walks.
WIDTH: Final = 1000
#: A beam that ends within so many turns of the goal counts as nearly there; the start is what rules most layouts out.
NEARLY: Final = 12
#: Waste beyond this makes the beam wide and finds no more.
MOST_WASTE: Final = 2
#: States expanded, and steps of a walk, between two looks at the clock: some milliseconds compiled.
STATES: Final = 32
STEPS: Final = 2000
#: So many steps of a walk count as one node.
STEPS_A_NODE: Final = 8
#: Temperatures: cooling a layout down from nothing, and a walk among layouts that close as many corners.
COOLING: Final = tuple(0.45 - 0.02 * k for k in range(15))
COOLING_STEPS: Final = 20_000
COOL: Final = 0.2
#: Walls that walks begin at where none came near the end.
LEAST: Final = 100
#: Layouts looked for in one walk.
WALK: Final = 30
#: Touching pairs of a wall: 17 corners.
WALL_PAIRS: Final = 69
AWAY: Final = -2
WAITS: Final = -1


class Arranger:
    """Layouts of one problem, in a fixed order for each seed, and what becomes of them.

    useful: whether layouts apply at all: there are cards to place, and the board hangs together. walls: those that
    contain the board. nodes: what was spent.
    """

    def __init__(self, problem: Problem, stop: Callable[[], bool], seed: int = 1) -> None:
        self.packed = problem.packed
        self.stop = stop
        self.random = random.Random(seed)
        self.nodes = 0
        self.held = sum(self.packed.cards)
        self.useful = self.held > 0 and len(self.packed.board) > 0 and connected(self.packed)
        cells = dict(zip(self.packed.board[::2], self.packed.board[1::2], strict=True))
        held = {card for hand in self.packed.hands for card in range(CARDS) if hand >> card & 1}
        self.start = [cells.get(card, WAITS if card in held else AWAY) for card in range(CARDS)]
        self.fixed = vector(int(card in cells) for card in range(CARDS))
        self.placed = sum(1 << card for card in cells)
        self.pairs = int(self._anneal(self.start, COOL).pairs)
        self.walls = self._walls() if self.useful else []
        self._layouts: Iterator[Anneal | None] | None = None
        self.goal = self.turns = self.reached = 0
        self.width = WIDTH

    def run(self, turns: int, nodes: int) -> Outcome:
        """Look for a sequence of at most so many turns until about so many nodes are spent."""
        until = self.nodes + nodes
        before = self.nodes
        line: Line | None = None
        self.goal, self.turns = self._pairs_for(turns), turns
        if self._layouts is None:
            self._layouts = self._every_layout()
        while line is None and self.nodes < until and not self.stop():
            layout = next(self._layouts)
            if layout is not None and layout.pairs >= self.goal:
                line, turns = self._order(layout, turns)
        return Outcome(turns, line, refuted=False, nodes=self.nodes - before, stopped=line is None)

    def _pairs_for(self, turns: int) -> int:
        """How many pairs touch in a layout that closes just enough corners for so many turns."""
        return self.pairs + 2 * self.held - self.packed.extra - turns

    # --- layouts ------------------------------------------------------------------------------------------------------
    def _every_layout(self) -> Iterator[Anneal | None]:
        """Yield walks that stand at a layout, without end, None where time passed in vain."""
        found = self.walls
        for width in WIDTHS:
            near = []
            for wall in found:
                self.width, self.reached = width, 0
                yield self._anneal(wall.where, COOL)
                if self.reached >= self.turns - NEARLY:
                    near.append(wall)
            found = near or found[:LEAST]
        self.width = WIDTH
        while True:
            if found:
                walk = self._anneal(self.random.choice(found).where, COOL)
            else:
                walk = self._anneal(self.start, COOLING[0])
                for temperature in COOLING:
                    walk = self._anneal([int(cell) for cell in walk.where], temperature)
                    yield from self._walk(walk, COOLING_STEPS, 1 << 20)
                walk = self._anneal([int(cell) for cell in walk.where], COOL)
                yield walk if walk.whole() else None
            for _ in range(WALK):
                yield from self._walk(walk, STEPS, self.goal)

    def _walk(self, walk: Anneal, steps: int, goal: int) -> Iterator[Anneal | None]:
        for _ in range(0, steps, STEPS):
            before = int(walk.steps)
            good = walk.run(STEPS, goal)
            self.nodes += (int(walk.steps) - before) // STEPS_A_NODE + 1
            yield walk if good else None

    def _anneal(self, where: list[int] | tuple[int, ...], temperature: float) -> Anneal:
        chances = [1 << 16, *(int((1 << 16) * exp(-loss / temperature)) for loss in range(1, 8))]
        return Anneal(vector(where), self.fixed, vector(chances), self.random.getrandbits(32))

    def _walls(self) -> list[Wall]:
        """Return the walls that contain the board, those first whose leaf belongs to the seat that may well be last."""
        if AWAY in self.start or JOKER not in self.packed.board[::2]:
            return []
        board = [(card, cell) for card, cell in enumerate(self.start) if cell >= 0]
        among = poses() if len(board) > 1 else walls()
        found = [wall for wall in among if all(wall.where[card] == cell for card, cell in board)]
        self.random.shuffle(found)
        players = len(self.packed.hands)
        last = self.packed.hands[(self.packed.seat + self._even_turns() - 1) % players]
        return sorted(found, key=lambda wall: (wall.leaf == JOKER, not last >> wall.leaf & 1))

    def _even_turns(self) -> int:
        """How many turns a wall needs from here without waste."""
        return 2 * self.held - self.packed.extra - (WALL_PAIRS - self.pairs)

    # --- order --------------------------------------------------------------------------------------------------------
    def _order(self, layout: Anneal, turns: int) -> tuple[Line | None, int]:
        """Return a sequence and its number of turns, None and the number asked for if none was found."""
        packed = self.packed
        order = Order(
            layout.near(),
            vector(packed.hands),
            self.placed,
            packed.seat,
            int(packed.extra),
            packed.passes,
            self.width,
            min(int(layout.pairs) - self.goal, MOST_WASTE),
            self.random.getrandbits(32),
        )
        while order.run(STATES) and not self.stop():
            pass
        self.nodes += int(order.nodes) + 1
        self.reached = int(order.level)
        if not order.found:
            return None, turns
        where = layout.where
        line: list[tuple[int, ...]] = []
        seat = packed.seat
        taken = order.line()
        for mover, cards in taken:
            while seat != mover:
                line.append(())
                seat = (seat + 1) % len(packed.hands)
            line.append(tuple(card << 13 | int(where[card]) for card in cards))
            seat = (seat + 1) % len(packed.hands)
        return tuple(line), len(taken) - packed.extra
