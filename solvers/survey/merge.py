"""Join result files of one question: shards of a range, or neighbouring ranges."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import dataclass, field
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import FormatError, OptionError, clip, located
from cardsolo.core.filelock import take_lock
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps, parse_object
from solvers.survey.categories import CRASHED
from solvers.survey.files import STANDARD, Replacement, check_file
from solvers.survey.question import asked
from solvers.survey.ranges import SeedSet
from solvers.survey.reader import read_results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolo.core.game import Json

#: Fields that may differ between two answers to the same seed.
_TIMES: Final = ("seconds",)


@dataclass(frozen=True)
class Merged:
    """n results; overlaps: seeds that stood in more than one place; gaps: (first, last) of runs that are missing.

    Gaps are looked for from the first seed that any of the files was asked about to the last one. crashed: seeds of
    which no file has an answer; faults: damaged lines that were left out or mended.
    """

    n: int
    overlaps: int
    gaps: list[tuple[int, int]]
    crashed: int = 0
    faults: int = 0


def merge(
    sources: Sequence[str | Path], out: str | Path, on_fault: Callable[[FormatError], None] | None = None
) -> Merged:
    """Write the results of all sources to `out`, sorted by seed; merging the outcome again changes nothing.

    `-` is standard input or output. Where a seed stands twice the answers must agree but for times, and the first is
    kept; an answer takes the place of a line without one. `out` may be a source: it is replaced only when everything
    was read. Every file is locked meanwhile. on_fault is told of each damaged line, and every whole one is kept;
    without it the first is raised. Raises OptionError for different questions, rules or program versions, for a file
    that a survey is writing, and for an `out` that is no such survey; FormatError for answers that contradict each
    other.
    """
    lines = _Lines(on_fault)
    target, names = str(out), [str(source) for source in sources]
    with ExitStack() as files:
        check_target(target)
        for source in _once([*names, *([target] if target != STANDARD and Path(target).exists() else [])]):
            lines.read(source, _open(source, files), with_results=source in _once(names))
        header, order, ends = lines.joined()
        low, high = min(ends, default=0), max(ends, default=0)
        place = {"first": seed_to_json(low), "shard": "1/1", "last": seed_to_json(high)}
        _write(target, dumps(header | place).encode(), (lines.raw[seed] for seed in order))
    return Merged(len(order), lines.overlaps, _gaps(order, low, high), len(lines.crashed), lines.faults)


def check_target(out: str) -> None:
    """Raise OptionError or OSError for an `out` that cannot be written."""
    if out != STANDARD:
        check_file(out)


def _open(source: str, files: ExitStack) -> BinaryIO:
    if source == STANDARD:
        return sys.stdin.buffer if sys.stdin is not None else BytesIO()
    stream = files.enter_context(Path(source).open("rb"))  # noqa: SIM115  the stack closes it
    take_lock(stream, _("a survey is writing {path}").format(path=clip(source, 200)))
    return stream


def _once(paths: Sequence[str]) -> list[str]:
    """Return each file once, under the first name it was given."""
    # realpath: resolve() of a link that goes in a circle is no OSError
    return list({_place_of(path): path for path in reversed(paths)}.values())[::-1]


def _place_of(path: str) -> str:
    return path if path == STANDARD else os.path.realpath(path)


@dataclass
class _Lines:
    """raw: the line of each seed; crashed: seeds whose line holds no answer."""

    on_fault: Callable[[FormatError], None] | None
    raw: dict[int, bytes] = field(default_factory=dict)
    crashed: set[int] = field(default_factory=set)
    overlaps: int = 0
    faults: int = 0
    _asked: Json | None = None
    _ends: list[int] = field(default_factory=list)

    def read(self, source: str, stream: BinaryIO, *, with_results: bool) -> None:
        """Take the header of a file, and its results. Raises OptionError for another question."""
        with located(source):
            _question, header, results = read_results(stream, self._fault(source), again=True)
            ends = _ends_of(header)
            if self._asked is not None and asked(header) != self._asked:
                text = _("{path} answers another question, or is of another version")
                raise OptionError(text.format(path=clip(source, 200)))
            self._asked = asked(header)
            self._ends += ends
            if with_results:
                self._take(results)

    def joined(self) -> tuple[Json, list[int], list[int]]:
        """Return header, seeds in order, and some seeds between which all seeds were asked about."""
        if self._asked is None:
            raise FormatError(_("there is nothing to merge"))
        order = sorted(self.raw)
        return self._asked, order, self._ends + ([order[0], order[-1]] if order else [])

    def _fault(self, source: str) -> Callable[[FormatError], None] | None:
        if self.on_fault is None:
            return None
        tell = self.on_fault

        def fault(error: FormatError) -> None:
            error.file = source
            self.faults += 1
            tell(error)

        return fault

    def _take(self, results: Iterator[tuple[int, bytes, Json]]) -> None:
        for number, raw, result in results:
            seed = seed_from_json(result["seed"])
            known = seed in self.raw
            self.overlaps += known
            if result.get(CRASHED):
                if not known:
                    self.raw[seed] = raw
                    self.crashed.add(seed)
            elif not known or seed in self.crashed:
                self.raw[seed] = raw
                self.crashed.discard(seed)
            elif _timeless(result) != _timeless(parse_object(self.raw[seed])):
                raise FormatError(_("seed {seed} was answered differently elsewhere").format(seed=seed), number)


def _ends_of(header: Json) -> list[int]:
    """Return the first and the last seed that a survey was asked about; older headers know no last one."""
    try:
        return [seed_from_json(header[name]) for name in ("first", "last") if name in header]
    except OptionError as error:
        raise FormatError(str(error), 1) from None


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


def _write(out: str, header: bytes, lines: Iterator[bytes]) -> None:
    """Write all at once. Raises OSError."""
    parts = (part for line in chain([header], lines) for part in (line, b"\n"))
    if out == STANDARD:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.flush()
        return
    fresh = Replacement(out)
    try:
        fresh.write(parts)
        fresh.take_place()
    except BaseException:
        fresh.discard()
        raise
    fresh.stream.close()
