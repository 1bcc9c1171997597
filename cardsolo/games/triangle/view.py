"""Triangle Sevens: the border of hidden information (T3): what a seat may know, and nothing else."""

from __future__ import annotations

from cardsolo.core.cards import JOKER, PACK, UNSEEN
from cardsolo.games.triangle.state import State, View


def view(state: State, seat: int) -> View:
    """Return what seat may know (T3). Cards in no place are out of play, and known to be.

    With real cards, of which some have not been seen, none is out of play.
    """
    placed = {*state.board.cells.values(), JOKER}
    placed.update(*state.hands)
    return View(
        state.rules,
        state.board,
        state.hands[seat - 1],
        state.counts,
        seat,
        state.seat,
        state.extra,
        state.passes,
        state.out,
        state.resigned,
        absent=() if UNSEEN in placed else tuple(card for card in PACK if card not in placed),
    )
