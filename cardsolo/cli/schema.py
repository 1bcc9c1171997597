"""`cardsolo schema NAME`."""

from __future__ import annotations

import click

from cardsolo.cli.common.shared import Command
from cardsolo.core.i18n import _

NAMES = (
    "log",
    "deal",
    "position",
    "view",
    "answer",
    "progress",
    "advice",
    "analysis",
    "odds",
    "survey",
    "summary",
    "stats",
    "game",
    "verified",
    "damaged",
    "error",
)


@click.command(
    cls=Command,
    help=_(
        "Print the JSON Schema of one kind of object: {names}.\n\n\b\nExample:\n  cardsolo schema log > log.schema.json"
    ),
    help_fields={"names": ", ".join(NAMES)},
)
@click.argument("name", metavar="NAME", type=click.Choice(NAMES))
def schema(name: str) -> None:
    from importlib.resources import files

    click.echo(files("cardsolo").joinpath("schemas", f"{name}.json").read_text("utf-8"), nl=False)
