"""The most cards that one hand can place in one turn (objective `turn`), by exhaustive search over chains."""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import MASK, Lattice, bit_names, mix

TABLE: Final = 1 << 10
PAUSE: Final = 4095


class Turn:
    """A turn goes on while placements touch two or more cards (rules, section 3.3).

    Two orders of the same placements lead to the same state, so each set of placements is searched once. hand is a card
    mask, board a list of card, cell pairs, flattened; bound is a number of placements known not to be exceeded;
    stop is asked every few thousand placements whether to give up.
    """

    def __init__(self, hand: i64, board: vec[i64], bound: i64, stop: Any) -> None:
        self.lattice: Lattice = Lattice()
        k: i64 = 0
        while k < i64(len(board)):
            self.lattice.place(board[k], board[k + 1])
            k += 2
        self.hand: i64 = hand
        self.bound: i64 = bound
        self.stop: Any = stop
        self.aborted: bool = False
        self.names: vec[i64] = bit_names()
        self.best: i64 = 0
        self.line: vec[i64] = vec[i64]([])
        self.path: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.depth: i64 = 0
        self.nodes: i64 = 0
        self.limit: i64 = 0
        self.seen: vec[i64] = vec[i64]([0 for _ in range(TABLE)])
        self.seens: i64 = 0

    def run(self, limit: i64) -> bool:
        """Search with at most limit placements tried; say whether the search is complete, so that best is exact."""
        self.limit = limit
        self.extend(self.hand, 0)
        return not self.aborted

    def extend(self, hand: i64, key: i64) -> None:
        """Try every next placement: first those that end the turn, then those that let it go on."""
        lattice = self.lattice
        fronts: i64 = lattice.fronts
        least: i64 = 1
        while least < 3:
            k: i64 = 0
            while k < fronts:
                cell: i64 = lattice.front[k]
                k += 1
                fits: i64 = lattice.allow[cell] & hand
                touch: i64 = lattice.touch[cell]
                if fits == 0 or lattice.card[cell] >= 0 or (touch >= 2) != (least == 2):
                    continue
                while fits:
                    if self.aborted or self.best >= self.bound:
                        return
                    if self.nodes >= self.limit or (self.nodes & PAUSE == PAUSE and self.stop()):
                        self.aborted = True
                        return
                    bit: i64 = fits & -fits
                    fits ^= bit
                    self.nodes += 1
                    move: i64 = self.names[bit % 53] << 13 | cell
                    self.path[self.depth] = move
                    self.depth += 1
                    self.note()
                    after: i64 = (key + mix(move)) & MASK
                    if least == 2 and hand != bit and self.fresh(after):
                        lattice.place(move >> 13, cell)
                        self.extend(hand ^ bit, after)
                        lattice.lift()
                    self.depth -= 1
                    if least == 1:
                        # one card that ends the turn is as good as another
                        k = fronts
                        break
            least += 1

    def note(self) -> None:
        if self.depth <= self.best:
            return
        self.best = self.depth
        line = vec[i64]([])
        k: i64 = 0
        while k < self.depth:
            line = append(line, self.path[k])
            k += 1
        self.line = line

    def fresh(self, key: i64) -> bool:
        seen = self.seen
        size: i64 = i64(len(seen))
        if 2 * self.seens > size:
            seen = self.grow()
            size = i64(len(seen))
        at: i64 = key & (size - 1)
        while seen[at] != 0:
            if seen[at] == key + 1:
                return False
            at = (at + 1) & (size - 1)
        seen[at] = key + 1
        self.seens += 1
        return True

    def grow(self) -> vec[i64]:
        old = self.seen
        size: i64 = 4 * i64(len(old))
        new = vec[i64]([0 for _ in range(size)])
        k: i64 = 0
        while k < i64(len(old)):
            if old[k] != 0:
                at: i64 = (old[k] - 1) & (size - 1)
                while new[at] != 0:
                    at = (at + 1) & (size - 1)
                new[at] = old[k]
            k += 1
        self.seen = new
        return new
