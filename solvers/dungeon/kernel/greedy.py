"""Randomised greedy playouts: how often does a player of plain habits clear a deal? (grade.py makes a grade of it.)

The player holds one hand at a time and, card by card, takes the placement or discard of greatest worth plus noise. What
it looks at is what a player sees: the hand, the monsters that are up and the attacks on them. Worth, in points:

    finisher      60 - 4 * value (low cards finish as well as high ones), a joker 10 less
    second card   50 - 5 * (total - power)
    first card    25, and 20 less where it is under half of the power
    discard       15 - 3 * value

The noise is Gumbel's, `NOISE` points to its unit: the choice is a soft maximum, so that habits vary from game to game.
"""

from __future__ import annotations

from math import log
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.piles import CODES, DONE, JOKER_SUIT, LEVEL, PILES, TYPES
from solvers.dungeon.kernel.random32 import Random32
from solvers.dungeon.kernel.search import Search

NOISE: Final = 6.0
STEPS: Final = 256


class Greedy:
    """Plays the position that a search was loaded with."""

    def __init__(self, search: Search) -> None:
        self.search: Search = search
        self.random: Random32 = Random32(0)
        self.noise: vec[i64] = vec[i64]([round(-NOISE * log(-log((i + 0.5) / STEPS))) for i in range(STEPS)])
        self.codes: vec[i64] = vec[i64]([0 for _ in range(PILES)])

    def clears(self, games: int, seed: int) -> int:
        """Play `games` games of the stream `seed` and return how many were cleared."""
        self.random.restart(seed)
        cleared: i64 = 0
        left: i64 = games
        while left > 0:
            if self._play():
                cleared += 1
            left -= 1
        return cleared

    def _play(self) -> bool:
        search = self.search
        p: i64 = 0
        while p < PILES:
            self.codes[p] = (search.root >> (7 * p)) & 127
            p += 1
        r: i64 = 0
        while r < search.rounds:
            first: i64 = search.start[r]
            size: i64 = search.start[r + 1] - first
            hand: i64 = 7 if size == 3 else size + size - 1
            while hand != 0:
                hand = self._move(first, hand)
                if self._cleared():
                    return True
            r += 1
        return False

    def _cleared(self) -> bool:
        sizes = self.search.piles.size
        codes = self.codes
        p: i64 = 0
        while p < PILES:
            if codes[p] < sizes[p] * LEVEL:
                return False
            p += 1
        return True

    def _move(self, first: i64, hand: i64) -> i64:
        """Make one move with a card of the hand (bits above first) and return the hand without it."""
        search = self.search
        step = search.piles.step
        codes = self.codes
        best: i64 = -1000
        best_bit: i64 = 0
        best_pile: i64 = -1
        best_code: i64 = 0
        k: i64 = 0
        bit: i64 = 1
        while k < 3:
            if (hand & bit) != 0:
                t: i64 = search.types[first + k]
                worth: i64 = 15 - 3 * (t % 12) + self._luck()
                if worth > best:
                    best = worth
                    best_bit = bit
                    best_pile = -1
                p: i64 = 0
                while p < PILES:
                    after: i64 = step[(p * CODES + codes[p]) * TYPES + t]
                    if after >= 0:
                        worth = self._worth(p, codes[p], t) + self._luck()
                        if worth > best:
                            best = worth
                            best_bit = bit
                            best_pile = p
                            best_code = after
                    p += 1
            bit += bit
            k += 1
        if best_pile >= 0:
            codes[best_pile] = best_code
        return hand - best_bit

    def _luck(self) -> i64:
        return self.noise[self.random.below(STEPS)]

    def _worth(self, p: i64, code: i64, t: i64) -> i64:
        level: i64 = code // LEVEL
        attack: i64 = code - level * LEVEL
        power: i64 = self.search.piles.power[p * 3 + level]
        value: i64 = t % 12
        if attack >= DONE:
            return 60 - 4 * value - (10 if t // 12 == JOKER_SUIT else 0)
        if attack > 0:
            return 50 - 5 * ((attack - 1) // 2 + 1 + value - power)
        return 5 if value < power // 2 else 25
