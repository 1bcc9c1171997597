"""One pile as a small machine: its states, what a card does to it, and which state is never worse than which.

A pile is numbered by how many of its monsters are dead (level) and by the attack on the one that is up:

    code = 25 * level + 0                      nothing placed
                      + 1 + 2 * (value - 1) + q   one damage card of that value (1-11)
                      + 23 + q                  damage done, the finisher is missing

q is 1 when a chain is still possible: the option is on, a next monster exists, and every card of the attack so far is
of the monster's suit. Without those q is 0, so that equal futures have equal codes. A dead pile has level = size.

Simulation (the dominance used by the search). b simulates a, written a <= b, when b has at least as many monsters dead
and, for every card that takes a to a', either a' <= b (the card is thrown away on b's side) or the same card takes b
to some b' with a' <= b'. Codes only move forward, so one sweep from the dead state backwards computes the greatest such
relation exactly. If it holds pile by pile between two positions with the same cards to come, any line of play from the
worse is answered card by card from the better: each card goes to the same pile or is discarded (always legal, D6),
kills are never fewer at any moment, and so neither the number of kills nor `spare` can be worse. This needs no
assumption about options: chain and ace = 11 are in the transitions. (Consequences without chain: a pile further on
is never worse; a first card of at least half the power is never worse than an empty attack, a lower one may be.
With chain a forced chain can hurt, and the sweep finds that too.)
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

PILES: Final = 4
LEVEL: Final = 25  # codes a level
CODES: Final = 76  # three levels and the dead state
DONE: Final = 23
TYPES: Final = 60  # card types: 12 * suit + value, suit 4 for a joker
JOKER_SUIT: Final = 4


def zeros(n: int) -> vec[i64]:
    return vec[i64]([0 for _ in range(n)])


class Piles:
    """The four piles of one game. Load with `load`; then read `step`, `le` and `rank`.

    step[(76 p + code) * 60 + type] is the code after that card, -1 where it may not be placed. le[(76 p + a) * 76 + b]
    is 1 where a <= b. rank grows strictly along <= (the number of codes below). codes / count list the codes that
    occur, dead first.
    """

    def __init__(self) -> None:
        self.size: vec[i64] = zeros(PILES)
        self.suit: vec[i64] = zeros(PILES * 3)
        self.power: vec[i64] = zeros(PILES * 3)
        self.step: vec[i64] = zeros(PILES * CODES * TYPES)
        self.le: vec[i64] = zeros(PILES * CODES * CODES)
        self.rank: vec[i64] = zeros(PILES * CODES)
        self.codes: vec[i64] = zeros(PILES * CODES)
        self.count: vec[i64] = zeros(PILES)
        self.types: vec[i64] = zeros(TYPES)
        self.ntypes: i64 = 0
        self.top: i64 = 10
        self.ace: i64 = 1
        self.chain: bool = False

    def load(
        self, monsters: list[list[tuple[int, int]]], types: list[int], ace: int, chain: bool, dominance: bool
    ) -> None:
        """Take over the piles, each a list of (suit, power) top first, and the card types that can still come."""
        self.ace = ace
        self.top = 11 if ace == 11 else 10
        self.chain = chain
        self.ntypes = len(types)
        for i, t in enumerate(types):
            self.types[i] = t
        for p in range(PILES):
            pile = monsters[p]
            self.size[p] = len(pile)
            for i, (suit, power) in enumerate(pile):
                self.suit[p * 3 + i] = suit
                self.power[p * 3 + i] = power
            self._steps(p)
            self._simulate(p, dominance)

    def place(self, p: i64, code: i64, suit: i64, value: i64) -> i64:
        """Return the code after a card is placed on pile p, or -1 (rules 4 and 6, D1, D2, D3, D5)."""
        level: i64 = code // LEVEL
        size: i64 = self.size[p]
        if level >= size:
            return -1
        base: i64 = level * LEVEL
        attack: i64 = code - base
        power: i64 = self.power[p * 3 + level]
        match: i64 = 1 if suit == self.suit[p * 3 + level] or suit == JOKER_SUIT else 0
        linked: i64 = 1 if self.chain and level + 1 < size else 0
        if attack == 0:
            if value == 11 and power == 11:
                return base + DONE + (match & linked)
            if value + self.top < power:
                return -1
            return base + 1 + 2 * (value - 1) + (match & linked)
        if attack < DONE:
            first: i64 = (attack - 1) // 2 + 1
            if first + value < power:
                return -1
            return base + DONE + ((attack - 1) & 1 & match)
        if match == 0:
            return -1
        return base + LEVEL * (1 + (attack - DONE))

    def _steps(self, p: i64) -> None:
        """List the codes of pile p that can occur, dead first and each after its successors, and fill its steps."""
        step = self.step
        n: i64 = 0
        level: i64 = self.size[p]
        self.codes[p * CODES] = level * LEVEL
        n = 1
        while level > 0:
            level -= 1
            linked: i64 = 1 if self.chain and level + 1 < self.size[p] else 0
            attack: i64 = LEVEL - 1
            while attack >= 0:
                q: i64 = (attack - 1) & 1
                ok: bool = attack == 0 or q == 0 or linked == 1
                if 0 < attack < DONE and (attack - 1) // 2 + 1 + self.top < self.power[p * 3 + level]:
                    ok = False
                if ok:
                    self.codes[p * CODES + n] = level * LEVEL + attack
                    n += 1
                attack -= 1
        self.count[p] = n
        i: i64 = 0
        while i < n:
            code: i64 = self.codes[p * CODES + i]
            k: i64 = 0
            while k < self.ntypes:
                t: i64 = self.types[k]
                step[(p * CODES + code) * TYPES + t] = self.place(p, code, t // 12, t % 12)
                k += 1
            i += 1

    def _simulate(self, p: i64, dominance: bool) -> None:
        le = self.le
        step = self.step
        types = self.types
        nt: i64 = self.ntypes
        n: i64 = self.count[p]
        i: i64 = 0
        while i < CODES * CODES:
            le[p * CODES * CODES + i] = 0
            i += 1
        i = 0
        while i < n:
            a: i64 = self.codes[p * CODES + i]
            row: i64 = (p * CODES + a) * CODES
            j: i64 = 0
            while j < n and dominance:
                b: i64 = self.codes[p * CODES + j]
                j += 1
                if b // LEVEL < a // LEVEL:
                    break
                sim: i64 = 1
                k: i64 = 0
                while k < nt:
                    t: i64 = types[k]
                    k += 1
                    after: i64 = step[(p * CODES + a) * TYPES + t]
                    if after < 0:
                        continue
                    arow: i64 = (p * CODES + after) * CODES
                    if le[arow + b] == 1:
                        continue
                    reply: i64 = step[(p * CODES + b) * TYPES + t]
                    if reply < 0 or le[arow + reply] == 0:
                        sim = 0
                        break
                le[row + b] = sim
            le[row + a] = 1
            i += 1
        self._ranks(p)

    def _ranks(self, p: i64) -> None:
        n: i64 = self.count[p]
        j: i64 = 0
        while j < n:
            b: i64 = self.codes[p * CODES + j]
            below: i64 = 0
            i: i64 = 0
            while i < n:
                below += self.le[(p * CODES + self.codes[p * CODES + i]) * CODES + b]
                i += 1
            self.rank[p * CODES + b] = below
            j += 1
