"""Which positions cannot reach the target any more: what is still needed against what is still to come.

Every quantity is additive, so that a whole test is a few table look-ups and one subtraction of packed fields. Let W be
the cards that may still be played (those after the current hand, up to the end of the hand in which the target lies)
and `left` the number of them that the target allows to be played.

cards    The monsters alive need at least so many cards more; more than `left`: hopeless.
jokers   A monster is finished by a card of its suit or a joker. Suit by suit, finishers beyond the cards of that suit
         in W must be jokers; more than W has: hopeless.
damage   A pair of damage cards has at least the power of its monster (one card at least power minus the first). Cards
         used as finishers do no damage, so the damage in W less the f cheapest cards of each suit (f finishers of that
         suit are due; jokers, worth 10, where the suit runs out) must cover it.
steps    The same with values replaced by a step function phi: values -> {0, 1, 2}. The least phi(a) + phi(b) over all
         pairs with a + b >= power is what a monster needs. Any function gives a valid test; phi is monotone, so the
         cheapest finishers are again the lowest cards. It sees what sums hide: that two low cards never make a pair.

With `goal` below the number of monsters any `spared` of them may stay alive: every test is loosened by the most that so
many can need (3 cards, 13 damage, 2 of phi) and by what their finishers may have been charged (10 damage, 2 of phi, one
joker). With chain, a monster that may die with the one above it counts with either possibility, field by field the
smaller. All of this only ever weakens the tests.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.piles import CODES, DONE, LEVEL, PILES, TYPES, Piles, zeros

ROUNDS: Final = 20  # a game has at most 48 power cards: a hand and 15 or 16 more
HALF: Final = 13  # entries per suit in the finisher table: 0-12 finishers

# Packed fields, each with a guard bit on top that a field keeps exactly while it is not overdrawn:
# cards 6+1 bits, damage 9+1, jokers 4+1, five step functions 6+1 each.
DAMAGE: Final = 7
JOKERS: Final = 17
STEPS: Final = 22
STEP: Final = 7
STEP_COUNT: Final = 5
PLAIN_GUARD: Final = (1 << 6) | (1 << 16) | (1 << 21)
GUARD: Final = PLAIN_GUARD | (1 << 28) | (1 << 35) | (1 << 42) | (1 << 49) | (1 << 56)
CARD_MAX: Final = 63
DAMAGE_MAX: Final = 511
JOKER_MAX: Final = 15


class Bounds:
    """The tables of the tests.

    need and finish go by 76 * pile + code, offer by round, cheapest by (4 * round + suit) * 13 + finishers. finish has
    the finishers due in four fields of four bits, suits in order; the others are packed as above.
    """

    def __init__(self, piles: Piles) -> None:
        self.piles: Piles = piles
        self.need: vec[i64] = zeros(PILES * CODES)
        self.finish: vec[i64] = zeros(PILES * CODES)
        self.offer: vec[i64] = zeros(ROUNDS)
        self.cheapest: vec[i64] = zeros(ROUNDS * 4 * HALF)
        self.packed: vec[i64] = zeros(12)
        self.shift: vec[i64] = vec[i64]([2**k for k in range(62)])
        self.counts: vec[i64] = zeros(TYPES)
        # by value 0-11: pairs need 2 of >= 6; of a jack's pair below 4 asks for above 7; and so on for 13, 12, 12
        steps = (
            (0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2),
            (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2),
            (0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2),
            (0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2),
            (0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2),
        )
        for value in range(12):
            out = value * 2**DAMAGE
            for k in range(STEP_COUNT):
                out += steps[k][value] * 2 ** (STEPS + STEP * k)
            self.packed[value] = out

    def load(self) -> None:
        """For each code of each pile the least that must still be played there, from the last monster up."""
        piles = self.piles
        p: i64 = 0
        while p < PILES:
            i: i64 = 0
            while i < piles.count[p]:
                self._need(p, piles.codes[p * CODES + i])
                i += 1
            p += 1

    def _need(self, p: i64, code: i64) -> None:
        piles = self.piles
        at: i64 = p * CODES + code
        level: i64 = code // LEVEL
        if level >= piles.size[p]:
            self.need[at] = 0
            self.finish[at] = 0
            return
        attack: i64 = code - level * LEVEL
        power: i64 = piles.power[p * 3 + level]
        below: i64 = p * CODES + (level + 1) * LEVEL
        need: i64 = self.need[below]
        finish: i64 = self.finish[below]
        if piles.chain and level + 1 < piles.size[p] and (attack == 0 or ((attack - 1) & 1) == 1):
            need = self._least(need, self.need[below + LEVEL])
            finish = self._least_finish(finish, self.finish[below + LEVEL])
        need += 1
        if attack == 0:
            need += self._pair(power)
        elif attack < DONE:
            rest: i64 = power - ((attack - 1) // 2 + 1)
            need += 1 + self.packed[max(1, rest)]
        self.need[at] = need
        self.finish[at] = finish + self.shift[4 * piles.suit[p * 3 + level]]

    def _pair(self, power: i64) -> i64:
        """What damage on an untouched monster takes at least: field by field over all pairs that reach its power."""
        top: i64 = self.piles.top
        lone: bool = self.piles.ace == 11 and power == 11
        best: i64 = 1 + self.packed[11] if lone else 2 + self.packed[top] + self.packed[top]
        a: i64 = 1
        while a <= top:
            b: i64 = power - a
            b = max(b, 1)
            if b <= top:
                best = self._least(best, 2 + self.packed[a] + self.packed[b])
            a += 1
        return best

    def _least(self, a: i64, b: i64) -> i64:
        """Return the smaller of two packed vectors field by field."""
        one: i64 = a & CARD_MAX
        two: i64 = b & CARD_MAX
        out: i64 = min(two, one)
        mask: i64 = self.shift[DAMAGE] * DAMAGE_MAX
        one = a & mask
        two = b & mask
        out |= min(two, one)
        k: i64 = 0
        while k < STEP_COUNT:
            mask = self.shift[STEPS + STEP * k] * CARD_MAX
            one = a & mask
            two = b & mask
            out |= min(two, one)
            k += 1
        return out

    def _least_finish(self, a: i64, b: i64) -> i64:
        out: i64 = 0
        s: i64 = 0
        while s < 4:
            mask: i64 = self.shift[4 * s] * 15
            one: i64 = a & mask
            two: i64 = b & mask
            out |= min(two, one)
            s += 1
        return out

    def window(self, r: i64, types: vec[i64], begin: i64, end: i64, left: i64, spared: i64) -> None:
        """Fill the tables for the end of round r: W = types[begin:end], of which `left` may be played."""
        counts = self.counts
        packed = self.packed
        t: i64 = 0
        while t < TYPES:
            counts[t] = 0
            t += 1
        i: i64 = begin
        while i < end:
            counts[types[i]] += 1
            i += 1
        self._offer(r, types, begin, end, left, spared)
        s: i64 = 0
        while s < 4:
            row: i64 = (r * 4 + s) * HALF
            total: i64 = 0
            f: i64 = 0
            self.cheapest[row] = 0
            v: i64 = 1
            while v < 12:
                n: i64 = counts[s * 12 + v]
                while n > 0 and f < HALF - 1:
                    total += packed[min(10, v)]  # a joker in place of an ace of 11 is cheaper
                    f += 1
                    self.cheapest[row + f] = total
                    n -= 1
                v += 1
            while f < HALF - 1:
                total += packed[10] + self.shift[JOKERS]
                f += 1
                self.cheapest[row + f] = total
            s += 1

    def _offer(self, r: i64, types: vec[i64], begin: i64, end: i64, left: i64, spared: i64) -> None:
        """Set offer[r]; a field that would overflow is clipped, which is harmless: no demand reaches the clip."""
        damage: i64 = 23 * spared
        jokers: i64 = spared
        cards: i64 = left + 3 * spared
        i: i64 = begin
        while i < end:
            damage += types[i] % 12
            jokers += types[i] // 48
            i += 1
        out: i64 = GUARD
        out += min(CARD_MAX, cards)
        out += self.shift[DAMAGE] * (min(DAMAGE_MAX, damage))
        out += self.shift[JOKERS] * (min(JOKER_MAX, jokers))
        k: i64 = 0
        while k < STEP_COUNT:
            phi: i64 = 4 * spared
            i = begin
            while i < end:
                phi += (self.packed[types[i] % 12] // self.shift[STEPS + STEP * k]) & 3
                i += 1
            out += self.shift[STEPS + STEP * k] * (min(CARD_MAX, phi))
            k += 1
        self.offer[r] = out
