"""Two seats, each for itself: max^n with bounds. What a depth-limited search proves is kept, so it can also cut.

A key is rank × 64 + cards left, smaller is better for its seat. A value packs, nine bits a seat, the outcome that looks
likely (guess), the best keys that are still possible (low) and the worst ones (high); low = high is exact. The seats'
aims are not opposed (both may share first rank; equal for oneself, one prefers the better for the other), so alpha-beta
with one number would be wrong. What holds: the mover m takes the move whose outcome is smallest by (key of m, key of
the other o). So with low and high of each move right, the state's key of m lies between the least low and the least
high of m; a move whose low of m exceeds that least high is never taken; the key of o lies between the least low and the
greatest high of o over the other moves; and once the key of m is known, the key of o is at most the high of o of each
move that is sure to reach it. Keys of the two seats also bind each other: who goes out first leaves rank 2.

Leaves are bounded by what can be laid at all: a seat ends with no more cards than it holds, and with no fewer than
those of its cards that no chain of placements could bring on the board. Low is the best rank that these counts allow,
high the worst; so every value is proved, whatever cut the search.

Cuts are shallow, as max^n allows: when a move of the parent's mover is sure to give it `alpha`, a reply that is sure to
give it more ends its branch. Such a value is still proved, but looser than its depth would give: it is marked clipped.
"""

from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.triangle.kernel.lattice import MASK, mix
from solvers.triangle.kernel.selfish import PASS, PAUSE, TO_LAST, Selfish

KEY: Final = 511
WORST: Final = 511
FIRST_OUT: Final = 64
SECOND: Final = 128
LOW: Final = 18
HIGH: Final = 36
BOTH: Final = (1 << 18) - 1
VALUE: Final = (1 << 54) - 1
#: The mark above a value.
CLIPPED: Final = VALUE + 1


class Duel(Selfish):
    """As Selfish, for two seats; run returns guess, low and high in one value, also when it was aborted."""

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
        super().__init__(hands, board, seat, extra, passes, out, play_on, stop)
        self.owner: i64 = 0
        self.alpha: i64 = WORST
        self.heap: vec[i64] = vec[i64]([])
        self.top: i64 = 0
        self.sure: i64 = PASS

    # -- values --------------------------------------------------------------------------------------------------

    def final(self) -> i64:
        value: i64 = self.standing()
        return value | value << LOW | value << HIGH

    def exact(self, value: i64) -> bool:
        return (value >> LOW) & BOTH == (value >> HIGH) & BOTH

    def least(self, seat: i64) -> i64:
        """How many cards seat keeps at least; could is that of the state."""
        bits: i64 = self.hands[seat] & ~self.could
        count: i64 = 0
        while bits:
            bits &= bits - 1
            count += 1
        return count

    def packed(self, guess: i64, seat: i64, low: i64, high: i64, other_low: i64, other_high: i64) -> i64:
        """Pack the keys of seat and of the other; the guess is brought between low and high."""
        mine: i64 = min(max((guess >> (9 * seat)) & KEY, low), high)
        theirs: i64 = min(max((guess >> (9 - 9 * seat)) & KEY, other_low), other_high)
        left: i64 = mine | low << LOW | high << HIGH
        right: i64 = theirs | other_low << LOW | other_high << HIGH
        return left | right << 9 if seat == 0 else right | left << 9

    def at_once(self) -> i64:
        """What the numbers of cards alone prove; could is that of the state."""
        return self.packed(
            self.standing(), 0, self.first_low(0), self.first_high(0), self.first_low(1), self.first_high(1)
        )

    def first_low(self, seat: i64) -> i64:
        keeps: i64 = self.least(seat)
        if self.hands[seat] == 0:
            return FIRST_OUT if self.out[0] == seat else SECOND
        if self.hands[1 - seat] == 0 or keeps > self.held(1 - seat):
            return SECOND + keeps
        return FIRST_OUT + keeps

    def first_high(self, seat: i64) -> i64:
        holds: i64 = self.held(seat)
        if holds == 0:
            return self.first_low(seat)
        return FIRST_OUT + holds if self.least(1 - seat) >= holds else SECOND + holds

    def forced(self, low: i64, keeps: i64, other_high: i64) -> i64:
        """Low of a seat that keeps so many cards at least, knowing the other's high: it may be sure to come second."""
        if other_high < SECOND and (other_high == FIRST_OUT or keeps > other_high - FIRST_OUT):
            return max(low, SECOND + keeps)
        return low

    def hope(self, value: i64) -> i64:
        """The outcome best for the mover of the position that value, the result of run, leaves possible."""
        seat: i64 = self.seat
        low: i64 = (value >> (LOW + 9 * seat)) & KEY
        theirs: i64 = (value >> (LOW + 9 - 9 * seat)) & KEY
        self.state_key(seat, self.extra, self.passes)
        keeps: i64 = self.least(1 - seat)
        left: i64 = low & 63
        if low >= SECOND:
            theirs = FIRST_OUT + (theirs & 63)
        elif theirs <= low and 0 < left <= self.held(1 - seat) and keeps <= left:
            theirs = low
        else:
            if self.play_on != TO_LAST or left > 0:
                keeps = max(keeps, left + 1)
            theirs = max(theirs, SECOND + keeps)
        return low << (9 * seat) | theirs << (9 - 9 * seat)

    # -- search --------------------------------------------------------------------------------------------------

    def run(self, depth: i64, limit: i64) -> i64:
        """Look ahead depth moves, with at most limit moves tried. cut tells that the value is not exact.

        choice is as in Selfish, and reaches the value where that is exact.
        """
        self.nodes = 0
        self.limit = limit
        self.aborted = False
        self.choice = PASS
        self.top = 0
        key: i64 = self.state_key(self.seat, self.extra, self.passes)
        known: i64 = self.table.get(key)
        if known < 0:
            known = self.at_once()
        value: i64 = self.weigh(self.seat, self.extra, self.passes, depth, known, self.seat, WORST, True)
        if self.aborted:
            self.cut = True
            return known
        self.table.store(key, value)
        self.cut = not self.exact(value)
        if not self.cut:
            self.choice = self.sure
        return value

    def look(self, seat: i64, extra: i64, passes: i64, depth: i64) -> i64:
        """Value of a state within the search: proved before, or searched. owner and alpha are those of the parent."""
        owner: i64 = self.owner
        alpha: i64 = self.alpha
        key: i64 = self.state_key(seat, extra, passes)
        known: i64 = self.table.get(key)
        if known < 0:
            known = self.at_once()
        if depth == 0 or self.exact(known):
            return known
        if (known >> (LOW + 9 * owner)) & KEY > alpha:
            return known | CLIPPED
        shallow: i64 = mix((key + depth) & MASK) | 1
        value: i64 = self.table.get(shallow)
        if value >= 0 and (value <= VALUE or (value >> (LOW + 9 * owner)) & KEY > alpha):
            return value
        value = self.weigh(seat, extra, passes, depth, known, owner, alpha, False)
        if not self.aborted:
            self.table.store(key, value & VALUE)
            self.table.store(shallow, value)
        return value

    def weigh(
        self, seat: i64, extra: i64, passes: i64, depth: i64, known: i64, owner: i64, alpha: i64, first: bool
    ) -> i64:
        """Try moves until all are tried or the others cannot matter. known: what is proved already."""
        # In one piece: the cut-offs of alpha-beta end its loop in four places, and each needs what the others have set.
        lattice = self.lattice
        keeps: i64 = self.least(seat)
        other_keeps: i64 = self.least(1 - seat)
        base: i64 = self.top
        high: i64 = (known >> (HIGH + 9 * seat)) & KEY
        own_alpha: i64 = min(high, alpha) if owner == seat else high
        goal: i64 = (known >> (LOW + 9 * seat)) & KEY
        other_low: i64 = (known >> (LOW + 9 - 9 * seat)) & KEY
        best: i64 = -1
        sure: i64 = (WORST + 1) << 9
        hand: i64 = self.hands[seat]
        fronts: i64 = lattice.fronts
        ended: i64 = 0
        k: i64 = 0
        while k <= fronts and ended == 0:
            cell: i64 = 0 if k == fronts else lattice.front[k]
            fits: i64 = lattice.allow[cell] & hand
            if k == fronts:
                fits = 1  # one round for the pass
            elif lattice.card[cell] >= 0:
                fits = 0
            passing: bool = k == fronts
            k += 1
            while fits and ended == 0:
                if self.nodes >= self.limit or (self.nodes & PAUSE == 0 and self.stop()):
                    self.aborted = True
                    self.top = base
                    return known
                bit: i64 = fits & -fits
                fits ^= bit
                self.owner = seat
                self.alpha = own_alpha
                value: i64 = (
                    self.after_pass(seat, extra, passes, depth)
                    if passing
                    else self.after_placing(bit, cell, seat, depth)
                )
                if self.aborted:
                    self.top = base
                    return known
                self.push(value)
                move: i64 = PASS if passing else self.names[bit % 53] << 13 | cell
                if best < 0 or self.better(value & BOTH, best, seat):
                    best = value & BOTH
                    if first:
                        self.choice = move
                reach: i64 = (value >> (HIGH + 9 * seat)) & KEY
                high = min(high, reach)
                own_alpha = min(own_alpha, high)
                other_reach: i64 = (value >> (HIGH + 9 - 9 * seat)) & KEY
                if (reach << 9 | other_reach) < sure:
                    sure = reach << 9 | other_reach
                    if first:
                        self.sure = move
                if reach <= goal and other_reach <= other_low:
                    ended = 1
                elif owner != seat and max(other_low, self.forced(other_low, other_keeps, high)) > alpha:
                    ended = 2
        if ended == 1:
            self.top = base
            return self.packed(0, seat, goal, goal, other_low, other_low)
        value = self.joined(seat, known, base, high, keeps, other_keeps, best, ended == 2)
        self.top = base
        return value

    def push(self, value: i64) -> None:
        if self.top < i64(len(self.heap)):
            self.heap[self.top] = value
        else:
            self.heap = append(self.heap, value)
        self.top += 1

    def joined(
        self, seat: i64, known: i64, base: i64, high: i64, keeps: i64, other_keeps: i64, best: i64, broken: bool
    ) -> i64:
        """The value of a state from those of its moves, on the heap from base on; broken: not all were tried."""
        low: i64 = (known >> (LOW + 9 * seat)) & KEY
        other_low: i64 = (known >> (LOW + 9 - 9 * seat)) & KEY
        other_high: i64 = (known >> (HIGH + 9 - 9 * seat)) & KEY
        clipped: i64 = CLIPPED
        if not broken:
            clipped = 0
            least: i64 = WORST
            least_other: i64 = WORST
            most_other: i64 = 0
            k: i64 = base
            while k < self.top:
                value: i64 = self.heap[k]
                k += 1
                mine: i64 = (value >> (LOW + 9 * seat)) & KEY
                if mine <= high:
                    least = min(least, mine)
                    least_other = min(least_other, (value >> (LOW + 9 - 9 * seat)) & KEY)
                    most_other = max(most_other, (value >> (HIGH + 9 - 9 * seat)) & KEY)
                    clipped |= value & CLIPPED
            low = max(low, least)
            other_low = max(other_low, least_other)
            k = base
            while k < self.top and low == high:
                value = self.heap[k]
                k += 1
                if (value >> (HIGH + 9 * seat)) & KEY == high:
                    most_other = min(most_other, (value >> (HIGH + 9 - 9 * seat)) & KEY)
            other_high = min(other_high, most_other)
        other_low = self.forced(other_low, other_keeps, high)
        low = self.forced(low, keeps, other_high)
        if other_low >= SECOND:
            high = min(high, FIRST_OUT + self.held(seat))
        if low >= SECOND:
            other_high = min(other_high, FIRST_OUT + self.held(1 - seat))
        if low == high and other_low == other_high:
            clipped = 0
        return self.packed(best, seat, low, high, other_low, other_high) | clipped
