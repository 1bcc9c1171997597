"""Thinning out a layer of positions: the undominated ones, or the most promising ones.

A position is packed as code of pile p at bit 7 p; whatever lies above bit 27 is carried along.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.piles import CODES, PILES, Piles, zeros

WORD: Final = 60
SCORES: Final = 512  # scores are 0 … SCORES - 1


def rank_of(rank: vec[i64], key: i64) -> i64:
    return (
        rank[key & 127]
        + rank[CODES + ((key >> 7) & 127)]
        + rank[2 * CODES + ((key >> 14) & 127)]
        + rank[3 * CODES + ((key >> 21) & 127)]
    )


class Filter:
    """Keeps what a filter needs between calls."""

    def __init__(self, piles: Piles) -> None:
        self.piles: Piles = piles
        self.power2: vec[i64] = vec[i64]([2**k for k in range(WORD)])
        self.bits: vec[i64] = zeros(0)
        self.starts: vec[i64] = zeros(PILES * CODES + 1)
        self.histogram: vec[i64] = zeros(SCORES)
        self.items: vec[i64] = zeros(0)
        self.scores: vec[i64] = zeros(0)

    def undominated(self, items: vec[i64], scores: vec[i64], lo: i64, n: i64) -> i64:
        """Move the positions of items[lo:lo + n] that no other one simulates to the front; return how many.

        Sorted by the sum of ranks, which grows strictly along the order, a position can only be dominated by an earlier
        one. For each pile and code one bit set holds the kept positions that are at least that there; a position
        is dominated when its four bit sets have a bit in common.
        """
        self._sort(items, scores, lo, n)
        ordered = self.items
        ordered_scores = self.scores
        words: i64 = (n + WORD - 1) // WORD
        size: i64 = PILES * CODES * words
        if len(self.bits) < size:
            self.bits = zeros(2 * size)
        bits = self.bits
        i: i64 = 0
        while i < size:
            bits[i] = 0
            i += 1
        kept: i64 = 0
        i = 0
        while i < n:
            key: i64 = ordered[i]
            a0: i64 = (key & 127) * words
            a1: i64 = (CODES + ((key >> 7) & 127)) * words
            a2: i64 = (2 * CODES + ((key >> 14) & 127)) * words
            a3: i64 = (3 * CODES + ((key >> 21) & 127)) * words
            end: i64 = kept // WORD + 1
            w: i64 = 0
            while w < end:
                if (bits[a0 + w] & bits[a1 + w] & bits[a2 + w] & bits[a3 + w]) != 0:
                    break
                w += 1
            if w == end:
                items[lo + kept] = key
                scores[lo + kept] = ordered_scores[i]
                self._mark(key, kept, words)
                kept += 1
            i += 1
        return kept

    def _sort(self, items: vec[i64], scores: vec[i64], lo: i64, n: i64) -> None:
        """Counting sort by the sum of ranks, greatest first, into self.items and self.scores."""
        if len(self.items) < n:
            self.items = zeros(2 * n)
            self.scores = zeros(2 * n)
        ordered = self.items
        ordered_scores = self.scores
        rank = self.piles.rank
        start = self.starts
        i: i64 = 0
        while i <= PILES * CODES:
            start[i] = 0
            i += 1
        i = 0
        while i < n:
            start[rank_of(rank, items[lo + i])] += 1
            i += 1
        at: i64 = 0
        i = PILES * CODES
        while i >= 0:
            c: i64 = start[i]
            start[i] = at
            at += c
            i -= 1
        i = 0
        while i < n:
            r: i64 = rank_of(rank, items[lo + i])
            ordered[start[r]] = items[lo + i]
            ordered_scores[start[r]] = scores[lo + i]
            start[r] += 1
            i += 1

    def _mark(self, key: i64, number: i64, words: i64) -> None:
        """Enter kept position `number` in the bit sets of everything that it simulates."""
        bits = self.bits
        le = self.piles.le
        codes = self.piles.codes
        w: i64 = number // WORD
        bit: i64 = self.power2[number - w * WORD]
        p: i64 = 0
        while p < PILES:
            code: i64 = key & 127
            key >>= 7
            i: i64 = p * CODES
            end: i64 = i + self.piles.count[p]
            while i < end:
                at: i64 = p * CODES + codes[i]
                if le[at * CODES + code] == 1:
                    bits[at * words + w] |= bit
                i += 1
            p += 1

    def best(self, items: vec[i64], scores: vec[i64], lo: i64, n: i64, width: i64) -> i64:
        """Move the `width` best-scored of items[lo : lo + n], n > width, to the front; return how many."""
        histogram = self.histogram
        i: i64 = 0
        while i < SCORES:
            histogram[i] = 0
            i += 1
        i = 0
        while i < n:
            histogram[scores[lo + i]] += 1
            i += 1
        cut: i64 = SCORES - 1
        above: i64 = 0
        while cut > 0 and above + histogram[cut] <= width:
            above += histogram[cut]
            cut -= 1
        room: i64 = width - above
        kept: i64 = 0
        i = 0
        while i < n:
            score: i64 = scores[lo + i]
            if score > cut or (score == cut and room > 0):
                if score == cut:
                    room -= 1
                items[lo + kept] = items[lo + i]
                scores[lo + kept] = score
                kept += 1
            i += 1
        return kept
