"""What happens when nobody reads any more: the one place that decides it, for stdout and stderr.

Stdout: once its reader has gone, nothing more is written there, and nothing is said about it. A command whose output
was the point then ends, with code 0 (`cardsolo rules dungeon | head`). A command that has more to give than its stdout,
a file that was named or an exit code that is an answer, goes on within `outlasting` as far as that needs, and ends with
the code that it would have had.

Stderr: whatever becomes of it, stdout and the exit code stay what they are.
"""

from __future__ import annotations

import errno
import io
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator


class Outlet(io.RawIOBase):
    """Passes bytes on for as long as somebody takes them, and swallows them afterwards.

    The write that finds the reader gone raises BrokenPipeError, so that the command ends there, unless it outlasts its
    reader, or the stream is one that nothing depends on (optional).
    """

    def __init__(self, raw: Any, stream: TextIO, *, optional: bool) -> None:
        self._raw = raw
        self._stream = stream  # kept, for it would close the file if nobody held it
        self._optional = optional
        self.is_read = True
        #: How many commands (none or one, as a rule) go on without a reader.
        self.outlasted = 0

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        number: int = self._raw.fileno()
        return number

    def isatty(self) -> bool:
        return bool(self._raw.isatty())

    def write(self, data: Any) -> int | None:
        if self.is_read:
            try:
                written: int | None = self._raw.write(data)
            except OSError as error:
                if not (self._optional or _is_gone(error)):
                    raise
                self.is_read = False
                if not (self._optional or self.outlasted):
                    raise BrokenPipeError(errno.EPIPE, error.strerror) from error
            else:
                return written
        return len(data)


def _is_gone(error: OSError) -> bool:
    """Tell a reader that has left from a failure, a full disk say."""
    return isinstance(error, ConnectionError) or (sys.platform == "win32" and error.errno == errno.EINVAL)


_stdout: Outlet | None = None


def fit_outlets() -> None:
    """Give stdout and stderr their outlets; a terminal needs none, nor does a stream that is no file."""
    global _stdout
    _stdout, sys.stdout = _fitted(sys.stdout, optional=False)
    _err, sys.stderr = _fitted(sys.stderr, optional=True)


def _fitted(stream: TextIO, *, optional: bool) -> tuple[Outlet | None, TextIO]:
    buffer = getattr(stream, "buffer", None)
    try:
        if buffer is None or stream.isatty() or stream.fileno() < 0:
            return None, stream
    except (OSError, ValueError):  # bytes in memory
        return None, stream
    raw = getattr(buffer, "raw", None)
    outlet = Outlet(buffer if raw is None else raw, stream, optional=optional)
    under: Any = outlet if raw is None else io.BufferedWriter(outlet)  # without raw: python -u
    settings: dict[str, Any] = {"encoding": stream.encoding, "errors": stream.errors}
    settings["line_buffering"] = getattr(stream, "line_buffering", False)
    settings["write_through"] = getattr(stream, "write_through", False)
    return outlet, io.TextIOWrapper(under, newline="\n", **settings)


def stdout_is_read() -> bool:
    """Tell whether somebody may still read stdout; a gone reader is noticed by a write only."""
    return _stdout is None or _stdout.is_read


def reader_has_left() -> bool:
    """Ask the system whether a pipe on stdout has lost its reader, without a write; False where it does not tell."""
    import select

    if _stdout is None or not hasattr(select, "poll"):
        return False
    asked = select.poll()
    try:
        asked.register(_stdout.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _file, event in asked.poll(0))
    except (OSError, ValueError):  # a stream without a file
        return False


@contextmanager
def outlasting(when: bool = True) -> Iterator[None]:
    """Go on when the reader of stdout has gone (if `when`): there is a file to finish or an exit code to find."""
    outlet = _stdout if when else None
    if outlet is None:
        yield
        return
    outlet.outlasted += 1
    try:
        yield
        sys.stdout.flush()
    finally:
        outlet.outlasted -= 1
