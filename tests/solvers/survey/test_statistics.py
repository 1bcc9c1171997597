"""Intervals and quantiles against values from outside."""

from __future__ import annotations

import random

import pytest

from solvers.survey.statistics import Quantiles, Tally, rate_interval, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # rows computed from the formula of Wilson (1927) with 50 digits
        (5984, 6000, 0.9956723903, 0.9983578553),
        (8, 10, 0.4901624715, 0.9433178485),
        (0, 10, 0.0, 0.2775327999),
        (10, 10, 0.7224672001, 1.0),
    ],
)
def test_wilson_interval(successes, trials, low, high):
    assert wilson(successes, trials) == (pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9))


def test_nothing_is_known_without_trials():
    assert wilson(0, 0) == (0.0, 1.0)


def test_unknown_results_widen_the_interval_on_both_sides():
    sure = rate_interval(80, 20, 0)
    unsure = rate_interval(80, 20, 10)

    assert unsure[0] < sure[0] < sure[1] < unsure[1]
    assert unsure == (wilson(80, 110)[0], wilson(90, 110)[1])


def test_quantiles_are_right_to_two_per_cent():
    source = random.Random(1)
    values = [source.lognormvariate(3, 2) for _ in range(20_000)] + [0.0] * 100
    found = Quantiles()
    for value in values:
        found.add(value)
    values.sort()

    for share in (0.01, 0.5, 0.9, 0.99):
        assert found.quantile(share) == pytest.approx(values[int(share * len(values)) - 1], rel=0.02)
    assert found.quantile(1.0) == max(values)
    assert found.quantile(0.001) == 0.0


def test_tally_mean_and_width():
    tally = Tally()
    for value in (4, 5, 6, 5):
        tally.add(value)

    assert tally.mean == 5
    assert tally.half_width == pytest.approx(1.959964 * (2 / 3 / 4) ** 0.5, rel=1e-6)
