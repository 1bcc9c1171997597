"""Read and check logs: JSON Lines with start, move, undo and end (interface, section 3).

`LogReader` takes lines one at a time and replays them through the rules, so that a log of any length costs one game of
memory, a fault is reported with its line, and a file may hold many games.
"""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.chance import NoDiceError, RecordedDice
from cardsolo.core.errors import (
    CardsoloError,
    DealError,
    FormatError,
    IllegalMoveError,
    LogFormatError,
    MoveSyntaxError,
    OptionError,
    VerificationError,
    clip,
    located,
)
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps, iter_lines, parse_object
from cardsolo.core.log import fields
from cardsolo.core.match import Match
from cardsolo.core.session import Origin, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Turn

#: Stands for nothing where two values are compared.
ABSENT: Final = object()
#: What a start line says apart from the fields that `Session.extra` carries on.
_START_FIELDS: Final = {
    fields.TYPE,
    fields.FORMAT,
    fields.RULES_VERSION,
    fields.PROGRAM,
    fields.DEAL,
    fields.POSITION,
    fields.DICE,
}


class LoggedGame:
    """One game of a log, as far as its lines went: replayed, so that whatever it says follows from the rules.

    line: where it begins in the log, from 1; start and end: its first and last line as they stand there, end being None
    for a game in progress; match: the match that it belongs to.
    """

    def __init__(self, line: int, start: Json, session: Session) -> None:
        self.line = line
        self.session = session
        self.start = start
        self.end: Json | None = None
        self.match: Match | None = None

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def seed(self) -> int | None:
        return self.session.origin.seed

    @property
    def turns(self) -> Sequence[Turn]:
        """The moves that count, those that were taken back left out."""
        return self.session.turns

    @property
    def result(self) -> Json | None:
        """The result by the rules, None for a game in progress."""
        return self.session.result

    @property
    def has_ended(self) -> bool:
        """Whether the end line is there; until then an undo could still reopen a game that is over."""
        return self.end is not None

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        state = f", {self.result['outcome']}" if self.result is not None else ", in progress"
        return f"<LoggedGame {self.game.name}{seed}, {len(self.turns)} moves{state}>"


def read_log(source: str | os.PathLike[str] | BinaryIO, find_game: Callable[[str], AnyGame]) -> Iterator[LoggedGame]:
    """Yield the games of a log, given by name or as an open stream of bytes, one at a time and checked move by move.

    The last one may be in progress. Nothing is opened before the first game is asked for, and one game at a time is in
    memory. find_game: as for LogReader. Raises LogFormatError for what is no log, VerificationError for a log that
    breaks the rules, each with file and line, and OSError for a file that cannot be read.
    """
    if not isinstance(source, (str, os.PathLike)):
        yield from LogReader(find_game).games(source)
        return
    with located(os.fspath(source)), open(source, "rb") as stream:  # noqa: PTH123  a name may be any PathLike
        yield from LogReader(find_game).games(stream)


def last_game(stream: BinaryIO, find_game: Callable[[str], AnyGame]) -> LoggedGame:
    """Return the last game of a log; those before it are checked and let go. Raises as `read_log` does."""
    games = LogReader(find_game).games(stream)
    last = next(games)
    for last in games:  # noqa: B007  only the last one is wanted
        pass
    return last


class LogReader:
    """Reads games from a stream of log lines and checks each line against the rules.

    find_game turns a game's name into the game, raising OptionError for an unknown one; `watch`, if given, is called
    with (game so far, line) after every line that was accepted.
    """

    def __init__(
        self,
        find_game: Callable[[str], AnyGame],
        watch: Callable[[LoggedGame, Json], None] | None = None,
    ) -> None:
        self._find_game = find_game
        self._watch = watch
        self.game: LoggedGame | None = None
        self._match: Match | None = None

    def games(self, stream: BinaryIO) -> Iterator[LoggedGame]:
        """Yield each game when it is complete, the last one also if it is still in progress.

        Raises LogFormatError for what is no log, VerificationError for a log that breaks the rules.
        """
        for number, raw in self._lines(stream):
            line = _parsed(raw, number)
            if line.get(fields.TYPE) == fields.START and self.game is not None:
                yield self.game
                self.game = None
            self.feed(line, number)
        if self.game is None:
            raise LogFormatError(_("there is no game in it"))
        yield self.game

    def feed(self, line: Json, number: int) -> None:
        """Take one line. Raises as `games` does."""
        _check_type(line, number)
        if line[fields.TYPE] == fields.START:
            match = self._match
            self.game = self._start(line, number)
            self._match = self.game.match = _match_of(self.game, match, number)
        else:
            game = self.game
            if game is None:
                raise LogFormatError(_("a log begins with a start line"), number)
            if game.has_ended:
                raise VerificationError(_("the game had ended"), number)
            {fields.MOVE: _move, fields.UNDO: _undo, fields.END: _end}[line[fields.TYPE]](game, line, number)
        if self._watch is not None and self.game is not None:
            self._watch(self.game, line)

    def _lines(self, stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
        try:
            for number, raw in iter_lines(stream):
                if raw.strip():
                    yield number, raw
        except FormatError as error:
            raise LogFormatError(error.bare, error.line) from None

    def _start(self, line: Json, number: int) -> LoggedGame:
        if line.get(fields.FORMAT) != fields.LOG_FORMAT:
            message = _("format {found} is not {wanted}").format(
                found=clip(dumps(line.get(fields.FORMAT))), wanted=fields.LOG_FORMAT
            )
            raise LogFormatError(message, number)
        key = fields.POSITION if fields.POSITION in line and fields.DEAL not in line else fields.DEAL
        source = line.get(key)
        if not isinstance(source, dict):
            raise LogFormatError(_("a start line carries a deal or a position"), number)
        try:
            game = self._find_game(str(source.get("game")))
            if line.get(fields.RULES_VERSION) != game.rules_version:
                found = clip(dumps(line.get(fields.RULES_VERSION)))
                raise LogFormatError(_("rules version {found} is not known").format(found=found), number)
            if key == fields.DEAL:
                origin = Origin(game, deal=game.deal_from_json(source))
            else:
                origin = Origin(game, position=game.position_from_json(source))
            dice = RecordedDice(_dice(line, number))
            extra = {name: value for name, value in line.items() if name not in _START_FIELDS}
            session = Session(origin, chance=dice, auto=False, extra=extra, read_from=line)
        except NoDiceError:
            raise VerificationError(_("dice are missing"), number) from None
        except DealError as error:
            raise VerificationError(str(error), number) from None
        except FormatError:
            raise
        except CardsoloError as error:
            raise LogFormatError(str(error), number) from None
        _all_used(dice, number)
        return LoggedGame(number, line, session)


def _parsed(raw: bytes, number: int) -> Json:
    try:
        return parse_object(raw, number)
    except FormatError as error:
        raise LogFormatError(error.bare, number) from None


def _check_type(line: Json, number: int) -> None:
    if line.get(fields.TYPE) not in fields.KINDS:
        message = _("type {found} is none of {known}").format(
            found=clip(dumps(line.get(fields.TYPE))), known=", ".join(fields.KINDS)
        )
        raise LogFormatError(message, number)


def _move(game: LoggedGame, line: Json, number: int) -> None:
    session = game.session
    expected = len(session.turns) + 1
    if session.is_over:
        raise VerificationError(_("move {n} comes after the end of the game").format(n=expected), number)
    _expect(fields.N, line.get(fields.N), expected, number)
    text = line.get(fields.MOVE)
    if not isinstance(text, str):
        raise LogFormatError(_("a move line carries a move"), number)
    auto = line.get(fields.AUTO, False)
    if not isinstance(auto, bool):
        raise LogFormatError(_("auto is true or absent"), number)
    dice = RecordedDice(_dice(line, number))
    try:
        move = session.game.parse_move(text)
        if session.game.format_move(move) != text:
            raise VerificationError(_("“{text}” is not canonical").format(text=clip(text)), number)
        if auto != (session.game.forced_move(session.state) == move):
            raise VerificationError(_("auto does not agree with the choices there were"), number)
        turn = session.push(move, dice, auto=auto, line=line)
    except (IllegalMoveError, MoveSyntaxError) as error:
        raise VerificationError(str(error), number) from None
    except NoDiceError:
        raise VerificationError(_("dice are missing"), number) from None
    _all_used(dice, number)
    played = turn.to_json(session.game)
    _expect(fields.SEAT, line.get(fields.SEAT), played[fields.SEAT], number)
    _expect(fields.EVENTS, line.get(fields.EVENTS), played[fields.EVENTS], number)


def _undo(game: LoggedGame, line: Json, number: int) -> None:
    to = line.get(fields.TO)
    session = game.session
    if type(to) is not int or not 0 <= to < len(session.turns):
        raise VerificationError(_("undo goes back to a move before the last one"), number)
    marked, threw = line.get(fields.PRACTICE, False), session.threw_after(to)
    if not isinstance(marked, bool) or (threw and not marked):
        raise VerificationError(_("an undo behind a thrown die is marked as practice"), number)
    if marked and not threw and not session.others_moved_after(to):
        text = _("practice marks an undo behind a thrown die or behind moves of other seats, and no other")
        raise VerificationError(text, number)
    session.back_to(to)


def _end(game: LoggedGame, line: Json, number: int) -> None:
    result = game.session.result
    if result is None:
        raise VerificationError(_("an end line, but the game goes on"), number)
    _expect(fields.RESULT, line.get(fields.RESULT), result, number)
    if game.match is not None:
        _expect(fields.STANDINGS, line.get(fields.STANDINGS), game.match.standings(result), number)
        game.match.results.append(result)
    game.end = line


def _match_of(game: LoggedGame, before: Match | None, number: int) -> Match | None:
    """Return the match that a game belongs to by its start line; before: that of the game before it."""
    place = game.start.get(fields.MATCH)
    if place is None:
        return None
    session = game.session
    if session.origin.position is not None:
        raise VerificationError(_("a game of a match begins with a deal"), number)
    first = isinstance(place, dict) and place.get("game") == 1
    try:
        match = Match(session.game, session.origin.deal) if first or before is None else before
    except OptionError as error:
        raise VerificationError(str(error), number) from None
    if match.is_over or match.game.name != session.game.name:
        raise VerificationError(_("the match had ended"), number)
    _expect(fields.MATCH, place, match.place()[fields.MATCH], number)
    if match.next_deal != session.origin.deal:
        raise VerificationError(_("this is not the deal that follows in the match"), number)
    return match


def _dice(line: Json, number: int) -> list[int]:
    dice = line.get(fields.DICE, [])
    if not isinstance(dice, list) or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise LogFormatError(_("dice are numbers from 1 to 6"), number)
    return dice


def _all_used(dice: RecordedDice, number: int) -> None:
    if dice.left:
        raise VerificationError(_("more dice stand here than were thrown"), number)


def _expect(what: str, found: Any, expected: Any, number: int) -> None:
    gap = difference(found, expected, what)
    if gap is None:
        return
    at, found, expected = gap
    if found is ABSENT:
        message = _("{what} is missing, the rules give {expected}")
    elif expected is ABSENT:
        message = _("{what} is {found}, the rules give nothing there")
    else:
        message = _("{what} is {found}, the rules give {expected}")
    values = {"found": found, "expected": expected}
    shown = {name: "" if value is ABSENT else clip(dumps(value), 200) for name, value in values.items()}
    raise VerificationError(message.format(what=at, **shown), number)


def difference(found: Any, expected: Any, at: str) -> tuple[str, Any, Any] | None:
    """Return the first place where two JSON values differ, with what stands there (ABSENT for nothing), None for none.

    Unlike in ==, true is not 1 and 1.0 is not 1. Unknown fields of objects are let be.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        parts = [(found.get(key, ABSENT), value, f"{at}.{key}") for key, value in expected.items()]
    elif isinstance(expected, list) and isinstance(found, list):
        both = enumerate(zip_longest(found, expected, fillvalue=ABSENT))
        parts = [(one, other, f"{at}[{index}]") for index, (one, other) in both]
    else:
        return None if type(found) is type(expected) and found == expected else (at, found, expected)
    return next((gap for part in parts if (gap := difference(*part)) is not None), None)
