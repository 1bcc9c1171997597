"""`cardsolo stats FILE…`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.failure import error_to_json
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import OK, cause_of, code_of, gravest, say
from cardsolo.cli.common.shared import Command, current_style, json_option
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import CardsoloError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LoggedGame, LogReader
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.played import Played


@click.command(
    cls=Command,
    help=_(
        "Sum up logs: outcomes, wins, scores, deaths, dice; one block, or one JSON object, for each game and its rules."
        " Logs are read move by move, as by verify, and may be of any length."
        "\n\n\b\nExamples:"
        "\n  cardsolo stats game.jsonl"
        "\n  cardsolo stats --json *.jsonl"
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def stats(ctx: click.Context, /, files: tuple[str, ...], as_json: bool) -> None:
    found = _Found()
    with outlasting():  # the code tells whether all files could be read
        codes = [found.read(name, as_json=as_json) for name in files]
        _show(list(found.groups.values()), as_json=as_json)
    ctx.exit(gravest(*codes))


def _show(groups: list[Played], *, as_json: bool) -> None:
    style = current_style()
    for number, played in enumerate(groups):
        obj = played.to_json()
        if as_json:
            click.echo(dumps(obj))
            continue
        from cardsolo.render.stats import stats_lines

        if number:
            click.echo()
        for line in stats_lines(obj, style):
            click.echo(line)


class _Found:
    """The games found so far, by game and rules."""

    def __init__(self) -> None:
        self.groups: dict[str, Played] = {}
        self._undone = 0

    def read(self, name: str, *, as_json: bool) -> int:
        """Read a file and return its exit code; the games before a fault count."""
        try:
            with open_input(name) as stream:
                for game in LogReader(find, self._watch).games(stream):
                    self._add(game)
        except (CardsoloError, OSError) as error:
            if as_json:
                click.echo(dumps(error_to_json(error, file=name)))
            say(f"{name}: {cause_of(error)}" if isinstance(error, OSError) else str(error))
            return code_of(error)
        return OK

    def _watch(self, game: LoggedGame, line: Json) -> None:  # noqa: ARG002
        if line["type"] == "start":
            self._undone = 0
        self._undone += line["type"] == "undo"

    def _add(self, game: LoggedGame) -> None:
        from solvers.survey.played import Played

        session = game.session
        source: dict[str, Any] = next(iter(session.origin.to_json().values()))
        key = dumps([session.game.name, source["rules"]])
        if key not in self.groups:
            self.groups[key] = Played(session.game.name, source["rules"])
        self.groups[key].add(session, self._undone)
