"""Play at a terminal: a prompt that shows each seat its own, and errors that teach."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.advice import can_check
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.play.closing import say_what_next
from cardsolo.cli.play.keyboard import Keyboard
from cardsolo.cli.play.words import REVEALING, Quit, Word, obey, say_public_lines, word_in, word_near, words_of
from cardsolo.core.errors import CardsoloError, MoveSyntaxError, clip
from cardsolo.core.i18n import _
from cardsolo.render import renderer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.cli.play.table import Table
    from cardsolo.core.session import Origin
    from cardsolo.render.style import Style


def play_at_prompt(table: Table, opening: Opening | None = None) -> None:
    """Play until the game is over or the person leaves. Raises KeyboardInterrupt on Ctrl-C.

    opening: what has said the first lines already, perhaps.
    """
    opening = opening or Opening(table.session.origin, Keyboard(err=table.err))
    opening.say()
    if company := table.company():
        table.say_wrapped(company)
    if table.asker is not None:
        table.asker.show = table.show_state
    if table.has_typed_dice and not table.session.is_over and table.game.forced_move(table.session.state) is not None:
        table.say()
        table.show_board()  # it says what the first dice are thrown for
    table.tell_start()
    table.let_programs_play()
    _Prompt(table, opening.keyboard).run()


class _Prompt:
    """One game at the prompt."""

    def __init__(self, table: Table, keyboard: Keyboard) -> None:
        self._table = table
        table.session.aid.tell_at_the_end()
        self._keyboard = keyboard
        #: The seat whose hand is on the screen.
        self._looking: int | None = None
        #: The word that has been warned of, and shows all when it is typed again.
        self._warned: Word | None = None
        if len(table.people) > 1:
            keyboard.share()

    def run(self) -> None:
        with suppress(Quit):
            while True:
                if self._table.clears and self._looking != self._table.viewer:
                    self._hand_over()
                self._table.say()
                self._table.show_board()
                self._one_choice()

    def _hand_over(self) -> None:
        """Clear the screen, scrolled lines too, and wait until only the next person looks; then say what was missed."""
        table, first = self._table, self._looking is None
        if not first:
            self._wait(_("Enter clears the screen for {seat}. ").format(seat=table.viewer_name()))
        table.clear()
        self._wait(_("{seat}: press Enter when nobody else is looking. ").format(seat=table.viewer_name()))
        table.clear()
        table.tell(table.missed())
        self._looking = table.viewer

    def _wait(self, prompt: str) -> None:
        if word_in(self._keyboard.ask(prompt)) is Word.QUIT:
            raise Quit

    def _one_choice(self) -> None:
        """Take lines until one of them changes the game."""
        table = self._table
        if table.session.is_over:
            table.tell_outcome()
            table.ask_rest()
            if not table.session.is_over:
                return
            say_what_next(table)
        before = table.session.state
        while table.session.state is before:
            prompt = _("{seat}> ").format(seat="" if table.session.is_over else table.mover_name())
            line = self._keyboard.ask(prompt, seat=table.viewer, offered=self._offered)
            try:
                self._take(line)
            except MoveSyntaxError as error:
                near = word_near(line)
                hint = "" if near is None else "; " + _("did you mean {word}?").format(word=near)
                table.say_wrapped(f"{error}{hint}")
                self._list_moves()
            except CardsoloError as error:
                table.say_wrapped(str(error))

    def _offered(self) -> Iterable[str]:
        """Return what Tab completes: the moves of whoever looks, and the words."""
        table = self._table
        moves = [] if table.session.is_over else table.game.legal_moves(table.session.state)
        return [*map(table.game.format_move, moves), *words_of(table.game)]

    def _take(self, line: str) -> None:
        table, word = self._table, word_in(line, self._table.game)
        is_sure, self._warned = self._warned is word, None
        asks = word is Word.CHECK and can_check(table.game) and not table.session.is_over
        if asks and not is_sure and not table.is_real:
            self._warned = word
            table.say_wrapped(_("check looks behind the cards, and the log says so; type it again to ask"))
        elif word in REVEALING and not is_sure and not table.is_real:
            self._warned = word
            if word is Word.LOG:
                say_public_lines(table)
            table.say_wrapped(_("{word} shows every card, hidden ones too; type it again to see it").format(word=word))
        elif word is not None:
            obey(word, table)
        elif table.session.is_over:
            if not line.strip():
                raise Quit
            near = word_near(line)
            known = _("did you mean {word}?").format(word=near) if near else _("Enter ends, help lists the words")
            table.say_wrapped(_("“{text}”: the game is over; {known}").format(text=clip(line.strip()), known=known))
        elif line.strip():
            self._play(line)
        else:
            self._list_moves()

    def _play(self, line: str) -> None:
        """Play what a line says: a move, or several in their canonical forms, up to the first that cannot be."""
        table, seat = self._table, self._table.seat
        moves = self._several(line)
        if len(moves) < 2:
            table.play(table.game.read_move(line, table.session.state))
        for number, text in enumerate(moves if len(moves) > 1 else ()):
            if number and (table.session.is_over or table.seat != seat):
                table.say_wrapped(_("not played: {moves}").format(moves=" ".join(moves[number:])))
                break
            try:
                table.play(table.game.parse_move(text))
            except CardsoloError as error:
                rest = _("not played: {moves}").format(moves=" ".join(moves[number:]))
                table.say_wrapped(f"{error}; {rest}" if number else str(error))
                break
        table.let_programs_play()

    def _several(self, line: str) -> list[str]:
        """Return the moves of a line that holds nothing but canonical moves (as a hint does), else nothing."""
        moves = [part.rstrip(";,").upper().replace("@X", "@x") for part in line.split()]
        for move in moves:
            try:
                self._table.game.parse_move(move)
            except MoveSyntaxError:
                return []
        return moves

    def _list_moves(self) -> None:
        if moves := self._table.few_moves():
            self._table.say_wrapped(_("possible now: {moves}").format(moves=self._table.listed(moves)))


class Opening:
    """The first lines of a game, said once: which it is, where it is saved and, before a first die is asked for, how it
    stands.
    """

    def __init__(self, origin: Origin, keyboard: Keyboard, log_name: str | None = None) -> None:
        self.keyboard = keyboard
        self._origin = origin
        self._log_name = log_name
        self._is_said = False

    def say(self) -> None:
        """Say which game this is, so that it can be played again, where it is saved and where help is."""
        if self._is_said:
            return
        self._is_said = True
        title = _(self._origin.game.title)
        if self._origin.seed is not None:
            title = _("{title}, seed {seed}").format(title=title, seed=self._origin.seed)
        self._say(title)
        if self._log_name not in (None, "-"):
            self._say(_("saved after every move in {name}").format(name=self._log_name))
        self._say(_("help lists what can be typed here."))

    # --- what a real table is asked for -----------------------------------------------------------------------------
    def read_answer(self, question: str) -> str:
        """Ask for what is typed of a real table; the first dice of a position after the title and the board.

        Raises Quit.
        """
        position = None if self._is_said else self._origin.position
        self.say()
        if position is not None:
            game = self._origin.game
            self._say()
            for line in renderer(game).board(game.view(position, game.seat(position)), self._style):
                click.echo(line, err=self.keyboard.err)
        return self.keyboard.ask(question)

    def reply(self, text: str, line: str, *, quoted: bool = False) -> None:
        self._say(_("“{text}”: {expected}").format(text=clip(line.strip()), expected=text) if quoted else text)

    def push_back(self, line: str) -> None:
        """Let a line be the next one that is asked for."""
        self.keyboard.push_back(line)

    @property
    def _style(self) -> Style:
        return current_style(err=self.keyboard.err)

    def _say(self, text: str = "") -> None:
        for row in self._style.wrap(text):
            click.echo(row, err=self.keyboard.err)
