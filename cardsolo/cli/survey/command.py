"""`cardsolo survey`: run a survey of a game, and merge, sum up or plot the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.shared import LazyGroup
from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

SURVEYS: Final[Mapping[str, tuple[str, str]]] = {
    "dungeon": ("cardsolo.cli.survey.ask:dungeon", marked("Solve or play many deals of Clear the Dungeon.")),
    "triangle": ("cardsolo.cli.survey.ask:triangle", marked("Solve or play many deals of Triangle Sevens.")),
    "rogue": ("cardsolo.cli.survey.ask:rogue", marked("Play many games of Mini Rogue.")),
    "merge": ("cardsolo.cli.survey.results:merge", marked("Join result files; report gaps and overlaps.")),
    "summary": ("cardsolo.cli.survey.results:summary", marked("Sum up result files.")),
    "plot": ("cardsolo.cli.survey.results:plot", marked("Draw rates and histograms of result files.")),
}


@click.command(
    cls=LazyGroup,
    lazy=SURVEYS,
    no_args_is_help=True,
    help=_(
        "Ask one question of many seeds, and sum up the answers."
        "\n\n\b\nExamples:"
        "\n  cardsolo survey dungeon --seeds 1..1000 --out results.jsonl"
        "\n  cardsolo survey dungeon --seeds 1..1000 --shard 2/3 --out part2.jsonl"
        "\n  cardsolo survey summary results.jsonl"
    ),
)
def survey() -> None:
    pass
