"""Shorthand for the tests of Mini Rogue: positions from a few words, chosen dice, and a rule-of-thumb player."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from cardsolo.core.chance import RecordedDice
from cardsolo.games import find
from cardsolo.games.rogue.hero import sort_spells
from cardsolo.games.rogue.legal import legal_moves
from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.state import ATTACK, Combat, Die, Hero, Rules
from cardsolo.games.rogue.tables import BOSS, BOSS_COLUMN, COLUMNS, ROOMS, foe, has_boss

GAME = find("rogue")
SEED = 7
LAYOUT = ROOMS  # monster | treasure resting… see `table`


def hero(*, rank=1, xp=0, hp=5, armor=0, gold=3, food=6, spells=()):
    return Hero(rank, xp, armor, hp, gold, food, sort_spells(tuple(spells)))


def layout(room, column, other=None):
    """Return a layout with room as the upper card of a column, and other as the lower one."""
    places = COLUMNS[column - 1]
    wanted = {places[0]: room}
    if other is not None:
        wanted[places[1]] = other
    rest = [name for name in ROOMS if name not in wanted.values()]
    return tuple(wanted[at] if at in wanted else rest.pop(0) for at in range(6))


def before(room, *, area=1, column=1, other=None, difficulty="normal", key=False, rest=None, **changes):
    """Return a state in which room is the (upper) card of the column, to be chosen next."""
    fields = {
        name: changes.pop(name) for name in ("rank", "xp", "hp", "armor", "gold", "food", "spells") if name in changes
    }
    state = GAME.start(GAME.deal(Rules(difficulty, key), SEED), RecordedDice([])).state
    cards = state.layout if room == BOSS else layout(room, column, other)
    return replace(
        state, area=area, column=column, taken=(1,) * (column - 1), layout=cards, hero=hero(**fields), **changes
    )


def boss(area, **fields):
    """Return a state before the boss of an area."""
    assert has_boss(area)
    return before(BOSS, area=area, column=BOSS_COLUMN, **fields)


def fight(dice, *, hp, damage=2, kind="monster", area=1, poisoned=False, column=1, **fields):
    """Return a fight with some dice on the table, as in `6 1 4f 6+3`. hp is the monster's, `hero_hp` the hero's."""
    if "hero_hp" in fields:
        fields["hp"] = fields.pop("hero_hp")
    at = {"column": BOSS_COLUMN} if kind == BOSS else {"column": column}
    state = before(kind, area=area, **at, **fields)
    thrown = tuple(die(text) for text in dice.split())
    combat = Combat(kind, hp, damage, thrown, poisoned=poisoned)
    return replace(state, taken=(*state.taken, 1), phase=ATTACK, combat=combat)


def die(text):
    faces = tuple(int(face) for face in text.rstrip("f").split("+"))
    return Die(faces, feat=text.endswith("f"))


def play(state, *steps):
    """Play steps, each a move and the dice that fall after it, as in `("room 1", 4, 5)`; every die must be used."""
    for step in steps:
        move, *dice = (step,) if isinstance(step, str) else step
        source = RecordedDice(dice)
        state = GAME.apply(state, BY_TEXT[move], source).state
        assert not source.left, f"{move}: {source.left} dice too many"
    return state


def events(state, move, *dice):
    return GAME.apply(state, BY_TEXT[move], RecordedDice(dice)).events


def moves(state):
    return [str(move) for move in GAME.legal_moves(state)]


def rule_against(state, move):
    """Return the number of the rule that forbids a move, None for a legal one."""
    reason = GAME.why_not(state, BY_TEXT[move])
    return None if reason is None else reason.rule


def monster(area, kind="monster"):
    return foe(kind, area)


# --- a player -----------------------------------------------------------------------------------------------------------
class Thumb:
    """Plays by rules of thumb, well enough to win now and then. `wants` lists rooms from best to worst."""

    def __init__(self, wants=("monster", "merchant", "treasure", "resting", "event", "trap"), feats=True):
        self._wants = wants
        self._feats = feats

    def choose(self, view):
        legal = {str(move): move for move in legal_moves(view)}
        return legal[self._PHASES[view.phase](self, view, legal)]

    def _room(self, view, legal):
        if "spell healing" in legal and view.hero.hp <= 10 and (view.column == BOSS_COLUMN or view.hero.hp <= 4):
            return "spell healing"
        if len(view.choices) == 1:
            return "room 1"
        wants = list(self._wants)
        if view.rules.key and not view.key and not view.key_found and has_boss(view.area):
            wants.insert(0, "trap")
        if view.hero.hp <= 4:
            wants.insert(0, "resting")
        if view.hero.gold >= 6:
            wants.insert(0, "merchant")
        return f"room {1 + min(range(2), key=lambda at: wants.index(view.choices[at]))}"

    def _attack(self, view, legal):
        dice = view.combat.dice
        need = view.combat.hp - 5 * view.combat.poisoned
        total = sum(one.value for one in dice)
        if total >= need:
            return "stop"
        for number, one in enumerate(dice, 1):
            if one.is_critical and (total + 2 < need or len(dice) == 1):
                return f"reroll {number}"
        lost = max(0, view.combat.damage - view.hero.armor)
        if self._feats and lost:
            for number, one in enumerate(dice, 1):
                if one.value == 0 and not one.feat:
                    if lost >= view.hero.hp and f"feat xp {number}" in legal:
                        return f"feat xp {number}"
                    if view.hero.hp > 2 + lost and need - total <= 6 and f"feat hp {number}" in legal and lost > 2:
                        return f"feat hp {number}"
        return "stop"

    def _spell(self, view, legal):
        combat = view.combat
        lost = max(0, combat.damage - view.hero.armor)
        deadly = lost >= view.hero.hp
        if "spell fire" in legal and (combat.hp <= 8 or deadly or combat.kind == BOSS):
            return "spell fire"
        if "spell poison" in legal and (combat.kind == BOSS or combat.hp > 8):
            return "spell poison"
        if "spell ice" in legal and (deadly or combat.kind == BOSS):
            return "spell ice"
        if "spell healing" in legal and view.hero.hp <= lost + 3 and view.hero.hp <= 12:
            return "spell healing"
        return "no-spell" if "no-spell" in legal else next(iter(legal))

    def _event(self, view, legal):
        return "check"

    def _change(self, view, legal):
        if view.die == 6:
            return "-1"
        return {5: "keep", 4: "+1" if view.hero.armor < 5 else "keep", 3: "+1", 2: "keep", 1: "keep"}[view.die]

    def _market(self, view, legal):
        hero = view.hero
        wish = []
        if hero.food <= 1:
            wish.append("buy ration")
        if hero.armor < 5:
            wish.append("buy armor")
        if hero.hp <= 8 and hero.gold < 6:
            wish.append("buy big-potion")
        if hero.hp <= 4:
            wish.append("buy potion")
        if hero.armor == 5 and len(hero.spells) < 2:
            wish.append("buy fire")
        if hero.armor == 5 and hero.hp < 18:
            wish.append("buy big-potion")
        if hero.armor >= 3 and hero.hp < 20 and hero.gold > 6:
            wish.append("buy potion")
        if hero.gold > 10:
            wish.append("buy ration")
        return next((move for move in wish if move in legal), "leave")

    def _drop(self, view, legal):
        worst = ("ice", "healing", "poison", "fire")
        held = min(view.hero.spells, key=worst.index)
        return f"drop {held}" if worst.index(held) < worst.index(view.offer) else "decline"

    def _rest(self, view, legal):
        if view.hero.food <= 1:
            return "rest food"
        return "rest heal" if view.hero.hp <= 6 else "rest weapon"

    _PHASES: ClassVar = {
        "room": _room,
        "attack": _attack,
        "spell": _spell,
        "event": _event,
        "change": _change,
        "merchant": _market,
        "drop": _drop,
        "rest": _rest,
    }


def types(found):
    return [event.type for event in found]
