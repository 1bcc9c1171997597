"""What there is for Triangle Sevens: player programs, advisor, solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.i18n import marked
from solvers.programs import Program, Programs

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.game import Player
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import State, View
    from solvers.advice import Advice
    from solvers.result import TriangleAnswer


def _random(source: Random, _setting: str) -> Player[View, Move]:
    from cardsolo.games.triangle.rules import legal_moves
    from solvers.players import RandomPlayer

    return RandomPlayer(source, legal_moves)


def _greedy(source: Random, _setting: str) -> Player[View, Move]:
    from solvers.triangle.players import GreedyPlayer

    return GreedyPlayer(source)


def _search(source: Random, setting: str) -> Player[View, Move]:
    from solvers.triangle.players import SearchPlayer, read_limits

    return SearchPlayer(source, *read_limits(setting))


def _advise(view: View, *, seconds: float | None = None) -> Advice:
    from solvers.triangle.advisor import advise

    return advise(view, seconds=seconds)


def solve(state: State, **settings: Any) -> TriangleAnswer:
    """Answer one objective; settings: as `solvers.triangle.solver.solve` takes them."""
    from solvers.triangle.solver import solve

    return solve(state, **settings)


PROGRAMS: Final = Programs(
    players={"random": Program(_random), "greedy": Program(_greedy), "search": Program(_search, settings=True)},
    advise=_advise,
    chance=marked("chance: to win (with play-on: the place, 100 % the first and 0 % the last)"),
    solve=solve,
)
