"""A match: several games that follow one another and are counted together (played, replayed and verified alike)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log import fields

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json


class Match:
    """The games of a match by their deals, and the results of those that have ended."""

    def __init__(self, game: AnyGame, first: Any) -> None:
        """Lay out the match that begins with a deal. Raises OptionError where there is none."""
        self.game = game
        self.deals = game.match_deals(first)
        self.results: list[Json] = []
        if not self.deals:
            raise OptionError(_("{game} is not played in matches").format(game=game.name))

    @property
    def is_over(self) -> bool:
        return len(self.results) == len(self.deals)

    @property
    def next_deal(self) -> Any:
        """The deal of the next game; there must be one."""
        return self.deals[len(self.results)]

    def place(self) -> Json:
        """Return the field of the next game's start line."""
        return {fields.MATCH: {"game": len(self.results) + 1, "games": len(self.deals)}}

    def standings(self, result: Json | None = None) -> Json:
        """Return the standings after the games that have ended, and one more with result."""
        return self.game.standings(self.results if result is None else [*self.results, result])

    def end_fields(self, result: Json) -> Json:
        """Return the further fields of an end line with result."""
        return {fields.STANDINGS: self.standings(result)}
