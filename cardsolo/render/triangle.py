"""Triangle Sevens as lines of text, made from the view alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, plural
from cardsolo.games.triangle.moves import (
    Blocked,
    Declined,
    Extra,
    Lapsed,
    Passed,
    Placed,
    Resigned,
    WentOut,
)
from cardsolo.games.triangle.notation import labels
from cardsolo.games.triangle.rules import outcome as ended
from cardsolo.games.triangle.rules import placements
from cardsolo.render.lattice import SIZES, Bounds, Canvas, Size, draw_edges
from cardsolo.render.plain import triangle as plain
from cardsolo.render.triangle_why import because, facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.cards import Card
    from cardsolo.core.game import Event, Json
    from cardsolo.games.triangle.board import Board, Cell
    from cardsolo.games.triangle.state import View
    from cardsolo.render.style import Style

__all__ = ["because", "board", "board_of_another", "describe", "facts", "lettered", "outcome", "standings"]

#: A placement in the middle of a text.
_PLACEMENT: Final = re.compile(r"\b[0-9AXTJQK][CDHS]?@(-?\d+),(-?\d+)")
#: Columns at the left for the numbers of the rows.
_MARGIN: Final = 4
#: Lines that a screen needs besides board and hand: what was just played, a blank one, the prompt.
_OTHER_LINES: Final = 3


def board(view: View, style: Style) -> list[str]:
    """Return the screen: who holds how many cards, the board with its legal cells lettered, the hand.

    Letters and marks are shown to the seat to move only.
    """
    if style.plain:
        return plain.board(view, style)
    named = labels(view) if _may_move(view) else {}
    return _screen(view, named, _hand(view, named, style), style)


def board_of_another(view: View, style: Style) -> list[str]:
    """Return the screen while another seat is to move at a real table: letters for the cells that it may place in."""
    named = labels(view) if ended(view) is None else {}
    if style.plain:
        return plain.board(view, style, named)
    return _screen(view, named, _hand(view, {}, style), style)


def _screen(view: View, named: Mapping[Cell, str], below: list[str], style: Style) -> list[str]:
    above = _seats(view, style)
    room = None
    if style.height is not None:
        room = max(1, style.height - len(above) - len(below) - _OTHER_LINES)
    middle = _lattice(view.board, named, room, style)
    if room is None or len(middle) + 2 <= room:
        middle = ["", *middle, ""]
    return [*above, *middle, *below]


def _may_move(view: View) -> bool:
    return view.seat == view.to_move and ended(view) is None


# --- above the board --------------------------------------------------------------------------------------------------
def _seats(view: View, style: Style) -> list[str]:
    parts = []
    for seat, count in enumerate(view.counts, 1):
        if count:
            text = plural("{count} card", "{count} cards", count)
        elif seat in view.out:
            text = _("out ({place})").format(place=view.out.index(seat) + 1)
        else:
            text = "-"
        moves = seat == view.to_move and count > 0
        who = f"{seat} {style.name(seat)}" if style.name(seat) else style.seat(seat)
        named = ("> " if moves else "  ") + _("{who}: {text}").format(who=who, text=text)
        kept = named.replace(" ", "\N{NO-BREAK SPACE}")  # a line is broken between seats only
        parts.append(style.paint(kept, "bold") if moves else kept)
    lines = [line.replace("\N{NO-BREAK SPACE}", " ").rstrip() for line in style.wrap("  ".join(parts))]
    if view.extra and _may_move(view):
        extra = style.wrap(_("Extra placement: place another card, or pass."))
        lines += [style.paint(row, "yellow") for row in extra]
    elif view.passes:
        still_in = sum(map(bool, view.counts))
        lines.append(_("passes in a row: {passes} of {all}").format(passes=view.passes, all=still_in))
    return lines


# --- the board --------------------------------------------------------------------------------------------------------
def _lattice(placed: Board, named: Mapping[Cell, str], room: int | None, style: Style) -> list[str]:
    """Draw the board in the first size that fits into `room` lines and the width, or a part of it in the last one."""
    for size in SIZES:
        canvas = _drawn(placed, named, size, style)
        bounds = canvas.bounds()
        fits = bounds.width + _MARGIN <= style.width and (room is None or bounds.height < room)
        if fits or size is SIZES[-1]:
            break
    window = _window(bounds, named or placed.cells, size, style.width - _MARGIN, None if room is None else room - 1)
    lines = [_column_numbers(window, size, style)]
    numbers = _row_numbers({cell[0] for cell in (*placed.cells, *named)}, window, size)
    for line, text in enumerate(canvas.text(window, style), window.top):
        number = f"{numbers[line]:>{_MARGIN - 1}} " if line in numbers else " " * _MARGIN
        lines.append((style.paint(number, "dim") + text if line in numbers else number + text).rstrip())
    hidden = _hidden(bounds, window, size)
    return [*lines, *style.wrap(hidden)] if hidden else lines


def _drawn(placed: Board, named: Mapping[Cell, str], size: Size, style: Style) -> Canvas:
    canvas = Canvas()
    draw_edges(canvas, placed.cells, size, unicode=style.unicode)
    for cell, card in placed.cells.items():
        canvas.put(size.text_line(cell), cell[1] * size.columns - 1, str(card).ljust(2), style.ink(card))
    for cell, label in named.items():
        line, column = size.text_line(cell), cell[1] * size.columns - 1
        canvas.put(line, column, label, "green")
        if len(placed.contacts(cell)) > 1:
            canvas.put(line, column + len(label), "+", "yellow")
    return canvas


def _window(bounds: Bounds, about: Mapping[Cell, object], size: Size, width: int, height: int | None) -> Bounds:
    """Return the part of bounds to show: all where it fits, else the part about the middle of some cells."""
    lines = sorted(size.text_line(cell) for cell in about)
    columns = sorted(cell[1] * size.columns for cell in about)
    top, bottom = _part(bounds.top, bounds.bottom, lines[len(lines) // 2], height)
    left, right = _part(bounds.left, bounds.right, columns[len(columns) // 2], max(1, width))
    return Bounds(top, bottom, left, right)


def _part(low: int, high: int, middle: int, room: int | None) -> tuple[int, int]:
    if room is None or high - low < room:
        return low, high
    room = max(1, room)
    start = min(max(low, middle - room // 2), high - room + 1)
    return start, start + room - 1


def _column_numbers(window: Bounds, size: Size, style: Style) -> str:
    """Number every other column, so that the numbers have room."""
    canvas = Canvas()
    for column in range(window.left // size.columns - 1, window.right // size.columns + 2):
        text = str(column)
        at = column * size.columns - 1 - (len(text) > 2)
        if column % 2 == 0 and window.left <= at and at + len(text) - 1 <= window.right:
            canvas.put(0, at, text, "dim")
    return " " * _MARGIN + canvas.text(Bounds(0, 0, window.left, window.right), style)[0]


def _row_numbers(rows: set[int], window: Bounds, size: Size) -> dict[int, int]:
    """Return line -> row: each row in the window has its number in the middle, or as near to it as the window goes."""
    seen = range(window.top // size.lines, window.bottom // size.lines + 1)
    middles = {row: row * size.lines + size.lines // 2 for row in seen if row in rows}
    return {min(max(line, window.top), window.bottom): row for row, line in middles.items()}


def _hidden(bounds: Bounds, window: Bounds, size: Size) -> str:
    """Say how much of the board lies outside the window."""
    beyond = (
        (_("above"), window.top - bounds.top, size.lines),
        (_("below"), bounds.bottom - window.bottom, size.lines),
        (_("to the left"), window.left - bounds.left, size.columns),
        (_("to the right"), bounds.right - window.right, size.columns),
    )
    sides = [f"{-(-count // unit)} {side}" for side, count, unit in beyond if count > 0]
    return _("not shown (rows and columns): {sides}").format(sides=", ".join(sides)) if sides else ""


# --- the hand ---------------------------------------------------------------------------------------------------------
def _hand(view: View, named: Mapping[Cell, str], style: Style) -> list[str]:
    """List the hand by suit; a playable card is followed by the letters of its cells."""
    cells: dict[Card, list[Cell]] = {}
    for move in placements(view) if named else ():
        if move.card is not None:
            cells.setdefault(move.card, []).append(move.cell)
    words: list[str] = []
    suit = -1
    for card in sorted(view.hand):
        shown = style.card(card)
        if card in cells:
            letters = [_letter(view.board, cell, named) for cell in cells[card]]
            gap = "," if any(len(letter.rstrip("+")) > 1 for letter in letters) else ""
            shown += style.paint(f"({gap.join(letters)})", "green")
        words.append(shown if card.suit == suit or not words else " " + shown)
        suit = card.suit
    listed = style.wrap(_("hand") + "  " + (" ".join(words) or "-"), "      ")
    lines = [line.rstrip() for line in listed]
    if any(len(view.board.contacts(cell)) > 1 for cell in named):
        lines.append(style.paint(_("+ touches two or more cards: another card may follow"), "dim"))
    return lines


def _letter(placed: Board, cell: Cell, named: Mapping[Cell, str]) -> str:
    return named[cell] + ("+" if len(placed.contacts(cell)) > 1 else "")


def lettered(view: View, text: str) -> str:
    """Return a text with the letter that names its cell on the board behind each placement that can be made now."""
    letters = labels(view)

    def with_letter(found: re.Match[str]) -> str:
        letter = letters.get((int(found[1]), int(found[2])))
        return found[0] if letter is None else f"{found[0]} ({letter})"

    return _PLACEMENT.sub(with_letter, text)


# --- what happened ----------------------------------------------------------------------------------------------------
def describe(event: Event, style: Style) -> str | None:
    """Return a sentence for an event."""
    match event:
        case Placed(seat=seat, card=card, at=at, touches=touches):
            names = {"who": style.seat(seat), "card": style.card(card), "at": at, "touched": style.cards(touches)}
            return _("{who} places {card} at {at}, beside {touched}").format(**names)
        case Extra():
            return _("an extra placement")
        case Lapsed():
            return _("no card fits for the extra placement")
        case Declined(seat=seat):
            return _("{who} places no more").format(who=style.seat(seat))
        case Passed(seat=seat):
            return _("{who} passes").format(who=style.seat(seat))
        case WentOut(seat=seat, place=place):
            text = _("{who} is out, in place {place}").format(who=style.seat(seat), place=place)
            return style.paint(text, "bold")
        case Blocked():
            return _("everyone has passed in a row")
        case Resigned(seat=seat):
            return _("{who} resigns").format(who=style.seat(seat))
    return None


def outcome(result: Json, style: Style) -> list[str]:
    """Return the closing lines of a finished game: who won, then every seat by rank."""
    best = [seat for seat, rank in enumerate(result["ranks"], 1) if rank == 1]
    winners = _(" and ").join(map(style.seat, best))
    how = {
        "out": _("{winners} wins: out first."),
        "blocked": _("Nobody can or wants to go on. First: {winners}."),
        "resigned": _("The game was given up. First: {winners}."),
    }[result["outcome"]]
    order = sorted(enumerate(zip(result["ranks"], result["left"], strict=True), 1), key=lambda item: item[1])
    places = []
    for seat, (rank, left) in order:
        cards = plural("{count} card left", "{count} cards left", left)
        places.append(_("{rank}. {who} ({cards})").format(rank=rank, who=style.seat(seat), cards=cards))
    text = [style.paint(row, "green", "bold") for row in style.wrap(how.format(winners=winners))]
    if style.plain:
        return [*text, *(row for place in places for row in style.wrap(f"{place}."))]
    return [*text, *(line.rstrip() for line in style.wrap("   ".join(places)))]


def standings(standings: Json, *, over: bool, style: Style) -> list[str]:
    """Return the penalty points of a match, the best seat first."""
    order = sorted(enumerate(zip(standings["ranks"], standings["penalties"], strict=True), 1), key=lambda item: item[1])
    places = []
    for seat, (rank, points) in order:
        text = plural("{count} penalty point", "{count} penalty points", points)
        places.append(_("{rank}. {who} ({points})").format(rank=rank, who=style.seat(seat), points=text))
    head = style.paint(_("The match is over:"), "green", "bold") if over else _("The match so far:")
    if style.plain:
        return [head, *(row for place in places for row in style.wrap(f"{place}."))]
    return [line.rstrip() for line in style.wrap(head + " " + "   ".join(places), "  ")]
