"""The kernels of fights as plain Python do what they do compiled."""

from __future__ import annotations

import sys

import pytest
from support import load_pure

from solvers.rogue.kernel import attack, fight, outcome, phase, plan, savings

NAMES = ("savings", "attack", "plan", "phase", "fight", "outcome")
NATIVE = dict(zip(NAMES, (savings, attack, plan, phase, fight, outcome), strict=True))

QUICK = savings.ENOUGH | savings.LOWEST


@pytest.fixture(scope="module")
def pure():
    """Load the kernels uncompiled, each importing the others uncompiled."""
    loaded = {}
    with pytest.MonkeyPatch.context() as patch:
        for name in NAMES:
            loaded[name] = load_pure(f"solvers.rogue.kernel.{name}")
            patch.setitem(sys.modules, f"solvers.rogue.kernel.{name}", loaded[name])
    return loaded


def solved(modules, hp, xp, defence, first, second, poisoned, monster):  # noqa: PLR0917
    """Return all values of a fight, and how it ends."""
    one = modules["fight"].Fight(hp, xp, defence, first, second, poisoned, monster, modules["plan"].Book())
    one.solve(-1)
    end = modules["outcome"].Outcome(one)
    end.begin(monster, hp * plan.WIDTH + xp)
    end.flow()
    return list(one.loss), list(one.mean), list(end.hp_left)


def graph(modules, dice, need, most, held):
    built = modules["attack"].Graph(dice, need, most, held)
    built.roll()
    built.close()
    return {
        name: list(getattr(built, name)) for name in ("total", "after", "bases", "thrown", "rolls", "weights", "order")
    }


@pytest.mark.parametrize(
    "of",
    [
        (4, 2, 2, 0, 0, False, 7),  # plain
        (5, 7, 2, plan.FIRE, plan.ICE, False, 9),  # a rank that feats lose; a spell that ends the fight
        (5, 1, 2, plan.POISON, 0, False, 9),
        (4, 6, 2, plan.HEALING, plan.POISON, False, 12),
        (4, 6, 2, plan.HEALING, plan.FIRE, False, 9),  # kills that may be put off
        (3, 19, 1, 0, 0, True, 9),  # three dice, a poisoned monster
        (6, 0, 0, plan.HEALING, 0, False, 5),  # a harmless monster
    ],
)
def test_fights_have_the_same_values_compiled_or_not(pure, of):
    assert solved(pure, *of) == solved(NATIVE, *of)


@pytest.mark.parametrize(
    "of",
    [
        (1, 9, 1, QUICK),
        (2, 11, 2, QUICK),
        (2, 7, 2, savings.TRIM),
        (3, 8, 2, QUICK),
        (3, 6, 3, savings.TRIM),
        (4, 4, 3, 0),
    ],
)
def test_phases_have_the_same_positions_compiled_or_not(pure, of):
    assert graph(pure, *of) == graph(NATIVE, *of)
