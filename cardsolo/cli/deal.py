"""`cardsolo deal GAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.shared import Command, current_style, game_argument, json_option, seed_type
from cardsolo.cli.sources import origin_of_seed, rules_options, take_sources
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.render.deal import deal_lines

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@click.command(
    cls=Command,
    help=_(
        "Deal a seed, as text or as one JSON object; without --seed a fresh one."
        "\n\n\b\nExamples:"
        "\n  cardsolo deal dungeon --seed 7"
        "\n  cardsolo deal dungeon --seed 7 --jokers 0 --json | cardsolo solve dungeon --deal -"
    ),
)
@game_argument
@click.option("--seed", type=seed_type, metavar="N", help=_("Deal this seed (0 to 2^63 - 1)."))
@rules_options
@json_option
def deal(game: AnyGame, as_json: bool, **values: Any) -> None:
    sources = take_sources(game, values)
    obj = game.deal_to_json(origin_of_seed(game, sources.given, sources.seed).deal)
    if as_json:
        click.echo(dumps(obj))
        return
    for line in deal_lines(obj, current_style()):
        click.echo(line)
