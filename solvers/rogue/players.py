"""Programs that play Mini Rogue: `random`, `greedy` (a careful rule of thumb) and `advisor` (the fitted values)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from cardsolo.core.dealing import stream
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games.rogue.legal import legal_moves
from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.state import ATTACK, MERCHANT

if TYPE_CHECKING:
    from cardsolo.core.game import Player
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from solvers.rogue.counsel import Counsel

PLAYERS: Final = ("random", "greedy", "advisor")


class RandomPlayer:
    """Plays any legal move, all equally likely; randomness from the stream `player/<seat>`."""

    def __init__(self, seat: int, seed: int | None) -> None:
        self._random = stream("rogue", seed or 0, f"player/{seat}")

    def choose(self, view: View) -> Move:
        moves = legal_moves(view)
        return moves[int(self._random.random() * len(moves))]

    def follow(self, view: View, move: Move) -> None:  # noqa: ARG002
        self._random.random()


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


def make_player(name: str, seat: int, seed: int | None) -> Player[View, Move]:
    """Return a player program by name; seed is the game's, for programs that throw. Raises OptionError."""
    if name == "random":
        return RandomPlayer(seat, seed)
    if name == "greedy":
        from solvers.rogue.greedy import GreedyPlayer

        return GreedyPlayer()
    if name == "advisor":
        return AdvisorPlayer()
    raise OptionError(
        _("no program called {name} plays {game}; there are {names}").format(
            name=name, game="rogue", names=", ".join(PLAYERS)
        )
    )
