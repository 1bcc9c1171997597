"""`cardsolo replay FILE`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.shared import Command, current_style
from cardsolo.cli.common.streams import is_interactive, open_input
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import LogReader
from cardsolo.games import find
from cardsolo.render import renderer

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.core.log.replay import LoggedGame
    from cardsolo.render.style import Style

_LONGEST_LINE: Final = 4096


@click.command(
    cls=Command,
    help=_(
        "Show a log as a readable game."
        "\n\n\b\nExamples:"
        "\n  cardsolo replay game.jsonl"
        "\n  cardsolo replay game.jsonl --step"
        "\n  cardsolo solve dungeon --seed 7 --log - | cardsolo replay -"
    ),
)
@click.argument("file", metavar="FILE")
@click.option("--step", is_flag=True, help=_("Wait for Enter after every move; Ctrl-D ends."))
def replay(file: str, step: bool) -> None:
    if step and file == "-":
        raise OptionError(_("--step waits for keys on stdin, so the log cannot come from there"))
    show = _Show(current_style(), step=step)
    with open_input(file) as stream:
        for _game in LogReader(find, show.line, keep=Keep.MOVES).games(stream):
            pass


class _Show:
    """Prints each line of a log as it is read."""

    def __init__(self, style: Style, *, step: bool) -> None:
        self._style = style
        self._step = step

    def line(self, game: LoggedGame, line: Json) -> None:
        session = game.session
        render = renderer(session.game)
        kind = line["type"]
        if kind == "start":
            seed = session.origin.seed
            title = _(session.game.title)
            click.echo(title if seed is None else _("{title}, seed {seed}").format(title=title, seed=seed))
            self._board(game)
        elif kind == "typed":
            if not session.turns and not session.real.journal.entries:  # the set-up is complete
                self._board(game)
        elif kind == "move":
            turn = session.turns[-1]
            sentences = [text for event in turn.events if (text := render.describe(event, self._style))]
            click.echo()
            click.echo(f"{turn.n:>3}  {line['move']}  " + "; ".join(sentences))
            if self._step:
                self._wait()
            if self._step or session.game.seat(session.state) != turn.seat or self._is_new_round(game):
                self._board(game)
        elif kind == "undo":
            click.echo()
            click.echo(_("back to just after move {n}").format(n=line["to"]))
            self._board(game)
        else:
            for text in render.outcome(line["result"], self._style):
                click.echo(text)
            if game.match is not None:
                for text in render.standings(game.match.standings(), over=game.match.is_over, style=self._style):
                    click.echo(text)

    def _is_new_round(self, game: LoggedGame) -> bool:
        """Tell whether the last move was followed by new cards, so that a look at the board is due."""
        return any(event.type in {"drawn", "revealed", "entered"} for event in game.session.turns[-1].events)

    def _board(self, game: LoggedGame) -> None:
        session = game.session
        if session.is_over or not session.real.is_set_up:
            return
        view = session.game.view(session.state, session.real.viewer(session.state))
        for text in renderer(session.game).board(view, self._style):
            click.echo(text)

    def _wait(self) -> None:
        if is_interactive() and not sys.stdin.readline(_LONGEST_LINE):
            raise click.exceptions.Exit(0)
