"""Take up an unfinished game from the log that a command line names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.cli.common.logs import say_torn
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import OptionError, located
from cardsolo.core.i18n import _
from cardsolo.core.log.resume import read_unfinished
from cardsolo.core.log.writer import LogFile
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame
    from cardsolo.core.log.resume import Unfinished
    from cardsolo.core.log.writer import LogStream


def take_up(game: AnyGame, name: str, log: LogStream | None) -> Unfinished:
    """Replay the last game of log `name`, from the open log if that is the same file.

    A torn last line is dropped with a warning. Where the log goes on in another file, `name` is left as it is and the
    new file first gets a copy of what was read. Raises OptionError for a finished game or another game's log.
    """
    file = log if isinstance(log, LogFile) else None
    if file is not None and name != "-" and file.is_file(name):
        with located(name):
            unfinished = read_unfinished(file.read(), find, name)
    else:
        with open_input(name) as stream:
            unfinished = read_unfinished(stream, find, name)
        say_torn(name, unfinished.torn)
        if file is not None:
            file.take_over(unfinished.whole)
    found = unfinished.last.session.game.name
    if found != game.name:
        raise OptionError(_("{name} is a log of {game}").format(name=name, game=found))
    return unfinished
