"""What a move of Triangle Sevens leaves to one's own hand, gives the others and takes from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _
from cardsolo.games.triangle.notation import parse_move
from cardsolo.games.triangle.rules import format_cell

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.triangle.board import Board
    from cardsolo.games.triangle.state import View
    from solvers.advice import Advice

#: Cards and corners that are named; further ones are counted.
_NAMED: Final = 6


def explain(view: View, advice: Advice) -> list[str]:
    """Return sentences on what the advised move leaves to one's own hand and to the others."""
    move = parse_move(advice.moves[0])
    if move.card is None:
        return [_("leaves the table as it is")]
    after = view.board.place(move.cell, move.card)
    hand = frozenset(view.hand) - {move.card}
    unseen = frozenset(view.unseen)
    lines = []
    if hand:
        text = _("then {fitting} of your {cards} other cards fit somewhere")
        lines.append(text.format(fitting=len(_fitting(after, hand)), cards=len(hand)))
    if not unseen:
        return lines
    fresh = sorted(_fitting(after, unseen) - _fitting(view.board, unseen))
    lost = sorted(_fitting(view.board, unseen) - _fitting(after, unseen))
    if fresh:
        lines.append(_("gives the others a place for {cards}").format(cards=_listed(fresh)))
    if lost:
        lines.append(_("takes the only places of {cards} from the others").format(cards=_listed(lost)))
    if not fresh and not lost:
        lines.append(_("gives the others a place for no new card"))
    corners = _corners(after, unseen) - _corners(view.board, unseen)
    if corners:
        names = ", ".join(format_cell(cell) for cell in sorted(corners)[:_NAMED])
        lines.append(_("leaves the others new corners that they may close: {cells}").format(cells=names))
    return lines


def _fitting(board: Board, cards: frozenset[Card]) -> frozenset[Card]:
    return frozenset().union(*(fits & cards for fits in board.open.values()))


def _corners(board: Board, cards: frozenset[Card]) -> set[tuple[int, int]]:
    """Return the empty cells that touch two cards and more, and that one of some cards fits."""
    return {cell for cell, fits in board.open.items() if fits & cards and len(board.contacts(cell)) > 1}


def _listed(cards: list[Card]) -> str:
    named = " ".join(map(str, cards[:_NAMED]))
    more = len(cards) - _NAMED
    return _("{cards} and {count} more").format(cards=named, count=more) if more > 0 else named
