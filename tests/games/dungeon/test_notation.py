"""Moves of Clear the Dungeon as text: one canonical form out, every short form in, two readings refused."""

from __future__ import annotations

import pytest
from dungeon_table import GAME, cards, state
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.cards import JOKER, PACK, parse_card
from cardsolo.core.errors import AmbiguousMoveError, MoveError, MoveSyntaxError
from cardsolo.games.dungeon.moves import DISCARD, RESIGN, Move

EVERY_MOVE = [Move(card, pile) for card in (*PACK, JOKER) for pile in range(5)] + [RESIGN]


def read(text, hand, piles="JC | QD | KH | KS", **rest):
    return GAME.format_move(GAME.read_move(text, state(piles, hand=hand, **rest)))


@pytest.mark.parametrize("move", EVERY_MOVE, ids=GAME.format_move)
def test_canonical_form_and_back(move):
    assert GAME.parse_move(GAME.format_move(move)) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Move(parse_card("TH"), 2), "TH@2"),
        (Move(parse_card("TH"), DISCARD), "TH@x"),
        (Move(JOKER, 1), "X@1"),
        (Move(JOKER, DISCARD), "X@x"),
        (RESIGN, "resign"),
    ],
)
def test_the_forms_of_the_interface(move, text):
    assert GAME.format_move(move) == text


@pytest.mark.parametrize(
    "text",
    ["", "TH", "TH@", "@2", "TH@0", "TH@5", "TH@10", "TH@X", "TH@-1", "TH@2@2", "TH@ 2", "th 2", "x th", "TH2",
     "Resign", "resign ", "pass", "11H@1", "TH@x\n", "TH@２", "T@2", "X@y", "@", "@@", "TH@2 "],
)  # fmt: skip
def test_what_is_not_canonical_is_no_move(text):
    with pytest.raises(MoveSyntaxError) as caught:
        GAME.parse_move(text)
    assert caught.value.text == text
    assert "th 2" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["TH@2", "th@2", "th 2", "th2", "TH 2", "10h 2", "10h2", "10H@2", "T♥ 2", "t♥2", "10♥ 2", "t♡2", "T♥️ 2", "t 2",
     "t2", "10 2", "102", " th   2 ", "th,2", "th-2", "th:2", "th\t2", "ｔｈ２", "１０Ｈ　２", "ＴＨ＠２", "th @ 2"],
)  # fmt: skip
def test_forms_of_placing(text):
    assert read(text, "TH X 3C") == "TH@2"


@pytest.mark.parametrize(
    "text",
    ["TH@x", "th@X", "x th", "xth", "XTH", "th x", "thx", "d th", "dth", "th d", "thd", "discard th", "th discard",
     "x t", "xt", "x10", "x 10h", "t x", "d10", "x T♥", "x10♥", "th@discard", "th@d", "ｘ ｔｈ"],
)  # fmt: skip
def test_forms_of_discarding(text):
    assert read(text, "TH 3C 4D") == "TH@x"


@pytest.mark.parametrize("text", ["x 2", "x2", "X@2", "joker 2", "joker@2", "★2", "🃏 2", "ｘ２", "Joker2"])
def test_forms_of_placing_a_joker(text):
    assert read(text, "X TH 3C") == "X@2"


@pytest.mark.parametrize(
    "text", ["x x", "xx", "X@x", "joker x", "x joker", "d joker", "x d", "dx", "joker@x", "discard x"]
)
def test_forms_of_discarding_a_joker(text):
    assert read(text, "X TH 3C") == "X@x"


@pytest.mark.parametrize(
    ("text", "hand", "readings"),
    [
        ("x 2", "X 2C 9D", ("2C@x", "X@2")),
        ("x2", "X 2C 2D", ("2C@x", "2D@x", "X@2")),
        ("2 2", "2C 2D 9D", ("2C@2", "2D@2")),
        ("x 9", "9C 9D", ("9C@x", "9D@x")),
        ("9 x", "9C 9D X", ("9C@x", "9D@x")),
        ("t", "TC", ("TC@x", "TC@1", "TC@2", "TC@3", "TC@4")),
        ("x", "X 2C", ("X@x", "X@1", "X@2", "X@3", "X@4")),
        ("2c", "2C 2D", ("2C@x", "2C@1", "2C@2")),
        ("2d", "2C 2D", ("2D@x", "2D@1", "2D@2")),
        ("9@1", "9C 9D", ("9C@1", "9D@1")),
    ],
)
def test_two_readings_are_refused_and_shown(text, hand, readings):
    with pytest.raises(AmbiguousMoveError) as caught:
        read(text, hand)
    assert caught.value.readings == readings
    assert " or ".join(readings) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "hand", "expected"),
    [
        ("x 2", "2C 9D", "2C@x"),  # no joker: the two is discarded
        ("x 2", "X 9D", "X@2"),  # no two: the joker goes to pile 2
        ("x@2", "X 2C 9D", "X@2"),  # the canonical order: card first
        ("2c x", "X 2C 9D", "2C@x"),
        ("xx2", "X 2C", None),
        ("t d", "TD TH", None),  # the ten of diamonds, not throwing some ten away
        ("d t", "TD 9H", "TD@x"),
        ("9d x", "9C 9D", "9D@x"),
        ("d 9d", "9C 9D", "9D@x"),
        ("9dd", "9C 9D", "9D@x"),
        ("1h 2", "AH", "AH@2"),
        ("a 1", "AH", "AH@1"),
        ("joker", "X", None),
    ],
)
def test_what_the_hand_settles(text, hand, expected):
    if expected is None:
        with pytest.raises(MoveError):
            read(text, hand)
    else:
        assert read(text, hand) == expected


def test_a_card_alone_is_enough_where_one_place_is_legal():
    assert read("2c", "2C 9D", piles="KC") == "2C@x"
    assert read("2", "2C 9D", piles="KC") == "2C@x"
    assert read("x", "X 2C", piles="", killed="KC") == "X@x"
    assert read("2♣", "2C", piles="KC") == "2C@x"


@pytest.mark.parametrize(
    "text", ["9d 1", "9d1", "9d@1", "x 9d", "9d x", "9d@x", "9d", "９ｄ", "9♦", "9d --", "x 1", "2d", "td", "10d", "ad"]
)
def test_a_card_that_is_not_held_is_read_so_that_the_rules_can_say_so(text):
    now = state("JC | QD", hand="2C TH AS 3C")
    reason = GAME.why_not(now, GAME.read_move(text, now))
    assert reason.rule == "3"
    assert "is not in the hand (2C TH AS 3C)" in reason.message


def test_a_full_name_never_throws_another_card_of_its_rank_away():
    """`2d` with the two of clubs in hand is no discard of the club."""
    for rank in "A23456789T":
        for held, typed in (("C", "d"), ("H", "D"), ("S", " d")):
            now = state("KC", hand=rank + held)
            move = GAME.read_move(rank.lower() + typed, now)
            assert move.card == parse_card(rank + "D")


@pytest.mark.parametrize(
    "text",
    ["", " ", "@", "2", "9 9", "th 5", "th 0", "th 12", "2h 3h", "help", "hand", "th@@2", "@th", "2@", "th@5",
     "x@", "d", "discard", "pass", "th 2 2", "-2", "-- --", "y" * 41, "t" * 10**6, "\x00", "\ud800 2", "２２２"],
)  # fmt: skip
def test_what_nobody_can_read(text):
    with pytest.raises(MoveSyntaxError) as caught:
        read(text, "3C 4D 5S", piles="KC")
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["resign", "RESIGN", " Resign ", "ｒｅｓｉｇｎ"])
def test_resign(text):
    assert read(text, "3C") == "resign"


HANDS = st.lists(
    st.sampled_from([*(card for card in PACK if card.rank <= 10), JOKER]), min_size=1, max_size=3, unique=True
)


@given(HANDS, st.text("x dth2@19jsoker10♥♠ＴＨ", max_size=8))
def test_any_text_is_one_move_or_a_refusal(hand, text):
    now = state("JC | QD | KH", hand=" ".join(map(str, hand)))
    try:
        move = GAME.read_move(text, now)
    except AmbiguousMoveError as error:
        assert len(set(error.readings)) > 1
        assert all(GAME.parse_move(reading).card in hand for reading in error.readings)
    except MoveSyntaxError:
        return
    else:
        assert move in EVERY_MOVE


@given(HANDS, st.data())
def test_canonical_and_lower_case_forms_are_never_ambiguous(hand, data):
    now = state("JC | QD | KH | KS", hand=" ".join(map(str, hand)))
    move = Move(data.draw(st.sampled_from(hand)), data.draw(st.integers(0, 4)))
    text = GAME.format_move(move)
    for form in (text, text.lower(), text.replace("@", " @ ")):
        assert GAME.read_move(form, now) == move
    if not move.card.is_joker:
        assert GAME.read_move(text.replace("@", " ").lower(), now) == move
        assert GAME.read_move(f"{text[-1]} {move.card}", now) == move if move.pile == DISCARD else True


def test_the_cards_of_the_shorthand():
    assert cards("TH X") == (parse_card("TH"), JOKER)
