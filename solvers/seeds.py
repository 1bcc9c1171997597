"""Which seeds are for what, so that a published figure is of games that nobody has looked at before.

A figure measured on the seeds by which a program was chosen flatters it: of two programs equally good the one kept is
the luckier. So there are ranges without a seed in common: to choose by (tests and examples are there too), to publish,
and to train with.
"""

from __future__ import annotations

from typing import Final

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _

#: First and last seed of each purpose.
RANGES: Final = {
    "choose": (1, 9_999_999),
    "publish": (10_000_000, 19_999_999),
    "train": (20_000_000, 29_999_999),
}


def seeds_for(purpose: str, text: str) -> range:
    """Read seeds, `A..B` or one, and return them. Raises OptionError where they are not of the purpose's range."""
    first, _dots, last = text.partition("..")
    try:
        seeds = range(int(first), int(last or first) + 1)
    except ValueError:
        raise OptionError(_("seeds are written A..B, not {text}").format(text=clip(text))) from None
    low, high = RANGES[purpose]
    if not seeds:
        raise OptionError(_("{text}: there are no seeds in this range").format(text=clip(text)))
    if seeds[0] < low or seeds[-1] > high:
        words = _("{text}: seeds to {purpose} are {low} to {high}; others would make the figure worth less")
        raise OptionError(words.format(text=clip(text), purpose=purpose, low=low, high=high))
    return seeds
