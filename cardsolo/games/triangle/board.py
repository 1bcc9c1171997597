"""Triangle Sevens: the triangular lattice, which cards match, and boards as immutable values (rules sections 1 and 3).

A cell is (row, col); rows grow downwards, the joker's cell is (0, 0). A cell whose row + col is even points up and
touches the cell below it, any other points down and touches the cell above; both touch the cells left and right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import JOKER, PACK, Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Cell = tuple[int, int]
#: A corner of cells: (x, y), x in half sides of a triangle, y in rows; x + y is even.
Corner = tuple[int, int]

ORIGIN: Final[Cell] = (0, 0)


def points_up(cell: Cell) -> bool:
    return (cell[0] + cell[1]) % 2 == 0


def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell]:
    """Return the three cells across the edges of cell: left, right, below or above."""
    row, col = cell
    return (row, col - 1), (row, col + 1), ((row + 1, col) if points_up(cell) else (row - 1, col))


def corners(cell: Cell) -> tuple[Corner, Corner, Corner]:
    """Return the corners of cell: left, right, then the apex."""
    row, col = cell
    base, apex = (row + 1, row) if points_up(cell) else (row, row + 1)
    return (col - 1, base), (col + 1, base), (col, apex)


def matches(one: Card, other: Card) -> bool:
    """Tell whether two cards may touch: equal ranks, neighbours in one suit (K and A are none, T1), or a joker."""
    if one.is_joker or other.is_joker or one.rank == other.rank:
        return True
    return one.suit == other.suit and abs(one.rank - other.rank) == 1


#: For each card that can lie on the table, the cards that may be placed beside it.
PARTNERS: Final = {card: frozenset(other for other in PACK if matches(card, other)) for card in (*PACK, JOKER)}
_EVERY_CARD: Final = frozenset(PACK)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The placed cards. Boards are equal when the same cards lie in the same cells, however they came there.

    cells: what lies where. open: every empty cell that touches a card, with the cards that match all it touches (none
    for a cell that nothing fits any more). Neither is ever changed; `place` makes a new board.
    """

    cells: Mapping[Cell, Card]
    open: Mapping[Cell, frozenset[Card]]

    @classmethod
    def of(cls, cells: Iterable[tuple[Cell, Card]]) -> Board:
        """Build a board from its cards, whether or not it could arise in play."""
        board = EMPTY
        for cell, card in cells:
            board = board.place(cell, card)
        return board

    def place(self, cell: Cell, card: Card) -> Board:
        """Return the board with card in an empty cell; legality is for the rules to judge."""
        cells = {**self.cells, cell: card}
        fits = dict(self.open)
        fits.pop(cell, None)
        partners = PARTNERS[card]
        for other in neighbours(cell):
            if other not in cells:
                fits[other] = fits.get(other, _EVERY_CARD) & partners
        return Board(cells, fits)

    def contacts(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that hold a card and touch cell."""
        return tuple(other for other in neighbours(cell) if other in self.cells)

    @property
    def touching_pairs(self) -> int:
        """How many pairs of cards touch: the e of rules section 7."""
        return sum(len(self.contacts(cell)) for cell in self.cells) // 2

    @property
    def perimeter(self) -> int:
        """How many edges of cards touch no card: the p of rules section 7."""
        return 3 * len(self.cells) - 2 * self.touching_pairs

    def conflicts(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the pairs of touching cards that do not match; a board that arose in play has none."""
        return tuple(
            (cell, other)
            for cell in sorted(self.cells)
            for other in self.contacts(cell)
            if cell < other and not matches(self.cells[cell], self.cells[other])
        )

    def unconnected(self) -> tuple[Cell, ...]:
        """Return the cells that no chain of contacts joins to the joker's cell (to the first one if that is empty)."""
        if not self.cells:
            return ()
        start = ORIGIN if ORIGIN in self.cells else min(self.cells)
        reached, waiting = {start}, [start]
        while waiting:
            fresh = [cell for cell in self.contacts(waiting.pop()) if cell not in reached]
            reached.update(fresh)
            waiting.extend(fresh)
        return tuple(sorted(self.cells.keys() - reached))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(frozenset(self.cells.items()))

    def __repr__(self) -> str:
        listed = ", ".join(f"({cell}, {card!r})" for cell, card in sorted(self.cells.items()))
        return f"Board.of([{listed}])"


EMPTY: Final = Board({}, {})
#: The board at the start of every game.
START: Final = EMPTY.place(ORIGIN, JOKER)
