"""Where a game or a problem comes from: a seed, a deal file or a position file, and the rules options beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardsolo.cli.common.shared import ANY_GAME, RULES_OF, seed_type
from cardsolo.core.check import check_options
from cardsolo.core.dealing import fresh_seed
from cardsolo.core.errors import DealError, Fault, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.core.session import Origin

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json

F = TypeVar("F", bound=Callable[..., Any])


def rules_options(game: str = ANY_GAME) -> Callable[[F], F]:
    """Give a command the rules options of one game, or of the game that its argument GAME names."""

    def add(function: F) -> F:
        setattr(function, RULES_OF, game)
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
    own = {option.name for option in game.options}
    given = {name: value for name in own if (value := values.pop(name, None)) is not None}
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
