"""A run through the dungeon, packed: what is known of it between two rooms, and what that is worth.

A value is the chance of winning the game from there. It is fitted: each stage (an area and a column) has a small
network whose weights `solvers.rogue.train` makes. Values do not depend on the difficulty, which settles only where a
run starts.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.plan import rank_of

MONSTER: Final = 0
TREASURE: Final = 1
MERCHANT: Final = 2
RESTING: Final = 3
EVENT: Final = 4
TRAP: Final = 5
BOSS: Final = 6
ALL_ROOMS: Final = 63
AREAS: Final = 14
INPUTS: Final = 28
HIDDEN: Final = 20
WEIGHTS: Final = 601  # of a stage: INPUTS * HIDDEN, a bias and an output weight for each hidden unit, the output's bias
STAGES: Final = 70


def level_of(area: i64) -> i64:
    """Return the level of an area (section 3)."""
    if area <= 4:
        return 1 if area <= 2 else 2
    if area <= 7:
        return 3
    return 4 if area <= 10 else 5


def has_boss(area: i64) -> bool:
    return area == 2 or area == 4 or area == 7 or area == 10 or area == 14  # noqa: PLR1714  a tuple would be boxed


def boss_damage(level: i64) -> i64:
    """Return the damage of the boss of a level (section 7.1)."""
    return 12 if level == 5 else 2 * level + 1


def below(area: i64) -> i64:
    """Return where a pit leads, the same area on level 5 (section 8.6)."""
    if area >= 11:
        return area
    if area <= 4:
        return area + 2
    return area + 3


class Run:
    """A run between two rooms.

    column: the next to be turned up (5 for the boss or the exploration). rest: the rooms still face down, a bit each.
    xp is cumulative, 0 to 36. spells: 5 * kind + kind, the greater first, 0 for none. defeated: a monster fell in this
    area. key and found: the Dungeon Key is held, this level has given one.
    """

    def __init__(self) -> None:
        self.area: i64 = 1
        self.column: i64 = 1
        self.rest: i64 = ALL_ROOMS
        self.defeated: i64 = 0
        self.key: i64 = 0
        self.found: i64 = 0
        self.xp: i64 = 0
        self.armor: i64 = 0
        self.hp: i64 = 1
        self.gold: i64 = 0
        self.food: i64 = 0
        self.spells: i64 = 0

    def take(self, other: "Run") -> None:
        """Become a copy of other."""
        self.area = other.area
        self.column = other.column
        self.rest = other.rest
        self.defeated = other.defeated
        self.key = other.key
        self.found = other.found
        self.xp = other.xp
        self.armor = other.armor
        self.hp = other.hp
        self.gold = other.gold
        self.food = other.food
        self.spells = other.spells

    def copy(self) -> "Run":
        new = Run()
        new.take(self)
        return new

    def gain_xp(self, amount: i64) -> None:
        """Gain XP in one event; at rank 4 that is 1 HP (R3, R33)."""
        if self.xp == 36:
            self.hp = min(20, self.hp + 1)
        else:
            self.xp = min(36, self.xp + amount)

    def gain_hp(self, amount: i64) -> None:
        self.hp = min(20, self.hp + amount)

    def gain_gold(self, amount: i64) -> None:
        self.gold = min(20, self.gold + amount)

    def go(self, area: i64) -> None:
        """Move the area marker; a new level has a key of its own (R30)."""
        if level_of(area) != level_of(self.area):
            self.found = 0
        self.area = area

    def holds(self, kind: i64) -> bool:
        return kind > 0 and (self.spells // 5 == kind or self.spells % 5 == kind)

    def add_spell(self, kind: i64) -> None:
        """Add a spell to none or one."""
        one = self.spells // 5
        self.spells = 5 * max(one, kind) + min(one, kind)

    def drop_spell(self, kind: i64) -> None:
        high = self.spells // 5
        self.spells = 5 * (self.spells % 5) if high == kind else 5 * high


class Worth:
    """The fitted values of all stages; `locked` for the Dungeon Key variant. weights: WEIGHTS numbers a stage."""

    def __init__(self, weights: vec[float], locked: bool) -> None:
        self.weights = weights
        self.locked = locked
        self.x: vec[float] = vec[float]([0.0] * int(INPUTS))
        self.sums: vec[float] = vec[float]([0.0] * int(HIDDEN))
        self.next = Run()

    def of(self, run: Run) -> float:
        """Return the chance of winning; explores first where the area is done (section 4.3)."""
        if run.hp <= 0:
            return 0.0
        if run.column < 5 or (run.column == 5 and has_boss(run.area)):
            return self.stage(run)
        self.next.take(run)
        return self.stage(self.next) if explore(self.next, self.locked) else 0.0

    def stage(self, run: Run) -> float:
        """Return the network's value of a run that stands before a column."""
        self.read(run)
        base = ((run.area - 1) * 5 + run.column - 1) * WEIGHTS
        weights, x, sums = self.weights, self.x, self.sums
        unit: i64 = 0
        at = base + INPUTS * HIDDEN
        while unit < HIDDEN:
            sums[unit] = weights[at + unit]
            unit += 1
        index: i64 = 0
        while index < INPUTS:
            value = x[index]
            if value != 0.0:
                at = base + index * HIDDEN
                unit = 0
                while unit < HIDDEN:
                    sums[unit] += value * weights[at + unit]
                    unit += 1
            index += 1
        at = base + INPUTS * HIDDEN + HIDDEN
        total = weights[at + HIDDEN]
        unit = 0
        while unit < HIDDEN:
            if sums[unit] > 0.0:
                total += sums[unit] * weights[at + unit]
            unit += 1
        total = max(-30.0, min(30.0, total))
        return 1.0 / (1.0 + math.exp(-total))

    def read(self, run: Run) -> None:
        """Fill in the inputs of the networks."""
        x = self.x
        hp = run.hp
        rank = rank_of(run.xp)
        level = level_of(run.area)
        x[0] = float(hp) / 20.0
        x[1] = float(min(hp, 6)) / 6.0
        x[2] = float(min(hp, 12)) / 12.0
        x[3] = float(run.xp) / 36.0
        x[4] = 1.0 if rank >= 2 else 0.0
        x[5] = 1.0 if rank >= 3 else 0.0
        x[6] = 1.0 if rank >= 4 else 0.0
        x[7] = float(run.armor) / 5.0
        x[8] = float(run.gold) / 20.0
        x[9] = float(min(run.gold, 6)) / 6.0
        x[10] = float(run.food) / 6.0
        x[11] = float(min(run.food, 2)) / 2.0
        kind: i64 = 1
        while kind <= 4:
            held = (1.0 if run.spells // 5 == kind else 0.0) + (1.0 if run.spells % 5 == kind else 0.0)
            x[11 + kind] = held
            kind += 1
        x[16] = hits(hp, 2 * level - run.armor)
        x[17] = hits(hp, boss_damage(level) - run.armor)
        x[18] = hits(hp, 2 * min(5, level + 1) - run.armor)
        room: i64 = 0
        while room < 6:
            x[19 + room] = 1.0 if (run.rest >> room) & 1 == 1 else 0.0
            room += 1
        x[25] = 1.0 if run.defeated == 1 and (run.rest >> TREASURE) & 1 == 1 else 0.0
        x[26] = float(run.key)
        x[27] = float(run.found)


def hits(hp: i64, damage: i64) -> float:
    """Return how many blows kill, up to 6, as a share of 6."""
    if damage <= 0:
        return 1.0
    return float(min(6, (hp + damage - 1) // damage)) / 6.0


def explore(run: Run, locked: bool) -> bool:
    """Go on to the next area (section 4.3); return whether the run lives on."""
    if run.food > 0:
        run.food -= 1
    else:
        run.hp -= 2
        if run.hp <= 0:
            return False
    if locked and has_boss(run.area):
        if run.key == 0:
            return False
        run.key = 0
    run.go(run.area + 1)
    run.column = 1
    run.rest = ALL_ROOMS
    run.defeated = 0
    return True
