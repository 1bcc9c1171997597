"""The lines of a configuration file: where a key stands, and how one line is changed so that all others stay.

Only plain lines are understood, `key = value` below `[table]`. Whatever is changed is read again, and must then say
what it said before but for that one key.
"""

from __future__ import annotations

import copy
import re
from typing import TYPE_CHECKING, Any, Final

from cardsolo.cli.common.settings.file import BOM
from cardsolo.core.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TABLE: Final = r"\s*\[\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*\]\s*(?:#.*)?$"
_ENTRY: Final = r"(\s*([\w-]+(?:\s*\.\s*[\w-]+)*)\s*=\s*)(.*)$"
#: A value on one line, and what follows it.
_VALUE: Final = r"""("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\]#]*\]|[^\s#]+)(\s*(?:#.*)?)$"""

Path = tuple[str, ...]


def path_of(key: str) -> Path:
    """Return the parts of a dotted key; `play-on` is the same as `play_on`."""
    return tuple(part.strip().replace("-", "_") for part in key.split("."))


def _split(text: str) -> list[str]:
    """Return the lines of a text with their ends, as TOML has them."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _scan(lines: Sequence[str]) -> Iterator[tuple[int, Path, bool]]:
    """Yield (number from 0, path, whether it is a table) of every line that has a key or heads a table."""
    table: Path = ()
    for number, raw in enumerate(lines):
        line = raw.rstrip("\r\n").removeprefix(BOM)
        if (head := re.match(_TABLE, line)) is not None:
            table = path_of(head[1])
            yield number, table, True
        elif (entry := re.match(_ENTRY, line)) is not None:
            yield number, (*table, *path_of(entry[2])), False


def line_of(text: str, path: Sequence[str]) -> int | None:
    """Return the line (from 1) in which a key or table stands, None where no plain line has it."""
    wanted = path_of(".".join(path))
    lines = _split(text)
    return next((number + 1 for number, found, _table in _scan(lines) if found == wanted), None)


def changed(text: str, path: Path, literal: str | None, parse: Callable[[str], dict[str, Any]]) -> str | None:
    """Return a text in which a key has another value, or none (literal None); None where that takes more than a line.

    parse: returns the values of a text. Raises FormatError where it does for the text as it is.
    """
    want = _with(parse(text.removeprefix(BOM)), path, None if literal is None else parse(f"v = {literal}")["v"])
    for candidate in _candidates(text, path, literal):
        try:
            found = parse(candidate.removeprefix(BOM))
        except FormatError:
            continue
        if _normal(found) == want:
            return candidate
    return None


def _candidates(text: str, path: Path, literal: str | None) -> Iterator[str]:
    lines = _split(text)
    end = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    there = next((number for number, found, table in _scan(lines) if found == path and not table), None)
    if there is not None:
        if literal is None:
            yield "".join(lines[:there] + lines[there + 1 :])
            return
        mark = BOM if lines[there].startswith(BOM) else ""
        entry = re.match(_ENTRY, lines[there].rstrip("\r\n").removeprefix(BOM))
        value = None if entry is None else re.match(_VALUE, entry[3])
        if entry is not None and value is not None:
            rest = lines[there][len(lines[there].rstrip("\r\n")) :]
            yield "".join([*lines[:there], mark + entry[1] + literal + value[2] + rest, *lines[there + 1 :]])
    elif literal is not None:
        new = f"{path[-1]} = {literal}{end}"
        yield from (_put(lines, at, new, end) for at in _places(lines, path[:-1]))
        if len(path) > 1:
            head = f"[{'.'.join(path[:-1])}]{end}"
            yield _put(lines, len(lines), (end if lines else "") + head + new, end)


def _places(lines: Sequence[str], table: Path) -> Iterator[int]:
    """Yield numbers of lines before which a new key of a table may stand, the best first."""
    heads = [number for number, _path, is_table in _scan(lines) if is_table]
    if not table:
        keys = [
            number for number, _path, is_table in _scan(lines) if not is_table and number < min([*heads, len(lines)])
        ]
        if keys:
            yield keys[-1] + 1
        yield _above_comments(lines, heads[0]) if heads else len(lines)
        return
    for number, path, is_table in _scan(lines):
        if is_table and path == table:
            end = next((head for head in heads if head > number), len(lines))
            keys = [at for at, _path, is_head in _scan(lines) if not is_head and number < at < end]
            yield (keys or [number])[-1] + 1
            yield number + 1


def _above_comments(lines: Sequence[str], number: int) -> int:
    """Return the first of the comments that stand right above a line, or that line."""
    while number and lines[number - 1].lstrip().startswith("#"):
        number -= 1
    return number


def _put(lines: Sequence[str], at: int, new: str, end: str) -> str:
    before = list(lines[:at])
    if before and not before[-1].endswith("\n"):
        before[-1] += end
    if not at and lines and lines[0].startswith(BOM):  # the mark stays in front
        return BOM + new + "".join(lines).removeprefix(BOM)
    return "".join([*before, new, *lines[at:]])


def _normal(values: Any) -> Any:
    """Return values with keys in one spelling, and without tables that have none."""
    if not isinstance(values, dict):
        return values
    normal = {key.replace("-", "_"): _normal(value) for key, value in values.items()}
    return {key: value for key, value in normal.items() if value != {}}


def _with(values: dict[str, Any], path: Path, value: Any) -> Any:
    """Return values, normal, in which a key has a value, or is not there (None)."""
    found = copy.deepcopy(_normal(values))
    table = found
    for part in path[:-1]:
        table = table.setdefault(part, {}) if isinstance(table, dict) else {}
    if isinstance(table, dict):
        if value is None:
            table.pop(path[-1], None)
        else:
            table[path[-1]] = value
    return _normal(found)
