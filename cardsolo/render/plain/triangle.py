"""Triangle Sevens in sentences: every card with its neighbours, every open place with what fits it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _, plural
from cardsolo.games.triangle.notation import labels
from cardsolo.games.triangle.rules import format_cell, placements
from cardsolo.games.triangle.rules import outcome as ended

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.games.triangle.board import Board, Cell
    from cardsolo.games.triangle.state import View
    from cardsolo.render.style import Style


def board(view: View, style: Style, named: Mapping[Cell, str] | None = None) -> list[str]:
    """Return who holds how many cards, the board, the places where a card can go now, and the hand.

    named: letters of the places that are open to whoever is to move; by default those of the viewer's own move.
    """
    may_move = view.seat == view.to_move and ended(view) is None
    if named is None:
        named = labels(view) if may_move else {}
    lines = [_("You are seat {seat}.").format(seat=view.seat), *_seats(view, style)]
    if view.extra and may_move:
        lines.append(_("Extra placement: place another card, or pass."))
    elif view.passes:
        still_in = sum(map(bool, view.counts))
        lines.append(_("Passes in a row: {passes} of {all}.").format(passes=view.passes, all=still_in))
    lines += [_placed(view.board, cell, style) for cell in sorted(view.board.cells)]
    lines += [_open(view, cell, letter, style) for cell, letter in named.items()]
    hand = _("Your hand: {cards}.") if view.hand else _("Your hand is empty.")
    lines.append(hand.format(cards=style.cards(sorted(view.hand))))
    if view.absent:
        lines.append(_("Cards that are out of play: {cards}.").format(cards=style.cards(view.absent)))
    return [row for line in lines for row in style.wrap(line)]


def _seats(view: View, style: Style) -> list[str]:
    lines = []
    for seat, count in enumerate(view.counts, 1):
        if count:
            text = plural("{count} card", "{count} cards", count)
        elif seat in view.out:
            text = _("out, in place {place}").format(place=view.out.index(seat) + 1)
        else:
            text = _("no cards")
        line = _("{who}, to move: {text}.") if seat == view.to_move and count else _("{who}: {text}.")
        who = style.seat(seat)
        lines.append(line.format(who=who[0].upper() + who[1:], text=text))
    return lines


def _beside(placed: Board, cell: Cell, style: Style) -> str:
    near = [
        _("{card} at {cell}").format(card=style.card(placed.cells[other]), cell=format_cell(other))
        for other in sorted(placed.contacts(cell))
    ]
    return _(" and ").join(near)


def _placed(placed: Board, cell: Cell, style: Style) -> str:
    names = {"card": style.card(placed.cells[cell]), "cell": format_cell(cell), "near": _beside(placed, cell, style)}
    line = (_("{card} at {cell}, beside {near}.") if names["near"] else _("{card} at {cell}.")).format(**names)
    return line[:1].upper() + line[1:]


def _open(view: View, cell: Cell, letter: str, style: Style) -> str:
    fitting = sorted(move.card for move in placements(view) if move.cell == cell and move.card is not None)
    more = ""
    if fitting and view.seat == view.to_move:
        more += _(", for {cards}").format(cards=style.cards(fitting))
    if len(view.board.contacts(cell)) > 1:
        more += _("; another card may follow")
    names = {"letter": letter, "cell": format_cell(cell), "near": _beside(view.board, cell, style), "more": more}
    return _("Place {letter}, at {cell}, beside {near}{more}.").format(**names)
