"""The levels of the beam, before anything is pruned: every state that the rules allow is made, each once."""

from __future__ import annotations

import plain
import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.triangle.kernel.beam import ALL, OUT, Beam
from solvers.triangle.kernel.lattice import CELLS, FULL
from solvers.triangle.packed import pack, vector
from solvers.triangle.task import MOST
from solvers.triangle.weights import WEIGHTS


def turns_of(board, hand):
    """Every board that one turn can leave, with the hand that is left; a turn may end after any placement."""
    for card, cell, touches in plain.placements(board, hand):
        laid, held = board | {(cell, card)}, hand - {card}
        yield laid, held
        if touches > 1:
            yield from turns_of(laid, held)


def following(level, seat, counts):
    """The states after seat's turn, (board, hands, turns, passes): a seat without cards is skipped and takes none."""
    found = set()
    for board, hands, turns, passes in level:
        if not hands[seat]:
            found.add((board, hands, turns, passes))
            continue
        if passes + 1 < sum(map(bool, hands)):
            found.add((board, hands, turns + counts, passes + 1))
        for laid, held in turns_of(board, hands[seat]):
            found.add((laid, (*hands[:seat], held, *hands[seat + 1 :]), turns + counts, 0))
    return found


def check_levels(state, objective, target, levels):
    """Compare the sizes of levels, with so many turns allowed that none is ever too few."""
    packed = pack(state)
    turns = 99
    beam = Beam(
        vector(packed.hands),
        vector(packed.board),
        vector(MOST),
        packed.seat,
        int(packed.extra),
        packed.passes,
        objective,
        target,
        turns,
        100_000,
        vector(WEIGHTS["all"]),
        0,
        vector([FULL] * CELLS),
    )
    board, hands, seat, _, passes = plain.plain_position(state)
    level = {(board, hands, 0, passes)}
    sizes = []
    for _ in range(levels):
        level = following(level, seat, int(objective == ALL or seat == target))
        level = {it for it in level if (it[1][target] if objective == OUT else any(it[1]))}
        seat = (seat + 1) % len(hands)
        beam.expand(0, beam.size)
        beam.advance()
        sizes.append((beam.size, len(level)))
    assert beam.complete
    assert [made for made, _ in sizes] == [expected for _, expected in sizes]


def ring_to_close():
    """A ring that lacks three cells, so that it closes in the third turn of seat 1 at the earliest; seat 2 may wait."""
    board = {(0, 0): None, (0, 1): (0, 2), (0, 2): (0, 3)}
    return plain.position(board, [[(0, 4), (0, 5), (1, 5), (2, 5), (1, 4)], [(3, 2)]])


@pytest.mark.parametrize("objective", [ALL, OUT])
def test_a_turn_goes_on_whatever_turns_were_taken_before_it(objective):
    """Two states with the same cards, one of which took a turn more: both may place the same extra cards."""
    check_levels(ring_to_close(), objective, 0, 5)


@st.composite
def rings(draw):
    """Most of a ring on the table, cards that match in hands, few in all but one hand."""
    players = draw(st.integers(2, 3))
    deck = draw(st.permutations([(suit, rank) for suit in range(2) for rank in range(4, 8)]))
    board = {((0, 0), None)}
    rest = frozenset(deck)
    for pick in draw(st.lists(st.integers(0, 1000), min_size=2, max_size=4)):
        found = plain.placements(frozenset(board), rest)
        if found:
            card, cell, _ = found[pick % len(found)]
            board.add((cell, card))
            rest -= {card}
    left = [card for card in deck if card in rest]
    hands = [left[2 : 2 + draw(st.integers(1, 2))], left[:1], left[1:2]][:players]
    return plain.position(dict(board), [hand for hand in hands if hand], 1)


@settings(max_examples=examples(10))
@given(rings(), st.sampled_from([ALL, OUT]))
def test_levels_hold_every_state_once(state, objective):
    check_levels(state, objective, 0, 4)
