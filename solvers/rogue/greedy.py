"""A careful rule of thumb for Mini Rogue, without look-ahead or search: what the advisor is measured against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.games.rogue.legal import legal_moves
from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.state import ATTACK, CHANGE, DROP, EVENT, MERCHANT, REST, ROOM, SPELL
from cardsolo.games.rogue.tables import has_boss

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View

#: What an event or a spell is worth, roughly.
EVENT_WORTH: Final = {1: 2.0, 2: 3.0, 3: 2.5, 4: 4.0, 5: 5.0, 6: 1.0}
SPELL_WORTH: Final = {"poison": 1, "ice": 2, "fire": 3, "healing": 4}


class GreedyPlayer:
    """Plays by fixed rules: armor first, food and HP above a floor, fights only where cheap, feats where a blow
    hurts.
    """

    def choose(self, view: View) -> Move:
        legal = legal_moves(view)
        wanted = _RULES[view.phase](view)
        for text in wanted:
            if BY_TEXT[text] in legal:
                return BY_TEXT[text]
        return legal[-1]


def _blow(view: View) -> int:
    """Return what the monster takes off in a round."""
    return max(0, view.combat.damage - view.hero.armor) if view.combat else 0


def _monster_blow(view: View) -> int:
    """Return what a monster of this level would take off in a round."""
    return max(0, 2 * view.level - view.hero.armor)


def _room(view: View) -> list[str]:
    hero = view.hero
    wanted = []
    if "healing" in hero.spells and hero.hp <= 6:
        wanted.append("spell healing")
    worth = [_room_worth(view, str(name)) for name in view.choices]
    order = sorted(range(len(worth)), key=lambda at: -worth[at])
    return wanted + [f"room {at + 1}" for at in order]


def _room_worth(view: View, room: str) -> float:
    hero = view.hero
    if room == "trap":
        return 99 if view.rules.key and not view.key and not view.key_found else hero.rank - 4
    if room == "merchant":
        need = max(0, 3 - hero.food) + max(0, 12 - hero.hp)
        return 6 if hero.gold >= 6 and hero.armor < 5 else min(hero.gold, need)
    if room == "treasure":
        return 3.5 + view.monster_defeated
    if room == "resting":
        return 3
    rounds = (view.area + 3.5) / (4.2 * hero.rank) - 0.6
    cost = max(0.0, rounds) * _monster_blow(view)
    if room == "monster":
        return 5 - 24 * cost / hero.hp
    return 3.2 - cost / hero.hp


def _attack(view: View) -> list[str]:
    hero, combat = view.hero, view.combat
    assert combat is not None  # noqa: S101  an attack has one
    left = combat.hp - sum(die.value for die in combat.dice) - (5 if combat.poisoned else 0)
    if left <= 0:
        return ["stop"]
    order = sorted(range(len(combat.dice)), key=lambda at: combat.dice[at].value)
    wanted = [f"reroll {at + 1}" for at in order if combat.dice[at].is_critical and combat.dice[at].value < 18]
    blow = _blow(view)
    if not wanted and blow > 0:
        free = [at for at in order if not combat.dice[at].feat and combat.dice[at].value <= 4]
        low = free[0] if free else -1
        deadly = hero.hp <= blow
        if low >= 0 and (deadly or blow >= 3):
            by_xp = f"feat xp {low + 1}"
            by_hp = f"feat hp {low + 1}"
            if deadly or hero.xp > 0:
                wanted.append(by_xp)
            if deadly or (blow > 4 and hero.hp > 4):
                wanted.append(by_hp)
    return [*wanted, "stop"]


def _spell(view: View) -> list[str]:
    hero, combat = view.hero, view.combat
    assert combat is not None  # noqa: S101  the spell step has one
    blow = _blow(view)
    wanted = []
    deadly = hero.hp <= blow
    rounds = combat.hp / (4.2 * hero.rank)
    if blow > 0:
        if combat.hp <= 8 and (deadly or blow >= 3):
            wanted.append("spell fire")
        if combat.hp <= 5 and (deadly or blow >= 3):
            wanted.append("spell poison")
        if deadly:
            wanted += ["spell ice", "spell healing"] if hero.hp + 8 <= blow else ["spell healing", "spell ice"]
            wanted += ["spell fire", "spell poison"]
        elif hero.hp <= 2 * blow and hero.hp <= 12 and rounds > 1:
            wanted += ["spell poison", "spell healing", "spell ice", "spell fire"]
        elif combat.kind == "boss":
            wanted += ["spell poison", "spell fire", "spell ice"]
    return [*wanted, "no-spell"]


def _event(view: View) -> list[str]:  # noqa: ARG001
    return ["check"]


def _change(view: View) -> list[str]:
    faces = {"+1": view.die + 1, "-1": view.die - 1, "keep": view.die}
    return sorted(faces, key=lambda text: -EVENT_WORTH.get(faces[text], 0))


def _drop(view: View) -> list[str]:
    worst = min(view.hero.spells, key=SPELL_WORTH.__getitem__)
    if SPELL_WORTH[worst] < SPELL_WORTH[view.offer]:
        return [f"drop {worst}"]
    return ["decline"]


def _merchant(view: View) -> list[str]:
    hero = view.hero
    wanted = []
    if hero.food < 2:
        wanted.append("buy ration")
    if hero.hp <= 6:
        wanted += ["buy big-potion", "buy potion"]
    if has_boss(view.area) and hero.hp <= 4 + 2 * view.level:
        wanted += ["buy big-potion", "buy potion"]
    if hero.gold >= 6 and hero.armor < 5:
        wanted.append("buy armor")
    if hero.food < 3:
        wanted.append("buy ration")
    if hero.hp <= 8 + hero.rank and (hero.gold < 4 or hero.armor == 5):
        wanted += ["buy big-potion", "buy potion"]
    if hero.armor == 5 and hero.hp <= 16:
        wanted.append("buy big-potion")
    return [*wanted, "leave"]


def _rest(view: View) -> list[str]:
    hero = view.hero
    if hero.food < 2:
        return ["rest food"]
    if hero.hp <= 2 + 2 * view.level and hero.rank > 1:
        return ["rest heal"]
    return ["rest heal"] if hero.hp <= 2 else ["rest weapon"]


_RULES: Final[dict[str, Callable[[View], list[str]]]] = {
    ROOM: _room,
    ATTACK: _attack,
    SPELL: _spell,
    EVENT: _event,
    CHANGE: _change,
    DROP: _drop,
    MERCHANT: _merchant,
    REST: _rest,
}
