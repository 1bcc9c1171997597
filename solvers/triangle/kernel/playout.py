"""Plays games of Triangle Sevens out at random from what one seat sees, to compare its moves.

Cards, sets of cards and cells are packed as in `lattice`. A world is one way to deal the unseen cards to the others;
all moves are tried in the same worlds, so that luck is equal for them. Equal seeds give equal choices, compiled or not.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import Lattice, bit_names, card_bits

#: The place of a pass in the list of moves.
PASS: Final = -1
#: Value of winning alone; a win shared by k seats counts WIN / k.
WIN: Final = 720720
WORD: Final = 0xFFFFFFFF


class Playouts:
    """One decision: the seat that decides is seat 0, the others follow it clockwise.

    Filled by `put` (the board), `seat` (every seat, the decider first), `hide` (unseen cards) and `move` (candidates).
    passes: successive passes up to now; extra: this is an extra placement.
    """

    def __init__(self, seed: i64, play_on: bool, passes: i64, extra: bool) -> None:
        self.lattice: Lattice = Lattice()
        self.bits: vec[i64] = card_bits()
        self.names: vec[i64] = bit_names()
        self.play_on: bool = play_on
        self.word: i64 = (seed & WORD) | 1
        self.players: i64 = 0
        self.counts: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.own: i64 = 0
        self.world: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.barred: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.hand: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.left: vec[i64] = vec[i64]([0 for _ in range(8)])
        self.unseen: vec[i64] = vec[i64]([0 for _ in range(64)])
        self.hidden: i64 = 0
        self.base: i64 = 0
        self.passes: i64 = passes
        self.extra: bool = extra
        self.cards: vec[i64] = vec[i64]([0 for _ in range(4096)])
        self.cells: vec[i64] = vec[i64]([0 for _ in range(4096)])
        self.order: vec[i64] = vec[i64]([0 for _ in range(4096)])
        self.total: vec[i64] = vec[i64]([0 for _ in range(4096)])
        self.moves: i64 = 0
        self.played: i64 = 0

    # --- filling ------------------------------------------------------------------------------------------------------
    def put(self, card: i64, cell: i64) -> None:
        """Place a card of the board."""
        self.lattice.place(card, cell)
        self.base = self.lattice.count

    def seat(self, count: i64, has_passed: bool) -> None:
        """Add a seat with its number of cards.

        has_passed: it passed on this very board, so it is taken to hold no card that fits.
        """
        at: i64 = self.players
        self.counts[at] = count
        self.barred[at] = self.fitting() if has_passed else 0
        self.players = at + 1

    def hold(self, card: i64) -> None:
        """Add a card to the hand of the seat that decides."""
        self.own |= self.bits[card]

    def hide(self, card: i64) -> None:
        """Add a card that is in the hand of one of the others."""
        self.unseen[self.hidden] = card
        self.hidden += 1

    def move(self, card: i64, cell: i64) -> None:
        """Add a candidate; card PASS passes or declines."""
        self.cards[self.moves] = card
        self.cells[self.moves] = cell
        self.order[self.moves] = self.moves
        self.total[self.moves] = 0
        self.moves += 1

    def fitting(self) -> i64:
        """Return the set of cards that fit somewhere on the board."""
        lattice = self.lattice
        found: i64 = 0
        i: i64 = 0
        while i < lattice.fronts:
            cell: i64 = lattice.front[i]
            if lattice.card[cell] < 0:
                found |= lattice.allow[cell]
            i += 1
        return found

    # --- chance -------------------------------------------------------------------------------------------------------
    def below(self, bound: i64) -> i64:
        """Return a random number in 0 … bound − 1 (xorshift32)."""
        word: i64 = self.word
        word ^= (word << 13) & WORD
        word ^= word >> 17
        word ^= (word << 5) & WORD
        self.word = word
        return (word * bound) >> 32

    def deal(self) -> None:
        """Deal the unseen cards into a world; those who have passed get cards that did not fit, while any last."""
        i: i64 = self.hidden - 1
        while i > 0:
            j: i64 = self.below(i + 1)
            card: i64 = self.unseen[i]
            self.unseen[i] = self.unseen[j]
            self.unseen[j] = card
            i -= 1
        taken: i64 = 0
        seat: i64 = 1
        self.world[0] = self.own
        while seat < self.players:
            self.world[seat] = 0
            if self.barred[seat] != 0:
                taken |= self.take(seat, taken, self.barred[seat])
            seat += 1
        seat = 1
        while seat < self.players:
            if self.barred[seat] == 0:
                taken |= self.take(seat, taken, 0)
            seat += 1

    def take(self, seat: i64, taken: i64, barred: i64) -> i64:
        """Give a seat its cards out of those not taken, barred ones last; return the set."""
        need: i64 = self.counts[seat]
        got: i64 = 0
        sweep: i64 = 0
        while sweep < 2 and need > 0:
            i: i64 = 0
            while i < self.hidden and need > 0:
                bit: i64 = self.bits[self.unseen[i]]
                if (taken | got) & bit == 0 and (sweep == 1 or barred & bit == 0):
                    got |= bit
                    need -= 1
                i += 1
            sweep += 1
        self.world[seat] = got
        return got

    # --- playing ------------------------------------------------------------------------------------------------------
    def choose_cell(self, hand: i64) -> i64:
        """Return a cell for a card of hand, one with an extra placement where there is one; −1 for none."""
        lattice = self.lattice
        n: i64 = lattice.fronts
        i: i64 = self.below(n)
        found: i64 = -1
        k: i64 = 0
        while k < n:
            cell: i64 = lattice.front[i]
            if lattice.allow[cell] & hand != 0 and lattice.card[cell] < 0:
                if lattice.touch[cell] > 1:
                    return cell
                if found < 0:
                    found = cell
            i += 1
            if i == n:
                i = 0
            k += 1
        return found

    def any_card(self, cards: i64) -> i64:
        """Return a random card of a set that is not empty."""
        rest: i64 = cards & (cards - 1)
        if rest == 0:
            return self.names[cards % 53]
        count: i64 = 1
        while rest != 0:
            rest &= rest - 1
            count += 1
        k: i64 = self.below(count)
        while k > 0:
            cards &= cards - 1
            k -= 1
        return self.names[(cards & -cards) % 53]

    def place(self, seat: i64, card: i64, cell: i64) -> bool:
        """Place a card; return whether the seat may place another."""
        extra: bool = self.lattice.touch[cell] > 1
        self.lattice.place(card, cell)
        self.hand[seat] = self.hand[seat] ^ self.bits[card]
        self.left[seat] = self.left[seat] - 1
        return extra and self.left[seat] > 0

    def play_out(self, card: i64, cell: i64) -> i64:
        """Play a candidate and the rest of the game in the present world; return what it is worth to seat 0.

        In the rest nobody passes who can place.
        """
        passes: i64 = self.passes
        holding: i64 = 0
        before: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            self.hand[seat] = self.world[seat]
            self.left[seat] = self.counts[seat]
            if self.counts[seat] > 0:
                holding += 1
            seat += 1
        seat = 0
        again: bool = False
        first: bool = True
        while True:
            if first:
                first = False
                if card == PASS:
                    passes = 0 if self.extra else passes + 1
                else:
                    passes = 0
                    again = self.place(0, card, cell)
            else:
                at: i64 = self.choose_cell(self.hand[seat])
                if at >= 0:
                    passes = 0
                    again = self.place(seat, self.any_card(self.lattice.allow[at] & self.hand[seat]), at)
                elif again:
                    again = False
                else:
                    passes += 1
            if self.left[seat] == 0:
                if seat == 0:
                    return self.worth(before)
                holding -= 1
                before += 1
                if holding == 1 or not self.play_on:
                    return self.worth(before)
            if passes >= holding:
                return self.worth(before)
            if not again:
                seat = self.next_seat(seat)

    def next_seat(self, seat: i64) -> i64:
        while True:
            seat += 1
            if seat == self.players:
                seat = 0
            if self.left[seat] > 0:
                return seat

    def worth(self, before: i64) -> i64:
        """Return the value of the end for seat 0; before: how many seats went out in this playout ahead of it.

        Winning is all that counts, with play_on every place.
        """
        own: i64 = self.left[0]
        ahead: i64 = before
        equal: i64 = 1
        field: i64 = 0
        seat: i64 = 1
        while seat < self.players:
            left: i64 = self.left[seat]
            if self.counts[seat] > 0:
                field += 1
            if own > 0 and left > 0:
                if left < own:
                    ahead += 1
                elif left == own:
                    equal += 1
            seat += 1
        if not self.play_on or field == 0:
            return WIN // equal if ahead == 0 else 0
        return WIN * (2 * field - 2 * ahead - equal + 1) // (2 * field)

    # --- deciding -----------------------------------------------------------------------------------------------------
    def compare(self, alive: i64, worlds: i64) -> None:
        """Play the `alive` best candidates out once in each of that many new worlds."""
        while worlds > 0:
            self.deal()
            k: i64 = 0
            while k < alive:
                move: i64 = self.order[k]
                self.total[move] = self.total[move] + self.play_out(self.cards[move], self.cells[move])
                self.lattice.clear(self.base)
                k += 1
            self.played += alive
            worlds -= 1

    def rank(self, alive: i64) -> None:
        """Sort the first candidates by what they have earned, the best first; equal ones keep their order."""
        i: i64 = 1
        while i < alive:
            move: i64 = self.order[i]
            j: i64 = i
            while j > 0 and self.total[self.order[j - 1]] < self.total[move]:
                self.order[j] = self.order[j - 1]
                j -= 1
            self.order[j] = move
            i += 1

    def nth(self, k: i64) -> i64:
        """Return the candidate at place k of the ranking, by its number in the order of `move`."""
        return self.order[k]

    def earned(self, move: i64) -> i64:
        """Return the sum of values of a candidate's playouts."""
        return self.total[move]
