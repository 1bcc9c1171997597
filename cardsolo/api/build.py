"""What is installed: the version, whether the search kernels are compiled, Python, CP-SAT."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from cardsolo import __version__
from cardsolo.core.i18n import _


@dataclass(frozen=True, slots=True)
class BuildInfo:
    """version: of cardsolo; compiled: whether the kernels are; python, ortools: versions, ortools None if absent."""

    version: str
    compiled: bool
    python: str
    ortools: str | None

    def __str__(self) -> str:
        kernels = _("compiled kernels") if self.compiled else _("pure Python kernels (slow)")
        text = _("{kernels}, Python {python}, ortools {ortools}")
        return text.format(kernels=kernels, python=self.python, ortools=self.ortools or "-")


def build_info() -> BuildInfo:
    """Return what is installed. Loads no kernel and no ortools for it."""
    from solvers.pace import kernels_are_compiled

    return BuildInfo(__version__, kernels_are_compiled(), ".".join(map(str, sys.version_info[:3])), _ortools())


def _ortools() -> str | None:
    """Return the version of ortools that its directory of metadata says: `importlib.metadata` would be no light way."""
    spec = find_spec("ortools")
    if spec is None or not spec.submodule_search_locations:
        return None
    beside = Path(next(iter(spec.submodule_search_locations))).parent
    found = sorted(path.stem.partition("-")[2] for path in beside.glob("ortools-*.dist-info"))
    return found[-1] if found else None
