"""The packed runs of the advisor and the rules of the game change a hero in the same way."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from rogue_table import before, fight, play

from cardsolo.games.rogue.hero import add_spell, drop_spell, gain
from cardsolo.games.rogue.state import Hero
from cardsolo.games.rogue.tables import SPELLS
from solvers.rogue.kernel.guide import spring
from solvers.rogue.kernel.run import Run, explore

REACHED = (0, 6, 18, 36)  # XP in all at which a rank is reached
KINDS = {spell: kind for kind, spell in enumerate(SPELLS, 1)}


@st.composite
def heroes(draw):
    xp = draw(st.integers(0, 36))
    rank = sum(xp >= total for total in REACHED)
    stats = [draw(st.integers(low, high)) for low, high in ((0, 5), (1, 20), (0, 20), (0, 6))]
    spells = sorted(draw(st.lists(st.sampled_from(list(SPELLS)), max_size=2)), key=list(SPELLS).index)
    return Hero(rank, xp - REACHED[rank - 1], *stats, tuple(spells))


def packed(state):
    """Return a state between two rooms as the advisor packs it."""
    hero = state.hero
    run = Run()
    run.area, run.column = state.area, state.column
    run.xp = REACHED[hero.rank - 1] + hero.xp
    run.armor, run.hp, run.gold, run.food = hero.armor, hero.hp, hero.gold, hero.food
    run.key, run.found, run.defeated = int(state.key), int(state.key_found), int(state.monster_defeated)
    for spell in hero.spells:
        run.add_spell(KINDS[spell])
    return run


def same(run, state):
    twin = packed(state)
    names = ("area", "xp", "armor", "hp", "gold", "food", "spells", "key", "found", "defeated")
    assert {name: getattr(run, name) for name in names} == {name: getattr(twin, name) for name in names}


@given(heroes(), st.integers(1, 5))
def test_gaining_xp(hero, amount):
    state = before("event")
    run = packed(replace(state, hero=hero))
    run.gain_xp(amount)
    same(run, replace(state, hero=gain(hero, "xp", amount)))


@given(heroes(), st.sampled_from(list(SPELLS)))
def test_spells_come_and_go(hero, spell):
    state = before("event")
    run = packed(replace(state, hero=hero))
    if len(hero.spells) < 2:
        hero = add_spell(hero, spell)
        run.add_spell(KINDS[spell])
    elif spell in hero.spells:
        hero = drop_spell(hero, spell)
        run.drop_spell(KINDS[spell])
    same(run, replace(state, hero=hero))


@given(heroes(), st.integers(1, 14), st.integers(1, 6), st.booleans())
def test_traps(hero, area, face, found):
    start = replace(before("trap", area=area, key=True), key=found, key_found=found)
    state = replace(start, hero=hero)
    after = play(state, ("room 1", face, 6))
    run = packed(replace(state, key=True, key_found=True))  # found by now in any case
    spring(run, face)
    run.hp = max(0, run.hp)
    same(run, after)


@given(heroes(), st.integers(1, 13), st.booleans(), st.booleans())
def test_exploration(hero, area, with_key, held):
    start = before("resting", area=area, column=4, key=with_key)
    if start.last_column == 5:
        return  # the boss comes first
    state = replace(start, hero=hero, key=with_key and held, monster_defeated=True)
    after = play(state, "room 1", "rest heal")
    run = packed(state)
    run.gain_hp(2)
    assert explore(run, with_key) == (not after.ended)
    run.hp = max(0, run.hp)
    if not after.ended:
        same(run, after)


@given(heroes(), st.sampled_from([2, 4, 7, 10]), st.booleans(), st.booleans())
def test_exploration_behind_a_boss(hero, area, with_key, held):
    boss = fight("6", hp=1, kind="boss", area=area, key=with_key)
    state = replace(boss, hero=hero, key=with_key and held, key_found=with_key and held)
    after = play(state, ("stop", 1))
    run = packed(state)
    run.gain_gold(3 if area > 4 else 2)
    run.gain_xp({2: 2, 4: 3, 7: 4, 10: 5}[area])
    run.armor = min(5, run.armor + 1)
    assert explore(run, with_key) == (not after.ended)
    if not after.ended:
        same(run, after)
