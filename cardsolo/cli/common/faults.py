"""The faults of a file that is read on after them: each told once with its line, all counted, an exit code found."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.failure import error_to_json
from cardsolo.cli.common.run import OK, cause_of, code_of, gravest, say
from cardsolo.core.errors import CardsoloError, FormatError, printable
from cardsolo.core.i18n import plural
from cardsolo.core.jsonl import dumps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Faults of one file that are told one by one.
_MOST_TOLD: Final = 100


class Faults:
    """Takes the faults of the file of that name: told on stderr, with --json also as error lines.

    before: called each time before one is told; what is on the screen for a moment goes away then.
    """

    def __init__(self, file: str, *, as_json: bool, before: Callable[[], None] | None = None) -> None:
        self._file = file
        self._as_json = as_json
        self._before = before
        self.count = 0
        self.code = OK

    def __call__(self, error: FormatError) -> None:
        """Take a fault after which reading goes on."""
        if error.file is None:
            error.file = self._file
        self._take(error, str(error))

    @contextmanager
    def of_file(self) -> Iterator[None]:
        """Take also what ends the reading: no log at all, or no file that can be read."""
        try:
            yield
        except CardsoloError as error:
            self._take(error, str(error))
        except OSError as error:
            self._take(error, f"{printable(self._file)}: {cause_of(error)}")
        if self.count > _MOST_TOLD:
            more = self.count - _MOST_TOLD
            text = plural("{file}: {count} more fault", "{file}: {count} more faults", more, file=printable(self._file))
            say(text)

    def _take(self, error: CardsoloError | OSError, text: str) -> None:
        self.count += 1
        self.code = gravest(self.code, code_of(error))
        if self.count > _MOST_TOLD:
            return
        if self._before is not None:
            self._before()
        if self._as_json:
            click.echo(dumps(error_to_json(error, file=self._file)))
        say(text)
