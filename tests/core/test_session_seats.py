"""Undo behind what others have shown: it is marked in the log, and a mark without a cause is refused."""

from __future__ import annotations

from io import BytesIO

import pytest
from thrower import read, throwing

from cardsolo.core.errors import VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find


def three_seats():
    """Return a game of Triangle Sevens for three seats, and its lines."""
    game = find("triangle")
    lines = []
    session = Session(Origin(game, deal=game.deal(game.rules_of({"players": 3}), 2)), sink=lines.append)
    return session, lines


def read_triangle(lines):
    (game,) = LogReader(find).games(BytesIO("\n".join(map(dumps, lines)).encode()))
    return game.session


def marks(lines):
    return [line.get("practice", False) for line in lines if line["type"] == "undo"]


def test_undo_behind_moves_of_others_is_marked():
    session, lines = three_seats()
    for _seat in range(3):
        session.play(session.game.legal_moves(session.state)[0])
    session.undo(frozenset({1}))
    assert marks(lines) == [True]
    session.play(session.game.legal_moves(session.state)[1])
    session.undo()  # nobody has moved since
    assert marks(lines) == [True, True]  # but seat 1 knows what the others did before
    assert read_triangle(lines).turns == session.turns


def test_undo_of_ones_own_last_move_is_not_marked():
    session, lines = three_seats()
    for _seat in range(3):
        session.play(session.game.legal_moves(session.state)[0])
        session.undo()
        session.play(session.game.legal_moves(session.state)[0])
    assert marks(lines) == [False] * 3
    assert read_triangle(lines).turns == session.turns


def test_undo_step_by_step_is_marked_like_undo_at_once():
    session, lines = three_seats()
    session.play(session.game.legal_moves(session.state)[0])
    session.play(session.game.legal_moves(session.state)[0])
    session.undo()
    session.undo()
    assert marks(lines) == [False, True]
    assert read_triangle(lines).state == session.state


def test_a_mark_without_a_cause_is_refused_and_a_missing_one_behind_moves_is_not():
    """Logs from before the mark have none behind moves of others; one behind dice was always there."""
    session, lines = three_seats()
    session.play(session.game.legal_moves(session.state)[0])
    session.undo()
    lines[-1]["practice"] = True
    with pytest.raises(VerificationError, match="behind a thrown die or behind moves of other seats"):
        read_triangle(lines)
    session, lines = three_seats()
    session.play(session.game.legal_moves(session.state)[0])
    session.play(session.game.legal_moves(session.state)[0])
    session.undo(frozenset({1}))
    del lines[-1]["practice"]
    assert not read_triangle(lines).turns
    _session, lines = throwing(2, 3, practice=True)
    _session.play("roll")
    _session.undo()
    del lines[-1]["practice"]
    with pytest.raises(VerificationError, match="marked as practice"):
        read(lines)
