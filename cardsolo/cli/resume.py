"""Take up an unfinished game from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.cli.logfile import LogFile
from cardsolo.cli.run import say
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.core.log import LogReader
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame
    from cardsolo.core.session import Session


def read_unfinished(game: AnyGame, name: str, file: LogFile | None) -> Session:
    """Replay the last game of log `name`, from the open log file if that is the same one.

    A torn last line is dropped with a warning. Where the log goes on in another file, that one first gets a copy of
    what was read, byte for byte. Raises OptionError for a finished game or another game's log.
    """
    if file is not None and file.name == name:
        return _last_game(game, name, file)
    source = LogFile(name)
    try:
        session = _last_game(game, name, source)
        if file is not None and file.name != "-":
            file.copy_from(source)
    finally:
        source.close()
    return session


def _last_game(game: AnyGame, name: str, file: LogFile) -> Session:
    if file.torn:
        say(
            _("the last line of {name} was cut off and is dropped: {text}").format(
                name=name, text=clip(repr(file.torn))
            )
        )
    games = list(LogReader(find).games(file.read()))
    last = games[-1] if games else None
    if last is None or last.has_ended:
        raise OptionError(_("the game in {name} has ended").format(name=name))
    if last.session.game.name != game.name:
        raise OptionError(_("{name} is a log of {game}").format(name=name, game=last.session.game.name))
    return last.session
