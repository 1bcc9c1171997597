"""Play at a terminal: a prompt with history and completion, and errors that teach."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cardsolo.cli.dice import parse_dice
from cardsolo.cli.shared import current_style
from cardsolo.cli.words import WORDS, Quit, obey, word_in
from cardsolo.core.errors import CardsoloError, MoveSyntaxError
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.cli.table import Table

_LONGEST_LINE: Final = 4096


def play_at_prompt(table: Table) -> None:
    """Play until the game is over or the person leaves. Raises KeyboardInterrupt on Ctrl-C."""
    table.say(table.where_from())
    table.say_wrapped(_("help lists what can be typed here."))
    table.tell_start()
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
        table.tell(table.session.play(table.game.read_move(line, table.session.state)))
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


def ask_dice(question: str, most: int, *, err: bool) -> list[int]:
    """Ask until dice are typed. Raises Quit."""
    while True:
        line = read_line(question, err=err)
        if word_in(line) == "quit":
            raise Quit
        dice = parse_dice(line, most)
        if dice:
            return dice


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
