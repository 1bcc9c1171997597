"""From a filled shape to a sequence: its loose ends, and an order of all its cards that the turns allow.

A loose end is a tree of cells outside the core, each touching just one cell that was there before. All cards of the
target but its last must lie in the core or in loose ends, and so must the joker; cards of others are only needed where
they lead to one of these. The target's last card may touch any number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from solvers.triangle.kernel.lattice import JOKER, ORIGIN, WIDTH, neighbour_masks
from solvers.triangle.kernel.sequence import NO, UNKNOWN, YES, Order
from solvers.triangle.kernel.trie import beside, place
from solvers.triangle.packed import vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solvers.triangle.fill.plan import Job
    from solvers.triangle.fill.question import Question
    from solvers.triangle.task import Line

#: States of one search for an order, after which it is called undecided.
ORDER_STATES: Final = 1_000_000
#: Layouts with loose ends that are looked at for one filling, before it is called undecided.
MOST_LAYOUTS: Final = 20_000
#: Partial layouts with loose ends, in the same way.
MOST_STEPS: Final = 200_000
MATCH: Final = tuple(int(mask) for mask in neighbour_masks())
_JOKER: Final = int(JOKER)
_ANY: Final = (1 << 53) - 1


@dataclass(slots=True)
class Judge:
    """Called with each filling; says whether to stop. line: a sequence found; open: fillings that stay undecided.

    late: fillings for which an order exists as long as nobody asks where the loose ends lie.
    """

    asked: Question
    jobs: list[Job]
    stop: Callable[[], bool]
    line: Line | None = None
    open: int = 0
    late: int = 0
    states: int = 0
    order: Order = field(init=False)
    owner: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        asked = self.asked
        self.order = Order(vector(asked.seats), len(asked.hands), asked.target)
        self.owner = {card: seat for seat, hand in enumerate(asked.hands) for card in range(52) if hand >> card & 1}
        self.owner[_JOKER] = -1

    def __call__(self, number: int, cards: list[int]) -> bool:
        job = self.jobs[number]
        if self.relaxed(job, cards) == NO:
            return False
        self.late += 1
        return self._finish(_laid(job, cards), job.corners)

    def relaxed(self, job: Job, cards: list[int]) -> int:
        """Whether an order exists if the target's other cards may lie anywhere: YES, NO or UNKNOWN."""
        hidden = self.asked.own - sum(self.owner[card] == self.asked.target for card in cards)
        return self._ask(_laid(job, cards), hidden)

    def _ask(self, lies: dict[int, int], hidden: int) -> int:
        cells = list(lies)
        index = {cell: k for k, cell in enumerate(cells)}
        near = [sum(1 << index[other] for other in beside(cell) if other in index) for cell in cells]
        start = next((1 << k for k, cell in enumerate(cells) if lies[cell] == _JOKER), 0)
        before = int(self.order.nodes)
        answer = self.order.ask(
            vector(near), vector(self.owner[lies[cell]] for cell in cells), start, hidden, ORDER_STATES
        )
        self.states += int(self.order.nodes) - before
        return int(answer)

    def _finish(self, core: dict[int, int], corners: int) -> bool:
        """Look for loose ends and an order; remember whether that stayed undecided."""
        unknown = False
        ends = LooseEnds(self.asked, self.owner, core, corners)
        for layouts, (lies, last, cell) in enumerate(ends.layouts(self.stop), 1):
            answer = self._ask(lies, 1)
            if answer == YES:
                self.line = self._line(lies, last, cell)
                return True
            unknown |= answer == UNKNOWN
            if layouts >= MOST_LAYOUTS:
                unknown = True
                break
        self.open += unknown or ends.cut
        return False

    def _line(self, lies: dict[int, int], last: int, cell: int) -> Line:
        """Write the order found as turns of `card << 13 | cell`."""
        cells = list(lies)
        joker = next(at for at, card in lies.items() if card == _JOKER)
        turns: list[list[int]] = [[] for _ in self.asked.seats]
        for k in range(int(self.order.length)):
            step = int(self.order.path[k])
            at = cells[step % 64]
            turns[step // 64].append(lies[at] << 13 | _packed(at, joker))
        turns[-1].append(last << 13 | _packed(cell, joker))
        return tuple(map(tuple, turns))


def _laid(job: Job, cards: list[int]) -> dict[int, int]:
    """Return the card of each cell of a filled job."""
    lies = dict(zip(job.cells, cards, strict=True))
    if job.joker >= 0:
        lies[job.joker] = _JOKER
    return lies


def _packed(cell: int, joker: int) -> int:
    """Return a cell as the kernels count it, where the joker lies in the middle."""
    x, y, p = place(cell)
    a, b, q = place(joker)
    x, y = x - a, y - b
    if q:  # turn the plane by half a turn, so that the joker's cell points up
        x, y, p = -x, -y, 1 - p
    return int(ORIGIN) + x * int(WIDTH) + 2 * y + x - p


class LooseEnds:
    """All ways to complete one filled core, fewest cards of others first."""

    def __init__(self, asked: Question, owner: dict[int, int], core: dict[int, int], corners: int) -> None:
        self.asked = asked
        self.owner = owner
        self.core = core
        used = [0] * len(asked.hands)
        for card in core.values():
            if owner[card] >= 0:
                used[owner[card]] += 1
        over = sum(max(0, used[seat] - most) for seat, most in enumerate(asked.helping) if seat != asked.target)
        self.spare = asked.spare(corners) - over
        self.room = [max(0, most - used[seat]) for seat, most in enumerate(asked.helping)]
        laid = set(core.values())
        self.mine = [card for card, seat in owner.items() if seat == asked.target and card not in laid]
        self.others = [card for card, seat in owner.items() if seat not in (asked.target, -1) and card not in laid]
        self.seen: set[tuple[frozenset[tuple[int, int]], int]] = set()
        self.steps = 0
        self.cut = False

    def layouts(self, stop: Callable[[], bool]) -> Iterator[tuple[dict[int, int], int, int]]:
        """Yield layouts, each with the target's last card and a cell where that fits."""
        joker = _JOKER in self.core.values()
        for most in range(sum(self.room) + self.spare + 1):
            for last in self.mine:
                needed = [card for card in self.mine if card != last]
                self.seen.clear()
                yield from self._grow(dict(self.core), needed if joker else [*needed, _JOKER], last, most, stop)

    def _grow(
        self, lies: dict[int, int], needed: list[int], last: int, more: int, stop: Callable[[], bool]
    ) -> Iterator[tuple[dict[int, int], int, int]]:
        """Add one loose cell after the other; exactly `more` of them are cards of others."""
        if self.steps >= MOST_STEPS or stop():
            self.cut = True
            return
        self.steps += 1
        free = self._free(lies)
        if not needed and more == 0:
            leaves = self._leaves(lies)
            for cell, (fits, _touch) in free.items():
                if fits >> last & 1 and leaves <= set(beside(cell)):
                    yield lies, last, cell
                    return
            return
        if self._apart(lies, free, [*needed, last], more):
            return
        for cell, (fits, touch) in free.items():
            if touch > 1:
                continue
            for card in needed:
                if fits >> card & 1 and self._new(lies, cell, card, more):
                    rest = [other for other in needed if other != card]
                    yield from self._grow({**lies, cell: card}, rest, last, more, stop)
            if more:
                for card in self.others:
                    fresh = fits >> card & 1 and card not in lies.values() and self._allowed(lies, card)
                    if fresh and self._new(lies, cell, card, more - 1):
                        yield from self._grow({**lies, cell: card}, needed, last, more - 1, stop)

    def _new(self, lies: dict[int, int], cell: int, card: int, more: int) -> bool:
        key = (frozenset((*(item for item in lies.items() if item[0] not in self.core), (cell, card))), more)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True

    def _free(self, lies: dict[int, int]) -> dict[int, tuple[int, int]]:
        """Empty cells beside the layout: the cards that match all they touch, and how many they touch."""
        found: dict[int, tuple[int, int]] = {}
        for cell, card in lies.items():
            mask = _ANY if card == _JOKER else MATCH[card] | 1 << _JOKER
            for other in beside(cell):
                if other not in lies:
                    fits, touch = found.get(other, (_ANY, 0))
                    found[other] = (fits & mask, touch + 1)
        return found

    def _allowed(self, lies: dict[int, int], card: int) -> bool:
        """Whether its seat can have placed one more card by then."""
        over = 0
        for seat, room in enumerate(self.room):
            loose = sum(self.owner[it] == seat for cell, it in lies.items() if cell not in self.core)
            over += max(0, loose + (self.owner[card] == seat) - room) if seat != self.asked.target else 0
        return over <= self.spare

    def _apart(self, lies: dict[int, int], free: dict[int, tuple[int, int]], needed: list[int], more: int) -> bool:
        """Whether `more` cards of others cannot join all that is needed to the layout (the same bound as in `Fill`)."""
        left = [card for card in needed if card != _JOKER]
        joker = next((cell for cell, card in lies.items() if card == _JOKER), -1)
        sides = {cell for cell in beside(joker) if free.get(cell, (0, 0))[1] == 1} if joker >= 0 else set()
        reached = {card for card in left if any(it[0] >> card & 1 for cell, it in free.items() if cell not in sides)}
        waiting = list(reached)
        while waiting:
            card = waiting.pop()
            fresh = {other for other in left if other not in reached and MATCH[card] >> other & 1}
            reached |= fresh
            waiting += fresh
        groups = 0
        rest = set(left) - reached
        while rest:
            groups += 1
            waiting = [rest.pop()]
            while waiting:
                card = waiting.pop()
                fresh = {other for other in rest if MATCH[card] >> other & 1}
                rest -= fresh
                waiting += fresh
        groups -= 2 if _JOKER in needed else len(sides)
        return (max(groups, 0) + 1) // 2 > more

    def _leaves(self, lies: dict[int, int]) -> set[int]:
        """Loose cards of other seats that lead on to nothing; the last card must touch them, or they are not needed."""
        return {
            cell
            for cell, card in lies.items()
            if cell not in self.core
            and self.owner[card] not in (self.asked.target, -1)
            and sum(other in lies for other in beside(cell)) == 1
        }
