"""Logs that end with an unfinished game: nothing is appended that would keep it from being resumed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

from cardsolo.core.errors import FormatError, OptionError, clip
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import MAX_LINE, iter_lines, parse_object
from cardsolo.core.log import fields

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolo.core.game import Json


class UnfinishedError(OptionError):
    """A game would be appended to the log `name`, which ends with an unfinished game of `game`, or such a match."""

    def __init__(self, name: str, game: str, which: str) -> None:
        text = _("{name} ends with an unfinished game ({game}), and a game after it would keep it from being resumed")
        super().__init__(text.format(name=name, game=which))
        self.name = name
        self.game = game


@dataclass
class LastGame:
    """The last game of a log, as far as its lines say without being replayed."""

    start: Json
    moves: int = 0
    #: Lines of moves and undos.
    lines: int = 0
    #: Lines of typed cards and dice.
    typed: int = 0
    has_ended: bool = False

    @property
    def source(self) -> Any:
        return self.start.get(fields.DEAL) or self.start.get(fields.POSITION) or {}

    @property
    def rules(self) -> Json:
        """The options of its rules as the log has them, nothing where it has none."""
        found = self.source.get("rules") if isinstance(self.source, dict) else None
        return found if isinstance(found, dict) else {}

    @property
    def is_begun(self) -> bool:
        """Tell whether there is anything to go on with: a move that stands, or a card or die that was typed."""
        return self.moves > 0 or self.typed > 0

    @property
    def is_open(self) -> bool:
        """Tell whether the game goes on, or its match does.

        A solver's line may break off, and nobody plays it until somebody has gone on with it.
        """
        own = self.start.get(fields.SOLVER_MOVES)
        if fields.SOLVER in self.start and not (isinstance(own, int) and self.lines > own):
            return False
        place = self.start.get(fields.MATCH)
        if not self.has_ended or not isinstance(place, dict):
            return not self.has_ended
        number, games = place.get("game"), place.get("games")
        return isinstance(number, int) and isinstance(games, int) and number < games

    def take(self, line: Json) -> None:
        kind, to = line.get(fields.TYPE), line.get(fields.TO)
        self.lines += kind in {fields.MOVE, fields.UNDO}
        self.typed += kind == fields.TYPED
        if kind == fields.MOVE:
            self.moves += 1
        elif kind == fields.UNDO and isinstance(to, int):
            self.moves = to
        elif kind == fields.END:
            self.has_ended = True

    def __str__(self) -> str:
        source = self.source if isinstance(self.source, dict) else {}
        name, seed = clip(str(source.get("game"))), source.get("seed")
        parts = [name] if seed is None else [name, _("seed {seed}").format(seed=clip(str(seed)))]
        if self.start.get(fields.TYPED_CARDS) is True:
            parts.append(_("real cards"))
        return ", ".join([*parts, plural("{count} move", "{count} moves", self.moves)])

    @property
    def game(self) -> str:
        """The game's name as the log has it."""
        return clip(str(self.source.get("game"))) if isinstance(self.source, dict) else "GAME"


def refuse_unfinished(stream: BinaryIO, name: str) -> None:
    """Raise UnfinishedError if a log that can be read and sought ends with an unfinished game, or such a match."""
    last = open_game(stream)
    if last is not None:
        raise UnfinishedError(name, last.game, str(last))


def open_game(stream: BinaryIO) -> LastGame | None:
    """Return the game that a log which can be sought ends with, if it is unfinished or its match is; else None."""
    if _ends_for_good(stream):
        return None
    last = _last_game(stream)
    return last if last is not None and last.is_open else None


def _ends_for_good(stream: BinaryIO) -> bool:
    """Tell from the last line alone whether the last game has ended, without a match; a long log is then not read."""
    size = stream.seek(0, os.SEEK_END)
    back = min(size, MAX_LINE)
    stream.seek(size - back)
    lines = stream.read(back).rstrip(b"\r\n").rsplit(b"\n", 1)
    with suppress(FormatError):
        last = parse_object(lines[-1])
        return last.get(fields.TYPE) == fields.END and fields.STANDINGS not in last
    return size == 0


def _last_game(stream: BinaryIO) -> LastGame | None:
    """Return the last game, lines that are no objects (a torn one) left out; None where no game begins."""
    stream.seek(0)
    last: LastGame | None = None
    with suppress(FormatError):  # a line that is too long: whoever reads the log will say so
        for _number, raw in iter_lines(stream):
            line: Json = {}
            with suppress(FormatError):
                line = parse_object(raw)
            if line.get(fields.TYPE) == fields.START:
                last = LastGame(line)
            elif last is not None:
                last.take(line)
    return last


def state_directory() -> Path:
    """Return where games typed at a terminal are kept when nothing else names a place.

    Raises RuntimeError for a user without a home. A relative XDG_STATE_HOME counts as none, as that convention says.
    """
    from pathlib import Path  # noqa: PLC0415  only a game at a terminal is kept there

    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "cardsolo"
    wanted = Path(os.environ.get("XDG_STATE_HOME") or "")
    return (wanted if wanted.is_absolute() else Path.home() / ".local" / "state") / "cardsolo"
