"""The constraint model: known answers, brute force, agreement with the search, limits and Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from amount import examples, some
from dungeon_games import ANSWERS, brute_force, checked, seeded, start, tiny_games
from hypothesis import given, settings

from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon import rules as game
from cardsolo.games.dungeon.state import Rules, State
from solvers.dungeon import cpsat, solver
from solvers.result import Limit, Verdict

# one deal of each kind whose refutations and targets are quick
QUICK = [1, 5, 13, 20, 30, 38, 44, 55, 61, 66, 72]


def known(number):
    return start(formats.deal_from_json(ANSWERS[number]["deal"]))


@pytest.mark.parametrize("number", some(QUICK, 2))
def test_known_answers(number):
    answer = checked(known(number), cpsat.solve(known(number)))
    assert (answer.verdict, answer.kills, answer.spare) == tuple(ANSWERS[number]["expect"].values())
    assert answer.optimal
    assert answer.limit is None


@given(tiny_games(most_cards=5))
@settings(max_examples=examples(40))
def test_brute_force_agrees(state):
    kills, spare = brute_force(state)
    answer = checked(state, cpsat.solve(state))
    assert (answer.kills, answer.spare, answer.optimal) == (kills, spare, True)


@given(tiny_games(most_cards=18))
@settings(max_examples=examples(40))
def test_the_search_agrees_on_small_games(state):
    one, two = solver.solve(state), checked(state, cpsat.solve(state))
    assert (one.verdict, one.kills, one.spare) == (two.verdict, two.kills, two.spare)


@pytest.mark.parametrize("options", [{"jokers": 4}, {"jokers": 2, "ace": 11, "chain": True}], ids=str)
def test_the_search_agrees_on_deals(options):
    state = seeded(77, **options)
    one, two = solver.solve(state), checked(state, cpsat.solve(state))
    assert (one.verdict, one.kills, one.spare) == (two.verdict, two.kills, two.spare)


def test_finished_games():
    rules = Rules()
    monsters, cards = game.MONSTER_CARDS, game.power_cards(rules)
    cleared = State(rules, ((),) * 4, ((),) * 4, hand=cards[:2], deck=cards[2:5], killed=monsters)
    lost = State(rules, (monsters[:2], (), (), ()), ((),) * 4, hand=(), deck=(), killed=monsters[2:])
    assert cpsat.solve(cleared).spare == 5
    assert cpsat.solve(lost).kills == 10
    assert cpsat.solve(lost).verdict == Verdict.NOT_CLEARABLE


@pytest.fixture
def slow(monkeypatch):
    """A deal whose refutations take minutes with the linear relaxation off."""
    monkeypatch.setattr(cpsat, "LINEAR", 0)
    return known(10)


def test_limits_name_themselves_and_keep_what_is_found(slow):
    answer = checked(slow, cpsat.solve(slow, nodes=1000))
    assert (answer.verdict, answer.optimal, answer.limit) == (Verdict.CLEARABLE, False, Limit.NODES)
    answer = checked(slow, cpsat.solve(slow, time_limit=1.5))
    assert (answer.optimal, answer.limit) == (False, Limit.TIME)
    assert cpsat.solve(slow, time_limit=0.0).verdict == Verdict.UNDECIDED
    answer = cpsat.solve(known(3), nodes=1)
    assert (answer.verdict, answer.spare, answer.limit) == (Verdict.UNDECIDED, None, Limit.NODES)


def test_stop_ends_a_solve(slow):
    looks = iter([False] * 20)
    answer = checked(slow, cpsat.solve(slow, stop=lambda: next(looks, True)))
    assert (answer.optimal, answer.limit) == (False, Limit.INTERRUPT)


def test_ctrl_c_ends_a_solve_and_is_told_apart(slow):
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    answer = checked(slow, cpsat.solve(slow))
    timer.join()
    assert (answer.optimal, answer.limit) == (False, Limit.INTERRUPT)
    assert answer.seconds < 60
