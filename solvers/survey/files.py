"""Files that are only whole: locked under their name, and replaced in one step."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zlib import crc32

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.filelock import take_lock
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from io import FileIO

#: The name that stands for standard input or standard output.
STANDARD: Final = "-"
_BLOCK: Final = 1 << 20


def check_file(path: str) -> None:
    """Raise OptionError or OSError for what is there under a name and is no file that results can be kept in."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  follows links, and refuses those that go in circles
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(mode):
        text = _("{path} is no regular file, and cannot keep results (- is standard output)")
        raise OptionError(text.format(path=clip(path, 200)))


def lock_name(stream: FileIO, path: str, refusal: str) -> None:
    """Lock an open file, and make sure that it is still the one of that name: it may have been replaced meanwhile.

    Raises OptionError(refusal).
    """
    take_lock(stream, refusal)
    with suppress(OSError):
        if os.path.samestat(os.fstat(stream.fileno()), os.stat(path)):  # noqa: PTH116  as above
            return
    raise OptionError(refusal)


def write_all(stream: FileIO, data: bytes) -> None:
    """Write to an unbuffered stream until everything is written. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[stream.write(rest) or 0 :]


class Replacement:
    """A file written beside another one, to take its place: a full disk or a kill leaves the old one or the new one.

    A link stays a link, and what it points to is replaced. The new file is locked as long as `stream` is open. Raises
    OptionError where another program is at the same work, OSError.
    """

    def __init__(self, path: str) -> None:
        target = Path(os.path.realpath(path))  # resolve() of a link that goes in a circle is no OSError
        self._target = target
        # one length, since a longer name may be too long; one name, since a kill then leaves one such file at most
        self._name = target.with_name(f".cardsolo-{crc32(os.fsencode(target.name)):08x}.new")
        try:
            self.stream: FileIO = self._name.open("ab", buffering=0)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        try:
            lock_name(self.stream, str(self._name), _("another program is writing {path}").format(path=clip(path, 200)))
            self.stream.truncate(0)
        except BaseException:
            self.stream.close()
            raise

    def write(self, parts: Iterable[bytes]) -> None:
        """Append parts, many at a time."""
        held, size = [], 0
        for part in parts:
            held.append(part)
            size += len(part)
            if size >= _BLOCK:
                write_all(self.stream, b"".join(held))
                held, size = [], 0
        write_all(self.stream, b"".join(held))

    def take_place(self) -> None:
        """Put the new file in the place of the old one, with the permissions of that."""
        with suppress(FileNotFoundError):
            self._name.chmod(stat.S_IMODE(self._target.stat().st_mode))
        os.fsync(self.stream.fileno())
        self._name.replace(self._target)

    def discard(self) -> None:
        """Take the new file away."""
        self.stream.close()
        self._name.unlink(missing_ok=True)
