"""What a state of the beam search is worth: cards left, corners ready to be closed, corners that can be filled."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import Lattice, bit_names, card_bits

#: How many weights a set has; `survey` and `rings` show what each is the price of, the last is that of a spare corner.
WEIGHTS: Final = 17


def ring_cell(ring: i64, k: i64) -> i64:
    """The six cells of a corner in their order round it, k = 0 … 5."""
    return ring + k if k < 3 else ring + 133 - k


class Judge:
    """Prices of one level, and the lattice that they are applied to.

    only: for each cell the cards that may ever lie there (a layout fixed in advance; all cards where there is none).
    """

    def __init__(self, lattice: Lattice, only: vec[i64]) -> None:
        self.lattice: Lattice = lattice
        self.only: vec[i64] = only
        self.weights: vec[i64] = vec[i64]([0 for _ in range(WEIGHTS)])
        self.names: vec[i64] = bit_names()
        self.total: i64 = 0
        self.walls: i64 = 0
        self.bits: vec[i64] = card_bits()

    def blend(self, sets: vec[i64], gone: i64, whole: i64) -> None:
        """Mix the early and the late set (one after the other in sets) by the part of the turns gone."""
        k: i64 = 0
        while k < WEIGHTS:
            self.weights[k] = sets[k] + (sets[WEIGHTS + k] - sets[k]) * gone // whole
            k += 1

    def survey(self, rest: i64, unplaced: i64) -> None:
        """Look at the empty cells that touch the board: sets `walls`, and `total` to their part of the value.

        rest: the cards that the objective wants placed; unplaced: all cards in hands. walls is twice the number of
        corners lost, at the least, for closing placements of the cards wanted: a cell in a notch (between two cards)
        that none of them fits either stays empty, which makes the perimeter longer by one, or a card of somebody else
        fills it, which takes a corner and brings at most one cell more; a cell between three cards takes two corners.
        """
        lattice = self.lattice
        weights = self.weights
        left: i64 = 0
        bits: i64 = rest
        while bits:
            bits &= bits - 1
            left += 1
        total: i64 = -left * weights[0]
        walls: i64 = 0
        used: i64 = 0
        open_cards: i64 = 0
        front = lattice.front
        k: i64 = 0
        while k < lattice.fronts:
            cell: i64 = front[k]
            k += 1
            if lattice.card[cell] >= 0:
                continue
            fits: i64 = lattice.allow[cell] & unplaced & self.only[cell]
            touch: i64 = lattice.touch[cell]
            own: i64 = fits & rest
            if touch >= 2 and own == 0:
                walls += 1 if touch == 2 else 3
            if fits == 0:
                total -= weights[1] if touch == 1 else weights[2]
                continue
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
            else:
                total += weights[6] if own else weights[5]
                if own:
                    walls += 2
        closed: i64 = rest & ~open_cards
        while closed:
            closed &= closed - 1
            total -= weights[11]
        self.total = total + weights[12] * (lattice.pairs - lattice.count)
        self.walls = walls

    def room(self, cells: i64) -> i64:
        """Corners that cards wanted can still close on the way to so many cells, by the strips entered and the walls.

        Perimeter p and corners c of n connected cells: c = (n − p) / 2 + 1, and p is at least the number of strips
        entered plus one for each empty cell between two cards of its strip.
        """
        lattice = self.lattice
        return ((cells - lattice.strips - self.walls) >> 1) - (lattice.pairs - lattice.count)

    def rings(self, rest: i64, unplaced: i64) -> i64:
        """Value of the corners that lack two or three cells."""
        lattice = self.lattice
        total: i64 = 0
        k: i64 = 0
        while k < lattice.ringed:
            ring: i64 = lattice.rings[k]
            k += 1
            filled: i64 = lattice.fill[ring]
            if filled == 4:
                total += self.two_missing(ring, unplaced, rest)
            elif filled == 3:
                total += self.three_missing(ring, unplaced, rest)
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
