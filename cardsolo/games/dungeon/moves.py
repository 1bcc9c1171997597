"""Clear the Dungeon: moves and events."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from cardsolo.core.game import Event, event

if TYPE_CHECKING:
    from cardsolo.core.cards import Card

#: The place of a discarded card, where a placed one has its pile.
DISCARD: Final = 0


class Move(NamedTuple):
    """One card to pile 1–4, or to the discards (pile 0); card is None only in RESIGN."""

    card: Card | None
    pile: int

    def __str__(self) -> str:
        """Return its one canonical form."""
        return "resign" if self.card is None else f"{self.card}@{self.pile or 'x'}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


RESIGN: Final = Move(None, -1)


@event
class Placed(Event):
    """role: `first`, `second` or `finisher` (rules section 4)."""

    type: ClassVar[str] = "placed"
    card: Card
    pile: int
    role: str


@event
class Discarded(Event):
    type: ClassVar[str] = "discarded"
    card: Card


@event
class Killed(Event):
    """cards: the finished attack, in the order placed; empty for a monster that died by a chain (D4)."""

    type: ClassVar[str] = "killed"
    monster: Card
    pile: int
    cards: tuple[Card, ...]


@event
class Revealed(Event):
    type: ClassVar[str] = "revealed"
    monster: Card
    pile: int


@event
class Drawn(Event):
    type: ClassVar[str] = "drawn"
    cards: tuple[Card, ...]


@event
class Resigned(Event):
    type: ClassVar[str] = "resigned"
    seat: int
