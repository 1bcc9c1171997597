"""Fights for many prizes at once: what each hero's victory chances are worth, over arrays. Needs numpy.

A prize says what victory is worth to a hero left with so many HP, XP and spells. The rules of the fight are relaxed in
one respect: at the moment of victory the hero may throw away HP, XP and spells, and use Healing spells (`closed`). So
no kill is ever worth putting off, and the attack graphs of `solvers.rogue.kernel.attack` need no more than what such
fights need.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from solvers.bounds.means import FIRE, HEALING, ICE, POISON, Spells
from solvers.rogue.kernel.attack import Graph
from solvers.rogue.kernel.savings import ENOUGH, LOWEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Array = NDArray[np.float32]

HPS: Final = 21
XPS: Final = 37
RANKS: Final = ((0, 5), (6, 17), (18, 35), (36, 36))
FIRE_DAMAGE: Final = 8
POISON_DAMAGE: Final = 5
CURE: Final = 8
#: Prizes handled at once.
BATCH: Final = 256


def cured(values: Array) -> Array:
    """Return values (HP first) as they are 8 HP higher; the dead stay dead."""
    out = np.empty_like(values)
    out[: HPS - CURE] = values[CURE:]
    out[HPS - CURE :] = values[HPS - 1]
    out[0] = 0.0
    return out


def closed(prize: Array, spells: Spells) -> Array:
    """Return a prize (spells, HP, XP, any) after which HP, XP and spells may be thrown away, and Healing used."""
    out = np.maximum.accumulate(np.maximum.accumulate(prize, axis=1), axis=2)
    for state in range(spells.count):
        for less in spells.less(state):
            np.maximum(out[state], out[less], out=out[state])
        healed = spells.after[state][HEALING]
        if healed is not None:
            np.maximum(out[state], cured(out[healed]), out=out[state])
    return out


class Steps(NamedTuple):
    """A graph of an attack phase as plain lists."""

    need: int
    levels: list[list[tuple[int, int, list[tuple[int, ...]], tuple[int, ...]]]]
    throws: list[list[tuple[int, tuple[int, ...]]]]
    rolls: list[tuple[int, float]]


@cache
def steps(dice: int, need: int) -> Steps:
    """Return positions (number, total, criticals, feats) and bases (number, thrown) by feats used, and the roll."""
    graph = Graph(dice, need, dice, ENOUGH | LOWEST)
    graph.roll()
    graph.close()
    after, bases, crits, feats = list(graph.after), list(graph.bases), list(graph.crits), list(graph.feats)
    levels, throws = [], []
    for used in range(dice + 1):
        level = []
        for at in range(graph.first[used], graph.first[used + 1]):
            c = graph.order[at]
            blocks = [tuple(after[6 * b : 6 * b + 6]) for b in range(crits[c], crits[c + 1])]
            level.append((int(c), int(graph.total[c]), blocks, tuple(bases[feats[c] : feats[c + 1]])))
        levels.append(level)
        order = [int(graph.base_order[at]) for at in range(graph.base_first[used], graph.base_first[used + 1])]
        throws.append([(b, tuple(graph.thrown[6 * b + face] for face in range(6))) for b in order])
    whole = 6.0**dice
    rolls = [(int(c), int(weight) / whole) for c, weight in zip(graph.rolls, graph.weights, strict=True)]
    return Steps(need, levels, throws, rolls)


class Duel:
    """Fights of one damage per blow against monsters of 1 to `most` HP, for a batch of prizes.

    prize: (spells, HP 0–20, XP from 0 on, batch), closed. `value[state, 0][hp]` is then the value before the first
    round. deemed: who has the most XP that the arrays hold is deemed to win.
    """

    def __init__(self, prize: Array, harm: int, most: int, spells: Spells, *, deemed: bool) -> None:
        self.prize = prize
        self.deemed = deemed
        top = prize.shape[2] - 1 - deemed
        #: dice, lowest and highest XP of the ranks that fight
        self.ranks = [(at + 1, low, min(high, top)) for at, (low, high) in enumerate(RANKS) if low <= top]
        self.harm = harm
        self.spells = spells
        #: by spells and poison, then monster HP: value before a round, and before the spell step
        self.value: dict[tuple[int, int], list[Array]] = {}
        self.turn: dict[tuple[int, int], list[Array]] = {}
        states = [(state, 0) for state in range(spells.count)]
        poisoned = any(after[POISON] is not None for after in spells.after)
        states += [(state, 1) for state in range(spells.count) if poisoned and spells.size(state) < 2]
        self.states = sorted(states, key=lambda item: spells.size(item[0]))
        for key in self.states:
            self.value[key] = [prize[key[0]]]
            self.turn[key] = [prize[key[0]]]
        for monster in range(1, most + 1):
            for state, poison in self.states:
                self._round(state, poison, monster)

    def _round(self, state: int, poison: int, monster: int) -> None:
        key = state, poison
        if self.harm == 0 or (poison and monster <= POISON_DAMAGE):
            self.value[key].append(self.prize[state])
            if self.harm == 0:
                self.turn[key].append(self.prize[state])
                return
            self.turn[key].append(self._cast(state, poison, monster))
            self._wait(key, monster, 1, HPS)
            return
        need = monster - POISON_DAMAGE * poison
        self.value[key].append(np.zeros_like(self.prize[state]))
        self.turn[key].append(self._cast(state, poison, monster))
        if self.deemed:
            self.value[key][-1][1:, -1] = 1.0
        phases = [Phase(self, key, need, rank) for rank in self.ranks]
        for low in range(1, HPS, self.harm):
            high = min(HPS, low + self.harm)
            self._wait(key, monster, low, high)
            for phase in phases:
                phase.run(low, high)

    def _wait(self, key: tuple[int, int], monster: int, low: int, high: int) -> None:
        """Let the spell step of heroes with these HP be worth no less than to cast nothing."""
        low = max(low, self.harm + 1)
        if low < high:
            turn = self.turn[key][monster][low:high]
            np.maximum(turn, self.value[key][monster][low - self.harm : high - self.harm], out=turn)

    def _struck(self, values: Array) -> Array:
        """Return values after a blow."""
        out = np.zeros_like(values)
        out[self.harm + 1 :] = values[1 : HPS - self.harm]
        return out

    def _cast(self, state: int, poison: int, left: int) -> Array:
        """Return the value of the best spell against a monster with `left` HP."""
        after = self.spells.after[state]
        best: Array = np.zeros_like(self.prize[state])
        for kind, damage, poisons in ((FIRE, FIRE_DAMAGE, poison), (POISON, POISON_DAMAGE, 1)):
            to = after[kind]
            if to is None or (kind == POISON and poison):
                continue
            won = left <= damage
            values: Array = self.prize[to] if won else self._struck(self.value[to, poisons][left - damage])
            np.maximum(best, values, out=best)
        to = after[ICE]
        if to is not None:
            np.maximum(best, self.value[to, poison][left], out=best)
        to = after[HEALING]
        if to is not None:
            np.maximum(best, cured(self._struck(self.value[to, poison][left])), out=best)
        return best


class Phase:
    """The attack phase of heroes of one rank against one monster, from the weakest hero up."""

    def __init__(self, duel: Duel, key: tuple[int, int], need: int, rank: tuple[int, int, int]) -> None:
        self.dice, self.low, self.high = rank
        self.steps = steps(self.dice, need)
        self.prize = duel.prize[key[0]]
        turns = duel.turn[key]
        #: by damage: the value of the spell step
        self.turns = [turns[need - damage] if damage < need else self.prize for damage in range(need + 1)]
        self.value = duel.value[key][-1]
        #: by base: HP −1 to 20, XP from one less than the lowest of its level on
        batch = self.prize.shape[2]
        self.bases: dict[int, Array] = {}
        for used in range(self.dice + 1):
            lowest = max(0, self.low - used)
            for base, _thrown in self.steps.throws[used]:
                self.bases[base] = np.zeros((HPS + 1, self.high + 1 - lowest + 1, batch), np.float32)

    def run(self, low: int, high: int) -> None:
        """Fill in the values of heroes with HP from low to below high."""
        found: dict[int, Array] = {}
        for used in range(self.dice, -1, -1):
            first = max(0, self.low - used)
            found = self._positions(used, low, high, first)
            for base, thrown in self.steps.throws[used]:
                total = found[thrown[0]] + found[thrown[1]]
                for c in thrown[2:]:
                    total += found[c]
                total *= np.float32(1.0 / 6.0)
                self.bases[base][low + 1 : high + 1, 1:] = total
        out = self.value[low:high, self.low : self.high + 1]
        for c, weight in self.steps.rolls:
            out += np.float32(weight) * found[c]

    def _positions(self, used: int, low: int, high: int, first: int) -> dict[int, Array]:
        stops = [turn[low:high, first : self.high + 1] for turn in self.turns]
        found = dict(enumerate((stops[-1], *stops[:-1])))
        below = max(0, first - 1)  # the lowest XP of the level to which feats lead
        at = first - below + 1
        width = self.high + 1 - first
        for c, total, blocks, feats in self.steps.levels[used]:
            value = stops[total]
            own = False
            for block in blocks:
                mean = found[block[0]] + found[block[1]]
                for other in block[2:]:
                    mean += found[other]
                mean *= np.float32(1.0 / 6.0)
                value = np.maximum(value, mean, out=value if own else mean)
                own = True
            for base in feats:
                values = self.bases[base]
                by_xp = values[low + 1 : high + 1, at - 1 : at - 1 + width]
                value = np.maximum(value, by_xp, out=value) if own else np.maximum(value, by_xp)
                np.maximum(value, values[low - 1 : high - 1, at : at + width], out=value)
                own = True
            found[c] = value
        return found


def fights(prize: Array, harm: int, hps: Sequence[int], spells: Spells, *, deemed: bool = False) -> Array:
    """Return the mean value of meeting monsters of these HP, as an array like the prize; the dead are worth nothing."""
    batch = prize.shape[3]
    out = np.empty_like(prize)
    for start in range(0, batch, BATCH):
        part = closed(prize[..., start : start + BATCH], spells)
        duel = Duel(part, harm, max(hps), spells, deemed=deemed)
        for state in range(spells.count):
            values = duel.value[state, 0]
            total = values[hps[0]].copy()
            for hp in hps[1:]:
                total += values[hp]
            total /= np.float32(len(hps))
            total[0] = 0.0
            out[state, ..., start : start + BATCH] = total
    return out
