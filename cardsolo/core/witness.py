"""Whom the program asks at a real table: the game about its cards, and whoever sees them about what was turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.core.cards import Card
    from cardsolo.core.errors import Reason
    from cardsolo.core.typed import Unseen


class RealCards(Protocol):
    """What a game knows of its cards at a real table. A table is a deal or a state; a place is one of `Unseen.at`."""

    def unseen_deal(self, rules: Any) -> Any:
        """Return a deal of which no card has been seen."""
        ...

    def unseen(self, deal: Any) -> tuple[Unseen, ...]:
        """Return the cards of a deal that nobody has seen, in the order in which they are asked for at the end."""
        ...

    def asked_first(self, deal: Any, own: int) -> tuple[Unseen, ...]:
        """Return the cards that are seen before the first move, by whoever sits at seat own."""
        ...

    def asked(self, state: Any, move: Any) -> tuple[Unseen, ...]:
        """Return the cards that a legal move turns up."""
        ...

    def shown(self, state: Any, move: Any) -> tuple[tuple[str, Card], ...]:
        """Return the unseen cards that a move shows by itself, each with its place."""
        ...

    def asks_fit(self, state: Any, move: Any) -> bool:
        """Tell whether nobody but the seat that moves knows if another of its cards could be placed then."""
        ...

    def claim(self, state: Any, move: Any, *, fits: bool) -> Any:
        """Return the state in which that is said: it is held against the cards that are seen later."""
        ...

    def why_not_seen(self, table: Any, at: str, card: Card) -> Reason | None:
        """Return why the next unseen card of a place cannot be this one, None where it can."""
        ...

    def seen(self, table: Any, at: str, card: Card) -> Any:
        """Return the table with the next unseen card of a place turned up."""
        ...

    def eliminated(self, deal: Any) -> Any:
        """Return the deal with the cards that can only lie in one place."""
        ...


class Witness(Protocol):
    """Who sees the real table, and is asked what lies there. Raises TakeBack where something is taken back instead."""

    def cards(self, table: Any, places: Sequence[str]) -> list[Card]:
        """Return the next cards that are turned up, at least one; places: where each of them lies.

        table: the deal or state as far as it is known; every card must be possible there (`why_not_seen`).
        """
        ...

    def fits(self, state: Any, move: Any) -> bool:
        """Return whether the seat that makes move holds a card that could be placed after it."""
        ...
