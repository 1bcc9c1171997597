"""`cardsolo deal GAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.finding import check_finding, finding_options, found_deal
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.shared import Command, game_argument, json_option, seed_type
from cardsolo.cli.common.sources import deal_options, origin_of_seed, rules_options, take_sources
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.render.deal import deal_lines

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@click.command(
    cls=Command,
    help=_(
        "Deal a seed, as text or as one JSON object; without --seed a fresh one."
        "\n\nWith --find, the first clearable deal of Clear the Dungeon from that seed on. Its grade is the share of "
        "random greedy games that clear it: easy from 40 %, fair from 15 %, hard below. As text its seed is told and "
        "no card of it."
        "\n\n\b\nExamples:"
        "\n  cardsolo deal dungeon --seed 7"
        "\n  cardsolo deal dungeon --seed 7 --jokers 0 --json | cardsolo solve dungeon --deal -"
        "\n  cardsolo deal dungeon --find clearable --grade hard"
    ),
)
@game_argument
@click.option("--seed", type=seed_type, metavar="N", help=_("Deal this seed (0 to 2^63 - 1)."))
@finding_options
@rules_options()
@json_option
def deal(game: AnyGame, *, as_json: bool, find: str | None, grade: str | None, **values: Any) -> None:
    sources = take_sources(game, values)
    check_finding(game, find, grade)
    dealt = origin_of_seed(game, sources.given, sources.seed).deal
    if find is not None:
        dealt = found_deal(dealt, grade)
    obj = game.deal_to_json(dealt)
    if as_json:
        click.echo(dumps(obj))
        return
    if find is not None:  # somebody who looks for a deal wants to play it, and has not asked to see it
        options = deal_options(game, dealt.rules, dealt.seed)
        click.echo(_("cardsolo play {game} {options} plays it").format(game=game.name, options=options))
        click.echo(_("cardsolo deal {game} {options} shows every card of it").format(game=game.name, options=options))
        return
    for line in deal_lines(obj, current_style()):
        click.echo(line)
