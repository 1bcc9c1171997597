"""In which order can a layout be placed? Beam search over whole turns, the cell of every card being fixed.

A card stands for its cell, so a state is the set of cards placed, as a bit mask (bit 52: the joker), and the seat to
move. Every level holds states that took the same number of turns. A placement that touches two cards closes a corner
and may be followed by another, one that touches a single card ends the turn. Each corner that brings no extra placement
is wasted, and so is a pass: as many turns more are needed in the end. A state that must waste more than is allowed is
dropped; a cell between three cards takes two corners for one placement, so a group of empty cells without a cell of the
layout's rim (a cell that has at most two neighbours in the layout) must waste a corner, and any other need not.

Nothing found is no proof: turns with very many choices are cut off, and levels are.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import mix
from solvers.triangle.kernel.store import LONGEST, Children, zeros

CARDS: Final = 53
#: Sets of cards looked at in one turn of one state at the most.
CHOICES: Final = 400
SEEN: Final = 1 << 13
#: Part of a score that noise makes up, below one card.
NOISE: Final = 512
CARD: Final = 1024


def powers() -> vec[i64]:
    """The bits of all cards, the joker's too, by doubling (a shifted literal would be a 32-bit shift)."""
    out = zeros(CARDS)
    bit: i64 = 1
    card: i64 = 0
    while card < CARDS:
        out[card] = bit
        bit = bit * 2
        card += 1
    return out


def size_of(mask: i64) -> i64:
    """How many bits are set, of 62."""
    x: i64 = mask - ((mask >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 127


class Order:
    """One search in one layout.

    near: for each card (52: the joker) the set of cards that it touches in the layout; hands: by seat, from 0; placed:
    the cards on the table; seat: the one to move, in the middle of a turn when extra is 1; passes: in succession up to
    now; width: states kept a level; waste: how many corners may be wasted and turns passed. level: turns taken since.
    """

    def __init__(
        self,
        near: vec[i64],
        hands: vec[i64],
        placed: i64,
        seat: i64,
        extra: i64,
        passes: i64,
        width: i64,
        waste: i64,
        noise: i64,
    ) -> None:
        # In one piece: a line for each table; mypyc wants all attributes set here.
        self.near: vec[i64] = near
        self.hands: vec[i64] = hands
        self.players: i64 = i64(len(hands))
        self.width: i64 = width
        self.waste: i64 = waste
        self.noise: i64 = noise
        self.extra: i64 = extra
        self.bits: vec[i64] = powers()
        self.names: vec[i64] = zeros(61)
        self.every: i64 = placed
        card: i64 = 0
        while card < self.players:
            self.every |= hands[card]
            card += 1
        self.rim: i64 = 0
        self.leaves: i64 = 0
        card = 0
        while card < CARDS:
            self.names[self.bits[card] % 61] = card
            touched: i64 = size_of(near[card])
            if touched < 3:
                self.rim |= self.bits[card]
            if touched < 2:
                self.leaves |= self.bits[card]
            card += 1
        # the tree of turns; node 0 is the start
        self.t_parent: vec[i64] = vec[i64]([-1])
        self.t_seat: vec[i64] = vec[i64]([-1])
        self.t_off: vec[i64] = vec[i64]([0])
        self.t_len: vec[i64] = vec[i64]([0])
        self.pool: vec[i64] = vec[i64]([])
        # the level
        self.n_id: vec[i64] = vec[i64]([0])
        self.n_placed: vec[i64] = vec[i64]([placed])
        self.n_seat: vec[i64] = vec[i64]([seat])
        self.n_waste: vec[i64] = vec[i64]([0])
        self.n_passes: vec[i64] = vec[i64]([passes])
        self.size: i64 = 1
        self.level: i64 = 0
        self.next: i64 = 0
        self.kept: Children = Children(width)
        self.seen: vec[i64] = zeros(SEEN)
        self.seens: i64 = 0
        # the turn in the making
        self.path: vec[i64] = zeros(LONGEST)
        self.depth: i64 = 0
        self.index: i64 = 0
        self.seat: i64 = 0
        self.budget: i64 = 0
        self.nodes: i64 = 0
        self.found: bool = False
        self.end: vec[i64] = vec[i64]([])

    def run(self, states: i64) -> bool:
        """Go on for so many states at the most; say whether there is anything left to do."""
        while states > 0 and self.size > 0 and not self.found:
            self.expand(self.next)
            self.next += 1
            states -= 1
            if self.next == self.size and not self.found:
                self.advance()
                self.next = 0
        return self.size > 0 and not self.found

    def expand(self, index: i64) -> None:
        """Make all turns of one state."""
        self.index = index
        self.seat = self.n_seat[index]
        self.depth = 0
        self.budget = CHOICES
        placed: i64 = self.n_placed[index]
        waste: i64 = self.n_waste[index]
        hand: i64 = self.hands[self.seat] & ~placed
        passes: i64 = 0
        if self.extra == 0:
            passes = self.n_passes[index] + 1
        if waste < self.waste and (self.extra == 1 or passes < self.holding(placed)):
            self.emit(placed, waste + 1, passes)
        self.go_on(placed, hand, waste)

    def holding(self, placed: i64) -> i64:
        count: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            if self.hands[seat] & ~placed:
                count += 1
            seat += 1
        return count

    def go_on(self, placed: i64, hand: i64, waste: i64) -> None:
        """Try every next placement of the turn."""
        near = self.near
        rest: i64 = hand
        while rest and not self.found:
            bit: i64 = rest & -rest
            rest ^= bit
            card: i64 = self.names[bit % 61]
            around: i64 = near[card] & placed
            if around == 0:
                continue
            self.path[self.depth] = card
            self.depth += 1
            after: i64 = placed | bit
            one: i64 = around & (around - 1)
            if one == 0:
                self.emit(after, waste, 0)
            else:
                spent: i64 = waste
                if one & (one - 1):
                    spent += 1
                if spent < self.waste:
                    self.emit(after, spent + 1, 0)
                if spent <= self.waste and hand != bit and self.budget > 0 and self.fresh(after, 64 + spent):
                    self.budget -= 1
                    if self.enclosed(after, spent):
                        self.go_on(after, hand ^ bit, spent)
            self.depth -= 1

    def enclosed(self, placed: i64, waste: i64) -> bool:
        """Whether the groups of empty cells without a cell of the rim are no more than may still be wasted."""
        near = self.near
        names = self.names
        empty: i64 = self.every & ~placed
        # what a cell of the rim reaches needs no look
        fresh: i64 = empty & self.rim
        empty ^= fresh
        while fresh:
            bit: i64 = fresh & -fresh
            reached: i64 = near[names[bit % 61]] & empty
            empty ^= reached
            fresh ^= bit | reached
        while empty:
            waste += 1
            if waste > self.waste:
                return False
            fresh = empty & -empty
            empty ^= fresh
            while fresh:
                bit = fresh & -fresh
                reached = near[names[bit % 61]] & empty
                empty ^= reached
                fresh ^= bit | reached
        return True

    def may_end(self, placed: i64, waste: i64) -> bool:
        """Whether the corners that must still be wasted are few enough.

        The last card of all closes one unless it is a leaf, and so does the last card of a seat unless it is one that
        touches at most one card up to now.
        """
        empty: i64 = self.every & ~placed
        started: i64 = waste
        spent: i64 = waste
        if empty & self.leaves == 0:
            spent += 1
        seat: i64 = 0
        while seat < self.players:
            rest: i64 = self.hands[seat] & empty
            seat += 1
            if rest == 0:
                continue
            while rest:
                bit: i64 = rest & -rest
                around: i64 = self.near[self.names[bit % 61]] & placed
                if around & (around - 1) == 0:
                    break
                rest ^= bit
            if rest == 0:
                waste += 1
        return max(spent, waste) <= self.waste and self.enclosed(placed, started)

    def emit(self, placed: i64, waste: i64, passes: i64) -> None:
        """Record the state after the turn in the making, unless it is hopeless, known or too poor."""
        self.nodes += 1
        if placed == self.every:
            self.found = True
            end = vec[i64]([])
            k: i64 = 0
            while k < self.depth:
                end = append(end, self.path[k])
                k += 1
            self.end = end
            return
        seat: i64 = self.seat_after(placed)
        score: i64 = CARD * (size_of(placed) - 2 * waste) + mix(placed + self.noise) % NOISE
        kept = self.kept
        if score < kept.floor:
            return
        if self.fresh(placed, seat + 8 * passes + 128 * (waste + 1)) and self.may_end(placed, waste):
            kept.add(self.index, score, placed, seat, waste, passes, self.path, self.depth)

    def seat_after(self, placed: i64) -> i64:
        """The next seat that holds cards, which somebody does."""
        seat: i64 = (self.seat + 1) % self.players
        while self.hands[seat] & ~placed == 0:
            seat = (seat + 1) % self.players
        return seat

    def fresh(self, placed: i64, salt: i64) -> bool:
        """Note a state of this level (in the middle of a turn: of this state's turn); say whether it is new."""
        key: i64 = mix(placed ^ mix(salt if salt > 127 else salt + 128 * self.index + 65536)) | 1
        seen = self.seen
        size: i64 = i64(len(seen))
        if 2 * self.seens > size:
            self.grow()
            seen = self.seen
            size = i64(len(seen))
        at: i64 = (key >> 1) & (size - 1)
        while seen[at] != 0:
            if seen[at] == key:
                return False
            at = (at + 1) & (size - 1)
        seen[at] = key
        self.seens += 1
        return True

    def grow(self) -> None:
        old = self.seen
        size: i64 = 4 * i64(len(old))
        new = zeros(size)
        k: i64 = 0
        while k < i64(len(old)):
            if old[k] != 0:
                at: i64 = (old[k] >> 1) & (size - 1)
                while new[at] != 0:
                    at = (at + 1) & (size - 1)
                new[at] = old[k]
            k += 1
        self.seen = new

    def advance(self) -> None:
        """Make the best children the next level."""
        kept = self.kept
        kept.shrink()
        count: i64 = kept.count
        ids = zeros(count)
        placed = zeros(count)
        seats = zeros(count)
        wastes = zeros(count)
        passes = zeros(count)
        k: i64 = 0
        while k < count:
            node: i64 = kept.node[k]
            self.t_parent = append(self.t_parent, self.n_id[node])
            self.t_seat = append(self.t_seat, self.n_seat[node])
            self.t_off = append(self.t_off, i64(len(self.pool)))
            self.t_len = append(self.t_len, kept.length[k])
            j: i64 = 0
            while j < kept.length[k]:
                self.pool = append(self.pool, kept.seq[kept.off[k] + j])
                j += 1
            ids[k] = i64(len(self.t_parent)) - 1
            placed[k] = kept.one[k]
            seats[k] = kept.two[k]
            wastes[k] = kept.turns[k]
            passes[k] = kept.passes[k]
            k += 1
        self.n_id = ids
        self.n_placed = placed
        self.n_seat = seats
        self.n_waste = wastes
        self.n_passes = passes
        self.size = count
        kept.empty()
        self.extra = 0
        self.level += 1
        k = 0
        seen = self.seen
        while k < i64(len(seen)):
            seen[k] = 0
            k += 1
        self.seens = 0

    def line(self) -> list[tuple[int, list[int]]]:
        """The turns of the sequence found: the seat and its cards in order, none for a pass."""
        out: list[tuple[int, list[int]]] = []
        if not self.found:
            return out
        last: list[int] = []
        k: i64 = 0
        while k < i64(len(self.end)):
            last.append(int(self.end[k]))
            k += 1
        node: i64 = self.n_id[self.index]
        while node > 0:
            cards: list[int] = []
            k = self.t_off[node]
            while k < self.t_off[node] + self.t_len[node]:
                cards.append(int(self.pool[k]))
                k += 1
            out.append((int(self.t_seat[node]), cards))
            node = self.t_parent[node]
        out.reverse()
        out.append((int(self.seat), last))
        return out
