"""What there is for Clear the Dungeon: player programs, advisor, solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, marked
from solvers.programs import Program, Programs

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from cardsolo.core.game import Json, Player
    from cardsolo.core.session import Session
    from cardsolo.games.dungeon.moves import Move
    from cardsolo.games.dungeon.state import State, View
    from solvers.advice import Advice
    from solvers.result import DungeonAnswer
    from solvers.survey.played import Played


def _random(source: Random, _setting: str) -> Player[View, Move]:
    from cardsolo.games.dungeon.rules import legal_moves
    from solvers.players import RandomPlayer

    return RandomPlayer(source, legal_moves)


def _greedy(_source: Random, _setting: str) -> Player[View, Move]:
    from solvers.dungeon.players import GreedyPlayer

    return GreedyPlayer()


def _fast(source: Random, _setting: str) -> Player[View, Move]:
    from solvers.dungeon.advisor import FAST
    from solvers.dungeon.players import AdvisorPlayer

    return AdvisorPlayer(source, FAST)


def _full(source: Random, _setting: str) -> Player[View, Move]:
    from solvers.dungeon.players import AdvisorPlayer

    return AdvisorPlayer(source)


def _advise(view: View, *, seconds: float | None = None) -> Advice:
    from solvers.dungeon.advisor import advise

    return advise(view, seconds=seconds)


def _by_search(state: State, **limits: Any) -> DungeonAnswer:
    from solvers.dungeon.solver import solve

    return solve(state, **limits)


def _by_cpsat(state: State, **limits: Any) -> DungeonAnswer:
    from solvers.dungeon.cpsat import solve

    return solve(state, **limits)


#: Two independent methods; the first is the default.
METHODS: Final[dict[str, Callable[..., DungeonAnswer]]] = {"search": _by_search, "cpsat": _by_cpsat}


def solve(state: State, *, method: str = "search", proof: bool = False, **limits: Any) -> DungeonAnswer:
    """Solve a position; with proof by both methods, compared. limits: as `solvers.dungeon.solver.solve` takes them.

    Interrupted while the second method runs, the answer of the first stands, with Limit.INTERRUPT. Raises OptionError
    for an unknown method, SolverError where the methods disagree.
    """
    from dataclasses import replace

    from solvers.agreement import joined
    from solvers.result import Limit

    if method not in METHODS:
        raise OptionError(_("method cannot be {name}; there are {known}").format(name=method, known=", ".join(METHODS)))
    first = METHODS[method](state, **limits)
    if not proof:
        return first
    second = None
    if first.limit is not Limit.INTERRUPT:
        (other,) = METHODS.keys() - {method}
        second = METHODS[other](state, **limits)
    answer = joined(first, second)
    stopped = second is not None and second.limit is Limit.INTERRUPT
    return replace(answer, limit=Limit.INTERRUPT) if stopped else answer


def _check(state: State, seconds: float) -> str:
    from solvers.dungeon.solver import solve
    from solvers.result import Verdict

    answer = solve(state, time_limit=seconds)
    if answer.verdict is Verdict.CLEARABLE:
        return _("The dungeon can still be cleared.")
    if answer.verdict is Verdict.NOT_CLEARABLE:
        text = _("Lost, proved: in no way can it be cleared any more; the most is {kills} of 12 kills.")
        if not answer.optimal:
            text = _("Lost, proved: in no way can it be cleared any more.")
        return text.format(kills=answer.kills)
    return _("Not decided in {seconds:g} s.").format(seconds=seconds)


def _count(played: Played, session: Session, result: Json) -> None:  # noqa: ARG001  one form for all games
    played.won(result["outcome"] == "cleared")
    played.number("kills", result["kills"])
    if result["spare"] is not None:
        played.number("spare", result["spare"])


def _explain(view: View, advice: Advice) -> list[str]:
    from solvers.dungeon.why import explain

    return explain(view, advice)


PROGRAMS: Final = Programs(
    players={
        "random": Program(_random),
        "greedy": Program(_greedy),
        "advisor-fast": Program(_fast, searches=True),
        "advisor": Program(_full, searches=True),
    },
    advise=_advise,
    explain=_explain,
    chance=marked("chance: to clear the dungeon, all orders of the unseen cards being equally likely"),
    solve=solve,
    check=_check,
    count=_count,
)
