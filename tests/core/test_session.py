"""The session: what is emitted when, what undo, redo, forced moves and dice do. A little dice game shows all of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thrower import GAME, Thrower, read, seeded, throwing

from cardsolo.core.chance import NoDiceError, RecordedDice, SeededDice
from cardsolo.core.errors import IllegalMoveError, UndoError
from cardsolo.core.session import Origin, Session
from cardsolo.games import find


def moves(session):
    return [turn.move for turn in session.turns]


def test_every_line_is_emitted_when_it_happens():
    session, lines = throwing(2, 3, 6, 1, 2)
    assert [line["type"] for line in lines] == ["start"]
    assert lines[0]["dice"] == [2]
    session.play("roll")
    assert lines[1:] == [
        {"type": "move", "n": 1, "seat": 1, "move": "roll", "dice": [3],
         "events": [{"type": "thrown", "dice": [3], "score": 5}]}
    ]  # fmt: skip
    played = session.play("roll")
    assert [turn.move for turn in played] == ["roll", "again"]
    assert [turn.auto for turn in played] == [False, True]
    assert [(line["n"], line["seat"], line.get("auto"), line["dice"]) for line in lines[2:]] == [
        (2, 2, None, [6]),
        (3, 1, True, [1, 2]),
    ]
    session.play("hold")
    assert session.is_over
    assert "dice" not in lines[-1]
    session.close()
    session.close()
    assert lines[5:] == [{"type": "end", "result": {"outcome": "held"}}]
    assert session.lines() == lines


def test_an_unfinished_game_gets_no_end_line():
    session, lines = throwing(2, 3)
    session.play("roll")
    session.close()
    assert [line["type"] for line in lines] == ["start", "move"]
    assert session.lines() == lines


def test_forced_moves_of_the_start_are_made_at_once():
    session, lines = throwing(6, 6, 6, 1, 1)
    assert moves(session) == ["again", "again"]
    assert [line["type"] for line in lines] == ["start", "move", "move"]
    assert session.state.score == 20


def test_forced_moves_end_with_the_game():
    session, _lines = throwing(6, 6, 6, 6, 6)
    assert moves(session) == ["again", "again"]
    assert session.is_over


def test_without_auto_nothing_is_forced():
    session, _lines = throwing(6, 1, 1, auto=False)
    assert moves(session) == []
    assert GAME.legal_moves(session.state) == ("again",)


def test_an_illegal_move_changes_and_writes_nothing():
    session, lines = throwing(2, 3, practice=True)
    session.play("roll")
    session.undo()
    before = (session.state, list(session.turns), list(lines))
    with pytest.raises(IllegalMoveError) as caught:
        session.play("again")
    assert caught.value.reason.rule == "2"
    assert (session.state, session.turns, lines) == before
    assert [turn.move for turn in session.redo()] == ["roll"]


def test_a_move_whose_dice_run_out_changes_and_writes_nothing():
    session, lines = throwing(2, 3)
    session.play("roll")
    before = (session.state, list(session.turns), list(lines))
    with pytest.raises(NoDiceError):
        session.play("roll")
    assert (session.state, session.turns, lines) == before


def test_undo_goes_back_to_the_old_state_itself():
    game = find("dungeon")
    lines = []
    session = Session(Origin(game, deal=game.deal(game.rules_of({}), 1)), sink=lines.append)
    states = [session.state]
    for _move in range(6):
        session.play(game.legal_moves(session.state)[-1])
        states.append(session.state)
    for back in range(5, -1, -1):
        taken = session.undo()
        assert [turn.n for turn in taken] == [back + 1]
        assert session.state is states[back]
        assert lines[-1] == {"type": "undo", "to": back}
    with pytest.raises(UndoError):
        session.undo()
    for forth in range(1, 7):
        assert [turn.n for turn in session.redo()] == [forth]
        assert session.state == states[forth]
    with pytest.raises(UndoError):
        session.redo()


def test_a_new_move_forgets_what_was_undone():
    session, _lines = throwing(1, 1, 1, 1, practice=True)
    session.play("roll")
    session.play("roll")
    session.undo()
    session.undo()
    session.play("roll")
    with pytest.raises(UndoError):
        session.redo()


def test_undo_never_takes_back_a_thrown_die_without_practice():
    session, lines = throwing(2, 3)
    session.play("roll")
    before = (session.state, list(lines))
    with pytest.raises(UndoError, match="--practice"):
        session.undo()
    assert (session.state, lines) == before
    session.play("hold")
    assert [turn.move for turn in session.undo()] == ["hold"]
    assert lines[-1] == {"type": "undo", "to": 1}
    assert not session.is_over


def test_practice_takes_a_die_back_and_the_same_one_falls_again():
    session, lines = throwing(2, 6, 1, 2, 4, practice=True)
    session.play("roll")
    assert moves(session) == ["roll", "again"]
    taken = session.undo()
    assert [turn.move for turn in taken] == ["roll", "again"]
    assert lines[-1] == {"type": "undo", "to": 0, "practice": True}
    assert session.dice_thrown == 1
    session.play("roll")
    assert [turn.dice for turn in session.turns] == [(6,), (1, 2)]
    session.play("roll")
    assert session.turns[-1].dice == (4,)


def test_redo_brings_the_forced_moves_too():
    session, lines = throwing(2, 6, 1, 2, 4, practice=True)
    session.play("roll")
    session.play("roll")
    end = session.state
    session.undo()
    session.undo()
    assert moves(session) == []
    assert [turn.move for turn in session.redo()] == ["roll", "again"]
    assert [turn.move for turn in session.redo()] == ["roll"]
    assert session.state == end
    with pytest.raises(UndoError):
        session.redo()
    assert read(lines).state == end


def test_undo_of_one_seat_takes_the_others_moves_with_it():
    session, lines = throwing(1, 1, 1, 1, 1, practice=True)
    for _turn in range(4):
        session.play("roll")
    assert [turn.n for turn in session.undo(frozenset({1}))] == [3, 4]
    assert lines[-1]["to"] == 2
    assert [turn.n for turn in session.undo(frozenset({2}))] == [2]
    with pytest.raises(UndoError):
        session.undo(frozenset({2}))


def test_redo_brings_back_all_that_one_undo_took():
    session, _lines = throwing(1, 1, 1, 1, 1, 1, practice=True)
    for _turn in range(4):
        session.play("roll")
    end = session.state
    assert [turn.n for turn in session.undo(frozenset({1}))] == [3, 4]
    assert [turn.n for turn in session.undo()] == [2]
    assert [turn.n for turn in session.redo()] == [2]
    assert [turn.n for turn in session.redo()] == [3, 4]
    assert session.state == end


def test_restart_takes_all_back_and_redo_brings_it_back():
    session, lines = throwing(1, 1, 1, 1, practice=True)
    for _turn in range(3):
        session.play("roll")
    end = session.state
    assert [turn.n for turn in session.restart()] == [1, 2, 3]
    assert lines[-1]["to"] == 0
    assert [turn.n for turn in session.redo()] == [1, 2, 3]
    assert session.state == end
    assert [turn.n for turn in session.restart(frozenset({2}))] == [2, 3]
    session.undo()
    with pytest.raises(UndoError, match="no move to take back"):
        session.restart()
    strict, _lines = throwing(1, 1)
    strict.play("roll")
    with pytest.raises(UndoError, match="--practice"):
        strict.restart()


def test_why_no_undo_says_what_undo_would():
    session, _lines = throwing(2, 3, 1)
    assert session.why_no_undo() == "there is no move to take back"
    session.play("roll")
    assert "a die has been thrown since" in session.why_no_undo()
    session.play("hold")
    assert session.why_no_undo() is None
    session.close()
    assert session.why_no_undo() == "the game is over and its end is written: nothing can be taken back"


def test_a_practice_game_is_one_after_resume():
    _session, lines = throwing(2, 3, 1, practice=True)
    assert lines[0]["practice"] is True
    resumed = read(lines)
    resumed.go_on(None, RecordedDice([2, 3, 1]))
    resumed.play("roll")
    assert [turn.move for turn in resumed.undo()] == ["roll"]
    assert "practice" not in throwing(2, 3)[1][0]


def test_a_game_that_went_back_behind_a_die_is_a_practice_game():
    """Also by its undo line alone, as in logs whose start line did not say so."""
    session, lines = throwing(2, 3, 1)
    session.go_on(lines.append, RecordedDice([2, 3, 1]), practice=True)
    session.play("roll")
    session.undo()
    resumed = read(lines)
    assert "practice" not in lines[0]
    assert resumed.practice


def test_undo_reopens_a_finished_game_until_it_is_closed():
    session, lines = throwing(2)
    session.play("hold")
    session.undo()
    assert not session.is_over
    session.redo()
    session.close()
    with pytest.raises(UndoError):
        session.undo()
    assert lines[-1]["type"] == "end"
    assert read(lines).is_over


@pytest.mark.parametrize("n", [-1, 2, 3])
def test_back_to_a_move_that_is_not_there(n):
    session, _lines = throwing(1, 1, 1)
    session.play("roll")
    session.play("roll")
    with pytest.raises(UndoError):
        session.back_to(n)
    session.back_to(1)
    assert moves(session) == ["roll"]


def test_a_seeded_game_throws_its_seed():
    session, _lines = seeded(7)
    while not session.is_over:
        session.play("roll")
    thrown = [*session.start_dice, *(die for turn in session.turns for die in turn.dice)]
    dice = SeededDice("thrower", 7)
    assert thrown == [dice.die() for _ in thrown]
    assert session.dice_thrown == len(thrown)


@given(st.integers(0, 999), st.lists(st.sampled_from(["roll", "undo", "redo", "hold", "seat"]), max_size=25))
def test_dice_do_not_depend_on_what_was_taken_back(seed, actions):
    """Whatever is undone and played again: the log verifies, goes on by resume, and the dice are the seed's, in order."""
    session, lines = seeded(seed, practice=True)
    for action in actions:
        try:
            if action == "undo":
                session.undo()
            elif action == "seat":
                session.undo(frozenset({1}))
            elif action == "redo":
                session.redo()
            else:
                session.play(action)
        except (UndoError, IllegalMoveError):
            continue
    thrown = [*session.start_dice, *(die for turn in session.turns for die in turn.dice)]
    dice = SeededDice("thrower", seed)
    assert thrown == [dice.die() for _ in thrown]
    resumed = read(lines)
    assert resumed.state == session.state
    assert resumed.turns == session.turns
    assert read(session.lines()).turns == session.turns
    if not session.is_over:
        more = []
        resumed.go_on(more.append)
        resumed.play("roll")
        session.play("roll")
        assert resumed.turns == session.turns
        assert read(lines[: -len(more)] + more).turns == session.turns


def test_going_on_makes_the_forced_move_that_a_torn_log_lacks():
    session, lines = throwing(2, 6, 1, 2)
    session.play("roll")
    torn = read(lines[:2])
    more = []
    torn.go_on(more.append, RecordedDice([2, 6, 1, 2]))
    assert more == lines[2:]
    assert torn.state == session.state


def test_a_position_goes_on_with_the_dice_of_its_seed():
    session, _lines = seeded(3)
    session.play("roll")
    position = GAME.position_from_json(GAME.position_to_json(session.state))
    lines = []
    later = Session(Origin(GAME, position=position), sink=lines.append)
    assert later.dice_thrown == session.dice_thrown
    assert later.origin.seed == 3
    later.play("roll")
    session.play("roll")
    assert later.turns[0].dice == session.turns[-len(later.turns)].dice
    assert later.state == session.state
    assert lines[0]["position"]["score"] == position.score
    assert read(lines).state == later.state


def test_a_position_without_a_seed_has_no_dice():
    session = Session(Origin(GAME, position=GAME.position_from_json(GAME.position_to_json(throwing(2)[0].state))))
    with pytest.raises(NoDiceError):
        session.play("roll")
    session.play("hold")
    assert session.is_over


def test_extra_fields_stand_in_the_start_line():
    session, lines = throwing(2, extra={"match": {"game": 1}})
    assert lines[0]["match"] == {"game": 1}
    assert session.lines()[0] == lines[0]


def test_without_a_sink_nothing_is_needed():
    session = Session(Origin(Thrower(), deal=(False, 1)))
    session.play("roll")
    session.close()
    assert session.turns
