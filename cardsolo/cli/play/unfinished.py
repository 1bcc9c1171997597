"""Logs that end with an unfinished game: nothing is appended that would keep it from being resumed."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from cardsolo.core.errors import FormatError, OptionError, clip
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import MAX_LINE, iter_lines, parse_object
from cardsolo.core.match import FIELD, STANDINGS

if TYPE_CHECKING:
    from cardsolo.core.game import Json


#: Field of the start line of a solver's line of play: such a line may break off, and nobody is playing it.
SOLVER: Final = "solver"
#: Field beside it: how many moves the solver made; what comes after them is somebody's game.
SOLVER_MOVES: Final = "solver_moves"


@dataclass
class _Last:
    """The last game of a log, as far as its lines say without being replayed."""

    start: Json
    moves: int = 0
    #: Lines of moves and undos.
    lines: int = 0
    has_ended: bool = False

    @property
    def source(self) -> Any:
        return self.start.get("deal") or self.start.get("position") or {}

    @property
    def is_open(self) -> bool:
        """Tell whether the game goes on, or its match does.

        A solver's line may break off, and nobody plays it until somebody has gone on with it.
        """
        own = self.start.get(SOLVER_MOVES)
        if SOLVER in self.start and not (isinstance(own, int) and self.lines > own):
            return False
        place = self.start.get(FIELD)
        if not self.has_ended or not isinstance(place, dict):
            return not self.has_ended
        number, games = place.get("game"), place.get("games")
        return isinstance(number, int) and isinstance(games, int) and number < games

    def take(self, line: Json) -> None:
        kind, to = line.get("type"), line.get("to")
        self.lines += kind in {"move", "undo"}
        if kind == "move":
            self.moves += 1
        elif kind == "undo" and isinstance(to, int):
            self.moves = to
        elif kind == "end":
            self.has_ended = True

    def __str__(self) -> str:
        source = self.source if isinstance(self.source, dict) else {}
        name, seed = clip(str(source.get("game"))), source.get("seed")
        parts = [name] if seed is None else [name, _("seed {seed}").format(seed=clip(str(seed)))]
        return ", ".join([*parts, plural("{count} move", "{count} moves", self.moves)])

    @property
    def command(self) -> str:
        """The game's name, for the command that goes on with it."""
        return clip(str(self.source.get("game"))) if isinstance(self.source, dict) else "GAME"


def refuse_unfinished(stream: BinaryIO, name: str) -> None:
    """Raise OptionError if a log that can be read and sought ends with an unfinished game, or an unfinished match."""
    if _ends_for_good(stream):
        return
    last = _last_game(stream)
    if last is None or not last.is_open:
        return
    from shlex import quote

    text = _(
        "{name} ends with an unfinished game ({game}), and a game after it would keep it from being resumed. Go on "
        "with it: cardsolo play {command} --resume {file}; or name another file with --log"
    )
    raise OptionError(text.format(name=name, game=last, command=last.command, file=quote(name)))


def _ends_for_good(stream: BinaryIO) -> bool:
    """Tell from the last line alone whether the last game has ended, without a match; a long log is then not read."""
    size = stream.seek(0, os.SEEK_END)
    back = min(size, MAX_LINE)
    stream.seek(size - back)
    lines = stream.read(back).rstrip(b"\r\n").rsplit(b"\n", 1)
    with suppress(FormatError):
        last = parse_object(lines[-1])
        return last.get("type") == "end" and STANDINGS not in last
    return size == 0


def _last_game(stream: BinaryIO) -> _Last | None:
    """Return the last game, lines that are no objects (a torn one) left out; None where no game begins."""
    stream.seek(0)
    last: _Last | None = None
    with suppress(FormatError):  # a line that is too long: whoever reads the log will say so
        for _number, raw in iter_lines(stream):
            line: Json = {}
            with suppress(FormatError):
                line = parse_object(raw)
            if line.get("type") == "start":
                last = _Last(line)
            elif last is not None:
                last.take(line)
    return last
