"""What an advisor answers: the best way to go on, judged from a view alone. Shared by all games."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardsolo.core.i18n import _
from cardsolo.core.optional import may_lack

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Candidate:
    """moves as canonical text; chance of the objective (0–1) with its standard error, where there is one.

    reason: why, in words for the player; empty where the chance says all.
    """

    moves: tuple[str, ...]
    chance: float
    error: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best moves and all candidates that were weighed, best first; seconds: time spent."""

    moves: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    seconds: float


def advise(game: AnyGame, view: Any, seconds: float | None = None) -> Advice:
    """Ask the game's advisor, for at most about `seconds`. Raises OptionError where the game is over."""
    name = f"solvers.{game.name}.advisor"
    with may_lack(name, _("{game} has no advisor").format(game=game.name)):
        advisor = import_module(name)
    advice: Advice = advisor.advise(view, seconds=seconds)
    return advice
