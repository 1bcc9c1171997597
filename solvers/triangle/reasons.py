"""Why a move of Triangle Sevens is worth a thought, as facts of the view; the words are those of `cardsolo.render`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games.triangle.rules import can_place, format_cell
from solvers.advice import Why

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.triangle.board import Board, Cell
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import View


def reasons(view: View, move: Move) -> tuple[Why, ...]:
    """Return what speaks for a move of the seat to move, the weightiest first; nothing for most passes.

    out: the last card. closes: a corner, so that one of `cards` may follow; closes-last: a corner, but no card held
    fits then. only: the card fits in no other cell. opens: `cards` fit nowhere now and fit then. pocket: `cards` can
    then close a corner at `cell`; safe-pocket: and no unseen card can. stuck: nothing can be placed.
    """
    if move.card is None:
        return () if can_place(view.board, view.hand) else (Why("stuck"),)
    hand = frozenset(view.hand) - {move.card}
    if not hand:
        return (Why("out"),)
    after = view.board.place(move.cell, move.card)
    found = []
    if len(view.board.contacts(move.cell)) > 1:
        follow = _fitting(after, hand)
        found.append(Why("closes", _names(follow)) if follow else Why("closes-last"))
    if sum(move.card in fits for fits in view.board.open.values()) == 1:
        found.append(Why("only", (str(move.card),)))
    fresh = _fitting(after, hand) - _fitting(view.board, hand)
    if fresh:
        found.append(Why("opens", _names(fresh)))
    found += _pockets(view, move.cell, after, hand)
    return tuple(found)


def _pockets(view: View, cell: Cell, after: Board, hand: frozenset[Card]) -> list[Why]:
    """Return the cells beside the new card that touch two cards by it, and that a card of the hand fits."""
    found = []
    unseen = frozenset(view.unseen)
    for near, fits in sorted(after.open.items()):
        contacts = after.contacts(near)
        if cell in contacts and len(contacts) == 2 and fits & hand:
            kind = "pocket" if fits & unseen else "safe-pocket"
            found.append(Why(kind, _names(fits & hand), format_cell(near)))
    return found


def _fitting(board: Board, hand: frozenset[Card]) -> frozenset[Card]:
    return frozenset().union(*(fits & hand for fits in board.open.values()))


def _names(cards: frozenset[Card]) -> tuple[str, ...]:
    return tuple(map(str, sorted(cards)))
