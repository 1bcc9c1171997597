"""Advice for Triangle Sevens without peeking: the moves of a view, compared by playouts in sampled worlds."""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games.triangle.rules import outcome
from solvers.advice import Advice, Candidate
from solvers.pace import kernels_are_compiled
from solvers.triangle.reasons import reasons
from solvers.triangle.search import candidates

if TYPE_CHECKING:
    from cardsolo.games.triangle.state import View

#: Playouts without a time: five times what the `search` player spends; fewer where kernels are not compiled.
PLAYOUTS: Final = 10_000
UNCOMPILED: Final = 1000


def advise(view: View, *, seconds: float | None = None, seed: int = 0) -> Advice:
    """Advise the seat to move. The chance of a move is that of winning (with play_on: the mean place, 1 the first).

    Without seconds the advice is the same on every machine whose kernels are compiled, and the same on every other.
    Raises OptionError where this seat is not to move.
    """
    if outcome(view) is not None:
        raise OptionError(_("the game is over: there is nothing to advise"))
    if view.seat != view.to_move:
        raise OptionError(_("seat {seat} is to move, and not the seat of this view").format(seat=view.to_move))
    start = perf_counter()
    playouts = PLAYOUTS if kernels_are_compiled() else UNCOMPILED
    ranked = tuple(
        Candidate(
            (str(found.move),),
            found.value,
            sqrt(found.value * (1 - found.value) / found.playouts),
            why=reasons(view, found.move),
        )
        for found in candidates(view, seed, playouts, seconds)
    )
    return Advice(ranked[0].moves, ranked, perf_counter() - start)
