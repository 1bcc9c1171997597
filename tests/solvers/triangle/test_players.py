"""Player programs: legal, reproducible, blind to hidden cards, and better than what they should beat."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from support import load_pure
from triangle_table import CHANCE, GAME, random_game, state

from cardsolo.core.errors import OptionError
from cardsolo.games.triangle.moves import PASS
from cardsolo.games.triangle.rules import legal_moves
from solvers.programs import make_player, programs_of
from solvers.triangle import search
from solvers.triangle.advisor import advise
from solvers.triangle.kernel.playout import WIN
from solvers.triangle.search import candidates

QUICK = ("random", "greedy", "search:60")


def full_game(names, seed, *, play_on=False):
    """Play a game of programs; return its states and moves."""
    rules = GAME.rules_of({"players": len(names), "play_on": play_on})
    now = GAME.start(GAME.deal(rules, seed), CHANCE).state
    players = {seat: make_player(GAME, name, seat, seed) for seat, name in enumerate(names, 1)}
    states, moves = [now], []
    while GAME.result(now) is None:
        moves.append(players[now.seat].choose(GAME.view(now, now.seat)))
        now = GAME.apply(now, moves[-1], CHANCE).state
        states.append(now)
    return states, moves


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("play_on", [False, True])
def test_every_move_is_legal_and_equal_seeds_give_equal_games(name, play_on):
    _states, moves = full_game((name,) * 4, 3, play_on=play_on)
    assert moves == full_game((name,) * 4, 3, play_on=play_on)[1]


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_any_number_of_players(players):
    states, _moves = full_game(("search:20",) * players, 1)
    assert GAME.result(states[-1]) is not None


@pytest.mark.parametrize("name", QUICK)
def test_nobody_can_peek(name):
    """Deal the hidden cards anew: the view and the choice stay the same."""
    source = random.Random(5)
    for number, (now, _move, _after) in enumerate(random_game(source, 4)):
        if number % 5:
            continue
        hidden = [card for seat, hand in enumerate(now.hands, 1) if seat != now.seat for card in hand]
        source.shuffle(hidden)
        hands = tuple(
            hand if seat == now.seat else tuple(sorted(hidden.pop() for _card in hand))
            for seat, hand in enumerate(now.hands, 1)
        )
        other = replace(now, hands=hands)
        view = GAME.view(now, now.seat)
        assert GAME.view(other, now.seat) == view
        choices = {make_player(GAME, name, now.seat, 8).choose(GAME.view(s, now.seat)) for s in (now, other)}
        assert len(choices) == 1
        assert choices.pop() in legal_moves(view)


def test_randomness_comes_from_the_seats_own_stream():
    view = GAME.view(GAME.start(GAME.deal(GAME.rules_of({}), 1), CHANCE).state, 1)
    choices = {make_player(GAME, "random", seat, seed).choose(view) for seat in range(1, 5) for seed in range(5)}
    assert len(choices) > 5


@pytest.mark.parametrize(
    "name", ["", "best", "search:", "search:0", "search:x", "search:0s", "search:1e9s", "search:-1", "greedy:3"]
)
def test_unknown_names_are_refused(name):
    with pytest.raises(OptionError):
        make_player(GAME, name, 1, 1)


def test_search_can_be_limited_by_time():
    view = GAME.view(GAME.start(GAME.deal(GAME.rules_of({}), 1), CHANCE).state, 1)
    assert make_player(GAME, "search:0.02s", 1, 1).choose(view) in legal_moves(view)
    assert set(programs_of(GAME).players) == {"random", "greedy", "search"}


def test_greedy_takes_the_longest_turn():
    now = state("X@0,0 5H@0,-1 5S@0,-2 4S@1,-2 4H@1,0", "4D 3D 6C 9C", "2C KD")
    assert GAME.format_move(make_player(GAME, "greedy", 1, 1).choose(GAME.view(now, 1))) == "4D@1,-1"


@pytest.mark.parametrize("name", ["greedy", "search:300"])
def test_a_pass_that_wins_is_found(name):
    """Everyone else has passed, and this seat alone holds fewest cards: a pass ends the game and wins."""
    now = state("X@0,0 5H@0,1 5S@0,-1 5D@1,0", "6H 9C", "4H 4S 4D", "6S 6D 4C", passes=2)
    assert len(legal_moves(now)) > 1
    assert make_player(GAME, name, 1, 1).choose(GAME.view(now, 1)) == PASS


def test_a_winning_placement_is_found():
    now = state("X@0,0 5H@0,1 5S@0,-1", "6H", "KC QC", "JC TC 9C", seat=1)
    ranked = candidates(GAME.view(now, 1), 1, 300)
    assert ranked[0].move.card is not None
    assert ranked[0].value == 1.0


def test_those_who_passed_on_this_board_are_thought_to_hold_nothing_that_fits():
    now = state("X@0,0 5H@0,1 5S@0,-1 5D@1,0", "6H 9C", "4H KC", "6S QC", passes=1, seat=2)
    now = replace(now, seat=2)
    view = GAME.view(now, 2)
    assert search._passed(view) == {1}
    assert search._passed(replace(view, passes=2)) == {1, 3}
    assert search._passed(replace(view, passes=0)) == set()


def test_compiled_and_plain_kernel_agree(monkeypatch):
    pure = load_pure("solvers.triangle.kernel.playout")
    for seed, play_on in ((1, False), (2, True)):
        rules = GAME.rules_of({"players": 3, "play_on": play_on})
        view = GAME.view(GAME.start(GAME.deal(rules, seed), CHANCE).state, 1)
        compiled = candidates(view, 7, 150)
        with monkeypatch.context() as patch:
            patch.setattr(search, "Playouts", pure.Playouts)
            assert candidates(view, 7, 150) == compiled


def test_values_are_shares():
    states, _moves = full_game(("greedy",) * 4, 2)
    for now in states[:-1:6]:
        ranked = candidates(GAME.view(now, now.seat), 3, 200)
        assert {found.move for found in ranked} == set(legal_moves(now))
        assert all(0 <= found.value <= 1 and found.playouts > 0 for found in ranked)
        assert max(found.playouts for found in ranked) == ranked[0].playouts
    assert all(WIN % seats == 0 for seats in range(1, 7))


def share_of_wins(names, games):
    """Return the share of wins of the first name, seats rotated."""
    won = 0.0
    for number in range(games):
        turn = number % len(names)
        seated = names[-turn:] + names[:-turn]
        ranks = GAME.result(full_game(seated, number // len(names))[0][-1])["ranks"]
        won += (ranks[turn] == 1) / ranks.count(1)
    return won / games


def test_greedy_beats_random():
    assert share_of_wins(("greedy", "random", "random", "random"), 60) > 0.55


def test_search_beats_greedy():
    """With a twentieth of its usual playouts; the full figures come from tests/benchmarks/strength_triangle.py."""
    assert share_of_wins(("search:200", "greedy", "greedy", "greedy"), 24) > 0.35


def test_advice():
    now = full_game(("greedy",) * 4, 2)[0][9]
    view = GAME.view(now, now.seat)
    advice = advise(view)
    assert advice.moves == advice.candidates[0].moves
    assert advise(view).candidates == advice.candidates
    assert GAME.parse_move(advice.moves[0]) in legal_moves(now)
    assert all(0 <= found.error <= 0.5 for found in advice.candidates)


def test_no_advice_for_a_finished_game_or_another_seat():
    states, _moves = full_game(("greedy",) * 4, 2)
    with pytest.raises(OptionError, match="over"):
        advise(GAME.view(states[-1], 1))
    with pytest.raises(OptionError, match="seat 1 is to move"):
        advise(GAME.view(states[0], 3))
