"""Beam search over whole turns for the objectives `out` and `all`, the number of turns fixed in advance.

A level holds states in which the same seat is to move. `expand` makes the children of some states of the level, `advance`
keeps the best `width` of them, so a driver can look at the clock in between. States are stored as a tree of turns and
rebuilt on one lattice. A child is dropped for good only where the corners still needed exceed what geometry leaves
(rules, section 7); while nothing else was dropped, `complete` stays true, and an empty level is a proof that the fixed
number of turns is too small.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import FULL, JOKER, MASK, ORIGIN, Lattice, bit_names, card_bits, mix

OUT: Final = 0
ALL: Final = 1
WEIGHTS: Final = 16
#: Length of a turn in placements at the most: every card of the pack.
LONGEST: Final = 64


def zeros(count: i64) -> vec[i64]:
    return vec[i64]([0 for _ in range(count)])


def ring_cell(ring: i64, k: i64) -> i64:
    """The six cells of a corner in their order round it, k = 0 … 5."""
    return ring + k if k < 3 else ring + 133 - k


class Beam:
    """One search: fixed start, objective, number of turns, width, weights and noise.

    hands are card masks by seat (0 = first seat); board is a list of card, cell pairs, flattened; most[n] is the
    greatest number of corners of n cells; seat moves next, in the middle of a turn when extra is 1.
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
        self.hands: vec[i64] = hands
        self.players: i64 = i64(len(hands))
        self.most: vec[i64] = most
        self.seat: i64 = seat
        self.extra: i64 = extra
        self.objective: i64 = objective
        self.target: i64 = target
        self.turns: i64 = turns
        self.width: i64 = width
        self.early: vec[i64] = weights
        self.weights: vec[i64] = vec[i64]([0 for _ in range(WEIGHTS)])
        self.level: i64 = 0
        self.least: i64 = MASK
        self.noise: i64 = noise
        self.only: vec[i64] = only
        self.names: vec[i64] = bit_names()
        self.bits: vec[i64] = card_bits()
        self.lattice: Lattice = Lattice()
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
        # the children
        self.room: i64 = 3 * width + 4096
        self.c_node: vec[i64] = zeros(self.room)
        self.c_off: vec[i64] = zeros(self.room)
        self.c_len: vec[i64] = zeros(self.room)
        self.c_score: vec[i64] = zeros(self.room)
        self.c_one: vec[i64] = zeros(self.room)
        self.c_two: vec[i64] = zeros(self.room)
        self.c_turns: vec[i64] = zeros(self.room)
        self.c_passes: vec[i64] = zeros(self.room)
        self.c_seq: vec[i64] = zeros(2 * self.room + 4096)
        self.children: i64 = 0
        self.seqs: i64 = 0
        self.floor: i64 = -MASK
        size: i64 = 1 << 14
        while size < 6 * self.room:
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
        self.nodes: i64 = 0
        self.complete: bool = True
        self.best_node: i64 = -1
        self.best_turns: i64 = MASK
        self.best_path: vec[i64] = vec[i64]([])
        self.blend()

    def blend(self) -> None:
        """Weights of this level: between the early and the late set, by the part of the turns gone."""
        whole: i64 = self.turns if self.objective == ALL else self.turns * self.players
        gone: i64 = self.level if self.level < whole else whole
        k: i64 = 0
        while k < WEIGHTS:
            self.weights[k] = self.early[k] + (self.early[WEIGHTS + k] - self.early[k]) * gone // whole
            k += 1

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
                if touch >= 2 and self.hand and self.fresh(1):
                    self.placements()
                self.placed ^= bit
                self.depth -= 1
                lattice.lift()
        self.hand = hand
        self.one = one
        self.two = two

    def fresh(self, salt: i64) -> bool:
        """Note the state in the making; say whether it is new on this level."""
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
        rest: i64 = self.hands[self.target] & ~self.placed
        if self.objective == ALL:
            rest = 0
            k: i64 = 0
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
        if left < self.least:
            self.least = left
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
        if self.lost(rest, turns):
            return
        score: i64 = self.score(rest)
        if score < self.floor:
            self.complete = False
            return
        if not self.fresh(2 + passes * 64 + turns):
            return
        if self.children == self.room or self.seqs + LONGEST > i64(len(self.c_seq)):
            self.shrink()
        at: i64 = self.children
        self.c_node[at] = self.index
        self.c_off[at] = self.seqs
        self.c_len[at] = self.depth
        self.c_score[at] = score
        self.c_one[at] = self.one
        self.c_two[at] = self.two
        self.c_turns[at] = turns
        self.c_passes[at] = passes
        k = 0
        while k < self.depth:
            self.c_seq[self.seqs + k] = self.path[k]
            k += 1
        self.seqs += self.depth
        self.children = at + 1

    # -- judging -------------------------------------------------------------------------------------------------

    def lost(self, rest: i64, turns: i64) -> bool:
        """Whether geometry rules out that the remaining turns are enough.

        Every extra placement follows a placement that closes a corner, and each of those adds one to
        pairs − cells, of which `most` is the greatest possible. An extra placement of another seat adds one cell and
        needs a corner of its own, so it never helps.
        """
        left: i64 = 0
        bits: i64 = rest
        while bits:
            bits &= bits - 1
            left += 1
        remain: i64 = self.turns - turns
        need: i64 = left - remain
        if need <= 0:
            return False
        if remain <= 0:
            return True
        cells: i64 = self.lattice.count + left - 1
        if self.objective == OUT:
            cells += self.helpers(remain)
        return need > self.most[cells] - (self.lattice.pairs - self.lattice.count + 1)

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

    def score(self, rest: i64) -> i64:
        """Estimate how good the state is; rest are the cards that must still be placed."""
        lattice = self.lattice
        weights = self.weights
        unplaced: i64 = 0
        k: i64 = 0
        while k < self.players:
            unplaced |= self.hands[k] & ~self.placed
            k += 1
        left: i64 = 0
        bits: i64 = rest
        while bits:
            bits &= bits - 1
            left += 1
        total: i64 = -left * weights[0]
        used: i64 = 0
        open_cards: i64 = 0
        front = lattice.front
        k = 0
        while k < lattice.fronts:
            cell: i64 = front[k]
            k += 1
            if lattice.card[cell] >= 0:
                continue
            fits: i64 = lattice.allow[cell] & unplaced & self.only[cell]
            touch: i64 = lattice.touch[cell]
            if fits == 0:
                total -= weights[1] if touch == 1 else weights[2]
                continue
            own: i64 = fits & rest
            open_cards |= own
            if touch == 1:
                total += weights[13] if own else weights[14]
            elif touch == 2:
                if own & ~used:
                    total += weights[3]
                    own &= ~used
                    used |= own & -own
                elif own:
                    total += weights[4]
                else:
                    total += weights[5]
            elif touch == 3:
                total += weights[6] if own else weights[5]
        k = 0
        while k < lattice.ringed:
            ring: i64 = lattice.rings[k]
            k += 1
            filled: i64 = lattice.fill[ring]
            if filled == 4:
                total += self.two_missing(ring, unplaced, rest)
            elif filled == 3:
                total += self.three_missing(ring, unplaced, rest)
        total += weights[12] * (lattice.pairs - lattice.count)
        closed: i64 = rest & ~open_cards
        while closed:
            closed &= closed - 1
            total -= weights[11]
        if weights[15] > 0:
            key: i64 = self.one
            if self.alone and self.two < key:
                key = self.two
            total += mix((key + self.noise) & MASK) % weights[15]
        return total

    def two_missing(self, ring: i64, unplaced: i64, rest: i64) -> i64:
        """Value of a corner that lacks two cells: can a pair of cards fill them, one of them of the cards wanted?"""
        card = self.lattice.card
        allow = self.lattice.allow
        first: i64 = -1
        second: i64 = -1
        k: i64 = 0
        while k < 6:
            cell: i64 = ring + k if k < 3 else ring + 125 + k
            if card[cell] < 0:
                if first < 0:
                    first = cell
                else:
                    second = cell
            k += 1
        apart: i64 = second - first
        if apart != 1 and apart != 128:
            return 0
        here: i64 = allow[first] & unplaced
        there: i64 = allow[second] & unplaced
        match = self.lattice.match
        names = self.names
        value: i64 = 0
        while here:
            bit: i64 = here & -here
            here ^= bit
            other: i64 = match[names[bit % 53]] & there
            if other:
                if bit & rest or other & rest:
                    return self.weights[7]
                value = self.weights[8]
        return value

    def three_missing(self, ring: i64, unplaced: i64, rest: i64) -> i64:
        """Value of a corner that lacks three cells in a row: can three cards fill them?"""
        card = self.lattice.card
        allow = self.lattice.allow
        missing: i64 = 0
        k: i64 = 0
        while k < 6:
            if card[ring_cell(ring, k)] < 0:
                missing |= self.bits[k]
            k += 1
        k = 0
        while k < 6:
            row: i64 = (missing | missing << 6) >> k
            if row & 7 == 7:
                break
            k += 1
        if k == 6:
            return self.weights[10]
        ends: i64 = allow[ring_cell(ring, k)] & unplaced
        middle: i64 = allow[ring_cell(ring, (k + 1) % 6)] & unplaced
        last: i64 = allow[ring_cell(ring, (k + 2) % 6)] & unplaced
        own: i64 = ends | last
        match = self.lattice.match
        names = self.names
        beside: i64 = 0
        while ends:
            bit: i64 = ends & -ends
            ends ^= bit
            beside |= match[names[bit % 53]]
        reach: i64 = 0
        while last:
            bit = last & -last
            last ^= bit
            reach |= match[names[bit % 53]]
        middle &= beside & reach
        if middle == 0:
            return 0
        return self.weights[9] if (own | middle) & rest else self.weights[10]

    # -- levels --------------------------------------------------------------------------------------------------

    def shrink(self) -> None:
        """Keep the best `width` children."""
        count: i64 = self.children
        if count <= self.width:
            return
        self.complete = False
        score = self.c_score
        low: i64 = score[0]
        high: i64 = low
        k: i64 = 1
        while k < count:
            if score[k] < low:
                low = score[k]
            if score[k] > high:
                high = score[k]
            k += 1
        buckets = zeros(8192)
        span: i64 = high - low + 1
        k = 0
        while k < count:
            slot: i64 = (score[k] - low) * 8191 // span
            buckets[slot] = buckets[slot] + 1
            k += 1
        bar: i64 = 8191
        room: i64 = self.width
        while bar > 0 and buckets[bar] <= room:
            room -= buckets[bar]
            bar -= 1
        self.floor = low + (bar * span) // 8191
        self.keep(low, span, bar, room)

    def keep(self, low: i64, span: i64, bar: i64, room: i64) -> None:
        """Drop the children below the bar, and those at the bar when `room` are kept."""
        to: i64 = 0
        seq: i64 = 0
        k: i64 = 0
        while k < self.children:
            slot: i64 = (self.c_score[k] - low) * 8191 // span
            good: bool = slot > bar
            if slot == bar and room > 0:
                room -= 1
                good = True
            if good:
                off: i64 = self.c_off[k]
                length: i64 = self.c_len[k]
                self.c_node[to] = self.c_node[k]
                self.c_off[to] = seq
                self.c_len[to] = length
                self.c_score[to] = self.c_score[k]
                self.c_one[to] = self.c_one[k]
                self.c_two[to] = self.c_two[k]
                self.c_turns[to] = self.c_turns[k]
                self.c_passes[to] = self.c_passes[k]
                j: i64 = 0
                while j < length:
                    self.c_seq[seq + j] = self.c_seq[off + j]
                    j += 1
                seq += length
                to += 1
            k += 1
        self.children = to
        self.seqs = seq

    def advance(self) -> i64:
        """Make the best children the next level and return how many there are."""
        self.shrink()
        count: i64 = self.children
        ids = zeros(count)
        ones = zeros(count)
        twos = zeros(count)
        turns = zeros(count)
        passes = zeros(count)
        k: i64 = 0
        while k < count:
            self.t_parent = append(self.t_parent, self.n_id[self.c_node[k]])
            self.t_off = append(self.t_off, i64(len(self.pool)))
            self.t_len = append(self.t_len, self.c_len[k])
            j: i64 = 0
            while j < self.c_len[k]:
                self.pool = append(self.pool, self.c_seq[self.c_off[k] + j])
                j += 1
            ids[k] = i64(len(self.t_parent)) - 1
            ones[k] = self.c_one[k]
            twos[k] = self.c_two[k]
            turns[k] = self.c_turns[k]
            passes[k] = self.c_passes[k]
            k += 1
        self.n_id = ids
        self.n_one = ones
        self.n_two = twos
        self.n_turns = turns
        self.n_passes = passes
        self.size = count
        self.children = 0
        self.seqs = 0
        self.floor = -MASK
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
