"""Mini Rogue: how a seed becomes room layouts (never changes once released).

The streams are `rooms/<visit>`, so that no choice ever moves them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.dealing import shuffled, stream
from cardsolo.games.rogue.state import LAYOUTS, Deal, Rules
from cardsolo.games.rogue.tables import ROOMS

if TYPE_CHECKING:
    from cardsolo.games.rogue.state import Layout

NAME: Final = "rogue"


def layout_of(seed: int, visit: int) -> Layout:
    """Return the visit-th layout, from 1, of a seeded game."""
    return shuffled(ROOMS, stream(NAME, seed, f"rooms/{visit}"))


def layouts_of(seed: int) -> tuple[Layout, ...]:
    """Return all layouts of a deal."""
    return tuple(layout_of(seed, visit) for visit in range(1, LAYOUTS + 1))


def deal(rules: Rules, seed: int) -> Deal:
    return Deal(rules, layouts_of(seed), seed)
