"""Every seat for itself, all hands known: max^n by depth-first search with a transposition table (objective `best`).

A value is one integer: nine bits a seat, rank × 64 + cards left, so smaller is better for that seat. Among moves equal
for the mover the one best for the next seat clockwise counts, and so on round the table; the value is therefore unique.

States are looked up by what can still matter, not by how the cards lie: the hands, whose turn it is, and the empty
cells that some chain of the remaining cards could ever fill. Two boards that differ only elsewhere are one state.
"""

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import CELLS, MASK, Lattice, bit_names, card_bits, mix
from solvers.triangle.kernel.table import Table

PASS: Final = -1
PAUSE: Final = 4095
#: For play_on: the game goes on while anybody holds cards.
TO_LAST: Final = 2
#: Up to so many cards in hands, what can still matter is worth working out.
FEW: Final = 14


class Selfish:
    """hands: card masks by seat; out: seats without cards in the order in which they went out; seats count from 0.

    stop is asked every few thousand moves whether to give up.
    """

    def __init__(
        self,
        hands: vec[i64],
        board: vec[i64],
        seat: i64,
        extra: i64,
        passes: i64,
        out: vec[i64],
        play_on: i64,
        stop: Any,
    ) -> None:
        self.lattice: Lattice = Lattice()
        k: i64 = 0
        while k < i64(len(board)):
            self.lattice.place(board[k], board[k + 1])
            k += 2
        self.players: i64 = i64(len(hands))
        self.hands: vec[i64] = vec[i64]([0 for _ in range(self.players)])
        self.out: vec[i64] = vec[i64]([0 for _ in range(self.players)])
        k = 0
        while k < self.players:
            self.hands[k] = hands[k]
            k += 1
        self.outs: i64 = i64(len(out))
        k = 0
        while k < self.outs:
            self.out[k] = out[k]
            k += 1
        self.seat: i64 = seat
        self.extra: i64 = extra
        self.passes: i64 = passes
        self.play_on: i64 = play_on
        self.stop: Any = stop
        self.names: vec[i64] = bit_names()
        self.bits: vec[i64] = card_bits()
        self.table: Table = Table()
        self.might: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.more: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.region: vec[i64] = vec[i64]([0 for _ in range(CELLS)])
        self.nodes: i64 = 0
        self.limit: i64 = 0
        self.cut: bool = False
        self.aborted: bool = False
        self.choice: i64 = PASS
        self.could: i64 = 0

    # -- values --------------------------------------------------------------------------------------------------

    def held(self, seat: i64) -> i64:
        bits: i64 = self.hands[seat]
        count: i64 = 0
        while bits:
            bits &= bits - 1
            count += 1
        return count

    def standing(self) -> i64:
        """The value if the game ended now: those out in order, then by fewest cards, equal counts share a rank."""
        value: i64 = 0
        seat: i64 = self.players - 1
        while seat >= 0:
            left: i64 = self.held(seat)
            rank: i64 = 1
            if left == 0:
                k: i64 = 0
                while k < self.outs and self.out[k] != seat:
                    rank += 1
                    k += 1
            else:
                k = 0
                while k < self.players:
                    if self.held(k) < left:
                        rank += 1
                    k += 1
            value = value * 512 + rank * 64 + left
            seat -= 1
        return value

    def better(self, one: i64, other: i64, seat: i64) -> bool:
        """Whether one is better than other for seat, or equal for it and better for the next that differs."""
        k: i64 = 0
        while k < self.players:
            shift: i64 = 9 * ((seat + k) % self.players)
            mine: i64 = (one >> shift) & 511
            theirs: i64 = (other >> shift) & 511
            if mine != theirs:
                return mine < theirs
            k += 1
        return False

    def inside(self) -> i64:
        """How many seats hold cards."""
        count: i64 = 0
        k: i64 = 0
        while k < self.players:
            if self.hands[k]:
                count += 1
            k += 1
        return count

    def over(self) -> bool:
        """Whether the game is decided because seats are out (rules, section 4)."""
        inside: i64 = self.inside()
        if self.players == 1 or self.play_on == TO_LAST:
            return inside == 0
        return inside <= 1 if self.play_on else inside < self.players

    def final(self) -> i64:
        """The value of a game that has ended, in the form of the search."""
        return self.standing()

    # -- search --------------------------------------------------------------------------------------------------

    def run(self, depth: i64, limit: i64) -> i64:
        """Value of the position when looked ahead depth moves, with at most limit moves tried.

        cut tells that the depth mattered, aborted that the limit did; without either the value is exact. choice is the
        best move, `card << 13 | cell` or PASS; after an abort it is the best of those looked at.
        """
        self.nodes = 0
        self.limit = limit
        self.cut = False
        self.aborted = False
        self.choice = PASS
        return self.explore(self.seat, self.extra, self.passes, depth, True)

    def look(self, seat: i64, extra: i64, passes: i64, depth: i64) -> i64:
        """Value of a state within the search, from the table where it is there."""
        key: i64 = self.state_key(seat, extra, passes)
        value: i64 = self.table.get(key)
        if value >= 0:
            return value
        shallow: i64 = mix((key + depth) & MASK) | 1
        value = self.table.get(shallow)
        if value >= 0:
            self.cut = True
            return value
        if depth == 0:
            self.cut = True
            return self.standing()
        before: bool = self.cut
        self.cut = False
        value = self.explore(seat, extra, passes, depth, False)
        if not self.aborted:
            self.table.store(shallow if self.cut else key, value)
        self.cut = self.cut or before
        return value

    def explore(self, seat: i64, extra: i64, passes: i64, depth: i64, top: bool) -> i64:
        """Try every move."""
        lattice = self.lattice
        best: i64 = -1
        hand: i64 = self.hands[seat]
        fronts: i64 = lattice.fronts
        k: i64 = 0
        while k < fronts:
            cell: i64 = lattice.front[k]
            k += 1
            fits: i64 = lattice.allow[cell] & hand
            if lattice.card[cell] >= 0:
                continue
            while fits:
                if self.nodes >= self.limit or (self.nodes & PAUSE == 0 and self.stop()):
                    self.aborted = True
                    return best
                bit: i64 = fits & -fits
                fits ^= bit
                value: i64 = self.after_placing(bit, cell, seat, depth)
                if self.aborted:
                    return best
                if best < 0 or self.better(value, best, seat):
                    best = value
                    if top:
                        self.choice = self.names[bit % 53] << 13 | cell
        value = self.after_pass(seat, extra, passes, depth)
        if self.aborted:
            return best
        if best < 0 or self.better(value, best, seat):
            best = value
            if top:
                self.choice = PASS
        return best

    def after_placing(self, bit: i64, cell: i64, seat: i64, depth: i64) -> i64:
        lattice = self.lattice
        self.nodes += 1
        touch: i64 = lattice.touch[cell]
        hand: i64 = self.hands[seat]
        lattice.place(self.names[bit % 53], cell)
        self.hands[seat] = hand ^ bit
        value: i64 = 0
        if hand == bit:
            self.out[self.outs] = seat
            self.outs += 1
            value = self.final() if self.over() else self.look(self.next_seat(seat), 0, 0, depth - 1)
            self.outs -= 1
        elif touch > 1 and self.fits(seat):
            value = self.look(seat, 1, 0, depth - 1)
        else:
            value = self.look(self.next_seat(seat), 0, 0, depth - 1)
        self.hands[seat] = hand
        lattice.lift()
        return value

    def after_pass(self, seat: i64, extra: i64, passes: i64, depth: i64) -> i64:
        self.nodes += 1
        if extra == 1:
            return self.look(self.next_seat(seat), 0, 0, depth - 1)
        if passes + 1 >= self.inside():
            return self.final()
        return self.look(self.next_seat(seat), 0, passes + 1, depth - 1)

    def fits(self, seat: i64) -> bool:
        lattice = self.lattice
        k: i64 = 0
        while k < lattice.fronts:
            cell: i64 = lattice.front[k]
            if lattice.card[cell] < 0 and lattice.allow[cell] & self.hands[seat]:
                return True
            k += 1
        return False

    def next_seat(self, seat: i64) -> i64:
        k: i64 = 1
        while k < self.players:
            if self.hands[(seat + k) % self.players]:
                return (seat + k) % self.players
            k += 1
        return seat

    def play(self, move: i64) -> None:
        """Make a move of the position for good; the game must not be over after it."""
        lattice = self.lattice
        if move == PASS:
            self.passes = 0 if self.extra == 1 else self.passes + 1
            self.extra = 0
            self.seat = self.next_seat(self.seat)
            return
        cell: i64 = move & 8191
        touch: i64 = lattice.touch[cell]
        lattice.place(move >> 13, cell)
        self.hands[self.seat] = self.hands[self.seat] & ~self.bits[move >> 13]
        self.passes = 0
        self.extra = 0
        if self.hands[self.seat] == 0:
            self.out[self.outs] = self.seat
            self.outs += 1
        elif touch > 1 and self.fits(self.seat):
            self.extra = 1
            return
        self.seat = self.next_seat(self.seat)

    # -- states --------------------------------------------------------------------------------------------------

    def state_key(self, seat: i64, extra: i64, passes: i64) -> i64:
        """Hash of everything that can still matter; sets could to the cards that a chain of placements could lay."""
        rest: i64 = 0
        key: i64 = mix(seat * 64 + extra * 32 + passes)
        k: i64 = 0
        while k < self.players:
            rest |= self.hands[k]
            key = mix(key ^ self.hands[k])
            k += 1
        k = 0
        while k < self.outs:
            key = mix(key + self.out[k] + 1)
            k += 1
        return (key + self.board_key(rest)) & MASK | 1

    def board_key(self, rest: i64) -> i64:
        """Hash of the empty cells that the cards of rest might fill, with what fits there and what they touch.

        might[cell] are the cards that could come there in a chain of placements from the board outwards; a chain has at
        most as many links as there are cards. An empty cell that touches the board takes only what fits it now, since
        fitting never becomes easier, so cells that nothing fits are walls.
        """
        # In one piece: five passes over the same seven tables, which it keeps as local names.
        lattice = self.lattice
        might = self.might
        more = self.more
        region = self.region
        count: i64 = 0
        links: i64 = 0
        k: i64 = rest
        while k:
            k &= k - 1
            links += 1
        self.could = rest
        if links > FEW:
            return self.layout_key()
        self.could = 0
        key: i64 = 0
        k = 0
        while k < lattice.fronts:
            cell: i64 = lattice.front[k]
            k += 1
            fits: i64 = lattice.allow[cell] & rest
            if fits and lattice.card[cell] < 0:
                might[cell] = fits
                more[cell] = fits
                region[count] = cell
                count += 1
                key = (key + mix(mix(cell << 2 | lattice.touch[cell]) ^ fits)) & MASK
        while links > 1:
            links -= 1
            size: i64 = count
            grown: bool = False
            k = 0
            while k < size:
                cell = region[k]
                beside: i64 = self.beside(might[cell]) & rest
                odd: i64 = ((cell >> 7) + cell) & 1
                j: i64 = 0
                while j < 3 and beside:
                    near: i64 = cell - 1
                    if j == 1:
                        near = cell + 1
                    elif j == 2:
                        near = cell + 128 - 256 * odd
                    if lattice.touch[near] == 0 and lattice.card[near] < 0 and more[near] | beside != more[near]:
                        if more[near] == 0:
                            region[count] = near
                            count += 1
                        more[near] = more[near] | beside
                        grown = True
                    j += 1
                k += 1
            if not grown:
                break
            k = 0
            while k < count:
                might[region[k]] = more[region[k]]
                k += 1
        k = 0
        while k < count:
            cell = region[k]
            if lattice.touch[cell] == 0:
                key = (key + mix(mix(cell << 2) ^ more[cell])) & MASK
            self.could = self.could | more[cell]
            might[cell] = 0
            more[cell] = 0
            k += 1
        return key

    def layout_key(self) -> i64:
        """Hash of the whole layout, for positions with so many cards that all of it matters."""
        lattice = self.lattice
        key: i64 = 0
        k: i64 = 0
        while k < lattice.count:
            cell: i64 = lattice.cells[k]
            key = (key + mix(lattice.card[cell] << 13 | cell)) & MASK
            k += 1
        return key

    def beside(self, cards: i64) -> i64:
        """The cards that match one of cards."""
        match = self.lattice.match
        names = self.names
        found: i64 = 0
        while cards:
            bit: i64 = cards & -cards
            cards ^= bit
            found |= match[names[bit % 53]]
        return found
