"""Replays answers of the Clear the Dungeon solvers through the rules of the game; shares no code with any solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.chance import NoChance
from cardsolo.core.errors import MoveError
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.moves import DISCARD, Move
from solvers.referee import demand, demand_equal, rejected
from solvers.result import DungeonAnswer, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.games.dungeon.state import State


def check_dungeon(state: State, answer: DungeonAnswer) -> tuple[Move, ...]:
    """Replay a line of play and compare it with what the answer claims; return its moves.

    kills and spare must be exactly what the moves reach, a clear must be one, and the last move must be a kill. That
    nothing better exists is the solver's proof and is not checked here, only that an undecided
    verdict claims no proof and names a limit. Raises SolverError.
    """
    moves, end = _replay(state, answer.line)
    cleared = not any(end.piles)
    demand_equal("clear", cleared, answer.verdict is Verdict.CLEARABLE)
    demand_equal("kills", len(end.killed), answer.kills)
    demand_equal("spare", len(end.hand) + len(end.deck) if cleared else None, answer.spare)
    if answer.verdict is Verdict.UNDECIDED:
        demand(not answer.optimal, "an undecided verdict, and yet a proved optimum")
        demand(answer.limit is not None, "an undecided verdict, and yet no limit")
    return moves


def played_out(state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves of a line and after it discards until the game is over, so that its log has an end."""
    game = Dungeon()
    line = list(moves)
    state = game.enter(state, NoChance()).state
    for move in line:
        state = game.apply(state, move, NoChance()).state
    while game.result(state) is None:
        line.append(Move(state.hand[0], DISCARD))
        state = game.apply(state, line[-1], NoChance()).state
    return tuple(line)


def _replay(state: State, texts: Iterable[str]) -> tuple[tuple[Move, ...], State]:
    game = Dungeon()
    state = game.enter(state, NoChance()).state
    moves = []
    kills = 1
    for number, text in enumerate(texts, 1):
        try:
            move = game.parse_move(text)
            after = game.apply(state, move, NoChance()).state
        except MoveError as error:
            raise rejected(number, error) from None
        kills = len(after.killed) - len(state.killed)
        moves.append(move)
        state = after
    demand(kills > 0, "its last move kills nothing")
    return tuple(moves), state
