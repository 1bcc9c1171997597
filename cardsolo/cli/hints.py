"""Hints at the prompt: the advice of the game's advisor, made from the view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from importlib import import_module

    players = import_module(f"solvers.{game.name}.players")
    move = players.make_player("greedy", 1, None).choose(view)
    return [_("try {move}").format(move=game.format_move(move))]
