"""`cardsolo stats FILE…`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import Command, json_option, plot_of, plot_option
from cardsolo.cli.common.summing import sum_up_files, sum_up_own
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.kept import kept_logs

if TYPE_CHECKING:
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
    own = [] if files else kept_logs()
    if not files and not own:
        say(_("no game has been kept yet: name a FILE, or play one at a terminal"))
        return
    with outlasting():  # the code tells whether all files could be read
        found, code = sum_up_own(own, as_json=as_json) if own else sum_up_files(files, as_json=as_json)
        groups = list(found)
        _show(groups, as_json=as_json)
        if plot is not None:
            from cardsolo.render.stats import title_of
            from solvers.survey.plot_played import panels

            count = sum(played.games for played in groups)
            plot.write(plural("{count} game", "{count} games", count), panels(groups, title_of))
    ctx.exit(code)


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
