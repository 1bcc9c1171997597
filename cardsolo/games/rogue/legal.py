"""Mini Rogue: which moves are possible. All of it is public, so a View and a State both serve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import Reason
from cardsolo.core.i18n import _, plural
from cardsolo.games.rogue.hero import can_pay_feat, held
from cardsolo.games.rogue.moves import ALL_MOVES, RESIGN, Move
from cardsolo.games.rogue.state import ATTACK, CHANGE, DROP, EVENT, MERCHANT, OVER, REST, ROOM, SPELL
from cardsolo.games.rogue.tables import CAPS, FEAT_HP, MAX_HP, WARES

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.rogue.state import Combat, Hero, Table
    from cardsolo.games.rogue.tables import Ware

#: The phases in which a verb can be said at all.
PHASES_OF: Final = {
    "room": (ROOM,),
    "reroll": (ATTACK,),
    "feat": (ATTACK,),
    "stop": (ATTACK,),
    "spell": (SPELL, ROOM),
    "no-spell": (SPELL,),
    "check": (EVENT,),
    "+1": (CHANGE,),
    "-1": (CHANGE,),
    "keep": (EVENT, CHANGE),
    "buy": (MERCHANT,),
    "sell": (MERCHANT,),
    "leave": (MERCHANT,),
    "rest": (REST,),
    "drop": (DROP,),
    "decline": (DROP,),
}


def _candidates(phase: str) -> tuple[Move, ...]:
    return tuple(move for move in ALL_MOVES if phase in PHASES_OF.get(move.verb, ()))


#: The moves that a phase has a use for, legal or not.
CANDIDATES: Final = {phase: _candidates(phase) for phases in PHASES_OF.values() for phase in phases} | {OVER: ()}


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Return all legal moves but resigning, in canonical order."""
    return tuple(move for move in CANDIDATES[table.phase] if _fault(table, move) is None)


def forced_move(table: Table) -> Move | None:
    """Return the only legal move where there is only one (section 15)."""
    found = None
    for move in CANDIDATES[table.phase]:
        if _fault(table, move) is None:
            if found is not None:
                return None
            found = move
    return found


def can_cast(hero: Hero, combat: Combat) -> bool:
    """Whether a spell could be used after the damage: the step is left out where none could (R10)."""
    return any(spell_fault(hero, combat, spell) is None for spell in hero.spells)


def why_not(table: Table, move: Move) -> Reason | None:
    """Return why move is not allowed, None when it is."""
    if table.phase == OVER:
        return Reason("9", _("the game is over"))
    if move == RESIGN:
        return None
    if table.phase not in PHASES_OF[move.verb]:
        now = ", ".join(map(str, legal_moves(table)))
        return Reason("15", _("it is not the time for that; now: {moves}").format(moves=now))
    fault = _fault(table, move)
    return None if fault is None else Reason(fault[0], fault[1]())


#: The rule or ruling that forbids a move, and how to say so: texts are built only for people.
Fault = tuple[str, "Callable[[], str]"]


def _fault(table: Table, move: Move) -> Fault | None:
    """Return why a move of the present phase is not legal."""
    check = _CHECKS.get(move.verb)
    return None if check is None else check(table, move)


def _room(table: Table, move: Move) -> Fault | None:
    if move.number <= len(table.choices):
        return None
    return "4.2", lambda: _("there is one card in this column: room 1")


def _reroll(table: Table, move: Move) -> Fault | None:
    dice = table.combat.dice if table.combat else ()
    if move.number > len(dice):
        return _no_die(len(dice))
    die = dice[move.number - 1]
    if die.is_critical:
        return None
    return "7.2", lambda: _("die {die} shows {face}; only a 6 can be re-rolled so").format(
        die=move.number, face=die.faces[-1]
    )


def _feat(table: Table, move: Move) -> Fault | None:
    dice = table.combat.dice if table.combat else ()
    if move.number > len(dice):
        return _no_die(len(dice))
    if dice[move.number - 1].feat:
        return "7.4", lambda: _("die {die} has had its feat in this attack").format(die=move.number)
    if can_pay_feat(table.hero, move.what):
        return None
    if move.what == "hp":
        return "R13", lambda: _("a feat takes {price} HP and must not kill; you have {hp}").format(
            price=FEAT_HP, hp=table.hero.hp
        )
    return "R13", lambda: _("there is no XP to pay with")


def _no_die(count: int) -> Fault:
    return "7.2", lambda: plural("there is one die", "there are {count} dice", count)


def _spell(table: Table, move: Move) -> Fault | None:
    return spell_fault(table.hero, table.combat, move.what)


def spell_fault(hero: Hero, combat: Combat | None, spell: str) -> Fault | None:
    """Return why a spell cannot be used: in the spell step of combat, or between rooms where that is None."""
    if spell not in hero.spells:
        return "7.5", lambda: _("no {spell} spell is held").format(spell=spell)
    if combat is None and spell != "healing":
        return "R8", lambda: _("only Healing can be used outside a fight")
    if spell == "healing" and hero.hp >= MAX_HP:  # as a purchase without effect is not offered
        return "R5", lambda: _("HP are at their maximum")
    if spell == "poison" and combat is not None and combat.poisoned:
        return "R10", lambda: _("the monster is poisoned already")
    return None


def _change(table: Table, move: Move) -> Fault | None:
    if 1 <= table.die + int(move.verb) <= 6:
        return None
    return "R15", lambda: _("there is no event {die}").format(die=table.die + int(move.verb))


def _buy(table: Table, move: Move) -> Fault | None:
    ware = WARES[move.what]
    too_dear = _price(table, ware)
    if too_dear is None and ware.what != "spell" and held(table.hero, ware.what) >= CAPS[ware.what]:
        return "R5", lambda: _("{stat} is at its maximum").format(stat=ware.what)
    return too_dear


def _price(table: Table, ware: Ware) -> Fault | None:
    gold = table.hero.gold
    if gold >= ware.price:
        return None
    return "8.3", lambda: _("{ware} costs {price} gold, you have {gold}").format(
        ware=ware.name, price=ware.price, gold=gold
    )


def _sell(table: Table, move: Move) -> Fault | None:
    hero = table.hero
    if (hero.armor > 0) if move.what == "armor" else (move.what in hero.spells):
        return None
    return "8.3", lambda: _("there is no {item} to sell").format(item=move.what)


def _drop(table: Table, move: Move) -> Fault | None:
    if move.what not in table.hero.spells:
        return "8.2", lambda: _("no {spell} spell is held").format(spell=move.what)
    # a purchase is paid for only now (R6); a position set up by hand may lack the gold
    return _price(table, WARES[table.offer]) if table.room == "merchant" else None


_CHECKS: Final[dict[str, Callable[[Table, Move], Fault | None]]] = {
    "room": _room,
    "reroll": _reroll,
    "feat": _feat,
    "spell": _spell,
    "+1": _change,
    "-1": _change,
    "buy": _buy,
    "sell": _sell,
    "drop": _drop,
}
