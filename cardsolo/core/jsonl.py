"""JSON Lines from strangers: strict, bounded, and never a traceback.

One object a line, UTF-8, no NaN or infinity, no key twice, no deep nesting; a byte order mark and CRLF are accepted; a
line over 1 MiB is refused without being read further.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from cardsolo.core.errors import FormatError, clip
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_LINE: Final = 1 << 20
#: Brackets within brackets; no format needs more than a handful, and recursion on what was read stays harmless.
MAX_DEPTH: Final = 32
BOM: Final = b"\xef\xbb\xbf"
#: How many bytes of a line that is too long are passed over to reach the next one; a device may have no end.
_LONGEST_SKIP: Final = 64 << 20


def dumps(obj: object) -> str:
    """Write one compact line without its newline; keys keep their order.

    Characters that are not printable are escaped, so that JSON is harmless on a terminal whatever its texts hold.
    """
    text = json.dumps(obj, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    """Write a character of a JSON text: whatever is not printable can only stand in a string."""
    return char if char.isprintable() else json.dumps(char)[1:-1]


def plain(value: object, limit: int = 60) -> str:
    """Write a JSON value for people, clipped: a text without quotes, everything else as JSON."""
    return clip(value if isinstance(value, str) else dumps(value), limit)


def iter_lines(stream: BinaryIO, on_fault: Callable[[FormatError], None] | None = None) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, line without its end); blank lines count but are left out.

    A line that is too long raises FormatError without being read further. With on_fault, that is told of it and the
    line is passed over, unless it goes on for longer than _LONGEST_SKIP: then reading ends there.
    """
    number = 0
    while raw := stream.readline(len(BOM) + MAX_LINE + 2):
        number += 1
        line = raw.rstrip(b"\r\n")
        if number == 1:
            line = line.removeprefix(BOM)
        if len(line) > MAX_LINE:
            error = FormatError(_("longer than {limit} bytes").format(limit=MAX_LINE), number)
            if on_fault is None:
                raise error
            on_fault(error)
            if not _pass_line(stream, raw):
                return
        elif line and not line.isspace():
            yield number, line
        else:
            number += _pass_blank_lines(stream)


def _pass_line(stream: BinaryIO, raw: bytes) -> bool:
    """Read to the end of a line that began with raw; tell whether it was found."""
    passed = 0
    while raw and not raw.endswith(b"\n") and passed < _LONGEST_SKIP:
        raw = stream.readline(MAX_LINE)
        passed += len(raw)
    return raw.endswith(b"\n")


def _pass_blank_lines(stream: BinaryIO) -> int:
    """Pass over the blank lines that a buffered stream holds next, and return how many.

    A file of millions of line ends then costs next to nothing; a stream without a buffer is read line by line.
    """
    peek = getattr(stream, "peek", None)
    passed = 0
    while peek is not None:
        held: bytes = peek(1)
        end = held.rfind(b"\n", 0, len(held) - len(held.lstrip())) + 1
        if not end:
            break
        passed += stream.read(end).count(b"\n")
    return passed


def parse_object(line: bytes, number: int | None = None) -> dict[str, Any]:
    """Read one line as a JSON object. Raises FormatError with the place and the cause."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(_("not UTF-8 text (byte {at})").format(at=error.start + 1), number) from None
    try:
        value = _decoder.decode(text)
    except RecursionError:
        raise FormatError(_("nested too deeply"), number) from None
    except json.JSONDecodeError as error:
        raise FormatError(_syntax_message(text, error), number) from None
    except ValueError as error:  # a key twice, NaN, infinity, or a number of thousands of digits
        raise FormatError(_("not accepted as JSON: {cause}").format(cause=error), number) from None
    if not isinstance(value, dict):
        raise FormatError(_("a JSON object was expected"), number)
    if line.count(b"[") + line.count(b"{") > MAX_DEPTH and _is_deep(value):
        raise FormatError(_("nested too deeply"), number)
    if b"\\u" in line and not _is_text(value):
        raise FormatError(_("half of a surrogate pair is no text"), number)
    return value


def _is_deep(value: object) -> bool:
    level = [value]
    for _depth in range(MAX_DEPTH):
        inner = (item.values() if isinstance(item, dict) else item for item in level if isinstance(item, (dict, list)))
        level = [item for items in inner for item in items]
        if not level:
            return False
    return any(isinstance(item, (dict, list)) for item in level)


def _is_text(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _syntax_message(text: str, error: json.JSONDecodeError) -> str:
    if text.startswith("\ufeff"):
        return _("a byte order mark (BOM) in the middle of the input")
    if text.strip() in {"{", "["}:
        return _("a JSON object must stand on one line (`jq -c` writes it so)")
    return _("not JSON: {cause} at column {column}").format(cause=error.msg, column=error.colno)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    obj = dict(pairs)
    if len(obj) != len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ValueError(_("the key “{key}” stands twice").format(key=clip(key)))
            seen.add(key)
    return obj


def _no_constant(name: str) -> NoReturn:
    raise ValueError(_("{name} is no JSON number").format(name=name))


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(_("{number} is too great").format(number=clip(text)))
    return value


#: Made once: building a decoder costs as much as a short line.
_decoder: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_finite)
