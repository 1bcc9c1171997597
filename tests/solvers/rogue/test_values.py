"""The values of runs: the data file, and the script that makes it."""

from __future__ import annotations

import base64
import random

import numpy as np
import pytest
from amount import some
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


def shortened(data, name):
    """Return the data with a number less at the end of a part."""
    at = data.index(f'"{name}":"') + len(name) + 4
    end = data.index('"', at)
    numbers = base64.b64decode(data[at:end])[:-2]
    return data[:at] + base64.b64encode(numbers).decode() + data[end:]


def test_data_of_another_length_are_refused():
    data = (weights.resources.files("solvers.rogue") / "data" / weights.FILE).read_text("utf-8")
    with pytest.raises(ValueError, match="numbers"):
        weights.unpack(shortened(data, "weights"), "standard")
    with pytest.raises(ValueError, match="numbers"):
        weights.unpack_last(shortened(data, "last"))
    with pytest.raises(ValueError, match="no values of nightmare"):
        weights.unpack(data, "nightmare")


def test_training_one_variant_keeps_the_other(tmp_path):
    out = tmp_path / "worth.json"
    assert train.present(out, needed=True) == {}
    size = kernel.STAGES * kernel.WEIGHTS
    last = {(code, armor): [0.5] * 777 for code in weights.CODES for armor in range(weights.ARMORS)}
    train.write(out, weights.pack({"standard": [1.0] * size, "locked": [0.0] * size}, last))
    found = train.present(out, needed=True)
    assert found["standard"] == pytest.approx([1.0] * size)
    assert found["locked"] == [0.0] * size
    assert list(tmp_path.iterdir()) == [out]
    assert train.start_of("locked", found, more=False) is found["standard"]
    assert train.start_of("locked", found, more=True) is found["locked"]
    assert train.start_of("standard", found, more=False) is None
    out.write_text(out.read_text("utf-8").replace('"hidden":32', '"hidden":33'), "utf-8")
    assert train.present(out, needed=False) == {}
    with pytest.raises(ValueError, match=weights.FILE):
        train.present(out, needed=True)


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


@pytest.mark.parametrize(
    ("hp", "xp", "armor", "spells", "gains"),
    some(
        [
            (1, 36, 3, ("healing", "healing"), True),
            (3, 20, 2, ("poison", "healing"), True),
            (8, 30, 3, ("poison", "healing"), True),
            (12, 36, 5, ("healing",), False),
        ],
        4,
    ),
)
def test_a_healing_spell_counts_before_the_last_boss_too(worth, hp, xp, armor, spells, gains):  # noqa: PLR0917
    """R8: it may be used before the boss is met, which a hero of few HP may not live to do in the fight."""
    run = kernel.Run()
    run.area, run.column, run.hp, run.xp, run.armor = 14, 5, hp, xp, armor
    for spell in spells:
        run.add_spell(("fire", "ice", "poison", "healing").index(spell) + 1)
    rank = sum(xp >= reached for reached in (0, 6, 18, 36))
    chances = []
    while True:  # kept for the fight, or used before it, one after the other
        chances.append(fight_odds(rank, xp - (0, 6, 18, 36)[rank - 1], hp, armor, spells, 30, 12).win)
        if "healing" not in spells:
            break
        spells, hp = spells[:-1], min(20, hp + 8)
    assert worth.of(run) == pytest.approx(max(chances), abs=1 / 65535)
    assert (max(chances) > chances[0]) == gains


def test_a_healing_spell_before_the_last_boss_changes_these_cells():
    data = (weights.resources.files("solvers.rogue") / "data" / weights.FILE).read_text("utf-8")
    parts = weights._decoded("H", weights._checked(data)["last"])
    counted = weights.unpack_last(data)
    rows = [(code, armor) for code in weights.CODES for armor in range(weights.ARMORS)]
    gained = 0
    for number, (code, armor) in enumerate(rows):
        at = (code * weights.ARMORS + armor) * 777 + WIDTH
        for cell in range(20 * WIDTH):
            fought = parts[number * 20 * WIDTH + cell] / 65535
            assert counted[at + cell] >= fought
            gained += counted[at + cell] > fought
    assert gained == 2454  # of 22,200 with Healing in hand


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


class Inline:
    """A pool that works in this process."""

    def starmap(self, function, tasks, _size):
        return [function(*task) for task in tasks]


@pytest.mark.parametrize("locked", [False, True])
def test_training_fits_a_stage_to_what_play_meets(worth, locked):
    start = list(worth.weights)
    training = train.Training(Inline(), start, worth.last, locked=locked, most=1)
    shares = training.play(1)
    assert len(shares) == len(train.STARTS)
    assert {place for place in training.met if place[1] == 1} >= {(1, 1)}
    assert all(len(run) == len(train.FIELDS) for met in training.met.values() for run in met)
    mean, error = training.fit(3, 4, train.Effort(48, 1, 20))
    assert 0 < mean < 1
    assert 0 <= error < 0.2
    stage, size = 2 * 5 + 3, kernel.WEIGHTS
    changed = {at // size for at, (old, new) in enumerate(zip(start, training.weights, strict=True)) if old != new}
    assert changed == {stage}
