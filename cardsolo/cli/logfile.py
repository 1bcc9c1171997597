"""The log file of a game: on disk after every move, never torn for good, never shared by two games at once."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cardsolo.core.errors import FormatError, LogFormatError, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import MAX_LINE, dumps, parse_object

if TYPE_CHECKING:
    from cardsolo.core.game import Json

_BOM = b"\xef\xbb\xbf"


class LogFile:
    """Appends log lines to a file, each handed to the system before the next move is asked for; `-` is stdout.

    Opening one drops a torn last line (kept in `torn`). Raises LogFormatError for a file that is no log and OptionError
    for one that another game is writing; neither is changed.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.torn = b""
        if name == "-":
            self._stream: BinaryIO = sys.stdout.buffer
            return
        stream = Path(name).open("a+b")  # noqa: SIM115  it stays open for the game
        try:
            _lock(stream, name)
            self.torn = _drop_torn_line(stream, name)
        except BaseException:
            stream.close()
            raise
        self._stream = stream

    def write(self, line: Json) -> None:
        """Append a line and hand it to the system at once."""
        self._stream.write(dumps(line).encode() + b"\n")
        self._stream.flush()

    def read(self) -> BinaryIO:
        """Return the file from its beginning, as it was left."""
        self._stream.seek(0)
        return self._stream

    def copy_from(self, other: LogFile) -> None:
        """Take over the lines of another log. Raises OptionError if there are lines here already."""
        if self._stream.seek(0, os.SEEK_END):
            raise OptionError(_("{name} holds a log already").format(name=self.name))
        for line in other.read():
            self._stream.write(line)
        self._stream.flush()

    def close(self) -> None:
        if self.name != "-":
            self._stream.close()


def _lock(stream: BinaryIO, name: str) -> None:
    try:
        import fcntl
    except ImportError:
        return  # no such locks on this system
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OptionError(_("{name} is being written by another game").format(name=name)) from None
    except OSError:
        return  # a file system, or a device, without locks


def _drop_torn_line(stream: BinaryIO, name: str) -> bytes:
    if not stream.seekable():
        return b""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    first = stream.readline(MAX_LINE + 2)
    back = min(size, MAX_LINE + 2)
    stream.seek(size - back)
    tail = stream.read(back)
    torn = tail[tail.rfind(b"\n") + 1 :]
    if first and not _begins_a_log(first):
        raise LogFormatError(_("{name} is not a log, so nothing is added to it").format(name=name))
    if torn:
        stream.truncate(size - len(torn))
    return torn


def _begins_a_log(first: bytes) -> bool:
    """Tell whether the first line is a start line, or the beginning of one that was cut off."""
    first = first.removeprefix(_BOM)
    if not first.endswith(b"\n"):
        beginning = b'{"type":"start"'
        return first[: len(beginning)] == beginning[: len(first)]
    with suppress(FormatError):
        return parse_object(first.rstrip(b"\r\n")).get("type") == "start"
    return False


def state_directory() -> Path:
    """Return where games typed at a terminal are kept when no --log names a place."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "cardsolo"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "cardsolo"
