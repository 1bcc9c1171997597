"""The children of one level of the beam search: the best `width` of any number, in little more room than that."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import MASK

#: Length of a turn in placements at the most: every card of the pack.
LONGEST: Final = 64
BUCKETS: Final = 8192


def zeros(count: i64) -> vec[i64]:
    return vec[i64]([0 for _ in range(count)])


class Children:
    """Columns: the parent's place on its level, hashes, turns and passes, and the turn itself as a piece of seq.

    dropped turns true when a child was lost; floor is a score below which children are not worth adding any more.
    """

    def __init__(self, width: i64) -> None:
        self.width: i64 = width
        self.room: i64 = 3 * width + 4096
        self.node: vec[i64] = zeros(self.room)
        self.off: vec[i64] = zeros(self.room)
        self.length: vec[i64] = zeros(self.room)
        self.score: vec[i64] = zeros(self.room)
        self.one: vec[i64] = zeros(self.room)
        self.two: vec[i64] = zeros(self.room)
        self.turns: vec[i64] = zeros(self.room)
        self.passes: vec[i64] = zeros(self.room)
        self.seq: vec[i64] = zeros(2 * self.room + 4096)
        self.count: i64 = 0
        self.seqs: i64 = 0
        self.floor: i64 = -MASK
        self.dropped: bool = False

    def add(
        self,
        node: i64,
        score: i64,
        one: i64,
        two: i64,
        turns: i64,
        passes: i64,
        path: vec[i64],
        depth: i64,
    ) -> None:
        if self.count == self.room:
            self.shrink()
        if self.seqs + depth > i64(len(self.seq)):
            self.widen()
        at: i64 = self.count
        self.node[at] = node
        self.off[at] = self.seqs
        self.length[at] = depth
        self.score[at] = score
        self.one[at] = one
        self.two[at] = two
        self.turns[at] = turns
        self.passes[at] = passes
        k: i64 = 0
        while k < depth:
            self.seq[self.seqs + k] = path[k]
            k += 1
        self.seqs += depth
        self.count = at + 1

    def widen(self) -> None:
        seq = zeros(2 * i64(len(self.seq)))
        k: i64 = 0
        while k < self.seqs:
            seq[k] = self.seq[k]
            k += 1
        self.seq = seq

    def empty(self) -> None:
        self.count = 0
        self.seqs = 0
        self.floor = -MASK
        self.dropped = False

    def shrink(self) -> None:
        """Keep the best `width` children."""
        count: i64 = self.count
        if count <= self.width:
            return
        self.dropped = True
        score = self.score
        low: i64 = score[0]
        high: i64 = low
        k: i64 = 1
        while k < count:
            low = min(low, score[k])
            high = max(high, score[k])
            k += 1
        buckets = zeros(BUCKETS)
        span: i64 = high - low + 1
        k = 0
        while k < count:
            slot: i64 = (score[k] - low) * (BUCKETS - 1) // span
            buckets[slot] = buckets[slot] + 1
            k += 1
        bar: i64 = BUCKETS - 1
        room: i64 = self.width
        while bar > 0 and buckets[bar] <= room:
            room -= buckets[bar]
            bar -= 1
        self.floor = low + (bar * span) // (BUCKETS - 1)
        self.keep(low, span, bar, room)

    def keep(self, low: i64, span: i64, bar: i64, room: i64) -> None:
        """Drop the children below the bar, and those at the bar when `room` are kept."""
        to: i64 = 0
        seq: i64 = 0
        k: i64 = 0
        while k < self.count:
            slot: i64 = (self.score[k] - low) * (BUCKETS - 1) // span
            good: bool = slot > bar
            if slot == bar and room > 0:
                room -= 1
                good = True
            if good:
                off: i64 = self.off[k]
                length: i64 = self.length[k]
                self.node[to] = self.node[k]
                self.off[to] = seq
                self.length[to] = length
                self.score[to] = self.score[k]
                self.one[to] = self.one[k]
                self.two[to] = self.two[k]
                self.turns[to] = self.turns[k]
                self.passes[to] = self.passes[k]
                j: i64 = 0
                while j < length:
                    self.seq[seq + j] = self.seq[off + j]
                    j += 1
                seq += length
                to += 1
            k += 1
        self.count = to
        self.seqs = seq
