"""Take up the unfinished game at the end of a log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log.reader import LogReader
from cardsolo.core.log.writer import is_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.replay import LoggedGame


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The last game of a log, with the lines of the games before it that belong to its match.

    The game itself is unfinished, or it has ended and its match goes on. whole: the bytes of the log without a torn
    last line; torn: that line.
    """

    last: LoggedGame
    before: tuple[Json, ...]
    whole: bytes
    torn: bytes

    def lines(self) -> tuple[Json, ...]:
        """Return the lines of the game and of those before it, moves that were taken back left out."""
        return (*self.before, *_lines(self.last))


def read_unfinished(stream: BinaryIO, find_game: Callable[[str], AnyGame], name: str) -> Unfinished:
    """Replay the last game of a log, which may break off in the middle of a line; name: what messages call the log.

    Raises as `LogReader.games` does, and OptionError where the last game has ended.
    """
    lines = _WholeLines(stream)
    last: LoggedGame | None = None
    before: list[Json] = []
    for logged in LogReader(find_game).games(cast("BinaryIO", lines)):
        same_match = last is not None and logged.match is not None and last.match is logged.match
        before = [*before, *_lines(last)] if last is not None and same_match else []
        last = logged
    if last is None or (last.has_ended and (last.match is None or last.match.is_over)):
        raise OptionError(_("the game in {name} has ended").format(name=name))
    return Unfinished(last, tuple(before), b"".join(lines.read), lines.torn)


def _lines(game: LoggedGame) -> list[Json]:
    lines = game.session.lines()
    return [*lines[:-1], game.end] if game.end is not None else lines


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
