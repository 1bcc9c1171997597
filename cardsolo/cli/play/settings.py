"""What the configuration file says of `play`: its keys, and where their values give way to what was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from cardsolo.cli.common.settings.keys import FLAG, ONCE, TEXTS, Key, game_values
from cardsolo.cli.common.shared import GameOption, PlayersOption

if TYPE_CHECKING:
    from collections.abc import Collection

    from cardsolo.cli.common.settings.file import Settings
    from cardsolo.core.game import AnyGame

#: Parameters that name the game which is played: its rules and cards are then those that were named.
NAMED: Final = frozenset({"seed", "deal_file", "position_file", "is_daily", "resume"})
#: Parameter -> the parameters that its value in the file gives way to, besides itself.
_GIVES_WAY: Final = {
    "find": NAMED | {"cards"},
    "grade": NAMED | {"cards"},
    "is_match": NAMED | {"cards"},
    "cards": NAMED | {"find", "grade", "is_match", "player", "seats"},
    "seat": NAMED | {"find", "grade", "is_match", "player", "seats"},
    "player": frozenset({"resume", "cards"}),
    "seats": frozenset({"resume", "deal_file", "position_file", "cards", "players"}),
    "dice": frozenset({"resume"}),
    "practice": frozenset({"resume"}),
    "players": NAMED | {"seats"},
    "first": NAMED | {"seats", "players"},
}


def keys_of(game: AnyGame) -> dict[str, Key]:
    """Return the keys of a game's table by their last part: every option of `play` that is no matter of one game."""
    from cardsolo.cli.play.command import play

    keys = {}
    for option in play.params:
        name = max(option.opts, key=len).lstrip("-").replace("-", "_")
        if isinstance(option, click.Option) and name not in (*ONCE, *TEXTS) and _is_for(option, game):
            key = _key(option, f"play.{game.name}.{name}", game)
            if key.choices:  # a game may have no programs
                keys[name] = key
    for rule in game.options:
        keys[rule.name] = Key(f"play.{game.name}.{rule.name}", rule.choices, rule.default, rule.name)
    return keys


def _is_for(option: click.Option, game: AnyGame) -> bool:
    has_seats = any(rule.name == "players" for rule in game.options)
    if isinstance(option, GameOption):
        return option.game == game.name
    if option.name in {"player", "seats", "no_clear"}:
        return has_seats == (option.name != "player")
    return option.name != "cards" or game.real_cards is not None


def _key(option: click.Option, name: str, game: AnyGame) -> Key:
    param = str(option.name)
    if option.is_flag:
        return Key(name, FLAG, default=False, param=param)
    if isinstance(option, PlayersOption):
        from solvers.programs import programs_of

        return Key(name, tuple(programs_of(game).players), param=param, names=True, people=param == "seats")
    if isinstance(option.type, click.Choice):
        return Key(name, tuple(option.type.choices), param=param)
    assert isinstance(option.type, click.IntRange), name  # noqa: S101  no other kind of option is remembered
    most = next((rule.choices[-1] for rule in game.options if rule.name == "players"), None)
    low, high = option.type.min or 0, option.type.max or most  # a number that is no rule is a seat
    return Key(name, range(low, int(str(high)) + 1), default=low, param=param)


def take_settings(ctx: click.Context, game: AnyGame, settings: Settings) -> list[str]:
    """Put what the file says into the parameters of a call of `play`; return the keys that now hold.

    What was typed comes first, and with it what belongs to it: who names a deal, gets it under the rules that go with
    it. Raises FormatError.
    """
    typed = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    rules = {rule.name: rule.default for rule in game.options}
    held = {}
    for key, value in game_values(settings, game.name).values():
        way = _GIVES_WAY.get(key.param, NAMED if key.param in rules else frozenset())
        if key.param not in typed and not typed & way:
            held[key.param] = (key, value)
    _drop_what_is_alone(held, typed, rules)
    _drop_too_few(held, max((ctx.params[name] for name in ("first", "seat") if name in typed), default=0))
    ctx.params.update({param: value for param, (_key, value) in held.items()})
    return [key.name for key, _value in held.values()]


def _drop_what_is_alone(held: dict[str, tuple[Key, Any]], typed: Collection[str], rules: dict[str, object]) -> None:
    """Drop values whose partner gave way, and a number of seats that is not that of the deal which was named."""
    if "cards" not in typed and "cards" not in held:
        held.pop("seat", None)
    if "find" not in typed and "find" not in held:
        held.pop("grade", None)
    if "seats" in held and NAMED & set(typed) and len(held["seats"][1].split(",")) != rules["players"]:
        del held["seats"]


def _drop_too_few(held: dict[str, tuple[Key, Any]], seat: int) -> None:
    """Drop what seats fewer players than the number of a seat that was typed."""
    if "players" in held and held["players"][1] < seat:
        del held["players"]
    if "seats" in held and len(held["seats"][1].split(",")) < seat:
        del held["seats"]
