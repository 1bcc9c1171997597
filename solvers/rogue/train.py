"""Fit the values of a run and write `data/worth.json`: `python -m solvers.rogue.train`.

Fitted value iteration, backwards from the last boss. At each stage (an area and a column) runs are sampled; the value
of each is computed by one exact step (the cards turned up are drawn, all dice are averaged, fights solved by dynamic
programming), with the stages behind already fitted at its end; a small network is fitted to these values. The first
sweep samples broadly, each further one samples runs that the values so far lead to.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.fit import BATCH, Fit
from solvers.rogue.kernel.guide import Guide
from solvers.rogue.kernel.journey import Dice, Journey, target
from solvers.rogue.kernel.run import ALL_ROOMS, AREAS, HIDDEN, INPUTS, STAGES, WEIGHTS, Run, Worth, has_boss
from solvers.rogue.weights import FILE, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


#: armor, HP, gold, food at the start, as in section 2 (Casual to Impossible).
STARTS: Final = ((1, 5, 5, 6), (0, 5, 3, 6), (0, 4, 2, 3), (0, 3, 1, 3))
#: Cards that have been turned up before each column.
TURNED: Final = {1: 0, 2: 1, 3: 3, 4: 4, 5: 6}


#: Pairs of cards drawn for a value before column 2.
PAIRS: Final = 3


def broad_run(area: int, column: int, rng: random.Random, *, locked: bool) -> Run:
    """Return a run as it might be before this column, drawn widely."""
    progress = (area - 1) / (AREAS - 1)
    run = Run()
    run.area, run.column = area, column
    run.xp = max(0, min(36, round(rng.gauss(2 + 28 * progress, 3 + 4 * progress))))
    run.armor = max(0, min(5, round(rng.gauss(0.5 + 4 * progress, 1.3))))
    run.hp = rng.randint(1, min(20, 8 + round(14 * progress)))
    run.gold = min(20, int(rng.expovariate(1 / 4)))
    run.food = rng.randint(0, 6)
    for _ in range(rng.choices((0, 1, 2), (4, 3, 2))[0]):
        run.add_spell(rng.randint(1, 4))
    rooms = rng.sample(range(6), TURNED[column])
    run.rest = ALL_ROOMS - sum(1 << room for room in rooms)
    run.defeated = int(0 in rooms and rng.random() < 0.7)
    if locked and rng.random() < 0.5:
        run.key = 1
        run.found = int(rng.random() < 0.8)
    return run


def fit(worth: Worth, stage: int, runs: list[Run], values: list[float], rng: random.Random, epochs: int) -> float:  # noqa: PLR0917
    """Fit the network of a stage in place; return the root mean square error of its values.

    A stage that has no network yet starts from that of the same column an area later, the last from random numbers.
    """
    at = stage * WEIGHTS
    weights = worth.weights
    start = [weights[i] for i in range(at, at + WEIGHTS)]
    if not any(start) and stage + 5 < STAGES:
        start = [weights[i] for i in range(at + 5 * WEIGHTS, at + 6 * WEIGHTS)]
    if not any(start):
        spread = [0.5] * (INPUTS * HIDDEN) + [0.1] * HIDDEN + [0.3] * HIDDEN + [0.0]
        start = [rng.gauss(0, width) for width in spread]
    rows: list[float] = []
    for run in runs:
        worth.read(run)
        rows.extend(worth.x)
    network = Fit(vec[float](start), vec[float](rows), vec[float](values))
    order = list(range(len(runs)))
    step, steps = 0, epochs * -(-len(runs) // BATCH)
    for _ in range(epochs):
        rng.shuffle(order)
        step = network.run(vec[i64](order), step, steps)
    for i, weight in enumerate(network.p):
        weights[at + i] = weight
    return network.error()


def sweep(guide: Guide, sample: Callable[[int, int], list[Run]], seed: int, epochs: int) -> None:
    """Fit all stages once, from the last to the first, in place."""
    rng = random.Random(seed)
    dice = Dice(seed)
    started = time.monotonic()
    for area in range(AREAS, 0, -1):
        for column in range(5 if has_boss(area) else 4, 0, -1):
            runs = sample(area, column)
            values = [target(guide, run, dice, PAIRS) for run in runs]
            error = fit(guide.worth, (area - 1) * 5 + column - 1, runs, values, rng, epochs)
            mean = sum(values) / len(values)
            seconds = time.monotonic() - started
            print(f"{area:2}.{column} mean {mean:.4f}, error {error:.4f}, {seconds:.0f} s", flush=True)


def play(guide: Guide, games: int, seed: int) -> tuple[dict[tuple[int, int], list[Run]], list[float]]:
    """Play games from every difficulty; return the runs met, by area and column, and the shares won."""
    dice = Dice(seed)
    met: dict[tuple[int, int], list[Run]] = {}
    won = []
    for armor, hp, gold, food in STARTS:
        wins = 0
        for _ in range(games):
            run = Run()
            run.armor, run.hp, run.gold, run.food = armor, hp, gold, food
            journey = Journey(guide, dice)
            journey.play(run)
            wins += journey.won
            for one in journey.met:
                met.setdefault((one.area, one.column), []).append(one)
        won.append(wins / games)
    return met, won


def train(*, locked: bool, states: int, sweeps: int, games: int, start: list[float] | None) -> Iterator[list[float]]:
    """Yield the weights of a variant after each sweep."""
    guide = Guide(Worth(vec[float](start or [0.0] * (STAGES * WEIGHTS)), locked), 1)
    rng = random.Random(1)
    met: dict[tuple[int, int], list[Run]] = {}

    def sample(area: int, column: int) -> list[Run]:
        known = met.get((area, column), [])
        runs = rng.sample(known, min(len(known), 3 * states // 4)) if known else []
        return runs + [broad_run(area, column, rng, locked=locked) for _ in range(states - len(runs))]

    for number in range(sweeps):
        if number > 0 or start:
            met, won = play(guide, games, number + 1)
            print("won", *(f"{share:.3f}" for share in won), flush=True)
        sweep(guide, sample, number + 1, 100 if number == 0 else 40)
        yield list(guide.worth.weights)


def main() -> None:
    """Train both variants, the Dungeon Key variant from the values of the standard one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=2000, help="runs sampled for each stage")
    parser.add_argument("--sweeps", type=int, default=3)
    parser.add_argument("--games", type=int, default=200, help="games of each difficulty that later sweeps sample from")
    parser.add_argument("--variant", choices=["standard", "locked", "both"], default="both")
    parser.add_argument("--more", action="store_true", help="go on from the present weights")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("data") / FILE)
    given = parser.parse_args()
    old = given.out.read_text("utf-8") if given.out.exists() else ""
    variants = {name: unpack(old, name) for name in ("standard", "locked") if f'"{name}"' in old}
    for name in ("standard", "locked"):
        if given.variant in {name, "both"}:
            start = variants.get(name) if given.more else variants.get("standard") if name == "locked" else None
            for weights in train(
                locked=name == "locked", states=given.states, sweeps=given.sweeps, games=given.games, start=start
            ):
                variants[name] = weights
                given.out.write_text(pack(variants), "utf-8")


if __name__ == "__main__":
    main()
