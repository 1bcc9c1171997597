"""Fit the values of a run and write `data/worth.json`: `python -m solvers.rogue.train`.

Fitted value iteration, backwards from the last boss. At each stage (an area and a column) runs are sampled; the value
of each is computed by one exact step (all cards that can be turned up, all dice, fights by dynamic programming), with
the stages behind already fitted at its end; a small network is fitted to these values. The first sweep samples broadly,
each further one samples runs that the values so far lead to. Needs numpy, which comes with ortools.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from librt.vecs import vec

from solvers.rogue.kernel.guide import Guide
from solvers.rogue.kernel.journey import Dice, Journey, target
from solvers.rogue.kernel.run import ALL_ROOMS, AREAS, HIDDEN, INPUTS, STAGES, WEIGHTS, Run, Worth, has_boss
from solvers.rogue.weights import FILE, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

#: armor, HP, gold, food at the start, as in section 2 (Casual to Impossible).
STARTS: Final = ((1, 5, 5, 6), (0, 5, 3, 6), (0, 4, 2, 3), (0, 3, 1, 3))
#: Cards that have been turned up before each column.
TURNED: Final = {1: 0, 2: 1, 3: 3, 4: 4, 5: 6}
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


class Fit:
    """The network of one stage, fitted with Adam to values between 0 and 1 by cross entropy."""

    def __init__(self, start: Matrix | None, rng: np.random.Generator) -> None:
        if start is None or not start.any():
            first = rng.normal(0, 0.5, (INPUTS, HIDDEN))
            start = np.concatenate([first.ravel(), rng.normal(0, 0.1, HIDDEN), rng.normal(0, 0.3, HIDDEN), [0.0]])
        self.p = start.copy()
        self.rng = rng

    def parts(self, p: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        cut = INPUTS * HIDDEN
        return p[:cut].reshape(INPUTS, HIDDEN), p[cut : cut + HIDDEN], p[cut + HIDDEN : cut + 2 * HIDDEN], p[-1:]

    def run(self, x: Matrix, y: Matrix, epochs: int) -> float:
        """Fit; return the root mean square error of the values."""
        m, v = np.zeros_like(self.p), np.zeros_like(self.p)
        step, size = 0, 128
        steps = epochs * -(-len(x) // size)
        for _ in range(epochs):
            order = self.rng.permutation(len(x))
            for at in range(0, len(x), size):
                pick = order[at : at + size]
                step += 1
                gradient = self.gradient(x[pick], y[pick]) + 2e-5 * self.p
                m = 0.9 * m + 0.1 * gradient
                v = 0.99 * v + 0.01 * gradient**2
                rate = 0.02 * (1 - step / (steps + 1))
                self.p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
        return float(np.sqrt(np.mean((self.values(x) - y) ** 2)))

    def values(self, x: Matrix) -> Matrix:
        first, bias, out, last = self.parts(self.p)
        total = np.maximum(x @ first + bias, 0) @ out + last
        return np.asarray(1 / (1 + np.exp(-np.clip(total, -30, 30))))

    def gradient(self, x: Matrix, y: Matrix) -> Matrix:
        first, bias, out, last = self.parts(self.p)
        hidden = np.maximum(x @ first + bias, 0)
        error = (1 / (1 + np.exp(-np.clip(hidden @ out + last, -30, 30))) - y) / len(x)
        back = np.outer(error, out) * (hidden > 0)
        return np.concatenate([(x.T @ back).ravel(), back.sum(0), hidden.T @ error, [error.sum()]])


def inputs_of(worth: Worth, runs: list[Run]) -> Matrix:
    """Return the networks' inputs, a row a run."""
    rows = []
    for run in runs:
        worth.read(run)
        rows.append(list(worth.x))
    return np.array(rows)


def sweep(guide: Guide, sample: Callable[[int, int], list[Run]], seed: int, epochs: int) -> None:
    """Fit all stages once, from the last to the first, in place."""
    rng = np.random.default_rng(seed)
    dice = Dice(seed)
    weights = guide.worth.weights
    started = time.monotonic()
    for area in range(AREAS, 0, -1):
        for column in range(5 if has_boss(area) else 4, 0, -1):
            runs = sample(area, column)
            y = np.array([target(guide, run, dice, PAIRS) for run in runs])
            at = ((area - 1) * 5 + column - 1) * WEIGHTS
            start = np.array([weights[i] for i in range(at, at + WEIGHTS)])
            if not start.any() and area < AREAS:
                later = at + 5 * WEIGHTS
                start = np.array([weights[i] for i in range(later, later + WEIGHTS)])
            fit = Fit(start, rng)
            error = fit.run(inputs_of(guide.worth, runs), y, epochs)
            for i, value in enumerate(fit.p):
                weights[at + i] = float(value)
            seconds = time.monotonic() - started
            print(f"{area:2}.{column} mean {y.mean():.4f}, error {error:.4f}, {seconds:.0f} s", flush=True)


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
        sweep(guide, sample, number + 1, 200 if number == 0 else 120)
        yield list(guide.worth.weights)


def main() -> None:
    """Train both variants, the Dungeon Key variant from the values of the standard one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=1000, help="runs sampled for each stage")
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
