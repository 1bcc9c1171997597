"""Mini Rogue: the course of a turn — columns, exploration, the next area (section 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games.rogue.deal import layout_of
from cardsolo.games.rogue.events import (
    Chosen,
    Entered,
    KeyFound,
    KeySpent,
    LockedIn,
    Starved,
    TurnedUp,
)
from cardsolo.games.rogue.state import LOCKED, ROOM
from cardsolo.games.rogue.tables import AREAS, BOSS, BOSS_COLUMN, COLUMNS, HUNGER_HP, has_boss, level_of

if TYPE_CHECKING:
    from cardsolo.games.rogue.draft import Draft
    from cardsolo.games.rogue.state import Layout, State


def enter_area(draft: Draft, layout: Layout) -> None:
    """Lay out an area and turn up its first column (sections 4.1, 4.2)."""
    draft.layout = layout
    draft.monster_defeated = False
    draft.tell(Entered(draft.area, level_of(draft.area), has_boss(draft.area)))
    _turn_up(draft, 1)


def choose_room(draft: Draft, number: int) -> str:
    """Take card number of the column; return its room."""
    rooms = column_rooms(draft)
    draft.taken = (*draft.taken, number)
    draft.tell(Chosen(rooms[number - 1], rooms[2 - number] if len(rooms) == 2 else None))
    return rooms[number - 1]


def column_rooms(draft: Draft) -> tuple[str, ...]:
    if draft.column == BOSS_COLUMN:
        return (BOSS,)
    return tuple(draft.layout[at] or "" for at in COLUMNS[draft.column - 1])


def finish_room(draft: Draft) -> None:
    """Go on to the next column, or explore after the last; a fall has moved the boss by now (R17, R18)."""
    last = BOSS_COLUMN if has_boss(draft.area) else len(COLUMNS)
    if draft.column < last:
        _turn_up(draft, draft.column + 1)
    else:
        _explore(draft)


def take_key(draft: Draft) -> None:
    """Get the key that a Trap card gives in the Dungeon Key variant (section 11, R21, R30)."""
    if draft.before.rules.key and not draft.key and not draft.key_found:
        draft.key = draft.key_found = True
        draft.tell(KeyFound(level_of(draft.area)))


def move_to(draft: Draft, area: int) -> None:
    """Move the area marker; a new level has a key of its own (R30)."""
    if level_of(area) != level_of(draft.area):
        draft.key_found = False
    draft.area = area


def _turn_up(draft: Draft, column: int) -> None:
    draft.column = column
    if column == 1:
        draft.taken = ()
    draft.phase = ROOM
    draft.tell(TurnedUp(column, column_rooms(draft)))


def _explore(draft: Draft) -> None:
    """Eat or starve, open the door, go to the next area (section 4.3, R20)."""
    if draft.hero.food:
        draft.lose("food", 1)
    else:
        draft.tell(Starved())
        if not draft.hurt(HUNGER_HP, "hunger"):
            return
    if draft.before.rules.key and has_boss(draft.area) and not _open_door(draft):
        return
    assert draft.area < AREAS  # noqa: S101  the last area is left by winning only (R24)
    move_to(draft, draft.area + 1)
    draft.visit += 1
    enter_area(draft, _layout(draft.before, draft.visit))


def _layout(state: State, visit: int) -> Layout:
    """Return the visit-th layout: as dealt; past those (in positions set up by hand), from the seed."""
    if visit <= len(state.rooms):
        return state.rooms[visit - 1]
    assert state.seed is not None  # noqa: S101  `enter` asks for it
    return layout_of(state.seed, visit)


def _open_door(draft: Draft) -> bool:
    if draft.key:
        draft.key = False
        draft.tell(KeySpent(level_of(draft.area)))
        return True
    draft.end(LOCKED)
    draft.tell(LockedIn())
    return False
