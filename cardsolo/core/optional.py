"""Modules that may be absent: parts that a game can do without, and packages that extras install."""

from __future__ import annotations

import shlex
import sys
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


@contextmanager
def needs_extra(extra: str, module: str, message: str) -> Iterator[None]:
    """Import a module that an extra installs. Raises OptionError(message), {command} in it being what installs it.

    It names the interpreter that lacks the module, as the `pip` on the path may be another one's, and a clone of the
    sources, where the bounds of versions stand.
    """
    python = shlex.quote(sys.executable) if sys.executable else "python3"
    with may_lack(module, message.format(command=f"{python} -m pip install '.[{extra}]'")):
        yield
