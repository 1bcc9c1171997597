"""A hint at the prompt: advice made from the view alone, within a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame

#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from solvers.advice import advise

    return advise(game, view, HINT_SECONDS).lines()
