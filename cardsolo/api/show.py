"""Plays, views and states for people and other programs: text, pictures, JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.api.play import Play
from cardsolo.core.i18n import _
from cardsolo.games import find

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame, Json


def text(shown: Any, *, width: int = 80, unicode: bool = False, color: bool = False, suits: str = "two") -> str:
    """Return a play or view as lines of text, as the prompt shows it; of a finished game how it ended, too.

    width: columns, at least 1; unicode: with suit symbols; color: with ANSI colours, suits: how many of them for suits,
    `two`, `four` or `safe` (four that colour-blind people tell apart). Raises TypeError for anything else, OptionError
    for other colours.
    """
    from cardsolo.render import renderer
    from cardsolo.render.style import Style

    style = Style(unicode, color, width, suits=_suits(suits))
    if isinstance(shown, Play):
        view, game = shown.view(), find(shown.game)
    else:
        view, game = shown, _game_of(shown, "view")
    lines = renderer(game).board(view, style)
    if isinstance(shown, Play) and shown.outcome is not None:
        lines = [*lines, *renderer(game).outcome(shown.outcome.to_json(), style)]
    return "\n".join(lines)


def svg(shown: Any, *, labels: bool = False, suits: str = "two") -> str:
    """Return a picture as SVG: of a play what the seat to move sees, of a view what it shows, of a state every card.

    labels: coordinates, where the game has them. suits: their colours, as for `text`. Raises OptionError for a game
    without pictures, TypeError for anything else.
    """
    from cardsolo.render.pictures import drawer
    from cardsolo.render.pictures.cards import suits_in
    from cardsolo.render.pictures.scene import document

    with suits_in(_suits(suits)):
        if isinstance(shown, Play):
            game = find(shown.game)
            scene = drawer(game).scene(shown.view(), shown.title, history=shown.turns, labels=labels)
        else:
            game = _game_of(shown, "view", "position")
            scene = drawer(game).scene(shown, _(game.title), labels=labels)
        return document(scene)


def _suits(asked: str) -> str:
    from cardsolo.core.errors import OptionError, clip, nearest
    from cardsolo.render.suits import CHOICES

    if asked not in CHOICES:
        text = _("suits cannot be “{value}”; {hint}")
        raise OptionError(text.format(value=clip(str(asked)), hint=nearest(str(asked), CHOICES)))
    return asked


_WRITERS: Final[dict[str, Callable[[AnyGame, Any], Json]]] = {
    "deal": lambda game, value: game.deal_to_json(value),
    "position": lambda game, value: game.position_to_json(value),
    "view": lambda game, value: game.view_to_json(value),
}


def to_json(value: Any) -> Json:
    """Return a view or state as its JSON object (`cardsolo schema view`, `position`). Raises TypeError for others."""
    game = _game_of(value, *_WRITERS)
    return _WRITERS[value.kind](game, value)


def _game_of(value: Any, *kinds: str) -> AnyGame:
    if getattr(value, "kind", None) not in kinds:
        raise TypeError(f"{value!r} is none of: {', '.join(kinds)}")
    return find(value.game)
