"""A picture of Mini Rogue: the tracks of the adventurer, the rooms of the area, the fight with its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _
from cardsolo.games.rogue.events import Defended, Gained, Lost, RankChanged
from cardsolo.games.rogue.game import Rogue
from cardsolo.games.rogue.state import LOCKED, OVER, State
from cardsolo.games.rogue.tables import (
    AREAS,
    BOSS_COLUMN,
    CAPS,
    COLUMNS,
    LEVELS,
    MAX_RANK,
    SPELLS,
    THRESHOLDS,
    foe,
)
from cardsolo.render.pictures import svg
from cardsolo.render.pictures.scene import Scene
from cardsolo.render.rogue_events import room_name, stat_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.session import Turn
    from cardsolo.games.rogue.state import Combat, Die, Hero, View

_WIDTH: Final = 600.0
_LEFT: Final = 20.0
_TRACK: Final = 110.0
_CELL: Final = 18.0
_LINE: Final = 27.0
_ROOM: Final = (92.0, 60.0)
_COLUMN: Final = 113.0
_ROOMS_TOP: Final = 252.0
_DIE: Final = 48.0
#: Places of the pips of a die, by face, in thirds of its side from the middle.
_PIPS: Final = (
    ((0, 0),),
    ((-1, -1), (1, 1)),
    ((-1, -1), (0, 0), (1, 1)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
)
_KEPT: Final = ("hp", "armor", "food", "gold")


def scene(
    seen: View | State,
    title: str,
    *,
    history: Iterable[Turn] = (),  # noqa: ARG001  the cards say it all
    last: Turn | None = None,
    room_for: View | State | None = None,  # noqa: ARG001  every picture has the same room
    labels: bool = False,  # noqa: ARG001  nothing has coordinates
) -> Scene:
    """Draw a view; of a state too what the player sees, since rooms face down are drawn as backs."""
    view = Rogue().view(seen, 1) if isinstance(seen, State) else seen
    parts = [svg.heading(_LEFT, 32, title, 20, _WIDTH - 2 * _LEFT), svg.text(_LEFT, 56, _place(view), 15, "pale")]
    parts += _tracks(view.hero, _changed(last))
    parts += _belongings(view)
    parts += [part for column in range(1, view.last_column + 1) for part in _column(view, column)]
    height = _ROOMS_TOP + 2 * _ROOM[1] + 34
    if view.combat is not None:
        parts += _fight(view.combat, view, height)
        height += 104
    return Scene(title, _described(view), _WIDTH, height, tuple(parts))


def _place(view: View) -> str:
    text = _("area {area} of {all}, level {level}: {name}")
    return text.format(area=view.area, all=AREAS, level=view.level, name=_(LEVELS[view.level - 1].name))


# --- the adventurer ---------------------------------------------------------------------------------------------------
def _tracks(hero: Hero, changed: frozenset[str]) -> list[str]:
    """Draw rank and XP on a line, and one line for each other stat: a cell for every unit."""
    y = 76.0
    parts = _track(_("rank"), hero.rank, MAX_RANK, y, "rank" in changed)
    if hero.rank < MAX_RANK:
        parts += _track(_("XP"), hero.xp, THRESHOLDS[hero.rank - 1], y, "xp" in changed, shift=225.0, cell=13.0)
    for stat in _KEPT:
        y += _LINE
        parts += _track(stat_name(stat), getattr(hero, stat), CAPS[stat], y, stat in changed)
    return parts


def _track(
    name: str, held: int, most: int, y: float, changed: bool, *, shift: float = 0.0, cell: float = _CELL
) -> list[str]:
    start = _LEFT + shift + (40.0 if shift else _TRACK - _LEFT)
    parts = [svg.text(_LEFT + shift, y + 15, name, 15, "ink")]
    for at in range(most):
        kind = "bar" if at < held else "track"
        parts.append(svg.rect(start + at * cell, y + 2, cell - 2, 15, kind, 2))
    end = start + most * cell
    parts.append(svg.text(end + 6, y + 15, f"{held}/{most}", 14, "ink b" if changed else "ink"))
    if changed:
        parts.append(svg.rect(start - 3, y - 1, end - start + 4, 21, "mark", 3))
    return parts


def _belongings(view: View) -> list[str]:
    names = [_(SPELLS[spell].title) for spell in view.hero.spells]
    if view.rules.key:
        names.append(_("key: {state}").format(state=_("held") if view.key else _("not found on this level yet")))
    listed = ", ".join(names) or _("none")
    return [svg.text(_LEFT, 226, _("spells: {spells}").format(spells=listed), 15, "ink")]


def _changed(last: Turn | None) -> frozenset[str]:
    """Return the stats that the last move raised or lowered."""
    found: set[str] = set()
    for event in last.events if last is not None else ():
        match event:
            case Gained(what=what, amount=amount) | Lost(what=what, amount=amount) if amount:
                found.add(what)
            case RankChanged():
                found |= {"rank", "xp"}
            case Defended(lost=lost) if lost:
                found.add("hp")
    return frozenset(found)


# --- the rooms --------------------------------------------------------------------------------------------------------
def _column(view: View, column: int) -> list[str]:
    """Draw the cards of a column: backs where they are face down, a frame about the one that was chosen."""
    x = _LEFT + (column - 1) * _COLUMN
    if column == BOSS_COLUMN:
        boss = _(LEVELS[view.level - 1].boss.name)
        return _room(room_name("boss"), x, _ROOMS_TOP + 35, "seat2", note=boss, now=view.column == column)
    places = COLUMNS[column - 1]
    taken = view.taken[column - 1] if column <= len(view.taken) else 0
    parts = []
    for at, place in enumerate(places):
        y = _ROOMS_TOP + (at * (_ROOM[1] + 10) if len(places) > 1 else 35)
        room = view.layout[place] if column <= view.column else None
        if room is None:
            parts.append(svg.rect(x, y, *_ROOM, "back edge", 6))
            parts.append(svg.text(x + _ROOM[0] / 2, y + 36, "?", 20, "ink b m"))
            continue
        now = column == view.column and taken in {0, at + 1}
        kind = "face" if taken in {0, at + 1} else "empty"
        parts += _room(room_name(room), x, y, kind, now=now and view.phase != OVER)
    return parts


def _room(name: str, x: float, y: float, kind: str, *, note: str = "", now: bool = False) -> list[str]:
    parts = [svg.rect(x, y, *_ROOM, f"{kind} edge", 6)]
    middle = x + _ROOM[0] / 2
    parts.append(svg.text(middle, y + (28 if note else 35), name, 15, "ink b m"))
    if note:
        parts.append(svg.text(middle, y + 47, note, 11, "ink m"))
    if now:
        parts.append(svg.rect(x, y, *_ROOM, "mark", 6))
    return parts


# --- the fight --------------------------------------------------------------------------------------------------------
def _fight(combat: Combat, view: View, top: float) -> list[str]:
    name = _(foe(combat.kind, view.area).name)
    text = _("{name}: HP {hp}, damage {damage}").format(name=name, hp=combat.hp, damage=combat.damage)
    states = ((combat.poisoned, _("poisoned")), (combat.frozen, _("frozen")))
    text += "".join(f", {word}" for holds, word in states if holds)
    parts = [svg.text(_LEFT, top + 16, text, 15, "ink b")]
    for at, die in enumerate(combat.dice):
        parts += _die(die, _LEFT + at * (_DIE + 70), top + 30)
    return parts


def _die(die: Die, x: float, y: float) -> list[str]:
    """Draw a die by its last face; beside it all that it showed, where that was more."""
    middle = x + _DIE / 2, y + _DIE / 2
    parts = [svg.rect(x, y, _DIE, _DIE, "face edge", 9)]
    for dx, dy in _PIPS[die.faces[-1] - 1]:
        place = {"cx": middle[0] + dx * 13.0, "cy": middle[1] + dy * 13.0, "r": 4.5}
        parts.append(svg.element("circle", **place, kind="ink"))
    if len(die.faces) > 1 or die.feat:
        parts.append(svg.text(x + _DIE + 6, y + 20, str(die), 14, "ink"))
    parts.append(svg.text(x + _DIE + 6, y + 42, _("= {value}").format(value=die.value), 14, "pale"))
    return parts


# --- in words ---------------------------------------------------------------------------------------------------------
def _described(view: View) -> str:
    hero = view.hero
    sentences = [_place(view), _("rank {rank}, XP {xp}").format(rank=hero.rank, xp=hero.xp)]
    sentences.append(", ".join(f"{stat_name(stat)} {getattr(hero, stat)}" for stat in _KEPT))
    spells = ", ".join(_(SPELLS[spell].title) for spell in hero.spells)
    if spells:
        sentences.append(_("spells: {spells}").format(spells=spells))
    names = [room_name(room or "") for room in view.choices] if view.room is None else [room_name(view.room)]
    column = _("column {column} of {last}: {rooms}")
    sentences.append(column.format(column=view.column, last=view.last_column, rooms=_(" or ").join(names)))
    if view.combat is not None:
        fight = _("{name}: HP {hp}, damage {damage}")
        name = _(foe(view.combat.kind, view.area).name)
        sentences.append(fight.format(name=name, hp=view.combat.hp, damage=view.combat.damage))
        if view.combat.dice:
            sentences.append(_("dice {dice}").format(dice=" ".join(map(str, view.combat.dice))))
    if view.ended == LOCKED:
        sentences.append(_("the door is locked"))
    return ". ".join(sentences) + "."
