"""The top of the command line: commands by name, each loaded when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cardsolo import __version__
from cardsolo.cli.common.shared import CONTEXT, LazyGroup
from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

#: name -> (module:attribute, short help). The help stands here so that `--help` need not load every command.
COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "games": ("cardsolo.cli.games:games", marked("List the games and their options.")),
    "rules": ("cardsolo.cli.rules:rules", marked("Print the rules of a game.")),
    "deal": ("cardsolo.cli.deal:deal", marked("Deal a seed.")),
    "play": ("cardsolo.cli.play.command:play", marked("Play a game by typing moves.")),
    "resume": ("cardsolo.cli.resume:resume", marked("Go on with an unfinished game.")),
    "replay": ("cardsolo.cli.replay:replay", marked("Show a log as a readable game.")),
    "verify": ("cardsolo.cli.verify:verify", marked("Check logs move by move.")),
    "stats": ("cardsolo.cli.stats:stats", marked("Sum up logs.")),
    "solve": ("cardsolo.cli.solve.command:solve", marked("Solve a deal or position, every card known.")),
    "advise": ("cardsolo.cli.advise:advise", marked("The best move, judged only from what the player sees.")),
    "analyse": ("cardsolo.cli.analyse:analyse", marked("Go through a game of Clear the Dungeon.")),
    "odds": ("cardsolo.cli.odds:odds", marked("Exact chances of a Mini Rogue fight.")),
    "survey": ("cardsolo.cli.survey.command:survey", marked("Ask one question of many seeds.")),
    "render": ("cardsolo.cli.render:render", marked("A picture of a position, a view or a game.")),
    "completion": ("cardsolo.cli.completion:completion", marked("Print what makes a shell complete cardsolo.")),
    "config": ("cardsolo.cli.config:config", marked("Show and set what is remembered in the configuration file.")),
    "schema": ("cardsolo.cli.schema:schema", marked("Print the JSON Schema of one kind of object.")),
}


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001  click's interface
    if value:
        from cardsolo.api.build import build_info

        click.echo(f"cardsolo {__version__}\n{build_info()}")
        ctx.exit()


@click.command(
    cls=LazyGroup,
    lazy=COMMANDS,
    context_settings=CONTEXT,
    no_args_is_help=True,
    help=_(
        "Play, replay and solve Clear the Dungeon, Triangle Sevens and Mini Rogue, from numbered seeds, with JSON logs."
        "\n\n\b\nExamples:"
        "\n  cardsolo play dungeon --seed 7"
        "\n  cardsolo solve dungeon --seed 7"
        "\n  cardsolo deal dungeon --seed 7 --json | cardsolo solve dungeon --deal - --json"
    ),
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help=_("Show what is installed.")
)
def app() -> None:
    pass
