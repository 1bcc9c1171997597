"""Mini Rogue: the border of hidden information (section 4.1): what the player sees, and nothing else."""

from __future__ import annotations

from typing import Final

from cardsolo.games.rogue.state import State, Table, View
from cardsolo.games.rogue.tables import COLUMNS, ROOMS

#: The column of each room card, by its place in a layout.
COLUMN_OF: Final = {at: column for column, places in enumerate(COLUMNS, 1) for at in places}


def view(state: State) -> View:
    """Return what the player sees: later columns face down, no seed, no layouts to come."""
    return View(
        state.rules,
        state.visit,
        state.dice_thrown,
        state.area,
        state.hero,
        tuple(room if COLUMN_OF[at] <= state.column else None for at, room in enumerate(state.layout)),
        state.column,
        state.taken,
        state.phase,
        state.combat,
        state.die,
        state.offer,
        state.monster_defeated,
        state.bosses_slain,
        state.key,
        state.key_found,
        state.ended,
    )


def hidden_rooms(table: Table) -> tuple[str, ...]:
    """Return the rooms that are still face down, as a set in canonical order: known by elimination (4.2)."""
    seen = {room for at, room in enumerate(table.layout) if COLUMN_OF[at] <= table.column}
    return tuple(room for room in ROOMS if room not in seen)
