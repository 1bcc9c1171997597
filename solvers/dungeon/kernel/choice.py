"""One decision of Clear the Dungeon: all different ways to go on with the hand, their worth, and playouts of each.

A way to go on (a candidate) is a trail that spends the hand, or that ends with the kill that turns up a monster; what
the other cards then do depends on it. Placing other cards before such a kill is left out: waiting for the news is never
worse. Candidates that lead to the same position and leave the same cards are one.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.dungeon.kernel.placing import PURE_KILL
from solvers.dungeon.kernel.playout import Table
from solvers.dungeon.kernel.random32 import Random32
from solvers.dungeon.kernel.value import EMPTY, HIDDEN, Network, chance

COMPLETE: Final = -1


class Root(Table):
    """The position of a decision. Set it up with `begin`, `stand` and `hold`, then `collect`."""

    def __init__(self, network: Network, ace: i64, chain: i64) -> None:
        super().__init__(network, ace, chain)
        self.source = Random32(0)
        self.collecting: bool = False
        self.trails: vec[i64] = vec[i64]([])
        self.keys: vec[i64] = vec[i64]([])
        self.opened: vec[i64] = vec[i64]([])  # pile of the kill that shows a monster, COMPLETE without one
        self.chained: vec[i64] = vec[i64]([])  # 1: two monsters die by that kill
        self.worth: vec[float] = vec[float]([])
        self.sums: vec[float] = vec[float]([])
        self.squares: vec[float] = vec[float]([])
        self.samples: vec[i64] = vec[i64]([])
        self.old_rows: vec[i64] = vec[i64]([EMPTY for _ in range(4)])
        self.old_suits: vec[i64] = vec[i64]([-1 for _ in range(4)])
        self.old_hand: vec[i64] = vec[i64]([0 for _ in range(3)])
        self.old_held: i64 = 0
        self.old_left: i64 = 0
        self.old_jokers: i64 = 0
        self.old_undrawn: i64 = 0
        self.old_unseen: i64 = 0

    # Setting up

    def begin(self, left: i64, jokers: i64, undrawn: i64, unseen: i64) -> None:
        """Start with four empty piles and no hand; the arguments are those of Network.load_unseen."""
        for pile in range(i64(4)):
            self.stand(pile, EMPTY, -1)
        self.old_left = left
        self.old_jokers = jokers
        self.old_undrawn = undrawn
        self.old_unseen = unseen
        self.old_held = 0

    def stand(self, pile: i64, row: i64, suit: i64) -> None:
        old_rows = self.old_rows
        old_suits = self.old_suits
        old_rows[pile] = row
        old_suits[pile] = suit

    def hold(self, card: i64) -> None:
        old_hand = self.old_hand
        old_hand[self.old_held] = card
        self.old_held += 1

    def restore(self) -> None:
        """Go back to the position of the decision."""
        for pile in range(i64(4)):
            self.rows[pile] = self.old_rows[pile]
            self.suits[pile] = self.old_suits[pile]
        for slot in range(self.old_held):
            self.hand[slot] = self.old_hand[slot]
        self.held = self.old_held
        self.left = self.old_left
        self.jokers = self.old_jokers
        self.undrawn = self.old_undrawn
        self.unseen = self.old_unseen

    # Candidates

    def collect(self) -> i64:
        """Find and value all candidates; return their number (0: no way to go on can still clear)."""
        self.trails = vec[i64]([])
        self.keys = vec[i64]([])
        self.opened = vec[i64]([])
        self.chained = vec[i64]([])
        self.worth = vec[float]([])
        self.restore()
        self.load()
        self.collecting = True
        if not self.doomed():
            self.explore((1 << self.held) - 1, 0, 0)
        self.collecting = False
        count: i64 = len(self.trails)
        worth = self.worth
        for index in range(count):
            if self.opened[index] != COMPLETE:
                worth[index] = self.expect(index)
        self.sums = vec[float]([0.0 for _ in range(count)])
        self.squares = vec[float]([0.0 for _ in range(count)])
        self.samples = vec[i64]([0 for _ in range(count)])
        return count

    def put(self, trail: i64, mask: i64, opened: i64, chained: i64, worth: float) -> None:
        """Add a candidate unless one with the same result is there."""
        key: i64 = mask
        for pile in range(i64(4)):
            key = key * 128 + self.rows[pile]
        keys = self.keys
        for index in range(len(keys)):
            if keys[index] == key:
                return
        self.keys = append(keys, key)
        self.trails = append(self.trails, trail)
        self.opened = append(self.opened, opened)
        self.chained = append(self.chained, chained)
        self.worth = append(self.worth, worth)

    def consider(self, trail: i64) -> None:
        if not self.collecting:
            super().consider(trail)
        elif self.undrawn > 0 or self.lenient:
            self.put(trail, 0, COMPLETE, 0, chance(self.network.logit()))

    def keep(self, value: float, trail: i64) -> None:
        if self.collecting:
            self.put(trail, 0, COMPLETE, 0, 1.0)
        else:
            super().keep(value, trail)

    def fell(self, pile: i64, how: i64, mask: i64, trail: i64, depth: i64) -> None:
        row: i64 = self.rows[pile]
        below: i64 = row // 16 % 3
        if not self.collecting or below == 0:
            super().fell(pile, how, mask, trail, depth)
            return
        suit: i64 = self.suits[pile]
        self.turn(pile, (below - 1) * 16 + HIDDEN, -1)
        self.put(trail, mask, pile, 1 if how == PURE_KILL else 0, 0.0)
        self.turn(pile, row, suit)

    def expect(self, index: i64) -> float:
        """Return the mean worth of a candidate over the monsters that its kill may show."""
        pile: i64 = self.opened[index]
        below: i64 = self.old_rows[pile] // 16 % 3
        unseen: i64 = self.old_unseen
        hidden = self.hidden
        total: float = 0.0
        cases: i64 = 0
        for monster in range(i64(12)):
            if not (unseen >> monster) & 1:
                continue
            hidden[pile * 3 + below - 1] = monster
            if self.chained[index] == 0 or below == 1:
                total += self.after(index)
                cases += 1
                continue
            for next_monster in range(i64(12)):
                if next_monster != monster and (unseen >> next_monster) & 1:
                    hidden[pile * 3 + below - 2] = next_monster
                    total += self.after(index)
                    cases += 1
        return total / float(cases)

    def after(self, index: i64) -> float:
        """Return the worth of the position after a candidate and the best plan for the cards it leaves."""
        self.restore()
        self.trail = self.trails[index]
        self.perform()
        if self.over():
            return 1.0
        self.load()
        if self.held == 0:
            return chance(self.network.logit()) if self.undrawn > 0 else 0.0
        self.plan()
        return chance(self.best)

    # Playouts

    def sample(self, index: i64, first: i64, number: i64, hands: i64) -> None:
        """Play a candidate out in the worlds first … first + number − 1, the same ones for every candidate.

        Playouts stop after `hands` more hands, at the worth of the position then; index −1 only goes on from here.
        """
        sums = self.sums
        squares = self.squares
        samples = self.samples
        at: i64 = max(index, 0)
        for world in range(first, first + number):
            self.source.restart(world)
            self.restore()
            self.shuffle(self.source)
            if index >= 0:
                self.trail = self.trails[index]
                self.perform()
            value: float = 1.0
            if not self.over() and not self.play(hands):
                value = chance(self.best)
            sums[at] += value
            squares[at] += value * value
            samples[at] += 1
