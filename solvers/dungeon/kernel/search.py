"""The layered search: all positions after each hand, thinned by sound rules, until the target is met or none is left.

A position after a hand is four pile codes (piles.py); the cards still to come depend on the round alone, and discards
leave no trace, so equal codes are equal futures. A run asks one question: can `goal` monsters die using only cards
before position `target` of the sequence hand + deck? Rules that a run may use (all on by default; off for tests):

DOMINANCE  Of a layer only positions that no other one simulates are kept (piles.py). Off, the relation is equality.
DISCARDS   A hand is not ended with a card unused that some pile would take to a strictly better code: playing it there
           gives a position that strictly simulates this one. (The last hand is exempt: there a card kept is spare.
           Strictly, or an ENTRIES step back to an equal code could go round in a circle with this one.)
ENTRIES    Of the ways in which a pile can take cards of the hand, one that uses a subset of another's cards and ends
           no worse makes the other pointless: the cards saved can be discarded.
BOUNDS     Positions that bounds.py proves hopeless for the target are dropped.
STEPS      bounds.py also uses its step functions.

DOMINANCE, DISCARDS and ENTRIES keep a position that simulates the dropped one and so meets every target that it meets,
with no more cards; a position dropped by BOUNDS meets none. Simulation is transitive and each step of it goes to a
better code or to fewer cards, so every dropped position is in the end answered for by a kept one or by one dropped as
hopeless: a run that ends with nothing left has proved "no". With `width` > 0 a layer keeps only its best-scored
positions, and an empty end proves nothing (TRUNCATED).

Order inside a hand: a pile takes an ordered selection of the hand's cards, and the four piles share the cards out;
moves on different piles commute, so all orders of the hand are covered.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.dungeon.kernel.bounds import DAMAGE, GUARD, HALF, PLAIN_GUARD, ROUNDS, Bounds
from solvers.dungeon.kernel.layer import SCORES, Filter
from solvers.dungeon.kernel.piles import CODES, LEVEL, PILES, Piles, zeros
from solvers.dungeon.kernel.ways import Ways

RUNNING: Final = 0
FOUND: Final = 1
EXHAUSTED: Final = 2
TRUNCATED: Final = 3
FULL: Final = 4

DOMINANCE: Final = 1
DISCARDS: Final = 2
ENTRIES: Final = 4
BOUNDS: Final = 8
STEPS: Final = 16
ALL: Final = 31

KEY: Final = 0xFFFFFFF  # the four codes; above them 12 bits say which cards went where, above those the parent
CHOICE: Final = 28
PARENT: Final = 40
MOST: Final = 1 << 21  # positions of one layer that a parent index can name
HASH: Final = 1 << 12


class Search:
    """One game at a time: `load` it, `begin` a question, `run` slices of it until the answer is not RUNNING.

    nodes counts the positions expanded since load, stored those held by the last run.
    """

    def __init__(self) -> None:
        self.piles: Piles = Piles()
        self.bounds: Bounds = Bounds(self.piles)
        self.filter: Filter = Filter(self.piles)
        self.rules: i64 = ALL
        self.cards: i64 = 0
        self.types: vec[i64] = zeros(64)
        self.rounds: i64 = 0
        self.start: vec[i64] = zeros(ROUNDS + 1)
        self.root: i64 = 0
        self.total: i64 = 0
        self.ways: Ways = Ways(self.piles)
        # layers: items of round r are items[layer[r]:layer[r + 1]]
        self.items: vec[i64] = zeros(0)
        self.scores: vec[i64] = zeros(0)
        self.layer: vec[i64] = zeros(ROUNDS + 1)
        self.round: i64 = 0
        self.at: i64 = 0
        self.table: vec[i64] = zeros(HASH)
        self.tag: i64 = 0
        # the question
        self.target: i64 = 0
        self.goal: i64 = 0
        self.width: i64 = 0
        self.truncated: bool = False
        # the answer
        self.nodes: i64 = 0
        self.found: i64 = 0
        self.limit: i64 = MOST

    def load(
        self,
        monsters: list[list[tuple[int, int]]],
        attacks: list[list[tuple[int, int]]],
        cards: list[tuple[int, int]],
        hand: int,
        ace: int,
        chain: bool,
        rules: int,
    ) -> None:
        """Take over a position: monsters (suit, power) by pile, top first; attacks and cards (suit, value).

        Suit 4 is a joker. cards are in the order of play, the first `hand` of them in hand. Raises ValueError for an
        attack against the rules.
        """
        self.rules = rules
        types = sorted({suit * 12 + value for suit, value in cards})
        self.piles.load(monsters, types, ace, chain, (rules & DOMINANCE) != 0)
        self.bounds.load()
        self.nodes = 0
        self.cards = len(cards)
        for i, (suit, value) in enumerate(cards):
            self.types[i] = suit * 12 + value
        n: i64 = 0
        at: i64 = 0
        if hand > 0:
            at = hand
            n = 1
        while at < self.cards:
            self.start[n] = at
            n += 1
            at += 3
        self.start[0] = 0
        self.start[n] = self.cards
        self.rounds = n
        self.root = 0
        self.total = 0
        shift: i64 = 0
        for p in range(PILES):
            code: i64 = 0
            for suit, value in attacks[p]:
                code = self.piles.place(p, code, suit, value)
                if code < 0 or code >= LEVEL:
                    raise ValueError(attacks[p])
            self.root += code << shift
            shift += 7
            self.total += len(monsters[p])

    def begin(self, target: int, goal: int, width: int) -> None:
        """Ask whether `goal` monsters can be killed with cards before `target`; width 0 asks for a proof either way."""
        self.target = target
        self.goal = goal
        self.width = width
        self.truncated = False
        last: i64 = 0
        while last < self.rounds and self.start[last + 1] < self.target:
            last += 1
        end: i64 = self.start[last + 1] if last < self.rounds else self.cards
        r: i64 = 0
        while r < self.rounds:
            begin: i64 = self.start[r + 1]
            left: i64 = self.target - begin
            self.bounds.window(r, self.types, begin, end, max(0, left), self.total - self.goal)
            r += 1
        self.items = zeros(1)
        self.scores = zeros(1)
        self.items[0] = self.root
        self.layer[0] = 0
        self.layer[1] = 1
        self.round = 0
        self.at = 0
        self._open()

    def run(self, budget: int) -> int:
        """Expand up to `budget` positions. RUNNING: there is more to do; FULL: `limit` positions are stored."""
        left: i64 = budget
        if self.rounds == 0:
            return EXHAUSTED
        while left > 0:
            if self.at >= self.layer[self.round + 1] and not self._next():
                return TRUNCATED if self.truncated else EXHAUSTED
            if self._expand(self.items[self.at], self.at - self.layer[self.round]):
                return FOUND
            self.at += 1
            self.nodes += 1
            left -= 1
            if len(self.items) >= self.limit:
                return FULL
        return RUNNING

    def _open(self) -> None:
        """Begin a round: forget the ways of the last hand and the positions met."""
        self.tag += 1
        begin: i64 = self.start[self.round]
        size: i64 = self.start[self.round + 1] - begin
        self.ways.open(self.types, begin, size, (self.rules & ENTRIES) != 0, (self.rules & DISCARDS) != 0)

    def _next(self) -> bool:
        """Close the layer just filled and go on to it; false when it is empty or beyond the target."""
        lo: i64 = self.layer[self.round + 1]
        n: i64 = len(self.items) - lo
        if n == 0 or self.round + 1 >= self.rounds or self.start[self.round + 1] >= self.target:
            return False
        if (self.rules & DOMINANCE) != 0 and n > 1:
            n = self.filter.undominated(self.items, self.scores, lo, n)
        if self.width > 0 and n > self.width:
            self.truncated = True
            n = self.filter.best(self.items, self.scores, lo, n, self.width)
        if lo + n < len(self.items):
            self.items = self.items[: lo + n]
            self.scores = self.scores[: lo + n]
        self.round += 1
        self.at = lo
        self.layer[self.round + 1] = lo + n
        self._open()
        return True

    def _expand(self, item: i64, index: i64) -> bool:
        """Share the hand out among the piles in every way worth trying; true when the goal is met."""
        ways = self.ways
        first = ways.first
        count = ways.count
        pool = ways.pool
        c0: i64 = item & 127
        c1: i64 = CODES + ((item >> 7) & 127)
        c2: i64 = 2 * CODES + ((item >> 14) & 127)
        c3: i64 = 3 * CODES + ((item >> 21) & 127)
        for c in (c0, c1, c2, c3):
            if ways.listed[c] != ways.round:
                ways.fill(c)
        e0: i64 = first[c0] + count[c0]
        e1: i64 = first[c1] + count[c1]
        e2: i64 = first[c2] + count[c2]
        e3: i64 = first[c3] + count[c3]
        parent: i64 = index << PARENT
        w0: i64 = first[c0]
        while w0 < e0:
            x0: i64 = pool[w0]
            w0 += 1
            w1: i64 = first[c1]
            while w1 < e1:
                x1: i64 = pool[w1]
                w1 += 1
                if (x0 & x1 & 7) != 0:
                    continue
                u1: i64 = (x0 | x1) & 7
                w2: i64 = first[c2]
                while w2 < e2:
                    x2: i64 = pool[w2]
                    w2 += 1
                    if (u1 & x2) != 0:
                        continue
                    u2: i64 = u1 | (x2 & 7)
                    w3: i64 = first[c3]
                    while w3 < e3:
                        x3: i64 = pool[w3]
                        w3 += 1
                        if (u2 & x3) == 0 and self._meet(x0, x1, x2, x3, parent):
                            return True
        return False

    def _meet(self, x0: i64, x1: i64, x2: i64, x3: i64, parent: i64) -> bool:
        """Judge the position after one sharing out: drop it, store it, or (true) find the goal met."""
        bounds = self.bounds
        r: i64 = self.round
        need = bounds.need
        n0: i64 = (x0 >> 3) & 127
        n1: i64 = (x1 >> 3) & 127
        n2: i64 = (x2 >> 3) & 127
        n3: i64 = (x3 >> 3) & 127
        used: i64 = (x0 | x1 | x2 | x3) & 7
        due: i64 = need[n0] + need[CODES + n1] + need[2 * CODES + n2] + need[3 * CODES + n3]
        item: i64 = n0 | (n1 << 7) | (n2 << 14) | (n3 << 21) | parent
        item |= ((x0 & 7) | ((x1 & 7) << 3) | ((x2 & 7) << 6) | ((x3 & 7) << 9)) << CHOICE
        if due == 0 or self.goal < self.total:
            kills: i64 = n0 // LEVEL + n1 // LEVEL + n2 // LEVEL + n3 // LEVEL
            if kills >= self.goal:
                end: i64 = self.start[r] + (used & 1) + ((used >> 1) & 1) + (used >> 2)
                if end <= self.target:
                    self.found = item
                    return True
                return False
        size: i64 = self.start[r + 1] - self.start[r]
        hand: i64 = 7 if size == 3 else size + size - 1
        if (hand & ~used & ((x0 | x1 | x2 | x3) >> 10)) != 0:
            return False
        slack: i64 = bounds.offer[r] - due
        if (self.rules & BOUNDS) != 0:
            finish = bounds.finish
            cheapest = bounds.cheapest
            f: i64 = finish[n0] + finish[CODES + n1] + finish[2 * CODES + n2] + finish[3 * CODES + n3]
            row: i64 = r * 4 * HALF
            slack -= cheapest[row + (f & 15)] + cheapest[row + HALF + ((f >> 4) & 15)]
            slack -= cheapest[row + 2 * HALF + ((f >> 8) & 15)] + cheapest[row + 3 * HALF + (f >> 12)]
            guard: i64 = GUARD if (self.rules & STEPS) != 0 else PLAIN_GUARD
            if (slack & guard) != guard:
                return False
        self._store(item, slack)
        return False

    def _store(self, item: i64, slack: i64) -> None:
        """Add a position to the layer being filled unless it is there already."""
        key: i64 = (item & KEY) + (self.tag << CHOICE)
        table = self.table
        mask: i64 = len(table) - 1
        h: i64 = self._slot(key, mask)
        while (table[h] >> CHOICE) == self.tag:
            if table[h] == key:
                return
            h = (h + 1) & mask
        table[h] = key
        self.items = append(self.items, item)
        self.scores = append(self.scores, self._score(slack))
        if 2 * (len(self.items) - self.layer[self.round + 1]) > len(table):
            self._grow()

    def _slot(self, key: i64, mask: i64) -> i64:
        h: i64 = ((key & KEY) * 0x9E3779B1) & 0xFFFFFFFFFFFFFFF
        return (h >> 20) & mask

    def _score(self, slack: i64) -> i64:
        score: i64 = (slack >> DAMAGE) & 511
        return score if score < SCORES else SCORES - 1

    def _grow(self) -> None:
        items = self.items
        table: vec[i64] = zeros(4 * len(self.table))
        mask: i64 = len(table) - 1
        i: i64 = self.layer[self.round + 1]
        while i < len(items):
            key: i64 = (items[i] & KEY) + (self.tag << CHOICE)
            h: i64 = self._slot(key, mask)
            while (table[h] >> CHOICE) == self.tag:
                h = (h + 1) & mask
            table[h] = key
            i += 1
        self.table = table

    def least(self) -> int:
        """The fewest cards that a clear can take by the bounds alone; more than there are: hopeless."""
        out: i64 = 0
        for p in range(PILES):
            out += self.bounds.need[p * CODES + ((self.root >> (7 * p)) & 127)] & 63
        return out

    def stored(self) -> int:
        return len(self.items)

    def line(self) -> list[tuple[int, int, int, int]]:
        """The line found, first round first: (round, key before, cards to each pile as 4 x 3 bits, key after)."""
        out: list[tuple[int, int, int, int]] = []
        item: i64 = self.found
        r: i64 = self.round
        while True:
            before: i64 = self.items[self.layer[r] + (item >> PARENT)]
            out.append((r, before & KEY, (item >> CHOICE) & 0xFFF, item & KEY))
            if r == 0:
                break
            item = before
            r -= 1
        out.reverse()
        return out

    def layers(self) -> list[int]:
        """Sizes of the layers expanded by the last run."""
        return [int(self.layer[r + 1] - self.layer[r]) for r in range(int(self.round) + 1)]
