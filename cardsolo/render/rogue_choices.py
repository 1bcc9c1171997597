"""Mini Rogue: what each choice means, in a few words beside its number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _
from cardsolo.games.rogue.state import ROOM
from cardsolo.games.rogue.tables import (
    EVENTS,
    FEAT_HP,
    FEAT_XP,
    HEALING_HP,
    POISON_DAMAGE,
    RESTS,
    SALES,
    SPELLS,
    WARES,
    foe,
)
from cardsolo.render.rogue_events import room_name, stat_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from cardsolo.games.rogue.tables import Gain


def note(view: View, move: Move) -> str:
    """Return what a legal move means now, empty where its words say it."""
    tell = _NOTES.get(move.verb)
    return tell(view, move) if tell is not None else ""


def _room(view: View, move: Move) -> str:
    return room_name(view.choices[move.number - 1] or "")


def _reroll(view: View, move: Move) -> str:
    die = view.combat.dice[move.number - 1] if view.combat else None
    return _("throw this 6 again: added to {value}, a 1 loses all").format(value=die.value if die else 0)


def _feat(view: View, move: Move) -> str:
    die = view.combat.dice[move.number - 1] if view.combat else None
    price = (FEAT_HP if move.what == "hp" else FEAT_XP, stat_name(move.what))
    text = _("{amount} {stat}: re-roll this die ({value})")
    text = text.format(amount=price[0], stat=price[1], value=die.value if die else 0)
    if move.what == "xp" and view.hero.xp < FEAT_XP:
        text += _("; back to rank {rank}").format(rank=view.hero.rank - 1)  # R14
    return text


def _stop(view: View, move: Move) -> str:  # noqa: ARG001
    combat = view.combat
    if combat is None:
        return ""
    damage = sum(die.value for die in combat.dice) + (POISON_DAMAGE if combat.poisoned else 0)
    left = combat.hp - damage
    name = _(foe(combat.kind, view.area).name)
    if left <= 0:
        return _("{damage} damage: {name} falls").format(damage=damage, name=name)
    return _("{damage} damage: {name} keeps {left} HP").format(damage=damage, name=name, left=left)


def _spell(view: View, move: Move) -> str:  # noqa: ARG001
    if move.what == "healing":
        return _("+{hp} HP").format(hp=HEALING_HP)
    if move.what == "ice":
        return _("it does not strike back this time")
    if move.what == "poison":
        text = _("{damage} damage now, {more} more in every later attack")
        return text.format(damage=SPELLS["poison"].damage, more=POISON_DAMAGE)
    return _("{damage} damage now").format(damage=SPELLS[move.what].damage)


def _check(view: View, move: Move) -> str:  # noqa: ARG001
    return _("skill check: {rank} or less on a die, then +1 or -1 if you like").format(rank=view.hero.rank)


def _change(view: View, move: Move) -> str:
    return _happens(EVENTS[view.die + int(move.verb) - 1])


def _keep(view: View, move: Move) -> str:  # noqa: ARG001
    return _happens(EVENTS[view.die - 1])


def _happens(row: Gain) -> str:
    if row.what == "monster":
        return _("{name}: a fight").format(name=_(row.name))
    return f"{_(row.name)}: {_gain(row.what, row.amount)}"


def _gain(stat: str, amount: int) -> str:
    return f"{stat_name(stat)} +{amount}"


def _buy(view: View, move: Move) -> str:  # noqa: ARG001
    ware = WARES[move.what]
    price = _("{price} gold").format(price=ware.price)
    gain = _(ware.title) if ware.what == "spell" else f"{_(ware.title)}, {_gain(ware.what, ware.amount)}"
    return f"{price}: {gain}"


def _sell(view: View, move: Move) -> str:  # noqa: ARG001
    return _("for {price} gold").format(price=SALES[move.what])


def _rest(view: View, move: Move) -> str:  # noqa: ARG001
    row = RESTS[move.what]
    return f"{_(row.title)}: {_gain(row.what, row.amount)}"


def _drop(view: View, move: Move) -> str:
    return _("throw {old} away for {new}").format(old=_(SPELLS[move.what].title), new=_(SPELLS[view.offer].title))


def _decline(view: View, move: Move) -> str:  # noqa: ARG001
    return _("keep the two spells")


_NOTES: Final[dict[str, Callable[[View, Move], str]]] = {
    ROOM: _room,
    "reroll": _reroll,
    "feat": _feat,
    "stop": _stop,
    "spell": _spell,
    "check": _check,
    "+1": _change,
    "-1": _change,
    "keep": _keep,
    "buy": _buy,
    "sell": _sell,
    "rest": _rest,
    "drop": _drop,
    "decline": _decline,
}
