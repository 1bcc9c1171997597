"""What a result counts as, and which share of the results is a yes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import clip
from solvers.survey.statistics import rate_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import Json

#: The field that sorts a result into a category, by what is asked: the first that a result has.
FIELDS: Final = ("verdict", "status", "outcome")
CRASHED: Final = "crashed"
_LONGEST: Final = 40
#: Categories that count as yes in the rate, and those that leave it open.
_YES: Final = frozenset({"clearable", "cleared", "won", "optimal", "out"})
UNKNOWN: Final = frozenset({"undecided", CRASHED})


def category_of(result: Json) -> str:
    """Return what a result counts as, short and printable whatever stands in it."""
    if result.get(CRASHED):
        return CRASHED
    for name in FIELDS:
        if result.get(name) is not None:
            return _named(str(result[name]))
    return "other"


@lru_cache(maxsize=1000)
def _named(word: str) -> str:
    return clip(word, _LONGEST)


#: A share, None where it is not known, and its 95 % interval.
Rate = tuple[float | None, float, float]


def rate_of(counts: Mapping[str, int]) -> Rate:
    """Return the share of yes among the known results of some categories, None if none is known, and its interval.

    The interval holds whatever the unknown ones are.
    """
    yes = sum(count for name, count in counts.items() if name in _YES)
    unknown = sum(count for name, count in counts.items() if name in UNKNOWN)
    known = sum(counts.values()) - unknown
    low, high = rate_interval(yes, known - yes, unknown)
    return yes / known if known else None, low, high
