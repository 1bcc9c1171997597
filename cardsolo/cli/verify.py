"""`cardsolo verify FILE…`."""

from __future__ import annotations

import click

from cardsolo.cli.common.faults import Faults
from cardsolo.cli.common.outlet import outlasting
from cardsolo.cli.common.run import gravest
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import printable
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import read_log
from cardsolo.games import find


@click.command(
    cls=Command,
    help=_(
        "Check logs move by move against the rules; code 3 if one does not verify. A fault is told with its line, and "
        "costs no other game of the file its place."
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
    faults = Faults(name, as_json=as_json)
    with faults.of_file(), open_input(name) as stream:
        for game in read_log(stream, find, on_fault=faults, keep=Keep.MOVES):
            games += 1
            finished += game.has_ended
    if games or not faults.count:
        _tell(name, games, finished, faults.count, as_json=as_json)
    return faults.code


def _tell(name: str, games: int, finished: int, faults: int, *, as_json: bool) -> None:
    """Say what verified, in a file with faults what else there is."""
    if as_json:
        kind = "damaged" if faults else "verified"
        counts = {"games": games, "finished": finished} | ({"faults": faults} if faults else {})
        click.echo(dumps({"type": kind, "file": name} | counts))
        return
    counted = plural("{count} game", "{count} games", games)
    open_games = games - finished
    rest = plural(", {count} still open", ", {count} still open", open_games) if open_games else ""
    text = (
        _("{name}: {faults}; apart from that verified, {counted}{rest}")
        if faults
        else _("{name}: verified, {counted}{rest}")
    )
    told = plural("{count} fault", "{count} faults", faults)
    click.echo(text.format(name=printable(name), faults=told, counted=counted, rest=rest))
