"""Mini Rogue as lines of text, made from the view alone: status, rooms, the fight die by die, numbered choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked
from cardsolo.games.rogue.legal import legal_moves, why_not
from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.rules import score_sheet
from cardsolo.games.rogue.state import ATTACK, CHANGE, DROP, EVENT, LOCKED, MERCHANT, OVER, SPELL
from cardsolo.games.rogue.tables import (
    AREAS,
    BOSS,
    CAPS,
    COLUMNS,
    EVENTS,
    LEVELS,
    MAX_RANK,
    POISON_DAMAGE,
    SPELLS,
    THRESHOLDS,
    WARES,
    foe,
    has_boss,
)
from cardsolo.games.rogue.view import hidden_rooms
from cardsolo.render.plain import rogue as plain
from cardsolo.render.rogue_choices import note
from cardsolo.render.rogue_events import describe, room_name

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import Combat, View
    from cardsolo.render.style import Style

__all__ = ["board", "describe", "outcome", "warning"]

_LOW_HP: Final = 4
_NOTE_AT: Final = 20
_INDENT: Final = "    "
#: Columns that must be left for what stands behind a choice, or it is no column of its own.
_LEAST_NOTE: Final = 16


def board(view: View, style: Style) -> list[str]:
    """Return the screen: where, who, the rooms, what is going on, and every choice with its number."""
    if style.plain:
        return _in_sentences(view, style)
    lines = _joined(_place(view), style) + _joined(_hero(view, style), style)
    if view.phase == OVER:
        return lines + _sheet(view, style)
    lines += _joined(_rooms(view), style)
    if view.phase in _SCENES:
        lines += [row for text in _SCENES[view.phase](view, style) for row in style.wrap(text, _INDENT)]
    lines += [style.paint(row, "yellow") for row in style.wrap(warning(view))] if view.is_last_key else []
    return lines + _choices(view, style)


def _in_sentences(view: View, style: Style) -> list[str]:
    parts = [*_place(view), *_hero(view, style)]
    if view.phase == OVER:
        return plain.sentences([*parts, *plain.sheet(view)], style)
    parts += _rooms(view)
    if view.phase in _SCENES:
        parts += _SCENES[view.phase](view, style)
    parts += [warning(view)] if view.is_last_key else []
    for number, move in enumerate(legal_moves(view), 1):
        said = note(view, move)
        parts.append(f"{number}: {move}. {said[:1].upper()}{said[1:]}".rstrip())
    return plain.sentences(parts, style)


def warning(view: View) -> str:
    """Return what must be said before a choice (R20), empty for nothing."""
    if not view.is_last_key:
        return ""
    return _("Last chance for a key: pass the Trap by, and the door at the end of this area stays shut (R20).")


def _joined(parts: list[str], style: Style) -> list[str]:
    """Join parts on as few lines as they fit; a part is broken only where it is longer than a line."""
    gap = " · " if style.unicode else " - "
    lines: list[str] = []
    for part in parts:
        line = lines[-1] + gap + part if lines else part
        if style.columns(line) <= style.width:
            lines[-1:] = [line]
        else:
            lines += style.wrap(part, "  ")
    return lines


# --- status -----------------------------------------------------------------------------------------------------------
def _place(view: View) -> list[str]:
    level = LEVELS[view.level - 1]
    parts = [
        _("area {area} of {all}").format(area=view.area, all=AREAS),
        _("level {level}, {name}").format(level=view.level, name=_(level.name)),
    ]
    if has_boss(view.area):
        boss = level.boss
        text = _("at its end {name}: HP {hp}, damage {damage}")
        parts.append(text.format(name=_(boss.name), hp=boss.hp, damage=boss.damage))
    return parts


def _hero(view: View, style: Style) -> list[str]:
    hero = view.hero
    hp = _("HP {hp}/{most}").format(hp=hero.hp, most=CAPS["hp"])
    spells = ", ".join(_(SPELLS[spell].title) for spell in hero.spells) or _("none")
    counts = [
        _rank(view),
        _("armor {armor}/{most}").format(armor=hero.armor, most=CAPS["armor"]),
        style.paint(hp, "red") if hero.hp <= _LOW_HP else hp,
        _("gold {gold}/{most}").format(gold=hero.gold, most=CAPS["gold"]),
        _("food {food}/{most}").format(food=hero.food, most=CAPS["food"]),
    ]
    parts = [*(plain.hero(hero) if style.plain else counts), _("spells: {spells}").format(spells=spells)]
    if view.rules.key:
        state = _("held") if view.key else _("not found on this level yet")
        parts.append(_("key: {state}").format(state=state))
    if view.monster_defeated:
        parts.append(_("a monster was defeated here"))
    return parts


def _rank(view: View) -> str:
    rank, xp = view.hero.rank, view.hero.xp
    if rank == MAX_RANK:
        return _("rank {rank} (XP gained is +1 HP)").format(rank=rank)
    most = THRESHOLDS[rank - 1]
    text = _("rank {rank}, XP {xp}/{most} ({left} to rank {next})")
    return text.format(rank=rank, xp=xp, most=most, left=most - xp, next=rank + 1)


def _rooms(view: View) -> list[str]:
    """The column, with the chosen card, and what is still face down."""
    text = _("column {column} of {last}: {rooms}")
    names = [room_name(room or "") for room in view.choices]
    if view.room is not None:
        names = [room_name(view.room)]
    parts = [text.format(column=view.column, last=view.last_column, rooms=_(" or ").join(names))]
    hidden = [room_name(room) for room in hidden_rooms(view)]
    if hidden:
        sizes = [len(places) for places in COLUMNS[view.column :]]
        text = _("face down: {rooms} (columns of {sizes})")
        parts.append(text.format(rooms=", ".join(hidden), sizes=", ".join(map(str, sizes))))
    if view.column < view.last_column and has_boss(view.area):
        parts.append(_("then the boss"))
    return parts


# --- scenes -----------------------------------------------------------------------------------------------------------
def _fight(view: View, style: Style) -> list[str]:
    combat = view.combat
    if combat is None:
        return []
    name = _(foe(combat.kind, view.area).name)
    counter = 0 if combat.frozen else max(0, combat.damage - view.hero.armor)
    text = _("{name}: HP {hp}, damage {damage} (you lose {lost})")
    line = text.format(name=style.paint(name, "bold"), hp=combat.hp, damage=combat.damage, lost=counter)
    if combat.poisoned:
        line += _(", poisoned (+{damage} each attack)").format(damage=POISON_DAMAGE)
    if combat.frozen:
        line += _(", frozen (does not strike back this round)")
    if style.plain:
        return [line, *(plain.dice(combat) if combat.dice else ())]
    return [line, _dice(combat)] if combat.dice else [line]


def _dice(combat: Combat) -> str:
    shown = []
    for number, die in enumerate(combat.dice, 1):
        faces = "+".join(map(str, die.faces))
        holds = _("miss") if not die.value else str(die.value)
        what = f"{faces} = {holds}" if len(die.faces) > 1 or not die.value else faces
        shown.append(f"{number}: {what}" + (_(" (feat used)") if die.feat else ""))
    total = sum(die.value for die in combat.dice) + (POISON_DAMAGE if combat.poisoned else 0)
    return _("dice  {dice}   damage {total}").format(dice="   ".join(shown), total=total)


def _event(view: View, style: Style) -> list[str]:  # noqa: ARG001
    return [_("event {die}: {name}").format(die=view.die, name=_(EVENTS[view.die - 1].name))]


def _offer(view: View, style: Style) -> list[str]:  # noqa: ARG001
    return [_("{spell} is offered, but two spells are held").format(spell=_(SPELLS[view.offer].title))]


def _market(view: View, style: Style) -> list[str]:  # noqa: ARG001
    """What cannot be bought now, with its price; what can stands among the choices."""
    dear: list[str] = []
    full: list[str] = []
    for ware in WARES.values():
        if why_not(view, BY_TEXT[f"buy {ware.name}"]) is not None:
            (dear if view.hero.gold < ware.price else full).append(f"{ware.name} {ware.price}")
    lines = [_("merchant: you have {gold} gold").format(gold=view.hero.gold)]
    if dear:
        lines.append(_("too dear now: {wares}").format(wares=", ".join(dear)))
    if full:
        lines.append(_("at the maximum already: {wares}").format(wares=", ".join(full)))
    return lines


_SCENES: Final = {
    ATTACK: _fight,
    SPELL: _fight,
    EVENT: _event,
    CHANGE: _event,
    DROP: _offer,
    MERCHANT: _market,
}


def _choices(view: View, style: Style) -> list[str]:
    lines = []
    for number, move in enumerate(legal_moves(view), 1):
        lines += _choice(number, move, view, style)
    return lines


def _choice(number: int, move: Move, view: View, style: Style) -> list[str]:
    head = style.pad(f"{number:>3}  {move}", _NOTE_AT) + "  "
    room = style.width - style.columns(head)
    if room < _LEAST_NOTE:
        return style.wrap(f"{number} {move} {note(view, move)}", _INDENT)
    first, *others = replace(style, width=room).wrap(note(view, move)) or [""]
    return [f"{head}{first}".rstrip(), *(" " * style.columns(head) + row for row in others)]


# --- the end ----------------------------------------------------------------------------------------------------------
def _sheet(view: View, style: Style) -> list[str]:
    rows = score_sheet(view)
    parts = [
        f"{_(row.name)} {row.held}" + (f" x {row.points} = {row.held * row.points}" if row.points > 1 else "")
        for row in rows
    ]
    total = sum(row.held * row.points for row in rows)
    return style.wrap(_("score: {rows}; in all {total}").format(rows=", ".join(parts), total=total), "  ")


_CAUSES: Final = {
    "monster": marked("killed by a monster"),
    "event": marked("killed by a monster that an event brought"),
    BOSS: marked("killed by the boss"),
    "trap": marked("killed by a trap"),
    "hunger": marked("starved"),
    LOCKED: marked("shut in: no key for the door"),
}


def outcome(result: Json, style: Style) -> list[str]:
    """Return the closing lines of a finished game."""
    names = {"area": result["area"], "score": result["score"]}
    if result["outcome"] == "won":
        text = _("Og's Remains is beaten: you have won. Score {score}.").format(**names)
        return [style.paint(row, "green", "bold") for row in style.wrap(text)]
    if result["outcome"] == "resigned":
        return style.wrap(_("Resigned in area {area}. Score {score}.").format(**names))
    cause = _(_CAUSES[result["cause"]])
    text = _("The game is lost in area {area}: {cause}. Score {score}.").format(cause=cause, **names)
    return [style.paint(row, "yellow") for row in style.wrap(text)]
