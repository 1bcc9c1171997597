"""The table at which a game is played: the session, who sits where, and where text for people goes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.play.seats import names_at_table
from cardsolo.cli.play.typed import say_taken, through
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.text import wrap_whole
from cardsolo.core.typed import TakeBack
from cardsolo.render import renderer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cardsolo.cli.play.typed import Asker
    from cardsolo.core.company import Company
    from cardsolo.core.game import AnyGame, Event
    from cardsolo.core.match import Match
    from cardsolo.core.session import Session, Turn
    from cardsolo.core.typed import TypedDice
    from cardsolo.render.style import Style
    from solvers.advice import Advice

#: After a word that is no move, the possible moves are listed when there are no more than this.
_LISTED: Final = 16


@dataclass(frozen=True, repr=False, eq=False)
class Table:
    """fixed_style: how text looks, whatever the terminal; else as the stream it goes to can show it now.

    programs: those that play; every seat that is not theirs is a person's. err: text goes to stderr.
    typed: a person types, else a script is read. resumed: the beginning of the game is known already. more_games:
    others follow in a match. clears: several people share the keyboard, and their hands are hidden from one another.
    dice: those that are typed, if any. asker: asks for them, and for real cards. on_surplus: told of typed dice that no
    move asked for. log_name: where the game is saved, if anywhere. names: who plays, by seat.
    """

    session: Session
    fixed_style: Style | None = None
    programs: Company | None = None
    err: bool = False
    typed: bool = True
    resumed: bool = False
    more_games: bool = False
    clears: bool = False
    dice: TypedDice | None = None
    asker: Asker | None = None
    on_surplus: Callable[[str], None] | None = None
    log_name: str | None = None
    names: tuple[str, ...] = ()
    #: By seat, the last hint and the state that it was for.
    hints: dict[int, tuple[Any, Advice]] = field(default_factory=dict)

    @property
    def style(self) -> Style:
        """How text looks: the window may have another size by now."""
        style = self.fixed_style or current_style(err=self.err)
        return replace(style, names=names_at_table(self.names)) if self.typed else style

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def seat(self) -> int:
        """The seat to move; any seat when the game is over."""
        return self.game.seat(self.session.state)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.game.seats(self.session.origin.rules)

    @property
    def program_seats(self) -> frozenset[int]:
        return frozenset() if self.programs is None else self.programs.seats

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.program_seats)

    @property
    def viewer(self) -> int:
        """The seat that looks at the screen: the one to move, but a program's hand is shown to nobody.

        Where no person is to move, it is whoever has moved last: nobody else sits down before the screen is cleared.
        """
        if self.is_real:
            return self.session.real.own
        if not self.session.is_over and self.seat not in self.program_seats:
            return self.seat
        moved = (turn.seat for turn in reversed(self.session.turns) if turn.seat not in self.program_seats)
        return next(moved, next(iter(self.people), self.seat))

    @property
    def persons(self) -> frozenset[int] | None:
        """The seats that undo may go back to; None when all are persons'."""
        return frozenset(self.people) if self.program_seats else None

    @property
    def is_real(self) -> bool:
        """Whether real cards lie on the table, so that one seat sees the screen whoever is to move."""
        return self.session.real.has_cards

    @property
    def has_typed_dice(self) -> bool:
        return self.dice is not None

    def view(self) -> Any:
        """Return what whoever looks at the screen may see."""
        return self.game.view(self.session.state, self.viewer)

    def viewer_name(self) -> str:
        """Return who looks at the screen, empty where there is only one seat."""
        return _("seat {seat}").format(seat=self.viewer) if self.seats > 1 else ""

    def mover_name(self) -> str:
        """Return who is to move, empty where there is only one seat."""
        seat = self.seat if self.is_real else self.viewer
        text = _("you, seat {seat}") if self.is_real and seat == self.viewer else _("seat {seat}")
        return text.format(seat=seat) if self.seats > 1 else ""

    def company(self) -> str:
        """Return which programs sit at a table of several, and which they are; empty for none."""
        style = self.style
        others = [
            _("{name} (seat {seat}, {program})").format(name=style.name(seat), seat=seat, program=program)
            for seat, program in enumerate(self.names, 1)
            if style.name(seat)
        ]
        return _("at the table: {others}").format(others=_(", ").join(others)) if others else ""

    # --- text -------------------------------------------------------------------------------------------------------
    def say(self, text: str = "") -> None:
        click.echo(text, err=self.err)

    def say_wrapped(self, text: str) -> None:
        """Say text broken at blanks, so that the terminal breaks no word."""
        for line in text.split("\n"):
            for row in wrap_whole(line, self.style.width, wide=self.style.wide):
                self.say(row)

    def say_list(self, entries: Sequence[tuple[str, str]], column: int) -> None:
        """Say terms with what they mean, in two columns; the second begins at column."""
        for row in self.style.terms(entries, column):
            self.say(row)

    def listed(self, moves: Iterable[Any], gap: str = ", ") -> str:
        """Return moves one after the other, for `say_wrapped`, which breaks no line within a move."""
        return gap.join(self.game.format_move(move).replace(" ", "\N{NO-BREAK SPACE}") for move in moves)

    def show_board(self) -> None:
        """Show what the seat to move sees, or the person at the table where a program is to move."""
        self.show_state(self.session.state)

    def show_state(self, state: Any) -> None:
        """Show a state as whoever looks at the screen sees it."""
        shown = renderer(self.game)
        draw = shown.board
        if self.is_real and self.game.seat(state) != self.viewer:
            draw = getattr(shown, "board_of_another", draw)
        for line in draw(self.game.view(state, self.viewer), self.style):
            self.say(line)

    def few_moves(self) -> tuple[Any, ...]:
        """Return the moves that are possible now, for one who typed something else; none where they are many."""
        moves = self.game.legal_moves(self.session.state)
        return moves if len(moves) <= _LISTED else ()

    def tell(self, turns: Iterable[Turn]) -> None:
        """Say what happened in some turns; a move that the program made by itself is named."""
        for turn in turns:
            forced = (_("{move}, the only choice").format(move=self.game.format_move(turn.move)),) if turn.auto else ()
            self._tell_events(turn.events, forced)

    def _tell_events(self, events: Iterable[Event], before: tuple[str, ...] = ()) -> None:
        describe = renderer(self.game).describe
        sentences = [*before, *(text for event in events if (text := describe(event, self.style)))]
        if sentences:
            self.say_wrapped("; ".join(sentences))

    def tell_outcome(self) -> None:
        result = self.session.result
        if result is not None:
            for line in renderer(self.game).outcome(result, self.style):
                self.say(line)

    def tell_standings(self, match: Match) -> None:
        """Say how a match stands, or ended."""
        for line in renderer(self.game).standings(match.standings(), over=match.is_over, style=self.style):
            self.say(line)

    def clear(self) -> None:
        """Clear the screen and what has scrolled off it; a terminal that cannot is scrolled past its height."""
        if os.environ.get("TERM", "dumb") == "dumb":
            self.say("\n" * (self.style.height or 100))
        else:
            self.say("\x1b[2J\x1b[3J\x1b[H")

    # --- playing ----------------------------------------------------------------------------------------------------
    def tell_start(self) -> None:
        """Play up to the first choice, and say what happened: at the deal, and in moves that left no choice."""
        if self.is_real:
            self.tell(through(self.session, self.session.settle, self.say_wrapped))
        elif not self.resumed:
            self._tell_events(self.session.start_events)
            self.tell(self.session.turns)
        self.tell(through(self.session, self.session.settle, self.say_wrapped))
        self._drop_surplus()

    def play(self, move: Any) -> None:
        """Play a move of a person and say what happened.

        Raises IllegalMoveError, and OptionError where a program is to move.
        """
        if not self.session.is_over and self.seat in self.program_seats:
            raise OptionError(_("a program plays seat {seat}, which is to move").format(seat=self.seat))
        self.tell(through(self.session, lambda: self.session.play(move), self.say_wrapped))
        self._drop_surplus()

    def take_back(self) -> None:
        """Take back the card or die that was typed last, and ask for it anew. Raises UndoError."""
        session = self.session

        def again() -> None:
            say_taken(session, self.say_wrapped)
            session.settle()

        through(session, again, self.say_wrapped)
        self._drop_surplus()
        self.ask_rest()

    def ask_rest(self) -> None:
        """Ask for the cards that nobody saw in a game of real cards; the game may go on, where something is undone."""
        real = self.session.real
        if self.asker is None or not self.is_real or not self.session.is_over or not real.rest():
            return
        self.say_wrapped(_("Type the cards that nobody has seen, and the game can be analysed; Enter leaves them."))
        try:
            self.asker.ask_rest()
        except TakeBack:
            self.take_back()

    def let_programs_play(self) -> None:
        """Play on until it is a person's turn or the game is over."""
        while self.programs is not None and not self.session.is_over and self.seat in self.program_seats:
            self.tell(through(self.session, self.programs.play, self.say_wrapped))
            self._drop_surplus()

    def missed(self) -> list[Turn]:
        """Return what was played since whoever looks had their last turn."""
        turns = self.session.turns
        own = [turn.n for turn in turns if turn.seat == self.viewer]
        return turns[own[-1] if own else 0 :]

    def _drop_surplus(self) -> None:
        """Forget the dice of a line that its move did not ask for, and tell of them."""
        if self.dice is None or not (surplus := self.dice.take_surplus()):
            return
        dice = " ".join(map(str, surplus))
        if self.on_surplus is not None:
            self.on_surplus(dice)
        else:
            self.say_wrapped(_("nothing asked for these dice: {dice}").format(dice=dice))
