"""Objective `best`: every seat for itself, against max^n without any pruning."""

from __future__ import annotations

from dataclasses import replace

import plain
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.notation import parse_move
from cardsolo.games.triangle.state import Rules
from solvers.result import Limit, Status
from solvers.triangle.clock import Clock
from solvers.triangle.kernel.selfish import Selfish
from solvers.triangle.packed import pack_as_it_is
from solvers.triangle.referee import check_triangle
from solvers.triangle.selfish import outcome, searching, start
from solvers.triangle.solver import solve


@st.composite
def endgames(draw, most=4, cards=5):
    """A few cards in two to four hands, beside a board of up to sixteen cards."""
    players = draw(st.integers(2, most))
    deck = draw(st.permutations([(suit, rank) for suit in range(3) for rank in range(3, 9)]))
    held = draw(st.integers(players, cards))
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
    state = plain.position(dict(board), hands, seat, extra=draw(st.booleans()), passes=0)
    way = draw(st.sampled_from([{}, {"play_on": True}, {"play_on": True, "to_last": True}]))
    return replace(state, rules=replace(state.rules, **way))


@settings(max_examples=examples(40))
@given(endgames())
def test_agrees_with_plain_search(state):
    answer = solve(state, "best")
    value = plain.plain_best(rules.enter(state))
    assert answer.status is Status.OPTIMAL
    assert answer.value == {"ranks": [rank for rank, _ in value], "left": [left for _, left in value]}
    assert answer.bound == (answer.value if len(state.hands) == 2 else None)
    check_triangle(state, answer)
    if answer.moves:
        after = solve(check_triangle(state, answer).end, "best")
        assert (after.value, after.moves) == (answer.value, ())


@settings(max_examples=examples(25))
@given(endgames())
def test_the_first_move_keeps_the_value(state):
    answer = solve(state, "best")
    seat, move = answer.line[0]
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


@settings(max_examples=examples(25))
@given(endgames(), st.integers(0, 40))
def test_a_stop_at_any_time_leaves_the_right_value_or_none(state, looks):
    left = iter([False] * looks)
    answer = solve(state, "best", stop=lambda: next(left, True))
    check_triangle(state, answer)
    if answer.value is None:
        assert (answer.status, answer.limit) == (Status.UNDECIDED, Limit.INTERRUPT)
    else:
        assert answer.value == solve(state, "best").value


def preference(value, seat):
    """What a seat compares, smaller is better: its own rank and cards left, then the other's."""
    return [(value["ranks"][it], value["left"][it]) for it in (seat - 1, 2 - seat)]


@settings(max_examples=examples(30))
@given(endgames(most=2), st.integers(1, 300))
def test_the_bound_of_two_seats_is_never_worse_than_the_value(state, nodes):
    seen = []
    answer = solve(state, "best", nodes=nodes, progress=lambda value, bound, _: seen.append(bound))
    check_triangle(state, answer)
    if not answer.moves:
        return
    keys = plain.plain_best(rules.enter(state))
    value = {"ranks": [rank for rank, _ in keys], "left": [left for _, left in keys]}
    bounds = [preference(bound, answer.seat) for bound in seen]
    assert bounds == sorted(bounds)
    assert bounds[-1] == preference(answer.bound, answer.seat) <= preference(value, answer.seat)
    if answer.status is Status.OPTIMAL:
        assert answer.bound == answer.value == value
    else:
        assert (answer.value, answer.limit) == (None, Limit.NODES)


@settings(max_examples=examples(40))
@given(endgames(most=2), st.sampled_from([1, 2, 3, 4]))
def test_every_depth_of_two_seats_proves_what_it_says(state, depth):
    """Low and high enclose the value for both seats, and deeper never knows less."""
    state = rules.enter(state)
    if rules.result(state) is not None:
        return
    keys = [rank * 64 + left for rank, left in plain.plain_best(state)]
    search = searching(state, pack_as_it_is(state), Clock(None, None))
    closer = [(0, 511), (0, 511)]
    for ahead in range(1, depth + 1):
        value = search.run(ahead, 10**9)
        found = [((value >> 18 + 9 * seat) & 511, (value >> 36 + 9 * seat) & 511) for seat in range(2)]
        for (low, high), key, (low_before, high_before) in zip(found, keys, closer, strict=True):
            assert low_before <= low <= key <= high <= high_before
        closer = found
        assert search.cut == any(low < high for low, high in found)


def test_a_start_of_two_seats_has_a_bound():
    state = rules.start(formats.deal(Rules(players=2), 1))
    answer = solve(state, "best", nodes=20_000)
    check_triangle(state, answer)
    assert (answer.value, answer.status, answer.limit) == (None, Status.UNDECIDED, Limit.NODES)
    assert answer.bound == {"ranks": [1, 2], "left": [0, 1]}


def test_a_bound_can_rule_out_the_win_before_the_value_is_known():
    """Seat 1 holds a card that nothing can ever touch; so it never goes out, however little is searched."""
    board = {(0, 0): None, (0, 1): (0, 1), (0, -1): (0, 2), (1, 0): (0, 3)}
    state = plain.position(board, [[(1, 9), (2, 1), (2, 2)], [(1, 1), (1, 2), (3, 1), (3, 2)]])
    answer = solve(state, "best", nodes=1)
    assert answer.status is Status.UNDECIDED
    assert answer.bound == {"ranks": [1, 1], "left": [1, 1]}


@settings(max_examples=examples(12))
@given(endgames(most=2, cards=6))
def test_cuts_change_no_value(state):
    """Against the kernel without any cut, on games longer than the plain search can follow."""
    state = rules.enter(state)
    if rules.result(state) is not None:
        return
    packed = pack_as_it_is(state)
    whole = Selfish(*start(state, packed, Clock(None, None)))
    assert solve(state, "best").value == outcome(whole.run(1000, 10**9), 2)
