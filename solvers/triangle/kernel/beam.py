"""Beam search over whole turns for the objectives `out` and `all`, the number of turns fixed in advance.

A level holds states in which the same seat is to move. `expand` makes the children of some states of the level,
`advance` keeps the best `width` of them, so a driver can look at the clock in between. States are stored as a tree of
turns and rebuilt on one lattice. A child is dropped for good only where it needs more corners than geometry leaves
(rules, section 7); while nothing else was dropped, `complete` stays true: an empty level proves that turns are too few.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.triangle.kernel.judge import Judge
from solvers.triangle.kernel.lattice import FULL, JOKER, MASK, ORIGIN, Lattice, bit_names, card_bits, mix
from solvers.triangle.kernel.store import LONGEST, Children, zeros

OUT: Final = 0
ALL: Final = 1
#: More corners than this beyond those needed make a state no better.
MOST_SLACK: Final = 4


class Beam:
    """One search: fixed start, objective, number of turns, width, weights and noise.

    hands: card masks by seat, from 0; board: pairs of card and cell, flattened; most[n]: the greatest number of corners
    of n cells; seat: the one to move, in the middle of a turn when extra is 1.
    """

    def __init__(
        self,
        hands: vec[i64],
        board: vec[i64],
        most: vec[i64],
        seat: i64,
        extra: i64,
        passes: i64,
        objective: i64,
        target: i64,
        turns: i64,
        width: i64,
        weights: vec[i64],
        noise: i64,
        only: vec[i64],
    ) -> None:
        # In one piece: a line for each table; mypyc wants all attributes set here.
        self.hands: vec[i64] = hands
        self.players: i64 = i64(len(hands))
        self.most: vec[i64] = most
        self.seat: i64 = seat
        self.extra: i64 = extra
        self.objective: i64 = objective
        self.target: i64 = target
        self.turns: i64 = turns
        self.width: i64 = width
        self.weights: vec[i64] = weights
        self.level: i64 = 0
        self.least: i64 = MASK
        self.noise: i64 = noise
        self.only: vec[i64] = only
        self.names: vec[i64] = bit_names()
        self.bits: vec[i64] = card_bits()
        self.lattice: Lattice = Lattice()
        self.judge: Judge = Judge(self.lattice, only)
        k: i64 = 0
        while k < i64(len(board)):
            self.lattice.place(board[k], board[k + 1])
            k += 2
        self.base: i64 = self.lattice.count
        self.alone: bool = self.base == 1 and only[ORIGIN] == FULL and board[0] == JOKER and board[1] == ORIGIN
        # the tree of turns; node 0 is the start
        self.t_parent: vec[i64] = vec[i64]([-1])
        self.t_off: vec[i64] = vec[i64]([0])
        self.t_len: vec[i64] = vec[i64]([0])
        self.pool: vec[i64] = vec[i64]([])
        # the level
        self.n_id: vec[i64] = vec[i64]([0])
        self.n_one: vec[i64] = vec[i64]([0])
        self.n_two: vec[i64] = vec[i64]([0])
        self.n_turns: vec[i64] = vec[i64]([0])
        self.n_passes: vec[i64] = vec[i64]([passes])
        self.size: i64 = 1
        self.kept: Children = Children(width)
        size: i64 = 1 << 14
        while size < 6 * self.kept.room:
            size *= 2
        self.seen: vec[i64] = zeros(size)
        self.seens: i64 = 0
        # the turn in the making
        self.path: vec[i64] = zeros(LONGEST)
        self.depth: i64 = 0
        self.one: i64 = 0
        self.two: i64 = 0
        self.hand: i64 = 0
        self.placed: i64 = 0
        self.index: i64 = 0
        self.turns_after: i64 = 0
        self.slack: i64 = 0
        self.nodes: i64 = 0
        self.complete: bool = True
        self.best_node: i64 = -1
        self.best_turns: i64 = MASK
        self.best_path: vec[i64] = vec[i64]([])
        self.blend()

    def blend(self) -> None:
        """Set the prices of this level."""
        whole: i64 = self.turns if self.objective == ALL else self.turns * self.players
        whole = max(whole, 1)
        self.judge.blend(self.weights, min(self.level, whole), whole)

    # -- one turn ------------------------------------------------------------------------------------------------

    def expand(self, low: i64, high: i64) -> None:
        """Make the children of states low … high − 1 of the level."""
        index: i64 = low
        while index < high:
            self.expand_one(index)
            index += 1

    def expand_one(self, index: i64) -> None:
        lattice = self.lattice
        lattice.clear(self.base)
        placed: i64 = 0
        node: i64 = self.n_id[index]
        # a node's own turn lies behind its ancestors' turns: placing newest first would be wrong for pairs only
        chain = vec[i64]([])
        while node >= 0:
            chain = append(chain, node)
            node = self.t_parent[node]
        k: i64 = i64(len(chain)) - 1
        while k >= 0:
            off: i64 = self.t_off[chain[k]]
            end: i64 = off + self.t_len[chain[k]]
            while off < end:
                move: i64 = self.pool[off]
                lattice.place(move >> 13, move & 8191)
                placed |= self.bits[move >> 13]
                off += 1
            k -= 1
        self.index = index
        self.placed = placed
        self.hand = self.hands[self.seat] & ~placed
        self.one = self.n_one[index]
        self.two = self.n_two[index]
        self.depth = 0
        self.turns_after = self.n_turns[index]
        if self.extra == 1:
            self.emit(self.n_passes[index])
            self.placements()
            return
        if self.hand == 0:
            self.emit(self.n_passes[index])
            return
        if self.objective == ALL or self.seat == self.target:
            self.turns_after += 1
        seats: i64 = 0
        k = 0
        while k < self.players:
            if self.hands[k] & ~placed:
                seats += 1
            k += 1
        if self.n_passes[index] + 1 < seats:
            self.emit(self.n_passes[index] + 1)
        self.placements()

    def placements(self) -> None:
        """Try every next placement of the turn."""
        lattice = self.lattice
        names = self.names
        hand: i64 = self.hand
        fronts: i64 = lattice.fronts
        one: i64 = self.one
        two: i64 = self.two
        # around the lone joker all three cells are alike
        k: i64 = 2 if self.alone and lattice.count == 1 else 0
        while k < fronts:
            cell: i64 = lattice.front[k]
            k += 1
            fits: i64 = lattice.allow[cell] & hand & self.only[cell]
            if fits == 0 or lattice.card[cell] >= 0:
                continue
            touch: i64 = lattice.touch[cell]
            other: i64 = (cell & -128) | (128 - (cell & 127))
            while fits:
                bit: i64 = fits & -fits
                fits ^= bit
                card: i64 = names[bit % 53]
                self.one = (one + mix(card << 13 | cell)) & MASK
                if self.alone:
                    self.two = (two + mix(card << 13 | other)) & MASK
                lattice.place(card, cell)
                self.path[self.depth] = card << 13 | cell
                self.depth += 1
                self.hand = hand ^ bit
                self.placed |= bit
                self.emit(0)
                if touch >= 2 and self.hand and self.fresh(2 * self.turns_after + 1):
                    self.placements()
                self.placed ^= bit
                self.depth -= 1
                lattice.lift()
        self.hand = hand
        self.one = one
        self.two = two

    def fresh(self, salt: i64) -> bool:
        """Note the state in the making; say whether it is new on this level. salt: what it holds beside its cards.

        That is odd in the middle of a turn, even after it, and tells turns apart: where a seat went out early, fewer
        were taken for the same cards.
        """
        key: i64 = self.one
        if self.alone and self.two < key:
            key = self.two
        key = mix((key ^ (salt * 0x5851F42D4C957F2D)) & MASK) | 1
        seen = self.seen
        size: i64 = i64(len(seen))
        if 2 * self.seens > size:
            self.forget()
        at: i64 = (key >> 1) & (size - 1)
        while seen[at] != 0:
            if seen[at] == key:
                return False
            at = (at + 1) & (size - 1)
        seen[at] = key
        self.seens += 1
        return True

    def forget(self) -> None:
        seen = self.seen
        k: i64 = 0
        while k < i64(len(seen)):
            seen[k] = 0
            k += 1
        self.seens = 0

    def emit(self, passes: i64) -> None:
        """Record the state after the turn in the making, unless it is lost, known or too poor."""
        self.nodes += 1
        k: i64 = 0
        rest: i64 = self.hands[self.target] & ~self.placed
        if self.objective == ALL:
            rest = 0
            k = 0
            while k < self.players:
                rest |= self.hands[k] & ~self.placed
                k += 1
        turns: i64 = self.turns_after
        if turns > self.turns:
            return
        left: i64 = 0
        bits: i64 = rest
        while bits:
            bits &= bits - 1
            left += 1
        self.least = min(self.least, left)
        if rest == 0:
            if turns < self.best_turns:
                self.best_turns = turns
                self.best_node = self.n_id[self.index]
                path = vec[i64]([])
                k = 0
                while k < self.depth:
                    path = append(path, self.path[k])
                    k += 1
                self.best_path = path
            return
        unplaced: i64 = 0
        k = 0
        while k < self.players:
            unplaced |= self.hands[k] & ~self.placed
            k += 1
        judge = self.judge
        judge.survey(rest, unplaced)
        if self.lost(left, turns):
            return
        score: i64 = judge.total + judge.rings(rest, unplaced) + self.slack * judge.weights[16]
        if self.judge.weights[15] > 0:
            key: i64 = self.one
            if self.alone and self.two < key:
                key = self.two
            score += mix((key + self.noise) & MASK) % self.judge.weights[15]
        if score < self.kept.floor:
            self.kept.dropped = True
            return
        if self.fresh(2 * (passes + 8 * turns)):
            self.kept.add(self.index, score, self.one, self.two, turns, passes, self.path, self.depth)

    # -- judging -------------------------------------------------------------------------------------------------

    def lost(self, left: i64, turns: i64) -> bool:
        """Whether geometry rules out that the remaining turns are enough for the cards left.

        Every extra placement follows a placement that closes a corner, and each of those adds one to
        pairs − cells, of which `most` is the greatest possible, and `room` a limit for this board. An extra placement
        of another seat adds one cell and needs a corner of its own, so it never helps.
        """
        self.slack = MOST_SLACK
        remain: i64 = self.turns - turns
        need: i64 = left - remain
        if need <= 0:
            return False
        if remain <= 0:
            return True
        cells: i64 = self.lattice.count + left - 1
        if self.objective == OUT:
            cells += self.helpers(remain)
        room: i64 = min(self.judge.room(cells), self.most[cells] - (self.lattice.pairs - self.lattice.count + 1))
        self.slack = min(room - need, MOST_SLACK)
        return need > room

    def helpers(self, remain: i64) -> i64:
        """How many first placements the other seats have before the target's last turn."""
        total: i64 = 0
        gap: i64 = (self.target - self.seat + self.players) % self.players
        if gap == 0:
            gap = self.players
        k: i64 = 0
        while k < self.players:
            if k != self.target:
                ahead: i64 = (k - self.seat + self.players) % self.players
                if ahead == 0:
                    ahead = self.players
                count: i64 = remain if ahead < gap else remain - 1
                bits: i64 = self.hands[k] & ~self.placed
                while bits and count > 0:
                    bits &= bits - 1
                    count -= 1
                    total += 1
            k += 1
        return total

    # -- levels --------------------------------------------------------------------------------------------------

    def advance(self) -> i64:
        """Make the best children the next level and return how many there are."""
        kept = self.kept
        kept.shrink()
        if kept.dropped:
            self.complete = False
        count: i64 = kept.count
        ids = zeros(count)
        ones = zeros(count)
        twos = zeros(count)
        turns = zeros(count)
        passes = zeros(count)
        k: i64 = 0
        while k < count:
            self.t_parent = append(self.t_parent, self.n_id[kept.node[k]])
            self.t_off = append(self.t_off, i64(len(self.pool)))
            self.t_len = append(self.t_len, kept.length[k])
            j: i64 = 0
            while j < kept.length[k]:
                self.pool = append(self.pool, kept.seq[kept.off[k] + j])
                j += 1
            ids[k] = i64(len(self.t_parent)) - 1
            ones[k] = kept.one[k]
            twos[k] = kept.two[k]
            turns[k] = kept.turns[k]
            passes[k] = kept.passes[k]
            k += 1
        self.n_id = ids
        self.n_one = ones
        self.n_two = twos
        self.n_turns = turns
        self.n_passes = passes
        self.size = count
        kept.empty()
        self.extra = 0
        self.level += 1
        self.least = MASK
        self.blend()
        self.seat = (self.seat + 1) % self.players
        self.forget()
        return count

    def line(self) -> list[list[int]]:
        """The turns of the best sequence found, each a list of `card << 13 | cell`; a pass or skipped seat is empty."""
        out: list[list[int]] = []
        if self.best_node < 0:
            return out
        last: list[int] = []
        k: i64 = 0
        while k < i64(len(self.best_path)):
            last.append(int(self.best_path[k]))
            k += 1
        node: i64 = self.best_node
        while node > 0:
            turn: list[int] = []
            k = self.t_off[node]
            while k < self.t_off[node] + self.t_len[node]:
                turn.append(int(self.pool[k]))
                k += 1
            out.append(turn)
            node = self.t_parent[node]
        out.reverse()
        out.append(last)
        return out
