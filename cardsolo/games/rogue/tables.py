"""Mini Rogue: everything printed on the cards, as data.

Each row ends with its source, as in `cardsolo rules rogue`: [R] the rulebook 1.2.1, [C] printed on the cards or the
scoring sheet, [T] the item, trap and event tables of the English rulebook, [Rn] a ruling. Dice tables are in the order
of the faces 1–6.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardsolo.core.i18n import marked

# --- limits (section 1) -----------------------------------------------------------------------------------------------
MAX_ARMOR: Final = 5  # [C]
MAX_HP: Final = 20  # [C]
MAX_GOLD: Final = 20  # [C]
MAX_FOOD: Final = 6  # [C]
MAX_SPELLS: Final = 2  # [R]
MAX_RANK: Final = 4  # [R]
MAX_MONSTER_HP: Final = 30  # [C]
#: XP to gain at ranks 1–3 for the next rank. [C]
THRESHOLDS: Final = (6, 12, 18)
CAPS: Final = {"armor": MAX_ARMOR, "hp": MAX_HP, "gold": MAX_GOLD, "food": MAX_FOOD}

# --- rooms (section 4.1) ----------------------------------------------------------------------------------------------
#: The six ordinary room cards, in the canonical order before a shuffle.
ROOMS: Final = ("monster", "treasure", "merchant", "resting", "event", "trap")
BOSS: Final = "boss"
#: Where the cards of a layout lie, by column 1–4: 1–4 are the upper cards, 5 and 6 the lower ones. [R]
COLUMNS: Final = ((0,), (1, 4), (2,), (3, 5))
BOSS_COLUMN: Final = len(COLUMNS) + 1


class Difficulty(NamedTuple):
    """Starting values (section 2) and the bonus of the scoring sheet (section 10)."""

    name: str
    armor: int
    hp: int
    gold: int
    food: int
    bonus: int
    source: str


DIFFICULTIES: Final = {
    row.name: row
    for row in (
        Difficulty("casual", 1, 5, 5, 6, 0, "[R] bonus [C]"),
        Difficulty("normal", 0, 5, 3, 6, 2, "[R] bonus [C]"),
        Difficulty("hard", 0, 4, 2, 3, 4, "[R] food [R1] bonus [C]"),
        Difficulty("impossible", 0, 3, 1, 3, 6, "[R] bonus [C]"),
    )
}


class Foe(NamedTuple):
    """A monster or boss; hp is None where it is the area number and a die. gold is gained before xp."""

    name: str
    hp: int | None
    damage: int
    gold: int
    xp: int
    source: str


class Level(NamedTuple):
    """One row of the Dungeon card: the first and the last area, who lives there."""

    name: str
    first: int
    last: int
    monster: Foe
    boss: Foe
    source: str


LEVELS: Final = (
    Level(
        marked("Black Sewers"),
        1,
        2,
        Foe(marked("Undead Soldier"), None, 2, 0, 1, "[R][C]"),
        Foe(marked("Undead Giant"), 10, 3, 2, 2, "[C]"),
        "[R][C]",
    ),
    Level(
        marked("Poisonous Dungeon"),
        3,
        4,
        Foe(marked("Skeleton"), None, 4, 0, 1, "[R][C]"),
        Foe(marked("Skeleton Lord"), 15, 5, 2, 3, "[C]"),
        "[R][C]",
    ),
    Level(
        marked("Undead Catacombs"),
        5,
        7,
        Foe(marked("Undead Knight"), None, 6, 0, 2, "[R][C]"),
        Foe(marked("Undead Lord"), 20, 7, 3, 4, "[C]"),
        "[R][C]",
    ),
    Level(
        marked("Flaming Underworld"),
        8,
        10,
        Foe(marked("Serpent Knight"), None, 8, 0, 2, "[R][C]"),
        Foe(marked("Serpent Demon"), 25, 9, 3, 5, "[C]"),
        "[R][C]",
    ),
    Level(
        marked("Sunken Keep of Og"),
        11,
        14,
        Foe(marked("Og's Sanctum Guard"), None, 10, 0, 3, "[R][C]"),
        Foe(marked("Og's Remains"), 30, 12, 0, 0, "[C]"),
        "[R][C]",
    ),
)
AREAS: Final = LEVELS[-1].last
_LEVEL_OF: Final = {area: number for number, row in enumerate(LEVELS, 1) for area in range(row.first, row.last + 1)}

#: A monster met through an event: damage 2 × level, 2 XP at every level. [C]
EVENT_MONSTER_DAMAGE: Final = 2
EVENT_MONSTER_XP: Final = 2

#: The area printed directly under an area: where a pit drops the adventurer (section 8.6); none under level 5. [C][T]
PIT: Final = {1: 3, 2: 4, 3: 5, 4: 6, 5: 8, 6: 9, 7: 10, 8: 11, 9: 12, 10: 13}


def level_of(area: int) -> int:
    """Return the level, 1–5, of area 1–14."""
    return _LEVEL_OF[area]


def has_boss(area: int) -> bool:
    """Whether area is the last of its level."""
    return LEVELS[_LEVEL_OF[area] - 1].last == area


def foe(kind: str, area: int) -> Foe:
    """Return who is met in an area as `monster`, `event` or `boss` (section 7.1)."""
    level = LEVELS[_LEVEL_OF[area] - 1]
    if kind == BOSS:
        return level.boss
    if kind == "event":
        damage = EVENT_MONSTER_DAMAGE * _LEVEL_OF[area]
        return Foe(level.monster.name, None, damage, 0, EVENT_MONSTER_XP, "[C]")
    return level.monster


# --- spells (section 7.5) ---------------------------------------------------------------------------------------------
class Spell(NamedTuple):
    """damage: taken off the monster at once."""

    name: str
    title: str
    damage: int
    source: str


SPELLS: Final = {
    row.name: row
    for row in (
        Spell("fire", marked("Fireball"), 8, "[C][T]"),
        Spell("ice", marked("Ice"), 0, "[C][T] [R11]"),
        Spell("poison", marked("Poison"), 5, "[C][T] [R9]"),
        Spell("healing", marked("Healing"), 0, "[C][T] [R8]"),
    )
}
#: What a poisoned monster takes with the dice of every later attack phase. [R9][R32]
POISON_DAMAGE: Final = 5
HEALING_HP: Final = 8


# --- dice tables (section 8) ------------------------------------------------------------------------------------------
class Gain(NamedTuple):
    """One row of the item or event table. what: a stat, `spell` (which one: `spell`), or `monster`."""

    name: str
    what: str
    amount: int
    source: str
    spell: str = ""


ITEMS: Final = (
    Gain(marked("Armor Piece"), "armor", 1, "[C]"),
    Gain(marked("Better Weapon"), "xp", 2, "[C]"),
    Gain(marked("Fireball Spell"), "spell", 1, "[C]", "fire"),
    Gain(marked("Ice Spell"), "spell", 1, "[C]", "ice"),
    Gain(marked("Poison Spell"), "spell", 1, "[C]", "poison"),
    Gain(marked("Healing Spell"), "spell", 1, "[C]", "healing"),
)
TREASURE_GOLD: Final = 1  # [R][C]
TREASURE_GOLD_AFTER_MONSTER: Final = 2  # [R][C]
#: The treasure test is passed from this face up. [R][C]
TREASURE_ITEM_FROM: Final = 5

EVENTS: Final = (
    Gain(marked("Found Ration"), "food", 1, "[C]"),
    Gain(marked("Health Potion"), "hp", 2, "[C]"),
    Gain(marked("Found Loot"), "gold", 2, "[C]"),
    Gain(marked("Whetstone"), "xp", 2, "[C]"),
    Gain(marked("Found Shield"), "armor", 1, "[C] [R25]"),
    Gain(marked("Monster"), "monster", 0, "[C]"),
)


class Trap(NamedTuple):
    """One row of the trap table; where nothing of `what` is left, SUBSTITUTE_HP is lost instead."""

    name: str
    what: str
    amount: int
    source: str
    pit: bool = False


TRAPS: Final = (
    Trap(marked("Mold Miasma"), "food", 1, "[C]"),
    Trap(marked("Tripwire"), "gold", 1, "[C]"),
    Trap(marked("Acid Mist"), "armor", 1, "[C]"),
    Trap(marked("Spring Blades"), "hp", 1, "[C]"),
    Trap(marked("Moving Walls"), "xp", 1, "[C]"),
    Trap(marked("Pit"), "hp", 2, "[C]", pit=True),
)
SUBSTITUTE_HP: Final = 2  # [R]


# --- merchant, resting, hunger, feats ---------------------------------------------------------------------------------
class Ware(NamedTuple):
    """What the merchant sells: a stat and how much of it, or a spell (what `spell`)."""

    name: str
    title: str
    price: int
    what: str
    amount: int
    source: str


SPELL_PRICE: Final = 8  # [C]
WARES: Final = {
    row.name: row
    for row in (
        Ware("ration", marked("Ration"), 1, "food", 1, "[C]"),
        Ware("potion", marked("Health Potion"), 1, "hp", 1, "[C]"),
        Ware("big-potion", marked("Big Health Potion"), 3, "hp", 4, "[C]"),
        Ware("armor", marked("Armor Piece"), 6, "armor", 1, "[C]"),
        *(Ware(item.spell, item.name, SPELL_PRICE, "spell", 1, "[C]") for item in ITEMS if item.spell),
    )
}
#: What the merchant pays. [C]
SALES: Final = {"armor": 3} | dict.fromkeys(SPELLS, 4)


class Rest(NamedTuple):
    """One way to rest (section 8.4)."""

    name: str
    title: str
    what: str
    amount: int
    source: str


RESTS: Final = {
    row.name: row
    for row in (
        Rest("weapon", marked("Reinforce Weapon"), "xp", 1, "[R][C]"),
        Rest("food", marked("Search for Ration"), "food", 1, "[R][C]"),
        Rest("heal", marked("Heal"), "hp", 2, "[R][C]"),
    )
}

HUNGER_HP: Final = 2  # [R]
FEAT_HP: Final = 2  # [R]
FEAT_XP: Final = 1  # [R]

# --- score (section 10, [C]) ------------------------------------------------------------------------------------------
SCORE_AREA: Final = 3
SCORE_BOSS: Final = 2
SCORE_RANK: Final = 2
SCORE_HP: Final = 2
SCORE_GOLD: Final = 2
