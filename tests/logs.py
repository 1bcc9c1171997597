"""Logs to read, and how the tests read them."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
import thrower
from support import FIXTURES

from cardsolo.core.chance import RecordedDice
from cardsolo.core.errors import FormatError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find

GOLDEN = sorted(FIXTURES.glob("*/golden/*.jsonl"))


def find_any(name):
    """The registry and the tests' own dice game."""
    return thrower.find(name) if name == "thrower" else find(name)


def read(data, reader=None):
    """Return the games of a log, given as bytes or as lines."""
    if not isinstance(data, bytes):
        data = b"\n".join(data) + b"\n"
    return list((reader or LogReader(find_any)).games(BytesIO(data)))


def fault(data, kind=FormatError):
    """Return (line, message) of the fault that a log is refused for."""
    with pytest.raises(kind) as caught:
        read(data)
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
    return caught.value.line, caught.value.bare


# --- every single character ---------------------------------------------------------------------------------------
def short_log(name, seed, length, **options):
    """Return the lines of a game with undo that a random player resigns after some moves; forced moves included."""
    game = find(name)
    lines = []
    deal = game.deal(game.rules_of(options), seed)
    session = Session(Origin(game, deal=deal), sink=lines.append, practice=True)
    source = random.Random(seed)
    for number in range(length):
        moves = game.legal_moves(session.state)
        session.play(moves[-1] if number % 2 else moves[int(source.random() * len(moves))])
        if number % 4 == 2:
            session.undo()
    session.play(game.parse_move("resign"))
    session.close()
    return [dumps(line).encode() for line in lines]


def dice_log():
    """A log with dice, forced moves, and an undo behind a thrown die."""
    lines = []
    session = Session(
        Origin(thrower.GAME, deal=(False, None)),
        chance=RecordedDice([1, 2, 6, 3, 4, 6, 1, 2, 5]),
        sink=lines.append,
        practice=True,
    )
    for action in ("roll", "roll", "undo", "roll", "hold", "undo", "roll", "hold"):
        session.undo() if action == "undo" else session.play(action)
    session.close()
    return [dumps(line).encode() for line in lines]
