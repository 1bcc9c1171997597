"""`cardsolo replay --step` on a terminal: go through a game forwards and backwards, and to where it was lost."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.play.words import Quit
from cardsolo.cli.replay import board_lines, move_line, title_of
from cardsolo.core.errors import CardsoloError, OptionError, clip
from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.cli.play.keyboard import Keyboard
    from cardsolo.core.session import Session
    from cardsolo.render.style import Style

#: Where the second column of the list of keys begins.
_COLUMN: Final = 10


class Key(StrEnum):
    """What can be typed besides the number of a move; never translated."""

    NEXT = "n"
    BACK = "b"
    FIRST = "first"
    LAST = "last"
    MISTAKE = "m"
    ADVICE = "a"
    HELP = "?"
    QUIT = "q"


#: What each key does; an empty line is NEXT.
KEYS: Final = {
    Key.NEXT: marked("the next move (or only Enter); behind the last one the next game, or the end"),
    Key.BACK: marked("the move before"),
    Key.FIRST: marked("the start of the game"),
    Key.LAST: marked("the end of the game"),
    Key.MISTAKE: marked("the next move that lost the game, every card known (Clear the Dungeon)"),
    Key.ADVICE: marked("what the advisor thinks best before this move, from what the player saw"),
    Key.HELP: marked("print this list"),
    Key.QUIT: marked("leave"),
}


class Stepper:
    """Goes through one game. after: says how it ended."""

    def __init__(self, session: Session, after: Callable[[], None], style: Style, keyboard: Keyboard) -> None:
        self._session = session
        self._after = after
        self._style = style
        self._keyboard = keyboard
        self._at = 0
        self._last = len(session.turns)
        #: Moves that lost the game, with what would have kept it clearable; None before they were looked for.
        self._losses: dict[int, str] | None = None

    def run(self) -> None:
        """Show the game until the person wants the next one. Raises Quit."""
        click.echo(title_of(self._session))
        self._show_board()
        if not self._last:
            return
        click.echo(_("Enter: the next move, b: back, a number: that move, m: where it was lost, ?: all keys"))
        self._go_to(1)
        while self._obey(self._keyboard.ask(f"{self._at}/{self._last}> ", seat=1).strip().lower()):
            pass

    def _obey(self, word: str) -> bool:
        """Do what was typed; return whether to go on with this game. Raises Quit."""
        places = {Key.NEXT: self._at + 1, Key.BACK: max(0, self._at - 1), Key.FIRST: 0, Key.LAST: self._last}
        actions = {Key.MISTAKE: self._to_mistake, Key.ADVICE: self._advise, Key.HELP: self._help}
        if not word or word in set(Key):
            key = Key(word or Key.NEXT)
            if key == Key.QUIT:
                raise Quit
            if key == Key.NEXT and self._at == self._last:
                return False
            if key in places:
                self._go_to(places[key])
            else:
                self._do(actions[key])
        elif word.isdecimal() and word.isascii() and len(word) < _COLUMN:
            if int(word) > self._last:
                click.echo(_("this game has {count} moves").format(count=self._last))
            else:
                self._go_to(int(word))
        else:
            click.echo(_("“{word}” is no key here; ? lists them").format(word=clip(word)))
        return True

    @staticmethod
    def _do(action: Callable[[], None]) -> None:
        try:
            action()
        except CardsoloError as error:
            click.echo(str(error))

    def _go_to(self, n: int) -> None:
        self._at = n
        if n:
            click.echo()
            click.echo(move_line(self._session, n, self._style))
        self._show_board()
        if n == self._last:
            self._after()

    def _show_board(self) -> None:
        session = self._session
        if session.real.is_set_up and not (session.is_over and self._at == self._last):
            click.echo("\n".join(board_lines(session, session.state_after(self._at), self._style)))

    def _to_mistake(self) -> None:
        """Go to the next move that lost the game, and from the last one to the first."""
        session = self._session
        if self._losses is None:
            self._losses = _losses_of(session)
        n = next((n for n in self._losses if n > self._at), None) or next(iter(self._losses), None)
        if n is None:
            click.echo(_("No move turned a clearable game into a lost one."))
            return
        self._go_to(n)
        text = _("The game was lost with move {n}, {move}; {better} would have kept it clearable.")
        move = session.game.format_move(session.turns[n - 1].move)
        click.echo(text.format(n=n, move=move, better=self._losses[n]))

    def _advise(self) -> None:
        """Say what the advisor thinks best where the move that is shown was made."""
        from cardsolo.cli.common.advice import in_words, say_if_slow
        from solvers.advice import advise

        session = self._session
        state = session.state_after(max(0, self._at - 1))
        if not session.real.is_set_up:
            raise OptionError(_("the cards of the beginning have not all been typed"))
        say_if_slow()
        view = session.game.view(state, session.real.viewer(state))
        click.echo("\n".join(in_words(session.game, advise(session.game, view))))

    def _help(self) -> None:
        number = ("12", _("a number: just after that move; 0: the start"))
        rows = [*((key, _(text)) for key, text in KEYS.items()), number]
        click.echo("\n".join(self._style.terms(rows, _COLUMN)))


def _losses_of(session: Session) -> dict[int, str]:
    """Return the moves that lost a game of Clear the Dungeon. Raises OptionError for another game."""
    if session.game.name != "dungeon":
        raise OptionError(_("only games of dungeon can be analysed"))
    session.real.expect_known()
    from cardsolo.cli.common.progress import Progress
    from solvers.dungeon.analysis import losses

    progress = Progress(len(session.turns))
    found: dict[int, str] = {}
    for n, better in losses(session):
        progress.update(n)
        if better is not None:
            found[n] = better
    progress.clear()
    return found
