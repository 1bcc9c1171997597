"""How much an advisor does where nobody says: less where the kernels are not compiled, and take fifty times as long."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec


@cache
def kernels_are_compiled() -> bool:
    """Tell whether they are. Loads none for it; all are compiled, or none."""
    kernel = find_spec("solvers.dungeon.kernel.search")
    return kernel is not None and not str(kernel.origin).endswith(".py")
