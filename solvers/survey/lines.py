"""The lines of a result file that a kill, a crash of the machine or a hand may have damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from cardsolo.core.errors import FormatError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import MAX_LINE, parse_object

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolo.core.game import Json

_BOM: Final = b"\xef\xbb\xbf"
#: How many bytes without a line end are passed over to reach the next line; a device may have no end.
_LONGEST_SKIP: Final = 64 << 20
#: In how many places of a bad line the beginning of a whole object is looked for.
_BEGINNINGS: Final = 8


class Line(NamedTuple):
    """number from 1; raw without its end and without NUL bytes around it.

    ended: a line end stood behind it; nuls: NUL bytes stood around it; long: it was too long, and raw is empty.
    """

    number: int
    raw: bytes
    ended: bool = True
    nuls: bool = False
    long: bool = False


def lines_of(stream: BinaryIO, first: int = 1) -> Iterator[Line]:
    """Yield all lines that are not blank, numbered from `first`; memory stays bounded whatever they hold."""
    number = first - 1
    while piece := stream.readline(MAX_LINE + 2):
        number += 1
        if number == 1:
            piece = piece.removeprefix(_BOM)
        if piece.endswith(b"}\n") and not piece.startswith(b"\0"):  # as almost every line is
            yield Line(number, piece[:-1])
            continue
        line = _whole(stream, piece, number)
        if line.raw.strip() or line.nuls or line.long:
            yield line
        if line.long and not line.ended:
            return


def _whole(stream: BinaryIO, piece: bytes, number: int) -> Line:
    """Read on to the end of a line that begins with piece, within reason."""
    held, read, nuls, long = b"", 0, False, False
    while True:
        read += len(piece)
        if not held and piece.startswith(b"\0"):
            nuls, piece = True, piece.lstrip(b"\0")
        held += piece
        if len(held.rstrip(b"\r\n")) > MAX_LINE:
            held, long = b"", True
        if piece.endswith(b"\n") or read > _LONGEST_SKIP:
            break
        if not (piece := stream.readline(MAX_LINE + 2)):
            break
    raw = held.rstrip(b"\r\n")
    whole = raw.rstrip(b"\0")
    long = long or read > _LONGEST_SKIP
    return Line(number, b"" if long else whole, piece.endswith(b"\n"), nuls or whole != raw, long)


def read_line(
    line: Line, check: Callable[[Json, int], None], fault: Callable[[FormatError], None]
) -> tuple[bytes, Json] | None:
    """Read a line as an object that passes `check`, None where there is none, and tell at most one fault of it.

    A whole object counts also where it has no line end, where NUL bytes stand around it, and behind the torn beginning
    of another one. Returned with it is what stands in the line of it.
    """
    try:
        obj = _checked(line, line.raw, check)
    except FormatError as error:
        is_torn = not line.ended and not line.long and line.raw
        fault(TornError(_("the last line was cut off"), line.number) if is_torn else error)
        return _behind_a_torn_one(line, check)
    if line.nuls:
        fault(FormatError(_("NUL bytes stand in it, as a crash of the machine leaves them"), line.number))
    return line.raw, obj


class TornError(FormatError):
    """The last line of a file was cut off, as a kill leaves it."""


def _checked(line: Line, raw: bytes, check: Callable[[Json, int], None]) -> Json:
    if line.long:
        raise FormatError(_("longer than {limit} bytes").format(limit=MAX_LINE), line.number)
    if not raw:
        raise FormatError(_("NUL bytes in the place of a line, as a crash of the machine leaves them"), line.number)
    obj = parse_object(raw, line.number)
    check(obj, line.number)
    return obj


def _behind_a_torn_one(line: Line, check: Callable[[Json, int], None]) -> tuple[bytes, Json] | None:
    start = 0
    for _beginning in range(_BEGINNINGS):
        start = line.raw.find(b"{", start + 1)
        if start < 0:
            return None
        try:
            return line.raw[start:], _checked(line, line.raw[start:], check)
        except FormatError:
            continue
    return None
