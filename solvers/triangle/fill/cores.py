"""The shapes that a layout with many corners can have once its loose ends are taken off.

The core of a layout is what is left when cells that touch at most one other are taken off again and again. Its cells
touch two others at the least, it is connected, and it has all the corners. `cores` lists those of at most so many
cells and at least so many corners, one of each class of shapes that a symmetry of the lattice carries into each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.board import neighbours, points_up
from cardsolo.games.triangle.bounds import least_perimeter, most_closings
from solvers.triangle.kernel.trie import Stopped, outline
from solvers.triangle.kernel.unions import Unions
from solvers.triangle.packed import vector
from solvers.triangle.shapes import Shape, connected, perimeter_of, strip_of, strips_entered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cardsolo.games.triangle.board import Cell

#: A region must fit in one integer of the kernel.
MOST_CELLS: Final = 61
#: More rings in a region would make too many unions.
MOST_RINGS: Final = 24
#: Beyond so many shapes the search would take longer than anybody waits.
MOST_SHAPES: Final = 1000

#: What has been listed, by cells and corners: it takes seconds, and is asked for again by every deal.
_LISTED: Final[dict[tuple[int, int], tuple[Shape, ...] | None]] = {}


def corners_of(shape: Shape) -> int:
    """Touching pairs − cells + 1 of a connected shape."""
    return (len(shape) - perimeter_of(shape)) // 2 + 1


def cores(cells: int, corners: int, stop: Callable[[], bool] = lambda: False) -> tuple[Shape, ...] | None:
    """Return the cores of at most `cells` cells with at least `corners` corners, in a fixed order.

    None: there are more than MOST_SHAPES, or they cannot be listed in this way. Raises Stopped if stop() says so.
    A core of n cells and c corners has perimeter n − 2c + 2 and enters no more strips than that (`shapes`), so it lies
    in a hexagon of `cells` − 2 `corners` + 2 strips. There it is a union of rings, cells that bridge their parts, and
    possibly holes.
    """
    if (cells, corners) not in _LISTED:
        _LISTED[cells, corners] = _listed(cells, corners, stop)
    return _LISTED[cells, corners]


def _listed(cells: int, corners: int, stop: Callable[[], bool]) -> tuple[Shape, ...] | None:
    if most_closings(cells) < corners:
        return ()
    if _may_have_large_holes(cells, corners):
        return None
    hulls = list(_hexagons(cells - 2 * corners + 2))
    rings = list(map(rings_of, hulls))
    if max(map(len, hulls), default=0) > MOST_CELLS or max(map(len, rings), default=0) > MOST_RINGS:
        return None
    found: dict[int, Shape] = {}
    for hull, inside in zip(hulls, rings, strict=True):
        if not _take(found, _without_holes(hull, inside, cells, corners, stop), stop):
            return None
    holed = _with_holes(cells, corners, stop)
    if holed is None or not _take(found, holed, stop):
        return None
    return tuple(found[key] for key in sorted(found, key=lambda key: (key.bit_count(), key)))


def _take(found: dict[int, Shape], shapes: Iterable[Shape], stop: Callable[[], bool]) -> bool:
    """Add what is new among shapes; say whether all of them found room. Raises Stopped."""
    for shape in shapes:
        _look_up(stop)
        found.setdefault(outline(list(shape)), shape)
        if len(found) > MOST_SHAPES:
            return False
    return True


def _look_up(stop: Callable[[], bool]) -> None:
    if stop():
        raise Stopped


def _hexagons(strips: int) -> Iterator[Shape]:
    """Yield the hexagons that enter so many strips, at least one of each class; smaller ones lie in these.

    Symmetries permute the three families of strips, so the numbers of strips may be taken in order.
    """
    for rows in range(2, strips // 3 + 1):
        for rising in range(rows, (strips - rows) // 2 + 1):
            falling = strips - rows - rising
            wide = [(row, col) for row in range(rows) for col in range(row - 1, row + 2 * rising)]
            parallelogram = [cell for cell in wide if 0 <= strip_of(cell, 1) < rising]
            numbers = sorted({strip_of(cell, 2) for cell in parallelogram})
            for low in numbers[: len(numbers) - falling + 1]:
                hexagon = frozenset(cell for cell in parallelogram if low <= strip_of(cell, 2) < low + falling)
                if strips_entered(hexagon) == strips:
                    yield hexagon


def rings_of(shape: Shape) -> list[Shape]:
    """Return the corners of six cells that lie in a shape."""
    starts = [cell for cell in sorted(shape) if points_up(cell)]
    rings = [frozenset((row + low, col + k) for low in (0, 1) for k in range(3)) for row, col in starts]
    return [ring for ring in rings if ring <= shape]


def _without_holes(
    hull: Shape, rings: list[Shape], cells: int, corners: int, stop: Callable[[], bool]
) -> Iterator[Shape]:
    """All cores in a region whose every corner is a ring."""
    order = sorted(hull)
    bit = {cell: 1 << k for k, cell in enumerate(order)}
    for union in Unions(vector(sum(bit[cell] for cell in ring) for ring in rings), cells, corners).found:
        mask = int(union)
        shape = frozenset(cell for k, cell in enumerate(order) if mask >> k & 1)
        if connected(shape):
            yield shape
        elif len(shape) < cells:
            yield from _bridged(shape, hull, cells, stop)


def _bridged(parts: Shape, hull: Shape, cells: int, stop: Callable[[], bool]) -> Iterator[Shape]:
    """Join the parts by as many cells as are left, in all ways that make a core."""
    seen: set[Shape] = set()
    waiting = [parts]
    while waiting:
        _look_up(stop)
        shape = waiting.pop()
        if shape in seen:
            continue
        seen.add(shape)
        if connected(shape):
            if is_core(shape):
                yield shape
        elif len(shape) < cells:
            near: set[Cell] = {other for cell in shape for other in neighbours(cell)}
            waiting += [shape | {cell} for cell in (near & hull) - shape]


def _may_have_large_holes(cells: int, corners: int) -> bool:
    """Whether larger holes than of one cell may exist; to fill k cells closes (k + p(k)) / 2 corners at least."""
    return any(
        most_closings(cells + size) >= corners + (size + least_perimeter(size)) // 2 for size in range(2, cells + 2)
    )


def _with_holes(cells: int, corners: int, stop: Callable[[], bool]) -> list[Shape] | None:
    """Return the cores that go round empty cells, each alone; None if those that are filled there cannot be listed."""
    fuller = cores(cells + 1, corners + 2, stop)
    if fuller is None:
        return None
    holed = [shape - {cell} for shape in fuller for cell in shape]
    return [shape for shape in holed if is_core(shape) and corners_of(shape) >= corners and connected(shape)]


def is_core(shape: Shape) -> bool:
    return all(sum(other in shape for other in neighbours(cell)) >= 2 for cell in shape)
