"""Ranges, shards, and the set of seeds that are done."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.errors import OptionError
from solvers.survey.ranges import SeedSet, Shard, parse_range, parse_shard, size_of


@pytest.mark.parametrize(
    ("text", "expected"), [("1..10", (1, 10)), ("7", (7, 7)), ("0..9223372036854775807", (0, 2**63 - 1))]
)
def test_a_range_includes_both_ends(text, expected):
    assert parse_range(text) == expected


@pytest.mark.parametrize(
    "text", ["10..1", "a..b", "1..", "..5", "-1..5", "0..9223372036854775808", "1...3", "", "1..\uff12"]
)
def test_a_bad_range_is_refused(text):
    with pytest.raises(OptionError):
        parse_range(text)


def test_a_backward_range_is_told_the_right_way():
    with pytest.raises(OptionError, match=r"1\.\.10"):
        parse_range("10..1")


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/0", "a/b", "1/3/5", "-1/3"])
def test_a_bad_shard_is_refused(text):
    with pytest.raises(OptionError):
        parse_shard(text)


@given(st.integers(0, 50), st.integers(0, 200), st.integers(1, 7))
def test_shards_split_a_range_without_gap_or_overlap(low, length, count):
    high = low + length
    parts = []
    for number in range(1, count + 1):
        shard = parse_shard(f"{number}/{count}")
        part = list(SeedSet(low + number - 1, count).missing(low + number - 1, high))
        assert len(part) == size_of(low, high, shard)
        parts += part

    assert sorted(parts) == list(range(low, high + 1))


@given(st.lists(st.integers(0, 60)), st.integers(1, 4), st.integers(0, 3))
def test_a_seed_set_is_a_set(numbers, step, offset):
    seeds = SeedSet(offset, step)
    model = set()
    for number in numbers:
        seed = offset + step * number
        assert seeds.add(seed) == (seed not in model)
        model.add(seed)

    assert len(seeds) == len(model)
    assert all((seed in seeds) == (seed in model) for seed in range(-5, 300))
    assert list(seeds.missing(offset, offset + step * 60)) == [
        seed for seed in range(offset, offset + step * 60 + 1, step) if seed not in model
    ]


@given(st.lists(st.integers(0, 60)), st.integers(1, 4), st.integers(0, 5), st.integers(-3, 70), st.integers(0, 70))
def test_seeds_of_a_range_are_counted_and_foreign_ones_are_kept_apart(numbers, step, offset, low, length):
    seeds, model = SeedSet(offset, step), set()
    for seed in numbers:
        assert seeds.add(seed) == (seed not in model)
        model.add(seed)
    assert len(seeds) == len(model)
    assert all((seed in seeds) == (seed in model) for seed in range(-5, 70))
    own = {seed for seed in model if (seed - offset) % step == 0}
    assert seeds.count(low, low + length) == len([seed for seed in own if low <= seed <= low + length])
    assert {seed for first, last in seeds.runs() for seed in range(first, last + 1, step)} == own


def test_a_finished_range_costs_one_run():
    seeds = SeedSet()
    for seed in [*range(0, 1000, 2), *range(999, 0, -2)]:
        seeds.add(seed)

    assert list(seeds.runs()) == [(0, 999)]


def test_the_whole_range_is_one_shard():
    assert size_of(5, 14, Shard()) == 10
