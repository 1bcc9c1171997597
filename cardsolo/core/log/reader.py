"""Read and check logs: JSON Lines with start, move, undo and end (docs/log-format.md).

`LogReader` takes lines one at a time and replays them through the rules, so that a log of any length costs one game of
memory, a fault is reported with its line, and a file may hold many games. A reader that is given `on_fault` goes on
after a fault: what is damaged costs itself, and no other game its place.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from cardsolo.core.errors import FormatError, LogFormatError, OptionError, VerificationError, clip, located
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps, iter_lines, parse_object
from cardsolo.core.log import fields
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.replay import LoggedGame, expect_field, start_game
from cardsolo.core.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from cardsolo.core.game import AnyGame, Json

    OnFault = Callable[[FormatError], None]


def read_log(
    source: str | os.PathLike[str] | BinaryIO,
    find_game: Callable[[str], AnyGame],
    *,
    on_fault: OnFault | None = None,
    keep: Keep = Keep.EVENTS,
) -> Iterator[LoggedGame]:
    """Yield the games of a log, given by name or as an open stream of bytes, one at a time and checked move by move.

    The last one may be in progress. Nothing is opened before the first game is asked for, and one game at a time is in
    memory. find_game, on_fault, keep: as for LogReader. Raises LogFormatError for what is no log, VerificationError for
    a log that breaks the rules, each with file and line, and OSError for a file that cannot be read.
    """
    reader = LogReader(find_game, on_fault=on_fault, keep=keep)
    if not isinstance(source, (str, os.PathLike)):
        yield from reader.games(source)
        return
    with located(os.fspath(source)), open(source, "rb") as stream:  # noqa: PTH123  a name may be any PathLike
        yield from reader.games(stream)


def last_game(stream: BinaryIO, find_game: Callable[[str], AnyGame]) -> LoggedGame:
    """Return the last game of a log; those before it are checked and let go. Raises as `read_log` does."""
    games = LogReader(find_game).games(stream)
    last = next(games)
    for last in games:  # noqa: B007  only the last one is wanted
        pass
    return last


class LogReader:
    """Reads games from a stream of log lines and checks each line against the rules.

    find_game: turns a game's name into the game, raising OptionError for an unknown one. watch: called with (game so
    far, line) after every line that was accepted. keep: what is kept of a game while it is read.

    on_fault: told of each fault, with its line; reading then goes on. A line that is none of a log, or stands twice, is
    passed over, and its game goes on if what follows still does; otherwise the rest of that game is passed over, and it
    is not yielded unless it had ended. What only follows from a fault is not told as another one. Without on_fault the
    first fault is raised.
    """

    def __init__(
        self,
        find_game: Callable[[str], AnyGame],
        watch: Callable[[LoggedGame, Json], None] | None = None,
        *,
        on_fault: OnFault | None = None,
        keep: Keep = Keep.ALL,
    ) -> None:
        self._find_game = find_game
        self._watch = watch
        self._keep = keep
        self._faults = _Faults(on_fault)
        self.game: LoggedGame | None = None
        self._match: Match | None = None
        #: What follows cannot be judged before the next game begins.
        self._is_lost = False
        #: Lines of this game were passed over: that a later one does not follow may be their fault.
        self._has_gap = False
        #: Games of the match in hand were passed over, so that its standings are not known any more.
        self._match_has_gap = False

    def games(self, stream: BinaryIO) -> Iterator[LoggedGame]:
        """Yield each game when it is complete, the last one also if it is still in progress.

        Raises LogFormatError for what is no log, VerificationError for a log that breaks the rules (with on_fault, only
        the former, where no game begins at all).
        """
        on_fault = None if self._faults.are_raised else self._pass_over
        return self.games_of_lines(_log_lines(iter_lines(stream, on_fault)))

    def games_of_lines(self, lines: Iterable[tuple[int, bytes]]) -> Iterator[LoggedGame]:
        """Yield the games of lines that were read already, each with its number; as `games` otherwise."""
        before = b""
        for number, raw in lines:
            line = self._parsed(raw, number)
            is_double, before = raw == before, raw
            if line is None:
                continue
            if line[fields.TYPE] == fields.START and is_double:
                self._faults.tell(_doubled(number))
            elif line[fields.TYPE] == fields.START:
                if self.game is not None and self._is_whole:
                    yield self.game
                self._begin(line, number)
            else:
                self._go_on(line, number, is_double=is_double)
        if self.game is None:
            self._faults.finish()
        elif self._is_whole:
            yield self.game

    def feed(self, line: Json, number: int) -> None:
        """Take one line. Raises as `games` does without on_fault."""
        _check_type(line, number)
        if line[fields.TYPE] == fields.START:
            match = self._match
            self.game = start_game(line, number, self._find_game, self._keep)
            try:
                self._match = self.game.match = self._match_of(self.game, match, number)
            except VerificationError:
                if not self._match_has_gap:
                    raise
                self._match = None  # a game before it was passed over: this one is judged by itself
        elif self.game is None:
            raise LogFormatError(_("a log begins with a start line"), number)
        else:
            self.game.take(line, number)
        if self._watch is not None:
            self._watch(self.game, line)

    # --- going on after a fault -------------------------------------------------------------------------------------
    @property
    def _is_whole(self) -> bool:
        """Whether the game in hand can be told of: all of its lines that were read follow from the rules."""
        return self.game is not None and (self.game.has_ended or not self._is_lost)

    def _parsed(self, raw: bytes, number: int) -> Json | None:
        """Return a line of a log; one that is none is told of, and None."""
        try:
            line = parse_object(raw, number)
            _check_type(line, number)
        except FormatError as error:
            self._pass_over(error)
            return None
        return line

    def _pass_over(self, error: FormatError) -> None:
        self._has_gap = True
        self._faults.tell(LogFormatError(error.bare, error.line))

    def _begin(self, line: Json, number: int) -> None:
        if self._has_gap or self._is_lost:
            self._match_has_gap = True
        self._has_gap = self._is_lost = False
        self._faults.begin()
        try:
            self.feed(line, number)
        except FormatError as error:
            self._faults.tell(error)
            self.game = None
            self._is_lost = True

    def _go_on(self, line: Json, number: int, *, is_double: bool) -> None:
        try:
            if not self._is_lost:
                self.feed(line, number)
            elif is_double:
                self._faults.tell(_doubled(number))
        except FormatError as error:
            if is_double:
                self._faults.tell(error if self._faults.are_raised else _doubled(number))
                return
            if not self._has_gap:
                self._faults.tell(error)
            self._is_lost = True

    def _match_of(self, game: LoggedGame, before: Match | None, number: int) -> Match | None:
        """Return the match that a game belongs to by its start line; before: that of the game before it."""
        place = game.start.get(fields.MATCH)
        if place is None:
            return None
        session = game.session
        if session.origin.position is not None:
            raise VerificationError(_("a game of a match begins with a deal"), number)
        first = isinstance(place, dict) and place.get("game") == 1
        self._match_has_gap = self._match_has_gap and not first
        try:
            match = Match(session.game, session.origin.deal) if first or before is None else before
        except OptionError as error:
            raise VerificationError(str(error), number) from None
        if match.is_over or match.game.name != session.game.name:
            raise VerificationError(_("the match had ended"), number)
        expect_field(fields.MATCH, place, match.place()[fields.MATCH], number)
        if match.next_deal != session.origin.deal:
            raise VerificationError(_("this is not the deal that follows in the match"), number)
        return match


class _Faults:
    """Raises faults, or tells of them: those before the first game only when one begins, since a file may be no log."""

    def __init__(self, on_fault: OnFault | None) -> None:
        self._on_fault = on_fault
        self._held: list[FormatError] | None = []

    @property
    def are_raised(self) -> bool:
        return self._on_fault is None

    def tell(self, error: FormatError) -> None:
        if self._on_fault is None:
            raise error
        if self._held is None:
            self._on_fault(error)
        elif len(self._held) < _MOST_HELD:
            self._held.append(error)

    def begin(self) -> None:
        """Take the file for a log: a game begins."""
        held, self._held = self._held, None
        for error in held or ():
            self.tell(error)

    def finish(self) -> None:
        """Raise LogFormatError where no game has begun: for the first line that was none, or for none at all."""
        if self._held:
            raise self._held[0]
        if self._held is not None:
            raise LogFormatError(_("there is no game in it"))


#: Faults before the first game that are remembered.
_MOST_HELD = 1000


def _log_lines(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    try:
        yield from lines
    except FormatError as error:
        raise LogFormatError(error.bare, error.line) from None


def _doubled(number: int) -> VerificationError:
    return VerificationError(_("the line before stands here once more"), number)


def _check_type(line: Json, number: int) -> None:
    if line.get(fields.TYPE) not in fields.KINDS:
        message = _("type {found} is none of {known}").format(
            found=clip(dumps(line.get(fields.TYPE))), known=", ".join(fields.KINDS)
        )
        raise LogFormatError(message, number)
