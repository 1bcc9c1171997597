"""Statistics in constant memory: Wilson intervals, and quantiles from logarithmic buckets."""

from __future__ import annotations

from collections import Counter
from math import ceil, floor, inf, log, sqrt
from typing import Final

#: The 97.5 % quantile of the normal distribution.
Z95: Final = 1.959963984540054
#: Neighbouring buckets differ by this factor, so a quantile is right to about 1 %.
_RATIO: Final = 1.02


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Return the Wilson 95 % interval of a rate; (0, 1) without trials."""
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    weight = Z95 * Z95 / trials
    middle = (rate + weight / 2) / (1 + weight)
    half = Z95 * sqrt(rate * (1 - rate) / trials + weight / (4 * trials)) / (1 + weight)
    return max(0.0, middle - half), min(1.0, middle + half)


def rate_interval(yes: int, no: int, unknown: int) -> tuple[float, float]:
    """Return a 95 % interval that holds whatever the unknown ones are.

    The lower end counts every unknown case as no, the upper end as yes.
    """
    trials = yes + no + unknown
    return wilson(yes, trials)[0], wilson(yes + unknown, trials)[1]


class Tally:
    """Counts of small integers (spare, kills, turns), with mean and its 95 % interval."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, value: int) -> None:
        self.counts[value] += 1

    def __len__(self) -> int:
        return self.counts.total()

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counts.items()) / max(1, len(self))

    @property
    def half_width(self) -> float:
        """Half the width of the mean's 95 % interval (normal approximation)."""
        n, mean = len(self), self.mean
        if n < 2:
            return inf
        variance = sum(count * (value - mean) ** 2 for value, count in self.counts.items()) / (n - 1)
        return Z95 * sqrt(variance / n)


class Quantiles:
    """Quantiles of positive numbers, to about 1 % and the largest exactly, in memory bounded by their range."""

    def __init__(self) -> None:
        self._buckets: Counter[int] = Counter()
        self._zeros = 0
        self.count = 0
        self.total = 0.0
        self.largest: float = 0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.largest = max(self.largest, value)
        if value > 0:
            self._buckets[floor(log(value) / log(_RATIO))] += 1
        else:
            self._zeros += 1

    def quantile(self, share: float) -> float:
        """Return the value below which `share` (0–1) of the numbers lie; 0 without numbers."""
        rank = ceil(share * self.count)
        if rank >= self.count:
            return self.largest
        if rank <= self._zeros:
            return 0.0
        seen = self._zeros
        for bucket in sorted(self._buckets):
            seen += self._buckets[bucket]
            if seen >= rank:
                return min(float(_RATIO ** (bucket + 0.5)), self.largest)
        return self.largest
