"""What fights are made of: cells (hero HP and cumulative XP), the sets of spells passed through, graphs of attack
phases.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import Graph

WIDTH: Final = 37
CELLS: Final = 777
TIE: Final = 1e-12
NONE: Final = 0
FIRE: Final = 1
ICE: Final = 2
POISON: Final = 3
HEALING: Final = 4


def rank_of(xp: i64) -> i64:
    """Return the rank of cumulative XP (section 5)."""
    if xp < 6:
        return 1
    if xp < 18:
        return 2
    return 3 if xp < 36 else 4


class Spells:
    """The sets of spells a fight can pass through: number 0 is the one it starts with, `after[5 * s + kind]` the one
    left.
    """

    def __init__(self, first: i64, second: i64, poisoned: bool) -> None:
        high = max(first, second)
        self.codes: vec[i64] = vec[i64]([high * 5 + min(first, second)])
        self.poisoned: vec[i64] = vec[i64]([1 if poisoned else 0])
        self.after: vec[i64] = vec[i64]([])
        at: i64 = 0
        while at < len(self.codes):
            kind: i64 = 0
            while kind <= HEALING:
                self.after = append(self.after, self.without(at, kind))
                kind += 1
            at += 1

    def without(self, at: i64, kind: i64) -> i64:
        high = self.codes[at] // 5
        low = self.codes[at] % 5
        if kind == NONE or kind not in (high, low) or (kind == POISON and self.poisoned[at] == 1):
            return -1
        code: i64 = low * 5 if kind == high else high * 5
        poison: i64 = 1 if kind == POISON else self.poisoned[at]
        index: i64 = 0
        while index < len(self.codes):
            if self.codes[index] == code and self.poisoned[index] == poison:
                return index
            index += 1
        self.codes = append(self.codes, code)
        self.poisoned = append(self.poisoned, poison)
        return index

    def holds(self, at: i64, kind: i64) -> bool:
        return self.codes[at] // 5 == kind or self.codes[at] % 5 == kind


class Plan:
    """The phase states (hero cells with feats used) that can follow the given starts, in the order in which they are
    solved.
    """

    def __init__(self) -> None:
        self.cells: vec[i64] = vec[i64]([])
        self.masks: vec[i64] = vec[i64]([])
        self.starts: vec[i64] = vec[i64]([])

    def add(self, cell: i64, mask: i64, start: i64) -> None:
        self.cells = append(self.cells, cell)
        self.masks = append(self.masks, mask)
        self.starts = append(self.starts, start)


def spread(starts: vec[i64], dice: i64, spent: i64, most: i64) -> Plan:
    """Return the plan for a phase of `dice` dice begun in the cells marked in starts, after `spent` of `most` feats."""
    masks: vec[i64] = vec[i64]([0] * int(CELLS))
    cell: i64 = WIDTH
    while cell < CELLS:
        if starts[cell] != 0:
            by_hp: i64 = 0
            while by_hp <= most - spent and cell - 2 * WIDTH * by_hp >= WIDTH:
                by_xp: i64 = 0
                while by_hp + by_xp <= most - spent and by_xp <= cell % WIDTH:
                    used = spent + by_hp + by_xp
                    masks[cell - 2 * WIDTH * by_hp - by_xp] |= 1 << (used if used < most else dice)
                    by_xp += 1
                by_hp += 1
        cell += 1
    plan = Plan()
    cell = WIDTH
    while cell < CELLS:
        if masks[cell] != 0:
            plan.add(cell, masks[cell], starts[cell])
        cell += 1
    return plan


class Book:
    """Attack graphs, built once for each number of dice, damage needed, and what is left out."""

    def __init__(self) -> None:
        self.graphs: dict[int, Graph] = {}

    def get(self, dice: i64, need: i64, most: i64, savings: i64) -> Graph:
        key = ((need * 5 + dice) * 5 + most) * 256 + savings
        known = self.graphs.get(int(key))
        if known is None:
            known = Graph(dice, need, most, savings)
            known.roll()
            known.close()
            self.graphs[int(key)] = known
        return known
