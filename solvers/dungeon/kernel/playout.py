"""Play of a hand by the value network, and whole playouts, never looking at hidden cards.

A plan spends every card of the hand. Among cards that kill nothing the order is void; a card that kills shows a
monster, and knowing it earlier is never worse, so a plan makes its kills first, each by cards that come right after one
another. While a plan is weighed the pile of a kill counts as hidden (the network knows what a hidden top is worth) and
takes no card; once a monster really is turned up, the cards still in hand are planned anew.

Cards: suit * 10 + value − 1, jokers 40. Monsters: suit * 3 + power − 11.
A trail holds moves, 6 bits each, lowest first: slot of the card in the hand + 4 * place + 1; place 4 is a discard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.placing import ILLEGAL, KILL, PURE_KILL, followers, matching, mix, needed
from solvers.dungeon.kernel.value import ALL_PILE, EMPTY, FINISH, FRESH, HIDDEN, JOKER, Network, slack_row

if TYPE_CHECKING:
    from solvers.dungeon.kernel.random32 import Random32

DISCARD: Final = 4
WON: Final = 1000.0
LOST: Final = -1000.0
RECORD: Final = 13


class Table:
    """A position in play: piles, the sets of unseen cards, a hand, and one hidden order of what is unseen."""

    def __init__(self, network: Network, ace: i64, chain: i64) -> None:
        self.network = network
        self.plain: bool = ace == 1 and chain == 0  # every monster takes exactly three cards
        self.lenient: bool = False  # weigh plans too that are sure to lose
        self.ace: i64 = ace
        self.chain: i64 = chain
        self.follow: vec[i64] = followers(ace, chain)
        # Compiled, `1 << card` would shift a 32-bit number.
        self.bits: vec[i64] = vec[i64]([2**card for card in range(JOKER)])
        self.rows: vec[i64] = vec[i64]([EMPTY for _ in range(4)])
        self.suits: vec[i64] = vec[i64]([-1 for _ in range(4)])
        self.left: i64 = 0
        self.jokers: i64 = 0
        self.undrawn: i64 = 0
        self.unseen: i64 = 0
        self.slack: i64 = 0
        self.kills: i64 = 0
        self.hand: vec[i64] = vec[i64]([0 for _ in range(3)])
        self.held: i64 = 0
        self.deck: vec[i64] = vec[i64]([0 for _ in range(64)])  # the last undrawn entries, next card at [undrawn - 1]
        self.hidden: vec[i64] = vec[i64]([0 for _ in range(16)])  # below monster k of pile p at [p * 3 + k]
        self.best: float = LOST
        self.trail: i64 = 0
        self.best_rows: vec[i64] = vec[i64]([EMPTY for _ in range(4)])
        self.best_suits: vec[i64] = vec[i64]([-1 for _ in range(4)])
        self.best_slack: i64 = 0
        # Afterstates of a game, RECORD numbers each, for training.
        self.recording: bool = False
        self.records: vec[i64] = vec[i64]([0 for _ in range(64 * RECORD)])
        self.recorded: i64 = 0

    # Changing the position under the network's sums

    def turn(self, pile: i64, row: i64, suit: i64) -> None:
        """Replace a pile's row, in the sums too."""
        network = self.network
        rows = self.rows
        suits = self.suits
        network.swap(4, ALL_PILE + rows[pile], ALL_PILE + row)
        before: i64 = suits[pile]
        if before >= 0:
            if before == suit:
                network.swap(suit, rows[pile], row)
            else:
                network.shift(before, rows[pile], -1.0)
                network.lose(before, 1)
                if suit >= 0:
                    network.shift(suit, row, 1.0)
                    network.lose(suit, -1)
        elif suit >= 0:
            network.shift(suit, row, 1.0)
            network.lose(suit, -1)
        rows[pile] = row
        suits[pile] = suit

    def spare(self, change: i64) -> None:
        """Change the number of cards to spare, in the sums too."""
        self.network.swap(4, slack_row(self.slack), slack_row(self.slack + change))
        self.slack += change

    def load(self) -> None:
        """Bring the network's sums up to date with the position (the hand apart)."""
        network = self.network
        network.load_unseen(self.left, self.jokers, self.undrawn, self.unseen)
        rows = self.rows
        suits = self.suits
        need: i64 = 0
        for pile in range(i64(4)):
            network.load_pile(rows[pile], suits[pile])
            need += needed(rows[pile])
        self.slack = self.undrawn + self.held - need
        network.load_slack(self.slack)

    # Planning

    def plan(self) -> None:
        """Find the best plan for the hand; best and trail hold its log odds and moves (trail 0: every plan loses)."""
        self.best = LOST
        self.trail = 0
        if not self.doomed():
            self.explore((1 << self.held) - 1, 0, 0)

    def doomed(self) -> bool:
        """Return whether there are too few cards to clear, however they fall (the position is loaded)."""
        return self.plain and self.slack < 0 and not self.lenient

    def consider(self, trail: i64) -> None:
        """Weigh the position that a complete plan leads to."""
        if self.undrawn == 0 and not self.lenient:
            return  # no card is left for the monsters that are
        value: float = self.network.logit()
        if value > self.best:
            self.keep(value, trail)

    def keep(self, value: float, trail: i64) -> None:
        self.best = value
        self.trail = trail
        rows = self.rows
        suits = self.suits
        best_rows = self.best_rows
        best_suits = self.best_suits
        for pile in range(i64(4)):
            best_rows[pile] = rows[pile]
            best_suits[pile] = suits[pile]
        self.best_slack = self.slack

    def explore(self, mask: i64, trail: i64, depth: i64) -> None:
        """Weigh every plan for the cards of mask (bits are slots of the hand)."""
        self.assign(mask, trail, depth)
        if mask == 0:
            return
        rows = self.rows
        suits = self.suits
        for pile in range(i64(4)):
            row: i64 = rows[pile]
            if row != EMPTY and row % 16 != HIDDEN:
                self.finish(pile, row, suits[pile], mask, trail, depth, -1)

    def finish(self, pile: i64, row: i64, suit: i64, mask: i64, trail: i64, depth: i64, after: i64) -> None:
        """Go through the ways to kill the monster of a pile, now at row, with cards of mask right after one another.

        after: the slot of the damage card just placed; two damage cards of one hand are tried in one order only.
        """
        hand = self.hand
        follow = self.follow
        for slot in range(self.held):
            if not (mask >> slot) & 1:
                continue
            card: i64 = hand[slot]
            new: i64 = follow[(row * 2 + matching(card, suit)) * 41 + card]
            if new == ILLEGAL:
                continue
            rest: i64 = mask & ~(1 << slot)
            longer: i64 = trail | ((slot + 4 * pile + 1) << (6 * depth))
            if new < KILL:
                if rest == 0 or (self.plain and slot < after and row % 16 < FINISH):
                    continue
                self.finish(pile, new, suit, rest, longer, depth + 1, slot)
            else:
                self.fell(pile, new, rest, longer, depth + 1)

    def fell(self, pile: i64, how: i64, mask: i64, trail: i64, depth: i64) -> None:
        """Go on with a plan after a kill."""
        rows = self.rows
        suits = self.suits
        row: i64 = rows[pile]
        suit: i64 = suits[pile]
        slack: i64 = self.slack
        below: i64 = row // 16 % 3
        if how == PURE_KILL and below > 0:
            below -= 1
            self.spare(3)
        if below > 0:
            self.turn(pile, (below - 1) * 16 + HIDDEN, -1)
        else:
            self.turn(pile, EMPTY, -1)
        if rows[0] == EMPTY and rows[1] == EMPTY and rows[2] == EMPTY and rows[3] == EMPTY:
            left: i64 = (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
            if WON + float(left) > self.best:
                self.keep(WON + float(left), trail)
        else:
            self.explore(mask, trail, depth)
        self.turn(pile, row, suit)
        if self.slack != slack:
            self.spare(slack - self.slack)

    def assign(self, mask: i64, trail: i64, depth: i64) -> None:
        """Weigh the plans that spend the cards of mask without a kill."""
        if mask == 0:
            self.consider(trail)
            return
        slot: i64 = 0
        while not (mask >> slot) & 1:
            slot += 1
        rest: i64 = mask & ~(1 << slot)
        hand = self.hand
        rows = self.rows
        suits = self.suits
        follow = self.follow
        card: i64 = hand[slot]
        for pile in range(i64(4)):
            row: i64 = rows[pile]
            if row == EMPTY or row % 16 == HIDDEN:
                continue
            suit: i64 = suits[pile]
            new: i64 = follow[(row * 2 + matching(card, suit)) * 41 + card]
            if new == ILLEGAL or new >= KILL:
                continue
            self.turn(pile, new, suit)
            self.assign(rest, trail | ((slot + 4 * pile + 1) << (6 * depth)), depth + 1)
            self.turn(pile, row, suit)
        if self.slack > 0 or not self.plain or self.lenient:
            self.spare(-1)
            self.assign(rest, trail | ((slot + 4 * DISCARD + 1) << (6 * depth)), depth + 1)
            self.spare(1)

    # Playing

    def perform(self) -> None:
        """Play the trail up to the first monster it turns up, which is taken from the hidden order."""
        moves: i64 = self.trail
        hand = self.hand
        rows = self.rows
        suits = self.suits
        follow = self.follow
        used: i64 = 0
        while moves:
            move: i64 = (moves & 63) - 1
            moves >>= 6
            slot: i64 = move & 3
            pile: i64 = move >> 2
            used |= 1 << slot
            if pile == DISCARD:
                continue
            card: i64 = hand[slot]
            row: i64 = rows[pile]
            new: i64 = follow[(row * 2 + matching(card, suits[pile])) * 41 + card]
            if new < KILL:
                rows[pile] = new
            elif self.strike(pile, row // 16 % 3, new):
                break
        kept: i64 = 0
        for slot in range(self.held):
            if not (used >> slot) & 1:
                hand[kept] = hand[slot]
                kept += 1
        self.held = kept

    def strike(self, pile: i64, below: i64, how: i64) -> bool:
        """Remove a killed monster, and with it the next one of a chain; return whether a monster was shown."""
        rows = self.rows
        suits = self.suits
        hidden = self.hidden
        self.kills += 1
        shown: bool = below > 0
        if how == PURE_KILL and below > 0:
            below -= 1
            self.kills += 1
            self.unseen &= ~(1 << hidden[pile * 3 + below])
        if below == 0:
            rows[pile] = EMPTY
            suits[pile] = -1
        else:
            below -= 1
            monster: i64 = hidden[pile * 3 + below]
            self.unseen &= ~(1 << monster)
            rows[pile] = below * 16 + FRESH + monster % 3
            suits[pile] = monster // 3
        return shown

    def draw(self) -> None:
        """Draw three cards from the hidden order, fewer when fewer are left."""
        hand = self.hand
        deck = self.deck
        bits = self.bits
        while self.held < 3 and self.undrawn > 0:
            self.undrawn -= 1
            card: i64 = deck[self.undrawn]
            hand[self.held] = card
            self.held += 1
            if card == JOKER:
                self.jokers -= 1
            else:
                self.left &= ~bits[card]

    def over(self) -> bool:
        rows = self.rows
        return rows[0] == EMPTY and rows[1] == EMPTY and rows[2] == EMPTY and rows[3] == EMPTY

    def play(self, hands: i64) -> bool:
        """Play on by plans until the game ends or `hands` hands were played; return whether it was cleared.

        A game whose plans all lose stops early. best is then LOST; otherwise the log odds of the last plan.
        """
        played: i64 = 0
        while True:
            if self.held == 0:
                if self.undrawn == 0:
                    self.best = LOST
                    return False
                if played == hands:
                    return False
                played += 1
                self.draw()
            self.load()
            self.plan()
            if self.trail == 0:
                return False
            if self.recording:
                self.record()
            self.perform()
            if self.over():
                return True

    def record(self) -> None:
        """Note the position that the plan leads to."""
        if self.best >= WON or self.recorded >= 60:
            return
        records = self.records
        at: i64 = self.recorded * RECORD
        for pile in range(i64(4)):
            records[at + pile] = self.best_rows[pile]
            records[at + 4 + pile] = self.best_suits[pile]
        records[at + 8] = self.left
        records[at + 9] = self.jokers
        records[at + 10] = self.undrawn
        records[at + 11] = self.unseen
        records[at + 12] = self.best_slack
        self.recorded += 1

    def recall(self, index: i64) -> None:
        """Load a noted position into the network."""
        network = self.network
        records = self.records
        at: i64 = index * RECORD
        network.load_unseen(records[at + 8], records[at + 9], records[at + 10], records[at + 11])
        for pile in range(i64(4)):
            network.load_pile(records[at + pile], records[at + 4 + pile])
        network.load_slack(records[at + 12])

    # Hidden orders

    def shuffle(self, chance: Random32) -> None:
        """Draw a hidden order of the unseen cards and monsters, all equally likely."""
        deck = self.deck
        count: i64 = 0
        for card in range(JOKER):
            if (self.left >> card) & 1:
                deck[count] = card
                count += 1
        for _ in range(self.jokers):
            deck[count] = JOKER
            count += 1
        mix(deck, count, chance)
        order = vec[i64]([0 for _ in range(12)])
        count = 0
        for monster in range(i64(12)):
            if (self.unseen >> monster) & 1:
                order[count] = monster
                count += 1
        mix(order, count, chance)
        rows = self.rows
        hidden = self.hidden
        count = 0
        for pile in range(i64(4)):
            if rows[pile] != EMPTY:
                for k in range(rows[pile] // 16 % 3):
                    hidden[pile * 3 + k] = order[count]
                    count += 1

    def deal(self, jokers: i64, chance: Random32) -> None:
        """Set up a new game with a random deal."""
        order = vec[i64](list(range(12)))
        mix(order, 12, chance)
        self.unseen = 0xFFF
        for pile in range(i64(4)):
            monster: i64 = order[pile * 3]
            self.unseen &= ~(1 << monster)
            self.rows[pile] = 2 * 16 + FRESH + monster % 3
            self.suits[pile] = monster // 3
        self.left = (1 << 40) - 1
        self.jokers = jokers
        self.undrawn = 40 + jokers
        self.held = 0
        self.kills = 0
        self.shuffle(chance)
