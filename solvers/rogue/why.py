"""The chance of a game of Mini Rogue before a choice, and that of the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _
from cardsolo.games.rogue.state import ATTACK, SPELL
from solvers.rogue.advisor import percent, survival
from solvers.rogue.counsel import run_of

if TYPE_CHECKING:
    from cardsolo.games.rogue.state import View
    from solvers.advice import Advice


def explain(view: View, advice: Advice) -> list[str]:
    """Return the chance to win before the choice, and in a fight that to survive it, by the best and the advised."""
    before = percent(advice.candidates[0].chance)
    lines = [_("before the choice: {chance} % to win the game, if the best is chosen now").format(chance=before)]
    odds = survival(view, run_of(view)) if view.phase in {ATTACK, SPELL} else {}
    if odds:
        most, now = max(odds.values()), odds[advice.moves[0]]
        lines.append(_("the fight alone: {chance} % to survive it at best").format(chance=percent(most)))
        if most - now > 0.0005:
            text = _("the advised move gives up {points} points of that for what the game is worth afterwards")
            lines.append(text.format(points=f"{100 * (most - now):.1f}"))
    return lines
