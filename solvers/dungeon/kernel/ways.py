"""In how many ways one pile can take cards of the hand: the moves of the search, listed once a round and pile code."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.piles import CODES, PILES, TYPES, Piles, zeros


class Ways:
    """pool[first[at] : first[at] + count[at]] are the ways of a pile, at = 76 * pile + code, once `fill` was called.

    A way is packed as cards used (3 bits) | code after << 3 | cards that would then be taken to a better code << 10.
    """

    def __init__(self, piles: Piles) -> None:
        self.piles: Piles = piles
        self.first: vec[i64] = zeros(PILES * CODES)
        self.count: vec[i64] = zeros(PILES * CODES)
        self.listed: vec[i64] = zeros(PILES * CODES)
        self.pool: vec[i64] = zeros(PILES * CODES * 17)  # an ordered selection of three cards is one of 16
        self.used: i64 = 0
        self.round: i64 = 0
        self.types: vec[i64] = zeros(0)
        self.begin: i64 = 0
        self.size: i64 = 0
        self.entries: bool = True
        self.discards: bool = True

    def open(self, types: vec[i64], begin: i64, size: i64, entries: bool, discards: bool) -> None:
        """Begin a hand: types[begin : begin + size]. entries and discards switch the rules of search.py."""
        self.types = types
        self.begin = begin
        self.size = size
        self.entries = entries
        self.discards = discards
        self.round += 1
        self.used = 0

    def fill(self, at: i64) -> None:
        """List all ways in which a pile (at = 76 * pile + code) can take cards of the hand."""
        row: i64 = at // CODES * CODES
        step = self.piles.step
        types = self.types
        c0: i64 = self.begin
        size: i64 = self.size
        self.first[at] = self.used
        self.count[at] = 0
        self.listed[at] = self.round
        self._add(at, 0, at - row)
        bi: i64 = 1
        i: i64 = 0
        while i < size:
            one: i64 = step[at * TYPES + types[c0 + i]]
            if one >= 0:
                self._add(at, bi, one)
                bj: i64 = 1
                j: i64 = 0
                while j < size:
                    two: i64 = step[(row + one) * TYPES + types[c0 + j]]
                    if j != i and two >= 0:
                        self._add(at, bi + bj, two)
                        k: i64 = 3 - i - j
                        if k < size:
                            three: i64 = step[(row + two) * TYPES + types[c0 + k]]
                            if three >= 0:
                                self._add(at, 7, three)
                    bj += bj
                    j += 1
            bi += bi
            i += 1
        self._accept(at, c0, size)
        self.used = self.first[at] + self.count[at]

    def _add(self, at: i64, used: i64, code: i64) -> None:
        pool = self.pool
        le = self.piles.le
        row: i64 = at // CODES * CODES
        first: i64 = self.first[at]
        n: i64 = self.count[at]
        prune: bool = self.entries
        i: i64 = first
        while i < first + n:
            u: i64 = pool[i] & 7
            c: i64 = pool[i] >> 3
            if u == used and c == code:
                return
            if prune and (u & used) == u and le[(row + code) * CODES + c] == 1:
                return
            if prune and (u & used) == used and le[(row + c) * CODES + code] == 1:
                n -= 1
                pool[i] = pool[first + n]
            else:
                i += 1
        pool[first + n] = used + (code << 3)
        self.count[at] = n + 1

    def _accept(self, at: i64, c0: i64, size: i64) -> None:
        """Add to each way the cards of the hand that the pile, after it, would take to a better code (DISCARDS)."""
        if not self.discards:
            return
        le = self.piles.le
        row: i64 = at // CODES * CODES
        w: i64 = self.first[at]
        end: i64 = w + self.count[at]
        while w < end:
            code: i64 = row + (self.pool[w] >> 3)
            bit: i64 = 1
            i: i64 = 0
            while i < size:
                after: i64 = self.piles.step[code * TYPES + self.types[c0 + i]]
                if after >= 0 and le[code * CODES + after] == 1 and le[(row + after) * CODES + code - row] == 0:
                    self.pool[w] += bit << 10
                bit += bit
                i += 1
            w += 1
