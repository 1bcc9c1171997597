"""A game being played: the session, who sits where, and where text for people goes."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.core.i18n import _
from cardsolo.render import renderer
from cardsolo.render.style import wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolo.cli.play.dice import TypedDice
    from cardsolo.cli.play.prompt import Opening
    from cardsolo.core.game import AnyGame, Event, Player
    from cardsolo.core.match import Match
    from cardsolo.core.session import Session, Turn
    from cardsolo.render.style import Style

#: After a word that is no move, the possible moves are listed when there are no more than this.
_LISTED: Final = 16


@dataclass
class Table:
    """players: the programs that play, by seat; every other seat is a person's. err: text goes to stderr.

    resumed: the beginning of the game is known already. more_games: others follow in a match.
    clears: several people share the keyboard, and their hands are hidden from one another. opening: what has said the
    first lines already, perhaps. dice: those that are typed, if any.
    """

    session: Session
    style: Style
    players: dict[int, Player[Any, Any]] = field(default_factory=dict)
    err: bool = False
    resumed: bool = False
    more_games: bool = False
    clears: bool = False
    opening: Opening | None = None
    dice: TypedDice | None = None

    def __post_init__(self) -> None:
        #: Told of typed dice that no move asked for.
        self.on_surplus: Callable[[str], None] = self._say_surplus

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def seat(self) -> int:
        return self.game.seat(self.session.state)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.game.seats(self.session.origin.rules)

    @property
    def viewer(self) -> int:
        """The seat that looks at the screen: the one to move, but a program's hand is shown to nobody."""
        if self.seat not in self.players:
            return self.seat
        return next((seat for seat in range(1, self.seats + 1) if seat not in self.players), self.seat)

    @property
    def persons(self) -> frozenset[int] | None:
        """The seats that undo may go back to; None when all are persons'."""
        if not self.players:
            return None
        return frozenset(turn.seat for turn in self.session.turns if turn.seat not in self.players)

    def seat_name(self) -> str:
        """Return who is to move, empty where there is only one seat."""
        return _("seat {seat}").format(seat=self.seat) if self.seats > 1 else ""

    def say(self, text: str = "") -> None:
        click.echo(text, err=self.err)

    def say_wrapped(self, text: str) -> None:
        """Say text broken at blanks, so that the terminal breaks no word."""
        for line in text.split("\n"):
            for row in wrap(line, self.style.width):
                self.say(row)

    def show_board(self) -> None:
        """Show what the seat to move sees, or the person at the table where a program is to move."""
        for line in renderer(self.game).board(self.game.view(self.session.state, self.viewer), self.style):
            self.say(line)

    def tell_start(self) -> None:
        """Play up to the first choice, and say what happened: at the deal, and in moves that left no choice."""
        if not self.resumed:
            self._tell_events(self.session.start_events)
            self.tell(self.session.turns)
        self.tell(self.session.settle())
        self._drop_surplus()

    def play(self, move: Any) -> None:
        """Play a move and say what happened. Raises IllegalMoveError."""
        self.tell(self.session.play(move))
        self._drop_surplus()

    def _drop_surplus(self) -> None:
        """Forget the dice of a line that its move did not ask for, and tell of them."""
        if self.dice is not None and (surplus := self.dice.take_surplus()):
            self.on_surplus(" ".join(map(str, surplus)))

    def _say_surplus(self, dice: str) -> None:
        self.say_wrapped(_("nothing asked for these dice: {dice}").format(dice=dice))

    def tell(self, turns: list[Turn]) -> None:
        """Say what happened in some turns; a move that the program made by itself is named."""
        for turn in turns:
            forced = (_("{move}, the only choice").format(move=self.game.format_move(turn.move)),) if turn.auto else ()
            self._tell_events(turn.events, forced)

    def _tell_events(self, events: Iterable[Event], before: tuple[str, ...] = ()) -> None:
        describe = renderer(self.game).describe
        sentences = [*before, *(text for event in events if (text := describe(event, self.style)))]
        if sentences:
            self.say_wrapped("; ".join(sentences))

    def possible_moves(self) -> str:
        """Return the moves that are possible now, for one who typed something else; empty where they are many."""
        moves = [self.game.format_move(move) for move in self.game.legal_moves(self.session.state)]
        listed = 0 < len(moves) <= _LISTED
        return _("possible now: {moves}").format(moves=", ".join(moves)) if listed else ""

    def missed(self) -> list[Turn]:
        """Return what was played since the seat to move had its last turn."""
        turns = self.session.turns
        own = [turn.n for turn in turns if turn.seat == self.seat]
        return turns[own[-1] if own else 0 :]

    def clear(self) -> None:
        """Clear the screen and what has scrolled off it; a terminal that cannot is scrolled past its height."""
        if os.environ.get("TERM", "dumb") == "dumb":
            self.say("\n" * (self.style.height or 100))
        else:
            self.say("\x1b[2J\x1b[3J\x1b[H")

    def tell_outcome(self) -> None:
        result = self.session.result
        if result is not None:
            for line in renderer(self.game).outcome(result, self.style):
                self.say(line)

    def tell_standings(self, match: Match) -> None:
        """Say how a match stands, or ended."""
        for line in renderer(self.game).standings(match.standings(), over=match.is_over, style=self.style):
            self.say(line)

    def let_programs_play(self) -> None:
        """Play on until it is a person's turn or the game is over."""
        while not self.session.is_over and self.seat in self.players:
            view = self.game.view(self.session.state, self.seat)
            self.play(self.players[self.seat].choose(view))
