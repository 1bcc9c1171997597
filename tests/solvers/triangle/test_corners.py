"""The most corners of a pack: the list of shapes and the two models, each against plain enumeration."""

from __future__ import annotations

import plain
import pytest

from cardsolo.games.triangle.bounds import least_perimeter, most_closings
from solvers.triangle.bounds import WHOLE_PACK
from solvers.triangle.corners import corners_of, fill, most_corners, ranks_refute
from solvers.triangle.layers import layers_exist
from solvers.triangle.packed import cell_of
from solvers.triangle.shapes import perimeter_of, shapes
from solvers.triangle.walls import walls


def images(shape):
    """All twelve symmetric images, moved to one place: through the lattice vertices of its triangles."""

    def vertices(cell):
        row, col = cell
        base, apex = (row + 1, row) if (row + col) % 2 == 0 else (row, row + 1)
        # oblique coordinates of the three corners: b down-right, a right
        return [((x - y) // 2, y) for x, y in ((col - 1, base), (col + 1, base), (col, apex))]

    out = set()
    triangles = [[(a, b, -a - b) for a, b in vertices(cell)] for cell in shape]
    for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (1, 0, 2), (2, 1, 0)):
        for sign in (1, -1):
            turned = [frozenset(tuple(sign * point[i] for i in order)[:2] for point in it) for it in triangles]
            low = [min(point[axis] for it in turned for point in it) for axis in (0, 1)]
            out.add(frozenset(frozenset((a - low[0], b - low[1]) for a, b in it) for it in turned))
    return frozenset(out)


def grown(cells):
    """Every connected shape of that many cells, one of each class."""
    level = {images([(0, 0)]): frozenset([(0, 0)])}
    for _ in range(cells - 1):
        level = {
            images(bigger): bigger
            for shape in level.values()
            for cell in shape
            for near in plain.around(cell)
            if near not in shape
            for bigger in [shape | {near}]
        }
    return level


def test_shapes_agree_with_growing_them_cell_by_cell():
    for cells in range(1, 10):
        everything = grown(cells)
        for perimeter in (least_perimeter(cells), least_perimeter(cells) + 2):
            listed = shapes(cells, perimeter)
            expected = {key for key, shape in everything.items() if perimeter_of(shape) == perimeter}
            assert {images(shape) for shape in listed} == expected
            assert len(listed) == len(expected)
    assert len(everything) == 160  # the free polyiamonds of nine cells, OEIS A000577


def fillings_exist(shape, suits, ranks):
    """Backtracking, cell by cell along contacts."""
    order = [min(shape)]
    while len(order) < len(shape):
        order.append(min(cell for cell in shape if cell not in order and set(plain.around(cell)) & set(order)))
    pack = [None, *((suit, rank) for suit in range(suits) for rank in range(ranks))]

    def go(at, index):
        if index == len(order):
            return True
        near = [at[other] for other in plain.around(order[index]) if other in at]
        return any(
            go({**at, order[index]: card}, index + 1)
            for card in pack
            if card not in at.values() and all(plain.agree(card, other) for other in near)
        )

    return go({}, 0)


@pytest.mark.parametrize(("suits", "ranks"), [(2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (1, 9), (1, 12)])
def test_models_agree_with_backtracking(suits, ranks):
    cells = suits * ranks + 1
    for shape in shapes(cells, least_perimeter(cells)):
        exists = fillings_exist(shape, suits, ranks)
        found = fill(shape, suits, ranks)
        assert (found is not None) == exists
        assert layers_exist(shape, suits, ranks) != ranks_refute(shape, suits, ranks)
        if exists:
            assert not ranks_refute(shape, suits, ranks)
            assert found.keys() == shape
            assert len(set(found.values())) == cells
            assert all(
                plain.agree(card, found[near])
                for cell, card in found.items()
                for near in plain.around(cell)
                if near in found
            )


@pytest.mark.parametrize(("suits", "ranks"), [(2, 4), (1, 9), (1, 12), (3, 3)])
def test_most_corners_of_small_packs(suits, ranks):
    corners, filling = most_corners(suits, ranks)
    assert corners_of(filling) == corners
    cells = suits * ranks + 1
    for more in range(corners + 1, most_closings(cells) + 1):
        perimeter = least_perimeter(cells) + 2 * (most_closings(cells) - more)
        assert not any(fillings_exist(shape, suits, ranks) for shape in shapes(cells, perimeter))


def test_every_wall_closes_17():
    for wall in walls():
        board = {cell_of(cell): (card // 13, card % 13) if card < 52 else None for card, cell in enumerate(wall.where)}
        assert len(board) == 53
        assert board[0, 0] is None
        assert corners_of(board) == WHOLE_PACK
        assert all(
            plain.agree(card, board[near])
            for cell, card in board.items()
            for near in plain.around(cell)
            if near in board
        )
        assert sum(near in board for near in plain.around(cell_of(wall.where[wall.leaf]))) == 1


def test_a_shape_of_18_corners_is_refuted():
    listed = shapes(53, least_perimeter(53))
    assert all(corners_of(shape) == WHOLE_PACK + 1 for shape in listed)
    assert not any(layers_exist(shape, 4, 13) for shape in listed[::25])
