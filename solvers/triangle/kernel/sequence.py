"""In which order can a filled layout have come about? Exhaustive search over the turns of all seats, with a memory.

The layout is that before the target's last card. A cell is a number below 62, a set of cells a bit mask. The target
closes corners in chains: as long as its card touches two or more placed ones it may go on, so each of its turns is a
chain of closing cards and at most one card at its end that closes nothing. `hidden` cards of the target lie in no cell
of the layout; each takes the end of a turn, and where there are any the last one takes that of the last turn.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.table import Table

NO: Final = 0
YES: Final = 1
UNKNOWN: Final = 2


def powers() -> vec[i64]:
    """2^0 … 2^61, by doubling: a shifted literal would be a 32-bit shift once compiled (mypyc 2.4)."""
    out = vec[i64]([1 for _ in range(62)])
    k: i64 = 1
    while k < 62:
        out[k] = out[k - 1] * 2
        k += 1
    return out


class Order:
    """Fixed for one question: seats in turn order and the target; `ask` takes one layout after the other.

    seats: for each turn from the position on the seat that takes it, the last being the target's last turn.
    """

    def __init__(self, seats: vec[i64], players: i64, target: i64) -> None:
        self.seats: vec[i64] = seats
        self.turns: i64 = i64(len(seats))
        self.players: i64 = players
        self.target: i64 = target
        self.power: vec[i64] = powers()
        # turns_left[turn * players + seat]: turns of the seat from this one on
        self.turns_left: vec[i64] = vec[i64]([0 for _ in range((len(seats) + 1) * int(players))])
        turn: i64 = self.turns - 1
        while turn >= 0:
            seat: i64 = 0
            while seat < players:
                more: i64 = 1 if seats[turn] == seat else 0
                self.turns_left[turn * players + seat] = self.turns_left[(turn + 1) * players + seat] + more
                seat += 1
            turn -= 1
        self.size: i64 = 0
        self.near: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.mine: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.whole: i64 = 0
        self.corners: i64 = 0
        self.table: Table = Table()
        self.nodes: i64 = 0
        self.limit: i64 = 0
        self.spent: bool = False
        self.path: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.length: i64 = 0

    def ask(self, near: vec[i64], owner: vec[i64], start: i64, hidden: i64, limit: i64) -> i64:
        """YES, NO, or UNKNOWN after `limit` states.

        near: the neighbours of each cell within the layout; owner: its seat, −1 for a card that lies from the start;
        start: the cells filled, none if the first card may lie in any cell. After YES, path holds turn · 64 + cell,
        `length` times.
        """
        self.size = i64(len(near))
        seat: i64 = 0
        while seat < self.players:
            self.mine[seat] = 0
            seat += 1
        self.whole = 0
        twice: i64 = 0
        cell: i64 = 0
        while cell < self.size:
            self.near[cell] = near[cell]
            twice += self.count(near[cell])
            self.whole |= self.power[cell]
            if owner[cell] >= 0:
                self.mine[owner[cell]] = self.mine[owner[cell]] | self.power[cell]
            cell += 1
        self.corners = (twice >> 1) - self.size + 1
        self.table = Table()
        self.length = 0
        self.limit = self.nodes + limit
        self.spent = False
        ends: i64 = self.turns_left[self.target] - hidden
        if ends < 0:
            return NO
        last: i64 = self.turns - 1 if hidden > 0 else self.turns
        if self.go(0, start, ends, 0, last):
            return YES
        return UNKNOWN if self.spent else NO

    def count(self, mask: i64) -> i64:
        out: i64 = 0
        while mask:
            mask &= mask - 1
            out += 1
        return out

    def hopeless(self, turn: i64, mask: i64, ends: i64, closed: i64) -> bool:
        """More cards left than turns and corners allow.

        Each seat's cards beyond its turns need extra placements, and each of those a corner of its own; the target
        has at most `ends` cards that close nothing.
        """
        need: i64 = 0
        seat: i64 = 0
        base: i64 = turn * self.players
        while seat < self.players:
            left: i64 = self.count(self.mine[seat] & ~mask)
            free: i64 = self.turns_left[base + seat]
            if seat == self.target and ends < free:
                free = ends
            if left > free:
                need += left - free
            seat += 1
        return need > self.corners - closed

    def go(self, turn: i64, mask: i64, ends: i64, closed: i64, last: i64) -> bool:
        """Whether the rest can be placed, the seat of `turn` being free to place a card.

        closed: corners closed; last: the turn whose end is taken by the last card, beyond all turns if none is.
        """
        if mask == self.whole:
            return True
        if turn == self.turns or self.hopeless(turn, mask, ends, closed):
            return False
        key: i64 = ((mask * 64 + turn) * 32 + ends) * 2 + 1
        if self.table.get(key) >= 0:
            return False
        self.nodes += 1
        if self.nodes > self.limit:
            self.spent = True
            return False
        seat: i64 = self.seats[turn]
        size: i64 = self.length
        rest: i64 = self.mine[seat] & ~mask
        closing: i64 = 2
        while closing > 0:  # first the cards that let the turn go on, then those that end it
            cell: i64 = 0
            while cell < self.size:
                bit: i64 = self.power[cell]
                cell += 1
                if rest & bit == 0:
                    continue
                touch: i64 = self.count(self.near[cell - 1] & mask)
                if mask == 0:
                    touch = 1
                if touch == 0 or (touch >= 2) != (closing == 2):
                    continue
                self.path[size] = turn * 64 + cell - 1
                self.length = size + 1
                if touch >= 2:
                    if self.go(turn, mask | bit, ends, closed + touch - 1, last):
                        return True
                elif seat != self.target:
                    if self.go(turn + 1, mask | bit, ends, closed, last):
                        return True
                elif ends > 0 and turn != last and self.go(turn + 1, mask | bit, ends - 1, closed, last):
                    return True
                self.length = size
            closing -= 1
        if self.go(turn + 1, mask, ends, closed, last):
            return True
        self.table.store(key, 0)
        return False
