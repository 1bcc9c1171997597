"""Join result files of one question: shards of a range, or neighbouring ranges."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import FormatError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from solvers.survey.ranges import SeedSet
from solvers.survey.results import read_results, same_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: Fields that may differ between two answers to the same seed.
_TIMES = ("seconds",)


@dataclass(frozen=True)
class Merged:
    """n results; overlaps: seeds that stood in more than one place; gaps: (first, last) of runs that are missing."""

    n: int
    overlaps: int
    gaps: list[tuple[int, int]]


def merge(sources: Sequence[str], out: str) -> Merged:
    """Write the results of all sources to `out`, sorted by seed; merging the outcome again changes nothing.

    Where a seed stands twice the answers must agree but for times, and the first is kept. `out` may be a source: it is
    replaced only when everything was read. Raises OptionError for different questions, FormatError for bad lines or
    answers that contradict each other.
    """
    question: Question | None = None
    lines: dict[int, bytes] = {}
    overlaps = 0
    for source in sources:
        with Path(source).open("rb") as stream:
            asked, _header, results = read_results(stream)
            same_question(question or asked, asked)
            question = asked
            for number, raw, result in results:
                seed = seed_from_json(result["seed"])
                if seed not in lines:
                    lines[seed] = raw
                    continue
                overlaps += 1
                if _timeless(result) != _timeless(_parsed(lines[seed])):
                    text = _("{source}: seed {seed} was answered differently elsewhere")
                    raise FormatError(text.format(source=source, seed=seed), number)
    if question is None:
        raise FormatError(_("there is nothing to merge"))
    order = sorted(lines)
    header = question.header() | {"first": seed_to_json(order[0] if order else 0), "shard": "1/1"}
    _write(out, header, [lines[seed] for seed in order])
    return Merged(len(order), overlaps, _gaps(order))


def _parsed(raw: bytes) -> Json:
    from cardsolo.core.jsonl import parse_object

    return parse_object(raw)


def _timeless(result: Json) -> Json:
    return {key: value for key, value in result.items() if key not in _TIMES}


def _gaps(order: list[int]) -> list[tuple[int, int]]:
    done = SeedSet()
    for seed in order:
        done.add(seed)
    runs = list(done.runs())
    return [(before[1] + 1, after[0] - 1) for before, after in pairwise(runs)]


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
