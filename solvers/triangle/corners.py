"""How many corners can a layout of the whole pack close? 17: a layout shows it, and 18 is refuted.

`python -m solvers.triangle.corners` repeats the proof. 18 corners need 70 touching pairs, so a perimeter of 19 (rules,
section 7); `shapes` lists all shapes of 53 cells with that perimeter. Of a layout look at the ranks only: every cell
but the joker's has a rank, each rank comes four times, touching ranks differ by at most one, and no cell touches two
cells of the next rank or two of the rank before, since each card has one such partner, that of its suit. No shape has
such ranks: `layers` shows it by exhaustive search, and with `--cpsat` a CP-SAT model shows it again. (`fill` places
whole cards in smaller shapes, where ranks do exist.)
"""

from __future__ import annotations

import sys
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from cardsolo.games.triangle.board import neighbours
from cardsolo.games.triangle.bounds import least_perimeter, most_closings
from solvers.triangle.bounds import WHOLE_PACK
from solvers.triangle.layers import layers_exist
from solvers.triangle.packed import cell_of
from solvers.triangle.shapes import perimeter_of, shapes
from solvers.triangle.walls import walls

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.games.triangle.board import Cell
    from solvers.triangle.shapes import Shape

SUITS: Final = 4
RANKS: Final = 13
#: (suit, rank) from 0, None for the joker
Filling = dict["Cell", tuple[int, int] | None]


def corners_of(cells: Mapping[Cell, object] | Shape) -> int:
    """Touching pairs − cells + 1 of a connected layout."""
    count = len(cells)
    return (3 * count - perimeter_of(cells)) // 2 - count + 1


def ranks_refute(shape: Shape, suits: int = SUITS, ranks: int = RANKS) -> bool:
    """Tell whether no ranks suit the shape, by CP-SAT; its cells are as many as cards and joker together."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = sorted(shape)
    rank = {(cell, r): model.new_bool_var(f"{cell} {r}") for cell in cells for r in range(ranks)}
    joker = {cell: model.new_bool_var(f"joker {cell}") for cell in cells}
    model.add_exactly_one(joker.values())
    for cell in cells:
        model.add_exactly_one(joker[cell], *(rank[cell, r] for r in range(ranks)))
    for r in range(ranks):
        model.add(sum(rank[cell, r] for cell in cells) == suits)
    for cell in cells:
        near = [other for other in neighbours(cell) if other in shape]
        for r in range(ranks):
            for other in near:
                close = [rank[other, q] for q in (r - 1, r, r + 1) if 0 <= q < ranks]
                model.add_bool_or(~rank[cell, r], joker[other], *close)
            for q in (r - 1, r + 1):
                for one, two in combinations(near, 2) if 0 <= q < ranks else ():
                    model.add_bool_or(~rank[cell, r], ~rank[one, q], ~rank[two, q])
    return _solved(cp_model, model) is None


def fill(shape: Shape, suits: int = SUITS, ranks: int = RANKS) -> Filling | None:
    """Place all cards and the joker in a shape of as many cells so that all that touch match; None: impossible."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = sorted(shape)
    pack = [(suit, rank) for suit in range(suits) for rank in range(ranks)]
    lies = {(cell, card): model.new_bool_var(f"{cell} {card}") for cell in cells for card in (*pack, None)}
    for cell in cells:
        model.add_exactly_one(lies[cell, card] for card in (*pack, None))
    for card in (*pack, None):
        model.add_exactly_one(lies[cell, card] for cell in cells)
    for cell in cells:
        for other in (near for near in neighbours(cell) if near in shape):
            for suit, rank in pack:
                fits = [it for it in pack if it[1] == rank or (it[0] == suit and abs(it[1] - rank) == 1)]
                fits.remove((suit, rank))
                model.add_bool_or(~lies[cell, (suit, rank)], lies[other, None], *(lies[other, it] for it in fits))
    solver = _solved(cp_model, model)
    if solver is None:
        return None
    return {cell: card for (cell, card), chosen in lies.items() if solver.boolean_value(chosen)}


def most_corners(suits: int = SUITS, ranks: int = RANKS) -> tuple[int, Filling | None]:
    """Return the most corners of a layout of a pack with joker, and such a layout (None: no corner at all)."""
    cells = suits * ranks + 1
    perimeter = least_perimeter(cells)
    for corners in range(most_closings(cells), 0, -1):
        for shape in shapes(cells, perimeter):
            filling = fill(shape, suits, ranks) if layers_exist(shape, suits, ranks) else None
            if filling is not None:
                return corners, filling
        perimeter += 2
    return 0, None


def _solved(cp_model: Any, model: Any) -> Any:
    """Return the solver with a solution, None if there is none."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status not in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
        raise RuntimeError(solver.status_name(status))
    return solver


def main() -> None:
    """Refute 18 corners shape by shape, and show 17."""
    cells = SUITS * RANKS + 1
    listed = shapes(cells, least_perimeter(cells))
    print(f"{len(listed)} shapes of {cells} cells close {most_closings(cells)} corners")
    open_shapes = 0
    for number, shape in enumerate(listed, 1):
        refuted = not layers_exist(shape, SUITS, RANKS)
        if "--cpsat" in sys.argv and ranks_refute(shape) != refuted:
            raise SystemExit(f"shape {number}: the two methods disagree")
        open_shapes += not refuted
        print(f"shape {number}: {'no ranks fit' if refuted else 'ranks fit'}", flush=True)
    shown = corners_of({cell_of(cell): None for cell in walls()[0].where})
    print(f"{open_shapes} shapes left; a layout of four rows of a suit closes {shown}")
    if open_shapes or shown != WHOLE_PACK:
        raise SystemExit(1)
    print(f"so the whole pack closes {WHOLE_PACK} corners and never more")


if __name__ == "__main__":
    main()
