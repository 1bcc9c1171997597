"""Mini Rogue: the options of its rules (sections 2 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.game import Option
from cardsolo.core.i18n import marked
from cardsolo.games.rogue.state import Rules
from cardsolo.games.rogue.tables import DIFFICULTIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import Json

OPTIONS: Final = (
    Option("difficulty", "normal", tuple(DIFFICULTIES), marked("what the adventurer starts with")),
    Option("key", False, (False, True), marked("Dungeon Key variant: every level is left through a locked door")),
)


def rules_of(options: Mapping[str, Any]) -> Rules:
    """Build rules from checked values; absent ones take their defaults."""
    return Rules(**{option.name: options.get(option.name, option.default) for option in OPTIONS})


def rules_to_json(rules: Rules) -> Json:
    return {"difficulty": rules.difficulty, "key": rules.key}
