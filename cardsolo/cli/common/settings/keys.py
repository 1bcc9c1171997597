"""The keys of the configuration file: how texts look, and for each game the options of `play`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import OptionError, clip, nearest
from cardsolo.core.i18n import LANGUAGES, _
from cardsolo.core.jsonl import plain
from cardsolo.games import NAMES, find, names
from cardsolo.render.suits import CHOICES, TWO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.cli.common.settings.file import Settings
    from cardsolo.core.errors import FormatError

#: The table with the tables of the games.
PLAY: Final = "play"
FLAG: Final = (False, True)
_YES: Final = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Key:
    """A key by its whole name, as in `play.dungeon.jokers`.

    choices: the values there are. default: what holds without the key, None where nothing does. param: the parameter of
    `play` whose value it is. names: it names programs that play, one of the choices, or with people one for each seat
    by commas, `human` among them.
    """

    name: str
    choices: tuple[object, ...] | range
    default: object = None
    param: str = ""
    names: bool = False
    people: bool = False

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.name.split("."))

    def accepts(self, value: object) -> bool:
        if self.names:
            parts = value.split(",") if isinstance(value, str) and self.people else [value]
            return all(isinstance(part, str) and self._plays(part.strip()) for part in parts)
        # True == 1 in Python, never here
        return any(type(value) is type(choice) and value == choice for choice in self.choices)

    def _plays(self, name: str) -> bool:
        return (self.people and name == "human") or name.partition(":")[0] in self.choices

    @property
    def example(self) -> object:
        """A value that could stand where none does."""
        return f"human,{self.choices[0]}" if self.people else self.choices[0]

    @property
    def expected(self) -> str:
        """What the value can be, in words."""
        if isinstance(self.choices, range):
            return _("{low} to {high}").format(low=self.choices[0], high=self.choices[-1])
        if self.choices == FLAG:
            return _("true or false")
        listed = ", ".join(map(plain, self.choices))
        if not self.people:
            return listed
        return _("human or a program ({programs}) for each seat, by commas").format(programs=listed)

    def value_of(self, text: str) -> Any:
        """Read a value as it is typed on a command line. Raises OptionError."""
        typed = text.strip()
        value: object = typed
        if self.choices == FLAG:
            value = _YES.get(typed.lower())
        elif isinstance(self.choices[0], int):
            value = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 9 else None
        if not self.accepts(value):
            raise OptionError(self.refusal(text))
        return value

    def refusal(self, value: object) -> str:
        """Return why a value is none, and what would be one."""
        shown = plain(value) if _is_json(value) else clip(str(value))
        text = _("{key} cannot be {value}; it can be {choices}")
        return text.format(key=self.name, value=shown, choices=self.expected)


def _is_json(value: object) -> bool:
    """Tell whether a value of TOML is one of JSON too, and small: no date, no table, no list."""
    return isinstance(value, (str, bool, int))


TEXTS: Final = {
    key.name: key
    for key in (
        Key("lang", LANGUAGES),
        Key("suits", CHOICES, TWO),
        Key("color", FLAG, default=True),
        Key("plain", FLAG, default=False),
        Key("ascii", FLAG, default=False),
        Key("wide", FLAG),
    )
}
#: Options of `play` that say which game is played, or where it is written: they are typed each time.
ONCE: Final = ("seed", "deal", "position", "daily", "resume", "log", "moves", "json")


def game_keys(game: str) -> dict[str, Key]:
    """Return the keys of a game's table by their last part. Raises OptionError for an unknown game."""
    from cardsolo.cli.play.settings import keys_of

    return keys_of(find(game))


def every_key() -> Iterator[Key]:
    """Yield all keys there are, those of each game one after the other."""
    yield from TEXTS.values()
    for game in names():
        yield from game_keys(game).values()


def key_named(name: str) -> Key:
    """Return the key of that whole name. Raises OptionError for one that does not exist."""
    path = name.strip().lower().replace("-", "_").split(".")
    if path[0] == PLAY and len(path) == 3 and path[1] in names():
        found = game_keys(path[1]).get(path[2])
    else:
        found = TEXTS.get(".".join(path))
    if found is None:
        raise OptionError(_("“{key}” is no key: {hint}").format(key=clip(name), hint=_hint(path)))
    return found


def _hint(path: list[str]) -> str:
    """Return what an unknown key may have meant."""
    if path[-1] in ONCE:
        return _("it is about one game, and typed on the command line")
    known = [key.name for key in every_key()]
    ends = [name for name in known if name.rpartition(".")[2] == path[-1]]
    return _("did you mean {name}?").format(name=_(" or ").join(ends)) if ends else nearest(".".join(path), known)


# --- what is wrong with a file ----------------------------------------------------------------------------------------
def check_texts(settings: Settings) -> None:
    """Check the keys outside the games' tables, and that there are such tables. Raises FormatError."""
    for error in text_faults(settings):
        raise error


def text_faults(settings: Settings) -> Iterator[FormatError]:
    """Yield what is wrong outside the tables of the games."""
    for name, value in settings.values.items():
        if name == PLAY:
            yield from _table_faults(settings, value)
        elif name not in TEXTS:
            hint = _hint([name.lower().replace("-", "_")])
            yield settings.fault([name], _("“{key}” is no key: {hint}").format(key=clip(name), hint=hint))
        elif not TEXTS[name].accepts(value):
            yield settings.fault([name], TEXTS[name].refusal(value))


def _table_faults(settings: Settings, value: Any) -> Iterator[FormatError]:
    if not isinstance(value, dict):
        yield settings.fault([PLAY], _("play has a table for each game: {example}").format(example="[play.dungeon]"))
        return
    for game, table in value.items():
        if game not in NAMES and game not in names():
            text = _("“{name}” is no game; {hint}").format(name=clip(game), hint=nearest(game, names()))
            yield settings.fault([PLAY, game], text)
        elif not isinstance(table, dict):
            text = _("play has a table for each game: {example}").format(example=f"[play.{game}]")
            yield settings.fault([PLAY, game], text)


def game_values(settings: Settings, game: str) -> dict[str, tuple[Key, Any]]:
    """Return the values of a game's table with their keys, by the last part of those. Raises FormatError."""
    for error in game_faults(settings, game):
        raise error
    keys = game_keys(game)
    table = settings.values.get(PLAY, {}).get(game, {})
    return {_spelled(name): (keys[_spelled(name)], value) for name, value in table.items()}


def game_faults(settings: Settings, game: str) -> Iterator[FormatError]:
    """Yield what is wrong in the table of a game."""
    table = settings.values.get(PLAY, {}).get(game, {})
    keys, seen = game_keys(game), set()
    for name, value in table.items():
        key, path = keys.get(_spelled(name)), [PLAY, game, name]
        if key is None:
            hint = _hint([PLAY, game, _spelled(name).lower()])
            yield settings.fault(
                path, _("“{key}” is no key: {hint}").format(key=clip(f"play.{game}.{name}"), hint=hint)
            )
        elif _spelled(name) in seen:
            yield settings.fault(path, _("this key or table stands there already"))
        elif not key.accepts(value):
            yield settings.fault(path, key.refusal(value))
        seen.add(_spelled(name))


def _spelled(name: str) -> str:
    return name.replace("-", "_")


def literal(value: object) -> str:
    """Write a value in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'
