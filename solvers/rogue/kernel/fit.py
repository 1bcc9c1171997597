"""Fits the network of one stage to values between 0 and 1: cross entropy, Adam, small batches."""

import math

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.run import HIDDEN, INPUTS, WEIGHTS

BATCH = 64


class Fit:
    """One network. rows: INPUTS numbers a run, one run after the other; values: what each is worth."""

    def __init__(self, start: vec[float], rows: vec[float], values: vec[float]) -> None:
        self.p: vec[float] = start
        self.rows = rows
        self.values = values
        self.g: vec[float] = vec[float]([0.0] * WEIGHTS)
        self.m: vec[float] = vec[float]([0.0] * WEIGHTS)
        self.v: vec[float] = vec[float]([0.0] * WEIGHTS)
        self.hidden: vec[float] = vec[float]([0.0] * HIDDEN)

    def forward(self, run: i64) -> float:
        """Return the network's value of a run, leaving the hidden units behind."""
        p, rows, hidden = self.p, self.rows, self.hidden
        bias: i64 = INPUTS * HIDDEN
        unit: i64 = 0
        while unit < HIDDEN:
            hidden[unit] = p[bias + unit]
            unit += 1
        index: i64 = 0
        while index < INPUTS:
            x = rows[run * INPUTS + index]
            if x != 0.0:
                unit = 0
                while unit < HIDDEN:
                    hidden[unit] += x * p[index * HIDDEN + unit]
                    unit += 1
            index += 1
        total = p[WEIGHTS - 1]
        unit = 0
        while unit < HIDDEN:
            if hidden[unit] > 0.0:
                total += hidden[unit] * p[bias + HIDDEN + unit]
            unit += 1
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def learn(self, run: i64) -> None:
        """Add the gradient of one run."""
        error = self.forward(run) - self.values[run]
        p, g, rows, hidden = self.p, self.g, self.rows, self.hidden
        bias: i64 = INPUTS * HIDDEN
        g[WEIGHTS - 1] += error
        unit: i64 = 0
        while unit < HIDDEN:
            if hidden[unit] > 0.0:
                g[bias + HIDDEN + unit] += error * hidden[unit]
                back = error * p[bias + HIDDEN + unit]
                g[bias + unit] += back
                index: i64 = 0
                while index < INPUTS:
                    g[index * HIDDEN + unit] += back * rows[run * INPUTS + index]
                    index += 1
            unit += 1

    def step(self, size: i64, rate: float, first: float, second: float) -> None:
        """Take one Adam step with the gradient of `size` runs; first and second correct its averages for their start."""  # noqa: E501
        p, g, m, v = self.p, self.g, self.m, self.v
        at: i64 = 0
        while at < WEIGHTS:
            slope = g[at] / float(size) + 1e-4 * p[at]
            g[at] = 0.0
            m[at] = 0.9 * m[at] + 0.1 * slope
            v[at] = 0.99 * v[at] + 0.01 * slope * slope
            p[at] -= rate * (m[at] / first) / (math.sqrt(v[at] / second) + 1e-8)
            at += 1

    def run(self, order: vec[i64], step: i64, steps: i64) -> i64:
        """Go once through the runs in this order, step being the steps taken before of `steps`; return those taken."""
        at: i64 = 0
        count: i64 = len(order)
        while at < count:
            end = min(at + BATCH, count)
            index = at
            while index < end:
                self.learn(order[index])
                index += 1
            step += 1
            rate = 0.01 * (1.0 - float(step) / float(steps + 1))
            self.step(end - at, rate, 1.0 - math.pow(0.9, float(step)), 1.0 - math.pow(0.99, float(step)))
            at = end
        return step

    def error(self) -> float:
        """Return the root mean square error."""
        total = 0.0
        run: i64 = 0
        while run < len(self.values):
            off = self.forward(run) - self.values[run]
            total += off * off
            run += 1
        return math.sqrt(total / float(len(self.values)))
