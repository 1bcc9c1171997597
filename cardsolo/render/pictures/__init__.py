"""Pictures of all three games: a view or a state becomes a `Scene`, scenes become SVG documents, sheets and pages.

Each game has a module here with `scene`; `drawer` finds it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from cardsolo.core.i18n import _
from cardsolo.core.optional import may_lack
from cardsolo.games import home_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.game import AnyGame
    from cardsolo.core.session import Turn
    from cardsolo.render.pictures.scene import Scene


class Drawer(Protocol):
    """What the picture module of a game offers."""

    def scene(
        self,
        seen: Any,
        title: str,
        *,
        history: Iterable[Turn] = (),
        last: Turn | None = None,
        labels: bool = False,
        room_for: Any = None,
    ) -> Scene:
        """Draw a view, hidden cards as backs, or a state, in which every card is known.

        title: the heading. history: the turns up to here, for what a view does not tell (who placed a card, and when);
        last: the turn whose changes are marked. labels: coordinates, where the game has them. room_for: a later state
        of the same game, whose room the picture takes, so that pictures that follow one another stand still.
        """
        ...


def drawer(game: AnyGame) -> Drawer:
    """Return the picture module of a game, loaded now. Raises OptionError for a game without one."""
    home = home_of(game.name)
    name = f"cardsolo.render.pictures.{game.name}" if home is None else f"{home}.pictures"
    text = _("{game} has no pictures; `replay` and `play` show it as text")
    with may_lack(name, text.format(game=game.name)):
        return cast("Drawer", import_module(name))
