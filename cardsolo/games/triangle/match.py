"""Triangle Sevens: matches (rules section 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolo.core.dealing import SEED_MAX
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games.triangle.deal import deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.core.game import Json
    from cardsolo.games.triangle.state import Deal


def deals(first: Deal) -> tuple[Deal, ...]:
    """Return as many deals as players: game k has seed N + k − 1, and the first seat moves on by one.

    Raises OptionError where the first deal has no seed, or there are no further ones.
    """
    players, seed = first.rules.players, first.seed
    if seed is None:
        raise OptionError(_("a match needs a seed: its further games are dealt from the seeds that follow"))
    if seed + players - 1 > SEED_MAX:
        raise OptionError(_("the seeds of this match would go beyond {most}").format(most=SEED_MAX))
    further = []
    for k in range(1, players):
        rules = replace(first.rules, first=(first.rules.first - 1 + k) % players + 1)
        further.append(deal(rules, seed + k))
    return (first, *further)


def standings(results: Sequence[Json]) -> Json:
    """Return the penalty points by seat, one for each card left, and the ranks that they give (ties share)."""
    penalties = [sum(left) for left in zip(*(result["left"] for result in results), strict=True)]
    return {"penalties": penalties, "ranks": [1 + sum(other < own for other in penalties) for own in penalties]}
