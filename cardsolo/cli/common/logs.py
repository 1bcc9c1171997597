"""The logs that a command line names: opened for writing, with what people must be told about them."""

from __future__ import annotations

import sys

from cardsolo.cli.common.run import say
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.core.log.unfinished import UnfinishedError
from cardsolo.core.log.writer import LogFile, LogStream


def open_log(name: str, *, old: bool = False, new_game: bool = False) -> LogStream:
    """Open the log of that name, `-` for stdout, to write to it; options and errors are those of LogFile.

    A torn last line is told of, and the refusal of a file with an unfinished game says how to go on with it.
    """
    if name == "-":
        return LogStream(sys.stdout.buffer)
    try:
        file = LogFile(name, old=old, new_game=new_game)
    except UnfinishedError as error:
        raise OptionError(_how_to_go_on(error)) from None
    say_torn(name, file.torn)
    return file


def say_torn(name: str, torn: bytes) -> None:
    """Warn of a last line that was dropped."""
    if torn:
        text = _("the last line of {name} was cut off and is dropped: {text}")
        say(text.format(name=name, text=clip(torn.decode("utf-8", "replace"))))


def _how_to_go_on(error: UnfinishedError) -> str:
    from shlex import quote

    text = _("{error}. Go on with it: cardsolo play {game} --resume {file}; or name another file with --log")
    return text.format(error=error, game=error.game, file=quote(error.name))
