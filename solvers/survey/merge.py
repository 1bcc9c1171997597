"""Join result files of one question: shards of a range, or neighbouring ranges."""

from __future__ import annotations

import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import FormatError, OptionError, located
from cardsolo.core.filelock import take_lock
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from solvers.survey.ranges import SeedSet
from solvers.survey.results import read_results

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolo.core.game import Json

#: Fields that may differ between two answers to the same seed.
_TIMES = ("seconds",)
#: What a header says of the place of a file in a survey, and not of the question.
_PLACE = ("first", "last", "shard")


@dataclass(frozen=True)
class Merged:
    """n results; overlaps: seeds that stood in more than one place; gaps: (first, last) of runs that are missing.

    Gaps are looked for from the first seed that any of the files was asked about to the last one.
    """

    n: int
    overlaps: int
    gaps: list[tuple[int, int]]


def merge(sources: Sequence[str], out: str) -> Merged:
    """Write the results of all sources to `out`, sorted by seed; merging the outcome again changes nothing.

    Where a seed stands twice the answers must agree but for times, and the first is kept. `out` may be a source: it is
    replaced only when everything was read. Every file is locked meanwhile. Raises OptionError for different questions,
    rules or program versions, for a file that a survey is writing, and for an `out` that is no such survey; FormatError
    for bad lines or answers that contradict each other.
    """
    asked: Json | None = None
    lines: dict[int, bytes] = {}
    overlaps = 0
    ends: list[int] = []
    with ExitStack() as files:
        for source in _once([*sources, *([out] if Path(out).exists() else [])]):
            stream = files.enter_context(Path(source).open("rb"))
            take_lock(stream, _("a survey is writing {path}").format(path=source))
            with located(source):
                _question, header, results = read_results(stream)
                ends += _ends(header)
            header = {key: value for key, value in header.items() if key not in _PLACE}
            if asked is not None and header != asked:
                raise OptionError(_("{path} answers another question, or is of another version").format(path=source))
            asked = header
            if source in _once(sources):
                with located(source):
                    overlaps += _read(results, lines)
        if asked is None:
            raise FormatError(_("there is nothing to merge"))
        order = sorted(lines)
        ends += [order[0], order[-1]] if order else []
        low, high = min(ends, default=0), max(ends, default=0)
        place = {"first": seed_to_json(low), "shard": "1/1", "last": seed_to_json(high)}
        _write(out, asked | place, [lines[seed] for seed in order])
    return Merged(len(order), overlaps, _gaps(order, low, high))


def _ends(header: Json) -> list[int]:
    """Return the first and the last seed that a survey was asked about; older headers know no last one."""
    try:
        return [seed_from_json(header[name]) for name in ("first", "last") if name in header]
    except OptionError as error:
        raise FormatError(str(error), 1) from None


def _once(paths: Sequence[str]) -> list[str]:
    """Return each file once, under the first name it was given."""
    return list({Path(path).resolve(): str(path) for path in reversed(paths)}.values())[::-1]


def _read(results: Iterator[tuple[int, bytes, Json]], lines: dict[int, bytes]) -> int:
    """Add the results of a file to lines; return how many stood there already."""
    overlaps = 0
    for number, raw, result in results:
        seed = seed_from_json(result["seed"])
        if seed not in lines:
            lines[seed] = raw
            continue
        overlaps += 1
        if _timeless(result) != _timeless(_parsed(lines[seed])):
            raise FormatError(_("seed {seed} was answered differently elsewhere").format(seed=seed), number)
    return overlaps


def _parsed(raw: bytes) -> Json:
    from cardsolo.core.jsonl import parse_object

    return parse_object(raw)


def _timeless(result: Json) -> Json:
    return {key: value for key, value in result.items() if key not in _TIMES}


def _gaps(order: list[int], low: int, high: int) -> list[tuple[int, int]]:
    """Return the runs of seeds from low to high that are not in order."""
    done = SeedSet()
    for seed in order:
        done.add(seed)
    runs = [(low - 1, low - 1), *done.runs(), (high + 1, high + 1)]
    gaps = [(before[1] + 1, after[0] - 1) for before, after in pairwise(runs)]
    return [(first, last) for first, last in gaps if first <= last]


def _write(out: str, header: Json, lines: list[bytes]) -> None:
    """Write beside the target and rename, so that a full disk or a kill leaves the old file."""
    target = Path(out)
    with tempfile.NamedTemporaryFile(dir=target.resolve().parent, prefix=target.name, delete=False) as stream:
        try:
            stream.write(dumps(header).encode() + b"\n")
            for line in lines:
                stream.write(line + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
        except BaseException:
            Path(stream.name).unlink()
            raise
    Path(stream.name).chmod(0o644)
    Path(stream.name).replace(target)
