"""`cardsolo resume`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import Command
from cardsolo.cli.common.streams import is_interactive
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _, plural
from cardsolo.core.log.kept import unfinished_games
from cardsolo.render.plain.figures import figures

if TYPE_CHECKING:
    from cardsolo.core.log.kept import KeptGame


@click.command(
    cls=Command,
    help=_(
        "Go on with an unfinished game of yours: the only one, or the one of a number. Where there are several, or "
        "without a terminal, they are listed: when each was played last, which it is, and how far it has come."
        "\n\n\b\nExamples:"
        "\n  cardsolo resume"
        "\n  cardsolo resume 2"
    ),
)
@click.argument("number", type=click.IntRange(min=1), required=False, metavar="[N]")
@click.pass_context
def resume(ctx: click.Context, /, number: int | None) -> object:
    games = unfinished_games()
    if number is not None and number > len(games):
        text = plural("there is {count} unfinished game", "there are {count} unfinished games", len(games))
        raise OptionError(text)
    if not games:
        say(_("no unfinished game has been kept"))
        return None
    if number is None and (len(games) > 1 or not is_interactive()):
        _list(games)
        if not is_interactive():
            return None
        number = _asked(len(games))
        if number is None:
            return None
    return _go_on(ctx, games[(number or 1) - 1])


def _list(games: list[KeptGame]) -> None:
    lines = [f"{number:>3}  {kept.when}  {kept.which}" for number, kept in enumerate(games, 1)]
    click.echo("\n".join(figures(lines, current_style())))


def _asked(count: int) -> int | None:
    """Ask which game is meant; None for none."""
    while True:
        question = _("which one? (1 to {count}, Enter for none)").format(count=count)
        line = click.prompt(question, default="", show_default=False)
        if not line.strip():
            return None
        if line.strip().isdecimal() and 1 <= int(line) <= count:
            return int(line)


def _go_on(ctx: click.Context, kept: KeptGame) -> object:
    from cardsolo.cli.play.command import play

    arguments = [kept.game, "--resume", str(kept.path)]
    with play.make_context("play", arguments, parent=ctx.parent) as inner:
        return play.invoke(inner)
