"""Moves as text: canonical forms are exact inverses, typed forms mean what a player expects."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from triangle_table import GAME, random_game, state

from cardsolo.core.cards import PACK
from cardsolo.core.errors import AmbiguousMoveError, IllegalMoveError, MoveError, MoveSyntaxError
from cardsolo.games.triangle.moves import PASS, RESIGN, Move
from cardsolo.games.triangle.notation import labels

MOVES = st.builds(Move, st.sampled_from(PACK), st.tuples(st.integers(-999, 999), st.integers(-999, 999)))


@given(MOVES)
def test_canonical_moves_read_back(move):
    assert GAME.parse_move(GAME.format_move(move)) == move


def test_words():
    assert GAME.format_move(PASS) == "pass"
    assert GAME.format_move(RESIGN) == "resign"
    assert GAME.parse_move("pass") == PASS
    assert GAME.parse_move("resign") == RESIGN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5H",
        "5H@",
        "@1,2",
        "5H@1",
        "5H@1;2",
        "5H@1,2,3",
        "5H@-0,1",
        "5H@01,1",
        "5H@1, 2",
        "5H@1000,0",
        "PASS",
        "5H@１,２",
    ],
)
def test_what_is_no_canonical_move(text):
    with pytest.raises(MoveSyntaxError):
        GAME.parse_move(text)


#: 5H fits at 0,-1 and 0,1 (beside the joker) and 1,0; 4C only beside the 4D; 9S and 9D beside the joker.
NOW = state("X@0,0 8D@1,0 8C@1,1 8S@1,-1", "8H 9S 9D 7C TH", "2C")


def test_labels_follow_reading_order():
    named = labels(NOW)
    assert list(named.values()) == list("abcdefgh"[: len(named)])
    assert list(named) == sorted(named)
    assert set(named) == {move.cell for move in GAME.legal_moves(NOW)[:-1]}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("p", "pass"),
        ("Pass", "pass"),
        ("decline", "pass"),
        ("resign", "resign"),
        ("9s@0,1", "9S@0,1"),
        ("9s 0,1", "9S@0,1"),
        ("9s 0 1", "9S@0,1"),
        ("9s0,1", "9S@0,1"),
        ("9s (0, -1)", "9S@0,-1"),
        ("9S : 0,−1", "9S@0,-1"),
        ("９Ｓ　０，１", "9S@0,1"),
        ("9♠ 0,+1", "9S@0,1"),
        ("10h 0,1", "TH@0,1"),
        ("10h@0,1", "TH@0,1"),
        ("th b", "TH@0,1"),
        ("t b", "TH@0,1"),
        ("10 b", "TH@0,1"),
        ("b th", "TH@0,1"),
        ("thb", "TH@0,1"),
        ("t h b", None),
        ("8 0,1", "8H@0,1"),
        ("8h 40,40", "8H@40,40"),
        ("kd 0,1", "KD@0,1"),
    ],
)
def test_typed_forms(text, move):
    if move is None:
        with pytest.raises(MoveSyntaxError):
            GAME.read_move(text, NOW)
    else:
        assert GAME.format_move(GAME.read_move(text, NOW)) == move


def test_no_label_is_a_word_of_the_prompt():
    hearts = " ".join(f"{rank}H@0,{col}" for col, rank in enumerate("A23456789TJQK", 1))
    rest = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CD")
    named = set(labels(state(f"X@0,0 {hearts}", rest)).values())
    assert {"a", "o", "r"} <= named
    assert not named & {"p", "q", "u"}


def test_the_label_of_each_cell_is_understood():
    for cell, label in labels(NOW).items():
        for text in (f"8h {label}", f"8h{label}", f"8H@{label.upper()}", f"{label} 8h"):
            assert GAME.read_move(text, NOW) == GAME.parse_move(f"8H@{cell[0]},{cell[1]}")


def test_a_card_alone_where_one_cell_takes_it():
    now = state("X@0,0 8D@1,0 8C@0,1 8S@0,-1 8H@-1,-1", "9S 2H 7C 7D", "2C")
    assert GAME.format_move(GAME.read_move("9s", now)) == "9S@0,-2"
    assert GAME.format_move(GAME.read_move("9", now)) == "9S@0,-2"
    with pytest.raises(IllegalMoveError, match="no cell takes 2H"):
        GAME.read_move("2h", now)
    with pytest.raises(IllegalMoveError, match="QH is not in the hand"):
        GAME.read_move("qh", now)


def test_a_place_alone_where_one_card_fits():
    now = state("X@0,0 8D@1,0 8C@0,1 8S@0,-1 8H@-1,-1", "9S 2H 7C", "2C")
    label = labels(now)[0, -2]
    assert GAME.format_move(GAME.read_move(label, now)) == "9S@0,-2"
    assert GAME.format_move(GAME.read_move("0,-2", now)) == "9S@0,-2"


def test_two_readings_are_refused_with_both_shown():
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.read_move("th", NOW)
    assert caught.value.readings == ("TH@0,-1", "TH@0,1")
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.read_move("9 b", NOW)
    assert set(caught.value.readings) == {"9D@0,1", "9S@0,1"}


def test_a_rank_and_a_label_need_a_blank_between_them():
    """`5c` with no 5C in the hand must never play another five at the cell labelled c."""
    now = state("X@0,0", "5H", "2C")
    assert labels(now)[1, 0] == "c"
    assert GAME.format_move(GAME.read_move("5 c", now)) == "5H@1,0"
    with pytest.raises(IllegalMoveError, match="5C is not in the hand"):
        GAME.read_move("5c", now)


@pytest.mark.parametrize("text", ["", "hello", "8h z", "99", "b b", "8h 1,2,3", "@", "8h 1,", "x" * 500, "8h 1000,1"])
def test_what_is_no_move(text):
    with pytest.raises(MoveSyntaxError):
        GAME.read_move(text, NOW)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        move = GAME.read_move(text, NOW)
    except MoveError:
        return
    assert GAME.parse_move(GAME.format_move(move)) == move


def test_every_legal_move_can_be_typed_through_a_whole_game():
    for now, move, _after in random_game(random.Random(4)):
        text = GAME.format_move(move)
        assert GAME.read_move(text, now) == move
        assert GAME.read_move(text.lower().replace("@", " "), now) == move
        if move.card is not None:
            assert GAME.read_move(f"{move.card} {labels(now)[move.cell]}", now) == move


@pytest.mark.parametrize(
    ("neighbour", "move"),
    [("3D", "2D@-1,-1"), ("AC", "2C@-1,-1"), ("2S", None), ("9H", None)],
)
@pytest.mark.parametrize("typed", ["2 -1,-1", "2 -1 -1", "2(-1,-1)"])
def test_of_several_readings_the_legal_one_counts(neighbour, move, typed):
    """A rank that two cards of the hand have: one of them fits, both do, or neither does."""
    now = state(f"X@0,0 {neighbour}@0,-1", "2C 2D 9S", "KH")
    if move is not None:
        assert GAME.format_move(GAME.read_move(typed, now)) == move
        return
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.read_move(typed, now)
    assert "2C@-1,-1" in str(caught.value)
    assert "2D@-1,-1" in str(caught.value)
