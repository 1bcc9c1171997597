"""Layouts of the whole pack that close 17 corners: walls of four rows, one suit each, for the objective `all`.

In a wall the ranks are in step, and the rows lie on the lattice so that the outer two strips between rows close six
corners each and the middle one five; the suits can take the rows in any order. The joker may take the cell of any card,
which then lies outside as a leaf, touching one card that it matches; or the joker is the leaf. The last card placed
closes a corner in vain unless it is a leaf, so the former come first. A wall is given by the cells of all cards as the
kernels pack them, the joker in the middle; where the joker lies alone one pose is as good as another, since the lattice
looks alike from it six ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.board import neighbours
from solvers.triangle.kernel.lattice import JOKER
from solvers.triangle.packed import cell_of, packed_cell
from solvers.triangle.partners import match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.games.triangle.board import Cell

ROWS: Final = 4
RANKS: Final = 13
_BLOCK: Final = tuple((row, col) for row in range(ROWS) for col in range(RANKS))
_RIM: Final = tuple(sorted({near for cell in _BLOCK for near in neighbours(cell)}.difference(_BLOCK)))


@dataclass(frozen=True, slots=True)
class Wall:
    """where: the packed cell of every card, 52 being the joker; leaf: the card outside, 52 or one whose cell it has."""

    where: tuple[int, ...]
    leaf: int


@cache
def walls() -> tuple[Wall, ...]:
    """Return all walls that differ when seen from the joker, those with a card as the leaf first."""
    found = [_centred(cells, leaf) for cells, leaf in _in_block()]
    return tuple(sorted(found, key=lambda wall: wall.leaf == JOKER))


@cache
def poses() -> tuple[Wall, ...]:
    """Return all walls in every way that they can lie about the joker."""
    found: dict[tuple[int, ...], Wall] = {}
    for wall in walls():
        cells = [_strips(cell_of(cell)) for cell in wall.where]
        for x, y, z in permutations(range(3)):
            where = tuple(packed_cell(_cell(cell[x], cell[y], cell[z])) for cell in cells)
            found.setdefault(where, Wall(where, wall.leaf))
    return tuple(found.values())


def _strips(cell: Cell) -> tuple[int, int, int]:
    """Return how far the cell's strips of three directions lie from those of the middle cell.

    The symmetries of the lattice that keep the middle cell permute the three. Their sum is 0 for a triangle that points
    up and 1 for one that points down.
    """
    row, col = cell
    return row, (col - row + 1) // 2, -((col + row) // 2)


def _cell(x: int, y: int, z: int) -> Cell:
    return x, 2 * y + x - (x + y + z)


def _in_block() -> Iterator[tuple[dict[int, Cell], int]]:
    for order in permutations(range(ROWS)):
        if order[0] > order[-1]:
            continue  # the same wall upside down
        home = {order[row] * RANKS + col: (row, col) for row, col in _BLOCK}
        at = {cell: card for card, cell in home.items()}
        for cell in _RIM:
            yield {**home, int(JOKER): cell}, int(JOKER)
        for card, cell in home.items():
            lies = {**at, cell: int(JOKER)}
            for leaf in _RIM:
                (touched,) = (lies[near] for near in neighbours(leaf) if near in lies)
                if match(card, touched):
                    yield {**home, int(JOKER): cell, card: leaf}, card


def _centred(cells: dict[int, Cell], leaf: int) -> Wall:
    """Bring the joker to the middle; where it points down the wall is turned upside down."""
    row, col = cells[int(JOKER)]
    sign = -1 if (row + col) % 2 else 1
    return Wall(tuple(packed_cell((sign * (r - row), sign * (c - col))) for _, (r, c) in sorted(cells.items())), leaf)
