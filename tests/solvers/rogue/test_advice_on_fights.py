"""Advice on fights set up by hand: before the roll, on a frozen monster, and whatever was asked before."""

from __future__ import annotations

import importlib.util
import random
from dataclasses import replace
from pathlib import Path

import pytest
from rogue_table import GAME, fight, play

from cardsolo.core.errors import DealError
from solvers.rogue import advisor
from solvers.rogue.counsel import ROUNDING, Counsel, Weighed, ordered, run_of

_spec = importlib.util.spec_from_file_location("brute_fight", Path(__file__).with_name("brute_fight.py"))
brute_fight = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(brute_fight)


def seen(state, **combat):
    return GAME.view(replace(state, combat=state.combat._replace(**combat)), 1)


# --- a monster frozen before its defence phase (R11) ------------------------------------------------------------------
def expected(view):
    """Return the chance of surviving for every move by plain recursion."""
    run, combat = run_of(view), view.combat
    brute = brute_fight.Frozen(combat.damage - run.armor)
    spells = tuple(sorted(view.hero.spells))
    if view.phase == "spell":
        hits = {"fire": 8, "poison": 5}
        found = {"no-spell": brute.defend(run.hp, run.xp, spells, combat.poisoned, combat.hp, False)}
        for at, spell in enumerate(spells):
            rest = spells[:at] + spells[at + 1 :]
            hp = min(20, run.hp + 8) if spell == "healing" else run.hp
            left = combat.hp - hits.get(spell, 0)
            found[f"spell {spell}"] = brute.defend(hp, run.xp, rest, combat.poisoned or spell == "poison", left, False)
        return {move: 1 + pair[0] for move, pair in found.items()}
    table = [(die.value, die.is_critical, die.feat) for die in combat.dice]
    left = combat.hp - sum(die[0] for die in table) - 5 * combat.poisoned
    found = {"stop": brute.spell_step(run.hp, run.xp, spells, combat.poisoned, left)}
    for n, (held, hot, feat) in enumerate(table, 1):
        rest = tuple(table[: n - 1] + table[n:])
        ends = (run.xp, spells, combat.poisoned, combat.hp)
        if hot:
            found[f"reroll {n}"] = brute.thrown(rest, held, feat, run.hp, *ends)
        if not feat and run.hp >= 3:
            found[f"feat hp {n}"] = brute.thrown(rest, 0, True, run.hp - 2, *ends)
        if not feat and run.xp >= 1:
            found[f"feat xp {n}"] = brute.thrown(rest, 0, True, run.hp, *(run.xp - 1, *ends[1:]))
    return {move: 1 + pair[0] for move, pair in found.items()}


FROZEN = [
    fight("6", hp=9, damage=2, hero_hp=5),
    fight("1", hp=8, damage=6, hero_hp=3),
    fight("2", hp=7, damage=4, hero_hp=4, spells=("ice",)),
    fight("4", hp=12, damage=5, hero_hp=5, spells=("poison", "healing"), xp=1),
    fight("3", hp=14, damage=12, hero_hp=2, poisoned=True, spells=("healing",)),
    play(fight("2", hp=9, damage=4, hero_hp=4, spells=("ice", "fire")), "stop"),
    play(fight("1", hp=9, damage=9, hero_hp=4, spells=("healing", "poison")), "stop"),
]


@pytest.mark.parametrize("state", FROZEN)
def test_the_ice_counts(state):
    view = seen(state, frozen=True)
    chances = advisor.survival(view, run_of(view))
    assert chances == pytest.approx(expected(view), rel=1e-9)
    thawed = advisor.survival(seen(state), run_of(view))
    assert chances != thawed
    assert all(chances[move] >= chance - 1e-12 for move, chance in thawed.items())


@pytest.mark.parametrize("state", FROZEN)
def test_advice_is_better_on_ice_and_gives_its_odds(state):
    frozen, thawed = (advisor.advise(seen(state, frozen=ice)) for ice in (True, False))
    assert frozen.candidates[0].chance > thawed.candidates[0].chance
    assert "the fight is won" in frozen.candidates[0].reason


def test_a_second_ice_is_not_spent_on_a_frozen_monster():
    """R11: it would cancel the defence phase that is skipped already."""
    state = play(fight("2", hp=9, damage=4, hero_hp=4, spells=("ice",)), "stop")
    assert advisor.advise(seen(state)).moves == ("spell ice",)
    assert advisor.advise(seen(state, frozen=True)).moves == ("no-spell",)


def test_ice_is_forgotten_after_its_fight():
    counsel = Counsel(locked=False)
    state = FROZEN[0]
    before = counsel.weigh(seen(state))
    assert counsel.weigh(seen(state, frozen=True)) != before
    assert counsel.weigh(seen(state)) == before
    assert counsel.best_throw(seen(state, frozen=True)) is None


# --- before the roll --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rank", "words"),
    [(1, 'throw 1 die and write what it shows here, as in "dice":["4"]'), (3, 'throw 3 dice .* "dice":."4","6","2".')],
)
def test_before_the_roll_advice_says_what_is_due(rank, words):
    state = fight("1", hp=9, rank=rank)
    words = words.replace("[", r"\[") if rank == 1 else words
    with pytest.raises(DealError, match=words) as caught:
        advisor.advise(seen(state, dice=()))
    assert [fault.at for fault in caught.value.faults] == ["combat.dice"]


# --- equal but for rounding -------------------------------------------------------------------------------------------
def test_the_order_of_equal_moves_does_not_depend_on_what_was_asked_before():
    rng = random.Random(9)
    asked = Counsel(locked=False)
    for _ in range(40):
        dice = " ".join(str(rng.randint(1, 6)) for _ in range(2))
        spells = rng.choice([(), ("fire",), ("ice",), ("healing", "ice")])
        state = fight(dice, hp=rng.randint(4, 14), damage=4, rank=2, xp=3, hero_hp=rng.randint(3, 9), spells=spells)
        fresh = Counsel(locked=False).weigh(seen(state))
        asked.weigh(seen(state, hp=state.combat.hp + 2))  # its fight covers this one too
        again = asked.weigh(seen(state))
        assert [one.move for one in again] == [one.move for one in fresh]
        assert [one.value for one in again] == pytest.approx([one.value for one in fresh], rel=1e-9)


def test_moves_equal_but_for_rounding_stay_in_order_and_are_equal():
    noisy = [Weighed("a", 0.5), Weighed("b", 0.7 - 1e-15), Weighed("c", 0.7), Weighed("d", 0.7 - 2 * ROUNDING)]
    assert ordered(noisy) == [Weighed("b", 0.7), Weighed("c", 0.7), Weighed("d", 0.7 - 2 * ROUNDING), Weighed("a", 0.5)]
    assert ordered([]) == []
