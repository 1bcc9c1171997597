"""Mini Rogue fights against their twins: the same fight without what makes it cheap, and plain recursion.

A few hundred random fights; `HYPOTHESIS_PROFILE=thorough` takes thousands, other ones each time.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import random
from pathlib import Path

import pytest
from hypothesis import settings
from rogue_fights import SPELL_SETS, Bout, random_bout

from cardsolo.games.rogue.state import Die
from solvers.rogue.kernel import savings
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.odds import fight_odds, read_dice

_spec = importlib.util.spec_from_file_location("brute_fight", Path(__file__).with_name("brute_fight.py"))
brute_fight = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(brute_fight)
Quick = functools.cache(brute_fight.Quick)

SAVINGS = {name: bit for name, bit in vars(savings).items() if name.isupper()}
THOROUGH = not settings.default.derandomize


def fights(seed, usual, thorough, **limits):
    """Return random fights: as many as usual and always the same, or as many as a thorough run takes, and new ones."""
    rng = random.Random(None if THOROUGH else seed)
    return [random_bout(rng, **limits) for _ in range(thorough if THOROUGH else usual)]


def near(one, other):
    return abs(one - other) <= 1e-9 * max(abs(one), abs(other))


def alike(one, other):
    """Whether two odds or choices are worth the same."""
    return near(one.lose, other.lose) and near(one.mean_hp, other.mean_hp)


def assert_same(odds, twin, fight):
    """Assert equal odds: chance, mean HP, every choice, and the best one where it is better than the others."""
    assert alike(odds, twin), fight
    assert sum(odds.hp_left.values()) == pytest.approx(1, abs=1e-9), fight
    assert near(odds.hp_left.get(0, 0.0), odds.lose), fight
    others = {choice.move: choice for choice in twin.choices}
    assert {choice.move for choice in odds.choices} == set(others), fight
    for choice in odds.choices:
        assert alike(choice, others[choice.move]), (fight, choice)
    if odds.choices:
        assert alike(odds.choices[0], others[twin.choices[0].move]), fight
        assert alike(odds, odds.choices[0]), fight


def test_savings_are_one_bit_each():
    bits = [bit for name, bit in SAVINGS.items() if name != "ALL"]
    assert sum(bits) == SAVINGS["ALL"] == 2 ** len(bits) - 1


def test_there_are_fifteen_sets_of_spells():
    assert len(set(SPELL_SETS)) == 15


@pytest.mark.parametrize("name", SAVINGS)
def test_no_saving_changes_a_value(name):
    for fight in fights(name, 25, 700, ranks=(1, 1, 2, 2, 2, 3) if not THOROUGH else (1, 2, 3, 3, 4)):
        assert_same(fight.odds(), fight.odds(SAVINGS[name]), fight)


def test_healing_beside_poison_needs_no_saving():
    """What once was wrong: victory taken for certain from the rounds that 20 HP last."""
    rng = random.Random(None if THOROUGH else 18)
    for _ in range(1000 if THOROUGH else 40):
        poisoned = rng.random() < 0.5
        pair = rng.choice(SPELL_SETS) if poisoned else ("poison",)
        fight = random_bout(rng, ranks=(1, 2, 2, 3))
        fight = fight._replace(hp=rng.randint(1, 10), spells=(*pair[:1], "healing"), poisoned=poisoned)
        assert_same(fight.odds(), fight.odds(savings.ALL), fight)


#: Fights in which a saving has something to leave out.
AT_WORK = {
    "SETTLED": Bout(5, 20, 4, ("fire",), True, 5),
    "SPARE": Bout(5, 20, 4, ("fire",), False, 20),
    "ENOUGH": Bout(5, 20, 4, (), False, 12),
    "LOWEST": Bout(5, 8, 4, (), False, 12),
    "TRIM": Bout(5, 20, 4, ("healing",), False, 12),
    "CERTAIN": Bout(9, 20, 4, ("healing",), True, 20),
    "TOP": Bout(9, 20, 4, ("poison",), False, 20),
    "ALIKE": Bout(9, 20, 4, ("healing",), True, 20),
}


def work_in(fight, without):
    """Return how large the graphs of a fight are, what its first phase leaves out, and whether there is one."""
    made = fight.fight(without)
    made.solve(-1)
    sizes = [(graph.size(), len(graph.after), len(graph.bases)) for graph in made.book.graphs.values()]
    dice = fight.rank
    plan = made.plans[dice - 1]
    phase = Phase(made, 0, fight.monster, made.graph(0, fight.monster, dice), plan, False)
    phase.run()
    return sizes, made.aim(0, fight.monster, dice), list(phase.sure), list(phase.top), list(phase.like)


@pytest.mark.parametrize("name", AT_WORK)
def test_a_twin_does_without_the_saving(name):
    """So that a twin is not the same computation twice."""
    assert work_in(AT_WORK[name], 0) != work_in(AT_WORK[name], SAVINGS[name])


def test_a_fight_is_the_mean_of_its_first_rolls():
    """The law of total expectation: `--dice` over all first rolls against the fight before the roll."""
    for fight in fights(5, 25, 500, ranks=(1, 1, 1, 2, 2) if not THOROUGH else (1, 2, 3), thrown=0):
        whole = fight.odds()
        rolls = list(itertools.product(range(1, 7), repeat=fight.rank))
        weighed = {
            roll: sum(tuple(sorted(other)) == roll for other in rolls) for roll in map(tuple, map(sorted, rolls))
        }
        parts = [
            (weight / len(rolls), fight._replace(dice=tuple(Die((face,)) for face in roll)).odds())
            for roll, weight in weighed.items()
        ]
        assert near(sum(share * part.lose for share, part in parts), whole.lose), fight
        assert near(sum(share * part.mean_hp for share, part in parts), whole.mean_hp), fight


def assert_as_recursion(fight):
    lose, mean = Quick(fight.defence).round(
        fight.hp, fight.xp, tuple(sorted(fight.spells)), fight.poisoned, fight.monster
    )
    odds = fight.odds()
    assert near(odds.lose, -lose), fight
    assert near(odds.mean_hp, mean), fight


def test_random_fights_agree_with_plain_recursion():
    for fight in fights(1, 30, 400, ranks=(1,), monsters=(1, 12), thrown=0, least=1):
        assert_as_recursion(fight)


def test_random_fights_of_two_dice_agree_with_plain_recursion():
    for fight in fights(2, 6, 100, ranks=(2,), monsters=(1, 8), thrown=0, least=2):
        small = fight._replace(hp=1 + fight.hp % 8, xp=6 + fight.xp % 4)
        if THOROUGH or "healing" not in small.spells:  # with healing the recursion takes half a minute
            assert_as_recursion(small)


WORKED = [
    # a 6, re-rolled to 2 to 6, then poison: 1/6 * 5/6
    ((1, 0, 1, 0, ["poison", "healing"], 12, 10), None, False, 5 / 36, 5 / 36),
    ((1, 0, 1, 0, ["poison", "healing"], 12, 10), "6", False, 5 / 6, 5 / 6),
    ((1, 1, 8, 2, ["poison", "healing"], 17, 10), None, False, 0.3733597441, None),
    ((2, 2, 8, 2, ["poison", "healing"], 17, 10), "6,2", False, 0.9876195247, None),
    ((3, 3, 8, 0, ["fire", "healing"], 25, 9), None, True, None, 7.706),
]


@pytest.mark.parametrize(("fight", "dice", "poisoned", "win", "mean"), WORKED)
def test_worked_values_of_healing_beside_poison(fight, dice, poisoned, win, mean):
    odds = fight_odds(*fight, read_dice(dice) if dice else None, poisoned=poisoned)
    if win is not None:
        assert odds.win == pytest.approx(win, abs=5e-11)
    if mean is not None:
        assert odds.mean_hp == pytest.approx(mean, abs=5e-4)


def test_the_best_move_of_healing_beside_poison():
    odds = fight_odds(2, 2, 8, 2, ["poison", "healing"], 17, 10, read_dice("6,2"))
    assert odds.choices[0].move == "feat xp 2"
    assert {choice.move: round(choice.win, 5) for choice in odds.choices[:3]} == {
        "feat xp 2": 0.98762,
        "feat hp 2": 0.98762,
        "stop": 0.98688,
    }
