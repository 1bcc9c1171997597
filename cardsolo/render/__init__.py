"""From views and events to lines of text. Each game has a module with board, describe and outcome.

A game in which a choice can cost more than its words say has `warning` too; the board shows it by itself. One whose
advisor gives facts for a move has `because`, which puts the weightiest into words, or `facts`, which puts all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from cardsolo.games import home_of

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Event, Json
    from cardsolo.render.style import Style


class Renderer(Protocol):
    """What the module of a game offers."""

    def board(self, view: Any, style: Style) -> list[str]:
        """Return the screen for the seat that the view belongs to."""
        ...

    def describe(self, event: Event, style: Style) -> str | None:
        """Return a sentence for an event, None where none is needed."""
        ...

    def outcome(self, result: Json, style: Style) -> list[str]:
        """Return the closing lines of a finished game."""
        ...

    def standings(self, standings: Json, *, over: bool, style: Style) -> list[str]:
        """Return how a match stands after a game; only for games that are played in matches."""
        ...


def renderer(game: AnyGame) -> Renderer:
    """Return the renderer of a game, loaded now."""
    home = home_of(game.name)
    return cast("Renderer", import_module(f"cardsolo.render.{game.name}" if home is None else f"{home}.render"))


def warning(game: AnyGame, view: Any) -> str:
    """Return what is to be said before the next choice where no board is shown, empty for nothing."""
    warn = getattr(renderer(game), "warning", None)
    return "" if warn is None else cast("str", warn(view))
