"""What there is for Mini Rogue: player programs and advisor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import marked
from solvers.programs import Program, Programs

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.game import Player
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from solvers.advice import Advice


def _random(source: Random, _setting: str) -> Player[View, Move]:
    from cardsolo.games.rogue.legal import legal_moves
    from solvers.players import RandomPlayer

    return RandomPlayer(source, legal_moves)


def _greedy(_source: Random, _setting: str) -> Player[View, Move]:
    from solvers.rogue.greedy import GreedyPlayer

    return GreedyPlayer()


def _advisor(_source: Random, _setting: str) -> Player[View, Move]:
    from solvers.rogue.players import AdvisorPlayer

    return AdvisorPlayer()


def _advise(view: View, *, seconds: float | None = None) -> Advice:
    from solvers.rogue.advisor import advise

    return advise(view, seconds=seconds)


PROGRAMS: Final = Programs(
    players={"random": Program(_random), "greedy": Program(_greedy), "advisor": Program(_advisor)},
    advise=_advise,
    chance=marked("chance: to win the game, as estimated by the advisor"),
    instead=marked("Mini Rogue has no solve: use `cardsolo odds rogue`, `advise rogue` or `survey rogue`"),
)
