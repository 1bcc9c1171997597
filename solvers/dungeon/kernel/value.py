"""The value network of Clear the Dungeon: the chance to clear from the position after a hand, judged from the view.

Four small networks with the same weights, one a suit, are added up: a hidden unit of suit s sees what lies and what is
still to come in s, and a summary of the whole table; the sum over suits and units goes through a logistic function.
Relabelling suits therefore never changes a value. Inputs are rows of one weight table, added into `table` (what all
suits share) and `own` (one block a suit); placing a card swaps one row, so a placement costs a few dozen additions.

Stored weights are multiples of 2^-12 and all coefficients of 1/8: every sum is exact in a float, so adding a row and
taking it away again leaves no trace and every platform gives the same values.

A pile is a row number: (pure * 3 + below) * 16 + kind, kind 0–10: one damage card lies there and the second must be
worth kind + 1; 11: the finisher is next; 12–14: an untouched J, Q, K; 15: a top that is yet to be turned up. `pure`
(only with `chain`): all cards of the attack are of the monster's suit. Its suit is 0–3, −1 for an empty or hidden top.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WIDTH: Final = 32
FINISH: Final = 11
FRESH: Final = 12
HIDDEN: Final = 15
EMPTY: Final = 96

# Rows seen by the units of one suit.
OWN_PILE: Final = 0
OWN_COUNT: Final = 96
OWN_CARD: Final = 107
OWN_UNSEEN: Final = 117
OWN_SURPLUS: Final = 125
# Rows seen by all units.
ALL_PILE: Final = 141
SLACK: Final = 238
DRAWS: Final = 262
JOKERS: Final = 279
WORTH: Final = 288
POWER: Final = 297
UNSEEN: Final = 300
BIAS: Final = 313
ROWS: Final = 314

SLACK_ROWS: Final = 24
SLACK_ZERO: Final = 8
SURPLUS_ROWS: Final = 16
SURPLUS_ZERO: Final = 4
JOKER: Final = 40

#: Slope of a hidden unit below zero: no unit can fall silent for good while it is trained.
LEAK: Final = 0.125


class Network:
    """Weights, and the sums of the position that was loaded last.

    weights: ROWS * WIDTH numbers, row by row; out: WIDTH numbers; ace: 1 or 11, the worth of an ace.
    """

    def __init__(self, weights: list[float], out: list[float], bias: float, ace: i64) -> None:
        self.weights: vec[float] = vec[float](weights)
        self.out: vec[float] = vec[float](out)
        self.bias: float = bias
        self.ace: i64 = ace
        self.table: vec[float] = vec[float]([0.0 for _ in range(WIDTH)])
        self.own: vec[float] = vec[float]([0.0 for _ in range(4 * WIDTH)])
        # The active inputs of the loaded position: block (0–3 a suit, 4 the table), row, coefficient.
        self.blocks: vec[i64] = vec[i64]([0 for _ in range(256)])
        self.rows: vec[i64] = vec[i64]([0 for _ in range(256)])
        self.coefficients: vec[float] = vec[float]([0.0 for _ in range(256)])
        self.active: i64 = 0
        self.surplus: vec[i64] = vec[i64]([0 for _ in range(4)])

    def clear(self) -> None:
        self.active = 0
        table = self.table
        own = self.own
        width: i64 = WIDTH
        for h in range(width):
            table[h] = 0.0
        for h in range(4 * width):
            own[h] = 0.0

    def add(self, block: i64, row: i64, coefficient: float) -> None:
        """Add a row to a block's sums and remember it as an active input."""
        blocks = self.blocks
        rows = self.rows
        coefficients = self.coefficients
        blocks[self.active] = block
        rows[self.active] = row
        coefficients[self.active] = coefficient
        self.active += 1
        self.shift(block, row, coefficient)

    def shift(self, block: i64, row: i64, coefficient: float) -> None:
        """Add a row to a block's sums."""
        weights = self.weights
        width: i64 = WIDTH  # a typed bound makes the loop variable a machine integer
        start: i64 = row * width
        if block == 4:
            table = self.table
            for h in range(width):
                table[h] += weights[start + h] * coefficient
        else:
            own = self.own
            base: i64 = block * width
            for h in range(width):
                own[base + h] += weights[start + h] * coefficient

    def swap(self, block: i64, old: i64, new: i64) -> None:
        """Replace a row of a block's sums by another one."""
        weights = self.weights
        width: i64 = WIDTH
        a: i64 = old * width
        b: i64 = new * width
        if block == 4:
            table = self.table
            for h in range(width):
                table[h] += weights[b + h] - weights[a + h]
        else:
            own = self.own
            base: i64 = block * width
            for h in range(width):
                own[base + h] += weights[b + h] - weights[a + h]

    def load_unseen(self, left: i64, jokers: i64, undrawn: i64, unseen: i64) -> None:
        """Start a position: undrawn cards (bits suit * 10 + value − 1, and a number of jokers), unseen monsters.

        undrawn is the size of the deck; unseen has bits suit * 3 + power − 11.
        """
        self.clear()
        worth = vec[i64]([0 for _ in range(12)])
        surplus = self.surplus
        for suit in range(i64(4)):
            count: i64 = 0
            for value in range(i64(10)):
                if (left >> (suit * 10 + value)) & 1:
                    count += 1
                    self.add(suit, OWN_CARD + value, 1.0)
                    worth[self.ace if value == 0 else value + 1] += 1
            self.add(suit, OWN_COUNT + count, 1.0)
            others: i64 = (unseen >> (suit * 3)) & 7
            self.add(suit, OWN_UNSEEN + others, 1.0)
            surplus[suit] = count - (others & 1) - ((others >> 1) & 1) - (others >> 2)
        worth[10] += jokers
        worth[10] += worth[11]
        for value in range(i64(2), i64(11)):
            self.add(4, WORTH + value - 2, float(worth[value]) * 0.25)
        hidden: i64 = 0
        for power in range(i64(3)):
            number: i64 = 0
            for suit in range(i64(4)):
                number += (unseen >> (suit * 3 + power)) & 1
            hidden += number
            self.add(4, POWER + power, float(number) * 0.125)
        self.add(4, UNSEEN + hidden, 1.0)
        draws: i64 = (undrawn + 2) // 3
        self.add(4, DRAWS + min(draws, 16), 1.0)
        self.add(4, JOKERS + min(jokers, 8), 1.0)
        self.add(4, BIAS, 1.0)

    def load_pile(self, row: i64, suit: i64) -> None:
        """Add a pile to a position that load_unseen started."""
        self.add(4, ALL_PILE + row, 1.0)
        if suit >= 0:
            self.add(suit, OWN_PILE + row, 1.0)

            surplus = self.surplus
            surplus[suit] -= 1

    def load_slack(self, slack: i64) -> None:
        """Complete a position: the number of cards to spare is undrawn cards less those that the monsters take."""
        self.add(4, slack_row(slack), 1.0)
        for suit in range(i64(4)):
            self.add(suit, surplus_row(self.surplus[suit]), 1.0)

    def lose(self, suit: i64, change: i64) -> None:
        """Change the surplus of a suit: its undrawn cards less its living monsters."""
        surplus = self.surplus
        before: i64 = surplus[suit]
        surplus[suit] = before + change
        self.swap(suit, surplus_row(before), surplus_row(before + change))

    def logit(self) -> float:
        """Return the log odds to clear the loaded position."""
        table = self.table
        own = self.own
        out = self.out
        total: float = self.bias
        width: i64 = WIDTH
        for h in range(width):
            x: float = table[h]
            a: float = x + own[h]
            b: float = x + own[width + h]
            c: float = x + own[2 * width + h]
            d: float = x + own[3 * width + h]
            y: float = a if a > 0.0 else a * LEAK
            y += b if b > 0.0 else b * LEAK
            y += c if c > 0.0 else c * LEAK
            y += d if d > 0.0 else d * LEAK
            total += y * out[h]
        return total


def slack_row(slack: i64) -> i64:
    """Return the row of a number of cards to spare."""
    return SLACK + min(max(slack + SLACK_ZERO, 0), SLACK_ROWS - 1)


def surplus_row(surplus: i64) -> i64:
    """Return the row of a suit's surplus."""
    return OWN_SURPLUS + min(max(surplus + SURPLUS_ZERO, 0), SURPLUS_ROWS - 1)


def chance(logit: float) -> float:
    """Return the probability with these log odds."""
    if logit > 40.0:
        return 1.0
    if logit < -40.0:
        return 0.0
    return 1.0 / (1.0 + exp(-logit))
