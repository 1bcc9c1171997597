"""The configuration file as it is read: TOML of bounded size, every fault with its line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.errors import FormatError, located
from cardsolo.core.i18n import _, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Bytes that a configuration file may have: hundreds of times as many as all keys take.
MAX_BYTES: Final = 64 * 1024
#: What editors of Windows put before a text in UTF-8.
BOM: Final = "\ufeff"
_PLACE: Final = r"\(at line (\d+), column (\d+)\)"
#: What tomllib says of what stands twice.
_TWICE: Final = ("overwrite", "twice", "mutate", "extend")


@dataclass(frozen=True, slots=True)
class Settings:
    """A file that is TOML: its name, its text, and the values by key, tables in tables; they are yet to be checked."""

    name: str
    text: str
    values: dict[str, Any]

    def fault(self, path: Sequence[str], message: str) -> FormatError:
        """Return what is wrong with the value of a key, or with a key itself, as an error with its place."""
        from cardsolo.cli.common.settings.lines import line_of

        error = FormatError(message, line_of(self.text, path))
        error.file = self.name
        return error


def read(name: str) -> Settings:
    """Read the file of that name. Raises FormatError for what is no TOML of that size, and OSError."""
    with located(name), open(name, "rb") as stream:  # noqa: PTH123  loading pathlib takes longer
        data = stream.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise FormatError(
                plural(
                    "a configuration file has {count} byte at the most",
                    "a configuration file has {count} bytes at the most",
                    MAX_BYTES,
                )
            )
        text = _decoded(data)
        return Settings(name, text, parse(text.removeprefix(BOM)))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(_("this is not UTF-8"), data.count(b"\n", 0, error.start) + 1) from None


def parse(text: str) -> dict[str, Any]:
    """Return the values of a text in TOML. Raises FormatError, with the line where that is known."""
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError:
        raise FormatError(_("brackets are nested too deeply")) from None
    except ValueError as error:  # numbers and dates that cannot be raise others than TOMLDecodeError
        said = str(error)
    place = re.search(_PLACE, said)
    line = int(place[1]) if place is not None else text.rstrip().count("\n") + 1
    if any(word in said for word in _TWICE):
        raise FormatError(_("this key or table stands there already"), line)
    example = 'lang = "ja"'
    text = _("this is not TOML, which has a key and its value on a line, words in quotes: {example}")
    raise FormatError(text.format(example=example), line)
