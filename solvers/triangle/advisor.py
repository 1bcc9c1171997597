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
    """Advise the seat to move. The chance of a move is that of winning; with play_on it is the mean place, 1 being the
    best that is still to be had and 0 the last. A single seat is told turns instead (`alone`).

    Without seconds the advice is the same on every machine whose kernels are compiled, and the same on every other.
    Raises OptionError where this seat is not to move.
    """
    if outcome(view) is not None:
        raise OptionError(_("the game is over: there is nothing to advise"))
    if view.seat != view.to_move:
        raise OptionError(_("seat {seat} is to move, and not the seat of this view").format(seat=view.to_move))
    if len(view.counts) == 1:
        from solvers.triangle.alone import advise_alone

        alone = advise_alone(view, seconds=seconds)
        if alone is not None:
            return alone
    start = perf_counter()
    scale = _scale(view)
    playouts = PLAYOUTS if kernels_are_compiled() else UNCOMPILED
    ranked = tuple(
        Candidate(
            (str(found.move),),
            min(1.0, scale * found.value),
            scale * sqrt(found.value * (1 - found.value) / found.playouts),
            why=reasons(view, found.move),
        )
        for found in candidates(view, seed, playouts, seconds)
    )
    return Advice(ranked[0].moves, ranked, perf_counter() - start, meaning=_meaning(view))


def _scale(view: View) -> float:
    """Return what a mean place is multiplied with, so that the best place that is still to be had counts 1."""
    last, gone = len(view.counts) - 1, view.counts.count(0)
    return last / (last - gone) if view.rules.play_on and gone < last else 1.0


def _meaning(view: View) -> str:
    if not view.rules.play_on:
        return _("chance: to win")
    best = view.counts.count(0) + 1
    return _("chance: the place, 100 % for place {best} and 0 % for the last").format(best=best)
