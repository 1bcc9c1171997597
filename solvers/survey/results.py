"""The result file of a survey: a header, then one JSON line a seed. The output is the checkpoint."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import FormatError, OptionError, clip, located
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import MAX_LINE, dumps, parse_object, plain
from solvers.survey.categories import CRASHED, category_of
from solvers.survey.files import STANDARD, Replacement, check_file, lock_name, write_all
from solvers.survey.lines import lines_of, read_line
from solvers.survey.ranges import SeedSet, Shard
from solvers.survey.reader import check_result

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import FileIO

    from cardsolo.core.game import Json
    from solvers.survey.lines import Line
    from solvers.survey.question import Question

#: How every header begins, also one that a kill has cut off.
_BEGINNING: Final = b'{"type":"survey","format":'
_BLOCK: Final = 1 << 20


class Results:
    """Where the results of a survey go, and what is known of those that are there.

    done: seeds of this shard that need no answer any more; counts: results by category; crashed: seeds without an
    answer; disagreed: audits that contradict; torn: whether a last line was found cut off.
    """

    def __init__(self, shard: Shard, low: int) -> None:
        self.done = SeedSet(low + shard.number - 1, shard.count)
        self.counts: Counter[str] = Counter()
        self.crashed: set[int] = set()
        self.disagreed = 0
        self.torn = False

    def write(self, results: Iterable[Json]) -> None:
        """Write results at once; those of seeds that are done are left out. Raises OSError."""
        raise NotImplementedError

    def close(self) -> None:
        """Write no more."""
        raise NotImplementedError

    def fresh(self, results: Iterable[Json]) -> Iterator[Json]:
        """Yield the results whose seeds are not done."""
        return (result for result in results if seed_from_json(result["seed"]) not in self.done)

    def keep(self, result: Json) -> None:
        """Note a result that stands in the file."""
        seed = seed_from_json(result["seed"])
        if not self.done.add(seed):
            return
        if seed in self.crashed:
            self.crashed.remove(seed)
            self.counts[CRASHED] -= 1
        if result.get(CRASHED):
            self.crashed.add(seed)
        self.counts[category_of(result)] += 1
        self.disagreed += result.get("audit") == "disagrees"


class ResultFile(Results):
    """A result file open for appending, locked against a second survey.

    Opening an existing one checks that its header asks the same question about the same shard, drops a torn last line,
    and learns which seeds are `done`; those that `crashed` are not, and get another chance. A range that goes further
    than before changes `last` in the header. Raises OptionError, FormatError or OSError, and changes nothing then.
    """

    def __init__(self, path: str, question: Question, shard: Shard, low: int, high: int | None = None) -> None:
        super().__init__(shard, low)
        self.path = path
        check_file(path)
        # unbuffered: what a full disk refuses must not linger in a buffer and be written later
        self._stream: FileIO = Path(path).open("ab", buffering=0)  # noqa: SIM115  it stays open for the survey
        header = header_of(question, shard, low, high)
        try:
            lock_name(self._stream, path, _("another survey is writing {path}").format(path=clip(path, 200)))
            if self._stream.seek(0, os.SEEK_END):
                with located(path):
                    self._take_up(header)
            else:
                self._append([header])
        except BaseException:
            self._stream.close()
            raise

    def write(self, results: Iterable[Json]) -> None:
        """Append results and hand them to the system; on a full disk the file is cut back to whole lines.

        A seed that has crashed again has its line already. Raises OSError; the seeds of results that were not written
        are not `done`.
        """
        fresh = list(self.fresh(results))
        known = self.crashed
        self._append(
            [result for result in fresh if not (result.get(CRASHED) and seed_from_json(result["seed"]) in known)]
        )
        for result in fresh:
            self.keep(result)

    def close(self) -> None:
        self._stream.close()

    def _append(self, lines: list[Json]) -> None:
        size = self._stream.seek(0, os.SEEK_END)
        try:
            write_all(self._stream, "".join(dumps(line) + "\n" for line in lines).encode())
        except OSError:
            self._stream.truncate(size)
            raise

    def _take_up(self, header: Json) -> None:
        with Path(self.path).open("rb") as written:
            first = written.readline(MAX_LINE + 2)
            if _is_torn_header(first):
                self.torn = True
                self._stream.truncate(0)
                self._append([header])
                return
            found = self._check_header(first, header)
            self._learn(written)
        if _last_of(found) < _last_of(header):
            self._take_further(found | {"last": header["last"]})

    def _check_header(self, first: bytes, header: Json) -> Json:
        found = parse_object(first.rstrip(b"\r\n"), 1) if first.endswith(b"\n") else {}
        if found.get("type") != "survey":
            raise OptionError(_("{path} is no survey file, so nothing is added to it").format(path=clip(self.path)))
        for key, value in header.items():
            if key != "last" and found.get(key) != value:  # a survey may be taken further than was asked at first
                text = _("{path} answers another question: its {key} is {found}, here it is {value}")
                values = {"found": plain(found.get(key), 200), "value": plain(value, 200)}
                raise OptionError(text.format(path=clip(self.path), key=key, **values))
        return found

    def _learn(self, written: BinaryIO) -> None:
        """Note the seeds of the lines that follow; what is left of a last line that is not whole is cut off."""
        for line in lines_of(written, 2):
            if line.ended:
                self._learn_of(_read_strictly(line, self.path))
            else:
                self._mend(line)

    def _learn_of(self, result: Json) -> None:
        seed = seed_from_json(result["seed"])
        if not result.get(CRASHED):
            self.keep(result)
        elif seed not in self.done and seed not in self.crashed:
            self.crashed.add(seed)
            self.counts[CRASHED] += 1

    def _mend(self, last: Line) -> None:
        """Give a last line its end if only that is missing, or else take the line away."""
        found = read_line(last, check_result, lambda _fault: None)
        if found is not None and found[0] == last.raw and not last.nuls:
            write_all(self._stream, b"\n")
            self._learn_of(found[1])
            return
        self.torn = True
        self._stream.truncate(_end_of_lines(self.path))

    def _take_further(self, header: Json) -> None:
        """Change the header, so that it knows the end of the range now asked."""
        fresh = Replacement(self.path)
        try:
            with Path(self.path).open("rb") as old:
                old.readline()
                fresh.write([dumps(header).encode(), b"\n"])
                fresh.write(iter(lambda: old.read(_BLOCK), b""))
            fresh.take_place()
        except BaseException:
            fresh.discard()
            raise
        self._stream.close()
        self._stream = fresh.stream


class ResultStream(Results):
    """Results on standard output: nothing is resumed, since nothing is read back."""

    def __init__(self, question: Question, shard: Shard, low: int, high: int | None = None) -> None:
        super().__init__(shard, low)
        self._put([header_of(question, shard, low, high)])

    def write(self, results: Iterable[Json]) -> None:
        """Write results at once. Raises OSError."""
        fresh = list(self.fresh(results))
        self._put(fresh)
        for result in fresh:
            self.keep(result)

    def close(self) -> None:
        """Leave standard output open for whoever comes next."""

    def _put(self, lines: list[Json]) -> None:
        sys.stdout.write("".join(dumps(line) + "\n" for line in lines))
        sys.stdout.flush()


def open_results(path: str, question: Question, shard: Shard, low: int, high: int) -> Results:
    """Open what a survey writes to: a file, or standard output for `-`. Raises OptionError, FormatError, OSError."""
    if path == STANDARD:
        return ResultStream(question, shard, low, high)
    return ResultFile(path, question, shard, low, high)


def header_of(question: Question, shard: Shard, low: int, high: int | None) -> Json:
    """Return the header of a result file."""
    place: Json = {"first": seed_to_json(low), "shard": f"{shard.number}/{shard.count}"}
    return question.header() | place | ({} if high is None else {"last": seed_to_json(high)})


def _read_strictly(line: Line, path: str) -> Json:
    """Read a line of a file that is added to. Raises FormatError for one that is damaged, and says what helps."""
    faults: list[FormatError] = []
    found = read_line(line, check_result, faults.append)
    for fault in faults:
        text = _(
            "{fault}; `cardsolo survey merge {path} --out {path}` keeps the whole lines, the survey then does the rest"
        )
        raise FormatError(text.format(fault=fault.bare, path=clip(path, 200)), line.number)
    assert found is not None  # noqa: S101  what is not found has a fault
    return found[1]


def _is_torn_header(first: bytes) -> bool:
    """Tell whether a file consists of nothing but the beginning of a header, or of the NUL bytes in its place."""
    begun = first.rstrip(b"\0")
    return not first.endswith(b"\n") and (begun.startswith(_BEGINNING) or _BEGINNING.startswith(begun))


def _last_of(header: Json) -> int:
    """Return the end of the range that a header names; -1 where it names none."""
    try:
        return seed_from_json(header.get("last"))
    except OptionError:
        return -1


def _end_of_lines(path: str) -> int:
    """Return where the last line end of a file stands, as the size of what it ends."""
    with Path(path).open("rb") as stream:
        at = stream.seek(0, os.SEEK_END)
        while at:
            size = min(at, _BLOCK)
            at = stream.seek(at - size)
            end = stream.read(size).rfind(b"\n")
            if end >= 0:
                return at + end + 1
    return 0
