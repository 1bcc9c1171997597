"""The rooms of an area as operations on tables of values. Needs numpy.

A table has the value of every hero between two rooms: (purse, spells, armor, HP, XP). An operation turns the table of
heroes who are done with a room into that of heroes who are about to resolve it. What is not said is as in the rules;
numbers are theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from solvers.bounds.duel import CURE, HPS, XPS, fights
from solvers.bounds.means import HEALING, KINDS, Purses, Spells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float32]

ARMORS: Final = 6
#: Chance of a skill check by XP.
CHECK: Final = (np.repeat([1, 2, 3, 4], [6, 12, 18, 1]) / 6.0).astype(np.float32)
SIXTH: Final = np.float32(1.0 / 6.0)
THIRD: Final = np.float32(1.0 / 3.0)


def gain_hp(table: Array, amount: int) -> Array:
    """Return the values of heroes who are about to gain HP; the dead stay dead."""
    out = np.empty_like(table)
    out[..., : HPS - amount, :] = table[..., amount:, :]
    out[..., HPS - amount :, :] = table[..., HPS - 1 :, :]
    out[..., 0, :] = 0.0
    return out


def lose_hp(table: Array, amount: int) -> Array:
    out = np.zeros_like(table)
    out[..., amount + 1 :, :] = table[..., 1 : HPS - amount, :]
    return out


def gain_xp(table: Array, amount: int) -> Array:
    """Return the values of heroes who are about to gain XP in one event: at rank 4 that is 1 HP (R3, R33)."""
    out = np.empty_like(table)
    out[..., :-amount] = table[..., amount:]
    out[..., -amount:-1] = table[..., -1:]
    out[..., -1] = gain_hp(table[..., -1:], 1)[..., 0]
    return out


def gain_armor(table: Array) -> Array:
    return table[:, :, np.minimum(ARMORS - 1, np.arange(ARMORS) + 1)]


@dataclass(frozen=True)
class Model:
    """How heroes are told apart. nodes: the purses whose fights are computed; others fight like the next greater node.

    top: the greatest XP; deemed: who has as many is deemed to win.
    """

    spells: Spells
    purses: Purses
    nodes: Purses
    top: int = XPS - 1
    deemed: bool = False

    @property
    def shape(self) -> tuple[int, int, int, int, int]:
        return self.purses.count, self.spells.count, ARMORS, HPS, self.top + 1

    def settled(self, table: Array) -> Array:
        """Return a table after those who are deemed to win were given what they are deemed."""
        if self.deemed:
            table[..., 1:, -1] = 1.0
        return table

    def earned(self, table: Array, gold: int, food: int) -> Array:
        return table[self.purses.earn(gold, food)]

    def spent(self, table: Array, gold: int, food: int, otherwise: Array | None = None) -> Array:
        """Return the values of heroes who are about to pay; of those who cannot, `otherwise` (0 where not given)."""
        out = np.zeros_like(table) if otherwise is None else otherwise.copy()
        for purse, end in enumerate(self.purses.spend(gold, food)):
            if end is not None:
                out[purse] = table[end]
        return out

    def heal(self, table: Array) -> Array:
        """Return the values of heroes who may use Healing spells before a room card (R8)."""
        out = table.copy()
        for state in range(self.spells.count):
            to = self.spells.after[state][HEALING]
            if to is not None:
                np.maximum(out[:, state], gain_hp(out[:, to], CURE), out=out[:, state])
        return out

    def find(self, table: Array) -> Array:
        """Return the values of heroes who are about to roll on the item table (section 8.2)."""
        out = gain_armor(table) + gain_xp(table, 2)
        for kind in KINDS:
            for state in range(self.spells.count):
                first, *others = self.spells.found[state][kind]
                best = table[:, first]
                for other in others:
                    best = np.maximum(best, table[:, other])
                out[:, state] += best
        out *= SIXTH
        return out

    def treasure(self, table: Array, gold: int) -> Array:
        out = self.earned(table, gold, 0)
        out += (self.earned(self.find(table), gold, 0) - out) * THIRD
        return out

    def rest(self, table: Array) -> Array:
        out = np.maximum(gain_xp(table, 1), gain_hp(table, 2))
        return np.maximum(out, self.earned(table, 0, 1), out=out)

    def event(self, table: Array, fight: Array) -> Array:
        """fight: the values of heroes who are about to meet the monster (section 8.5)."""
        faces = [self.earned(table, 0, 1), gain_hp(table, 2), self.earned(table, 2, 0)]
        faces += [gain_xp(table, 2), gain_armor(table), fight]
        total = np.zeros_like(table)
        for face, value in enumerate(faces):
            best = value.copy()
            for other in faces[max(0, face - 1) : face + 2]:
                np.maximum(best, other, out=best)
            total += value
            best -= value
            best *= CHECK[: self.top + 1]
            total += best
        total *= SIXTH
        return total

    def trap(self, table: Array, below: Array) -> Array:
        """below: the values of heroes whom a pit has dropped; the table itself on level 5 (section 8.6)."""
        hurt = lose_hp(table, 2)
        total = lose_hp(table, 1) + lose_hp(below, 2)
        if self.purses.merged:
            total += 2.0 * np.maximum(self.spent(table, 1, 0), hurt)
        else:
            total += self.spent(table, 0, -1, hurt)
            total += self.spent(table, 1, 0, hurt)
        total[:, :, 1:] += table[:, :, :-1]
        total[:, :, 0] += hurt[:, :, 0]
        total[..., 1:] += table[..., :-1]
        total[..., 0] += hurt[..., 0]
        total *= SIXTH
        total += (table - total) * CHECK[: self.top + 1]
        return total

    def merchant(self, table: Array) -> Array:
        """Any number of trades in any order (section 8.3): passes over all of them until none gains."""
        best = table.copy()
        while True:
            before = best.copy()
            for purse in range(self.purses.count):
                self._buy(best, purse)
            best[:, :, 1:] = np.maximum(best[:, :, 1:], self.earned(best[:, :, :-1], 3, 0))
            for state in range(self.spells.count):
                for to in self.spells.less(state):
                    np.maximum(best[:, state], self.earned(best[:, to], 4, 0), out=best[:, state])
            if np.array_equal(before, best):
                return best

    def _buy(self, best: Array, purse: int) -> None:
        here = best[purse]
        for gold, food, hp in ((1, 0, 1), (3, 0, 4), (1, 1, 0)):
            end = self.purses.spend(gold, food)[purse]
            if end is not None and end != purse:
                np.maximum(here, gain_hp(best[end], hp) if hp else best[end], out=here)
        end = self.purses.spend(6)[purse]
        if end is not None:
            np.maximum(here[:, :-1], best[end][:, 1:], out=here[:, :-1])
        end = self.purses.spend(8)[purse]
        if end is not None:
            for state in range(self.spells.count):
                for to in sorted({to for kind in KINDS for to in self.spells.found[state][kind]} - {state}):
                    np.maximum(here[state], best[end, to], out=here[state])

    def met(self, tables: Sequence[tuple[Array, int]], damage: int, hps: Sequence[int]) -> list[Array]:
        """Return the values of heroes who are about to meet monsters of these HP.

        tables: those of heroes after the fight, each with the XP that victory gives first.
        """
        purses, nodes = self.purses, self.nodes
        at = [purses.number(gold, food) for gold, food in nodes.names]
        back = [nodes.number(gold, food) for gold, food in purses.names]
        outs = [np.empty_like(table) for table, _xp in tables]
        for armor in range(ARMORS):
            prizes = [gain_xp(self.monotone(table[:, :, armor]), xp)[at] for table, xp in tables]
            batch = np.ascontiguousarray(np.moveaxis(np.concatenate(prizes), 0, -1))
            values = fights(batch, max(0, damage - armor), hps, self.spells, deemed=self.deemed)
            values = np.moveaxis(values, -1, 0)
            for number, out in enumerate(outs):
                out[:, :, armor] = values[[number * len(at) + node for node in back]]
        return outs

    def monotone(self, part: Array) -> Array:
        """Return values where gold and food may be thrown away."""
        split = part.reshape(len(self.purses.golds), len(self.purses.foods), *part.shape[1:])
        split = np.maximum.accumulate(np.maximum.accumulate(split, axis=0), axis=1)
        return split.reshape(part.shape)

    def boss(self, table: Array, level: int) -> Array:
        """Return the values of heroes before a boss other than the last (sections 7.1, 7.6)."""
        reward = self.earned(self.find(table), 2 if level <= 2 else 3, 0)
        # gold, XP and item come in this order; what gold does commutes with the others
        (out,) = self.met([(reward, level + 1)], 2 * level + 1, [5 + 5 * level])
        return self.heal(out)

    def last_boss(self) -> Array:
        """Return the chances of winning of heroes before the last boss, the same for every purse."""
        out = np.empty(self.shape, np.float32)
        for armor in range(ARMORS):
            prize = np.ones((self.spells.count, HPS, self.top + 1, 1), np.float32)
            prize[:, 0] = 0.0
            out[:, :, armor] = fights(prize, 12 - armor, [30], self.spells, deemed=self.deemed)[..., 0]
        return self.heal(out)

    def explore(self, table: Array) -> Array:
        """Return the values of heroes at the end of an area; table: those at the start of the next (section 4.3)."""
        hungry = lose_hp(table, 2)
        if self.purses.merged:
            return np.maximum(hungry, self.spent(table, 1, 0))
        return self.spent(table, 0, -1, hungry)
