"""Deals, positions and views in JSON."""

from __future__ import annotations

import json
import random
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from triangle_table import CHANCE, GAME, random_game, state

from cardsolo.core.errors import DealError, OptionError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import read_log
from cardsolo.core.session import Origin, Session

FIXTURES = Path(__file__).parents[3] / "fixtures"
VECTORS = [
    vector
    for line in (FIXTURES / "deal-vectors.jsonl").read_text().splitlines()
    if (vector := json.loads(line))["game"] == "triangle"
]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['seed']}-{v['players']}")
def test_dealt_as_the_vectors_say(vector):
    deal = GAME.deal(GAME.rules_of({"players": vector["players"]}), int(vector["seed"]))
    written = GAME.deal_to_json(deal)
    assert written["hands"] == vector["hands"]
    assert written["seed"] == vector["seed"]
    assert GAME.deal_from_json(written) == deal
    del written["hands"]
    assert GAME.deal_from_json(written) == deal


def test_a_typed_deal_has_no_seed():
    written = GAME.deal_to_json(GAME.deal(GAME.rules_of({"players": 3}), 2))
    del written["seed"], written["dealer"]
    assert GAME.seed_of(GAME.deal_from_json(written)) is None
    assert list(written) == ["type", "game", "rules", "hands"]


def faults(read, obj):
    with pytest.raises(DealError) as caught:
        read(obj)
    return {(fault.at, fault.text): fault.fault for fault in caught.value.faults}


def test_every_fault_of_a_deal_at_once():
    written = GAME.deal_to_json(GAME.deal(GAME.rules_of({"players": 4}), 7))
    hands = written["hands"]  # 7D JH JS …, QC TD …, 2H 6S …, 3C 8D …
    hands[0][0] = "11H"
    hands[1][0] = "JH"
    hands[2].pop()  # 9D
    hands[3][1] = "X"
    found = faults(GAME.deal_from_json, written)
    assert found["hands[0][0]", "11H"] == "unknown card"
    assert found["hands[1][0]", "JH"] == "stands at hands[0][1] already"
    assert "13 entries were expected, there are 12" in found["hands[2]", ""]
    assert "joker" in found["hands[3]", "X"]
    assert {text for (at, text), fault in found.items() if fault == "missing"} == {"7D", "QC", "9D", "8D"}


def test_cards_that_are_not_the_seeds():
    written = GAME.deal_to_json(GAME.deal(GAME.rules_of({}), 7)) | {"seed": 8}
    assert "not the cards" in faults(GAME.deal_from_json, written)["seed", "8"]


def test_the_first_seat_must_exist():
    with pytest.raises(OptionError):
        GAME.rules_of({"players": 3, "first": 4})
    written = {"type": "deal", "game": "triangle", "rules": {"players": 3, "first": 4}, "seed": 1}
    assert "seats 1 to 3" in faults(GAME.deal_from_json, written)["rules.first", ""]


POSITION = {
    "type": "position",
    "game": "triangle",
    "rules": {"players": 3},
    "board": {"0,0": "X", "0,1": "5H", "-1,1": "6H"},
    "hands": [["4H", "2C"], ["KD"], []],
    "seat": 2,
    "extra": False,
    "passes": 1,
}


def test_a_reduced_position():
    now = GAME.position_from_json(POSITION)
    assert now.out == (3,)
    assert now.hands[0] == tuple(sorted(now.hands[0]))
    written = GAME.position_to_json(now)
    assert written["out"] == [3]
    assert GAME.position_from_json(json.loads(json.dumps(written))) == now
    assert list(written["board"]) == ["-1,1", "0,0", "0,1"]


def test_positions_read_back_through_whole_games():
    for players in (1, 2, 4, 6):
        for now, _move, after in random_game(random.Random(players), players, play_on=players == 4):
            assert GAME.position_from_json(GAME.position_to_json(now)) == now
            for seat in range(1, players + 1):
                seen = GAME.view(after, seat)
                assert GAME.view_from_json(GAME.view_to_json(seen)) == seen
    resigned = GAME.apply(now, GAME.parse_move("resign"), CHANCE).state
    assert GAME.position_from_json(GAME.position_to_json(resigned)) == resigned


@pytest.mark.parametrize(
    ("change", "at", "fault"),
    [
        ({"board": {"0,0": "X", "0,1": "5H", "-1,1": "8S"}}, "board[-1,1]", "does not match 5H at 0,1"),
        ({"board": {"0,0": "X", "0,1": "5H", "3,1": "8S"}}, "board[3,1]", "not connected"),
        ({"board": {"0,0": "5H", "0,1": "X"}}, "board[0,1]", "the joker's cell is 0,0"),
        ({"board": {"0,0": "5H"}}, "board[0,0]", "this is the joker's cell"),
        ({"board": {"0,0": "X", "00,1": "5H"}}, "board[00,1]", "a cell is written row,col"),
        ({"board": {"0,0": "X", "0,+1": "5H"}}, "board[0,+1]", "a cell is written row,col"),
        ({"board": {"0,0": "X", "0,1": "KD"}}, "hands[1][0]", "stands at board[0,1] already"),
        ({"board": {"0,0": "X", "0,1": 5}}, "board[0,1]", "unknown card"),
        ({"board": {}}, "board", "no card lies"),
        ({"board": []}, "board", "an object from cells to cards"),
        ({"hands": [["4H"], ["KD"]]}, "hands", "3 entries were expected, there are 2"),
        ({"hands": [["4H"], ["KD"], ["X"]]}, "hands[2]", "the joker lies on the table"),
        ({"seat": 4}, "seat", "a number from 1 to 3"),
        ({"seat": True}, "seat", "a number from 1 to 3"),
        ({"extra": 1}, "extra", "true or false"),
        ({"passes": 4}, "passes", "a number from 0 to 3"),
        ({"out": [1]}, "out[0]", "a seat that holds cards is not out"),
        ({"out": [3, 3]}, "out[1]", "the seat stands here twice"),
        ({"rules": {"players": 3, "jokers": 1}}, "rules.jokers", "unknown option"),
    ],
)
def test_impossible_positions(change, at, fault):
    found = faults(GAME.position_from_json, POSITION | change)
    assert any(place == at and fault in text for (place, _), text in found.items()), found


def test_every_fault_of_a_position_at_once():
    broken = POSITION | {
        "board": {"0,0": "X", "0,1": "5H", "0,2": "5H", "-1,1": "9C", "7,7": "1Z"},
        "hands": [["2C", "2C"], ["KD"], "x"],
        "seat": 0,
    }
    places = {at for at, _ in faults(GAME.position_from_json, broken)}
    assert places == {"board[0,2]", "board[-1,1]", "board[7,7]", "hands[0][1]", "hands[2]", "seat"}


def test_a_board_without_the_joker_may_lie_anywhere():
    now = GAME.position_from_json(POSITION | {"board": {"40,40": "5H", "40,41": "5S"}})
    assert now.board.open


def test_an_extra_placement_has_broken_the_run_of_passes():
    assert GAME.position_from_json(POSITION | {"extra": True}).passes == 0


def test_a_view_must_account_for_all_cards():
    now = state("X@0,0 5H@0,1", "4H 2C", "KD QD", "2S")
    written = GAME.view_to_json(GAME.view(now, 1))
    assert written["counts"] == [2, 2, 1]
    assert len(written["absent"]) == 46
    without = {key: value for key, value in written.items() if key != "absent"}
    assert "49 are unaccounted for" in faults(GAME.view_from_json, without)["counts", ""]
    found = faults(GAME.view_from_json, written | {"counts": [3, 2, 1]})
    assert found["counts[0]", "3"] == "seat 1 holds 3 cards, but 2 are in the hand"


def test_a_view_of_a_seat_that_is_not_to_move_says_who_is():
    now = state("X@0,0", "4H 2C", "KD QD", seat=2)
    assert "to_move" not in GAME.view_to_json(GAME.view(now, 2))
    assert GAME.view_to_json(GAME.view(now, 1))["to_move"] == 2


@pytest.mark.parametrize("read", [GAME.deal_from_json, GAME.position_from_json, GAME.view_from_json])
@pytest.mark.parametrize("obj", [{}, {"type": "deal"}, {"game": "triangle", "type": 3}])
def test_nothing_is_read_from_the_wrong_object(read, obj):
    with pytest.raises(DealError):
        read(obj)


def at_edge(row, col, cards):
    """Return a position: one card in a cell, and so many that fit it or one another in the hands of two seats."""
    hearts = ["6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "4H", "3H"]
    hands = [hearts[:cards:2], hearts[1:cards:2]]
    board = {f"{row},{col}": "5H"}
    return {"type": "position", "game": "triangle", "rules": {"players": 2}, "board": board, "hands": hands, "seat": 1}


@pytest.mark.parametrize("cell", [(999, 999), (-999, 5), (5, -999), (998, 0), (0, 996), (-997, -1)])
def test_a_board_that_could_grow_out_of_the_notation_is_refused(cell):
    room = 999 - max(map(abs, cell))
    found = faults(GAME.position_from_json, at_edge(*cell, room + 1))
    assert set(found) == {(f"board[{cell[0]},{cell[1]}]", f"{cell[0]},{cell[1]}")}
    assert "too far out: rows and columns go to ±999" in next(iter(found.values()))
    state = GAME.position_from_json(at_edge(*cell, room))
    view = GAME.view_to_json(GAME.view(state, 1))
    assert GAME.view_from_json(view) == GAME.view(state, 1)
    view["counts"][1] += 1
    assert "too far out" in " ".join(faults(GAME.view_from_json, view).values())


@given(st.integers(-999, 999), st.integers(-999, 999), st.integers(0, 10), st.randoms(use_true_random=False))
def test_what_play_makes_of_a_board_anywhere_can_be_written_and_read(row, col, cards, source):
    """The whole legal range: whatever is accepted can be played, logged, read back and shown at every step."""
    if (row, col) == (0, 0):
        return
    written = at_edge(row, col, cards)
    try:
        position = GAME.position_from_json(written)
    except DealError:
        assert max(abs(row), abs(col)) + cards > 999
        return
    assert max(abs(row), abs(col)) + cards <= 999
    lines = []
    session = Session(Origin(GAME, position=position), sink=lines.append)
    while not session.is_over:
        assert GAME.position_from_json(GAME.position_to_json(session.state)) == session.state
        seen = GAME.view(session.state, GAME.seat(session.state))
        assert GAME.view_from_json(GAME.view_to_json(seen)) == seen
        moves = GAME.legal_moves(session.state)
        assert [GAME.parse_move(GAME.format_move(move)) for move in moves] == list(moves)
        session.play(moves[int(source.random() * len(moves))])
    session.close()
    (game,) = read_log(BytesIO("\n".join(map(dumps, lines)).encode()), lambda _name: GAME)
    assert game.has_ended
