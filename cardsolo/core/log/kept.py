"""The games of a person: logs of what was typed at a terminal, which are kept in the state directory."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from cardsolo.core.errors import OptionError
from cardsolo.core.filelock import is_locked
from cardsolo.core.i18n import _
from cardsolo.core.log.unfinished import open_game, state_directory

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolo.core.game import Json


@dataclass(frozen=True, slots=True)
class KeptGame:
    """An unfinished game: its log, the name of the game, when it was last played, and which it is in words.

    rules: their options as the log has them. is_begun: whether a person has done anything in it.
    """

    path: Path
    game: str
    changed: datetime
    which: str
    rules: Json
    is_begun: bool

    @property
    def when(self) -> str:
        """When it was last played, to the minute."""
        return f"{self.changed:%Y-%m-%d %H:%M}"


def kept_logs() -> list[Path]:
    """Return the logs in the state directory, oldest first: their names begin with the game and the time.

    Raises OSError, and OptionError for a user without a home.
    """
    try:
        directory = state_directory()
    except RuntimeError as error:
        raise OptionError(_("no games are kept: {cause}").format(cause=error)) from None
    if not directory.is_dir():
        return []
    return sorted(directory.glob("*.jsonl"), key=lambda path: (path.stem.partition("-")[2], path.name))


def unfinished_games() -> list[KeptGame]:
    """Return the kept games that can be gone on with, the one played last first; what cannot be read is left out."""
    found = []
    for path in kept_logs():
        with suppress(OSError), path.open("rb") as stream:
            last = open_game(stream)
            if last is not None:
                changed = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
                found.append(KeptGame(path, last.game, changed, str(last), last.rules, last.is_begun))
    return sorted(found, key=lambda kept: kept.changed, reverse=True)


def is_held(path: Path) -> bool:
    """Tell whether another process is writing the log at a path."""
    with suppress(OSError), path.open("rb") as stream:
        return is_locked(stream)
    return False
