"""`cardsolo stats FILE…`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.faults import Faults
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import gravest, say
from cardsolo.cli.common.shared import Command, json_option, plot_of, plot_option
from cardsolo.cli.common.streams import open_input
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.kept import kept_logs
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import read_log
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.log.replay import LoggedGame
    from solvers.survey.played import Played


@click.command(
    cls=Command,
    help=_(
        "Sum up logs: outcomes, wins, scores, deaths, dice; one block, or one JSON object, for each game and its rules."
        " Logs are read move by move, as by verify, and may be of any length; a fault costs only its own game."
        " Without a FILE: the games that you have played at a terminal."
        "\n\n\b\nExamples:"
        "\n  cardsolo stats"
        "\n  cardsolo stats game.jsonl"
        "\n  cardsolo stats --json *.jsonl"
        "\n  cardsolo stats *.jsonl --plot games.svg"
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE...]")
@json_option
@plot_option
@click.pass_context
def stats(ctx: click.Context, /, files: tuple[str, ...], as_json: bool, out: str | None) -> None:
    plot = plot_of(out)
    own = () if files else tuple(map(str, kept_logs()))
    if not files and not own:
        say(_("no game has been kept yet: name a FILE, or play one at a terminal"))
        return
    found = _Found()
    with outlasting():  # the code tells whether all files could be read
        codes = [found.read(name, as_json=as_json) for name in files or own]
        groups = list(found.groups.values())
        _show(groups, as_json=as_json)
        if plot is not None:
            from cardsolo.render.stats import title_of
            from solvers.survey.plot_played import panels

            count = sum(played.games for played in groups)
            plot.write(plural("{count} game", "{count} games", count), panels(groups, title_of))
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
    """The games found so far, by game and rules; those of a match by the rules of its first game."""

    def __init__(self) -> None:
        self.groups: dict[str, Played] = {}

    def read(self, name: str, *, as_json: bool) -> int:
        """Read a file and return its exit code; every game counts that a fault leaves whole."""
        faults = Faults(name, as_json=as_json)
        with faults.of_file(), open_input(name) as stream:
            for game in read_log(stream, find, on_fault=faults, keep=Keep.MOVES):
                self._add(game)
        return faults.code

    def _add(self, game: LoggedGame) -> None:
        from solvers.survey.played import Played

        match = game.match
        rules = game.session.origin.rules if match is None else match.deals[0].rules
        as_json = game.game.rules_to_json(rules)
        key = dumps([game.game.name, as_json])
        if key not in self.groups:
            self.groups[key] = Played(game.game.name, as_json)
        self.groups[key].add(game.session, game.undone)
        if match is not None and match.is_over and game.has_ended:
            self.groups[key].add_match(match.standings())
