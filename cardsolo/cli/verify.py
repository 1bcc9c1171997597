"""`cardsolo verify FILE…`."""

from __future__ import annotations

import click

from cardsolo.cli.common.failure import error_to_json
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import OK, cause_of, code_of, gravest, say
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import CardsoloError
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.games import find


@click.command(
    cls=Command,
    help=_(
        "Check logs move by move against the rules; code 3 if one does not verify."
        "\n\n\b\nExamples:"
        "\n  cardsolo verify game.jsonl"
        "\n  cardsolo solve dungeon --seed 7 --log - | cardsolo verify -"
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.pass_context
def verify(ctx: click.Context, /, files: tuple[str, ...], as_json: bool) -> None:
    with outlasting():  # the exit code is the answer
        codes = [_verify(name, as_json=as_json) for name in files]
    ctx.exit(gravest(*codes))


def _verify(name: str, *, as_json: bool) -> int:
    games = finished = 0
    try:
        with open_input(name) as stream:
            for game in LogReader(find).games(stream):
                games += 1
                finished += game.has_ended
    except (CardsoloError, OSError) as error:
        if as_json:
            click.echo(dumps(error_to_json(error, file=name)))
        say(f"{name}: {cause_of(error)}" if isinstance(error, OSError) else str(error))
        return code_of(error)
    if as_json:
        click.echo(dumps({"type": "verified", "file": name, "games": games, "finished": finished}))
        return OK
    counted = plural("{count} game", "{count} games", games)
    open_games = games - finished
    rest = plural(", {count} still open", ", {count} still open", open_games) if open_games else ""
    click.echo(_("{name}: verified, {counted}{rest}").format(name=name, counted=counted, rest=rest))
    return OK
