"""The gate that every answer passes before it leaves a solver: it is replayed through the rules of its game.

Each game's referee (`solvers/NAME/referee.py`) shares no code with any solver. An answer that it rejects is an error of
the solver, never an answer.
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from cardsolo.core.errors import SolverError
from cardsolo.core.i18n import _
from solvers.result import Answer

if TYPE_CHECKING:
    from collections.abc import Callable


class Position(Protocol):
    """What every state of every game has."""

    @property
    def rules(self) -> Any: ...


S = TypeVar("S", bound=Position)
A = TypeVar("A", bound=Answer)
P = ParamSpec("P")


def refereed(
    check: Callable[[Any, A], object],
) -> Callable[[Callable[Concatenate[S, P], A]], Callable[Concatenate[S, P], A]]:
    """Let the answers of a solver out only after check(state, answer), which raises SolverError for a false one.

    The answer that comes out knows the rules that it was checked by.
    """

    def gate(solve: Callable[Concatenate[S, P], A]) -> Callable[Concatenate[S, P], A]:
        @wraps(solve)
        def checked(state: S, /, *args: P.args, **kwargs: P.kwargs) -> A:
            answer = solve(state, *args, **kwargs)
            check(state, answer)
            return replace(answer, rules=state.rules)

        return checked

    return gate


def demand(holds: bool, fault: str) -> None:
    """Raise SolverError for a fault of an answer unless holds. fault is not translated: it speaks to us."""
    if not holds:
        raise SolverError(_("the referee rejects the answer: {fault}").format(fault=fault))


def demand_equal(name: str, found: object, claimed: object) -> None:
    """Raise SolverError where an answer claims something else than its moves reach."""
    if found != claimed:
        text = _("the referee rejects the answer: {name} is {found}, not {claimed}")
        raise SolverError(text.format(name=name, found=found, claimed=claimed))


def rejected(number: int, cause: object) -> SolverError:
    """Return the error of a move, counted from 1, that cannot be played."""
    return SolverError(_("the referee rejects move {n} of the answer: {cause}").format(n=number, cause=cause))
