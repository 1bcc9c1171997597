"""Programs answer the same moves in the same way, after undo and after resume (one rule for all)."""

from __future__ import annotations

from io import BytesIO

import pytest

from cardsolo.cli.play.seats import make_players
from cardsolo.core.company import Company
from cardsolo.core.game import Follower
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find

#: Game, options, who plays, how many turns are played: thinking programs take few.
TABLES = [
    ("triangle", {"players": 3}, ("random", "greedy", "random"), 60),
    ("triangle", {"players": 2}, ("search:30", "random"), 10),
    ("dungeon", {"jokers": 1, "chain": True}, ("random",), 40),
    ("dungeon", {"jokers": 2}, ("greedy",), 40),
    ("rogue", {"difficulty": "casual"}, ("random",), 60),
    ("rogue", {"difficulty": "casual"}, ("greedy",), 60),
]
#: Its advice on a kill that empties a pile may go on or end there.
DUNGEON_ADVISOR = [("dungeon", {"jokers": seed % 3, "chain": True}, ("advisor-fast",), 60, seed) for seed in (1, 7)]
CASES = [(*table, 5) for table in TABLES] + DUNGEON_ADVISOR


def begin(name, options, names, seed, sink=None):
    game = find(name)
    session = Session(Origin(game, deal=game.deal(game.rules_of(options), seed)), sink=sink)
    session.go_on(sink, practice=True)
    return session, Company(session, lambda: make_players(game, names, seed))


def play_on(session, programs, turns):
    while not session.is_over and len(session.turns) < turns:
        programs.play()
    return [turn.move for turn in session.turns]


@pytest.mark.parametrize(("name", "options", "names", "turns", "seed"), CASES)
def test_after_undo_the_same_moves_get_the_same_answers(name, options, names, turns, seed):
    session, programs = begin(name, options, names, seed)
    moves = play_on(session, programs, turns)
    assert len(moves) > 8
    for back in (1, 4, len(moves) // 2, 10**6):
        for _undo in range(back):
            if session.why_no_undo() is not None:
                break
            session.undo()
        assert play_on(session, programs, turns)[: len(moves)] == moves


@pytest.mark.parametrize(("name", "options", "names", "turns", "seed"), CASES)
def test_after_resume_the_game_goes_on_as_it_would_have(name, options, names, turns, seed):
    lines = []
    session, programs = begin(name, options, names, seed, lines.append)
    moves = play_on(session, programs, turns)
    for cut in (2, len(lines) // 3, len(lines) - 2):
        data = "\n".join(map(dumps, lines[:cut])).encode()
        (logged,) = LogReader(find).games(BytesIO(data))
        again = logged.session
        again.go_on(None)
        resumed = Company(again, lambda: make_players(find(name), names, seed))
        assert play_on(again, resumed, turns)[: len(moves)] == moves


def test_redo_is_followed_too():
    """Moves that come back by redo count as the program's own."""
    names = ("random", "random")
    session, programs = begin("triangle", {"players": 2}, names, 3)
    moves = play_on(session, programs, 12)
    for _undo in range(5):
        session.undo()
    for _redo in range(3):
        session.redo()
    assert play_on(session, programs, 12) == moves


def test_what_another_played_meanwhile_is_taken_note_of():
    """A program that departs from its own line, because a person played its seat, goes on legally and reproducibly."""
    games = []
    for _time in range(2):
        session, programs = begin("dungeon", {"jokers": 2}, ("advisor-fast",), 4)
        play_on(session, programs, 4)
        session.play(session.game.legal_moves(session.state)[-1])
        play_on(session, programs, 9)
        session.undo()
        session.play(session.game.legal_moves(session.state)[0])
        games.append(play_on(session, programs, 14))
    assert games[0] == games[1]


def test_programs_with_chance_of_their_own_can_follow():
    for name, _options, names, _turns in TABLES:
        for player in make_players(find(name), names, 1).values():
            drawing = (
                any("source" in key or "random" in key for key in vars(player))
                if hasattr(player, "__dict__")
                else False
            )
            assert isinstance(player, Follower) or not drawing
