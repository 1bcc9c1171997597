"""Keep a second process from writing the same file."""

from __future__ import annotations

from typing import IO

from cardsolo.core.errors import OptionError


def take_lock(stream: IO[bytes], refusal: str) -> None:
    """Lock an open file until it is closed. Raises OptionError(refusal) if another process holds it.

    Where there are no such locks (some systems, file systems and devices) the file counts as free.
    """
    try:
        import fcntl  # noqa: PLC0415  not every system has it
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OptionError(refusal) from None
    except OSError:
        return


def is_locked(stream: IO[bytes]) -> bool:
    """Tell whether another process holds the lock of an open file; whoever asks does not keep it."""
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        return False
    try:
        fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    fcntl.flock(stream, fcntl.LOCK_UN)
    return False
