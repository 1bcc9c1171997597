"""The lattice, matching, and the bounds of section 7."""

from __future__ import annotations

import itertools
import random

import pytest
from triangle_table import board, cards, random_game, state

from cardsolo.core.cards import JOKER, PACK, parse_card
from cardsolo.games.triangle.board import EMPTY, START, Board, corners, matches, neighbours, points_up
from cardsolo.games.triangle.bounds import least_perimeter, most_closings, most_contacts
from cardsolo.games.triangle.rules import placements

REGION = [(row, col) for row in range(-4, 5) for col in range(-4, 5)]


@pytest.mark.parametrize("cell", REGION)
def test_three_neighbours_across_the_edges(cell):
    sharing = {other for other in REGION if len(set(corners(cell)) & set(corners(other))) == 2}
    inner = {other for other in neighbours(cell) if other in REGION}
    assert sharing == inner
    assert len(set(neighbours(cell))) == 3
    for other in neighbours(cell):
        assert cell in neighbours(other)
        assert points_up(other) != points_up(cell)


def test_the_joker_cell_points_up_and_touches_the_one_below():
    assert points_up((0, 0))
    assert set(neighbours((0, 0))) == {(0, -1), (0, 1), (1, 0)}
    assert set(neighbours((0, 1))) == {(0, 0), (0, 2), (-1, 1)}


def test_matching_pairs_form_the_product_of_k4_and_a_path():
    pairs = [pair for pair in itertools.combinations(PACK, 2) if matches(*pair)]
    assert len(pairs) == 126
    assert all(matches(JOKER, card) and matches(card, JOKER) for card in PACK)
    degrees = sorted(sum(matches(card, other) for other in PACK if other != card) for card in PACK)
    assert degrees == [4] * 8 + [5] * 44


@pytest.mark.parametrize(("one", "other"), [("KH", "AH"), ("5H", "7H"), ("5H", "6S"), ("KC", "QD")])
def test_what_does_not_match(one, other):  # T1 among them
    assert not matches(parse_card(one), parse_card(other))
    assert not matches(parse_card(other), parse_card(one))


def test_boards_are_equal_whatever_the_order():
    text = "X@0,0 5H@0,1 5S@0,2 6H@-1,1 4S@0,3"
    one = board(text)
    other = Board.of(reversed(one.cells.items()))
    assert one == other
    assert hash(one) == hash(other)
    assert one.open == other.open
    assert one != START
    assert eval(repr(one), {"Board": Board, "parse_card": parse_card}) == one  # noqa: S307  our own text
    assert EMPTY.open == {}


def test_section_7_for_53_cells():
    assert (least_perimeter(53), most_contacts(53), most_closings(53)) == (19, 70, 18)
    assert [least_perimeter(n) for n in range(1, 14)] == [3, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10, 9]
    assert most_closings(0) == 0
    assert [most_closings(n) for n in range(1, 14)] == [0] * 5 + [1] * 4 + [2, 2, 2, 3]


def least_perimeter_by_search(cells: int) -> int:
    """Grow every connected set of cells, one cell at a time, up to translation."""
    shapes = {frozenset({(0, 0)}), frozenset({(0, 1)})}
    for _size in range(cells - 1):
        shapes = {
            _moved(shape | {other})
            for shape in shapes
            for cell in shape
            for other in neighbours(cell)
            if other not in shape
        }
    return min(sum(other not in shape for cell in shape for other in neighbours(cell)) for shape in shapes)


def _moved(shape):
    row = min(row for row, _ in shape)
    col = min(col for _, col in shape)
    col -= (row + col) % 2  # keep the way the triangles point
    return frozenset((r - row, c - col) for r, c in shape)


@pytest.mark.parametrize("cells", range(1, 9))
def test_least_perimeter_by_exhaustion(cells):
    assert least_perimeter(cells) == least_perimeter_by_search(cells)


def brute_force(table):
    """Try every card on every cell of a wide region, by the words of the rules alone."""
    filled = table.board.cells
    wide = range(-60, 61)
    found = set()
    near = {(row + r, col + c) for row, col in filled for r in (-2, -1, 0, 1, 2) for c in (-2, -1, 0, 1, 2)}
    for row, col in near:
        assert row in wide
        if (row, col) in filled:
            continue
        across = [(row, col - 1), (row, col + 1), (row + 1, col) if (row + col) % 2 == 0 else (row - 1, col)]
        touched = [filled[cell] for cell in across if cell in filled]
        for card in table.hand:
            if touched and all(
                other == JOKER
                or card.rank == other.rank
                or (card.suit == other.suit and card.rank - other.rank in (1, -1))
                for other in touched
            ):
                found.add((card, (row, col)))
    return found


@pytest.mark.parametrize("seed", range(6))
def test_placements_agree_with_brute_force(seed):
    for now, _move, _after in random_game(random.Random(seed), players=1 + seed):
        listed = placements(now)
        assert set(listed) == brute_force(now)
        assert list(listed) == sorted(set(listed))


# The six symmetries of the lattice that keep the joker's triangle are made of a mirror and a rotation by 120 degrees.
def mirrored(cell):
    return cell[0], -cell[1]


def rotated(cell):
    """Turn about the middle of the joker's cell, by way of the corners in the basis (2,0), (1,1)."""

    def turn(corner):
        x, y = corner
        b, a = y, (x - y) // 2  # about (0, 0), a corner: e1 -> e2 - e1, e2 -> -e1 is a turn by 120 degrees
        a, b = -a - b, a
        return 2 * a + b, b

    turned = {turn(corner) for corner in corners(cell)}
    # the joker's corners must come back to themselves: shift by what the turn did to them
    base = [turn(corner) for corner in corners((0, 0))]
    dx, dy = sum(x for x, _ in base) // 3, min(y for _, y in base)
    return next(
        other
        for other in itertools.product(range(-12, 13), repeat=2)
        if set(corners(other)) == {(x - dx, y - dy) for x, y in turned}
    )


@pytest.mark.parametrize("transform", [mirrored, rotated, lambda cell: rotated(mirrored(cell))])
def test_symmetric_boards_have_symmetric_moves(transform):
    now = state(
        "X@0,0 5H@0,1 5S@0,2 6H@-1,1 4S@0,3 3S@0,4 6D@-1,0 7D@-1,-1",
        "6S 5D 5C 7H 2S AS KS 8D 7C 3D 2H TH",
    )
    image = Board.of((transform(cell), card) for cell, card in now.board.cells.items())
    assert image.touching_pairs == now.board.touching_pairs
    expected = {(move.card, transform(move.cell)) for move in placements(now)}
    other = state("X@0,0", "5H").__class__(now.rules, image, now.hands, 1)
    assert set(placements(other)) == expected


def test_conflicts_and_unconnected_cells():
    lying = board("X@0,0 5H@0,1 7S@0,2 KD@5,5")
    assert lying.conflicts() == (((0, 1), (0, 2)),)
    assert lying.unconnected() == ((5, 5),)
    assert cards("5H")[0] == lying.cells[0, 1]
