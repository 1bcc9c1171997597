"""Ranges of seeds: what a survey is to do and what it has done, in memory that does not grow with their number."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolo.core.dealing import parse_seed
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `number` of `count`, from 1: the seeds whose distance from the first is number − 1 modulo count."""

    number: int = 1
    count: int = 1


def parse_range(text: str) -> tuple[int, int]:
    """Read `A..B` (both ends included) or a single seed. Raises OptionError."""
    first, dots, last = text.partition("..")
    low = parse_seed(first)
    high = parse_seed(last) if dots else low
    if low > high:
        raise OptionError(
            _("the range {text} runs backwards: write {high}..{low}").format(text=text, low=low, high=high)
        )
    return low, high


def parse_shard(text: str) -> Shard:
    """Read `K/N`. Raises OptionError."""
    number, slash, count = text.partition("/")
    if slash and number.isdecimal() and count.isdecimal() and len(text) < 20 and 1 <= int(number) <= int(count):
        return Shard(int(number), int(count))
    raise OptionError(_("a shard is K/N with K from 1 to N, as in 3/16"))


class SeedSet:
    """A set of seeds kept as runs, so that a nearly finished range costs a handful of numbers.

    step: the distance between neighbours (the number of shards). Seeds that do not agree with `offset` modulo step
    belong to no run; they are kept one by one.
    """

    def __init__(self, offset: int = 0, step: int = 1) -> None:
        self._offset, self._step = offset, step
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._strays: set[int] = set()

    def __len__(self) -> int:
        kept = sum(end - start + 1 for start, end in zip(self._starts, self._ends, strict=True))
        return kept + len(self._strays)

    def __contains__(self, seed: int) -> bool:
        place, rest = divmod(seed - self._offset, self._step)
        if rest:
            return seed in self._strays
        at = bisect_right(self._starts, place) - 1
        return at >= 0 and place <= self._ends[at]

    def add(self, seed: int) -> bool:
        """Add a seed; return False if it was there already."""
        place, rest = divmod(seed - self._offset, self._step)
        if rest:
            known = seed in self._strays
            self._strays.add(seed)
            return not known
        at = bisect_right(self._starts, place)
        if at and place <= self._ends[at - 1]:
            return False
        joins_left = at > 0 and self._ends[at - 1] == place - 1
        joins_right = at < len(self._starts) and self._starts[at] == place + 1
        if joins_left and joins_right:
            self._ends[at - 1] = self._ends.pop(at)
            self._starts.pop(at)
        elif joins_left:
            self._ends[at - 1] = place
        elif joins_right:
            self._starts[at] = place
        else:
            self._starts.insert(at, place)
            self._ends.insert(at, place)
        return True

    def count(self, low: int, high: int) -> int:
        """Return how many seeds of the set, those one by one left out, lie in low … high."""
        first, last = -((self._offset - low) // self._step), (high - self._offset) // self._step
        return sum(
            max(0, min(end, last) - max(start, first) + 1) for start, end in zip(self._starts, self._ends, strict=True)
        )

    def runs(self) -> Iterator[tuple[int, int]]:
        """Yield (first, last) of every run of neighbours, ascending; seeds kept one by one are in none."""
        for start, end in zip(self._starts, self._ends, strict=True):
            yield self._offset + start * self._step, self._offset + end * self._step

    def missing(self, low: int, high: int) -> Iterator[int]:
        """Yield the seeds of low … high (in steps) that are not in the set, ascending."""
        seed = low + (self._offset - low) % self._step
        for first, last in [*self.runs(), (high + self._step, high)]:
            while seed < min(first, high + 1):
                yield seed
                seed += self._step
            seed = max(seed, last + self._step)


def size_of(low: int, high: int, shard: Shard) -> int:
    """Return how many seeds of low … high belong to a shard."""
    return max(0, (high - low - (shard.number - 1)) // shard.count + 1)
