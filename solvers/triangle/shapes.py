"""The shapes of n connected cells with a given perimeter close to the least, up to symmetry, by an exact enumeration.

The cells between two neighbouring parallel lattice lines form a strip; there are three families of strips. In a strip a
connected run of cells ends at two edges of the other two directions, and each edge belongs to two strips, so a shape
that enters s strips has perimeter p ≥ s, with equality just when it meets every strip in one run. A connected shape
enters neighbouring strips, so it lies in a hexagon cut out by s ≤ p strips. All shapes of perimeter p are found by
taking cells from those hexagons.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.board import neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.games.triangle.board import Cell

Shape = frozenset[tuple[int, int]]
_FAMILIES: Final = range(3)


def shapes(cells: int, perimeter: int) -> list[Shape]:
    """Return every connected shape of that many cells and that perimeter, one of each class, in a fixed order."""
    found: dict[tuple[tuple[int, int, int], ...], Shape] = {}
    for hull in hulls(perimeter, cells):
        tight = strips_entered(hull) == perimeter
        parts = _convex_parts(hull, cells) if tight else _parts(hull, cells)
        for shape in parts:
            if perimeter_of(shape) == perimeter and connected(shape):
                found.setdefault(canonical(shape), shape)
    return [found[key] for key in sorted(found)]


def perimeter_of(shape: Iterable[Cell]) -> int:
    inside = frozenset(shape)
    return sum(other not in inside for cell in inside for other in neighbours(cell))


def strip_of(cell: Cell, family: int) -> int:
    """Number of the strip of a family that a cell lies in; crossing an edge changes it in one family only."""
    row, col = cell
    return (row, (col - row + 1) // 2, (col + row) // 2)[family]


def strips_entered(shape: Shape) -> int:
    return sum(len({strip_of(cell, family) for cell in shape}) for family in _FAMILIES)


def hulls(strips: int, least: int) -> list[Shape]:
    """Return the hexagons of at most `strips` strips and at least `least` cells, one of each class."""
    found: dict[tuple[tuple[int, int, int], ...], Shape] = {}
    for rows in range(1, strips - 1):
        for rising in range(1, strips - rows):
            parallelogram = [
                (row, col)
                for row in range(rows)
                for col in range(row - 1, row + 2 * rising)
                if 0 <= strip_of((row, col), 1) < rising
            ]
            falling_numbers = sorted({strip_of(cell, 2) for cell in parallelogram})
            for low in falling_numbers:
                for high in range(low, low + strips - rows - rising):
                    hull = frozenset(cell for cell in parallelogram if low <= strip_of(cell, 2) <= high)
                    if len(hull) >= least:
                        found.setdefault(canonical(hull), hull)
    return [found[key] for key in sorted(found)]


def _parts(hull: Shape, cells: int) -> Iterator[Shape]:
    """Take away every choice of cells."""
    for gone in combinations(sorted(hull), len(hull) - cells):
        yield hull - frozenset(gone)


def _convex_parts(hull: Shape, cells: int) -> Iterator[Shape]:
    """Take cells away so that every strip keeps one run: with a cell goes all of its strip on one side of it."""
    sides = {cell: [_sides(hull, cell, family) for family in _FAMILIES] for cell in hull}
    seen: set[Shape] = set()
    waiting: list[Shape] = [frozenset()]
    while waiting:
        gone = waiting.pop()
        if gone in seen or len(gone) > len(hull) - cells:
            continue
        seen.add(gone)
        split = next((pair for cell in gone for pair in sides[cell] if not any(side <= gone for side in pair)), None)
        if split is not None:
            waiting += [gone | side for side in split]
        elif len(gone) == len(hull) - cells:
            yield hull - gone
        else:
            waiting += [gone | {cell} for cell in hull - gone]


def _sides(hull: Shape, cell: Cell, family: int) -> tuple[Shape, Shape]:
    """Return the cells of the strip on either side of a cell."""
    strip = strip_of(cell, family)
    row = sorted((other for other in hull if strip_of(other, family) == strip), key=lambda it: _along(it, family))
    place = row.index(cell)
    return frozenset(row[:place]), frozenset(row[place + 1 :])


def _along(cell: Cell, family: int) -> tuple[int, int]:
    """Order of cells along a strip: by the strips of the other families that they lie in."""
    first, second = (other for other in _FAMILIES if other != family)
    sign = -1 if family == 2 else 1  # in a falling strip, rows grow as rising strips shrink
    return sign * strip_of(cell, first) + strip_of(cell, second), strip_of(cell, second)


def connected(shape: Shape) -> bool:
    left = set(shape)
    waiting = [left.pop()]
    while waiting:
        fresh = left.intersection(neighbours(waiting.pop()))
        left -= fresh
        waiting += fresh
    return not left


def canonical(shape: Iterable[Cell]) -> tuple[tuple[int, int, int], ...]:
    """Return the same for all shapes that a symmetry of the lattice carries into each other.

    (row, rising strip, − falling strip) are coordinates whose sum takes two neighbouring values; the symmetries
    permute them, change all signs, and add constants.
    """
    points = [(strip_of(cell, 0), strip_of(cell, 1), -strip_of(cell, 2)) for cell in shape]
    images = []
    for order in permutations(_FAMILIES):
        for sign in (1, -1):
            turned = [tuple(sign * point[axis] for axis in order) for point in points]
            low = [min(point[axis] for point in turned) for axis in _FAMILIES]
            moved = [(x - low[0], y - low[1], z + low[0] + low[1]) for x, y, z in turned]
            level = min(map(sum, moved))
            images.append(tuple(sorted((x, y, z - level) for x, y, z in moved)))
    return min(images)
