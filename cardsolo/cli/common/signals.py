"""Signals that ask a command to end: it ends as after Ctrl-C, tidied up and saved, with the code of the signal."""

from __future__ import annotations

import _thread
import os
import signal
import sys
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    from types import FrameType

#: What a closed terminal, a scheduler or Ctrl-\ sends, where the system has it.
_ENDING: Final = ("SIGTERM", "SIGHUP", "SIGQUIT")

_received: list[int] = []


class Terminated(KeyboardInterrupt):
    """A signal has asked to end: whatever saves its work on Ctrl-C does so now too, and nothing is asked again."""


def heed_signals() -> None:
    """Turn the signals that ask to end into exceptions; those that are ignored (`nohup`, `&`) stay ignored."""
    for name in ("SIGINT", *_ENDING):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) not in {signal.SIG_IGN, None}:
            signal.signal(number, _end)
    sys.unraisablehook = _come_again


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    _received.append(number)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Terminated


def _come_again(unraisable: sys.UnraisableHookArgs) -> None:
    """Let a signal that came in a callback, whose exceptions Python prints and forgets, come once more after it."""
    if _received and isinstance(unraisable.exc_value, KeyboardInterrupt):
        _thread.start_new_thread(os.kill, (os.getpid(), _received[-1]))  # sent from here it would come in the callback
    else:
        sys.__unraisablehook__(unraisable)


def was_asked_to_end() -> bool:
    """Tell whether a signal has come: what fails now has failed of it, whatever exception that became on its way."""
    return bool(_received)


def forget() -> None:
    """Take what has come for dealt with: it ended nothing (Ctrl-C that cleared a line)."""
    _received.clear()


def code_after(code: int) -> int:
    """Return the exit code of an interrupted command: 128 and the number of the signal, as a shell has it."""
    return 128 + _received[-1] if _received else code


def leave(code: int) -> NoReturn:
    """End the process. From here on signals end it at once and in silence."""
    for name in ("SIGINT", *_ENDING):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)
    sys.exit(code)
