"""Replays the answers of solvers through the rules of the games; shares no code with any solver.

An answer that the referee rejects is an error of the solver, never an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.chance import NoChance
from cardsolo.core.errors import MoveError, SolverError
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.moves import DISCARD, Move
from solvers.result import DungeonAnswer, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.games.dungeon.state import State


def check_dungeon(state: State, answer: DungeonAnswer) -> tuple[Move, ...]:
    """Replay a line of play and compare it with what the answer claims; return its moves.

    kills and spare must be exactly what the moves reach, a clear must be one, and the last move must be a kill. That
    nothing better exists is the solver's proof and is not checked here. Raises SolverError.
    """
    moves, end = _replay(state, answer.moves)
    cleared = not any(end.piles)
    spare = len(end.hand) + len(end.deck) if cleared else None
    claims = (
        (cleared, answer.verdict is Verdict.CLEARABLE, "clear"),
        (len(end.killed), answer.kills, "kills"),
        (spare, answer.spare, "spare"),
    )
    for found, claimed, name in claims:
        if found != claimed:
            text = _("the referee rejects the answer: {name} is {found}, not {claimed}")
            raise SolverError(text.format(name=name, found=found, claimed=claimed))
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
    killed = len(state.killed)
    for number, text in enumerate(texts, 1):
        try:
            move = game.parse_move(text)
            after = game.apply(state, move, NoChance()).state
        except MoveError as error:
            message = _("the referee rejects move {n} of the answer: {cause}")
            raise SolverError(message.format(n=number, cause=error)) from None
        killed = len(after.killed) - len(state.killed)
        moves.append(move)
        state = after
    if moves and not killed:
        raise SolverError(_("the referee rejects the answer: its last move kills nothing"))
    return tuple(moves), state
