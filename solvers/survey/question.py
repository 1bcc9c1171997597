"""What a survey asks of every seed, and who answers it."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from cardsolo import __version__
from cardsolo.core.errors import FormatError
from cardsolo.core.i18n import _
from cardsolo.games import find

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import Json

FORMAT: Final = "cardsolo-survey/1"
#: What may be asked about each game; the first is the default.
ASKS: Final = {
    "dungeon": ("optimum", "verdict", "player"),
    "triangle": ("out", "all", "player"),
    "rogue": ("player",),
}


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
        module = import_module(f"solvers.survey.{self.game}")
        answer: Callable[[int], Json] = module.answerer(self)
        return answer


def from_header(header: Json) -> Question:
    """Read a question back from the first line of a result file. Raises FormatError."""
    try:
        if header["type"] != "survey" or header["format"] != FORMAT:
            raise FormatError(_("not a survey file of format {format}").format(format=FORMAT), 1)
        ASKS[header["game"]].index(header["ask"])  # an unknown game or question is no header of ours
        return Question(header["game"], dict(header["rules"]), header["ask"], dict(header["settings"]))
    except (KeyError, TypeError, ValueError):
        raise FormatError(_("the header of this survey file cannot be read"), 1) from None


def describe(question: Question) -> str:
    """Return the question in words, for tables and messages."""
    parts: list[Any] = [question.game, question.ask]
    parts += [f"{name}={_shown(value)}" for name, value in (question.rules | question.settings).items()]
    return " ".join(map(str, parts))


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
