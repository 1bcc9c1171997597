"""Objectives `out` and `all`: against exhaustive search on small decks, and what limits leave."""

from __future__ import annotations

import os
import random
import signal
import threading
from dataclasses import replace
from time import perf_counter

import plain
import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.state import Rules
from solvers.result import Limit, Status, TriangleAnswer
from solvers.triangle.cpsat import decide
from solvers.triangle.kernel.beam import ALL, OUT
from solvers.triangle.packed import narrate, pack
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve
from solvers.triangle.task import Problem


def dealt(seed, players=4):
    return rules.start(formats.deal(Rules(players=players), seed))


@st.composite
def small_positions(draw, most=6):
    """A small deck, part of it on the table already (so that corners are near), the rest in the hands of 2–3 seats."""
    suits, ranks = draw(st.sampled_from([(2, 4), (2, 5), (3, 4), (3, 5)]))
    players = draw(st.integers(2, 3))
    deck = draw(st.permutations([(suit, rank) for suit in range(suits) for rank in range(1, ranks + 1)]))
    held = draw(st.integers(players, most))
    hands, rest = [deck[seat:held:players] for seat in range(players)], frozenset(deck[held:])
    board = {((0, 0), None)}
    for pick in draw(st.lists(st.integers(0, 1000), max_size=9)):
        found = plain.placements(frozenset(board), rest)
        found = [it for it in found if it[2] > 1] or found
        if found:
            card, cell, _ = found[pick % len(found)]
            board.add((cell, card))
            rest -= {card}
    return plain.position(
        dict(board), hands, draw(st.integers(1, players)), extra=draw(st.booleans()), passes=draw(st.integers(0, 1))
    )


def agrees(state, objective, seat):
    answer = solve(state, objective, seat if objective == "out" else None, workers=1, time_limit=None, nodes=20_000_000)
    check_triangle(state, answer)
    target = seat - 1 if objective == "out" else None
    value = plain.fewest_turns(plain.plain_position(rules.counted(state)), target)
    assert answer.value == value
    if value is None:
        assert (answer.status, answer.moves) == (Status.UNDECIDED, ())
    else:
        assert (answer.bound, answer.status, answer.limit) == (value, Status.OPTIMAL, None)


@settings(max_examples=examples(15))
@given(small_positions(), st.integers(1, 2))
def test_out_agrees_with_exhaustive_search(state, seat):
    agrees(state, "out", seat)


@settings(max_examples=examples(15))
@given(small_positions())
def test_all_agrees_with_exhaustive_search(state):
    agrees(state, "all", 1)


@pytest.mark.parametrize(("suits", "ranks", "players"), [(2, 3, 2), (2, 3, 3)])
def test_small_deals_from_the_start(suits, ranks, players):
    deck = [(suit, rank) for suit in range(suits) for rank in range(1, ranks + 1)]
    random.Random(suits * ranks).shuffle(deck)
    state = plain.position({(0, 0): None}, [deck[seat::players] for seat in range(players)])
    for seat in range(1, players + 1):
        agrees(state, "out", seat)
    agrees(state, "all", 1)


@pytest.mark.parametrize(("objective", "seed", "players"), [("out", 3, 4), ("all", 14, 6)])
def test_a_limit_leaves_an_honest_answer(objective, seed, players):
    state = dealt(seed, players)
    answer = solve(state, objective, nodes=60_000, workers=1)
    check_triangle(state, answer)
    assert answer.status is Status.FEASIBLE
    assert answer.limit is Limit.NODES
    assert answer.bound < answer.value


@pytest.mark.parametrize("objective", ["out", "all"])
def test_nodes_and_workers_fix_the_answer(objective):
    first, second = (solve(dealt(4), objective, nodes=100_000, workers=2, time_limit=None) for _ in range(2))
    assert (first.value, first.bound, first.moves) == (second.value, second.bound, second.moves)


def test_an_empty_hand_is_answered_at_once():
    state = plain.position({(0, 0): None, (0, 1): (0, 1)}, [[], [(0, 2)]], 2)
    answer = solve(state, "out", 1)
    assert (answer.value, answer.bound, answer.status, answer.moves) == (0, 0, Status.OPTIMAL, ())


@pytest.mark.parametrize("resigned", [0, 2])
def test_after_the_end_nothing_is_placed(resigned):
    """All passed, or a seat resigned: hands are full and cards fit, but the game is over."""
    state = plain.position({(0, 0): None}, [[(0, 1)], [(0, 2)], []], 1, passes=0 if resigned else 2)
    state = replace(state, resigned=resigned, out=(3,))
    for objective in ("out", "all"):
        answer = solve(state, objective, 1)
        check_triangle(state, answer)
        assert (answer.value, answer.status, answer.moves) == (None, Status.UNDECIDED, ())
        assert (answer.impossible, answer.limit) == (True, None)
    for objective, seat in (("turn", None), ("out", 3)):
        answer = solve(state, objective, seat)
        check_triangle(state, answer)
        assert (answer.value, answer.bound, answer.status, answer.moves) == (0, 0, Status.OPTIMAL, ())
        assert not answer.impossible


def test_impossible_is_said_only_where_it_is_proved():
    state = plain.position({(0, 1): (0, 5)}, [[(1, 13)], [(0, 6)]])  # a king that nothing matches, and no joker
    assert solve(state, "out", 1, workers=1).impossible
    assert solve(state, "all", workers=1).impossible
    assert not solve(state, "out", 2, workers=1).impossible
    assert not solve(state, "out", 1, workers=1, nodes=1).impossible
    assert not solve(dealt(1), "out", stop=lambda: True).impossible


@pytest.mark.parametrize("objective", ["turn", "out", "all", "best"])
def test_a_limit_on_nodes_may_be_any_number(objective):
    state = plain.position({(0, 0): None}, [[(0, 1)], [(0, 2)]])
    assert solve(state, objective, nodes=10**30, workers=1).status is Status.OPTIMAL


def test_nothing_found_is_undecided():
    state = dealt(1)
    asked = iter([False] * 3)
    answer = solve(state, "out", stop=lambda: next(asked, True))
    assert (answer.value, answer.status, answer.limit, answer.moves) == (None, Status.UNDECIDED, Limit.INTERRUPT, ())


def test_improvements_are_reported():
    seen = []
    answer = solve(dealt(1), "all", workers=1, nodes=200_000, progress=lambda *it: seen.append(it))
    assert seen
    assert [value for value, _, _ in seen] == sorted((value for value, _, _ in seen), reverse=True)
    assert seen[-1][:2] == (answer.value, answer.bound)


@pytest.mark.parametrize("players", [1, 2, 3, 5, 6])
def test_every_table_gets_a_sequence(players):
    state = dealt(2, players)
    for objective in ("out", "all"):
        answer = solve(state, objective, nodes=100_000, workers=1)
        check_triangle(state, answer)
        assert answer.value >= answer.bound


@settings(max_examples=examples(10))
@given(small_positions(most=5), st.integers(1, 2), st.sampled_from(["out", "all"]))
def test_the_model_agrees_with_the_beam(state, seat, objective):
    packed = pack(state)
    problem = Problem(packed, OUT if objective == "out" else ALL, seat - 1)
    answer = solve(state, objective, seat, workers=1, time_limit=None, nodes=20_000_000)
    if not any(packed.hands) or (objective == "out" and not packed.hands[seat - 1]):
        return
    if answer.value is None:
        assert decide(problem, 3).line is None
        return
    found = decide(problem, answer.value)
    assert found.proved
    replayed = TriangleAnswer(
        objective, seat, answer.value, answer.value, Status.OPTIMAL, narrate(packed, found.line), 0.0, "cpsat"
    )
    check_triangle(state, replayed)
    if answer.value > 0:
        refuted = decide(problem, answer.value - 1)
        assert (refuted.line, refuted.proved) == (None, True)


@pytest.fixture
def slow():
    """Nine cards of a whole pack in three hands: the model needs minutes."""
    deck = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    random.Random(1).shuffle(deck)
    state = plain.position({(0, 0): None}, [deck[seat:9:3] for seat in range(3)], 1, extra=False, passes=0)
    return Problem(pack(state), ALL, 0)


def test_a_stop_and_an_effort_end_the_model(slow):
    started = perf_counter()
    looks = iter([False] * 20)
    found = decide(slow, 7, stop=lambda: next(looks, True))
    assert (found.line, found.proved) == (None, False)
    found = decide(slow, 7, effort=0.1)
    assert (found.line, found.proved) == (None, False)
    assert perf_counter() - started < 30


def test_ctrl_c_ends_the_model(slow):
    started = perf_counter()
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        decide(slow, 7)
    timer.join()
    assert perf_counter() - started < 30
