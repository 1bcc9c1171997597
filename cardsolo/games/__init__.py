"""The registry of games: loaded one at a time, when asked for by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame

_GAMES: Final = {
    "dungeon": "cardsolo.games.dungeon.game:Dungeon",
    "triangle": "cardsolo.games.triangle.game:Triangle",
    "rogue": "cardsolo.games.rogue.game:Rogue",
}
NAMES: Final = tuple(_GAMES)


def _hint(name: str) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  start-up stays light

    near = get_close_matches(name.lower(), NAMES, 1)
    if near:
        return _("did you mean {known}?").format(known=near[0])
    return _("there are {known}").format(known=", ".join(NAMES))


def find(name: str) -> AnyGame:
    """Return the game of that name. Raises OptionError for an unknown one."""
    if name not in _GAMES:
        raise OptionError(_("“{name}” is no game; {hint}").format(name=clip(name), hint=_hint(name)))
    module, _colon, attribute = _GAMES[name].partition(":")
    return cast("AnyGame", getattr(import_module(module), attribute)())
