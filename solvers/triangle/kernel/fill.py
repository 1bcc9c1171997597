"""Fills shapes with cards so that all that touch match, many shapes at once that share their first cells.

The cells to fill form a tree (`solvers.triangle.fill.plan`): a node is one more cell, at its node's depth, and the path
from the root to it the cells filled before. A shape is complete at the node that names its job. The joker is not
filled in: it matches everything, so its cell is left out. Slot d is the cell at depth d.

What cuts a branch is written down, lemma by lemma, in docs/triangle-out.md: the counts of the hands (`tight`, `full`),
the rings that must be taken off one by one (`peels`), and the target's cards that must be reached (`lost`).
"""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import FULL, bit_names, neighbour_masks
from solvers.triangle.kernel.sequence import powers

#: Asked for the clock every so many nodes.
PAUSE: Final = (1 << 15) - 1
SUIT: Final = (1 << 13) - 1
FOUR: Final = 1 + (1 << 13) + (1 << 26) + (1 << 39)
ACES: Final = FOUR
KINGS: Final = FOUR << 12
#: Rings of a shape, at most.
MOST_RINGS: Final = 32


def matching(cards: i64) -> i64:
    """All cards that match one of a set; a card of the set may be among them or not."""
    ranks: i64 = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT
    return (cards & ~KINGS) << 1 | (cards & ~ACES) >> 1 | ranks * FOUR


class Fill:
    """Searches one tree; a filling that passes goes to `judge(job, cards by slot)`, which says whether to stop.

    hands by seat; most[seat]: its cards in a layout when it takes no extra placement (the target: its hand but one);
    tree: for each node first child, next sibling, depth, slots of the neighbours (six bits each, one more than the
    slot), waste, offset and number of its rings, how many of these are new, slots with a free side, free sides of the
    joker, job or −1 — each a list of its own, in this order. rings: masks of slots.
    clever: with False only match and counts cut branches, and the rest is asked of complete fillings (an audit).
    """

    def __init__(
        self,
        hands: vec[i64],
        most: vec[i64],
        target: i64,
        tree: list[vec[i64]],
        rings: vec[i64],
        clever: bool,
        judge: Any,
        stop: Any,
    ) -> None:
        self.hands: vec[i64] = hands
        self.most: vec[i64] = most
        self.target: i64 = target
        self.first: vec[i64] = tree[0]
        self.next: vec[i64] = tree[1]
        self.depth: vec[i64] = tree[2]
        self.near: vec[i64] = tree[3]
        self.waste: vec[i64] = tree[4]
        self.ring_from: vec[i64] = tree[5]
        self.ring_count: vec[i64] = tree[6]
        self.ring_new: vec[i64] = tree[7]
        self.open: vec[i64] = tree[8]
        self.joker: vec[i64] = tree[9]
        self.job: vec[i64] = tree[10]
        self.rings: vec[i64] = rings
        self.clever: bool = clever
        self.judge: Any = judge
        self.stop: Any = stop
        self.names: vec[i64] = bit_names()
        self.match: vec[i64] = neighbour_masks()
        self.power: vec[i64] = powers()
        self.card: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.seat: vec[i64] = vec[i64]([0 for _ in range(53)])
        self.held: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.helping: i64 = 0  # cards that the other seats may have in a layout without extra placements
        self.stack: vec[i64] = vec[i64]([0 for _ in range(MOST_RINGS * 16)])
        self.nodes: i64 = 0
        self.fillings: i64 = 0
        self.limit: i64 = 0
        self.ended: bool = False
        s: i64 = 0
        while s < i64(len(hands)):
            rest: i64 = hands[s]
            if s != target:
                self.helping += most[s]
            while rest:
                bit: i64 = rest & -rest
                rest ^= bit
                self.seat[self.names[bit % 53]] = s
            s += 1

    def run(self, limit: i64) -> bool:
        """Search the whole tree with at most limit nodes; say whether that was done, so that no filling was missed."""
        self.limit = limit
        tight: i64 = 0
        full: i64 = 0
        s: i64 = 0
        while s < i64(len(self.hands)):
            if self.most[s] == 0:
                if s == self.target:
                    full |= self.hands[s]
                else:
                    tight |= self.hands[s]
            s += 1
        self.walk(0, FULL & ~self.everything(), tight, full, 0, 0)
        return not self.ended

    def everything(self) -> i64:
        out: i64 = 0
        s: i64 = 0
        while s < i64(len(self.hands)):
            out |= self.hands[s]
            s += 1
        return out

    def walk(self, parent: i64, used: i64, tight: i64, full: i64, over: i64, own: i64) -> None:
        """Fill the next cell of every child.

        used: cards that lie already or are in no hand; tight: hands of seats that place more only by extra placements,
        of which `over` were needed; full: hands that may place no more; own: slots with a card of the target.
        """
        names = self.names
        match = self.match
        card = self.card
        held = self.held
        node: i64 = self.first[parent]
        while node != 0 and not self.ended:
            fits: i64 = FULL & ~(used | full)
            if over >= self.waste[node]:
                fits &= ~tight
            near: i64 = self.near[node]
            while near:
                fits &= match[card[(near & 63) - 1]]
                near >>= 6
            slot: i64 = self.depth[node]
            while fits:
                bit: i64 = fits & -fits
                fits ^= bit
                it: i64 = names[bit % 53]
                seat: i64 = self.seat[it]
                count: i64 = held[seat] + 1
                most: i64 = self.most[seat]
                card[slot] = it
                mine: i64 = own
                close: i64 = tight
                shut: i64 = full
                more: i64 = over
                if seat == self.target:
                    mine |= self.power[slot]
                    if count == most:
                        shut |= self.hands[seat]
                else:
                    if count >= most:
                        close |= self.hands[seat]
                    if count > most:
                        more += 1
                self.nodes += 1
                if self.nodes & PAUSE == 0 and (self.stop() or self.nodes >= self.limit):
                    self.ended = True
                    return
                held[seat] = count
                if not self.clever or self.holds(node, used | bit, mine):
                    if self.job[node] >= 0:
                        self.complete(node)
                    if self.first[node] != 0:
                        self.walk(node, used | bit, close, shut, more, mine)
                held[seat] = count - 1
                if self.ended:
                    return
            node = self.next[node]

    def admits(self, cards: vec[i64]) -> bool:
        """Whether the search, in a tree that is a single path, would go on to the end with these cards by slot."""
        used: i64 = FULL & ~self.everything()
        own: i64 = 0
        over: i64 = 0
        node: i64 = self.first[0]
        while node != 0:
            it: i64 = cards[self.depth[node]]
            seat: i64 = self.seat[it]
            near: i64 = self.near[node]
            while near:
                if self.match[self.card[(near & 63) - 1]] & self.power[it] == 0:
                    return False
                near >>= 6
            self.card[self.depth[node]] = it
            used |= self.power[it]
            self.held[seat] = self.held[seat] + 1
            if self.held[seat] > self.most[seat]:
                over += 1
            if seat == self.target:
                own |= self.power[self.depth[node]]
                if self.held[seat] > self.most[seat]:
                    return False
            if over > self.waste[node] or not self.holds(node, used, own):
                return False
            node = self.first[node]
        return True

    def holds(self, node: i64, used: i64, own: i64) -> bool:
        """Whether nothing yet speaks against what is filled up to a node; only a new ring can."""
        if self.ring_new[node] == 0:
            return True
        return self.peels(node, own) and not (self.depth[node] >= 13 and self.lost(node, used))

    def complete(self, node: i64) -> None:
        """A job is filled: let the judge look at it."""
        self.fillings += 1
        cards: list[int] = []
        slot: i64 = 0
        while slot <= self.depth[node]:
            cards.append(int(self.card[slot]))
            slot += 1
        if self.judge(int(self.job[node]), cards):
            self.ended = True

    # -- the target's cards that must be reached -----------------------------------------------------------------

    def lost(self, node: i64, used: i64) -> bool:
        """Whether the cards that the others may still place cannot join all the target's cards to the layout.

        The target's cards in hand fall into groups by what matches. A group none of which matches a card with a free
        side needs another card, or the joker, beside it; one such card joins at most two groups to the rest.
        """
        hand: i64 = self.hands[self.target]
        left: i64 = hand & ~used
        edge: i64 = 0
        slots: i64 = self.open[node]
        slot: i64 = 0
        while slots:
            if slots & 1:
                edge |= self.power[self.card[slot]]
            slots >>= 1
            slot += 1
        reached: i64 = matching(edge) & left
        while reached:
            left &= ~reached
            reached = matching(reached) & left
        if left == 0:
            return False
        groups: i64 = -self.joker[node]
        while left:
            reached = left & -left
            while reached:
                left &= ~reached
                reached = matching(reached) & left
            groups += 1
        if groups <= 0:
            return False
        budget: i64 = self.helping + self.waste[node]
        s: i64 = 0
        while s < i64(len(self.hands)):
            if s != self.target:
                budget -= self.held[s]
            s += 1
        return (groups + 1) >> 1 > budget

    # -- rings taken off one by one ------------------------------------------------------------------------------

    def peels(self, node: i64, own: i64) -> bool:
        """Whether the rings can be taken off, each by a card of the target on no other ring left, but for the waste."""
        count: i64 = self.ring_count[node]
        start: i64 = self.ring_from[node]
        k: i64 = 0
        while k < count:
            self.stack[k] = self.rings[start + k]
            k += 1
        return self.peel(0, count, own, self.waste[node])

    def peel(self, base: i64, count: i64, own: i64, waste: i64) -> bool:
        """The same for the rings in stack[base:base + count].

        One unit of waste takes off any ring at all, or all rings through one card of the target; two units those
        through any card.
        """
        count = self.strip(base, count, own)
        if count <= waste:
            return True
        if waste == 0:
            return False
        if base + 2 * count > i64(len(self.stack)):
            return True  # too many to try: nothing speaks against it
        top: i64 = base + count
        slots: i64 = 0
        k: i64 = base
        while k < top:
            slots |= self.stack[k]
            left: i64 = self.without(base, count, k, 0)
            if self.peel(top, left, own, waste - 1):
                return True
            k += 1
        while slots:
            bit: i64 = slots & -slots
            slots ^= bit
            price: i64 = 1 if bit & own else 2
            if price <= waste:
                left = self.without(base, count, -1, bit)
                if self.peel(top, left, own, waste - price):
                    return True
        return False

    def strip(self, base: i64, count: i64, own: i64) -> i64:
        """Take off rings without waste as long as that is possible; return how many are left in stack[base:]."""
        stack = self.stack
        while count > 0:
            once: i64 = 0
            twice: i64 = 0
            k: i64 = base
            while k < base + count:
                twice |= once & stack[k]
                once |= stack[k]
                k += 1
            takers: i64 = once & ~twice & own
            kept: i64 = base
            k = base
            while k < base + count:
                if stack[k] & takers == 0:
                    stack[kept] = stack[k]
                    kept += 1
                k += 1
            if kept == base + count:
                return count
            count = kept - base
        return 0

    def without(self, base: i64, count: i64, chosen: i64, slots: i64) -> i64:
        """Copy rings to the top of the stack, but for the one chosen and those through the slots; return how many."""
        stack = self.stack
        top: i64 = base + count
        to: i64 = top
        k: i64 = base
        while k < top:
            if k != chosen and stack[k] & slots == 0:
                stack[to] = stack[k]
                to += 1
            k += 1
        return to - top
