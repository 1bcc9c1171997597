"""The log of a game while it is written: on disk after every move, never torn for good, never shared by two games."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from cardsolo.core.errors import FormatError, LogFormatError, OptionError
from cardsolo.core.filelock import take_lock
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import BOM, MAX_LINE, dumps, parse_object
from cardsolo.core.log import fields
from cardsolo.core.log.unfinished import refuse_unfinished

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolo.core.game import Json


class LogStream:
    """Writes log lines to a stream of bytes that belongs to the caller, each handed on before the next move."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, line: Json) -> None:
        """Append a line and hand it to the system at once."""
        self._append(dumps(line).encode() + b"\n")

    def close(self) -> None:
        """Leave the stream to its owner."""

    def _append(self, data: bytes) -> None:
        self._stream.write(data)
        self._stream.flush()


class LogFile(LogStream):
    """Appends log lines to a file by name, each handed to the system before the next move is asked for.

    new_game: what is appended begins a game, after which an unfinished one could not be resumed any more.

    Opening one drops a torn last line (`torn`, for the caller to tell of). Raises LogFormatError for a file that is no
    log, UnfinishedError for one that ends with an unfinished game before a new one, OptionError for one that
    another game is writing (none of them is changed), FileNotFoundError where an `old` one must be there.
    """

    def __init__(self, name: str, *, old: bool = False, new_game: bool = False) -> None:
        self.name = name
        self.torn = b""
        self._is_new = False
        self._is_read = True
        if not name:
            raise OptionError(_("an empty name is no file"))
        path = _path(name)
        if old:
            path.stat()  # says why it cannot be read
        if path.exists() and not path.is_file() and not path.is_dir():  # a pipe or a device: nothing to read or repair
            if old:
                raise OptionError(_("{name} is no file: --log FILE must say where the game goes on").format(name=name))
            super().__init__(path.open("ab"))
            return
        self._is_new = not path.exists()
        stream = path.open("a+b")
        try:
            take_lock(stream, _("{name} is being written by another game").format(name=name))
            if new_game:
                refuse_unfinished(stream, name)
            self.torn = _drop_torn_line(stream, name)
        except BaseException:
            stream.close()
            raise
        super().__init__(stream)

    def read(self) -> BinaryIO:
        """Return the file from its beginning, as it was left."""
        self._stream.seek(0)
        return self._stream

    def take_over(self, log: bytes) -> None:
        """Begin with another log. Raises OptionError if there are lines here already."""
        if self._stream.seekable() and self._stream.seek(0, os.SEEK_END):
            raise OptionError(_("{name} holds a log already").format(name=self.name))
        self._append(log)

    def is_file(self, name: str) -> bool:
        """Tell whether this is the file of that name."""
        with suppress(OSError):
            return self.name == name or _path(self.name).samefile(name)
        return False

    def close(self) -> None:
        with suppress(OSError):  # what a full disk refused was told when it was written
            self._stream.close()
        with suppress(OSError):
            if self._is_new and not _path(self.name).stat().st_size:
                _path(self.name).unlink()  # the game did not come about

    def _append(self, data: bytes) -> None:
        if not self._is_read:
            return
        try:
            super()._append(data)
        except BrokenPipeError:  # a pipe by name, whose reader has what it wanted
            self._is_read = False
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.name) from None


def _drop_torn_line(stream: BinaryIO, name: str) -> bytes:
    size = stream.seek(0, os.SEEK_END)
    stream.seek(0)
    first = stream.readline(MAX_LINE + 2)
    back = min(size, MAX_LINE + 2)
    stream.seek(size - back)
    tail = stream.read(back)
    torn = tail[tail.rfind(b"\n") + 1 :]
    if first and not (_begins_a_log(first) and len(torn) <= MAX_LINE):
        raise LogFormatError(_("{name} is not a log, so nothing is added to it").format(name=name))
    if is_whole(torn):
        stream.write(b"\n")
        stream.flush()
        return b""
    if torn:
        stream.truncate(size - len(torn))
    return torn


def is_whole(line: bytes) -> bool:
    """Tell whether a last line is complete, though no line end follows it: an editor may have taken that away."""
    with suppress(FormatError):
        return fields.TYPE in parse_object(line.removeprefix(BOM))
    return False


def _begins_a_log(first: bytes) -> bool:
    """Tell whether the first line is a start line, or the beginning of one that was cut off."""
    first = first.removeprefix(BOM)
    if not first.endswith(b"\n"):
        beginning = b'{"type":"start"'
        return first[: len(beginning)] == beginning[: len(first)]
    with suppress(FormatError):
        return parse_object(first.rstrip(b"\r\n")).get(fields.TYPE) == fields.START
    return False


def _path(name: str) -> Path:
    from pathlib import Path  # noqa: PLC0415  a game without a file starts sooner without it

    return Path(name)
