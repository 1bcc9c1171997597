"""Upper bounds on Mini Rogue: small games whose optimum is known exactly, and relaxations that may only raise values."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from amount import PROFILE
from bounds_small_rogue import EVENT, MERCHANT, MONSTER, RESTING, TRAP, TREASURE, Hero, Small

from solvers.bounds.areas import Model
from solvers.bounds.duel import fights
from solvers.bounds.means import Purses, exact_spells, wild_spells
from solvers.bounds.rogue import Area
from solvers.rogue.kernel.last import LastFight
from solvers.rogue.kernel.plan import Book

NAMES = ("fire", "ice", "poison", "healing")
#: Spells of the small games: two kinds, all of them in the thorough profile.
TOLD = range(4) if PROFILE == "thorough" else (0, 3)
PURSES = Purses((0, 1, 2, 3, 4), (0, 1))
#: More XP than the heroes of these games can come to.
TOP = 17
EXACT = Model(exact_spells(TOLD), PURSES, PURSES, TOP)
BARE = Model(exact_spells(()), PURSES, PURSES, TOP)
FEW = Model(exact_spells(()), PURSES, Purses((0, 2, 4), (0, 1)), TOP)
GENEROUS = Model(wild_spells(), Purses(tuple(range(6))), Purses((0, 2, 5)), TOP)
DEEMED = Model(wild_spells(), Purses(tuple(range(6))), Purses((0, 2, 5)), 6, deemed=True)


def worth(hero):
    """Return a chance that grows with all that a hero has; a spell is worth more than the HP that it could heal."""
    good = 0.3 * hero.hp + 0.4 * hero.xp + hero.armor + 0.2 * hero.gold + 0.35 * hero.food + 3.5 * len(hero.spells)
    return 1.0 - 1.0 / (1.0 + 0.3 * good)


def table_of(model):
    """Return the worth of every hero, as a table."""
    table = np.zeros(model.shape, np.float32)
    for purse, (gold, food) in enumerate(model.purses.names):
        if model.purses.merged:  # the best split of the sum
            gold, food = (gold - 1, 1) if gold else (0, 0)  # noqa: PLW2901
        for state, held in enumerate(model.spells.names):
            for at in np.ndindex(table.shape[2:]):
                armor, hp, xp = map(int, at)
                if hp:
                    table[purse, state][at] = worth(Hero(hp, xp, armor, gold, food, held))
    return table


@pytest.fixture(scope="module")
def bound():
    """Return the bound for a hero before a column, under a model."""
    solved = {}

    def of(model, hero, column, rest, defeated=False):
        if (model, column) not in solved:
            area = Area(model, 1, table_of(model), None)
            solved[model, column] = area.solve(down_to=column - 1)
        table = solved[model, column][column - 1, frozenset(rest), defeated and TREASURE in rest]
        held = tuple(sorted(NAMES.index(spell) for spell in hero.spells))
        state = model.spells.names.index(held) if held in model.spells.names else len(held)
        xp = min(hero.xp, model.top)
        return float(table[model.purses.number(hero.gold, hero.food), state, hero.armor, hero.hp, xp])

    return of


HEROES = [
    Hero(3, 0, 0, 1, 1),
    Hero(2, 5, 1, 3, 0, ("fire",)),
    Hero(5, 6, 0, 4, 0, ("fire", "healing")),
    Hero(4, 3, 1, 0, 1, ("healing",)),
    Hero(1, 8, 0, 2, 1),
]


def test_last_column_is_exact_and_relaxing_only_raises_it(bound):
    game = Small(worth, gold=4, food=1, spells=[NAMES[kind] for kind in TOLD])
    for hero in HEROES:
        for rest in combinations(range(6), 2):
            exact = game.value(hero, 4, rest, False)
            assert bound(EXACT, hero, 4, rest) == pytest.approx(exact, abs=2e-6), (hero, rest)
            assert exact - 2e-6 <= bound(GENEROUS, hero, 4, rest) <= exact + 0.1, (hero, rest)
            assert bound(GENEROUS, hero, 4, rest) - 2e-6 <= bound(DEEMED, hero, 4, rest), (hero, rest)


def test_third_column_is_exact_and_fewer_purses_only_raise_it(bound):
    game = Small(worth, gold=4, food=1, spells=())
    hero = Hero(3, 4, 0, 1, 1)
    for rest in [(MONSTER, MERCHANT, EVENT), (TREASURE, RESTING, TRAP)]:
        exact = game.value(hero, 3, rest, True)
        assert bound(BARE, hero, 3, rest, True) == pytest.approx(exact, abs=2e-6), rest
        assert exact - 2e-6 <= bound(FEW, hero, 3, rest, True) <= exact + 0.1, rest


def test_fights_are_exact():
    """Every hero of armor 3 against the last boss, by the kernel that other tests compare with plain recursion."""
    spells, most = exact_spells(TOLD), 14 if PROFILE == "thorough" else 4
    prize = np.ones((spells.count, 21, 37, 1), np.float32)
    prize[:, 0] = 0.0
    values = fights(prize, 9, [most], spells)[..., 0]
    for state, held in enumerate(spells.names):
        high, low = sorted([kind + 1 for kind in held] + [0, 0], reverse=True)[:2]
        fight = LastFight(3, 5 * high + low, Book())
        fight.chances()
        exact = 1.0 - np.array([fight.loss[most * 777 + cell] for cell in range(777)]).reshape(21, 37)
        assert np.abs(values[state, 1:] - exact[1:]).max() < 2e-6, held


def test_a_boss_that_cannot_hurt_gives_gold_xp_and_an_item():
    """Section 7.6, the dice of the item averaged; armor 5 against damage 3."""
    table = table_of(BARE)
    value = BARE.boss(table, 1)[BARE.purses.number(1, 0), 0, 5, 7, 3]
    hero = Hero(7, 5, 5, 3, 0)
    assert value == pytest.approx((worth(hero) * 5 + worth(hero._replace(xp=7))) / 6, abs=2e-6)


def test_exploring_takes_food_or_hp():
    value = BARE.explore(table_of(BARE))
    assert value[BARE.purses.number(2, 1), 0, 1, 6, 4] == pytest.approx(worth(Hero(6, 4, 1, 2, 0)))
    assert value[BARE.purses.number(2, 0), 0, 1, 6, 4] == pytest.approx(worth(Hero(4, 4, 1, 2, 0)))
    assert value[BARE.purses.number(2, 0), 0, 1, 2, 4] == 0.0


def test_a_pit_leads_to_the_area_below():
    """Who fails the check falls with the sixth trap, 2 HP poorer, and is then worth what the table of that area says."""
    table = table_of(BARE)
    below = np.zeros_like(table)
    below[..., 5, :] = 0.5
    here = BARE.trap(table, np.zeros_like(table))[0, 0, 0, 7, 3]
    assert BARE.trap(table, below)[0, 0, 0, 7, 3] - here == pytest.approx(5 / 6 / 6 * 0.5, abs=1e-6)
