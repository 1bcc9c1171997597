"""Mini Rogue: a sentence for every event, and the names that all its texts share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked
from cardsolo.games.rogue import events as e
from cardsolo.games.rogue.tables import LEVELS, SPELLS, WARES
from cardsolo.render.plain.rogue import counted

if TYPE_CHECKING:
    from cardsolo.core.game import Event
    from cardsolo.render.style import Style

_STATS: Final = {
    "hp": marked("HP"),
    "xp": marked("XP"),
    "gold": marked("gold"),
    "food": marked("food"),
    "armor": marked("armor"),
}
_ROOMS: Final = {
    "monster": marked("Monster"),
    "treasure": marked("Treasure"),
    "merchant": marked("Merchant"),
    "resting": marked("Resting"),
    "event": marked("Event"),
    "trap": marked("Trap"),
    "boss": marked("Boss"),
}


def stat_name(stat: str) -> str:
    return _(_STATS[stat])


def room_name(room: str) -> str:
    """Return a room card as people read it; `?` for one that is face down."""
    return _(_ROOMS[room]) if room else "?"


def describe(event: Event, style: Style) -> str | None:
    """Return a sentence for an event, None where the next one says it already."""
    return _fight(event, style) or _room(event, style) or _course(event, style)


def _fight(event: Event, style: Style) -> str | None:
    match event:
        case e.Met(name=name, hp=hp, damage=damage, die=die):
            thrown = _("{name}: HP {hp} (die {die}), damage {damage}")
            text = _("{name}: HP {hp}, damage {damage}") if die is None else thrown
            return text.format(name=style.paint(_(name), "bold"), hp=hp, damage=damage, die=die)
        case e.Rolled(faces=faces):
            shown = counted(faces) if style.plain else " ".join(map(str, faces))
            return _("you roll {faces}").format(faces=shown)
        case e.Critical(die=die, face=1):
            return _("die {die} again: 1, all is lost").format(die=die)
        case e.Critical(die=die, face=face, value=value):
            return _("die {die} again: {face}, it holds {value}").format(die=die, face=face, value=value)
        case e.Feat(die=die, face=face):
            return _("die {die} re-rolled: {face}").format(die=die, face=face)
        case e.Hit(damage=damage, poison=poison, hp=hp):
            text = (
                _("{damage} damage, {poison} of it poison, {hp} HP left")
                if poison
                else _("{damage} damage, {hp} HP left")
            )
            return text.format(damage=damage, poison=poison, hp=hp)
        case e.Cast(spell=spell, damage=0):
            return _(SPELLS[spell].title)
        case e.Cast(spell=spell, damage=damage):
            return _("{spell}: {damage} damage").format(spell=_(SPELLS[spell].title), damage=damage)
        case e.Defended(frozen=True):
            return _("it is frozen and does not strike back")
        case e.Defended(lost=0):
            return _("it strikes back, your armor holds")
        case e.Defended(damage=damage, armor=0):
            return _("it strikes back for {damage}").format(damage=damage)
        case e.Defended(damage=damage, armor=armor):
            return _("it strikes back for {damage}, armor takes {armor}").format(damage=damage, armor=armor)
        case e.Slain(name=name):
            return style.paint(_("{name} is slain").format(name=_(name)), "green")
    return None


def _room(event: Event, style: Style) -> str | None:
    match event:
        case e.TreasureTested(die=die, found=found):
            return (_("treasure {die}: an item") if found else _("treasure {die}: no item")).format(die=die)
        case e.ItemFound(die=die, name=name):
            return _("item {die}: {name}").format(die=die, name=_(name))
        case e.SpellGained(spell=spell):
            return _("{spell} is yours").format(spell=_(SPELLS[spell].title))
        case e.SpellOffered(spell=spell):
            return _("no room for {spell}").format(spell=_(SPELLS[spell].title))
        case e.SpellDropped(spell=spell):
            return _("{spell} is thrown away").format(spell=_(SPELLS[spell].title))
        case e.SpellDeclined(spell=spell):
            return _("{spell} is declined").format(spell=_(SPELLS[spell].title))
        case e.Bought(ware=ware, price=price, gold=gold):
            text = _("{ware} bought for {price} gold, {gold} left")
            return text.format(ware=_(WARES[ware].title), price=price, gold=gold)
        case e.Sold(item=item, price=price):
            title = _(SPELLS[item].title) if item in SPELLS else stat_name(item)
            return _("{item} sold for {price} gold").format(item=title, price=price)
        case e.EventRolled(die=die, name=name):
            return _("event {die}: {name}").format(die=die, name=_(name))
        case e.EventChanged(die=die, name=name):
            return _("changed to {die}: {name}").format(die=die, name=_(name))
        case e.Checked(die=die, rank=rank, success=success):
            text = _("skill check {die}: made") if success else _("skill check {die}: failed, it takes {rank} or less")
            return text.format(die=die, rank=rank)
        case e.TrapRolled(die=die, name=name):
            return _("trap {die}: {name}").format(die=die, name=_(name))
        case e.Fell(area=area, level=level):
            text = _("you fall to area {area}, level {level}")
            return style.paint(text.format(area=area, level=level), "yellow")
    return None


def _course(event: Event, style: Style) -> str | None:
    match event:
        case e.Entered(area=area, level=level, boss=boss):
            text = _("area {area}, {name}, a boss at its end") if boss else _("area {area}, {name}")
            return style.paint(text.format(area=area, name=_(LEVELS[level - 1].name)), "bold")
        case e.TurnedUp(column=column, rooms=rooms):
            names = _(" or ").join(map(room_name, rooms))
            return _("column {column}: {rooms}").format(column=column, rooms=names)
        case e.Chosen(room=room, skipped=None):
            return _("to the {room}").format(room=room_name(room))
        case e.Chosen(room=room, skipped=str() as other):
            return _("to the {room}, past the {other}").format(room=room_name(room), other=room_name(other))
        case e.Gained(what=what, amount=amount, now=now):
            text = _("{amount} {stat} more, {now} now") if style.plain else "{stat} +{amount} = {now}"
            return text.format(stat=stat_name(what), amount=amount, now=now)
        case e.Lost(what=what, amount=amount, now=now):
            text = _("{amount} {stat} less, {now} now") if style.plain else "{stat} -{amount} = {now}"
            return text.format(stat=stat_name(what), amount=amount, now=now)
        case e.RankChanged(before=before, rank=rank):
            text = _("promoted to rank {rank}") if rank > before else _("back to rank {rank}")
            return style.paint(text.format(rank=rank), "green" if rank > before else "yellow")
        case e.Starved():
            return _("no food is left")
        case e.KeyFound(level=level):
            return _("you find the key of level {level}").format(level=level)
        case e.KeySpent():
            return _("the key opens the way down")
        case e.Died():
            return style.paint(_("you die"), "red")
        case e.LockedIn():
            return style.paint(_("without a key the way down stays shut"), "red")
        case e.Won():
            return _("Og's Blood is yours")
        case e.Resigned():
            return _("resigned")
    return None
