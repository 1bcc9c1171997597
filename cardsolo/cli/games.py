"""`cardsolo games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.games import find, names
from cardsolo.render.plain.figures import figures

if TYPE_CHECKING:
    from cardsolo.core.game import Option


@click.command(cls=Command, help=_("List the games and their options."))
@json_option
def games(as_json: bool) -> None:
    for name in names():
        game = find(name)
        if as_json:
            options = {o.name: {"default": o.default, "choices": list(o.choices)} for o in game.options}
            line = {"type": "game", "game": name, "rules_version": game.rules_version, "options": options}
            click.echo(dumps(line))
            continue
        lines = [f"{name:10}{_(game.title)}"]
        lines += [f"  {option.flag:14}{_(option.help)} ({_choices(option)})" for option in game.options]
        click.echo("\n".join(figures(lines, current_style())))


def _choices(option: Option) -> str:
    if option.choices == (False, True):
        return _("off unless given")
    if isinstance(option.choices, range):
        listed = _("{low} to {high}").format(low=option.choices[0], high=option.choices[-1])
    else:
        listed = "|".join(map(str, option.choices))
    return _("{choices}, default {default}").format(choices=listed, default=option.default)
