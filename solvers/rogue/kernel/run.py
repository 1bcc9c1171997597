"""A run through the dungeon, packed: what is known of it between two rooms, and what that is worth.

A value is the chance of winning the game from there. It is fitted: each stage (an area and a column) has a small
network whose weights `solvers.rogue.train` makes. Its first layer is a sum of table rows, one for the HP, one for the
XP and so on, so that reading a run costs a dozen rows. Values do not depend on the difficulty, which settles only where
a run starts.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.plan import CELLS, WIDTH

MONSTER: Final = 0
TREASURE: Final = 1
MERCHANT: Final = 2
RESTING: Final = 3
EVENT: Final = 4
BOSS: Final = 6
ALL_ROOMS: Final = 63
AREAS: Final = 14
# rows of a stage's tables: one for each value of what is counted, one for each card still face down, then single ones
ROW_HP: Final = 0
ROW_XP: Final = 21
ROW_ARMOR: Final = 58
ROW_GOLD: Final = 64
ROW_FOOD: Final = 85
ROW_SPELLS: Final = 92
ROW_REST: Final = 117
ROW_LOOT: Final = 123
ROW_KEY: Final = 124
ROW_FOUND: Final = 125
ROW_HITS: Final = 126  # three: to be multiplied by `hits` of this level's monsters, its boss and the next level's
ROWS: Final = 129
HIDDEN: Final = 32
WEIGHTS: Final = 4161  # of a stage: ROWS * HIDDEN, an output weight for each hidden unit, the output's bias
STAGES: Final = 70


def level_of(area: i64) -> i64:
    """Return the level of an area (section 3)."""
    if area <= 4:
        return 1 if area <= 2 else 2
    if area <= 7:
        return 3
    return 4 if area <= 10 else 5


def has_boss(area: i64) -> bool:
    return area == 2 or area == 4 or area == 7 or area == 10 or area == 14


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
    """The fitted values of all stages; `locked` for the Dungeon Key variant. weights: WEIGHTS numbers a stage.

    last: before the last boss, where nothing but the hero's strength counts, the exact chance of winning the fight, a
    Healing spell used before it or in it (R8); for each spell code and armor one number a cell (HP, XP).
    """

    def __init__(self, weights: vec[float], last: vec[float], locked: bool) -> None:
        self.weights = weights
        self.last = last
        self.locked = locked
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
        """Return the value of a run that stands before a column: the network's, the fight's before the last boss."""
        if run.area == AREAS and run.column == 5:
            return self.last[(run.spells * 6 + run.armor) * CELLS + run.hp * WIDTH + run.xp]
        base = ((run.area - 1) * 5 + run.column - 1) * WEIGHTS
        weights, sums = self.weights, self.sums
        hp = base + (ROW_HP + run.hp) * HIDDEN
        xp = base + (ROW_XP + run.xp) * HIDDEN
        armor = base + (ROW_ARMOR + run.armor) * HIDDEN
        gold = base + (ROW_GOLD + run.gold) * HIDDEN
        food = base + (ROW_FOOD + run.food) * HIDDEN
        spells = base + (ROW_SPELLS + run.spells) * HIDDEN
        unit: i64 = 0
        while unit < HIDDEN:
            total = weights[hp + unit] + weights[xp + unit] + weights[armor + unit]
            sums[unit] = total + weights[gold + unit] + weights[food + unit] + weights[spells + unit]
            unit += 1
        room: i64 = 0
        while room < 6:
            if (run.rest >> room) & 1 == 1:
                self.add(base + (ROW_REST + room) * HIDDEN, 1.0)
            room += 1
        if run.defeated == 1 and (run.rest >> TREASURE) & 1 == 1:
            self.add(base + ROW_LOOT * HIDDEN, 1.0)
        if run.key == 1:
            self.add(base + ROW_KEY * HIDDEN, 1.0)
        if run.found == 1:
            self.add(base + ROW_FOUND * HIDDEN, 1.0)
        kind: i64 = 0
        while kind < 3:
            self.add(base + (ROW_HITS + kind) * HIDDEN, blows(run, kind))
            kind += 1
        at = base + ROWS * HIDDEN
        total = weights[at + HIDDEN]
        unit = 0
        while unit < HIDDEN:
            if sums[unit] > 0.0:
                total += sums[unit] * weights[at + unit]
            unit += 1
        total = max(-30.0, min(30.0, total))
        return 1.0 / (1.0 + math.exp(-total))

    def add(self, at: i64, share: float) -> None:
        """Add a share of a table row to the hidden units."""
        weights, sums = self.weights, self.sums
        unit: i64 = 0
        while unit < HIDDEN:
            sums[unit] += share * weights[at + unit]
            unit += 1


def blows(run: Run, kind: i64) -> float:
    """Return how many blows of a kind of foe kill: a monster of this level, its boss, a monster of the next level."""
    level = level_of(run.area)
    if kind == 0:
        return hits(run.hp, 2 * level - run.armor)
    if kind == 1:
        return hits(run.hp, boss_damage(level) - run.armor)
    return hits(run.hp, 2 * min(5, level + 1) - run.armor)


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
