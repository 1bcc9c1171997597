"""Long logs: states that nobody asks for are not kept, those that are asked for are right, and games are bounded."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
import thrower
from golden import paths
from logs import find_any
from thrower import Thrower

from cardsolo.core.chance import RecordedDice
from cardsolo.core.errors import IllegalMoveError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import LogReader, last_game, read_log
from cardsolo.core.session import Origin, Session

PATH = paths("rogue")["won-hard"]


def read(keep, data=None):
    (game,) = LogReader(find_any, keep=keep).games(BytesIO(PATH.read_bytes() if data is None else data))
    return game


@pytest.mark.parametrize("keep", [Keep.EVENTS, Keep.MOVES])
def test_a_state_that_is_not_kept_is_made_anew(keep):
    whole, lean = read(Keep.ALL), read(keep)
    assert len(whole.turns) > 60
    assert [lean.state_after(n) for n in range(len(lean.turns) + 1)] == [
        whole.session.start_state,
        *(turn.state for turn in whole.turns),
    ]
    assert whole.state_after(5) == whole.turns[4].state
    assert lean.session.state == whole.session.state
    assert [(turn.n, turn.seat, turn.move, turn.auto, turn.dice) for turn in lean.turns] == [
        (turn.n, turn.seat, turn.move, turn.auto, turn.dice) for turn in whole.turns
    ]


def test_few_states_are_kept_and_events_where_they_are_wanted():
    whole = read(Keep.ALL)
    for keep in (Keep.EVENTS, Keep.MOVES):
        lean = read(keep)
        assert sum(turn.state is not None for turn in lean.turns) <= 17 + len(lean.turns) // 16
        assert all(turn.line is None for turn in lean.turns)
        told = [turn.events for turn in lean.turns]
        if keep is Keep.EVENTS:
            assert told == [turn.events for turn in whole.turns]
        else:
            assert set(told[:-17]) == {()}


@pytest.mark.parametrize("back", [1, 15, 16, 17, 33, 60])
def test_undo_reaches_states_that_were_not_kept(back):
    """Back by some moves and the same moves once more, at several places of a long game."""
    whole = [json.loads(line) for line in PATH.read_text("utf-8").splitlines()]
    moves = [line for line in whole if line["type"] == "move"]
    kept = []
    for line in whole[1:]:
        if line["type"] == "undo":
            del kept[line["to"] :]
        elif line["type"] == "move":
            kept.append(line)
    assert moves
    lines = [whole[0], *kept]
    at = 1 + 64
    again = kept[64 - back : 64]
    thrown = any(line.get("dice") for line in again)
    undo = {"type": "undo", "to": 64 - back} | ({"practice": True} if thrown else {})
    lines[at:at] = [undo, *again, undo, *again]
    lines.append(whole[-1])
    data = "\n".join(map(dumps, lines)).encode()
    for keep in Keep:
        game = read(keep, data)
        assert game.has_ended
        assert game.undone == 2


class Short(Thrower):
    max_moves = 3


def short(name):
    return Short() if name == "thrower" else find_any(name)


def test_a_game_has_no_more_moves_than_its_bound_and_can_then_be_resigned():
    lines = []
    session = Session(Origin(Short(), deal=(False, None)), chance=RecordedDice([1] * 20), sink=lines.append)
    for _move in range(3):
        session.play("roll")
    with pytest.raises(IllegalMoveError, match="has had its 3 moves"):
        session.play("roll")
    assert len(session.turns) == 3
    longer = []
    session = Session(Origin(thrower.GAME, deal=(False, None)), chance=RecordedDice([1] * 20), sink=longer.append)
    for _move in range(4):
        session.play("roll")
    assert longer[:4] == lines
    data = "\n".join(map(dumps, longer)).encode()
    with pytest.raises(VerificationError, match="can only be resigned") as caught:
        list(LogReader(short).games(BytesIO(data)))
    assert caught.value.line == 5


def test_every_game_can_be_resigned_at_its_bound(monkeypatch):
    from cardsolo.games import NAMES, find

    for name in NAMES:
        game = find(name)
        monkeypatch.setattr(type(game), "max_moves", 1)
        session = Session(Origin(game, deal=game.deal(game.rules_of({}), 7)))
        if not session.turns:  # no move was forced at the start
            session.play(game.legal_moves(session.state)[0])
        assert len(session.turns) == 1
        session.play(game.parse_move("resign"))
        assert session.is_over


def test_games_are_read_one_at_a_time_and_from_a_file_that_is_closed(tmp_path):
    log = tmp_path / "games.jsonl"
    log.write_bytes(b"".join(path.read_bytes() for path in list(paths("dungeon").values())[:4]))
    games = read_log(log, find_any)
    first = next(games)
    assert first.line == 1
    assert first.result == read_end(log, 0)
    games.close()
    assert [game.result for game in read_log(str(log), find_any)] == [read_end(log, at) for at in range(4)]
    with log.open("rb") as stream:
        assert last_game(stream, find_any).result == read_end(log, 3)
    with pytest.raises(FileNotFoundError):
        next(read_log(tmp_path / "nowhere", find_any))
    log.write_bytes(b"x\n")
    with pytest.raises(Exception, match=r"games\.jsonl:1: not JSON"):
        next(read_log(log, find_any))


def read_end(log, at):
    ends = [json.loads(line) for line in log.read_text("utf-8").splitlines() if '"type":"end"' in line]
    return ends[at]["result"]


def test_what_a_game_of_a_log_is_can_be_read_off_it():
    game = read(Keep.EVENTS)
    assert repr(game).startswith("<LoggedGame rogue, seed 50, ")
    assert repr(game).endswith(" moves, won>")
    (unfinished,) = LogReader(find_any).games(BytesIO(PATH.read_bytes().splitlines()[0]))
    assert repr(unfinished) == "<LoggedGame rogue, seed 50, 0 moves, in progress>"
    assert (unfinished.game.name, unfinished.seed, list(unfinished.turns)) == ("rogue", 50, [])
