"""Errors as JSON lines, for commands with --json: one form wherever an answer fails."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.run import cause_of, code_of
from cardsolo.core.errors import CardsoloError, DealError
from cardsolo.core.jsonl import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.core.game import Json


def error_to_json(error: CardsoloError | OSError, *, file: str | None = None) -> Json:
    """Return the error line of the interface; with file the line names it."""
    line = error.line if isinstance(error, CardsoloError) else None
    message = error.bare if isinstance(error, CardsoloError) else cause_of(error)
    obj: Json = {"type": "error"} | ({} if file is None else {"file": file})
    obj |= {"line": line, "code": code_of(error), "message": message}
    if isinstance(error, DealError):
        obj["faults"] = [{"at": fault.at, "text": fault.text, "fault": fault.fault} for fault in error.faults]
    return obj


@contextmanager
def errors_as_json(as_json: bool) -> Iterator[None]:
    """With --json, put an error line where the answer would have been; the error itself goes on."""
    try:
        yield
    except (CardsoloError, OSError) as error:
        if as_json and is_of_input(error):
            click.echo(dumps(error_to_json(error)))
        raise


def is_of_input(error: BaseException | None) -> bool:
    """Tell what is wrong with the input from a stdout that failed."""
    return isinstance(error, CardsoloError) or (isinstance(error, OSError) and error.filename is not None)
