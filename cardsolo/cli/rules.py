"""`cardsolo rules GAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.shared import Command, game_argument
from cardsolo.cli.common.streams import is_interactive
from cardsolo.core.i18n import _
from cardsolo.games import page_of
from cardsolo.render.reading import reading

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@click.command(
    cls=Command,
    help=_(
        "Print the rules of a game; on a terminal fitted to it, and page by page."
        "\n\n\b\nExample:\n  cardsolo rules dungeon"
    ),
)
@game_argument
def rules(game: AnyGame) -> None:
    style = current_style()
    lines = reading(page_of(game.name), style)
    text = "\n".join(lines)
    if style.plain or style.height is None or len(lines) < style.height or not is_interactive():
        click.echo(text)
    else:
        click.echo_via_pager(text, color=style.color)
