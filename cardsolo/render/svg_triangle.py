"""A picture of a Triangle Sevens board: a position, or a whole game with the numbers of its moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import RANKS
from cardsolo.core.i18n import _, plural
from cardsolo.games.triangle.board import corners, points_up
from cardsolo.games.triangle.moves import Placed
from cardsolo.games.triangle.notation import parse_cell
from cardsolo.games.triangle.rules import result
from cardsolo.render import svg

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.cards import Card
    from cardsolo.core.game import Json
    from cardsolo.core.session import Session
    from cardsolo.games.triangle.board import Board, Cell
    from cardsolo.games.triangle.state import State, View

#: Side of a triangle, its height, and the room around the board.
SIDE: Final = 72.0
HEIGHT: Final = SIDE * sqrt(3) / 2
MARGIN: Final = 24.0
LINE: Final = 22.0
#: Least width, so that the legend has room.
_LEAST_WIDTH: Final = 420.0
_INK: Final = "#1c1c1c"
_RED: Final = "#b3261e"
_PALE: Final = "#6b6b6b"
_EDGE: Final = "#4a4a4a"
#: Grounds of cards by the seat that placed them; 0 for cards whose seat is not known.
_GROUNDS: Final = ("#fbfaf5", "#dcebfb", "#fbe3d3", "#dff2dd", "#f2e1f5", "#fbf3c8", "#d9f1f1")


def game_picture(session: Session, number: int | None = None) -> str:
    """Return the SVG of a game just after move `number`, or as far as it went; with move numbers and the result."""
    turns = session.turns if number is None else session.turns[:number]
    state = session.state if number is None else session.state_after(number)
    placings = {
        parse_cell(event.at): Placing(turn.n, turn.seat)
        for turn in turns
        for event in turn.events
        if isinstance(event, Placed)
    }
    seed = session.origin.seed
    title = _("Triangle Sevens") if seed is None else _("Triangle Sevens, seed {seed}").format(seed=seed)
    if number is not None:
        title = _("{title}, after move {number}").format(title=title, number=number)
    return _draw(Picture(state.board, title, placings, _legend(state.counts, result(state))))


def board_picture(seen: State | View) -> str:
    """Return the SVG of a position, in which nobody knows who placed what."""
    cards = plural("{count} card", "{count} cards", len(seen.board.cells))
    return _draw(Picture(seen.board, _("Triangle Sevens, {cards}").format(cards=cards)))


@dataclass(frozen=True, slots=True)
class Placing:
    """The number of the move that placed a card, and the seat that made it."""

    number: int
    seat: int


@dataclass(frozen=True, slots=True)
class Picture:
    """What to draw: a board, a heading, lines of a legend with the seat whose colour stands before them."""

    board: Board
    title: str
    placings: Mapping[Cell, Placing] = field(default_factory=dict)
    legend: tuple[tuple[int, str], ...] = ()


def _legend(counts: tuple[int, ...], ended: Json | None) -> tuple[tuple[int, str], ...]:
    """Return a line for each seat, by rank where the game is over."""
    seats = range(1, len(counts) + 1)
    if ended is not None:
        ranks = ended["ranks"]
        seats_in_order = sorted(seats, key=lambda seat: (ranks[seat - 1], seat))
        return tuple((seat, _seat_line(seat, counts[seat - 1], ended)) for seat in seats_in_order)
    return tuple((seat, _seat_line(seat, counts[seat - 1], None)) for seat in seats)


def _seat_line(seat: int, count: int, result: Json | None) -> str:
    cards = plural("{count} card left", "{count} cards left", count)
    if result is None:
        return _("seat {seat}: {cards}").format(seat=seat, cards=cards)
    rank = result["ranks"][seat - 1]
    return _("{rank}. seat {seat} ({cards})").format(rank=rank, seat=seat, cards=cards)


def _draw(picture: Picture) -> str:
    points = [_point(corner) for cell in picture.board.cells for corner in corners(cell)]
    left, right = min(x for x, _y in points), max(x for x, _y in points)
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    width = max(right - left + 2 * MARGIN, _LEAST_WIDTH)
    columns = max(1, int((width - 2 * MARGIN) // 190))
    rows = -(-len(picture.legend) // columns)
    head = MARGIN + LINE
    height = head + bottom - top + 2 * MARGIN + rows * LINE
    shift = (width - right - left) / 2, head + MARGIN / 2 - top
    parts = [svg.text(width / 2, MARGIN + 6, picture.title, font_size=18, text_anchor="middle", fill=_INK)]
    for cell, card in sorted(picture.board.cells.items()):
        parts += _cell(cell, card, picture.placings.get(cell), shift)
    for index, (seat, line) in enumerate(picture.legend):
        x = MARGIN + index % columns * 190
        y = height - MARGIN / 2 - (rows - index // columns) * LINE + LINE / 2
        parts.append(svg.element("rect", x=x, y=y - 11, width=14, height=14, rx=2, fill=_GROUNDS[seat], stroke=_EDGE))
        parts.append(svg.text(x + 22, y + 1, line, font_size=14, fill=_INK))
    return svg.document(width, height, picture.title, parts)


def _point(corner: tuple[int, int]) -> tuple[float, float]:
    return corner[0] * SIDE / 2, corner[1] * HEIGHT


def _cell(cell: Cell, card: Card, placing: Placing | None, shift: tuple[float, float]) -> list[str]:
    dx, dy = shift
    outline = [(x + dx, y + dy) for x, y in map(_point, corners(cell))]
    ground = _GROUNDS[placing.seat if placing else 0]
    parts = [svg.polygon(outline, fill=ground, stroke=_EDGE, stroke_width=1.2, stroke_linejoin="round")]
    x = sum(point[0] for point in outline) / 3
    y = sum(point[1] for point in outline) / 3
    away = -1 if points_up(cell) else 1
    parts += _face(card, x, y - away * 1.0)
    if placing is not None:
        near_base = y - away * HEIGHT * 0.235
        parts.append(svg.text(x, near_base + 3.5, str(placing.number), font_size=10, text_anchor="middle", fill=_PALE))
    return parts


def _face(card: Card, x: float, y: float) -> list[str]:
    if card.is_joker:
        return [svg.star(x, y, 30.0, _INK)]
    ink = _RED if card.suit in (1, 2) else _INK
    rank, size = ("10", 17) if card.rank == 10 else (RANKS[card.rank - 1], 20)
    x += 3 * (len(rank) - 1)
    name = svg.text(x, y + 7, rank, font_size=size, font_weight="bold", text_anchor="end", fill=ink)
    return [name, svg.suit(card.suit, x + 9, y + 0.5, size * 0.8, ink)]
