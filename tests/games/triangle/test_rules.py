"""Turns, extra placements and the end of the game; each ruling T1-T8 has a test that names it."""

from __future__ import annotations

import pytest
from triangle_table import CHANCE, GAME, board, cards, events, play, state

from cardsolo.core.errors import IllegalMoveError
from cardsolo.games.triangle import rules
from cardsolo.games.triangle.bounds import most_closings

#: Five cards of a ring round the corner below the joker's left: the sixth cell (1, -1) touches two of them.
RING = "X@0,0 5H@0,-1 5S@0,-2 4S@1,-2 4H@1,0"


def ring(*hands: str, more: str = "", **rest):
    return state(f"{RING} {more}", *hands, **rest)


def why_not(now, text):
    return GAME.why_not(now, GAME.parse_move(text))


def test_the_start():
    deal = GAME.deal(GAME.rules_of({"players": 5, "first": 3}), 11)
    now = GAME.start(deal, CHANCE).state
    assert GAME.seat(now) == 3
    assert now.board == board("X@0,0")
    assert now.counts == (11, 11, 10, 10, 10)
    assert len(GAME.legal_moves(now)) == 3 * 10 + 1


@pytest.mark.parametrize(
    ("move", "rule", "message"),
    [
        ("5H@0,1", "3.1", "5H is not in the hand"),
        ("6S@0,0", "3.1", "X lies at 0,0 already"),
        ("6S@4,4", "3.1", "4,4 touches no card"),
        ("6S@-1,-1", "3.2", "6S touches 5H at 0,-1: neither same rank nor same suit ±1"),
        ("KH@1,-1", "3.2", "KH touches 4S at 1,-2: neither same rank nor same suit ±1; KH touches 4H at 1,0: neither"),
        ("X@0,1", "3.1", "X is not in the hand"),
    ],
)
def test_illegal_placements_name_rule_and_cards(move, rule, message):
    now = ring("6S KH", "2C")
    reason = why_not(now, move)
    assert reason.rule == rule
    assert reason.message.startswith(message)
    with pytest.raises(IllegalMoveError, match=r"is not allowed"):
        GAME.apply(now, GAME.parse_move(move), CHANCE)


def test_t1_king_and_ace_do_not_match():
    now = state("X@0,0 KH@0,1", "AH AS 2C", "2D")
    reason = why_not(now, "AH@0,2")
    assert reason.rule == "T1"
    assert reason.message == "AH touches KH at 0,1: king and ace do not match"
    assert why_not(now, "AS@0,2").rule == "3.2"


def test_t2_an_extra_placement_that_nothing_fits_ends_the_turn():
    now = ring("4D KC", "2C 2D", more="5C@0,1")
    assert events(now, "4D@1,-1") == ["placed", "lapsed"]
    after = play(now, "4D@1,-1")
    assert (after.seat, after.extra, after.passes) == (2, False, 0)


def test_t2_also_where_a_position_begins_like_that():
    now = state("X@0,0 5H@0,1 5S@0,-1 5D@1,0", "KC", "2C", extra=True)
    entered = GAME.enter(now, CHANCE).state
    assert (entered.seat, entered.extra) == (2, False)
    can = state("X@0,0 5H@0,1", "KC", "2C", extra=True)
    assert GAME.enter(can, CHANCE).state == can


def test_an_extra_placement_as_often_as_it_happens():
    now = ring("4D 3D 5D 2C", "2H 2S")
    after = play(now, "4D@1,-1")
    assert (after.seat, after.extra) == (1, True)
    assert events(now, "4D@1,-1") == ["placed", "extra"]
    assert events(after, "3D@2,-1") == ["placed"]
    assert play(after, "3D@2,-1").seat == 2


def test_t3_others_hands_are_hidden_but_counted():
    now = ring("4D 3D", "2H 2S 2C", "KC", seat=1)
    seen = GAME.view(now, 1)
    swapped = ring("4D 3D", "KC 2S 2C", "2H", seat=1)
    assert seen == GAME.view(swapped, 1)
    assert seen.counts == (2, 3, 1)
    assert seen.unseen == cards("2C 2H 2S KC")
    assert GAME.view(now, 2) != GAME.view(swapped, 2)


def test_t4_a_declined_extra_placement_breaks_the_run_of_passes():
    now = ring("4D 3D", "2H 2S", "2C 2D", passes=2)
    after = play(now, "4D@1,-1")
    assert after.extra
    assert events(after, "pass") == ["declined"]
    declined = play(after, "pass")
    assert (declined.seat, declined.passes) == (2, 0)
    assert GAME.result(play(declined, "pass", "pass")) is None
    assert GAME.result(play(declined, "pass", "pass", "pass"))["outcome"] == "blocked"


def test_t5_the_last_card_ends_the_game_whatever_it_touches():
    now = ring("4D", "2H 2S")
    assert events(now, "4D@1,-1") == ["placed", "out"]
    assert GAME.result(play(now, "4D@1,-1")) == {"outcome": "out", "ranks": [1, 2], "left": [0, 2]}


def test_t5_with_play_on_the_turn_goes_to_the_next_seat():
    now = ring("4D", "2H 2S", "2C 2D", play_on=True)
    after = play(now, "4D@1,-1")
    assert (after.seat, after.extra, after.out) == (2, False, (1,))
    assert GAME.result(after) is None


def test_t6_passes_are_counted_over_those_still_in():
    now = ring("", "2H 2S", "2C 2D", "3C", play_on=True, out=(1,), seat=2)
    two = play(now, "pass", "pass")
    assert GAME.result(two) is None
    assert events(two, "pass") == ["passed", "blocked"]
    assert GAME.result(play(two, "pass")) == {"outcome": "blocked", "ranks": [1, 3, 3, 2], "left": [0, 2, 2, 1]}


def test_a_placement_breaks_the_run_of_passes():
    now = ring("5D 3D", "2H 2S", "2C 2D")
    after = play(now, "pass", "pass", "pass")
    assert GAME.result(after)["outcome"] == "blocked"
    after = play(now, "5D@0,1", "pass", "pass")
    assert GAME.result(after) is None
    assert GAME.result(play(after, "pass"))["ranks"] == [1, 2, 2]


def test_t7_one_player():
    deal = GAME.deal(GAME.rules_of({"players": 1}), 5)
    now = GAME.start(deal, CHANCE).state
    assert now.counts == (52,)
    assert GAME.result(play(now, "pass")) == {"outcome": "blocked", "ranks": [1], "left": [52]}
    for play_on in (False, True):
        last = state("X@0,0", "5H", play_on=play_on)
        assert GAME.result(last) is None
        assert GAME.result(play(last, "5H@0,1")) == {"outcome": "out", "ranks": [1], "left": [0]}


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, (26, 26)),
        (3, (18, 17, 17)),
        (4, (13,) * 4),
        (5, (11, 11, 10, 10, 10)),
        (6, (9, 9, 9, 9, 8, 8)),
    ],
)
@pytest.mark.parametrize("first", [1, 2])
def test_t8_the_first_seats_get_the_extra_card_whoever_begins(players, counts, first):
    deal = GAME.deal(GAME.rules_of({"players": players, "first": first}), 7)
    assert tuple(map(len, deal.hands)) == counts
    assert deal.hands == GAME.deal(GAME.rules_of({"players": players}), 7).hands


def test_play_on_until_one_holds_cards():
    now = ring("5D", "4C 2D", "6H", play_on=True)
    after = play(now, "5D@0,1", "pass")
    assert GAME.result(after) is None
    assert GAME.result(play(after, "6H@-1,-1")) == {"outcome": "out", "ranks": [1, 3, 2], "left": [0, 2, 0]}


def test_equal_counts_share_a_place_and_the_next_is_skipped():
    now = state("X@0,0", "2C 3D", "4C 6D", "8H", "TC JD QC", passes=3)
    assert GAME.result(play(now, "pass"))["ranks"] == [2, 2, 1, 4]


def test_a_seat_that_resigns_comes_last():
    now = state("X@0,0", "2C", "4C 6D", "8H TH JH", "TC JD", seat=2)
    assert GAME.result(play(now, "resign")) == {"outcome": "resigned", "ranks": [1, 4, 3, 2], "left": [1, 2, 3, 2]}
    later = state("X@0,0", "2C", "", "8H TH", seat=1, play_on=True, out=(2,))
    assert GAME.result(play(later, "resign"))["ranks"] == [3, 1, 2]


def test_nothing_is_legal_after_the_end():
    over = play(ring("4D", "2H 2S"), "4D@1,-1")
    assert GAME.legal_moves(over) == ()
    assert why_not(over, "pass").rule == "4"


def test_counting_as_solvers_do_goes_on_until_no_card_is_left():
    now = rules.counted(state("X@0,0", "", "5H 6H", seat=1, out=(1,)))
    assert now.seat == 2  # a seat without cards takes no turn
    now = play(now, "5H@0,1")
    assert (now.seat, GAME.result(now)) == (2, None)
    assert GAME.result(play(now, "6H@-1,1")) == {"outcome": "out", "ranks": [1, 2], "left": [0, 0]}


def test_no_extra_placement_before_six_cells():
    assert [most_closings(cells) for cells in (5, 6)] == [0, 1]


def test_a_pass_that_others_can_answer_blocks_nothing():
    now = state("X@0,0", "2S 3S", "9C 9D", "KC KD", seat=1)
    assert events(now, "pass") == ["passed"]
    assert events(play(now, "pass"), "pass") == ["passed"]
    assert events(play(now, "pass", "pass"), "pass") == ["passed", "blocked"]


def test_a_card_that_does_not_fit_is_told_only_of_the_neighbours_that_it_does_not_match():
    now = state("X@0,0 5H@0,1 6H@0,2 5D@1,1", "4D 6D", "9C 9D")  # 1,2 touches 5D and 6H
    assert GAME.why_not(now, GAME.parse_move("6D@1,2")) is None
    message = GAME.why_not(now, GAME.parse_move("4D@1,2")).message
    assert "4D touches 6H at 0,2" in message
    assert "5D" not in message


def test_a_finished_position_is_entered_as_it_stands_and_ends_without_an_extra_placement():
    finished = state("X@0,0 5H@0,1", "", "9C 9D", seat=1, out=(1,))
    assert GAME.enter(finished, CHANCE).state == finished
    practice = state("X@0,0 5H@0,1", "6H")
    over = play(practice, "6H@0,2")
    assert (GAME.result(over)["left"], over.extra) == ([0], False)
