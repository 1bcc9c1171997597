"""Triangle Sevens: the options of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import OptionError
from cardsolo.core.game import Option
from cardsolo.core.i18n import _, marked
from cardsolo.games.triangle.state import MAX_PLAYERS, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import Json

_SEATS: Final = range(1, MAX_PLAYERS + 1)
OPTIONS: Final = (
    Option("players", 4, _SEATS, marked("players at the table (1 for practice)")),
    Option("play_on", False, (False, True), marked("go on after the first player is out, for the further places")),
    Option("first", 1, _SEATS, marked("the seat that begins")),
)
#: What may stand in the rules of a deal or position that a program wrote, besides the options for people.
READ_OPTIONS: Final = (*OPTIONS, Option("to_last", False, (False, True), marked("go on while anybody holds cards")))


def rules_of(options: Mapping[str, Any]) -> Rules:
    """Build rules from checked values; absent ones take their defaults. Raises OptionError if first is too high."""
    rules = Rules(**{option.name: options.get(option.name, option.default) for option in READ_OPTIONS})
    if rules.first > rules.players:
        text = _("seat {first} cannot begin: there are seats 1 to {players}")
        raise OptionError(text.format(first=rules.first, players=rules.players))
    return rules


def rules_to_json(rules: Rules) -> Json:
    """Return all options; to_last only where it holds, as in the logs of solvers."""
    shown = {"players": rules.players, "play_on": rules.play_on, "first": rules.first}
    return shown | ({"to_last": True} if rules.to_last else {})
