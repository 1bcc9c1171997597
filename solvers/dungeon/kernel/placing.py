"""What a card does to a pile, as a table over the rows of kernel/value.py, and small functions on cards and piles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.value import EMPTY, FINISH, FRESH, HIDDEN, JOKER

if TYPE_CHECKING:
    from solvers.dungeon.kernel.random32 import Random32

ILLEGAL: Final = -1
KILL: Final = 98
PURE_KILL: Final = 99


def followers(ace: i64, chain: i64) -> vec[i64]:
    """Return the table of placements: [(row * 2 + matches) * 41 + card] is the new row, ILLEGAL, KILL or PURE_KILL.

    matches: the card is a joker or of the monster's suit.
    """
    table = vec[i64]([ILLEGAL for _ in range(97 * 82)])
    most: i64 = 11 if ace == 11 else 10
    for row in range(EMPTY):
        kind: i64 = row % 16
        below: i64 = row // 16 % 3
        pure: i64 = row // 48
        if kind == HIDDEN:
            continue
        for matches in range(2):
            for card in range(41):
                damage: i64 = 10 if card == JOKER else card % 10 + 1
                if damage == 1:
                    damage = ace
                after: i64 = 0
                if chain and matches and (pure or kind >= FRESH):
                    after = 48
                new: i64 = ILLEGAL
                if kind == FINISH:
                    if matches:
                        new = PURE_KILL if after else KILL
                elif kind < FINISH:
                    if damage > kind:
                        new = after + below * 16 + FINISH
                else:
                    power: i64 = kind - 1
                    if power == 11 and damage == 11:
                        new = after + below * 16 + FINISH
                    elif power - damage <= most:
                        new = after + below * 16 + power - damage - 1
                table[(row * 2 + matches) * 41 + card] = new
    return table


def matching(card: i64, suit: i64) -> i64:
    """Return 1 for a card of the suit or a joker, else 0."""
    return 1 if card == JOKER or card // 10 == suit else 0


def needed(row: i64) -> i64:
    """Return how many cards a pile takes when every monster takes three."""
    if row == EMPTY:
        return 0
    kind: i64 = row % 16
    own: i64 = 3
    if kind < FINISH:
        own = 2
    elif kind == FINISH:
        own = 1
    return row // 16 % 3 * 3 + own


def mix(cards: vec[i64], count: i64, chance: Random32) -> None:
    """Shuffle the first count entries."""
    for i in range(count - 1, 0, -1):
        j: i64 = chance.below(i + 1)
        card: i64 = cards[i]
        cards[i] = cards[j]
        cards[j] = card
