"""`cardsolo replay FILE`."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.shared import Command
from cardsolo.cli.common.streams import is_interactive, open_input
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log.lean import Keep
from cardsolo.core.log.reader import LogReader
from cardsolo.games import find
from cardsolo.render import renderer

if TYPE_CHECKING:
    from typing import BinaryIO

    from cardsolo.core.game import Json
    from cardsolo.core.log.replay import LoggedGame
    from cardsolo.core.session import Session
    from cardsolo.render.style import Style


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
@click.option("--step", is_flag=True, help=_("Go through it by keys: forwards, backwards, to a move or a mistake."))
def replay(file: str, step: bool) -> None:
    if step and file == "-":
        raise OptionError(_("--step waits for keys on stdin, so the log cannot come from there"))
    show = _Show(current_style(), step=step)
    with open_input(file) as stream:
        if step and is_interactive() and sys.stdout is not None and sys.stdout.isatty():
            _step(stream, show)
            return
        for _game in LogReader(find, show.line, keep=Keep.MOVES).games(stream):
            pass


def _step(stream: BinaryIO, show: _Show) -> None:
    """Let a person go through the games of a log; one at a time is in memory."""
    from cardsolo.cli.play.keyboard import Keyboard
    from cardsolo.cli.play.words import Quit
    from cardsolo.cli.stepping import Stepper

    keyboard = Keyboard(err=False)
    try:
        for game in LogReader(find, keep=Keep.EVENTS).games(stream):
            Stepper(game.session, partial(show.outcome, game), current_style(), keyboard).run()
    except Quit:
        return


def title_of(session: Session) -> str:
    """Return the first line of a game that is shown."""
    title, seed = _(session.game.title), session.origin.seed
    return title if seed is None else _("{title}, seed {seed}").format(title=title, seed=seed)


def move_line(session: Session, n: int, style: Style) -> str:
    """Return a move and what came of it."""
    turn = session.turns[n - 1]
    describe = renderer(session.game).describe
    sentences = [text for event in turn.events if (text := describe(event, style))]
    move, said = session.game.format_move(turn.move), "; ".join(sentences)
    if not style.plain:
        return f"{turn.n:>3}  {move}  {said}"
    text = _("Move {n}, {move}: {said}.") if said else _("Move {n}, {move}.")
    return "\n".join(style.wrap(text.format(n=turn.n, move=move, said=said)))


def board_lines(session: Session, state: Any, style: Style) -> list[str]:
    """Return a state as the seat to move saw it, or the person at a real table."""
    view = session.game.view(state, session.real.viewer(state))
    return list(renderer(session.game).board(view, style))


class _Show:
    """Prints each line of a log as it is read."""

    def __init__(self, style: Style, *, step: bool) -> None:
        self._style = style
        self._step = step

    def line(self, game: LoggedGame, line: Json) -> None:
        session = game.session
        kind = line["type"]
        if kind == "start":
            click.echo(title_of(session))
            self._board(game)
        elif kind == "typed":
            if not session.turns and not session.real.journal.entries:  # the set-up is complete
                self._board(game)
        elif kind == "move":
            turn = session.turns[-1]
            click.echo()
            click.echo(move_line(session, turn.n, self._style))
            if self._step or session.game.seat(session.state) != turn.seat or self._is_new_round(game):
                self._board(game)
        elif kind == "undo":
            click.echo()
            click.echo(_("back to just after move {n}").format(n=line["to"]))
            self._board(game)
        else:
            self.outcome(game)

    def outcome(self, game: LoggedGame) -> None:
        """Say how a game ended, if it has, and how the match stands then."""
        render, result = renderer(game.session.game), game.session.result
        if result is None:
            return
        for text in render.outcome(result, self._style):
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
        click.echo("\n".join(board_lines(session, session.state, self._style)))
