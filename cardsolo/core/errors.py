"""The errors that a user can cause, each with its facts as attributes; only cli turns them into exit codes.

A solver that finds no solution is a result and no error; `assert` is for our own mistakes.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class CardsoloError(Exception):
    """Base of all errors with a message meant for people.

    bare: the message without its place; file and line (from 1) say where in the input the fault stands, None where
    nobody knows. As text the place stands before the message, as in `game.jsonl:3: not JSON`.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.bare = message
        self.file: str | None = None
        self.line: int | None = None

    def __str__(self) -> str:
        if self.file is not None:
            file = printable(self.file)
            return f"{file}: {self.bare}" if self.line is None else f"{file}:{self.line}: {self.bare}"
        return self.bare if self.line is None else _("line {line}: {message}").format(line=self.line, message=self.bare)


@contextmanager
def located(file: str | None, line: int | None = None) -> Iterator[None]:
    """Say in which file, and in which line of it, something is found wrong; a place that is known stays."""
    try:
        yield
    except (FormatError, DealError) as error:
        if error.file is None:
            error.file = file
            error.line = line if error.line is None else error.line
        raise


class Reason(NamedTuple):
    """Why a move is not allowed: the number of the rule or ruling, and a sentence for the player."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{_('rules {number}').format(number=self.rule)}]"


class MoveError(CardsoloError):
    """A move that cannot be played. text is what was typed."""

    def __init__(self, text: str, message: str) -> None:
        super().__init__(message)
        self.text = text


class MoveSyntaxError(MoveError):
    """Not a move at all; hint says what would be one."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text, _("“{text}” is not a move: {hint}").format(text=clip(text), hint=hint))
        self.hint = hint


class IllegalMoveError(MoveError):
    """A move, but not now."""

    def __init__(self, text: str, reason: Reason) -> None:
        super().__init__(text, _("{move} is not allowed: {reason}").format(move=clip(text), reason=reason))
        self.reason = reason


class AmbiguousMoveError(MoveError):
    """More than one reading; readings are canonical moves."""

    def __init__(self, text: str, readings: Sequence[str]) -> None:
        listed = _(" or ").join(readings)
        super().__init__(text, _("“{text}” can mean {readings}").format(text=clip(text), readings=listed))
        self.readings = tuple(readings)


class Fault(NamedTuple):
    """One thing wrong in a deal, position or view: where it stands, what stands there, what is wrong with it."""

    at: str
    text: str
    fault: str

    def __str__(self) -> str:
        at = clip(self.at)
        return f"{at}: {clip(self.text)}: {self.fault}" if self.text else f"{at}: {self.fault}"


class DealError(CardsoloError):
    """A deal, position or view that cannot be; faults lists all that was found, never only the first."""

    def __init__(self, what: str, faults: Sequence[Fault]) -> None:
        lines = "".join(f"\n  {fault}" for fault in faults)
        super().__init__(_("{what} cannot be used:").format(what=what) + lines)
        self.what = what
        self.faults = tuple(faults)


class FormatError(CardsoloError):
    """Input that is not what the format promises; line counts from 1, None where there are no lines."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class LogFormatError(FormatError):
    """A log that is not a log (exit code 2)."""


class VerificationError(FormatError):
    """A log in the right form whose content does not follow from the rules (exit code 3)."""


class UndoError(CardsoloError):
    """Nothing to take back, or a thrown die would be taken back."""


class OptionError(CardsoloError):
    """An option that does not exist, is out of range, or contradicts the file."""


class SolverError(CardsoloError):
    """The solver itself failed, for example because the referee rejected its answer."""


def printable(text: str, *, keep: str = "") -> str:
    """Make text from strangers safe to show: what is no printable character becomes U+FFFD, unless it is one of keep.

    Control characters and escape sequences, marks that turn the direction of writing, line ends and halves of surrogate
    pairs (bytes of a file name that are no text) are not printable; str.isprintable decides.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else "\ufffd" for char in text)


def nearest(typed: str, known: Iterable[str]) -> str:
    """Return what an unknown name may have meant, in words: the nearest name, or else all that there are."""
    from difflib import get_close_matches  # noqa: PLC0415  only a mistake needs it, and start-up time counts

    names = list(known)
    near = get_close_matches(typed.lower(), names, 1)
    if near:
        return _("did you mean {name}?").format(name=near[0])
    return _("there are {names}").format(names=", ".join(names))


def clip(text: str, limit: int = 60) -> str:
    """Make text from strangers safe and short enough to show: printable, an ellipsis past limit."""
    return printable(text if len(text) <= limit else text[: limit - 1] + "…")
