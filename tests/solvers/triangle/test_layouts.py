"""The objective `all` by layouts: walls, walks among layouts, the order, and the bound from positions in mid-game."""

from __future__ import annotations

import importlib
import random
import sys
from dataclasses import replace

import plain
import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from support import load_pure
from triangle_table import random_game

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.notation import parse_move
from cardsolo.games.triangle.state import Rules
from solvers.result import Status
from solvers.triangle.arrange import Arranger
from solvers.triangle.bounds import all_bound
from solvers.triangle.kernel.anneal import Anneal
from solvers.triangle.kernel.beam import ALL
from solvers.triangle.packed import cell_of, pack, vector
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve
from solvers.triangle.task import Problem
from solvers.triangle.walls import poses, walls

COOL = [1 << 16, *((1 << 16) // 150**loss for loss in range(1, 8))]
NAMES = ["lattice", "store", "order", "anneal"]


def dealt(seed, players=4, first=1):
    return rules.start(formats.deal(Rules(players=players, first=first), seed))


def proved(state, value):
    answer = solve(state, "all", workers=1, time_limit=60)
    check_triangle(state, answer)
    assert (answer.value, answer.bound, answer.status) == (value, value, Status.OPTIMAL)
    return answer


@pytest.mark.parametrize(
    ("seed", "players", "first"), [(1, 4, 1), (7, 4, 3), (2, 1, 1), (3, 2, 2), (4, 3, 1), (5, 5, 4), (4, 6, 1)]
)
def test_a_whole_deal_takes_35_turns(seed, players, first):
    assert proved(dealt(seed, players, first), 35).method == "layouts"


def test_from_the_middle_of_a_best_sequence_the_rest_is_best():
    state = dealt(11)
    turns = 0
    for seat, text in proved(state, 35).line:
        assert seat == state.seat
        if turns == 12:
            break
        turns += not state.extra
        state = rules.play(state, parse_move(text)).state
    proved(state, 35 - turns)


@settings(max_examples=examples(30))
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(1, 60))
def test_no_game_beats_the_bound_of_any_of_its_positions(seed, players, length):
    """Whatever cards a game ends with, those placed from a position on took at least the bound for just these cards."""
    game = list(random_game(random.Random(seed), players, play_on=True, pass_rate=0.0))
    end = game[-1][2]
    place = min(length, len(game) - 1)
    state = game[place][0]
    kept = tuple(
        tuple(card for card in hand if card not in left) for hand, left in zip(state.hands, end.hands, strict=True)
    )
    turns = sum(not before.extra for before, _, _ in game[place:])
    assert all_bound(pack(replace(state, hands=kept))) <= turns


def test_poses_are_walls_turned_about_the_joker():
    def touching(wall):
        at = {cell_of(cell): card for card, cell in enumerate(wall.where)}
        return frozenset((card, at[near]) for cell, card in at.items() for near in plain.around(cell) if near in at)

    kinds = {touching(wall) for wall in walls()}
    listed = poses()
    assert len(listed) == 6 * len(walls())
    assert {touching(wall) for wall in listed[::40]} <= kinds


@settings(max_examples=examples(20))
@given(st.integers(0, 2**32 - 1), st.integers(0, 10**6))
def test_walks_visit_layouts_only_and_leave_the_board_alone(seed, game):
    state = next(now for k, (now, _, _) in enumerate(random_game(random.Random(game), pass_rate=0.0)) if k == 12)
    arranger = Arranger(Problem(pack(state), ALL, 0), lambda: False, seed)
    walk = Anneal(vector(arranger.start), arranger.fixed, vector(COOL), seed)
    for _ in range(5):
        walk.run(3000, 200)
        at = {cell_of(int(cell)): card for card, cell in enumerate(walk.where) if cell >= 0}
        pairs = {frozenset((cell, near)) for cell in at for near in plain.around(cell) if near in at}
        card = lambda it: None if it == 52 else divmod(it, 13)  # noqa: E731
        assert all(plain.agree(*(card(at[cell]) for cell in pair)) for pair in pairs)
        assert walk.pairs == len(pairs)
        assert [cell for cell, start in zip(walk.where, arranger.start, strict=True) if start >= 0] == [
            start for start in arranger.start if start >= 0
        ]
        reached, waiting = set(), [next(iter(at))]
        while waiting:
            cell = waiting.pop()
            if cell not in reached:
                reached.add(cell)
                waiting += [near for near in plain.around(cell) if near in at]
        assert len(reached) == len(at)


@pytest.fixture(scope="module")
def both():
    """The kernel modules by name, as installed and uncompiled."""
    installed = {name: importlib.import_module(f"solvers.triangle.kernel.{name}") for name in NAMES}
    with pytest.MonkeyPatch.context() as patch:
        pure = {}
        for name in NAMES:
            pure[name] = load_pure(f"solvers.triangle.kernel.{name}")
            patch.setitem(sys.modules, f"solvers.triangle.kernel.{name}", pure[name])
    return installed, pure


@pytest.mark.parametrize("waste", [0, 1])
def test_compiled_and_plain_kernels_do_the_same(both, waste):
    packed = pack(dealt(3))
    traces = []
    for kernels in both:
        trace = []
        for wall in walls()[:200:20]:
            walk = kernels["anneal"].Anneal(vector(wall.where), vector([0] * 53), vector(COOL), 5)
            walk.run(300, 69)
            order = kernels["order"].Order(walk.near(), vector(packed.hands), 1 << 52, packed.seat, 0, 0, 5, waste, 9)
            while order.run(1):
                trace.append((order.size, order.nodes, order.level))
            trace.append((list(walk.where), walk.moves, order.line()))
        traces.append(trace)
    assert traces[0] == traces[1]
