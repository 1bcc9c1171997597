"""The result file of a survey: a header, then one JSON line a seed. The output is the checkpoint."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import FormatError, OptionError, located
from cardsolo.core.filelock import take_lock
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import MAX_LINE, dumps, iter_lines, parse_object, plain
from solvers.survey.question import Question, from_header
from solvers.survey.ranges import SeedSet, Shard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from io import FileIO

    from cardsolo.core.game import Json


class ResultFile:
    """A result file open for appending, locked against a second survey.

    Opening an existing one checks that its header asks the same question about the same shard, drops a torn last line,
    and learns which seeds are `done`. Raises OptionError or FormatError, and changes nothing then.
    """

    def __init__(self, path: str, question: Question, shard: Shard, low: int, high: int | None = None) -> None:
        self.path = path
        # unbuffered: what a full disk refuses must not linger in a buffer and be written later
        self._stream: FileIO = Path(path).open("ab", buffering=0)  # noqa: SIM115  it stays open for the survey
        self.torn = False
        self.disagreed = 0
        self.crashed = 0
        self.done = SeedSet(low + shard.number - 1, shard.count)
        header = question.header() | {"first": seed_to_json(low)}
        header |= {"shard": f"{shard.number}/{shard.count}"} | ({} if high is None else {"last": seed_to_json(high)})
        try:
            take_lock(self._stream, _("another survey is writing {path}").format(path=path))
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

        Raises OSError; the seeds of results that were not written are not `done`.
        """
        fresh = [result for result in results if seed_from_json(result["seed"]) not in self.done]
        self._append(fresh)
        for result in fresh:
            self.done.add(seed_from_json(result["seed"]))

    def close(self) -> None:
        self._stream.close()

    def _append(self, lines: list[Json]) -> None:
        size = self._stream.seek(0, os.SEEK_END)
        rest = memoryview("".join(dumps(line) + "\n" for line in lines).encode())
        try:
            while rest:
                rest = rest[self._stream.write(rest) or 0 :]
        except OSError:
            self._stream.truncate(size)
            raise

    def _take_up(self, header: Json) -> None:
        with Path(self.path).open("rb") as written:
            self._check_header(written.readline(MAX_LINE + 2), header)
            whole = self._learn(written)
        if whole < self._stream.seek(0, os.SEEK_END):
            self.torn = True
            self._stream.truncate(whole)

    def _check_header(self, first: bytes, header: Json) -> None:
        found = parse_object(first.rstrip(b"\r\n"), 1) if first.endswith(b"\n") else {}
        if found.get("type") != "survey":
            raise OptionError(_("{path} is no survey file, so nothing is added to it").format(path=self.path))
        for key, value in header.items():
            if key != "last" and found.get(key) != value:  # a survey may be taken further than was asked at first
                text = _("{path} answers another question: its {key} is {found}, here it is {value}")
                raise OptionError(text.format(path=self.path, key=key, found=plain(found.get(key)), value=plain(value)))

    def _learn(self, written: BinaryIO) -> int:
        """Note the seeds of the lines that follow; return where the last whole line ends."""
        whole = written.tell()
        for number, line in enumerate(written, 2):
            if not line.endswith(b"\n"):
                break
            if line.strip():
                self.done.add(seed_of(line, number))
                self.disagreed += b'"audit":"disagrees"' in line
                self.crashed += b'"crashed":true' in line
            whole += len(line)
        return whole


def seed_of(line: bytes, number: int) -> int:
    """Return the seed of a result line. Raises FormatError."""
    try:
        return seed_from_json(parse_object(line.rstrip(b"\r\n"), number)["seed"])
    except (KeyError, OptionError):
        raise FormatError(_("a result line has a seed"), number) from None


def read_results(stream: BinaryIO) -> tuple[Question, Json, Iterator[tuple[int, bytes, Json]]]:
    """Return the question, the header, and the results (line number, raw line, object) of a result file, as a stream.

    Raises FormatError, also while the results are read.
    """
    lines = iter_lines(stream)
    for number, raw in lines:
        header = parse_object(raw, number)
        return from_header(header), header, _results(lines)
    raise FormatError(_("there is nothing in it"))


def _results(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes, Json]]:
    for number, raw in lines:
        if raw:
            result = parse_object(raw, number)
            if result.get("type") != "result":
                raise FormatError(_("a result line was expected"), number)
            _check(result, number)
            yield number, raw, result


def _check(result: Json, number: int) -> None:
    """Raise FormatError unless the fields that every reader counts on have their types."""
    try:
        seed_from_json(result.get("seed"))
    except OptionError:
        raise FormatError(_("a result line has a seed"), number) from None
    for name in ("nodes", "seconds"):
        value = result.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
            raise FormatError(_("{name} is a number").format(name=name), number)
