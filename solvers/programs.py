"""One registry of what the solvers have for each game: players, advisor, solver, statistics.

A game has a module `solvers.NAME.programs` with PROGRAMS; a game without one has no programs, and says so. Nothing
heavy is loaded before it is called.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from cardsolo.core.dealing import stream
from cardsolo.core.errors import OptionError, clip, nearest
from cardsolo.core.i18n import _
from cardsolo.core.optional import may_lack
from cardsolo.games import home_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from cardsolo.core.game import AnyGame, Json, Player
    from cardsolo.core.session import Session
    from solvers.advice import Advice
    from solvers.result import Answer
    from solvers.survey.played import Played


class Advisor(Protocol):
    """Judges a view; seconds: how long it may think, None for its own measure."""

    def __call__(self, view: Any, *, seconds: float | None = None) -> Advice: ...


@dataclass(frozen=True, slots=True)
class Program:
    """A player program. make takes the source of its randomness and what stands behind a colon in its name
    (`search:N`).

    settings: whether anything may stand there. searches: it takes its time where the kernels are not compiled.
    """

    make: Callable[[Random, str], Player[Any, Any]]
    settings: bool = False
    searches: bool = False


@dataclass(frozen=True, slots=True)
class Programs:
    """What there is for one game.

    players: by name, weakest first. advise: the advisor. explain: says of a view and its advice what the chosen moves
    keep open, give and cost. chance: what the chances of its advice are, marked for translation. solve: the solver,
    with settings of its own; instead: what to use where there is none, marked. check: says of a state, every card
    known, whether it can still be won, within some seconds. count: adds what is particular to a finished game to its
    statistics, given them, the session and the result.
    """

    players: Mapping[str, Program] = field(default_factory=dict)
    advise: Advisor | None = None
    explain: Callable[[Any, Advice], list[str]] | None = None
    chance: str = ""
    solve: Callable[..., Answer] | None = None
    instead: str = ""
    check: Callable[[Any, float], str] | None = None
    count: Callable[[Played, Session, Json], None] | None = None


NONE: Final = Programs()


def programs_of(game: AnyGame) -> Programs:
    """Return what there is for a game, nothing where it has no programs."""
    home = home_of(game.name)
    name = f"solvers.{game.name}.programs" if home is None else f"{home}.programs"
    try:
        with may_lack(name, ""):
            found: Programs = import_module(name).PROGRAMS
    except OptionError:
        return NONE
    return found


def make_player(game: AnyGame, name: str, seat: int, seed: int | None) -> Player[Any, Any]:
    """Return a player program; its randomness comes from the stream `player/<seat>` of the game's seed.

    Without a seed (a typed deal) that of seed 0 serves. Raises OptionError for a name that the game does not know.
    """
    players = programs_of(game).players
    if not players:
        raise OptionError(_("{game} has no player programs").format(game=game.name))
    kind, colon, setting = name.partition(":")
    program = players.get(kind)
    if program is None or (colon and not (setting and program.settings)):
        text = _("“{name}” is no player program of {game}; {hint}")
        raise OptionError(text.format(name=clip(name), game=game.name, hint=nearest(kind, players)))
    return program.make(stream(game.name, seed or 0, f"player/{seat}"), setting)
