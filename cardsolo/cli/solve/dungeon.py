"""`cardsolo solve dungeon`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.batch import Batch, origins
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.run import INTERRUPTED, LIMIT, NO, OK
from cardsolo.cli.common.shared import Command, json_option, seconds_type
from cardsolo.cli.common.sources import rules_options, source_options, take_sources
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.api.kinds import DungeonPlay
    from cardsolo.core.game import Json
    from cardsolo.core.session import Origin
    from solvers.result import DungeonAnswer


@click.command(
    cls=Command,
    help=_(
        "Is a deal clearable, every card known? With the greatest spare, or else the most kills, proved."
        "\n\nCode 0: clearable; 3: not clearable, proved; 5: a limit came before the proof."
        "\n\n\b\nExamples:"
        "\n  cardsolo solve dungeon --seed 7"
        "\n  cardsolo solve dungeon --deal deals.jsonl --json | jq .verdict"
        "\n  cardsolo solve dungeon --seed 7 --log - | cardsolo replay -"
    ),
)
@source_options
@rules_options("dungeon")
@click.option("--method", type=click.Choice(["search", "cpsat"]), default="search", help=_("How to solve."))
@click.option("--proof", is_flag=True, help=_("Solve by both methods and compare."))
@click.option("--log", "log_name", metavar="FILE", help=_("Write the line found as a log; - is stdout."))
@json_option
@click.option("--time-limit", type=seconds_type, metavar="S", help=_("Seconds for a deal."))
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help=_("Positions to open for a deal."))
@click.option("--memory", type=click.IntRange(min=1), metavar="MIB", help=_("Memory for a deal's tables."))
@click.pass_context
def dungeon(ctx: click.Context, /, *, as_json: bool, log_name: str | None, **values: Any) -> None:
    game = find("dungeon")
    sources = take_sources(game, values)
    if as_json and log_name == "-":
        raise OptionError(_("--json and --log - both want stdout"))
    with Batch(as_json=as_json, log_name=log_name) as batch:
        batch.run(
            origins(game, sources, batch),
            lambda origin: _solve(origin, batch, values),
        )
        ctx.exit(batch.code)


def _solve(origin: Origin, batch: Batch, settings: Json) -> int:
    """Solve one problem, write its answer and return its exit code."""
    from cardsolo.api.play import start
    from cardsolo.api.solving import solve
    from solvers.dungeon.referee import played_out
    from solvers.result import Limit

    play: DungeonPlay = start(origin)
    answer = solve(play, **settings)
    head, moves, *rest = answer.lines()
    batch.answer(answer.to_json(), [head, *current_style(err=batch.err).wrap(moves), *rest])
    batch.log(origin, played_out(play.state, answer.moves), answer.method)
    return INTERRUPTED if answer.limit is Limit.INTERRUPT else _code(answer)


def _code(answer: DungeonAnswer) -> int:
    from solvers.result import Verdict

    return {Verdict.CLEARABLE: OK, Verdict.NOT_CLEARABLE: NO, Verdict.UNDECIDED: LIMIT}[answer.verdict]
