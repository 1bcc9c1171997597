"""How many examples property tests try: few by default, a hundred times as many in the thorough profile."""

from __future__ import annotations

import os

from solvers.dungeon.kernel import search as kernel

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")
#: Whether the kernels run compiled: uncompiled they take fifty times as long.
COMPILED = not kernel.__file__.endswith(".py")


def examples(count):
    """Return how many examples a test tries that tries `count` by default."""
    return 100 * count if PROFILE == "thorough" else count


def often(count):
    """Return the same for a test that spends its time in a kernel: fewer where that is not compiled."""
    return examples(count if COMPILED else max(5, count // 20))


def some(cases, nth):
    """Return every nth of the cases of a table, all in the thorough profile."""
    return cases if PROFILE == "thorough" else cases[::nth]
