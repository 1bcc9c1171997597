"""Play at a terminal: a prompt with history and completion, and errors that teach."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.shared import current_style
from cardsolo.cli.play.dice import dice_expected, dice_question, parse_dice
from cardsolo.cli.play.words import WORDS, Quit, obey, word_in
from cardsolo.core.errors import CardsoloError, MoveSyntaxError, clip
from cardsolo.core.i18n import _
from cardsolo.render import renderer
from cardsolo.render.style import wrap

if TYPE_CHECKING:
    from cardsolo.cli.play.table import Table
    from cardsolo.core.session import Origin, Session

_LONGEST_LINE: Final = 4096


def play_at_prompt(table: Table) -> None:
    """Play until the game is over or the person leaves. Raises KeyboardInterrupt on Ctrl-C."""
    opening = table.opening or Opening(err=table.err)
    opening.session = table.session
    opening.say()
    table.tell_start()
    opening.is_shown = True
    _prepare_readline(table)
    table.let_programs_play()
    looking = None
    with suppress(Quit):
        while True:
            table.style = current_style(err=table.err)  # the window may have another size by now
            if table.clears and looking != table.seat and not table.session.is_over:
                _hand_over(table, first=looking is None)
                looking = table.seat
            table.say()
            table.show_board()
            _one_choice(table)


def _hand_over(table: Table, *, first: bool) -> None:
    """Clear the screen, scrolled lines too, and wait until only the next person looks; then say what they missed."""
    if not first:
        read_line(_("Enter clears the screen for {seat}. ").format(seat=table.seat_name()), err=table.err)
    table.clear()
    read_line(_("{seat}: press Enter when nobody else is looking. ").format(seat=table.seat_name()), err=table.err)
    table.clear()
    table.tell(table.missed())


def _one_choice(table: Table) -> None:
    """Take lines until one of them changes the game."""
    if table.session.is_over:
        table.tell_outcome()
        end = _("Press Enter to end, or type undo to take the last move back.")
        following = _("Press Enter for the next game, or type undo to take the last move back.")
        table.say_wrapped(following if table.more_games else end)
    before = table.session.state
    while table.session.state is before:
        prompt = _("{seat}> ").format(seat="" if table.session.is_over else table.seat_name())
        line = read_line(prompt, err=table.err)
        try:
            _take(line, table)
        except MoveSyntaxError as error:
            table.say_wrapped(str(error))
            _list_moves(table)
        except CardsoloError as error:
            table.say_wrapped(str(error))


def _take(line: str, table: Table) -> None:
    word = word_in(line)
    if word is not None:
        obey(word, table)
    elif table.session.is_over:
        raise Quit
    elif line.strip():
        table.play(table.game.read_move(line, table.session.state))
        table.let_programs_play()
    else:
        _list_moves(table)


def _list_moves(table: Table) -> None:
    if moves := table.possible_moves():
        table.say_wrapped(moves)


def read_line(prompt: str, *, err: bool) -> str:
    """Read a line with editing where stdin and stdout are one terminal; Ctrl-D leaves. Raises Quit."""
    try:
        if sys.stdout.isatty() and not err:
            return input(prompt)[:_LONGEST_LINE]
    except EOFError:
        sys.stdout.write("\n")
        raise Quit from None
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline(_LONGEST_LINE)
    if not line:
        raise Quit
    return line


class Opening:
    """The first lines of a game, said once: which it is and, before a first die is asked for, how it stands.

    start: what the game begins with, for dice that are thrown before there is a session.
    """

    def __init__(self, *, err: bool) -> None:
        self._err = err
        self._is_said = False
        self.start: Origin | None = None
        self.session: Session | None = None
        #: Whether the board has been shown.
        self.is_shown = False

    def say(self) -> None:
        """Say which game this is, so that it can be played again, and where help is."""
        origin = self.start if self.session is None else self.session.origin
        if self._is_said or origin is None:
            return
        self._is_said = True
        title = _(origin.game.title)
        if origin.seed is not None:
            title = _("{title}, seed {seed}").format(title=title, seed=origin.seed)
        self._lines([title, *wrap(_("help lists what can be typed here."), current_style(err=self._err).width)])

    def ask(self, why: str, count: int) -> list[int]:
        """Ask for dice, at first after the title and the board. Raises Quit."""
        self.say()
        if not self.is_shown:
            self._show_board()
        return ask_dice(why, count, err=self._err)

    def _show_board(self) -> None:
        self.is_shown = True
        if self.session is not None:
            game, state = self.session.game, self.session.state
        elif self.start is not None and self.start.position is not None:
            game, state = self.start.game, self.start.position
        else:
            return
        style = current_style(err=self._err)
        self._lines(["", *renderer(game).board(game.view(state, game.seat(state)), style)])

    def _lines(self, lines: list[str]) -> None:
        for line in lines:
            click.echo(line, err=self._err)


def ask_dice(why: str, count: int, *, err: bool) -> list[int]:
    """Ask until dice are typed, and answer what is none. Raises Quit."""
    while True:
        line = read_line(dice_question(why, count), err=err)
        word = word_in(line)
        if word == "quit":
            raise Quit
        dice = parse_dice(line)
        if dice:
            return dice
        answer = dice_expected(why, count)
        if word == "undo":
            answer = _("a move is taken back when it has been played out; {expected}").format(expected=answer)
        elif word not in (None, "help"):
            answer = _("{word} is understood when the dice have fallen; {expected}").format(word=word, expected=answer)
        elif word is None and line.strip():
            answer = _("“{text}”: {expected}").format(text=clip(line.strip()), expected=answer)
        for row in wrap(answer, current_style(err=err).width):
            click.echo(row, err=err)


def _prepare_readline(table: Table) -> None:
    """Complete legal moves and words with Tab; history comes with readline itself."""
    try:
        import readline
    except ImportError:
        return  # some systems have none; plain input serves

    def complete(text: str, number: int) -> str | None:
        moves = [table.game.format_move(move) for move in table.game.legal_moves(table.session.state)]
        fitting = [item for item in (*moves, *WORDS) if item.lower().startswith(text.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n")
    libedit = "libedit" in (readline.__doc__ or "")
    for setting in ["bind ^I rl_complete"] if libedit else ["tab: complete", "set show-all-if-ambiguous on"]:
        readline.parse_and_bind(setting)
