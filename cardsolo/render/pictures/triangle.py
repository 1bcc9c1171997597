"""A picture of Triangle Sevens: the board with who placed what and when, the hand that is known, the seats."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from cardsolo.core.i18n import _, plural
from cardsolo.games.triangle.board import corners, points_up
from cardsolo.games.triangle.moves import Placed
from cardsolo.games.triangle.notation import parse_cell
from cardsolo.games.triangle.rules import outcome, ranks
from cardsolo.games.triangle.state import State
from cardsolo.render.pictures import cards, svg
from cardsolo.render.pictures.scene import Scene
from cardsolo.render.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.cards import Card
    from cardsolo.core.session import Turn
    from cardsolo.games.triangle.board import Board, Cell
    from cardsolo.games.triangle.state import View

#: Side of a triangle, its height, and the room around the board.
SIDE: Final = 76.0
HEIGHT: Final = SIDE * sqrt(3) / 2
MARGIN: Final = 24.0
_LINE: Final = 24.0
_LEGEND: Final = 210.0
#: Least width, so that the legend has room.
_LEAST_WIDTH: Final = 460.0


class _Placing(NamedTuple):
    """The number of the move that placed a card, and the seat that made it."""

    number: int
    seat: int


def scene(
    seen: View | State,
    title: str,
    *,
    history: Iterable[Turn] = (),
    last: Turn | None = None,
    labels: bool = False,
    room_for: View | State | None = None,
) -> Scene:
    """Draw a view with its hand, or a state with all hands. labels: row and column of every cell."""
    placings = {
        parse_cell(event.at): _Placing(turn.n, turn.seat)
        for turn in history
        for event in turn.events
        if isinstance(event, Placed)
    }
    box = _Box((room_for or seen).board)
    parts = [svg.heading(box.width / 2, MARGIN + 8, title, 20, box.width - MARGIN, "ink b m")]
    for cell, card in sorted(seen.board.cells.items()):
        parts += _cell(cell, card, placings.get(cell), box, labels=labels)
    fresh = {parse_cell(event.at) for event in last.events if isinstance(event, Placed)} if last is not None else ()
    parts += [svg.polygon(box.outline(cell), "mark") for cell in sorted(fresh)]
    drawn, height = _foot(seen, box, bool(placings))
    return Scene(title, _described(seen), box.width, height, (*parts, *drawn))


class _Box:
    """Where cells come to lie on paper."""

    def __init__(self, board: Board) -> None:
        points = [_point(corner) for cell in board.cells for corner in corners(cell)] or [(0.0, 0.0)]
        left, right = min(x for x, _y in points), max(x for x, _y in points)
        top, bottom = min(y for _x, y in points), max(y for _x, y in points)
        self.width = max(right - left + 2 * MARGIN, _LEAST_WIDTH)
        self.bottom = 2 * MARGIN + 12 + bottom - top
        self._shift = (self.width - right - left) / 2, 2 * MARGIN - top

    def outline(self, cell: Cell) -> list[tuple[float, float]]:
        dx, dy = self._shift
        return [(x + dx, y + dy) for x, y in map(_point, corners(cell))]


def _point(corner: tuple[int, int]) -> tuple[float, float]:
    return corner[0] * SIDE / 2, corner[1] * HEIGHT


def _cell(cell: Cell, card: Card, placing: _Placing | None, box: _Box, *, labels: bool) -> list[str]:
    outline = box.outline(cell)
    ground = f"seat{placing.seat}" if placing else "face"
    parts = [svg.polygon(outline, f"{ground} edge")]
    x = sum(point[0] for point in outline) / 3
    y = sum(point[1] for point in outline) / 3
    away = -1 if points_up(cell) else 1
    parts += _face(card, x, y + 2.5 * away)
    note = f"{cell[0]},{cell[1]}" if labels else f"{placing.seat}:{placing.number}" if placing else ""
    if note:
        parts.append(svg.text(x, y - away * HEIGHT * 0.24 + 4, note, 11, "ink m"))
    return parts


def _face(card: Card, x: float, y: float) -> list[str]:
    if card.is_joker:
        return [svg.star(x, y, 30, "ink")]
    ink, rank = cards.ink_of(card), cards.rank_name(card)
    size = 17 if len(rank) > 1 else 20
    x += 3 * (len(rank) - 1)
    return [svg.text(x, y + 6, rank, size, f"{ink} b e"), svg.suit(card.suit, x + 9, y, size * 0.8, ink)]


# --- below the board --------------------------------------------------------------------------------------------------
def _foot(seen: View | State, box: _Box, has_placings: bool) -> tuple[list[str], float]:
    """Draw the seats, the key and the hands that are known; return them and where the picture ends."""
    parts, y = [], box.bottom + 8
    lines = _seat_lines(seen)
    columns = max(1, int((box.width - 2 * MARGIN) // _LEGEND))
    for at, (seat, line) in enumerate(lines):
        x, top = MARGIN + at % columns * _LEGEND, y + at // columns * _LINE
        parts += [svg.rect(x, top, 16, 16, f"seat{seat} edge", 2), svg.text(x + 24, top + 13, line, 15)]
    y += -(-len(lines) // columns) * _LINE
    if has_placings:
        parts.append(svg.text(MARGIN, y + 14, _("2:17 – placed by seat 2 in move 17; star – the joker"), 13, "pale"))
        y += _LINE
    for name, hand in _hands(seen):
        parts.append(svg.text(MARGIN, y + 14, name, 14, "pale"))
        drawn, height = cards.row(hand, MARGIN, y + 22, box.width - 2 * MARGIN)
        parts += drawn
        y += 26 + height
    return parts, y + 12


def _hands(seen: View | State) -> list[tuple[str, tuple[Card, ...]]]:
    hands = enumerate(seen.hands, 1) if isinstance(seen, State) else [(seen.seat, tuple(sorted(seen.hand)))]
    return [(_("hand of seat {seat}").format(seat=seat), hand) for seat, hand in hands if hand]


def _seat_lines(seen: View | State) -> list[tuple[int, str]]:
    """Return a line for each seat, by rank where the game is over."""
    left = [plural("{count} card left", "{count} cards left", count) for count in seen.counts]
    seats = list(enumerate(left, 1))
    if outcome(seen) is None:
        return [(seat, _("seat {seat}: {cards}").format(seat=seat, cards=cards)) for seat, cards in seats]
    text = _("{rank}. seat {seat} ({cards})")
    placed = sorted(zip(ranks(seen), seats, strict=True))
    return [(seat, text.format(rank=rank, seat=seat, cards=cards)) for rank, (seat, cards) in placed]


def _described(seen: View | State) -> str:
    style = Style(unicode=True)
    placed = [f"{style.card(card)} {row},{col}" for (row, col), card in sorted(seen.board.cells.items())]
    sentences = [line for _seat, line in _seat_lines(seen)]
    sentences.append(_("on the table (row, column): {cards}").format(cards="; ".join(placed)))
    sentences += [f"{name}: {style.cards(hand)}" for name, hand in _hands(seen)]
    return ". ".join(sentences) + "."
