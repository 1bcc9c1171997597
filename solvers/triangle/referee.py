"""Replays answers of the Triangle Sevens solvers through the rules of the game; shares no code with any solver.

Counting follows rules section 8: a turn is a first placement with its extra placements, or a pass; a declined extra
placement and an end of a turn by itself (T2, T5) are no turns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardsolo.core.errors import MoveSyntaxError
from cardsolo.core.i18n import _
from cardsolo.games.triangle import rules
from cardsolo.games.triangle.moves import PASS, RESIGN, Move
from cardsolo.games.triangle.notation import parse_move
from solvers.referee import demand, demand_equal, rejected

if TYPE_CHECKING:
    from cardsolo.games.triangle.state import State
    from solvers.result import TriangleAnswer


@dataclass(frozen=True, slots=True)
class Replay:
    """turns: turns that began in the sequence, by seat; placed: cards placed, by seat; end: the state after it."""

    moves: tuple[Move, ...]
    turns: tuple[int, ...]
    placed: tuple[int, ...]
    end: State


def check_triangle(state: State, answer: TriangleAnswer) -> Replay:
    """Replay a sequence and compare it with what the answer claims.

    That nothing better exists is the solver's proof and is not checked here, only that the status fits value and bound.
    Raises SolverError.
    """
    if answer.objective == "turn":
        start = replace(state, rules=replace(state.rules, play_on=True, to_last=True))  # of the seat named, even if 0
    else:
        start = rules.enter(state) if answer.objective == "best" else rules.counted(state)
    replay = _replay(start, answer.line)
    if answer.value is None:
        demand(len(answer.line) <= (answer.objective == "best"), "a sequence without a value")
        demand(answer.status.value == "undecided", "a status without a value")
        return replay
    demand(answer.status.value != "undecided", "a value, and yet undecided")
    demand(not answer.impossible, "a value, and yet impossible")
    if isinstance(answer.value, int) and isinstance(answer.bound, int):
        short = answer.value - answer.bound if answer.objective == "turn" else answer.bound - answer.value
        demand(short <= 0, "a value beyond its bound")
    if answer.objective != "best" or len(start.hands) == 2:
        claims_proof = answer.status.value == "optimal"
        demand(claims_proof == (answer.value == answer.bound), "status, value and bound do not fit together")
    {"turn": _check_turn, "out": _check_out, "all": _check_all, "best": _check_best}[answer.objective](
        start, answer, replay
    )
    return replay


def _replay(state: State, moves: tuple[tuple[int, str], ...]) -> Replay:
    turns = [0] * len(state.hands)
    placed = [0] * len(state.hands)
    played = []
    for number, (seat, text) in enumerate(moves, 1):
        try:
            move = parse_move(text)
        except MoveSyntaxError as error:
            raise rejected(number, error) from None
        if move == RESIGN or rules.result(state) is not None:
            raise rejected(number, _("no move of a sequence"))
        if seat != state.seat:
            raise rejected(number, _("seat {seat} is to move").format(seat=state.seat))
        reason = rules.why_not(state, move)
        if reason is not None:
            raise rejected(number, reason)
        turns[seat - 1] += not state.extra
        placed[seat - 1] += move != PASS
        played.append(move)
        state = rules.play(state, move).state
    return Replay(tuple(played), tuple(turns), tuple(placed), state)


def _check_turn(start: State, answer: TriangleAnswer, replay: Replay) -> None:
    demand(sum(replay.turns) <= 1, "more than one turn")
    demand(PASS not in replay.moves, "a pass in a longest turn")
    demand(answer.seat == start.seat, "another seat is to move")
    demand_equal("placements", sum(replay.placed), answer.value)


def _check_out(start: State, answer: TriangleAnswer, replay: Replay) -> None:
    mine = answer.seat - 1
    demand(not replay.end.hands[mine], "the seat still holds cards")
    last = replay.moves[-1] if replay.moves else None
    demand(last is None or last.card in start.hands[mine], "moves after the seat's last card")
    demand_equal("turns", replay.turns[mine], answer.value)


def _check_all(start: State, answer: TriangleAnswer, replay: Replay) -> None:  # noqa: ARG001  one form for all four
    demand(not any(replay.end.hands), "cards are left")
    demand_equal("turns", sum(replay.turns), answer.value)


def _check_best(start: State, answer: TriangleAnswer, replay: Replay) -> None:
    demand(answer.seat == start.seat, "another seat is to move")
    outcome = rules.result(replay.end)
    if outcome is None:
        demand(answer.status.value != "optimal", "the line of a proved value does not end the game")
        return
    demand_equal("value", {"ranks": outcome["ranks"], "left": outcome["left"]}, answer.value)
