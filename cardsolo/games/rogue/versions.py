"""Mini Rogue: how earlier versions of the rules wrote their logs, so that these are still read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.games.rogue.rules import score_sheet
from cardsolo.games.rogue.tables import SCORE_HP

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.games.rogue.state import State

VERSION: Final = 2
OLDER: Final = (1,)
#: Version 1: event -> name of a field now -> its name then. `price` and `item` then had two types each.
_RENAMED: Final = {"feat": {"paid": "price"}, "treasure": {"found": "item"}}


def event_as_of_1(event: Json) -> Json:
    names = _RENAMED.get(event["type"], {})
    return {names.get(name, name): value for name, value in event.items()}


def result_as_of_1(result: Json, state: State) -> Json:
    """Return a result of version 1, in which a game that was resigned scored its HP (R34)."""
    if result["outcome"] != "resigned":
        return result
    others = sum(row.held * row.points for row in score_sheet(state) if row.name != "HP")
    return result | {"score": others + state.hero.hp * SCORE_HP}
