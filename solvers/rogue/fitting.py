"""Fits the network of one stage to values of sampled runs: cross entropy, Adam, small batches. Needs numpy.

The kernel reads a network as tables with a row for each value of HP, XP and so on (`kernel.run`). Fitted as they are,
rows of values that few samples have would stay noise. So the fit works on features, ramps and steps of each number,
of which every row is a fixed sum (`basis`): neighbouring rows then learn from each other.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from solvers.rogue.kernel import run as kernel
from solvers.rogue.kernel.run import HIDDEN, ROWS, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]

BATCH: Final = 128
DECAY: Final = 1e-6
RATE: Final = 0.01


def ramps_and_steps(top: int, ramps: Sequence[int]) -> Matrix:
    """Return the features of 0 to top: a ramp up to each of `ramps`, a step at each number from 1 on."""
    numbers = np.arange(top + 1)[:, None]
    return np.hstack([np.minimum(numbers, ramps) / np.asarray(ramps), numbers >= np.arange(1, top + 1)])


def spell_features() -> Matrix:
    """Return the features of the 25 spell codes: how many of each kind, and which pair."""
    counts = [[(code // 5 == kind) + (code % 5 == kind) for kind in range(1, 5)] for code in range(25)]
    return np.hstack([np.asarray(counts, float), np.eye(25)])


@cache
def basis() -> Matrix:
    """Return what each table row is of the features: ROWS lines."""
    tables = [
        ramps_and_steps(20, (6, 12, 20)),
        ramps_and_steps(36, (6, 18, 36)),
        ramps_and_steps(5, (5,)),
        ramps_and_steps(20, (6, 20)),
        ramps_and_steps(6, (2, 6)),
        spell_features(),
        np.eye(ROWS - kernel.ROW_REST),
    ]
    whole = np.zeros((ROWS, sum(table.shape[1] for table in tables) + 1))
    row, column = 0, 0
    for table in tables:
        whole[row : row + table.shape[0], column : column + table.shape[1]] = table
        row, column = row + table.shape[0], column + table.shape[1]
    whole[: kernel.ROW_XP, -1] = 1.0  # every run has one of the HP rows: the bias of the hidden units
    return whole


def inputs(runs: Sequence[Run]) -> Matrix:
    """Return the rows each run reads, weighted: one line a run, ROWS wide."""
    lines = np.zeros((len(runs), ROWS))
    for line, run in zip(lines, runs, strict=True):
        for first, number in (
            (kernel.ROW_HP, run.hp),
            (kernel.ROW_XP, run.xp),
            (kernel.ROW_ARMOR, run.armor),
            (kernel.ROW_GOLD, run.gold),
            (kernel.ROW_FOOD, run.food),
            (kernel.ROW_SPELLS, run.spells),
        ):
            line[first + number] = 1.0
        for room in range(6):
            line[kernel.ROW_REST + room] = run.rest >> room & 1
        line[kernel.ROW_LOOT] = run.defeated & run.rest >> kernel.TREASURE
        line[kernel.ROW_KEY] = run.key
        line[kernel.ROW_FOUND] = run.found
        line[kernel.ROW_HITS :] = [kernel.blows(run, kind) for kind in range(3)]
    return lines


class Layers(NamedTuple):
    """The weights of one network, the first layer over features."""

    first: Matrix
    second: Matrix
    bias: Matrix

    def value(self, features: Matrix) -> Matrix:
        total = np.maximum(features @ self.first, 0.0) @ self.second + self.bias
        return np.asarray(1.0 / (1.0 + np.exp(-np.clip(total, -30.0, 30.0))))


def fresh(random: np.random.Generator) -> Layers:
    """Return a network of random weights."""
    width = basis().shape[1]
    return Layers(random.normal(0, 0.15, (width, HIDDEN)), random.normal(0, 0.3, HIDDEN), np.zeros(1))


def from_tables(weights: Sequence[float]) -> Layers:
    """Return a network whose tables are these."""
    numbers = np.asarray(weights)
    tables = numbers[: ROWS * HIDDEN].reshape(ROWS, HIDDEN)
    return Layers(np.linalg.pinv(basis()) @ tables, numbers[ROWS * HIDDEN : -1].copy(), numbers[-1:].copy())


def to_tables(layers: Layers) -> list[float]:
    """Return the weights of a stage as the kernel reads them."""
    return [*(basis() @ layers.first).ravel().tolist(), *layers.second.tolist(), float(layers.bias[0])]


def fit(start: Layers, lines: Matrix, values: Matrix, random: np.random.Generator, epochs: int) -> Layers:
    """Return the network fitted to `values`, from `start` on; lines as of `inputs`."""
    features = lines @ basis()
    parts = [part.copy() for part in start]
    means = [np.zeros_like(part) for part in parts]
    squares = [np.zeros_like(part) for part in parts]
    steps = epochs * -(-len(values) // BATCH)
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(values))
        for at in range(0, len(values), BATCH):
            chosen = order[at : at + BATCH]
            step += 1
            slopes = _slopes(Layers(*parts), features[chosen], values[chosen])
            speed = RATE * (1.0 - step / (steps + 1))
            for part, mean, square, slope in zip(parts, means, squares, slopes, strict=True):
                slope += DECAY * part  # noqa: PLW2901  in place
                mean += 0.1 * (slope - mean)  # noqa: PLW2901
                square += 0.01 * (slope * slope - square)  # noqa: PLW2901
                part -= speed * (mean / (1.0 - 0.9**step)) / (np.sqrt(square / (1.0 - 0.99**step)) + 1e-8)  # noqa: PLW2901
    return Layers(*parts)


def _slopes(layers: Layers, features: Matrix, values: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    hidden = np.maximum(features @ layers.first, 0.0)
    total = np.clip(hidden @ layers.second + layers.bias, -30.0, 30.0)
    off = (1.0 / (1.0 + np.exp(-total)) - values) / len(values)
    back = off[:, None] * layers.second * (hidden > 0.0)
    return features.T @ back, hidden.T @ off, np.asarray([off.sum()])


def error(layers: Layers, lines: Matrix, values: Matrix) -> float:
    """Return the root mean square error."""
    off = layers.value(lines @ basis()) - values
    return float(np.sqrt(np.mean(off * off)))


def starting(tables: Callable[[int], Sequence[float]], stage: int, random: np.random.Generator) -> Layers:
    """Return where the fit of a stage begins: its own tables, those of its column an area later, or random ones."""
    for known in (stage, stage + 5):
        weights = tables(known) if known < kernel.STAGES else ()
        if any(weights):
            return from_tables(weights)
    return fresh(random)
