"""Where plays and views come from: seeds, JSON objects, logs."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from cardsolo.api.play import Play, dice_of, start
from cardsolo.core.chance import NoChance, NoDiceError, RecordedDice
from cardsolo.core.check import checked_options
from cardsolo.core.dealing import fresh_seed, seed_from_json
from cardsolo.core.errors import DealError, Fault, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import parse_object
from cardsolo.core.log import fields
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import read_log as read_games
from cardsolo.core.session import Origin
from cardsolo.games import find

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from cardsolo.api.kinds import DungeonPlay, RoguePlay, TrianglePlay
    from cardsolo.core.errors import FormatError
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.replay import LoggedGame

#: A JSON object, or one as text.
JsonLike = Mapping[str, Any] | str
if TYPE_CHECKING:
    Source = str | os.PathLike[str] | BinaryIO
    OnFault = Callable[[FormatError], None]


@overload
def deal(
    game: Literal["dungeon"], *, seed: int | None = None, jokers: int = 2, ace: Literal[1, 11] = 1, chain: bool = False
) -> DungeonPlay: ...
@overload
def deal(
    game: Literal["triangle"], *, seed: int | None = None, players: int = 4, play_on: bool = False, first: int = 1
) -> TrianglePlay: ...
@overload
def deal(
    game: Literal["rogue"],
    *,
    seed: int | None = None,
    dice: Iterable[int] | None = None,
    difficulty: Literal["casual", "normal", "hard", "impossible"] = "normal",
    key: bool = False,
) -> RoguePlay: ...
@overload
def deal(
    game: str | Mapping[str, Any], *, seed: int | None = None, dice: Iterable[int] | None = None, **options: Any
) -> Play: ...
def deal(
    game: str | Mapping[str, Any], *, seed: int | None = None, dice: Iterable[int] | None = None, **options: Any
) -> Any:
    """Deal a game and return it as a Play.

    game: `dungeon`, `triangle` or `rogue`; or a deal as JSON (an object or its text), which says all by itself. seed: 0
    … 2^63 − 1, a fresh one where none is given; the same seed and options always give the same deal. dice: what the
    dice of Mini Rogue show, 1–6 in the order thrown, instead of the seed's. options: those of the rules, by name, as
    `cardsolo games` lists them. Raises OptionError, which names option, value and choices, and DealError with every
    fault.
    """
    chance = None if dice is None else RecordedDice(dice)
    if not isinstance(game, str) or game.lstrip().startswith("{"):
        if seed is not None or options:
            raise OptionError(_("a deal as JSON says seed and options by itself"))
        obj = read_json(game)
        found = find(str(obj.get("game")))
        return start(Origin(found, deal=found.deal_from_json(obj)), chance)
    found = find(game)
    if dice is not None and not found.has_dice:
        raise OptionError(_("{game} has no dice").format(game=found.name))
    rules = found.rules_of(checked_options(found.name, options, found.options))
    return start(Origin(found, deal=found.deal(rules, fresh_seed() if seed is None else seed_from_json(seed))), chance)


def position(obj: JsonLike, *, dice: Iterable[int] | None = None) -> Play:
    """Set up a position from its JSON (an object or its text) and return it as a Play; every card must be known.

    dice: as `deal` has them. Raises DealError with every fault, OptionError for an unknown game.
    """
    found = read_json(obj)
    game = find(str(found.get("game")))
    if found.get("type") == "view":
        fault = Fault("type", "view", _("a view hides cards: `advise` takes one, here every card must be known"))
        raise DealError(_("this position"), [fault])
    chance = None if dice is None else RecordedDice(dice)
    play: Play = start(Origin(game, position=game.position_from_json(found)), chance)
    return play


def view(obj: JsonLike) -> Any:
    """Read a view from its JSON (an object or its text), or a position, of which the seat to move sees only its part.

    Raises DealError with every fault, OptionError for an unknown game or a position whose game is over.
    """
    found = read_json(obj)
    return view_of(find(str(found.get("game"))), found)


def view_of(game: AnyGame, obj: Json) -> Any:
    """Return the view that an object of a game holds, or that the seat to move has in the position that it holds."""
    if obj.get("type") != "position":
        return game.view_from_json(obj)
    state = game.position_from_json(obj)
    with suppress(NoDiceError):  # the advisor says what is due before anything can be advised
        state = game.enter(state, NoChance()).state
    refuse_finished(game, state)
    return game.view(state, game.seat(state))


def refuse_finished(game: AnyGame, state: Any) -> None:
    """Raise OptionError where a game is over."""
    if game.result(state) is not None:
        raise OptionError(_("the game is over: there is nothing to advise"))


def read_json(obj: JsonLike) -> Json:
    """Return a JSON object that is one already or text. Raises FormatError."""
    return parse_object(obj.encode()) if isinstance(obj, str) else dict(obj)


# --- logs -------------------------------------------------------------------------------------------------------------
def read_log(source: Source, *, on_fault: OnFault | None = None) -> Iterator[Play]:
    """Read a log move by move against the rules and yield its games, one after the other, in constant memory.

    source: a file by name, or one open for reading bytes. The last game may be unfinished, and can go on. on_fault:
    called with each fault of a damaged log, which is then read on behind it. Raises OSError and, without on_fault,
    LogFormatError for what is no log and VerificationError for one that breaks the rules, with file and line.
    """
    for logged in read_games(source, find, on_fault=on_fault, keep=Keep.ALL):
        yield _as_play(logged)


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifies in a log: games, and how many of them are finished."""

    games: int
    finished: int


def verify(source: Source, *, on_fault: OnFault | None = None) -> Verified:
    """Check a log move by move against the rules and count its games. on_fault and errors: as in `read_log`."""
    games = finished = 0
    for logged in read_games(source, find, on_fault=on_fault, keep=Keep.MOVES):
        games += 1
        finished += logged.has_ended
    return Verified(games, finished)


def _as_play(logged: LoggedGame) -> Play:
    session, end = logged.session, logged.end or {}
    more = {name: value for name, value in end.items() if name not in {fields.TYPE, fields.RESULT}}
    session.go_on(None, dice_of(session), settle=False, practice=True, end_fields=lambda _result: more)
    play: Play = Play(session)
    return play
