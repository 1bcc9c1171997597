"""Clear the Dungeon: the options of its rules (section 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.game import Option
from cardsolo.core.i18n import marked
from cardsolo.games.dungeon.state import MAX_JOKERS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import Json

OPTIONS: Final = (
    Option("jokers", 2, range(MAX_JOKERS + 1), marked("jokers in the power deck")),
    Option("ace", 1, (1, 11), marked("damage value of an ace")),
    Option("chain", False, (False, True), marked("an attack all of one suit kills the next monster too")),
)


def rules_of(options: Mapping[str, Any]) -> Rules:
    """Build rules from checked values; absent ones take their defaults."""
    return Rules(**{option.name: options.get(option.name, option.default) for option in OPTIONS})


def rules_to_json(rules: Rules) -> Json:
    return {"jokers": rules.jokers, "ace": rules.ace, "chain": rules.chain}
