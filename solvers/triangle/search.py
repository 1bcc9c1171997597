"""Chooses a move of Triangle Sevens from what one seat sees: sampled worlds, playouts, sequential halving.

Every candidate is played out in the same worlds; after each round the worse half is dropped, so that most of the budget
goes to the moves that are hard to tell apart (Karnin, Koren & Somekh 2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.rules import legal_moves
from solvers.triangle.kernel.playout import PASS as PASS_CODE
from solvers.triangle.kernel.playout import WIN, Playouts
from solvers.triangle.packed import number, packed_cell

if TYPE_CHECKING:
    from cardsolo.games.triangle.board import Cell
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import View

#: Playouts of one decision: about 0.05 s compiled.
PLAYOUTS: Final = 2000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move with the mean value of its playouts: the share of wins, with play_on of places (0 last, 1 first)."""

    move: Move
    value: float
    playouts: int


def best_move(view: View, seed: int, playouts: int = PLAYOUTS, seconds: float | None = None) -> Move:
    """Return the move of `candidates` that came out best; a single one is taken unseen."""
    moves = legal_moves(view)
    if len(moves) == 1:
        return moves[0]
    return candidates(view, seed, playouts, seconds)[0].move


def candidates(view: View, seed: int, playouts: int = PLAYOUTS, seconds: float | None = None) -> list[Candidate]:
    """Rank the legal moves of the seat to move, the best first.

    seed: 0 … 2^32 − 1; with equal seeds and playouts the ranking is equal. With seconds the time counts instead.
    """
    moves = legal_moves(view)
    search = _set_up(view, moves, seed)
    counts = [0] * len(moves)
    alive = len(moves)
    rounds = max(1, (alive - 1).bit_length())
    start = perf_counter()
    for done in range(1, rounds + 1):
        spent = search.played
        if seconds is None:
            search.compare(alive, max(1, playouts // rounds // alive))
        else:
            while search.played == spent or perf_counter() - start < seconds * done / rounds:
                search.compare(alive, 8)
        for place in range(alive):
            counts[search.nth(place)] += (search.played - spent) // alive
        search.rank(alive)
        alive = (alive + 1) // 2
    order = [search.nth(place) for place in range(len(moves))]
    return [Candidate(moves[k], search.earned(k) / WIN / counts[k], counts[k]) for k in order]


def _set_up(view: View, moves: tuple[Move, ...], seed: int) -> Playouts:
    search = Playouts(seed, view.rules.play_on, view.passes, view.extra)
    shift = _shift(view)
    for cell, card in view.board.cells.items():
        search.put(number(card), packed_cell((cell[0] + shift[0], cell[1] + shift[1])))
    passed = _passed(view)
    players = len(view.counts)
    for step in range(players):
        seat = (view.seat - 1 + step) % players + 1
        search.seat(view.counts[seat - 1], seat in passed)
    for card in view.hand:
        search.hold(number(card))
    for card in view.unseen:
        search.hide(number(card))
    for move in moves:
        if move.card is None:
            search.move(PASS_CODE, 0)
        else:
            search.move(number(move.card), packed_cell((move.cell[0] + shift[0], move.cell[1] + shift[1])))
    return search


def _passed(view: View) -> set[int]:
    """Return the seats that have passed on this very board: the last ones still in before the seat to move."""
    still_in = [seat for seat, count in enumerate(view.counts, 1) if count]
    at = still_in.index(view.seat)
    before = still_in[at + 1 :] + still_in[:at]
    return set(before[len(before) - view.passes :]) if 0 < view.passes <= len(before) else set()


def _shift(view: View) -> Cell:
    """Return what brings the board about the middle of the packed lattice, an up triangle staying one."""
    if (0, 0) in view.board.cells:
        return 0, 0
    row, col = min(view.board.cells)
    return -row, -col + (row + col) % 2
