"""Mini Rogue: what the room cards do (section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import marked
from cardsolo.games.rogue import hero as card
from cardsolo.games.rogue.combat import fight
from cardsolo.games.rogue.events import (
    Checked,
    EventChanged,
    EventRolled,
    Fell,
    Sold,
    TrapRolled,
    TreasureTested,
)
from cardsolo.games.rogue.items import find_item, gain_spell, offer, pay
from cardsolo.games.rogue.state import CHANGE, EVENT, MERCHANT, REST
from cardsolo.games.rogue.tables import (
    BOSS,
    EVENTS,
    PIT,
    RESTS,
    SALES,
    TRAPS,
    TREASURE_GOLD,
    TREASURE_GOLD_AFTER_MONSTER,
    TREASURE_ITEM_FROM,
    WARES,
    level_of,
)
from cardsolo.games.rogue.turn import choose_room, finish_room, move_to, take_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.rogue.draft import Draft
    from cardsolo.games.rogue.moves import Move


def room(draft: Draft, move: Move) -> None:
    """Resolve a card up to its first decision; rolls that need none are made at once (R28)."""
    _ROOMS[choose_room(draft, move.number)](draft)


def _monster(draft: Draft) -> None:
    fight(draft, "monster")


def _boss(draft: Draft) -> None:
    fight(draft, BOSS)


def _treasure(draft: Draft) -> None:
    draft.gain("gold", TREASURE_GOLD_AFTER_MONSTER if draft.monster_defeated else TREASURE_GOLD)
    die = draft.throw(marked("treasure"))
    found = die >= TREASURE_ITEM_FROM
    draft.tell(TreasureTested(die, found))
    if found:
        find_item(draft)
    else:
        finish_room(draft)


def _merchant(draft: Draft) -> None:
    draft.phase = MERCHANT


def _resting(draft: Draft) -> None:
    draft.phase = REST


def _event(draft: Draft) -> None:
    draft.die = draft.throw(marked("event"))
    draft.tell(EventRolled(draft.die, EVENTS[draft.die - 1].name))
    draft.phase = EVENT


def _trap(draft: Draft) -> None:
    """Key, trap, check, penalty, in this order (R16, R21)."""
    take_key(draft)
    die = draft.throw(marked("trap"))
    trap = TRAPS[die - 1]
    draft.tell(TrapRolled(die, trap.name))
    if not _check(draft):
        stat, amount = card.spring(draft.hero, trap)
        if stat == "hp":
            if not draft.hurt(amount, "trap"):
                return  # the dead do not fall
        else:
            draft.lose(stat, amount)
        if trap.pit and draft.area in PIT:
            move_to(draft, PIT[draft.area])
            draft.tell(Fell(draft.area, level_of(draft.area)))
    finish_room(draft)


def _check(draft: Draft) -> bool:
    """Make a skill check with the rank in force (section 6, R33)."""
    die = draft.throw(marked("skill check"))
    success = die <= draft.hero.rank
    draft.tell(Checked(die, draft.hero.rank, success))
    return success


_ROOMS: Final[dict[str, Callable[[Draft], None]]] = {
    "monster": _monster,
    "treasure": _treasure,
    "merchant": _merchant,
    "resting": _resting,
    "event": _event,
    "trap": _trap,
    BOSS: _boss,
}


# --- events -----------------------------------------------------------------------------------------------------------
def check(draft: Draft, move: Move) -> None:  # noqa: ARG001
    """Try to change the event; on failure it stands (section 8.5)."""
    if _check(draft):
        draft.phase = CHANGE
    else:
        _happen(draft)


def change(draft: Draft, move: Move) -> None:
    draft.die += int(move.verb)
    draft.tell(EventChanged(draft.die, EVENTS[draft.die - 1].name))
    _happen(draft)


def keep(draft: Draft, move: Move) -> None:  # noqa: ARG001
    _happen(draft)


def _happen(draft: Draft) -> None:
    row = EVENTS[draft.die - 1]
    draft.die = 0
    if row.what == "monster":
        fight(draft, "event")
    else:
        draft.gain(row.what, row.amount)
        finish_room(draft)


# --- merchant and resting ---------------------------------------------------------------------------------------------
def buy(draft: Draft, move: Move) -> None:
    """Buy; a spell with two held waits for one to be thrown away (R6)."""
    ware = WARES[move.what]
    if ware.what != "spell":
        pay(draft, ware.name)
        draft.gain(ware.what, ware.amount)
    elif card.is_full(draft.hero):
        offer(draft, ware.name)
    else:
        pay(draft, ware.name)
        gain_spell(draft, ware.name)


def sell(draft: Draft, move: Move) -> None:
    item = move.what
    draft.tell(Sold(item, SALES[item]))
    if item == "armor":
        draft.lose("armor", 1)
    else:
        draft.hero = card.drop_spell(draft.hero, item)
    draft.gain("gold", SALES[item])


def leave(draft: Draft, move: Move) -> None:  # noqa: ARG001
    finish_room(draft)


def rest(draft: Draft, move: Move) -> None:
    """Exactly one way, even one without effect (R26)."""
    row = RESTS[move.what]
    draft.gain(row.what, row.amount)
    finish_room(draft)
