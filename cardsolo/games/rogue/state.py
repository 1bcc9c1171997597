"""Mini Rogue: options, deals, states and views, as immutable values (rules section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from cardsolo.games.rogue.tables import AREAS, BOSS, BOSS_COLUMN, COLUMNS, has_boss, level_of

Layout = tuple[str, ...]

#: Layouts in a deal: every turn leads to a later area, so no game sees more.
LAYOUTS: Final = 14

# What a state waits for. Each phase offers at least one move; only the last is the end.
ROOM: Final = "room"  #: which card of the column, or a Healing spell first (R8, R29)
ATTACK: Final = "attack"  #: dice lie on the table: criticals, feats, stop
SPELL: Final = "spell"  #: a spell after the damage, or none (R7)
EVENT: Final = "event"  #: an event was rolled: a skill check or not
CHANGE: Final = "change"  #: the check succeeded: +1, -1 or keep (R15)
DROP: Final = "drop"  #: a spell came while two are held
MERCHANT: Final = "merchant"
REST: Final = "rest"
OVER: Final = "over"
PHASES: Final = (ROOM, ATTACK, SPELL, EVENT, CHANGE, DROP, MERCHANT, REST, OVER)

#: How a game can end; the deaths among them are causes of `died`.
WON: Final = "won"
LOCKED: Final = "locked"
RESIGNED: Final = "resigned"
DEATHS: Final = ("monster", "event", "boss", "trap", "hunger")
ENDINGS: Final = (WON, *DEATHS, LOCKED, RESIGNED)


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game. difficulty: a key of `tables.DIFFICULTIES`; key: the Dungeon Key variant."""

    difficulty: str = "normal"
    key: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """The room layouts in the order in which they are laid out (section 4.1). seed is None for a typed deal."""

    game: ClassVar[str] = "rogue"
    kind: ClassVar[str] = "deal"

    rules: Rules
    rooms: tuple[Layout, ...]
    seed: int | None = None


class Hero(NamedTuple):
    """The Character card. spells: sorted in the order of `tables.SPELLS`."""

    rank: int
    xp: int
    armor: int
    hp: int
    gold: int
    food: int
    spells: tuple[str, ...] = ()


class Die(NamedTuple):
    """An attack die. faces: what it showed, critical re-rolls in order; a feat begins them anew (R12).

    Written `4`, `6+3` (a six re-rolled to 3), `4f` (re-rolled by a feat), `6+3f`.
    """

    faces: tuple[int, ...]
    feat: bool = False

    @property
    def value(self) -> int:
        """What the die holds: the sum of its faces, nothing once it shows 1."""
        return 0 if self.faces[-1] == 1 else sum(self.faces)

    @property
    def is_critical(self) -> bool:
        """Whether it shows a 6 that has not been re-rolled."""
        return self.faces[-1] == 6

    def __str__(self) -> str:
        return "+".join(map(str, self.faces)) + "f" * self.feat


class Combat(NamedTuple):
    """A fight. kind: `monster`, `event` or `boss`; dice are empty where the attack is still to be rolled."""

    kind: str
    hp: int
    damage: int
    dice: tuple[Die, ...] = ()
    poisoned: bool = False
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, all of it public but for the rooms that are face down.

    layout: the six rooms in the order of laying, None where a view does not show them. taken: the card chosen in each
    column so far, 1 upper or 2 lower; one entry fewer than `column` while a card is to be chosen. die: the event as
    rolled or changed, 0 where none is. offer: the spell that waits for a place. key_found: this level has given its
    key. ended: one of ENDINGS, or empty. visit: layouts dealt so far; dice_thrown: dice so far.
    """

    game: ClassVar[str] = "rogue"
    kind: ClassVar[str]

    rules: Rules
    visit: int
    dice_thrown: int
    area: int
    hero: Hero
    layout: tuple[str | None, ...]
    column: int
    taken: tuple[int, ...]
    phase: str
    combat: Combat | None = None
    die: int = 0
    offer: str = ""
    monster_defeated: bool = False
    bosses_slain: int = 0
    key: bool = False
    key_found: bool = False
    ended: str = ""

    def __repr__(self) -> str:
        what = "state" if self.kind == "position" else self.kind
        return f"<rogue {what}: area {self.area}, {self.hero.hp} HP, {self.ended or self.phase}>"

    @property
    def level(self) -> int:
        return level_of(self.area)

    @property
    def choices(self) -> tuple[str | None, ...]:
        """The room cards of the current column, upper first."""
        if self.column == BOSS_COLUMN:
            return (BOSS,)
        return tuple(self.layout[at] for at in COLUMNS[self.column - 1])

    @property
    def room(self) -> str | None:
        """The room card that is being resolved, None between rooms."""
        return self.choices[self.taken[-1] - 1] if len(self.taken) == self.column else None

    @property
    def last_column(self) -> int:
        """5 in an area with a boss, else 4; a fall can change it (R18)."""
        return BOSS_COLUMN if has_boss(self.area) else len(COLUMNS)

    @property
    def is_roll_due(self) -> bool:
        """Whether the dice of an attack are to be thrown before there is anything to choose."""
        return self.phase == ATTACK and self.combat is not None and not self.combat.dice

    @property
    def is_last_key(self) -> bool:
        """Whether passing the Trap in this column by leaves the level's door shut for good (R20)."""
        return (
            self.rules.key
            and self.phase == ROOM
            and not self.key
            and has_boss(self.area)
            and self.area != AREAS
            and len(self.choices) > 1
            and "trap" in self.choices
        )


@dataclass(frozen=True, slots=True)
class View(Table):
    """What the player sees: the rooms of later columns are None."""

    kind: ClassVar[str] = "view"

    __repr__ = Table.__repr__


@dataclass(frozen=True, slots=True)
class State(Table):
    """Everything there is to know: the hidden rooms, and the layouts still to come (from `rooms[visit]` on).

    seed is what further dice come from, None in a game without one.
    """

    kind: ClassVar[str] = "position"

    __repr__ = Table.__repr__

    rooms: tuple[Layout, ...] = ()
    seed: int | None = None
