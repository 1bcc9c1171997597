"""The values of runs: the data file, and the script that makes it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue import fitting, train, weights
from solvers.rogue.kernel import run as kernel
from solvers.rogue.kernel.guide import Guide
from solvers.rogue.kernel.journey import target, targets
from solvers.rogue.kernel.plan import WIDTH
from solvers.rogue.kernel.run import Worth
from solvers.rogue.odds import fight_odds


@pytest.fixture(scope="module")
def worth():
    return weights.worth_of(locked=False)


def broad(count, seed, *, area=None, column=None, locked=True):
    rng = random.Random(seed)
    places = [(a, c) for a in range(1, 15) for c in range(1, 6 if kernel.has_boss(a) else 5)]
    chosen = [(area, column) if area else rng.choice(places) for _ in range(count)]
    return [train.broad_run(*place, rng, locked=locked) for place in chosen]


def test_data_survives_packing():
    data = (weights.resources.files("solvers.rogue") / "data" / weights.FILE).read_text("utf-8")
    assert len(data) < 1_600_000
    values = weights.unpack(data, "standard")
    assert len(values) == kernel.STAGES * kernel.WEIGHTS
    last = weights.unpack_last(data)
    cells = {
        (code, armor): last[(code * weights.ARMORS + armor) * 777 :][:777]
        for code in weights.CODES
        for armor in range(weights.ARMORS)
    }
    again = weights.pack({"standard": values}, cells)
    largest = max(map(abs, values))
    assert max(abs(a - b) for a, b in zip(values, weights.unpack(again, "standard"), strict=True)) < largest / 30000
    assert weights.unpack_last(again) == last
    with pytest.raises(ValueError, match=weights.FILE):
        weights.unpack(data.replace('"hidden":32', '"hidden":33'), "standard")


@pytest.mark.parametrize(
    ("hp", "xp", "armor", "spells"), [(12, 20, 2, ()), (8, 30, 4, ("fire",)), (20, 7, 5, ("poison", "healing"))]
)
def test_values_before_the_last_boss_are_exact(worth, hp, xp, armor, spells):
    run = kernel.Run()
    run.area, run.column, run.hp, run.xp, run.armor = 14, 5, hp, xp, armor
    for spell in spells:
        run.add_spell(("fire", "ice", "poison", "healing").index(spell) + 1)
    rank = sum(xp >= reached for reached in (0, 6, 18, 36))
    chance = fight_odds(rank, xp - (0, 6, 18, 36)[rank - 1], hp, armor, spells, 30, 12).win
    assert worth.of(run) == pytest.approx(chance, abs=1 / 65535)


def test_tables_are_the_fitted_network():
    layers = fitting.fresh(np.random.default_rng(5))
    tables = fitting.to_tables(layers)
    twin = Worth(vec[float](tables * kernel.STAGES), vec[float]([0.0] * (25 * 6 * 777)), True)
    runs = [run for run in broad(300, 2) if (run.area, run.column) != (14, 5)]
    values = layers.value(fitting.inputs(runs) @ fitting.basis())
    assert [twin.of(run) for run in runs] == pytest.approx(values.tolist(), rel=1e-9)
    again = fitting.from_tables(tables).value(fitting.inputs(runs) @ fitting.basis())
    assert again == pytest.approx(values)


def test_a_fit_learns():
    runs = broad(600, 3, area=6, column=2)
    values = np.asarray([min(1.0, run.hp / 20 + run.armor / 10) for run in runs])
    lines = fitting.inputs(runs)
    start = fitting.fresh(np.random.default_rng(1))
    learnt = fitting.fit(start, lines, values, np.random.default_rng(1), 30)
    assert fitting.error(learnt, lines, values) < 0.03 < fitting.error(start, lines, values)


@pytest.mark.parametrize("place", [(3, 1), (3, 2), (4, 4), (7, 5)])
def test_shared_fights_give_the_same_values(worth, place):
    guide = Guide(worth, 2)
    rng = random.Random(7)
    for run in broad(4, 11, area=place[0], column=place[1]):
        cells = [run.hp * WIDTH + run.xp, *(rng.randint(1, 20) * WIDTH + rng.randint(0, 36) for _ in range(3))]
        shared = targets(guide, run, vec[i64](cells))
        single = [target(guide, train.with_cell(train.packed(run), cell)) for cell in cells]
        assert shared == pytest.approx(single, rel=1e-12)


def test_runs_sampled_are_possible():
    rng = random.Random(4)
    for run in broad(500, 6):
        near = train.near_run(train.unpacked(train.packed(run)), rng)
        for one in (run, near):
            assert 1 <= one.hp <= 20
            assert 0 <= one.xp <= 36
            assert 0 <= one.armor <= 5
            assert 0 <= one.gold <= 20
            assert 0 <= one.food <= 6
            assert one.spells in weights.CODES
            assert one.rest.bit_count() == 6 - train.TURNED[one.column]
