"""Take up an unfinished game from its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from cardsolo.cli.common.streams import open_input
from cardsolo.cli.play.logfile import LogFile, is_whole, say_torn
from cardsolo.core.errors import OptionError, located
from cardsolo.core.i18n import _
from cardsolo.core.log.reader import LogReader
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.reader import LoggedGame


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The last game of a log, with the lines of the games before it that belong to its match.

    The game itself is unfinished, or it has ended and its match goes on.
    """

    last: LoggedGame
    before: tuple[Json, ...]

    def lines(self) -> tuple[Json, ...]:
        """Return the lines of the game and of those before it, moves that were taken back left out."""
        return (*self.before, *_lines(self.last))


def _lines(game: LoggedGame) -> list[Json]:
    lines = game.session.lines()
    return [*lines[:-1], game.end] if game.end is not None else lines


def read_unfinished(game: AnyGame, name: str, file: LogFile | None) -> Unfinished:
    """Replay the last game of log `name`, from the open log file if that is the same one.

    A torn last line is dropped with a warning. Where the log goes on in another file, `name` is left as it is and the
    new file first gets a copy of what was read. Raises OptionError for a finished game or another game's log.
    """
    if file is not None and file.is_file(name):
        with located(name):
            return _last_game(game, name, file.read())
    with open_input(name) as stream:
        lines = _WholeLines(stream)
        unfinished = _last_game(game, name, cast("BinaryIO", lines))
    say_torn(name, lines.torn)
    if file is not None and file.name != "-":
        file.take_over(b"".join(lines.read))
    return unfinished


class _WholeLines:
    """The lines of a log without a torn last one; `read` keeps them."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.read: list[bytes] = []
        self.torn = b""

    def readline(self, limit: int) -> bytes:
        line = self._stream.readline(limit)
        if line and not line.endswith(b"\n") and len(line) < limit:
            if not is_whole(line):
                self.torn = line
                return b""
            line += b"\n"
        self.read.append(line)
        return line


def _last_game(game: AnyGame, name: str, stream: BinaryIO) -> Unfinished:
    last: LoggedGame | None = None
    before: list[Json] = []
    for logged in LogReader(find).games(stream):
        same_match = last is not None and logged.match is not None and last.match is logged.match
        before = [*before, *_lines(last)] if last is not None and same_match else []
        last = logged
    if last is None or (last.has_ended and (last.match is None or last.match.is_over)):
        raise OptionError(_("the game in {name} has ended").format(name=name))
    if last.session.game.name != game.name:
        raise OptionError(_("{name} is a log of {game}").format(name=name, game=last.session.game.name))
    return Unfinished(last, tuple(before))
