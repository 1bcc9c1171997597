"""What `out` asks of a whole deal in a given number of turns, as counts for shapes and fillings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.bounds import most_closings
from solvers.triangle.kernel.lattice import JOKER, ORIGIN

if TYPE_CHECKING:
    from solvers.triangle.packed import Packed

#: What the keys of `kernel.sequence` have room for.
MOST_TURNS: Final = 64
MOST_CELLS: Final = 48


@dataclass(frozen=True, slots=True)
class Question:
    """Can seat target (from 0) empty its hand in `turns` turns, from a table with nothing but the joker?

    hands: card masks by seat. seats: for each turn from now on the seat that takes it, up to the target's last turn.
    helping: for each seat its turns before that, at most its cards; 0 for the target.
    """

    hands: tuple[int, ...]
    seat: int
    target: int
    turns: int

    @property
    def own(self) -> int:
        """Cards of the target."""
        return self.hands[self.target].bit_count()

    @property
    def seats(self) -> tuple[int, ...]:
        players = len(self.hands)
        wait = (self.target - self.seat) % players
        return tuple((self.seat + k) % players for k in range(wait + 1 + (self.turns - 1) * players))

    @property
    def helping(self) -> tuple[int, ...]:
        return tuple(
            0 if seat == self.target else min(self.seats.count(seat), hand.bit_count())
            for seat, hand in enumerate(self.hands)
        )

    @property
    def extras(self) -> int:
        """Extra placements that the target needs, so corners that it must close before its last card."""
        return self.own - self.turns

    @property
    def cells(self) -> int:
        """Cells of the layout before the target's last card, if nobody else has an extra placement."""
        return self.own + sum(self.helping)

    def spare(self, corners: int) -> int:
        """Corners of a layout beyond those the target needs: for extra placements of others, or wasted."""
        return corners - self.extras

    def limits(self) -> list[tuple[int, int]]:
        """Pairs (cells, corners): a layout that answers yes has at most and at least as many, for one of them."""
        found = []
        held = sum(hand.bit_count() for seat, hand in enumerate(self.hands) if seat != self.target)
        for more in range(held - sum(self.helping) + 1):
            if most_closings(self.cells + more) < self.extras + more:
                break  # one more cell brings at most one more corner
            found.append((self.cells + more, self.extras + more))
        return found


def question(packed: Packed, target: int, turns: int) -> Question | None:
    """Return the question for a position, None where its counting does not apply.

    It applies where only the joker lies, nobody is in the middle of a turn and nobody has passed.
    """
    fresh = packed.board == (int(JOKER), int(ORIGIN)) and not packed.extra and not packed.passes
    asked = Question(packed.hands, packed.seat, target, turns)
    if not fresh or turns < 1 or asked.extras < 1 or len(packed.hands) < 2 or not all(packed.hands):
        return None
    if len(asked.seats) >= MOST_TURNS or asked.cells >= MOST_CELLS:
        return None
    return asked
