"""The triangular lattice with cards on it, packed into integer arrays, with undo.

A cell is `(row + 32) * 128 + col + 64`, so every layout of 53 connected cards around the middle fits. Cards are 0–51 in
canonical order (C D H S, each A … K), 52 is the joker; sets of cards are bit masks without the joker.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WIDTH: Final = 128
CELLS: Final = 8192
ORIGIN: Final = 32 * 128 + 64
JOKER: Final = 52
FULL: Final = (1 << 52) - 1
MASK: Final = (1 << 62) - 1


def card_bits() -> vec[i64]:
    """The bit of each card by doubling: a shifted literal would be a 32-bit shift once compiled (mypyc 2.4)."""
    out = vec[i64]([0 for _ in range(52)])
    bit: i64 = 1
    card: i64 = 0
    while card < 52:
        out[card] = bit
        bit = bit * 2
        card += 1
    return out


def neighbour_masks() -> vec[i64]:
    """For each card the set of cards it matches (rules, section 3; T1); the joker matches all."""
    bits = card_bits()
    out = vec[i64]([FULL for _ in range(53)])
    card: i64 = 0
    while card < 52:
        rank: i64 = card % 13
        mask: i64 = 0
        other: i64 = rank
        while other < 52:
            if other != card:
                mask |= bits[other]
            other += 13
        if rank > 0:
            mask |= bits[card - 1]
        if rank < 12:
            mask |= bits[card + 1]
        out[card] = mask
        card += 1
    return out


def bit_names() -> vec[i64]:
    """Table that turns `bit % 53` into the card: 2 is a primitive root modulo 53, so the 52 bits differ there."""
    bits = card_bits()
    out = vec[i64]([0 for _ in range(53)])
    card: i64 = 0
    while card < 52:
        out[bits[card] % 53] = card
        card += 1
    return out


def mix(key: i64) -> i64:
    """Scramble a small non-negative key into 62 bits; equal with and without compilation."""
    x: i64 = ((key + 1) * 0x1E3779B97F4A7C15) & MASK
    x ^= x >> 29
    x = (x * 0x3F58476D1CE4E5B9) & MASK
    x ^= x >> 32
    x = (x * 0x14D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Lattice:
    """Cards on cells. `place` and `lift` work as a stack.

    touch counts the placed neighbours of a cell, allow is the set of cards that match all of them, front lists every
    cell that touches a placed one (placed cells included), fill counts the placed cells of each corner: six cells in a
    ring, named by the even cell at its lower left. pairs counts touching pairs.
    strips counts the rows of cells, in each of three directions, that hold a card: the perimeter is never smaller.
    """

    def __init__(self) -> None:
        self.card: vec[i64] = vec[i64]([-1 for _ in range(CELLS)])
        self.touch: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.allow: vec[i64] = vec[i64]([FULL for _ in range(CELLS)])
        self.fill: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.cells: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.saved: vec[i64] = vec[i64]([0 for _ in range(192)])
        self.front: vec[i64] = vec[i64]([0 for _ in range(192)])
        self.rings: vec[i64] = vec[i64]([0 for _ in range(192)])
        self.count: i64 = 0
        self.fronts: i64 = 0
        self.ringed: i64 = 0
        self.pairs: i64 = 0
        self.strip: vec[i64] = vec[i64]([0 for _ in range(512)])
        self.strips: i64 = 0
        self.match: vec[i64] = neighbour_masks()

    def place(self, card: i64, cell: i64) -> None:
        touch = self.touch
        allow = self.allow
        fill = self.fill
        saved = self.saved
        mask: i64 = self.match[card]
        n: i64 = self.count
        self.card[cell] = card
        self.cells[n] = cell
        self.count = n + 1
        self.pairs += touch[cell]
        self.enter(cell, 1)
        odd: i64 = ((cell >> 7) + cell) & 1
        k: i64 = 0
        while k < 3:
            at: i64 = cell - 1
            if k == 1:
                at = cell + 1
            elif k == 2:
                at = cell + 128 - 256 * odd
            saved[n * 3 + k] = allow[at]
            allow[at] = allow[at] & mask
            if touch[at] == 0:
                self.front[self.fronts] = at
                self.fronts += 1
            touch[at] = touch[at] + 1
            ring: i64 = cell
            if odd == 0:
                if k == 1:
                    ring = cell - 2
                elif k == 2:
                    ring = cell - 129
            elif k == 0:
                ring = cell - 1
            elif k == 1:
                ring = cell - 128
            else:
                ring = cell - 130
            if fill[ring] == 0:
                self.rings[self.ringed] = ring
                self.ringed += 1
            fill[ring] = fill[ring] + 1
            k += 1

    def lift(self) -> None:
        """Take back the last placement."""
        touch = self.touch
        fill = self.fill
        n: i64 = self.count - 1
        self.count = n
        cell: i64 = self.cells[n]
        self.card[cell] = -1
        self.pairs -= touch[cell]
        self.enter(cell, -1)
        odd: i64 = ((cell >> 7) + cell) & 1
        k: i64 = 2
        while k >= 0:
            at: i64 = cell - 1
            if k == 1:
                at = cell + 1
            elif k == 2:
                at = cell + 128 - 256 * odd
            self.allow[at] = self.saved[n * 3 + k]
            touch[at] = touch[at] - 1
            if touch[at] == 0:
                self.fronts -= 1
            ring: i64 = cell
            if odd == 0:
                if k == 1:
                    ring = cell - 2
                elif k == 2:
                    ring = cell - 129
            elif k == 0:
                ring = cell - 1
            elif k == 1:
                ring = cell - 128
            else:
                ring = cell - 130
            fill[ring] = fill[ring] - 1
            if fill[ring] == 0:
                self.ringed -= 1
            k -= 1

    def enter(self, cell: i64, change: i64) -> None:
        """Count a card in, or out of, the three strips through its cell."""
        strip = self.strip
        row: i64 = cell >> 7
        col: i64 = cell & 127
        k: i64 = 0
        while k < 3:
            at: i64 = row
            if k == 1:
                at = 64 + ((col - row + 65) >> 1)
            elif k == 2:
                at = 256 + ((col + row) >> 1)
            before: i64 = strip[at]
            strip[at] = before + change
            if before == 0:
                self.strips += 1
            elif before + change == 0:
                self.strips -= 1
            k += 1

    def clear(self, keep: i64) -> None:
        """Lift until only the first `keep` placements lie."""
        while self.count > keep:
            self.lift()
