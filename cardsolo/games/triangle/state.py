"""Triangle Sevens: options, states and views, as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from cardsolo.core.cards import JOKER, PACK, Card

if TYPE_CHECKING:
    from cardsolo.games.triangle.board import Board

MAX_PLAYERS: Final = 6

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game. first: the seat that begins.

    to_last is no option for people: it is how solvers count (rules section 8), where the game goes on while anybody
    holds cards. It stands in the logs of solvers, which would break off early without it.
    """

    players: int = 4
    play_on: bool = False
    first: int = 1
    to_last: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands by seat, in the order dealt. seed is None for a typed deal."""

    game: ClassVar[str] = "triangle"
    kind: ClassVar[str] = "deal"

    rules: Rules
    hands: tuple[Cards, ...]
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know in the middle of a game.

    hands: by seat, sorted. seat: the one to move, from 1. extra: it may place once more in this turn. passes: passes in
    succession up to now. out: seats without cards, in the order in which they went out. resigned: the seat that gave
    up, 0 for none. Cards in no place are out of play. With real cards a hand holds UNSEEN for what no other seat has
    seen; barred: cards that the unseen ones of a seat are not, because it had said that nothing fits.
    """

    game: ClassVar[str] = "triangle"
    kind: ClassVar[str] = "position"

    rules: Rules
    board: Board
    hands: tuple[Cards, ...]
    seat: int
    extra: bool = False
    passes: int = 0
    out: tuple[int, ...] = ()
    resigned: int = 0
    barred: tuple[tuple[int, frozenset[Card]], ...] = ()

    def __repr__(self) -> str:
        held = " ".join(map(str, self.counts))
        return f"<triangle state: seat {self.seat} to move, {len(self.board.cells)} placed, cards held {held}>"

    @property
    def hand(self) -> Cards:
        """The hand of the seat to move."""
        return self.hands[self.seat - 1]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(len, self.hands))


@dataclass(frozen=True, slots=True)
class View:
    """What seat may know (ruling T3): its own hand, and of the others only how many cards they hold.

    to_move: the seat that extra and passes speak of. absent: the cards out of play (positions set up by hand), so that
    the set of unseen cards follows from the rest.
    """

    game: ClassVar[str] = "triangle"
    kind: ClassVar[str] = "view"

    rules: Rules
    board: Board
    hand: Cards
    counts: tuple[int, ...]
    seat: int
    to_move: int
    extra: bool = False
    passes: int = 0
    out: tuple[int, ...] = ()
    resigned: int = 0
    absent: Cards = ()

    def __repr__(self) -> str:
        held = " ".join(map(str, self.counts))
        return f"<triangle view of seat {self.seat}: {len(self.board.cells)} placed, cards held {held}>"

    @property
    def unseen(self) -> Cards:
        """The cards in the hands of the others, as a set, in canonical order."""
        known = {*self.board.cells.values(), *self.hand, *self.absent, JOKER}
        return tuple(card for card in PACK if card not in known)
