"""The program that plays Mini Rogue by the advisor's fitted values; `greedy` is in greedy.py."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.state import ATTACK, MERCHANT

if TYPE_CHECKING:
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from solvers.rogue.counsel import Counsel


class AdvisorPlayer:
    """Plays what the advisor thinks best."""

    def choose(self, view: View) -> Move:
        from solvers.rogue.counsel import run_of

        counsel = _counsel(locked=view.rules.key)
        if view.phase == ATTACK:
            best = counsel.best_throw(view)
            if best is not None:
                return BY_TEXT[best]
        if view.phase == MERCHANT:
            return BY_TEXT[counsel.next_trade(run_of(view))]
        return counsel.weigh(view)[0].move


@cache
def _counsel(*, locked: bool) -> Counsel:
    """Return the counsel that all games of a process share: it never depends on what was asked before."""
    from solvers.rogue.counsel import Counsel

    return Counsel(locked=locked)
