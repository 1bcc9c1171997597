"""Mini Rogue moves as text: canonical words, and what people type."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rogue_table import GAME, before, fight, play

from cardsolo.core.errors import AmbiguousMoveError, MoveError, MoveSyntaxError
from cardsolo.games.rogue.moves import ALL_MOVES, BY_TEXT

START = before("merchant", column=2, other="event", spells=("healing",))
ATTACK = fight("6 1 4", hp=20, rank=3, xp=2, hero_hp=9)
SPELL = play(fight("2", hp=20, spells=("fire", "ice")), "stop")
MARKET = play(before("merchant", gold=20, hp=5, food=2, armor=1, spells=("fire",)), "room 1")
CHANGE = play(before("event"), ("room 1", 3), ("check", 1))
REST = play(before("resting"), "room 1")


def read(text, state):
    return str(GAME.read_move(text, state))


@pytest.mark.parametrize("move", ALL_MOVES, ids=str)
def test_canonical_moves_read_back(move):
    assert GAME.parse_move(GAME.format_move(move)) == move


def test_moves_are_in_order_and_named_once():
    assert sorted(ALL_MOVES) == list(ALL_MOVES)
    assert len(BY_TEXT) == len(ALL_MOVES)


@pytest.mark.parametrize(
    ("state", "text", "move"),
    [
        (START, "1", "room 1"),
        (START, "3", "spell healing"),
        (START, "event", "room 2"),
        (START, "Merchant", "room 1"),
        (START, "ROOM 2", "room 2"),
        (START, "r 2", "room 2"),
        (START, "heal", "spell healing"),
        (START, "cast healing", "spell healing"),
        (ATTACK, "reroll", "reroll 1"),
        (ATTACK, "r", "reroll 1"),
        (ATTACK, "feat  hp  2", "feat hp 2"),
        (ATTACK, "f xp 3", "feat xp 3"),
        (ATTACK, "hp 2", "feat hp 2"),
        (ATTACK, "s", "stop"),
        (ATTACK, "1", "reroll 1"),
        (ATTACK, "８", "stop"),
        (SPELL, "fire", "spell fire"),
        (SPELL, "fireball", "spell fire"),
        (SPELL, "no", "no-spell"),
        (SPELL, "none", "no-spell"),
        (MARKET, "big", "buy big-potion"),
        (MARKET, "potion", "buy potion"),
        (MARKET, "bigpotion", "buy big-potion"),
        (MARKET, "food", "buy ration"),
        (MARKET, "buy ice", "buy ice"),
        (MARKET, "l", "leave"),
        (CHANGE, "+1", "+1"),
        (CHANGE, "-1", "-1"),
        (CHANGE, "1", "+1"),
        (CHANGE, "3", "keep"),
        (REST, "weapon", "rest weapon"),
        (REST, "food", "rest food"),
        (REST, "resign", "resign"),
    ],
)
def test_what_people_type(state, text, move):
    assert read(text, state) == move


@pytest.mark.parametrize(
    ("state", "text", "readings"),
    [
        (MARKET, "fire", {"buy fire", "sell fire"}),
        (MARKET, "sell", {"sell armor", "sell fire"}),
        (ATTACK, "feat hp", {"feat hp 1", "feat hp 2", "feat hp 3"}),
        (ATTACK, "feat 2", {"feat hp 2", "feat xp 2"}),
    ],
)
def test_two_readings_are_both_shown(state, text, readings):
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.read_move(text, state)
    assert set(caught.value.readings) == readings


@pytest.mark.parametrize("text", ["", " ", "dance", "0", "99", "roooom 1", "room 1 2", "x" * 1000, "٣"])
def test_what_is_no_move(text):
    with pytest.raises(MoveSyntaxError):
        GAME.read_move(text, START)


@pytest.mark.parametrize(("state", "text"), [(START, "stop"), (START, "feat"), (SPELL, "poison"), (ATTACK, "reroll 3")])
def test_impossible_moves_are_read_so_that_the_rules_can_say_why(state, text):
    assert GAME.why_not(state, GAME.read_move(text, state)) is not None


@pytest.mark.parametrize("text", ["Room 1", "room  1", "room", "feat 1", "spell frost", "keep ", ""])
def test_only_canonical_moves_are_parsed(text):
    with pytest.raises(MoveSyntaxError):
        GAME.parse_move(text)


@pytest.mark.parametrize("state", [START, ATTACK, SPELL, MARKET, CHANGE, REST])
def test_every_number_in_the_list_is_that_choice(state):
    for number, move in enumerate(GAME.legal_moves(state), 1):
        assert GAME.read_move(str(number), state) == move
        assert GAME.read_move(str(move), state) == move


@given(st.text(max_size=30), st.sampled_from([START, ATTACK, SPELL, MARKET, CHANGE, REST]))
def test_any_text_is_a_move_or_refused(text, state):
    try:
        move = GAME.read_move(text, state)
    except MoveError:
        return
    assert move in ALL_MOVES
