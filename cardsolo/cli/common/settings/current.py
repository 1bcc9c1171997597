"""What the configuration file says for this run: read at its start, and only where a person looks at stdout.

Where stdout is a file or a pipe there is no configuration: what others read does not depend on a personal file. Nothing
is loaded to find that there is no file.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from cardsolo.core.errors import CardsoloError

if TYPE_CHECKING:
    from cardsolo.cli.common.settings.file import Settings

#: Names another file, or none where it is empty.
VARIABLE = "CARDSOLO_CONFIG"

_settings: Settings | None = None
_fault: CardsoloError | OSError | None = None


def file_name() -> str | None:
    """Return where the configuration file lies, whether there is one or not; None where none is wanted or can be.

    A relative XDG_CONFIG_HOME counts as none, as that convention says.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        return named or None
    home = os.path.expanduser("~")  # noqa: PTH111  loading pathlib takes longer than the rest of this
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "cardsolo", "config.toml")  # noqa: PTH118
    wanted = os.environ.get("XDG_CONFIG_HOME", "")
    if not wanted.startswith("/"):
        if home == "~":  # a user without one
            return None
        wanted = os.path.join(home, ".config")  # noqa: PTH118
    return os.path.join(wanted, "cardsolo", "config.toml")  # noqa: PTH118


def take(*, is_seen: bool | None = None) -> None:
    """Read the file for this run, if a person looks. What is wrong with it is told by `expect_sound`.

    is_seen: whether a person does, though stdout is none of a terminal; None asks stdout.
    """
    global _settings, _fault  # noqa: PLW0603  as the language, it is one setting of the process
    _settings = _fault = None
    if not (sys.stdout is not None and sys.stdout.isatty() if is_seen is None else is_seen):
        return
    name = file_name()
    if name is None or not (VARIABLE in os.environ or os.path.exists(name)):  # noqa: PTH110
        return
    from cardsolo.cli.common.settings.file import read
    from cardsolo.cli.common.settings.keys import check_texts

    try:
        settings = read(name)
        check_texts(settings)
    except (CardsoloError, OSError) as error:
        _fault = error
    else:
        _settings = settings


def expect_sound() -> None:
    """Raise what is wrong with the file, before a command runs that it bears on."""
    if _fault is not None:
        raise _fault


def settings() -> Settings | None:
    """Return the file of this run, None where there is none."""
    return _settings


def text_setting(name: str) -> Any:
    """Return the value of a key that says how texts look, None where the file does not say."""
    return None if _settings is None else _settings.values.get(name)
