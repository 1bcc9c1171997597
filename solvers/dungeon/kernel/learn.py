"""Training of the value network: one step of stochastic gradient descent on the cross entropy (with AdaGrad rates)."""

from __future__ import annotations

from math import sqrt

from librt.vecs import vec
from mypy_extensions import i64

from solvers.dungeon.kernel.value import LEAK, ROWS, WIDTH, Network, chance


class Trainer:
    """Step sizes of every weight of a network; rate is the step of a weight that has not moved yet, per unit."""

    def __init__(self, network: Network, rate: float, decay: float, floor: float) -> None:
        self.network = network
        self.rate: float = rate
        self.decay: float = decay
        self.squares: vec[float] = vec[float]([floor for _ in range(ROWS * WIDTH)])
        self.out_squares: vec[float] = vec[float]([floor for _ in range(WIDTH)])
        self.slopes: vec[float] = vec[float]([0.0 for _ in range(5 * WIDTH)])

    def step(self, target: float) -> float:
        """Move the chance of the loaded position towards target (0 to 1); return the chance before the step."""
        network = self.network
        table = network.table
        own = network.own
        out = network.out
        slopes = self.slopes
        out_squares = self.out_squares
        before: float = chance(network.logit())
        error: float = before - target
        rate: float = self.rate
        network.bias -= 0.02 * rate * error
        width: i64 = WIDTH
        four: i64 = 4
        for h in range(width):
            x: float = table[h]
            hidden: float = 0.0
            common: float = 0.0
            weight: float = out[h]
            for suit in range(four):
                y: float = x + own[suit * width + h]
                slope: float = error * weight
                if y <= 0.0:
                    y *= LEAK
                    slope *= LEAK
                hidden += y
                slopes[suit * width + h] = slope
                common += slope
            slopes[4 * width + h] = common
            gradient: float = error * hidden
            out_squares[h] = self.decay * out_squares[h] + gradient * gradient
            out[h] -= rate * gradient / sqrt(out_squares[h])
        self.spread(rate)
        return before

    def spread(self, rate: float) -> None:
        """Apply the slopes of the hidden units to the rows of the active inputs."""
        network = self.network
        weights = network.weights
        blocks = network.blocks
        rows = network.rows
        coefficients = network.coefficients
        slopes = self.slopes
        squares = self.squares
        decay: float = self.decay
        active: i64 = network.active
        width: i64 = WIDTH
        for k in range(active):
            start: i64 = rows[k] * width
            base: i64 = blocks[k] * width
            coefficient: float = coefficients[k]
            for h in range(width):
                gradient: float = slopes[base + h] * coefficient
                if gradient != 0.0:
                    square: float = decay * squares[start + h] + gradient * gradient
                    squares[start + h] = square
                    weights[start + h] -= rate * gradient / sqrt(square)
