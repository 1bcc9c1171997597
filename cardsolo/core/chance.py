"""Explicit chance: rules ask for a die, a seed, a recorded log, a person or an enumeration supplies it.

Cards and room layouts are settled when a game is dealt, so dice are the only chance while a game is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cardsolo.core.dealing import stream
from cardsolo.core.errors import CardsoloError
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterable


class Chance(Protocol):
    """A source of dice."""

    def die(self, why: str = "", count: int = 1) -> int:
        """Throw one six-sided die: 1–6.

        why: what for, marked for translation; count: dice that are thrown together from this one on. A person who
        throws is asked with them.
        """
        ...

    def seek(self, thrown: int) -> None:
        """Go to the place after the first `thrown` dice of the game (undo and resume)."""
        ...


class NoDiceError(CardsoloError):
    """A die was asked of a source that has none left."""


class NoChance:
    """For games without dice: asking for one is a mistake of the rules or of the log."""

    def die(self, why: str = "", count: int = 1) -> int:  # noqa: ARG002
        raise NoDiceError(_("a die is to be thrown, but there is neither a seed nor a die that was given"))

    def seek(self, thrown: int) -> None:
        if thrown:
            self.die()


class SeededDice:
    """The `dice` stream of a seeded game (design, section 4)."""

    def __init__(self, game: str, seed: int, thrown: int = 0) -> None:
        self._key = (game, seed)
        self.seek(thrown)

    def die(self, why: str = "", count: int = 1) -> int:  # noqa: ARG002
        return 1 + int(self._random.random() * 6)

    def seek(self, thrown: int) -> None:
        self._random = stream(*self._key, "dice")
        for _die in range(thrown):
            self._random.random()


class RecordedDice:
    """Dice as they stand in a log line; `left` tells how many were not asked for."""

    def __init__(self, values: Iterable[int]) -> None:
        self._values = tuple(values)
        self._next = 0

    @property
    def left(self) -> int:
        return len(self._values) - self._next

    def die(self, why: str = "", count: int = 1) -> int:  # noqa: ARG002
        if not self.left:
            raise NoDiceError(_("more dice are to be thrown than were given ({count})").format(count=len(self._values)))
        self._next += 1
        return self._values[self._next - 1]

    def seek(self, thrown: int) -> None:
        self._next = thrown


class Recorder:
    """Passes dice on from another source and remembers them in `taken`."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.taken: list[int] = []

    def die(self, why: str = "", count: int = 1) -> int:
        value = self._source.die(why, count)
        self.taken.append(value)
        return value

    def seek(self, thrown: int) -> None:
        self._source.seek(thrown)
