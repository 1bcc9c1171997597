"""Clear the Dungeon: options and states, as immutable values (rules sections 1, 2 and 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from cardsolo.core.cards import Card

PILES: Final = 4
PILE_SIZE: Final = 3
MONSTERS: Final = PILES * PILE_SIZE
HAND_SIZE: Final = 3
MAX_JOKERS: Final = 8

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game; they combine freely (section 6)."""

    jokers: int = 2
    ace: Literal[1, 11] = 1
    chain: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as they were dealt: piles top card first, deck in draw order. seed is None for a typed deal."""

    game: ClassVar[str] = "dungeon"
    kind: ClassVar[str] = "deal"

    rules: Rules
    piles: tuple[Cards, ...]
    deck: Cards
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything there is to know in the middle of a game.

    piles: living monsters, top first; attacks: the cards lying on each pile's top monster, in the order placed;
    hand: in the order drawn; deck: in draw order; discards, killed and spent in the order in which it happened
    (spent: the cards of finished attacks).
    """

    game: ClassVar[str] = "dungeon"
    kind: ClassVar[str] = "position"

    rules: Rules
    piles: tuple[Cards, ...]
    attacks: tuple[Cards, ...]
    hand: Cards
    deck: Cards
    discards: Cards = ()
    killed: Cards = ()
    spent: Cards = ()
    resigned: bool = False

    def __repr__(self) -> str:
        hand = " ".join(map(str, self.hand)) or "-"
        return f"<dungeon state: {len(self.killed)} killed, hand {hand}, {len(self.deck)} undrawn>"

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The face-up monster of each pile, None for an empty one."""
        return tuple(pile[0] if pile else None for pile in self.piles)


@dataclass(frozen=True, slots=True)
class View:
    """What the player may know (ruling D7): tops and sizes of piles, never an order of hidden cards.

    below: face-down monsters under each top; undrawn: cards left in the deck. The sets of unseen monsters and of
    undrawn cards follow from the rest by elimination. spent holds the cards of finished attacks and every other power
    card that is out of play; absent the monsters that are out of play without having been killed (as in positions set
    up by hand).
    """

    game: ClassVar[str] = "dungeon"
    kind: ClassVar[str] = "view"

    rules: Rules
    tops: tuple[Card | None, ...]
    below: tuple[int, ...]
    attacks: tuple[Cards, ...]
    hand: Cards
    undrawn: int
    discards: Cards
    killed: Cards
    spent: Cards
    absent: Cards = ()

    def __repr__(self) -> str:
        hand = " ".join(map(str, self.hand)) or "-"
        return f"<dungeon view: {len(self.killed)} killed, hand {hand}, {self.undrawn} undrawn>"
