"""Layouts of the whole pack that close 17 corners, for the objective `all`: only the order remains to be found.

Four rows of one suit each, the ranks in step, lie on the lattice so that the outer two strips between rows close six
corners each and the middle one five. The suits can take the rows in any order, and the joker any cell at the rim.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Final

from cardsolo.games.triangle.board import ORIGIN, Cell, neighbours
from solvers.triangle.kernel.lattice import CELLS
from solvers.triangle.packed import packed_cell

ROWS: Final = 4
RANKS: Final = 13
_ORDERS: Final = tuple(permutations(range(4)))


@cache
def _rim() -> tuple[Cell, ...]:
    """Return the cells around the block of rows (0 … 3, columns 0 … 12) that touch it."""
    block = {(row, col) for row in range(ROWS) for col in range(RANKS)}
    return tuple(sorted({cell for inside in block for cell in neighbours(inside)} - block))


def count() -> int:
    """How many layouts there are."""
    return len(_ORDERS) * len(_rim())


def cells(index: int) -> dict[Cell, int]:
    """Return the cells of all 52 cards in layout index, around the joker in the middle."""
    order = _ORDERS[index // len(_rim())]
    joker = _rim()[index % len(_rim())]
    flip = -1 if sum(joker) % 2 else 1  # a triangle that points down can only become the middle one upside down
    return {
        (flip * (row - joker[0]), col - joker[1]): order[row] * RANKS + col
        for row in range(ROWS)
        for col in range(RANKS)
    }


def homes(index: int) -> list[int]:
    """Return for each packed cell the mask of the one card that belongs there, 0 for none."""
    masks = [0] * int(CELLS)
    for cell, card in cells(index).items():
        masks[packed_cell(cell)] = 1 << card
    assert masks[packed_cell(ORIGIN)] == 0  # noqa: S101  the joker's
    return masks
