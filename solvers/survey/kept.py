"""The sums of log files that have been read before: a file that is as it was need not be read again.

They are a memory and no second truth: whatever is missing in them, damaged, or of another program or format is summed
up from the log itself.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final
from zlib import crc32

from cardsolo import __version__
from cardsolo.core.errors import FormatError
from cardsolo.core.files import write_whole
from cardsolo.core.jsonl import dumps, parse_object
from cardsolo.games import NAMES
from solvers.survey.played import Played

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolo.core.game import Json

#: To be raised whenever a game is summed up in another way.
_FORMAT: Final = 1
#: Bytes of the file that are read; what one game adds up to takes some hundreds.
_LONGEST: Final = 64 << 20
_HEAD: Final = {"type": "sums", "format": _FORMAT, "program": __version__}


class KeptSums:
    """What is known of the logs in one directory, by their names, sizes and times of change.

    path: the file that remembers. state: size in bytes and time of change in nanoseconds. Nothing here raises OSError:
    without that file everything is read anew.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, Json] = {}
        self._used: dict[str, Json] = {}
        self._is_new = False
        with suppress(OSError), path.open("rb") as stream:
            lines = stream.read(_LONGEST).split(b"\n")
            if lines[0] == _checked(_HEAD):
                for line in lines[1:]:
                    with suppress(FormatError, KeyError, TypeError, ValueError):
                        obj = _read(line)
                        self._known[obj["file"]] = obj

    def get(self, log: Path, state: tuple[int, int]) -> list[Played] | None:
        """Return the sums of a log that is as it was, in the order in which its games were met."""
        line = self._known.get(log.name)
        if line is None or (line.get("size"), line.get("changed")) != state:
            return None
        try:
            found = [Played.from_kept(obj) for obj in line["played"]]
        except (KeyError, TypeError, ValueError):
            return None
        self._used[log.name] = line
        return found

    def put(self, log: Path, state: tuple[int, int], groups: list[Played]) -> None:
        """Remember the sums of a log, if it may be."""
        if _stays(groups):
            self._used[log.name] = _line(log, state, groups)
            self._is_new = True

    def save(self) -> None:
        """Write what was asked for or put, where anything is new; what has not been asked for is forgotten."""
        if self._is_new or len(self._used) != len(self._known):
            lines = map(_checked, (_HEAD, *self._used.values()))
            with suppress(OSError):
                write_whole(self._path, b"".join(line + b"\n" for line in lines))


def add_sums(path: Path, log: Path, state: tuple[int, int], groups: list[Played]) -> None:
    """Remember the sums of one log besides those that are in the file, if it may be."""
    if not _stays(groups):
        return
    line = _checked(_line(log, state, groups)) + b"\n"
    with suppress(OSError), path.open("ab") as stream:
        stream.write(line if stream.tell() else _checked(_HEAD) + b"\n" + line)


def _stays(groups: list[Played]) -> bool:
    """Whether games are summed up alike as long as this program is the same: those of other packages may change."""
    return all(played.game in NAMES for played in groups)


def _checked(obj: Json) -> bytes:
    """Return a line with its checksum before it: a damaged number would be read as another one."""
    data = dumps(obj).encode()
    return b"%08x %s" % (crc32(data), data)


def _read(line: bytes) -> Json:
    """Return the object of a line. Raises FormatError and ValueError."""
    if int(line[:8], 16) != crc32(line[9:]):
        raise ValueError(line)
    return parse_object(line[9:])


def _line(log: Path, state: tuple[int, int], groups: list[Played]) -> Json:
    kept = [played.to_kept() for played in groups]
    return {"file": log.name, "size": state[0], "changed": state[1], "played": kept}
