"""Lower bounds of `out` and `all` from the cards in play, against exhaustive search on decks where few cards match."""

from __future__ import annotations

import plain
import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.bounds import most_closings
from cardsolo.games.triangle.state import Rules
from solvers.triangle.bounds import all_bound, out_bound
from solvers.triangle.packed import pack
from solvers.triangle.partners import NEXT, match, most_extras

PACK = [(suit, rank) for suit in range(4) for rank in range(1, 14)]


@st.composite
def poor_positions(draw, most=7):
    """Cards out of the whole pack, many without partners; on the table a run of them about the joker, or no joker."""
    players = draw(st.integers(1, 3))
    near = [(suit, rank) for suit in range(2) for rank in range(1, 5)]
    odd = [(2, 7), (2, 9), (3, 11), (3, 13)]
    deck = draw(st.permutations(near))
    held = draw(st.integers(max(players, 3), most))
    cards = draw(st.permutations([*deck[:held], *draw(st.permutations(odd))[: draw(st.integers(0, 2))]]))[:held]
    hands = [cards[seat::players] for seat in range(players)]
    board = {((0, 0), draw(st.sampled_from([None, None, deck[-1]])))}
    rest = frozenset(deck).difference(cards, {card for _, card in board})
    for pick in draw(st.lists(st.integers(0, 1000), max_size=7)):
        found = plain.placements(frozenset(board), rest)
        found = [it for it in found if it[2] > 1] or found
        if found:
            card, cell, _ = found[pick % len(found)]
            board.add((cell, card))
            rest -= {card}
    return plain.position(
        dict(board), hands, draw(st.integers(1, players)), extra=draw(st.booleans()), passes=draw(st.integers(0, 1))
    )


@settings(max_examples=examples(30))
@given(poor_positions(most=6), st.integers(0, 2))
def test_out_never_needs_fewer_turns_than_its_bound(state, pick):
    seat = pick % len(state.hands)
    value = plain.fewest_turns(plain.plain_position(rules.counted(state)), seat)
    if value is not None:
        assert out_bound(pack(state), seat) <= value


@settings(max_examples=examples(20))
@given(poor_positions(most=6))
def test_all_never_needs_fewer_turns_than_its_bound(state):
    value = plain.fewest_turns(plain.plain_position(rules.counted(state)))
    if value is not None:
        assert all_bound(pack(state)) <= value


def geometry_alone(packed, held):
    return most_closings(len(packed.board) // 2 + held - 1) - packed.corners


@pytest.mark.parametrize(
    ("board", "hand"),
    [
        # a path of matching cards and no joker closes nothing, however long it is
        ({(0, 0): (0, 1)}, [(0, rank) for rank in range(2, 12)]),
        # cards that match none but the joker, which has three sides
        ({(0, 0): None}, [(rank % 4, rank) for rank in range(1, 14, 2)]),
        # two suits in every other rank: pairs
        ({(0, 0): None}, [(suit, rank) for suit in range(2) for rank in range(1, 14, 2)]),
    ],
)
def test_hands_that_close_less_than_geometry_allows(board, hand):
    packed = pack(plain.position(board, [hand]))
    assert most_extras(packed, [0], 0) == 0 < geometry_alone(packed, len(hand))
    assert out_bound(packed, 0) == all_bound(packed) == len(hand)


def test_a_board_in_two_parts_closes_without_a_cycle():
    """Between two parts a card touches two cards though it lies on no cycle of matching cards."""
    board = {(0, 0): (0, 1), (0, 2): (0, 3)}
    packed = pack(plain.position(board, [[(0, 2), (0, 4)]]))
    assert plain.fewest_turns(plain.plain_position(rules.counted(plain.position(board, [[(0, 2), (0, 4)]]))), 0) == 1
    assert out_bound(packed, 0) == 1


def test_an_empty_hand_needs_no_turn_whatever_corners_are_closed():
    ring = {(0, 0): None, (0, 1): (0, 6), (0, -1): (0, 10), (-1, 1): (0, 7), (-1, 0): (0, 8), (-1, -1): (0, 9)}
    packed = pack(plain.position(ring, [[], []]))
    assert packed.corners == 1
    assert [out_bound(packed, seat) for seat in range(2)] == [0, 0]
    assert all_bound(packed) == 0


@pytest.mark.parametrize("seed", range(1, 6))
def test_whole_deals_keep_the_bound_of_geometry(seed):
    packed = pack(rules.start(formats.deal(Rules(), seed)))
    assert [out_bound(packed, seat) for seat in range(4)] == [6, 6, 5, 5]
    assert all_bound(packed) == 35


def test_match_is_that_of_the_rules():
    for one, first in enumerate(PACK):
        assert match(one, 52)
        assert [match(one, other) for other in range(52) if other != one] == [
            plain.agree(first, second) for second in PACK if second != first
        ]


def test_no_cycle_between_a_ring_and_twelve_cells_is_free_of_shortcuts():
    def cycles(path):
        for near in plain.around(path[-1]):
            if near == path[0] and len(path) > 2:
                yield frozenset(path)
            elif near not in path and len(path) < NEXT:
                yield from cycles([*path, near])

    found = set(cycles([(0, 0)]))
    assert {len(it) for it in found} == {6, 10, 12}
    free = {len(it) for it in found if all(len(it.intersection(plain.around(cell))) == 2 for cell in it)}
    assert free == {6, NEXT}
