"""Where the log lines of played games go."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

import click

from cardsolo.cli.common.logs import open_log
from cardsolo.cli.common.run import cause_of, say
from cardsolo.core.i18n import _
from cardsolo.core.log.unfinished import state_directory

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json


class Logs:
    """Where log lines go: a file, stdout with --json, both or neither."""

    def __init__(self, name: str | None, *, as_json: bool, old: bool, new_game: bool) -> None:
        self.as_json = as_json
        self.file = open_log(name, old=old, new_game=new_game) if name is not None else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        if self.file is not None:
            self.file.close()

    def write(self, line: Json) -> None:
        if self.file is not None:
            self.file.write(line)
        if self.as_json:
            self.echo(line)

    def echo(self, line: Json) -> None:
        from cardsolo.core.jsonl import dumps

        click.echo(dumps(line))


def autosave_name(game: AnyGame) -> str | None:
    """Return a new file in the state directory, None with a warning where that cannot be written."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    try:
        directory = state_directory()
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / f"{game.name}-{stamp}.jsonl"
        path.touch()
        path.unlink()
    except (OSError, RuntimeError) as error:  # the latter: a user without a home
        cause = cause_of(error) if isinstance(error, OSError) else error
        say(_("this game is not saved ({cause}); --log FILE saves it").format(cause=cause))
        return None
    return str(path)
