"""Mini Rogue in JSON: deals, positions and views, read strictly and written in fixed key order (section 15)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardsolo.core.check import Checker, read_object
from cardsolo.core.dealing import origin_to_json, seed_to_json
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from cardsolo.games.rogue.deal import NAME, deal, layouts_of
from cardsolo.games.rogue.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.rogue.readers import Fields
from cardsolo.games.rogue.state import LAYOUTS, Deal, State, Table, View
from cardsolo.games.rogue.tables import BOSS_COLUMN, ROOMS
from cardsolo.games.rogue.view import COLUMN_OF

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.games.rogue.state import Layout


# --- deals ------------------------------------------------------------------------------------------------------------
def deal_to_json(dealt: Deal) -> Json:
    rooms = {"rooms": [list(layout) for layout in dealt.rooms]}
    return {"type": "deal", "game": NAME, "rules": rules_to_json(dealt.rules)} | origin_to_json(dealt.seed) | rooms


def deal_from_json(obj: Json) -> Deal:
    """Read a deal: rooms, or a seed, or both where they agree. Raises DealError with every fault."""
    what = _("this deal")
    read_object(obj, "deal", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    seed = check.seed(obj)
    alone = "rooms" not in obj
    if alone and "seed" in obj:
        check.finish()  # a faulty seed is one fault, and no missing rooms
    if alone and seed is not None:
        return deal(rules, seed)
    rooms = _rooms(obj.get("rooms"), check, size=LAYOUTS)
    check.finish()
    if seed is not None and layouts_of(seed) != rooms:
        check.fault("seed", _("these are not the rooms that the dealer gives for this seed"), str(seed))
        check.finish()
    return Deal(rules, rooms, seed)


def _rooms(value: Any, check: Checker, *, size: int | None) -> tuple[Layout, ...]:
    listed = check.items(value, "rooms", size=size, most=LAYOUTS)
    return tuple(_layout(item, f"rooms[{index}]", check) for index, item in enumerate(listed))


def _layout(value: Any, at: str, check: Checker, *, hidden_from: int | None = BOSS_COLUMN) -> Layout:
    """Read a layout; the rooms of columns from hidden_from on must be null. Each other room stands once.

    hidden_from: None where that cannot be said, so that any room may be null.
    """
    found: list[Any] = []
    for index, room in enumerate(check.items(value, at, size=len(ROOMS), most=len(ROOMS))):
        place = f"{at}[{index}]"
        if hidden_from is None and room is None:
            pass
        elif hidden_from is not None and COLUMN_OF[index] >= hidden_from:
            if room is not None:
                check.fault(place, _("this room is still face down"), _shown(room))
        elif not isinstance(room, str) or room not in ROOMS:
            check.fault(place, _("unknown room") if room is not None else _("missing"), _shown(room))
        elif room in found:
            check.fault(place, _("stands at {other} already").format(other=f"{at}[{found.index(room)}]"), room)
        found.append(room)
    return tuple(found) + ("",) * (len(ROOMS) - len(found))


def _shown(value: Any) -> str:
    return "" if value is None else plain(value, 80)


# --- positions --------------------------------------------------------------------------------------------------------
def position_to_json(state: State) -> Json:
    """Write a position; the rooms to come stand in it only where they do not follow from the seed."""
    origin: Json = {} if state.seed is None else {"seed": seed_to_json(state.seed)}
    if state.rooms and (state.seed is None or state.rooms != layouts_of(state.seed)):
        origin["rooms"] = [list(layout) for layout in state.rooms]
    return _to_json("position", state, origin)


def view_to_json(seen: View) -> Json:
    return _to_json("view", seen, {})


def _to_json(kind: str, table: Table, origin: Json) -> Json:
    hero = table.hero
    combat: Json | None = None
    if table.combat is not None:
        combat = table.combat._asdict() | {"dice": [str(die) for die in table.combat.dice]}
    return (
        {"type": kind, "game": NAME, "rules": rules_to_json(table.rules)}
        | origin
        | {"visit": table.visit, "dice_thrown": table.dice_thrown, "area": table.area}
        | hero._asdict()
        | {
            "spells": list(hero.spells),
            "layout": list(table.layout),
            "column": table.column,
            "taken": list(table.taken),
            "phase": table.phase,
            "combat": combat,
            "die": table.die or None,
            "offer": table.offer or None,
            "monster_defeated": table.monster_defeated,
            "bosses_slain": table.bosses_slain,
            "key": table.key,
            "key_found": table.key_found,
            "ended": table.ended or None,
        }
    )


def position_from_json(obj: Json) -> State:
    """Read a position, which need not be reachable. Raises DealError with every fault.

    Left out may be: seed, rooms (the layouts of the whole game), and whatever is none, false or 0. A fight without
    dice is one whose attack is rolled next.
    """
    what = _("this position")
    read_object(obj, "position", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    seed = check.seed(obj) if obj.get("seed") is not None else None
    rooms = _rooms(obj["rooms"], check, size=None) if "rooms" in obj else ()
    layout = _layout(obj.get("layout"), "layout", check)
    state = State(rules, layout=layout, **Fields(obj, rules, layout, check).read(), rooms=rooms, seed=seed)
    check.finish()
    return state if rooms or seed is None else replace(state, rooms=layouts_of(seed))


# --- views ------------------------------------------------------------------------------------------------------------
def view_from_json(obj: Json) -> View:
    """Read a view. Raises DealError with every fault."""
    what = _("this view")
    read_object(obj, "view", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    column = obj.get("column")
    hidden_from = column + 1 if type(column) is int and 1 <= column <= BOSS_COLUMN else None
    layout = _layout(obj.get("layout"), "layout", check, hidden_from=hidden_from)
    seen = View(rules, layout=layout, **Fields(obj, rules, layout, check).read())
    check.finish()
    return seen
