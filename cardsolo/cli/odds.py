"""`cardsolo odds rogue`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.candidates import list_completions
from cardsolo.cli.common.failure import errors_as_json
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _complete_spells(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    from cardsolo.games.rogue.tables import SPELLS

    return list_completions((spell.name for spell in SPELLS.values()), incomplete)


@click.command(
    cls=Command,
    help=_(
        "Exact chances of a Mini Rogue fight when every decision is the best one: each re-roll of a critical, each "
        "feat and its price, each spell. Best is what wins most often and, among equals, leaves the most HP."
        "\n\nWith --dice for the dice as they lie (6+3: a six re-rolled to 3; 4f: re-rolled by a feat), with the value "
        "of every choice; with --spell-step after the damage, --monster-hp being what is left."
        "\n\n\b\nExamples:"
        "\n  cardsolo odds rogue --hp 5 --monster-hp 7 --damage 2"
        "\n  cardsolo odds rogue --rank 2 --hp 8 --armor 1 --spells fire,ice --monster-hp 15 --damage 5"
        "\n  cardsolo odds rogue --rank 3 --hp 8 --armor 2 --monster-hp 20 --damage 7 --dice 6,1,4"
    ),
)
@click.argument("game", type=click.Choice(["rogue"]))
@click.option("--rank", type=int, default=1, metavar="R", help=_("Rank, 1 to 4 (1)."))
@click.option("--xp", type=int, default=0, metavar="X", help=_("XP within the rank (0)."))
@click.option("--hp", type=int, required=True, metavar="H", help=_("HP, 1 to 20."))
@click.option("--armor", type=int, default=0, metavar="A", help=_("Armor, 0 to 5 (0)."))
@click.option(
    "--spells",
    default="",
    metavar="S,S",
    shell_complete=_complete_spells,
    help=_("At most two of fire, ice, poison, healing."),
)
@click.option("--monster-hp", type=int, required=True, metavar="M", help=_("HP of the monster, 1 to 30."))
@click.option("--damage", type=int, required=True, metavar="D", help=_("Damage of the monster before armor."))
@click.option("--dice", metavar="D,D,…", help=_("The dice on the table, in the order thrown."))
@click.option("--poisoned", is_flag=True, help=_("The monster is poisoned."))
@click.option("--spell-step", is_flag=True, help=_("The damage has been dealt; the spell is next."))
@click.option("--objective", type=click.Choice(["survive"]), default="survive", help=_("What is best (survive)."))
@json_option
def odds(
    game: str,  # noqa: ARG001  there is one game with fights
    *,
    rank: int,
    xp: int,
    hp: int,
    armor: int,
    spells: str,
    monster_hp: int,
    damage: int,
    dice: str | None,
    poisoned: bool,
    spell_step: bool,
    objective: str,  # noqa: ARG001  there is one
    as_json: bool,
) -> None:
    from solvers.rogue.odds import OddsError, fight_odds, read_dice

    held = [spell.strip().lower() for spell in spells.split(",")] if spells.strip() else []
    with errors_as_json(as_json):
        try:
            table = None if dice is None else read_dice(dice)
            found = fight_odds(
                rank, xp, hp, armor, held, monster_hp, damage, table, poisoned=poisoned, spell_step=spell_step
            )
        except OddsError as error:
            options = [fault._replace(at="--" + fault.at.replace("_", "-")) for fault in error.faults]
            raise OptionError("; ".join(map(str, options))) from None
    if as_json:
        click.echo(dumps(found.to_json()))
    else:
        from cardsolo.render.plain.figures import figures

        click.echo("\n".join(figures(found.lines(), current_style())))
