"""The settings of a survey's question: which go with what is asked, and what they may be."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.check import checked_options
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _, marked
from cardsolo.core.jsonl import plain
from cardsolo.core.limits import TRIANGLE_SECONDS
from cardsolo.games import find
from solvers.programs import make_player
from solvers.survey.question import SETTINGS, Question, asks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame, Json

#: Who plays where a game can only be played, and nobody is named.
DEFAULT_PLAYER: Final = "advisor"


def question_of(name: str, ask: str | None = None, rules: Json | None = None, **given: Any) -> Question:
    """Return a question about a game, checked in all its parts.

    ask: as listed in `asks_of`, None for the first (or for games of programs, if a setting names some). rules: options
    of the game, absent ones are the defaults. given: settings, None where they are not set. Raises OptionError.
    """
    game = find(name)
    settings = {key: value for key, value in given.items() if value is not None}
    if ask is None:
        ask = "player" if settings.keys() & {"player", "players"} else next(iter(asks_of(name)))
    if ask not in asks_of(name):
        text = _("“{ask}” is no question about {game}; there are {known}")
        raise OptionError(text.format(ask=clip(ask), game=name, known=", ".join(asks_of(name))))
    if name == "rogue":
        settings.setdefault("player", DEFAULT_PLAYER)
    _check(name, ask, settings)
    options = checked_options(game.name, rules or {}, game.options)
    if name == "triangle":
        _fit_triangle(ask, settings, options, rules or {})
    question = Question(name, game.rules_to_json(game.rules_of(options)), ask, _in_order(settings))
    _check_players(game, question)
    return question


def _check(game: str, ask: str, settings: Json) -> None:
    """Raise OptionError for a setting that does not go with the question, or that cannot have its value."""
    allowed = asks_of(game)[ask]
    unfit = [name for name in settings if name not in allowed]
    if unfit:
        text = _("{names} cannot be set here: “{ask}” of {game} takes {allowed}")
        raise OptionError(
            text.format(names=", ".join(map(clip, unfit)), ask=ask, game=game, allowed=", ".join(allowed))
        )
    for name, value in settings.items():
        fits, right = _FITS[name]
        if not fits(value):
            text = _("{name} cannot be {value}: it is {right}")
            raise OptionError(text.format(name=name, value=plain(value), right=_(right)))


def _fit_triangle(ask: str, settings: Json, options: Json, rules: Json) -> None:
    """Let settings and options of Triangle Sevens agree: number of players, seat that goes out, a time limit."""
    if ask == "player":
        if "players" not in settings:
            raise OptionError(_("games of programs need players, one program a seat"))
        count = len(settings["players"])
        if rules.get("players") not in (None, count):
            text = _("{count} programs are named to play, and players={players}")
            raise OptionError(text.format(count=count, players=plain(rules["players"])))
        options["players"] = count
        return
    players = options["players"]
    if isinstance(players, int) and settings.get("seat", 1) > players:
        text = _("seat {seat} is not at the table: there are {players} players")
        raise OptionError(text.format(seat=settings["seat"], players=players))
    if "nodes" not in settings and "time_limit" not in settings:
        settings["time_limit"] = TRIANGLE_SECONDS


def _check_players(game: AnyGame, question: Question) -> None:
    """Raise OptionError for a program that does not exist, before any worker starts."""
    if question.ask == "player" and not question.players:
        raise OptionError(_("games of programs need a player"))
    seats = game.seats(game.rules_of(question.rules))
    if question.players and len(question.players) != seats:
        text = _("{count} programs are named to play, and there are {seats} seats")
        raise OptionError(text.format(count=len(question.players), seats=seats))
    for seat, player in enumerate(question.players, 1):
        make_player(game, player, seat, 0)


def _in_order(settings: Json) -> Json:
    return {name: settings[name] for name in SETTINGS if name in settings}


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 1


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and value.isprintable()


#: What a setting may be, and that in words.
_FITS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "player": (_is_name, marked("the name of a program")),
    "players": (
        lambda value: isinstance(value, list) and bool(value) and all(map(_is_name, value)),
        marked("a list of names of programs"),
    ),
    "seat": (_is_count, marked("a whole number from 1")),
    "nodes": (_is_count, marked("a whole number from 1")),
    "memory": (_is_count, marked("a whole number of MiB from 1")),
    "time_limit": (lambda value: _is_number(value) and 0 < value < inf, marked("a number of seconds above 0")),
    "audit": (lambda value: _is_number(value) and 0 <= value <= 1, marked("a share from 0 to 1")),
}
