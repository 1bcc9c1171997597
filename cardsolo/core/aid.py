"""How a person was helped during a game: hints, looks behind the cards, moves taken back. The log keeps count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.log import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import Json

#: What a move line can say of the time before its move.
ASKED: Final = (fields.HINTS, fields.CHECKS)
#: What an end line can say of the whole game.
COUNTED: Final = (*ASKED, fields.UNDOS)


class Aid:
    """Counts of one game. A count stands in the line of the move that came next, and all of them in the end line.

    The end line has them where a person plays at a prompt; scripts and programs know what they have asked for.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, int] = {}
        self._is_read = False
        self._total: dict[str, int] = {}
        self._is_told = False

    def tell_at_the_end(self) -> None:
        """Let the end line have the counts."""
        self._is_told = True

    def count(self, kind: str) -> None:
        """Note that help was asked for, of ASKED, or that moves were taken back (fields.UNDOS)."""
        self._total[kind] = self._total.get(kind, 0) + 1
        if kind in ASKED:
            self._waiting[kind] = self._waiting.get(kind, 0) + 1

    def total(self, kind: str) -> int:
        """Return how often that was."""
        return self._total.get(kind, 0)

    def know(self, line: Mapping[str, Any]) -> None:
        """Take over what the line of a log says of the move that is played next. Its counts are numbers from 1."""
        self._waiting, self._is_read = {kind: line[kind] for kind in ASKED if kind in line}, True

    def take(self) -> Json:
        """Return what was asked for before the move that is played now."""
        waiting, self._waiting = self._waiting, {}
        for kind, number in waiting.items() if self._is_read else ():
            self._total[kind] = self._total.get(kind, 0) + number
        self._is_read = False
        return waiting

    def end_fields(self) -> Json:
        """Return the fields of the end line: what was used at all, in one order."""
        return {kind: self._total[kind] for kind in COUNTED if kind in self._total and self._is_told}
