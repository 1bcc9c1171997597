"""Many objects in, one answer line each, in order: a bad line costs only its own answer (interface, section 2)."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Self

import click

from cardsolo.cli.common.failure import error_to_json, is_of_input
from cardsolo.cli.common.logs import open_log
from cardsolo.cli.common.outlet import outlasting, stdout_is_read
from cardsolo.cli.common.run import INTERRUPTED, OK, code_of, gravest, say
from cardsolo.cli.common.sources import Sources, origin_of_object, origin_of_seed
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import CardsoloError, FormatError
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps, iter_lines, parse_object
from cardsolo.core.log import fields
from cardsolo.core.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Origin


class Batch:
    """The output side of a command that answers object after object: answers, error lines, logs, the exit code.

    Answers for people go to stdout, or to stderr when the log is all of stdout.
    """

    def __init__(self, *, as_json: bool, log_name: str | None = None) -> None:
        self.as_json = as_json
        self.err = log_name == "-"
        self._log = open_log(log_name, new_game=True) if log_name is not None else None
        #: Whether a file was named that is to be written whatever becomes of stdout.
        self.has_file = log_name not in (None, "-")
        self._stack = ExitStack()
        self._codes = {OK}
        self.answered = 0
        #: Where the problem in hand stands.
        self.file: str | None = None
        self.line: int | None = None

    def __enter__(self) -> Self:
        self._stack.enter_context(outlasting())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_traceback: object) -> None:
        if self._log is not None:
            self._log.close()
        if self.as_json and isinstance(error, (CardsoloError, OSError)) and is_of_input(error):
            click.echo(dumps(error_to_json(error)))
        self._stack.close()
        if kind is not None and issubclass(kind, KeyboardInterrupt) and self.answered:
            text = plural("{count} answer was given before", "{count} answers were given before", self.answered)
            say(text)

    @property
    def is_wanted(self) -> bool:
        """Tell whether a further answer would reach anybody: a reader of stdout, or the file that was named."""
        return self.has_file or stdout_is_read()

    @property
    def code(self) -> int:
        """The gravest code so far."""
        return gravest(*self._codes)

    def count(self, code: int) -> None:
        self._codes.add(code)
        self.answered += 1

    def answer(self, obj: Json, lines: Iterable[str]) -> None:
        """Write one answer, flushed at once: the object with --json, else the lines."""
        if self.as_json:
            click.echo(dumps(obj))
        else:
            for line in lines:
                click.echo(line, err=self.err)
        sys.stdout.flush()

    def error(self, error: CardsoloError, line: int | None) -> None:
        """Write an error in the place of an answer and go on."""
        if error.line is None:
            error.line = line
        if error.file is None:
            error.file = self.file
        if self.as_json:
            click.echo(dumps(error_to_json(error)))
            sys.stdout.flush()
        say(_("Error: {message}").format(message=error))
        self.count(code_of(error))

    def run(self, problems: Iterable[Origin], solve: Callable[[Origin], int]) -> None:
        """Solve one problem after the other; a failure costs only its own answer.

        solve writes the answer and returns its code; INTERRUPTED ends the batch. Raises KeyboardInterrupt then.
        """
        for origin in problems:
            try:
                code = solve(origin)
            except CardsoloError as error:
                self.error(error, self.line)
                continue
            if code == INTERRUPTED:
                raise KeyboardInterrupt
            self.count(code)

    def log(self, origin: Origin, moves: Iterable[Any], solver: str) -> None:
        """Append the log of a line of play, if a log was asked for; solver: the method that found it."""
        if self._log is None:
            return
        line = list(moves)
        session = Session(origin, sink=self._log.write, extra={fields.SOLVER: solver, fields.SOLVER_MOVES: len(line)})
        for move in line:
            session.play(move)
        session.close()


def origins(game: AnyGame, sources: Sources, batch: Batch) -> Iterator[Origin]:
    """Yield where each problem starts; what cannot be read becomes an error line of the batch.

    A seed, or a fresh one that is told on stderr, gives one problem; a file gives one for each of its lines. A log may
    stand for the deals of its games, also of those whose cards were typed and are known in the end.
    """
    if sources.file is None:
        origin = origin_of_seed(game, sources.given, sources.seed)
        if sources.seed is None:
            say(_("seed {seed}").format(seed=origin.seed))
        yield origin
        return
    logged = False
    for line, found in objects(sources.file, batch):
        obj: Json | None = found
        if sources.kind == "deal" and found.get("type") in fields.KINDS:
            logged, obj = True, _deal_in(found)
            if obj is None:
                continue
        try:
            origin = origin_of_object(game, sources.given, obj or {}, sources.kind)
        except CardsoloError as error:
            batch.error(error, line)
            continue
        batch.line = line
        yield origin
    if logged and not batch.answered:
        batch.error(FormatError(_("no game of this log has a deal of which every card is known")), None)


def _deal_in(line: Json) -> Json | None:
    """Return the deal that a line of a log has, None where it has none of which all cards are known."""
    deal = line.get(fields.DEAL)
    return deal if isinstance(deal, dict) and line.get(fields.TYPED_CARDS) is not True else None


def objects(name: str, batch: Batch) -> Iterator[tuple[int, Json]]:
    """Yield (line number, object) of a file; what is no object, or no file content at all, becomes an error line."""
    found = False
    batch.file = name
    with open_input(name) as stream:
        lines = iter_lines(stream)
        while batch.is_wanted:
            number = None
            try:
                number, raw = next(lines)
                if not raw.strip():
                    continue
                found = True
                obj = parse_object(raw, number)
            except StopIteration:
                break
            except FormatError as error:
                found = True
                batch.error(error, number if number is not None else error.line)
                continue
            yield number, obj
    if not found and batch.is_wanted:
        batch.error(FormatError(_("there is nothing in it")), None)
