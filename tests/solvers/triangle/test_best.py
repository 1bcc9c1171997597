"""Objective `best`: every seat for itself, against max^n without any pruning."""

from __future__ import annotations

import plain
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.notation import parse_move
from cardsolo.games.triangle.state import Rules
from solvers.result import Limit, Status
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve


@st.composite
def endgames(draw):
    """Up to five cards in two to four hands, beside a board of up to sixteen cards."""
    players = draw(st.integers(2, 4))
    deck = draw(st.permutations([(suit, rank) for suit in range(3) for rank in range(3, 9)]))
    held = draw(st.integers(players, 5))
    hands, rest = [deck[seat:held:players] for seat in range(players)], frozenset(deck[held:])
    board = {((0, 0), None)}
    for pick in draw(st.lists(st.integers(0, 1000), min_size=3, max_size=15)):
        found = plain.placements(frozenset(board), rest)
        found = [it for it in found if it[2] > 1] or found
        if found:
            card, cell, _ = found[pick % len(found)]
            board.add((cell, card))
            rest -= {card}
    seat = draw(st.integers(1, players))
    return plain.position(dict(board), hands, seat, extra=draw(st.booleans()), passes=0, play_on=draw(st.booleans()))


@settings(max_examples=100)
@given(endgames())
def test_agrees_with_plain_search(state):
    answer = solve(state, "best")
    value = plain.plain_best(rules.enter(state))
    assert answer.status is Status.OPTIMAL
    assert answer.value == {"ranks": [rank for rank, _ in value], "left": [left for _, left in value]}
    check_triangle(state, answer)
    if answer.moves:
        after = solve(check_triangle(state, answer).end, "best")
        assert (after.value, after.moves) == (answer.value, ())


@settings(max_examples=25)
@given(endgames())
def test_the_first_move_keeps_the_value(state):
    answer = solve(state, "best")
    seat, move = answer.moves[0]
    state = rules.enter(state)
    after = rules.play(state, parse_move(move)).state
    assert seat == state.seat
    assert solve(after, "best").value == answer.value


def test_beyond_a_limit_it_is_undecided_with_a_move():
    state = rules.start(formats.deal(Rules(), 1))
    answer = solve(state, "best", nodes=20_000)
    assert (answer.value, answer.bound, answer.status, answer.limit) == (None, None, Status.UNDECIDED, Limit.NODES)
    assert len(answer.moves) == 1
    check_triangle(state, answer)
    assert answer.moves == solve(state, "best", nodes=20_000).moves


@settings(max_examples=25)
@given(endgames(), st.integers(0, 40))
def test_a_stop_at_any_time_leaves_the_right_value_or_none(state, looks):
    left = iter([False] * looks)
    answer = solve(state, "best", stop=lambda: next(left, True))
    check_triangle(state, answer)
    if answer.value is None:
        assert (answer.status, answer.limit) == (Status.UNDECIDED, Limit.INTERRUPT)
    else:
        assert answer.value == solve(state, "best").value
