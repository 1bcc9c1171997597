"""Limits and defaults that commands, library and solvers share: each stands in one place."""

from __future__ import annotations

from typing import Final

#: Seconds that a Triangle Sevens problem gets where neither time nor nodes are limited.
TRIANGLE_SECONDS: Final = 60.0
#: How many seeds are looked at for a wanted deal: even a grade of one deal in a thousand is among them.
SEEDS_LOOKED_AT: Final = 20_000
