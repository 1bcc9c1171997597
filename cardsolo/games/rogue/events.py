"""Mini Rogue: events, one for each change that a player is told of."""

from __future__ import annotations

from typing import ClassVar

from cardsolo.core.game import Event, event


@event
class Entered(Event):
    """A new area; boss: whether one waits at its end."""

    type: ClassVar[str] = "entered"
    area: int
    level: int
    boss: bool


@event
class TurnedUp(Event):
    type: ClassVar[str] = "turned_up"
    column: int
    rooms: tuple[str, ...]


@event
class Chosen(Event):
    """skipped: the other card of the column, None where there was none."""

    type: ClassVar[str] = "chosen"
    room: str
    skipped: str | None


@event
class Gained(Event):
    """amount: what really came, after the cap; now: what is held. At rank 4 gained XP comes as HP (R3)."""

    type: ClassVar[str] = "gained"
    what: str
    amount: int
    now: int


@event
class Lost(Event):
    type: ClassVar[str] = "lost"
    what: str
    amount: int
    now: int


@event
class RankChanged(Event):
    """Promotion, or loss of rank (section 5)."""

    type: ClassVar[str] = "rank"
    before: int
    rank: int
    xp: int


# --- fights -----------------------------------------------------------------------------------------------------------
@event
class Met(Event):
    """kind: `monster`, `event` or `boss`; die: what was added to the area for its HP, None for a boss."""

    type: ClassVar[str] = "met"
    kind: str
    name: str
    hp: int
    damage: int
    die: int | None


@event
class Rolled(Event):
    type: ClassVar[str] = "rolled"
    faces: tuple[int, ...]


@event
class Critical(Event):
    """A six rolled again; value: what the die holds now."""

    type: ClassVar[str] = "critical"
    die: int
    face: int
    value: int


@event
class Feat(Event):
    """paid: with what, `hp` or `xp`."""

    type: ClassVar[str] = "feat"
    die: int
    paid: str
    face: int


@event
class Hit(Event):
    """Damage of an attack phase; poison: the part of it that comes from an earlier Poison spell (R32)."""

    type: ClassVar[str] = "hit"
    damage: int
    poison: int
    hp: int


@event
class Cast(Event):
    """damage: done by the spell at once."""

    type: ClassVar[str] = "cast"
    spell: str
    damage: int


@event
class Defended(Event):
    """The defence phase; lost: damage less armor, 0 where a frozen monster skipped it (R11)."""

    type: ClassVar[str] = "defended"
    damage: int
    armor: int
    lost: int
    frozen: bool


@event
class Slain(Event):
    type: ClassVar[str] = "slain"
    kind: str
    name: str


# --- rooms ------------------------------------------------------------------------------------------------------------
@event
class TreasureTested(Event):
    """found: whether there is an item besides the gold."""

    type: ClassVar[str] = "treasure"
    die: int
    found: bool


@event
class ItemFound(Event):
    type: ClassVar[str] = "item"
    die: int
    name: str


@event
class SpellGained(Event):
    type: ClassVar[str] = "spell_gained"
    spell: str


@event
class SpellOffered(Event):
    """A spell came while two are held."""

    type: ClassVar[str] = "spell_offered"
    spell: str


@event
class SpellDropped(Event):
    type: ClassVar[str] = "spell_dropped"
    spell: str


@event
class SpellDeclined(Event):
    type: ClassVar[str] = "spell_declined"
    spell: str


@event
class Bought(Event):
    """gold: what is left."""

    type: ClassVar[str] = "bought"
    ware: str
    price: int
    gold: int


@event
class Sold(Event):
    type: ClassVar[str] = "sold"
    item: str
    price: int


@event
class EventRolled(Event):
    type: ClassVar[str] = "event"
    die: int
    name: str


@event
class EventChanged(Event):
    type: ClassVar[str] = "event_changed"
    die: int
    name: str


@event
class Checked(Event):
    """A skill check: success on the rank in force or less (section 6, R33)."""

    type: ClassVar[str] = "checked"
    die: int
    rank: int
    success: bool


@event
class TrapRolled(Event):
    type: ClassVar[str] = "trap"
    die: int
    name: str


@event
class Fell(Event):
    type: ClassVar[str] = "fell"
    area: int
    level: int


# --- between areas, and the end ---------------------------------------------------------------------------------------
@event
class Starved(Event):
    """No food was left: HP are lost instead."""

    type: ClassVar[str] = "starved"


@event
class KeyFound(Event):
    type: ClassVar[str] = "key_found"
    level: int


@event
class KeySpent(Event):
    type: ClassVar[str] = "key_spent"
    level: int


@event
class Died(Event):
    """cause: `monster`, `event`, `boss`, `trap` or `hunger`."""

    type: ClassVar[str] = "died"
    cause: str


@event
class LockedIn(Event):
    """No key at the door (R20)."""

    type: ClassVar[str] = "locked"


@event
class Won(Event):
    type: ClassVar[str] = "won"


@event
class Resigned(Event):
    type: ClassVar[str] = "resigned"
    seat: int
