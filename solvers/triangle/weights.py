"""Prices for the beam search, found by random search on deals outside the benchmark's seeds.

Each set is two rows: prices at the start and at the end of the game, in the order of `Judge.weights`.
"""

from __future__ import annotations

from typing import Final

_EARLY: Final = (1000, 124, 57, 400, 102, 60, 1066, 207, 45, 40, -17, 20, 11, 40, -40, 220, 100)
_LATE: Final = (1000, 8, 30, 561, 98, 21, 187, 66, 18, -10, 34, 162, 3, 0, -28, 122, 100)
_FIRST: Final = (1000, 20, 100, 400, 50, 30, 200, 150, 40, 40, 20, 30, 50, 0, 0, 100, 0)
WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    "out": _EARLY + _LATE,
    "all": _FIRST + _FIRST,
}
