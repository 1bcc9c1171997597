"""Mini Rogue: events, one for each change that a player is told of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cardsolo.core.game import Event


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """A new area; boss: whether one waits at its end."""

    type: ClassVar[str] = "entered"
    area: int
    level: int
    boss: bool


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    type: ClassVar[str] = "turned_up"
    column: int
    rooms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """skipped: the other card of the column, None where there was none."""

    type: ClassVar[str] = "chosen"
    room: str
    skipped: str | None


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """amount: what really came, after the cap; now: what is held. At rank 4 gained XP comes as HP (R3)."""

    type: ClassVar[str] = "gained"
    what: str
    amount: int
    now: int


@dataclass(frozen=True, slots=True)
class Lost(Event):
    type: ClassVar[str] = "lost"
    what: str
    amount: int
    now: int


@dataclass(frozen=True, slots=True)
class RankChanged(Event):
    """Promotion, or loss of rank (section 5)."""

    type: ClassVar[str] = "rank"
    before: int
    rank: int
    xp: int


# --- fights -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Met(Event):
    """kind: `monster`, `event` or `boss`; die: what was added to the area for its HP, None for a boss."""

    type: ClassVar[str] = "met"
    kind: str
    name: str
    hp: int
    damage: int
    die: int | None


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    type: ClassVar[str] = "rolled"
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Critical(Event):
    """A six rolled again; value: what the die holds now."""

    type: ClassVar[str] = "critical"
    die: int
    face: int
    value: int


@dataclass(frozen=True, slots=True)
class Feat(Event):
    """paid: with what, `hp` or `xp`."""

    type: ClassVar[str] = "feat"
    die: int
    paid: str
    face: int


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """Damage of an attack phase; poison: the part of it that comes from an earlier Poison spell (R32)."""

    type: ClassVar[str] = "hit"
    damage: int
    poison: int
    hp: int


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """damage: done by the spell at once."""

    type: ClassVar[str] = "cast"
    spell: str
    damage: int


@dataclass(frozen=True, slots=True)
class Defended(Event):
    """The defence phase; lost: damage less armor, 0 where a frozen monster skipped it (R11)."""

    type: ClassVar[str] = "defended"
    damage: int
    armor: int
    lost: int
    frozen: bool


@dataclass(frozen=True, slots=True)
class Slain(Event):
    type: ClassVar[str] = "slain"
    kind: str
    name: str


# --- rooms ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TreasureTested(Event):
    """found: whether there is an item besides the gold."""

    type: ClassVar[str] = "treasure"
    die: int
    found: bool


@dataclass(frozen=True, slots=True)
class ItemFound(Event):
    type: ClassVar[str] = "item"
    die: int
    name: str


@dataclass(frozen=True, slots=True)
class SpellGained(Event):
    type: ClassVar[str] = "spell_gained"
    spell: str


@dataclass(frozen=True, slots=True)
class SpellOffered(Event):
    """A spell came while two are held."""

    type: ClassVar[str] = "spell_offered"
    spell: str


@dataclass(frozen=True, slots=True)
class SpellDropped(Event):
    type: ClassVar[str] = "spell_dropped"
    spell: str


@dataclass(frozen=True, slots=True)
class SpellDeclined(Event):
    type: ClassVar[str] = "spell_declined"
    spell: str


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """gold: what is left."""

    type: ClassVar[str] = "bought"
    ware: str
    price: int
    gold: int


@dataclass(frozen=True, slots=True)
class Sold(Event):
    type: ClassVar[str] = "sold"
    item: str
    price: int


@dataclass(frozen=True, slots=True)
class EventRolled(Event):
    type: ClassVar[str] = "event"
    die: int
    name: str


@dataclass(frozen=True, slots=True)
class EventChanged(Event):
    type: ClassVar[str] = "event_changed"
    die: int
    name: str


@dataclass(frozen=True, slots=True)
class Checked(Event):
    """A skill check: success on the rank in force or less (section 6, R33)."""

    type: ClassVar[str] = "checked"
    die: int
    rank: int
    success: bool


@dataclass(frozen=True, slots=True)
class TrapRolled(Event):
    type: ClassVar[str] = "trap"
    die: int
    name: str


@dataclass(frozen=True, slots=True)
class Fell(Event):
    type: ClassVar[str] = "fell"
    area: int
    level: int


# --- between areas, and the end ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Starved(Event):
    """No food was left: HP are lost instead."""

    type: ClassVar[str] = "starved"


@dataclass(frozen=True, slots=True)
class KeyFound(Event):
    type: ClassVar[str] = "key_found"
    level: int


@dataclass(frozen=True, slots=True)
class KeySpent(Event):
    type: ClassVar[str] = "key_spent"
    level: int


@dataclass(frozen=True, slots=True)
class Died(Event):
    """cause: `monster`, `event`, `boss`, `trap` or `hunger`."""

    type: ClassVar[str] = "died"
    cause: str


@dataclass(frozen=True, slots=True)
class LockedIn(Event):
    """No key at the door (R20)."""

    type: ClassVar[str] = "locked"


@dataclass(frozen=True, slots=True)
class Won(Event):
    type: ClassVar[str] = "won"


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    type: ClassVar[str] = "resigned"
    seat: int
