"""Objective `best`: every seat for itself, all hands known, under the position's own rules (rules section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import SolverError
from cardsolo.core.i18n import _
from cardsolo.games.triangle import rules
from cardsolo.games.triangle.notation import parse_move
from solvers.result import Limit, Status, TriangleAnswer
from solvers.triangle.kernel.duel import Duel
from solvers.triangle.kernel.selfish import PASS, TO_LAST, Selfish
from solvers.triangle.packed import PASS_WORD, Packed, move_text, pack_as_it_is, vector

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.triangle.state import State
    from solvers.result import Ranking
    from solvers.triangle.clock import Clock

#: Moves looked ahead, attempt by attempt; the last is more than any game has.
DEPTHS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 1000)
NO_LIMIT: Final = 1 << 62


def best(
    state: State, clock: Clock, nodes: int | None, tell: Callable[[Ranking | None, Ranking | None], None]
) -> TriangleAnswer:
    """Return the value of a position and the line of play of all seats, or the best first move found before a limit.

    With two seats the bound is the best outcome for the mover that is not refuted: the value, where that is known. tell
    is called with value and bound whenever the bound has become better.
    """
    state = rules.enter(state)
    two = len(state.hands) == 2
    if rules.result(state) is not None:
        return _answer(state, clock, _value(state), _value(state) if two else None, ())
    packed = pack_as_it_is(state)
    search = searching(state, packed, clock)
    move, bound, depth, found = PASS, None, 0, 0
    try:
        for depth in DEPTHS:
            found = search.run(depth, NO_LIMIT if nodes is None else nodes)
            if isinstance(search, Duel):
                before, bound = bound, outcome(search.hope(found), 2)
                if bound != before:
                    tell(None, bound)
            if search.aborted:
                clock.limit = clock.limit or Limit.NODES
                break
            move = int(search.choice)
            if not search.cut:
                value = outcome(found, len(packed.hands))
                line = _line(state, packed, search, depth, value)
                if line is not None:
                    return _answer(state, clock, value, value if two else None, line)
                break
            nodes = None if nodes is None else nodes - int(search.nodes)
    except KeyboardInterrupt:
        clock.limit = Limit.INTERRUPT
    return _answer(state, clock, None, bound, ((packed.seat + 1, _text(packed, move)),))


def searching(state: State, packed: Packed, clock: Clock) -> Selfish:
    """Return the search for a position that is not decided yet: with bounds where two seats play."""
    return (Duel if len(packed.hands) == 2 else Selfish)(*start(state, packed, clock))


def start(state: State, packed: Packed, clock: Clock) -> tuple[Any, ...]:
    """Return what either search is made from."""
    return (
        vector(packed.hands),
        vector(packed.board),
        packed.seat,
        int(packed.extra),
        packed.passes,
        vector(seat - 1 for seat in state.out),
        TO_LAST if state.rules.to_last else int(state.rules.play_on),
        clock.stopped,
    )


def _line(
    state: State, packed: Packed, search: Selfish, depth: int, value: Ranking
) -> tuple[tuple[int, str], ...] | None:
    """Follow the best moves to the end of the game, None if the clock stops it; value is what they must come to.

    The table holds most of what is needed. Raises SolverError.
    """
    moves: list[tuple[int, str]] = []
    while True:
        search.run(depth, NO_LIMIT)
        if search.aborted or search.cut:  # the choice is then any move
            return None
        seat, move = int(search.seat), int(search.choice)
        moves.append((seat + 1, _text(packed, move)))
        state = rules.play(state, parse_move(moves[-1][1])).state
        if rules.result(state) is not None:
            if _value(state) != value:
                text = _("the line of play comes to {found}, not to the value {value}")
                raise SolverError(text.format(found=_value(state), value=value))
            return tuple(moves)
        search.play(move)


def _text(packed: Packed, move: int) -> str:
    return PASS_WORD if move == PASS else move_text(packed, move)


def outcome(value: int, players: int) -> Ranking:
    """The value as the search packs it: nine bits a seat, its rank and six bits of cards left."""
    seats = [value >> 9 * seat & 511 for seat in range(players)]
    return {"ranks": [it >> 6 for it in seats], "left": [it & 63 for it in seats]}


def _value(end: State) -> Ranking:
    return {"ranks": list(rules.ranks(end)), "left": list(end.counts)}


def _answer(
    state: State, clock: Clock, value: Ranking | None, bound: Ranking | None, moves: tuple[tuple[int, str], ...]
) -> TriangleAnswer:
    return TriangleAnswer(
        objective="best",
        seat=moves[0][0] if moves else state.seat,
        value=value,
        bound=bound,
        status=Status.UNDECIDED if value is None else Status.OPTIMAL,
        line=moves,
        seconds=clock.seconds,
        method="search",
        limit=None if value is not None else clock.limit,
    )
