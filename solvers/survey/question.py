"""What a survey asks of every seed, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from cardsolo import __version__
from cardsolo.core.errors import FormatError, clip
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.games import find, names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cardsolo.core.game import Json

FORMAT: Final = "cardsolo-survey/1"
#: What a header says of the place of a file in a survey, and not of the question.
PLACE: Final = ("first", "last", "shard")
_LIMITS: Final = ("nodes", "time_limit")
#: What may be asked about each game, the first by default, and which settings go with it.
ASKS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "dungeon": {
        "optimum": (*_LIMITS, "memory", "audit"),
        "verdict": (*_LIMITS, "memory", "audit"),
        "player": ("player",),
    },
    "triangle": {"out": ("seat", *_LIMITS), "all": _LIMITS, "player": ("players",)},
    "rogue": {"player": ("player",)},
}
#: What may be asked about a game from another package: its programs can play it, one a seat where there are several.
_OTHERS: Final[Mapping[str, tuple[str, ...]]] = {"player": ("player", "players")}
#: All settings, in the order in which they are told.
SETTINGS: Final = ("player", "players", "seat", *_LIMITS, "memory", "audit")


def asks_of(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return what may be asked about a game, as in ASKS."""
    return ASKS.get(game, _OTHERS)


@dataclass(frozen=True)
class Question:
    """rules: all options of the game as JSON; settings: limits and players as JSON, only those that are set."""

    game: str
    rules: Json
    ask: str
    settings: Json = field(default_factory=dict)

    def header(self) -> Json:
        """Return what identifies the question; two result files fit together only if this is equal."""
        return {
            "type": "survey",
            "format": FORMAT,
            "program": __version__,
            "game": self.game,
            "rules_version": find(self.game).rules_version,
            "rules": self.rules,
            "ask": self.ask,
            "settings": self.settings,
        }

    def answerer(self) -> Callable[[int], Json]:
        """Return the function that answers one seed with one result object; it is called in a worker process.

        The object holds no time but `seconds`, so that with node limits only it is the same in every run.
        """
        module = import_module(f"solvers.survey.{self.game if self.game in ASKS else 'games'}")
        answer: Callable[[int], Json] = module.answerer(self)
        return answer

    @property
    def players(self) -> list[str]:
        """The programs that play, by seat or by place in turn; none where a solver answers."""
        named = self.settings.get("players", [self.settings["player"]] if "player" in self.settings else [])
        return [str(name) for name in named] if isinstance(named, list) else []


def from_header(header: Json) -> Question:
    """Read a question back from the first line of a result file. Raises FormatError."""
    if header.get("type", "survey") != "survey" or header.get("format", FORMAT) != FORMAT:
        raise FormatError(_("not a survey file of format {format}").format(format=FORMAT), 1)
    game, ask = header.get("game"), header.get("ask")
    rules, settings = header.get("rules"), header.get("settings")
    known = (
        "type" in header
        and "format" in header
        and isinstance(game, str)
        and game in names()
        and isinstance(ask, str)
        and ask in asks_of(game)
    )
    if not (known and isinstance(rules, dict) and isinstance(settings, dict)):
        raise FormatError(_("the header of this survey file cannot be read"), 1)
    return Question(str(game), dict(rules), str(ask), dict(settings))


def asked(header: Json) -> Json:
    """Return what a header says of the question, and of who answered it, whatever range of it a file holds."""
    return {key: value for key, value in header.items() if key not in PLACE}


def describe(question: Question) -> str:
    """Return the question in words, for tables and messages: in one order, whatever the order in the file was."""
    rules = [option.name for option in find(question.game).options]
    parts = [f"{name}={_shown(value)}" for name, value in _ordered(question.rules, rules)]
    parts += [f"{name}={_shown(value)}" for name, value in _ordered(question.settings, SETTINGS)]
    return " ".join([question.game, question.ask, *parts])


def _ordered(values: Json, order: list[str] | tuple[str, ...]) -> list[tuple[str, Any]]:
    """Return items in the order of their names, those with other names behind them."""
    known = [name for name in order if name in values]
    return [(clip(name), values[name]) for name in [*known, *sorted(values.keys() - set(known))]]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return clip(",".join(plain(item) for item in value), 200)
    return plain(value)
