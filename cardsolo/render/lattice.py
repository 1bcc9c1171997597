"""Draws a triangular lattice of cards with characters: four sizes, in ASCII or with Braille dots for the lines.

Every place comes from `corners` of the game's board, as in the SVG picture; a size says how many characters and lines a
half side and a row are. Braille patterns are one column wide everywhere, unlike box-drawing diagonals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from cardsolo.games.triangle.board import corners, points_up

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.games.triangle.board import Cell
    from cardsolo.render.style import Style


@dataclass(frozen=True, slots=True)
class Size:
    """columns: characters from a cell to the next in its row, which is half a side; lines: lines a row."""

    columns: int
    lines: int

    def text_line(self, cell: Cell) -> int:
        """Return the line of a cell's text: where the triangle is wide enough for it."""
        middle = (self.lines - 1) // 2 if self.lines % 2 or not points_up(cell) else self.lines // 2
        return cell[0] * self.lines + middle


class Bounds(NamedTuple):
    """A rectangle of characters, ends included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        return self.right - self.left + 1


#: From the clearest to the one that takes the fewest lines.
SIZES: Final = (Size(4, 4), Size(3, 3), Size(2, 2), Size(3, 1))


class Canvas:
    """Characters by (line, column), each with the colours it is painted in."""

    def __init__(self) -> None:
        self._chars: dict[tuple[int, int], tuple[str, tuple[str, ...]]] = {}

    def put(self, line: int, column: int, text: str, *names: str) -> None:
        for at, char in enumerate(text):
            self._chars[line, column + at] = (char, names)

    def bounds(self) -> Bounds:
        """Return what the characters take up; there must be one."""
        lines, columns = zip(*self._chars, strict=True)
        return Bounds(min(lines), max(lines), min(columns), max(columns))

    def text(self, window: Bounds, style: Style) -> list[str]:
        """Return the lines of a window, without trailing blanks."""
        lines = range(window.top, window.bottom + 1)
        return [self._line(line, window.left, window.right, style) for line in lines]

    def _line(self, line: int, left: int, right: int, style: Style) -> str:
        runs: list[tuple[str, tuple[str, ...]]] = []
        for column in range(left, right + 1):
            char, names = self._chars.get((line, column), (" ", ()))
            if runs and runs[-1][1] == names:
                runs[-1] = (runs[-1][0] + char, names)
            else:
                runs.append((char, names))
        while runs and not runs[-1][1] and not runs[-1][0].strip():
            runs.pop()
        return "".join(style.paint(text, *names) if names else text for text, names in runs).rstrip(" ")


def draw_edges(canvas: Canvas, cells: Iterable[Cell], size: Size, *, unicode: bool) -> None:
    """Draw the outlines of cells."""
    if size.lines == 1 or not unicode:
        for cell in cells:
            _slashes(canvas, cell, size)
    else:
        _dots(canvas, cells, size)


def _slashes(canvas: Canvas, cell: Cell, size: Size) -> None:
    row, col = cell
    middle, up = col * size.columns, points_up(cell)
    for line in range(size.lines):
        spread = line if up else size.lines - 1 - line
        if size.lines == 1:
            spread = 1
        left, right = ("/", "\\") if up else ("\\", "/")
        canvas.put(row * size.lines + line, middle - spread - 1, left, "dim")
        canvas.put(row * size.lines + line, middle + spread, right, "dim")
    if size.lines > 2:  # else the base would lie under the text
        base = row * size.lines + (size.lines - 1 if up else -1)
        canvas.put(base, middle - size.lines + 1, "_" * (2 * size.lines - 2), "dim")


#: Bit of a Braille pattern for each dot, by line and column of the dot in its character.
_BRAILLE: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BRAILLE_BASE: Final = 0x2800


def _dots(canvas: Canvas, cells: Iterable[Cell], size: Size) -> None:
    bits: dict[tuple[int, int], int] = {}
    edges = set()
    for cell in cells:
        left, right, apex = corners(cell)
        edges |= {(left, right), tuple(sorted((left, apex))), tuple(sorted((right, apex)))}
    for (x1, y1), (x2, y2) in edges:
        start = (x1 * size.columns * 2, y1 * size.lines * 4)
        end = (x2 * size.columns * 2, y2 * size.lines * 4)
        for x, y in _segment(start, end):
            place = (y // 4, x // 2)
            bits[place] = bits.get(place, 0) | _BRAILLE[y % 4][x % 2]
    for (line, column), pattern in bits.items():
        canvas.put(line, column, chr(_BRAILLE_BASE + pattern), "dim")


def _segment(start: tuple[int, int], end: tuple[int, int]) -> Iterator[tuple[int, int]]:
    (x1, y1), (x2, y2) = start, end
    steps = max(abs(x2 - x1), abs(y2 - y1))
    for step in range(steps + 1):
        yield round(x1 + (x2 - x1) * step / steps), round(y1 + (y2 - y1) * step / steps)
