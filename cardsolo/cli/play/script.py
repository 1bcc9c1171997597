"""Play without a terminal: one move a line; the first bad line ends it, with line number, text and rule."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from cardsolo.cli.common.run import say
from cardsolo.cli.common.streams import text_of
from cardsolo.cli.play.words import Quit, obey, word_in
from cardsolo.core.errors import CardsoloError, FormatError, MoveSyntaxError, clip
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import iter_lines
from cardsolo.render import warning

if TYPE_CHECKING:
    from cardsolo.cli.play.table import Table


class Script:
    """The lines of a script that count: not the empty ones, nor those that start with `#`.

    is_used_up: the stream has been read for something else, so that a missing script is told.
    """

    def __init__(self, stream: BinaryIO, *, is_used_up: bool = False) -> None:
        self._lines = iter_lines(stream)
        self._is_used_up = is_used_up
        self.number = 0
        self._back: list[str] = []

    def read(self) -> str:
        """Return the next line. Raises Quit at the end, FormatError for what is no text."""
        if self._back:
            return self._back.pop()
        for number, raw in self._lines:
            self.number = number
            try:
                text = text_of(raw).strip()
            except UnicodeDecodeError:
                raise FormatError(_("not UTF-8 text"), number) from None
            if text and not text.startswith("#"):
                return text
        if self._is_used_up and not self.number:
            say(_("stdin held what the game starts with, and no moves; --moves FILE reads them from a file"))
        raise Quit

    def refuse_dice(self, dice: str) -> NoReturn:
        """Raise FormatError for dice on the last line that no move asked for."""
        raise FormatError(_("nothing asked for these dice: {dice}").format(dice=dice), self.number)

    # --- what a real table is asked for -----------------------------------------------------------------------------
    def read_answer(self, question: str) -> str:  # noqa: ARG002  nobody is there to see it
        return self.read()

    def reply(self, text: str, line: str, *, quoted: bool = True) -> NoReturn:  # noqa: ARG002  it always is
        """Raise FormatError: a line that answers nothing ends a script."""
        raise FormatError(_("{text}: {message}").format(text=clip(line.strip()), message=text), self.number)

    def push_back(self, line: str) -> None:
        self._back.append(line)


def play_script(table: Table, script: Script) -> None:
    """Play the moves of a script. Raises FormatError at the first line that cannot be played.

    The words of the prompt are understood as well. In a match the lines after the end of a game are left to the next.
    """
    with suppress(Quit):
        table.let_programs_play()
        table.ask_rest()
        _warn(table)
        while not (table.more_games and table.session.is_over):
            text = script.read()
            number = script.number
            was_over = table.session.is_over
            try:
                _take(text, table)
                if not was_over:
                    table.ask_rest()
            except FormatError as error:
                if error.line is not None:
                    raise
                raise _at(number, text, error) from None
            except MoveSyntaxError as error:
                raise _at(number, text, error, _possible(table)) from None
            except CardsoloError as error:
                raise _at(number, text, error) from None


def _at(number: int, text: str, error: CardsoloError, more: str = "") -> FormatError:
    message = f"{error}; {more}" if more else str(error)
    return FormatError(_("{text}: {message}").format(text=clip(text), message=message), number)


def _possible(table: Table) -> str:
    moves = ", ".join(map(table.game.format_move, table.few_moves()))
    return _("possible now: {moves}").format(moves=moves) if moves else ""


def _take(text: str, table: Table) -> None:
    word = word_in(text, table.game)
    if word is not None:
        obey(word, table)
        return
    table.play(table.game.read_move(text, table.session.state))
    table.let_programs_play()
    _warn(table)


def _warn(table: Table) -> None:
    """Say before a choice what a board would say."""
    if not table.session.is_over and table.seat not in table.program_seats:
        text = warning(table.game, table.view())
        if text:
            table.say_wrapped(text)
