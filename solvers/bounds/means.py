"""What a hero owns besides HP, XP and armor, as numbered states: spells, and a purse of gold and food.

Two models of each. The exact one follows the rules; the generous one lets the player do more, so that values can only
rise, and has fewer states: a spell may be cast as any kind, and food may be turned into gold and back at any time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRE: Final = 0
ICE: Final = 1
POISON: Final = 2
HEALING: Final = 3
KINDS: Final = range(4)
MOST_GOLD: Final = 20
MOST_FOOD: Final = 6


@dataclass(frozen=True)
class Spells:
    """Sets of spells by number, those of fewer spells first.

    after[state][kind]: the state once a spell was cast as this kind, None where it cannot be. found[state][kind]: the
    states open to who finds a spell of this kind. less[state]: the states with one spell fewer.
    """

    names: tuple[tuple[int, ...], ...]
    after: tuple[tuple[int | None, ...], ...]
    found: tuple[tuple[tuple[int, ...], ...], ...]

    @property
    def count(self) -> int:
        return len(self.names)

    def size(self, state: int) -> int:
        """Return how many spells a state has."""
        return len(self.names[state])

    def less(self, state: int) -> tuple[int, ...]:
        return tuple(sorted({after for after in self.after[state] if after is not None}))


def exact_spells(kinds: Sequence[int] = KINDS) -> Spells:
    """Return the multisets of at most two spells: all 15, or those of a game that has some kinds only."""
    names = tuple(held for size in range(3) for held in combinations_with_replacement(kinds, size))
    number = {held: state for state, held in enumerate(names)}

    def without(held: tuple[int, ...], kind: int) -> tuple[int, ...]:
        at = held.index(kind)
        return held[:at] + held[at + 1 :]

    def added(held: tuple[int, ...], kind: int) -> tuple[int, ...]:
        if kind not in kinds:
            return (number[held],)
        if len(held) < 2:
            return (number[tuple(sorted((*held, kind)))],)
        changed = {number[tuple(sorted((*without(held, old), kind)))] for old in set(held)}
        return (number[held], *sorted(changed))

    after = tuple(tuple(number[without(held, kind)] if kind in held else None for kind in KINDS) for held in names)
    return Spells(names, after, tuple(tuple(added(held, kind) for kind in KINDS) for held in names))


def wild_spells() -> Spells:
    """Return the generous model: how many spells, each of which may be cast as any kind."""
    names: tuple[tuple[int, ...], ...] = ((), (-1,), (-1, -1))
    after = tuple(tuple(size - 1 if size else None for _ in KINDS) for size in range(3))
    found = tuple(tuple((min(2, size + 1),) for _ in KINDS) for size in range(3))
    return Spells(names, after, found)


@cache
def rounded_up(steps: tuple[int, ...]) -> list[int]:
    """Return for each number up to the last step the position of the first step that is no smaller."""
    return [next(at for at, step in enumerate(steps) if step >= number) for number in range(steps[-1] + 1)]


@dataclass(frozen=True)
class Purses:
    """Gold and food by number. golds, foods: the amounts told apart; any other counts as the next greater one.

    With foods of 0 alone gold and food are one sum, which is spent and lost as the player likes (the generous model).
    """

    golds: tuple[int, ...]
    foods: tuple[int, ...] = (0,)

    @property
    def merged(self) -> bool:
        return self.foods == (0,)

    @property
    def names(self) -> list[tuple[int, int]]:
        return [(gold, food) for gold in self.golds for food in self.foods]

    @property
    def count(self) -> int:
        return len(self.golds) * len(self.foods)

    def number(self, gold: int, food: int) -> int:
        """Return the number of a purse; what is over the maximum is lost."""
        if self.merged:
            gold, food = gold + food, 0
        gold_at = rounded_up(self.golds)[min(self.golds[-1], gold)]
        return gold_at * len(self.foods) + rounded_up(self.foods)[min(self.foods[-1], food)]

    @cache  # noqa: B019  a handful of purses, equal ones share
    def earn(self, gold: int, food: int) -> list[int]:
        """Return every purse after a gain."""
        return [self.number(old + gold, has + food) for old, has in self.names]

    @cache  # noqa: B019
    def spend(self, gold: int, food: int = 0) -> list[int | None]:
        """Return every purse after gold is paid, or lost, and food is got (food < 0: lost); None where too little."""
        ends: list[int | None] = []
        for old, has in self.names:
            if self.merged:
                ends.append(self.number(old - gold + food, 0) if old >= gold and old - gold + food >= 0 else None)
            else:
                fits = old >= gold and 0 <= has + food <= MOST_FOOD
                ends.append(self.number(old - gold, has + food) if fits else None)
        return ends
