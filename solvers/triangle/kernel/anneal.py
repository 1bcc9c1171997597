"""Where can the cards lie so that many of them touch? Simulated annealing over layouts, some cards being fixed.

A layout gives every card a cell so that all that touch match and all hang together; some may still wait for a place.
Its worth is the number of touching pairs. A step moves one card beside a card that it matches, or lets it take the
cell of a second card, which moves on. Cells are packed as in `lattice`; card 52 is the joker. Equal seeds make equal
walks, compiled or not.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import CELLS, JOKER, neighbour_masks

CARDS: Final = 53
WORD: Final = 0xFFFFFFFF
#: Layouts stay this many cells away from the edge of the packed lattice.
EDGE: Final = 3
#: Chances are out of this.
CERTAIN: Final = 1 << 16


def beside(cell: i64, k: i64) -> i64:
    """The three neighbours of a cell, k = 0 … 2."""
    if k == 0:
        return cell - 1
    if k == 1:
        return cell + 1
    return cell + 128 - 256 * (((cell >> 7) + cell) & 1)


class Anneal:
    """One walk.

    where: the cell of every card, −1 for one that waits and −2 for one out of play; fixed: 1 for cards that never
    move; chances: by how much a step loses, 0 … 7, the chance out of 65,536 that it is made.
    """

    def __init__(self, where: vec[i64], fixed: vec[i64], chances: vec[i64], seed: i64) -> None:
        self.where: vec[i64] = vec[i64]([-2 for _ in range(CARDS)])
        self.at: vec[i64] = vec[i64]([-1 for _ in range(CELLS)])
        self.chances: vec[i64] = chances
        self.word: i64 = (seed & WORD) | 1
        self.match: vec[i64] = vec[i64]([0 for _ in range(CARDS * CARDS)])
        self.partners: vec[i64] = vec[i64]([0 for _ in range(CARDS * CARDS)])
        self.partner_count: vec[i64] = vec[i64]([0 for _ in range(CARDS)])
        self.free: vec[i64] = vec[i64]([0 for _ in range(CARDS)])
        self.frees: i64 = 0
        self.movable: vec[i64] = vec[i64]([0 for _ in range(CARDS)])
        self.stamp: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.stamps: i64 = 0
        self.queue: vec[i64] = vec[i64]([0 for _ in range(CARDS)])
        self.placed: i64 = 0
        self.pairs: i64 = 0
        self.moves: i64 = 0
        self.steps: i64 = 0
        card: i64 = 0
        while card < CARDS:
            self.where[card] = where[card]
            if where[card] >= 0:
                self.at[where[card]] = card
                self.placed += 1
            card += 1
        masks = neighbour_masks()
        card = 0
        while card < CARDS:
            if where[card] != -2 and fixed[card] == 0:
                self.free[self.frees] = card
                self.frees += 1
                self.movable[card] = 1
            other: i64 = 0
            while other < CARDS:
                fits: i64 = 1
                if card != JOKER and other != JOKER:
                    fits = (masks[card] >> other) & 1
                self.match[card * CARDS + other] = fits
                if fits == 1 and other != card and where[other] != -2:
                    self.partners[card * CARDS + self.partner_count[card]] = other
                    self.partner_count[card] = self.partner_count[card] + 1
                other += 1
            card += 1
        card = 0
        twice: i64 = 0
        while card < CARDS:
            if where[card] >= 0:
                twice += self.contacts(card, where[card], -1)
            card += 1
        self.pairs = twice >> 1

    def below(self, bound: i64) -> i64:
        """Return a random number in 0 … bound − 1 (xorshift32)."""
        word: i64 = self.word
        word ^= (word << 13) & WORD
        word ^= word >> 17
        word ^= (word << 5) & WORD
        self.word = word
        return (word * bound) >> 32

    def contacts(self, card: i64, cell: i64, but: i64) -> i64:
        """How many cards a card touches in a cell, card `but` being away; −1 if one of them does not match."""
        at = self.at
        count: i64 = 0
        k: i64 = 0
        while k < 3:
            other: i64 = at[beside(cell, k)]
            k += 1
            if other >= 0 and other != but and other != card:
                if self.match[card * CARDS + other] == 0:
                    return -1
                count += 1
        return count

    def target(self, card: i64) -> i64:
        """Return a random cell beside a card that this one matches, −1 for none."""
        count: i64 = self.partner_count[card]
        if count == 0:
            return -1
        other: i64 = self.partners[card * CARDS + self.below(count)]
        cell: i64 = self.where[other]
        if cell < 0:
            return -1
        cell = beside(cell, self.below(3))
        row: i64 = cell >> 7
        col: i64 = cell & 127
        if row < EDGE or row >= 64 - EDGE or col < EDGE or col >= 128 - EDGE:
            return -1
        return cell

    def run(self, steps: i64, goal: i64) -> bool:
        """Walk until all cards lie and goal pairs touch, after at least one move, or the steps are over."""
        moved: i64 = self.moves
        while steps > 0:
            steps -= 1
            self.steps += 1
            if self.step() and self.pairs >= goal and self.moves > moved and self.whole():
                return True
        return False

    def whole(self) -> bool:
        k: i64 = 0
        while k < self.frees:
            if self.where[self.free[k]] < 0:
                return False
            k += 1
        return True

    def step(self) -> bool:
        """Try one random move; say whether it was made."""
        if self.frees == 0:
            return False
        card: i64 = self.free[self.below(self.frees)]
        cell: i64 = self.target(card)
        if cell < 0:
            return False
        old: i64 = self.where[card]
        second: i64 = self.at[cell]
        if second == card:
            return False
        before: i64 = 0
        if old >= 0:
            before = self.contacts(card, old, -1)
        if second < 0:
            after: i64 = self.contacts(card, cell, -1)
            if after <= 0 or not self.chosen(after - before):
                return False
            self.put(card, cell)
            if before > 1 and not self.together():
                self.put(card, old)
                return False
            self.pairs += after - before
            self.moves += 1
            return True
        if self.movable[second] == 0:
            return False
        return self.displace(card, old, before, second, cell)

    def displace(self, card: i64, old: i64, before: i64, second: i64, cell: i64) -> bool:
        """Let a card take the cell of a second one, which goes to a random place (where the first one lay, often)."""
        loss: i64 = before + self.contacts(second, cell, card)
        self.where[second] = -1
        self.at[cell] = -1
        self.put(card, cell)
        after: i64 = self.contacts(card, cell, -1)
        goes: i64 = old
        if old < 0 or self.below(2) == 0:
            goes = self.target(second)
        more: i64 = -1
        if after >= 0 and goes >= 0 and self.at[goes] < 0:
            more = self.contacts(second, goes, -1)
        if more > 0 and self.chosen(after + more - loss):
            self.put(second, goes)
            if self.together():
                self.pairs += after + more - loss
                self.moves += 1
                return True
            self.at[goes] = -1
            self.where[second] = -1
        self.put(card, old)
        self.put(second, cell)
        return False

    def put(self, card: i64, cell: i64) -> None:
        """Move a card, from wherever it lay; cell −1 takes it away."""
        old: i64 = self.where[card]
        if old >= 0:
            self.at[old] = -1
            self.placed -= 1
        self.where[card] = cell
        if cell >= 0:
            self.at[cell] = card
            self.placed += 1

    def chosen(self, gain: i64) -> bool:
        return gain >= 0 or self.below(CERTAIN) < self.chances[min(-gain, 7)]

    def together(self) -> bool:
        """Whether the cards hang together."""
        at = self.at
        stamp = self.stamp
        queue = self.queue
        self.stamps += 1
        now: i64 = self.stamps
        placed: i64 = 0
        first: i64 = -1
        card: i64 = 0
        while card < CARDS:
            if self.where[card] >= 0:
                placed += 1
                first = self.where[card]
            card += 1
        stamp[first] = now
        queue[0] = first
        reached: i64 = 1
        read: i64 = 0
        while read < reached:
            cell: i64 = queue[read]
            read += 1
            k: i64 = 0
            while k < 3:
                other: i64 = beside(cell, k)
                k += 1
                if at[other] >= 0 and stamp[other] != now:
                    stamp[other] = now
                    queue[reached] = other
                    reached += 1
        return reached == placed

    def near(self) -> vec[i64]:
        """For each card the set of cards that it touches, bit 52 being the joker."""
        out = vec[i64]([0 for _ in range(CARDS)])
        bits = vec[i64]([1 for _ in range(CARDS)])
        card: i64 = 1
        while card < CARDS:
            bits[card] = bits[card - 1] * 2
            card += 1
        card = 0
        while card < CARDS:
            if self.where[card] >= 0:
                k: i64 = 0
                while k < 3:
                    other: i64 = self.at[beside(self.where[card], k)]
                    if other >= 0:
                        out[card] = out[card] | bits[other]
                    k += 1
            card += 1
        return out
