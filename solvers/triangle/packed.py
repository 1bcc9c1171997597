"""Positions of Triangle Sevens as the integers of the kernels, and found lines back as moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from cardsolo.core.cards import PACK, Card
from cardsolo.games.triangle.rules import counted
from solvers.triangle.kernel.lattice import JOKER, ORIGIN, WIDTH, Lattice

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolo.games.triangle.board import Cell
    from cardsolo.games.triangle.state import State

#: (seat from 1, canonical move)
Moves = tuple[tuple[int, str], ...]
NUMBERS: Final = {card: number for number, card in enumerate(PACK)}
PASS_WORD: Final = "pass"  # noqa: S105  a word of the game


@dataclass(frozen=True, slots=True)
class Packed:
    """A position: hands are card masks by seat, board card and cell by turns, seat counts from 0.

    shift is what was added to (row, col) of the position: a board without the joker may lie far from the middle.
    """

    hands: tuple[int, ...]
    board: tuple[int, ...]
    seat: int
    extra: bool
    passes: int
    shift: Cell = (0, 0)

    @property
    def cards(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(hand.bit_count() for hand in self.hands)

    @property
    def corners(self) -> int:
        """Touching pairs − cells + 1: the corners closed up to now."""
        lattice = lattice_of(self.board)
        return int(lattice.pairs - lattice.count) + 1


def pack(state: State) -> Packed:
    """Bring a position as solvers count it (rules section 8) into the kernels' form."""
    return pack_as_it_is(counted(state))


def pack_as_it_is(state: State) -> Packed:
    """Bring a position into the kernels' form, without a look at the rules field."""
    first = min(state.board.cells, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell), default=(0, 0))
    shift = -first[0], -first[1] + (first[0] + first[1]) % 2
    board: list[int] = []
    for cell, card in sorted(state.board.cells.items()):
        board += [number(card), packed_cell((cell[0] + shift[0], cell[1] + shift[1]))]
    hands = tuple(mask_of(hand) for hand in state.hands)
    return Packed(hands, tuple(board), state.seat - 1, state.extra, state.passes, shift)


def number(card: Card) -> int:
    return NUMBERS.get(card, int(JOKER))


def mask_of(cards: Iterable[Card]) -> int:
    return sum(1 << NUMBERS[card] for card in cards)


def packed_cell(cell: Cell) -> int:
    return int(ORIGIN) + cell[0] * int(WIDTH) + cell[1]


def cell_of(packed: int) -> Cell:
    return packed // WIDTH - ORIGIN // WIDTH, packed % WIDTH - ORIGIN % WIDTH


def vector(values: Iterable[int]) -> vec[i64]:
    return vec[i64](list(values))


def lattice_of(board: Sequence[int]) -> Lattice:
    lattice = Lattice()
    for card, cell in zip(board[::2], board[1::2], strict=True):
        lattice.place(card, cell)
    return lattice


def move_text(packed: Packed, move: int) -> str:
    """Write a placement, `card << 13 | cell`, as a canonical move."""
    row, col = cell_of(move & 8191)
    return f"{PACK[move >> 13]}@{row - packed.shift[0]},{col - packed.shift[1]}"


def narrate(packed: Packed, line: Sequence[Sequence[int]]) -> Moves:
    """Write turns as moves: a declined extra placement as `pass`, an end of turn by itself as nothing (T2, T5)."""
    lattice = lattice_of(packed.board)
    hands = list(packed.hands)
    moves: list[tuple[int, str]] = []
    seat = packed.seat
    for turn in line:
        may_go_on = bool(hands[seat])
        for move in turn:
            touches = int(lattice.touch[move & 8191])
            lattice.place(move >> 13, move & 8191)
            hands[seat] &= ~(1 << (move >> 13))
            moves.append((seat + 1, move_text(packed, move)))
            may_go_on = touches > 1 and fits_somewhere(lattice, hands[seat])
        if may_go_on:
            moves.append((seat + 1, PASS_WORD))
        seat = (seat + 1) % len(hands)
    return tuple(moves)


def fits_somewhere(lattice: Lattice, hand: int) -> bool:
    front = (lattice.front[k] for k in range(lattice.fronts))
    return any(lattice.card[cell] < 0 and lattice.allow[cell] & hand for cell in front)
