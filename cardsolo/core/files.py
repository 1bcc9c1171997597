"""Write a file whole or not at all: a full disk leaves no half or empty file, and never costs an old one."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(name: str | os.PathLike[str], data: bytes) -> None:
    """Write data to the file of that name. Raises OSError, with that name, and leaves what was there as it was.

    A link stays one: the file that it leads to is replaced. Devices and pipes are written to directly, and so is a file
    in a directory where nothing can be added.
    """
    path = Path(name)
    try:
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)  # a directory is refused here, with its reason
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, os.fspath(name)) from None


def _replace(path: Path, data: bytes) -> None:
    try:
        number, temporary = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=path.parent)
    except PermissionError:
        path.write_bytes(data)
        return
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(data)
        Path(temporary).chmod(_mode(path))
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def _mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or those of a new one."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
