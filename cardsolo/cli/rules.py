"""`cardsolo rules GAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.shared import Command, game_argument
from cardsolo.core.i18n import _
from cardsolo.games import page_of

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@click.command(cls=Command, help=_("Print the rules of a game.\n\n\b\nExample:\n  cardsolo rules dungeon"))
@game_argument
def rules(game: AnyGame) -> None:
    click.echo(page_of(game.name), nl=False)
