"""Advice for a single seat of Triangle Sevens: there is nobody to beat, so what counts is how few turns it takes."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _
from cardsolo.games.triangle.rules import placements, play
from cardsolo.games.triangle.state import State
from solvers.advice import Advice, Candidate
from solvers.triangle.reasons import reasons
from solvers.triangle.solver import solve

if TYPE_CHECKING:
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import View
    from solvers.result import TriangleAnswer

#: Search states for the answer, and for what each other candidate comes to, without a time.
NODES: Final = 1_000_000
OTHER_NODES: Final = 50_000
#: How many others are looked at.
_OTHERS: Final = 4
#: The part of the time that the answer may take.
_SHARE: Final = 0.6


def advise_alone(view: View, *, seconds: float | None = None) -> Advice | None:
    """Return the first move of the fewest turns found, and what some others take; None where no way out is found.

    seconds: about how long it may take; without it the advice is the same on every machine.
    """
    start = perf_counter()
    state = State(view.rules, view.board, (view.hand,), view.seat, extra=view.extra, passes=view.passes)
    answer = _solved(state, seconds, _SHARE, NODES)
    if not answer.moves or not isinstance(answer.value, int):
        return None
    best = answer.moves[0]
    ranked = [Candidate((str(best),), 1.0, why=reasons(view, best), turns=answer.value)]
    for move in _others(view, best):
        after = play(state, move).state
        further = _solved(after, seconds, (1 - _SHARE) / _OTHERS, OTHER_NODES).value if after.hands[0] else 0
        if isinstance(further, int):
            turns = further + (not view.extra)
            ranked.append(Candidate((str(move),), 1.0, why=reasons(view, move), turns=turns))
    return Advice(ranked[0].moves, tuple(ranked), perf_counter() - start, meaning=_meaning(answer))


def _solved(state: State, seconds: float | None, share: float, nodes: int) -> TriangleAnswer:
    if seconds is None:
        return solve(state, "all", nodes=nodes, time_limit=None, workers=1)
    return solve(state, "all", time_limit=share * seconds, workers=1)


def _others(view: View, best: Move) -> list[Move]:
    """Return other placements worth a look: of those that touch most cards one for each card."""
    found: dict[object, Move] = {}
    for move in sorted(placements(view), key=lambda move: -len(view.board.contacts(move.cell))):
        if move != best:
            found.setdefault(move.card, move)
    return list(found.values())[:_OTHERS]


def _meaning(answer: TriangleAnswer) -> str:
    if answer.value == answer.bound:
        return _("turns: until all cards are placed; {value} is the fewest, proved").format(value=answer.value)
    text = _("turns: until all cards are placed, as far as was found; fewer than {bound} are not possible")
    return text.format(bound=answer.bound)
