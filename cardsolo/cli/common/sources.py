"""Where a game or a problem comes from: a seed, a deal file or a position file, and the rules options beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardsolo.cli.common.shared import GameOption, seed_type
from cardsolo.core.check import check_options
from cardsolo.core.dealing import fresh_seed
from cardsolo.core.errors import DealError, Fault, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.core.session import Origin

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json

F = TypeVar("F", bound=Callable[..., Any])

#: Command-line forms of the rules options, by game and parameter name.
_RULES: Final[dict[str, dict[str, Callable[[], dict[str, Any]]]]] = {
    "dungeon": {
        "jokers": lambda: {"type": int, "metavar": "N", "help": _("Jokers in the power deck (2).")},
        "ace": lambda: {"type": int, "metavar": "1|11", "help": _("Damage value of an ace (1).")},
        "chain": lambda: {"is_flag": True, "help": _("One-suit attacks chain.")},
    },
    "triangle": {
        "players": lambda: {"type": int, "metavar": "N", "help": _("Players, 1 to 6 (4).")},
        "play_on": lambda: {"is_flag": True, "help": _("Play for every place.")},
        "first": lambda: {"type": int, "metavar": "SEAT", "help": _("The seat that begins (1).")},
    },
    "rogue": {
        "difficulty": lambda: {"metavar": "D", "help": _("casual, normal, hard or impossible (normal).")},
        "key": lambda: {"is_flag": True, "help": _("Dungeon Key variant.")},
    },
}


def rules_options(game: str | None = None) -> Callable[[F], F]:
    """Add the rules options of all games; each value is None where it was not given.

    game: the one game of a command. The options of the others are understood too, so that they can be refused by name,
    but help does not list them.
    """

    def add(function: F) -> F:
        for owner, options in reversed(_RULES.items()):
            for name, settings in reversed(options.items()):
                hidden = game not in (None, owner)
                option = click.option(
                    "--" + flag_name(name), name, cls=GameOption, game=owner, default=None, hidden=hidden, **settings()
                )
                function = option(function)
        return function

    return add


def source_options(function: F) -> F:
    """Add --seed, --deal and --position."""
    decorators = (
        click.option("--seed", type=seed_type, metavar="N", help=_("Deal this seed (0 to 2^63 - 1).")),
        click.option("--deal", "deal_file", metavar="FILE", help=_("Read deals, one JSON object a line; - is stdin.")),
        click.option("--position", "position_file", metavar="FILE", help=_("Read positions; - is stdin.")),
    )
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


@dataclass(frozen=True, slots=True)
class Sources:
    """At most one of seed, deal file and position file, and the rules options that were given (name to value).

    In a game with dice a seed may stand beside a file, for the dice alone.
    """

    seed: int | None
    deal_file: str | None
    position_file: str | None
    given: Json

    @property
    def file(self) -> str | None:
        return self.deal_file if self.deal_file is not None else self.position_file

    @property
    def kind(self) -> str:
        """What the objects of the file must be: `deal` or `position`."""
        return "deal" if self.position_file is None else "position"


def take_sources(game: AnyGame, values: Json) -> Sources:
    """Take sources and rules options out of a command's values.

    Raises OptionError for two sources at once, and for options of another game or out of range.
    """
    names = [name for options in _RULES.values() for name in options]
    given = {name: value for name in names if (value := values.pop(name, None)) is not None}
    own = {option.name for option in game.options}
    for name in given:
        if name not in own:
            raise OptionError(_("--{name} is no option of {game}").format(name=flag_name(name), game=game.name))
    check_options(given, game.options)
    sources = {name: values.pop(name, None) for name in ("seed", "deal_file", "position_file")}
    alone = [name for name in sources if name != "seed" or not game.has_dice]
    named = ["--" + name.removesuffix("_file") for name in alone if sources[name] is not None]
    if len(named) > 1:
        raise OptionError(_("{options}: only one of them at a time").format(options=", ".join(named)))
    return Sources(**sources, given=given)


def flag_name(name: str) -> str:
    return name.replace("_", "-")


def deal_options(game: AnyGame, rules: Any, seed: int) -> str:
    """Return the options that deal a seed again: it, and the options of the rules that are not the defaults."""
    values = game.rules_to_json(rules)
    parts = ["--seed", str(seed)]
    for option in game.options:
        value = values[option.name]
        if value != option.default:
            flag = "--" + flag_name(option.name)
            parts += [flag] if value is True else [flag, str(value)]
    return " ".join(parts)


def origin_of_seed(game: AnyGame, given: Json, seed: int | None) -> Origin:
    """Deal a seed, a fresh one where none is given, under the given options and the defaults of the others."""
    rules = game.rules_of({option.name: option.default for option in game.options} | given)
    return Origin(game, deal=game.deal(rules, fresh_seed() if seed is None else seed))


def origin_of_object(game: AnyGame, given: Json, obj: Json, kind: str) -> Origin:
    """Read a deal or position from a file.

    Raises DealError for a faulty one and OptionError for an option that contradicts it.
    """
    if obj.get("type") == "view" and kind == "position":
        fault = Fault("type", "view", _("a view hides cards: `advise` takes one, here every card must be known"))
        raise DealError(_("this position"), [fault])
    obj = _with_options(given, obj)
    if kind == "deal":
        return Origin(game, deal=game.deal_from_json(obj))
    return Origin(game, position=game.position_from_json(obj))


def _with_options(given: Json, obj: Json) -> Json:
    """Add options to the rules of an object; one that contradicts the file is a usage error."""
    rules = obj.get("rules", {})
    if not given or not isinstance(rules, dict):
        return obj
    for name, value in given.items():
        if name in rules and rules[name] != value:
            text = _("--{name} {value} contradicts the file, which says {found}")
            raise OptionError(text.format(name=flag_name(name), value=plain(value), found=plain(rules[name])))
    return obj | {"rules": given | rules}
