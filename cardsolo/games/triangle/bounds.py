"""Triangle Sevens: bounds that hold for every board (rules section 7)."""

from __future__ import annotations

from math import isqrt


def least_perimeter(cells: int) -> int:
    """Return p(n), the least perimeter of n cells (Harary & Harborth 1976, OEIS A067628): 2⌈(n + √(6n))/2⌉ − n."""
    root = isqrt(6 * cells)
    root += root * root < 6 * cells  # ⌈√(6n)⌉, exact where a float would not be
    return 2 * ((cells + root + 1) // 2) - cells


def most_contacts(cells: int) -> int:
    """Return e(n), the most touching pairs among n cells: (3n − p(n)) / 2."""
    return (3 * cells - least_perimeter(cells)) // 2


def most_closings(cells: int) -> int:
    """Return cyc(n), the most placements that touched two or more cards on a board of n cells: e(n) − n + 1.

    Each placement but the first joins the board by one contact; every further contact closes a corner of six cells.
    """
    return most_contacts(cells) - cells + 1 if cells else 0
