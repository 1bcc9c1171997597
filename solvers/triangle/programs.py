"""What there is for Triangle Sevens: player programs, advisor, solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from solvers.programs import Program, Programs

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.game import Json, Player
    from cardsolo.core.session import Session
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import State, View
    from solvers.advice import Advice
    from solvers.result import TriangleAnswer
    from solvers.survey.played import Played


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


def _count(played: Played, session: Session, result: Json) -> None:  # noqa: ARG001  one form for all games
    for seat, (rank, left) in enumerate(zip(result["ranks"], result["left"], strict=True), 1):
        played.count("ranks", seat, rank)
        played.number(f"left_{seat}", left)
    if len(result["ranks"]) == 1:
        played.won(result["left"] == [0])


def _explain(view: View, advice: Advice) -> list[str]:
    from solvers.triangle.why import explain

    return explain(view, advice)


PROGRAMS: Final = Programs(
    players={
        "random": Program(_random),
        "greedy": Program(_greedy),
        "search": Program(_search, settings=True, searches=True),
    },
    advise=_advise,
    explain=_explain,
    solve=solve,
    count=_count,
)
