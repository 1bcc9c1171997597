"""The registry of games: loaded one at a time, when asked for by name.

A package from elsewhere can bring a game: its entry point in the group `cardsolo.games` has the game's name and its
class, as in `toy = "toy_game.game:Toy"`. The other parts then lie beside that module: `render`, `pictures`, `programs`,
and the rules pages in `locale/LANGUAGE/NAME.md`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from cardsolo.core.errors import OptionError, clip, nearest
from cardsolo.core.i18n import _, rules_page

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame

GROUP: Final = "cardsolo.games"
_GAMES: Final = {
    "dungeon": "cardsolo.games.dungeon.game:Dungeon",
    "triangle": "cardsolo.games.triangle.game:Triangle",
    "rogue": "cardsolo.games.rogue.game:Rogue",
}
#: The games that come with the program.
NAMES: Final = tuple(_GAMES)


def find(name: str) -> AnyGame:
    """Return the game of that name. Raises OptionError for an unknown one."""
    target = _GAMES.get(name) or installed().get(name)
    if target is None:
        raise OptionError(_("“{name}” is no game; {hint}").format(name=clip(name), hint=nearest(name, names())))
    module, _colon, attribute = target.partition(":")
    return cast("AnyGame", getattr(import_module(module), attribute)())


def installed() -> dict[str, str]:
    """Return the games of other packages: name -> module:class. Looked up each time, for it is rarely asked."""
    from importlib.metadata import entry_points  # noqa: PLC0415  not light, and start-up time counts

    return {entry.name: entry.value for entry in entry_points(group=GROUP) if entry.name not in _GAMES}


def names() -> tuple[str, ...]:
    """Return the names of all games there are, those of other packages last."""
    return (*NAMES, *sorted(installed()))


def home_of(name: str) -> str | None:
    """Return the package that holds the parts of a game from elsewhere, None for a game that comes with the program."""
    return None if name in _GAMES else installed()[name].partition(":")[0].rpartition(".")[0]


def page_of(name: str) -> str:
    """Return the rules page of a game, wherever it comes from."""
    return rules_page(name, home_of(name) or "cardsolo")
