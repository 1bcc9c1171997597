"""Modules that may be absent: parts that a game can do without, and packages that extras install."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardsolo.core.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def may_lack(module: str, message: str) -> Iterator[None]:
    """Import a module that may be absent, itself or with its package. Raises OptionError(message) then.

    A module that is there and lacks another one is broken: that is raised as it is, ImportError or whatever else.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in (module, module.rpartition(".")[0] or module):
            raise
        raise OptionError(message) from None
