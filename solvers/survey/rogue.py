"""Mini Rogue, one result a seed: games of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games import find
from solvers.survey.games import play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import Json
    from solvers.survey.question import Question


def answerer(question: Question) -> Callable[[int], Json]:
    """Return the function that answers one seed."""
    game = find("rogue")
    rules = game.rules_of(question.rules)
    return lambda seed: play_out(game, rules, seed, [question.settings["player"]])
