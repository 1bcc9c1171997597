"""Advice in words, and a hint at the prompt: made from the view alone, within a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.cli.common.shared import current_style

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame
    from solvers.advice import Advice

#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from solvers.advice import advise

    return in_words(game, advise(game, view, HINT_SECONDS))


def in_words(game: AnyGame, advice: Advice) -> list[str]:
    """Return advice as lines of text, its facts in the words of the game's renderer."""
    from cardsolo.render import renderer

    return advice.lines(getattr(renderer(game), "because", None), wide=current_style().wide)
