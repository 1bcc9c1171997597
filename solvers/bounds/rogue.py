"""Upper bounds on the best possible chance of winning Mini Rogue: a more generous game, solved exactly. Needs numpy."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from solvers.rogue.kernel.run import below, has_boss, level_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from solvers.bounds.areas import Model

    Array = NDArray[np.float32]

MONSTER, TREASURE, MERCHANT, RESTING, EVENT, TRAP = range(6)
ROOMS: Final = frozenset(range(6))
LAST_AREA: Final = 14
Rest = frozenset[int]
#: Columns done, rooms still face down, whether a monster was defeated (False where no Treasure is left).
Key = tuple[int, Rest, bool]


def key_of(done: int, rest: Rest, defeated: bool) -> Key:
    return done, rest, defeated and TREASURE in rest


@dataclass
class Area:
    """The tables of an area, by what is left of it. end: that of heroes who are done with the last column."""

    model: Model
    area: int
    end: Array
    below: Callable[[Key], Array] | None
    tables: dict[Key, Array] = field(default_factory=dict)

    def solve(self, down_to: int = 0) -> dict[Key, Array]:
        """Fill in and return the tables, those with at least `down_to` columns done."""
        self.tables[key_of(4, frozenset(), False)] = self.model.settled(self.end)
        for done in range(3, down_to - 1, -1):
            size = (6, 5, 3, 2)[done]
            rests = [frozenset(rest) for rest in combinations(sorted(ROOMS), size)]
            keys = {key_of(done, rest, defeated) for rest in rests for defeated in (False, done > 0)}
            self._column(done, sorted(keys, key=str))
        return self.tables

    def _column(self, done: int, keys: list[Key]) -> None:
        """Fill in the tables before a column from those after it."""
        pairs = done in {1, 3}
        rooms: dict[tuple[int, Key], Array] = {}
        self._fights(done, keys, rooms)
        for key in keys:
            _done, rest, defeated = key
            hands = list(combinations(sorted(rest), 2 if pairs else 1))
            total = np.zeros(self.model.shape, np.float32)
            for hand in hands:
                after = key_of(done + 1, rest - set(hand), defeated)
                best = self.model.heal(reduce(np.maximum, [self._room(room, after, defeated, rooms) for room in hand]))
                total += best
            total *= np.float32(1.0 / len(hands))
            self.tables[key] = self.model.settled(total)
        rooms.clear()

    def _fights(self, done: int, keys: list[Key], rooms: dict[tuple[int, Key], Array]) -> None:
        """Solve the fights of a column together: one batch of prizes."""
        level = level_of(self.area)
        size = 2 if done in {1, 3} else 1
        wanted: dict[tuple[Rest, int], None] = {}
        for _done, rest, _defeated in keys:
            for hand in combinations(sorted(rest), size):
                for room, xp in ((MONSTER, (level + 1) // 2), (EVENT, 2)):
                    if room in hand:
                        wanted[rest - set(hand), xp] = None
        tables = [(self.tables[key_of(done + 1, rest, True)], xp) for rest, xp in wanted]
        hps = range(self.area + 1, self.area + 7)
        for (rest, xp), value in zip(wanted, self.model.met(tables, 2 * level, hps), strict=True):
            if xp == (level + 1) // 2:
                rooms[MONSTER, key_of(done + 1, rest, True)] = value
            if xp == 2:
                rooms[-1, key_of(done + 1, rest, True)] = value

    def _room(self, room: int, after: Key, defeated: bool, rooms: dict[tuple[int, Key], Array]) -> Array:
        """Return the table of heroes about to resolve a room, after which `after` is left."""
        done, rest, _defeated = after
        if room == MONSTER:
            return rooms[MONSTER, key_of(done, rest, True)]
        name = (TREASURE + 10 * defeated if room == TREASURE else room), after
        if name not in rooms:
            rooms[name] = self._resolved(room, after, defeated, rooms)
        return rooms[name]

    def _resolved(self, room: int, after: Key, defeated: bool, rooms: dict[tuple[int, Key], Array]) -> Array:
        model, table = self.model, self.tables[after]
        if room == TREASURE:
            return model.treasure(table, 2 if defeated else 1)
        if room == MERCHANT:
            return model.merchant(table)
        if room == RESTING:
            return model.rest(table)
        if room == EVENT:
            return model.event(table, rooms[-1, key_of(after[0], after[1], True)])
        return model.trap(table, table if self.below is None else self.below(after))


def converted(table: Array, old: Model, new: Model) -> Array:
    """Return a table for the heroes of another model, from that of one that is as generous or more."""
    if old == new:
        return table
    purses = [old.purses.number(gold, food) for gold, food in new.purses.names]
    states = list(range(old.spells.count))
    if old.spells != new.spells:
        states = [new.spells.size(state) for state in range(new.spells.count)]
    return new.settled(table[purses][:, states][..., : new.top + 1].copy())


def sure(model: Model) -> Array:
    """Return the table that deems every hero who is alive to win."""
    table = np.ones(model.shape, np.float32)
    table[..., 0, :] = 0.0
    return table


class Dungeon:
    """Areas from the last to the first. models: by area, up to the one after `until`.

    until: who leaves this area alive is deemed to win; where it is the last, who wins wins. `start[area]` is then the
    table at the start of an area, `kept[area]` those that a pit leads to.
    """

    def __init__(self, models: dict[int, Model], until: int = LAST_AREA) -> None:
        self.models = models
        self.until = until
        self.start: dict[int, Array] = {}
        self.kept: dict[int, dict[Key, Array]] = {}

    def below(self, area: int, key: Key) -> Array:
        """Return the table of heroes whom a pit has dropped out of an area."""
        to = below(area)
        if to > self.until:
            return sure(self.models[area])
        return converted(self.kept[to][key], self.models[to], self.models[area])

    def end(self, area: int) -> Array:
        """Return the table of heroes who are done with the last column of an area."""
        model = self.models[area]
        if area == LAST_AREA:
            return model.last_boss()
        next_start = sure(model) if area == self.until else self._start(area + 1, model)
        table = model.explore(next_start)
        return model.boss(table, level_of(area)) if has_boss(area) else table

    def _start(self, area: int, model: Model) -> Array:
        return converted(self.start[area], self.models[area], model)

    def solve(self, area: int) -> None:
        """Solve an area, those behind it being solved."""
        falls = partial(self.below, area) if below(area) != area else None
        tables = Area(self.models[area], area, self.end(area), falls).solve()
        kept = {key: table for key, table in tables.items() if key[0] > 0 and TRAP not in key[1]}
        self.take(area, tables[key_of(0, ROOMS, False)], kept)

    def take(self, area: int, start: Array, kept: dict[Key, Array]) -> None:
        """Take over the tables of a solved area; forget those that no pit leads to any more."""
        self.start[area] = start
        self.kept[area] = kept
        for old in [old for old in self.kept if old > area + 2]:
            del self.kept[old]
