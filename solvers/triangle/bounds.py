"""Lower bounds for `out` and `all`, upper bound for `turn`: what no sequence can beat, with the reason.

Every extra placement follows a placement that touched two or more cards. Such a placement adds at least one to
c = touching pairs − cells + 1, any other placement leaves c as it is, and c of n cells is at most cyc(n) (rules,
section 7). An extra placement of somebody else costs a corner and adds one cell, and cyc grows by at most one with each
cell, so letting others place more never makes room for more extra placements of one's own. `partners` adds what cards
themselves allow, less where few of them match: in small decks, late in a game, in hands typed for the purpose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.cards import PACK
from cardsolo.games.triangle.bounds import most_closings
from solvers.triangle.kernel.judge import Judge
from solvers.triangle.kernel.lattice import CELLS, FULL
from solvers.triangle.packed import lattice_of, vector
from solvers.triangle.partners import connected, most_extras

if TYPE_CHECKING:
    from solvers.triangle.packed import Packed

#: The most corners that the whole pack with the joker closes: geometry alone allows 18, `corners` refutes that.
WHOLE_PACK: Final = 17


def turn_bound(packed: Packed) -> int:
    """Return a number of cards that one turn cannot exceed: one more than the corners that are left to close."""
    held = packed.cards[packed.seat]
    room = most_closings(len(packed.board) // 2 + held) - packed.corners
    return min(held, room + 1)


def out_bound(packed: Packed, target: int) -> int:
    """Return a number of own turns below which seat target (from 0) cannot empty its hand."""
    held = packed.cards[target]
    if held == 0:
        return 0
    free = packed.extra and packed.seat == target  # the rest of a turn that is not counted any more
    turns = 0 if free else 1
    while True:
        helpers = _helpers(packed, target, turns)
        if held - turns - free <= min(_room(packed, held, helpers), most_extras(packed, [target], helpers)):
            return turns
        turns += 1


def all_bound(packed: Packed) -> int:
    """Return a number of turns of all seats below which the cards cannot all be placed."""
    held = sum(packed.cards)
    if held == 0:
        return 0
    room = min(_room(packed, held, 0), most_extras(packed, range(len(packed.hands)), 0))
    if held + len(packed.board) // 2 == len(PACK) + 1:
        room = min(room, WHOLE_PACK - packed.corners)
    if packed.board and connected(packed):
        room = min(room, max(_room_here(packed, held), 0))
    return max(held - room - packed.extra, 0 if packed.extra else 1)


def _room(packed: Packed, held: int, helpers: int) -> int:
    """How many corners can be closed before the last of the cards held; the last one brings no extra placement."""
    return most_closings(len(packed.board) // 2 + helpers + held - 1) - packed.corners


def _room_here(packed: Packed, held: int) -> int:
    """How many corners the held cards can close before the last of them on this very board.

    The shape of the board costs perimeter that no card brings back: the strips that it enters, and its notches that no
    card held fits (`Judge.survey`).
    """
    every = sum(packed.hands)
    judge = Judge(lattice_of(packed.board), vector([int(FULL)] * int(CELLS)))
    judge.survey(every, every)
    return int(judge.room(len(packed.board) // 2 + held - 1))


def _helpers(packed: Packed, target: int, turns: int) -> int:
    """How many cards the other seats can place first in their turns before the target's turn number `turns`."""
    players = len(packed.hands)
    wait = (target - packed.seat) % players
    own_first = packed.extra and wait == 0
    total = 0
    for seat, cards in enumerate(packed.cards):
        ahead = (seat - packed.seat) % players
        if seat != target:
            rounds = turns if ahead < wait or own_first else turns - 1
            total += min(cards, max(rounds, 0))
    return total
