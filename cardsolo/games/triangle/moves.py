"""Triangle Sevens: moves and events."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from cardsolo.core.game import Event, event

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.triangle.board import Cell


class Move(NamedTuple):
    """A card to a cell; card is None only in PASS and RESIGN."""

    card: Card | None
    cell: Cell

    def __str__(self) -> str:
        """Return its one canonical form."""
        if self.card is None:
            return "resign" if self == RESIGN else "pass"
        return f"{self.card}@{self.cell[0]},{self.cell[1]}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


#: Passes, or declines an extra placement.
PASS: Final = Move(None, (0, 0))
RESIGN: Final = Move(None, (-1, -1))


@event
class Placed(Event):
    """at: the cell as `row,col`; touches: the cards it touches."""

    type: ClassVar[str] = "placed"
    seat: int
    card: Card
    at: str
    touches: tuple[Card, ...]


@event
class Extra(Event):
    """The seat may place another card at once."""

    type: ClassVar[str] = "extra"
    seat: int


@event
class Lapsed(Event):
    """The seat could place another card, but none fits (T2)."""

    type: ClassVar[str] = "lapsed"
    seat: int


@event
class Declined(Event):
    """The seat does not use its extra placement; this is no pass (T4)."""

    type: ClassVar[str] = "declined"
    seat: int


@event
class Passed(Event):
    """in_row: successive passes with this one."""

    type: ClassVar[str] = "passed"
    seat: int
    in_row: int


@event
class WentOut(Event):
    """place: 1 for the first seat without cards."""

    type: ClassVar[str] = "out"
    seat: int
    place: int


@event
class Blocked(Event):
    """Everyone still in the game has passed in succession."""

    type: ClassVar[str] = "blocked"


@event
class Resigned(Event):
    type: ClassVar[str] = "resigned"
    seat: int
