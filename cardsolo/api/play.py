"""A game in the hands of a Python program: the class Play."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from cardsolo.api.outcome import Outcome, outcome_of
from cardsolo.core.chance import RecordedDice
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import fields
from cardsolo.core.session import Session

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # type checkers know it without it being installed

    from cardsolo.core.chance import Chance
    from cardsolo.core.errors import Reason
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Origin, Turn

    S = TypeVar("S", default=Any)
    M = TypeVar("M", default=Any)
    V = TypeVar("V", default=Any)
    E = TypeVar("E", bound=Outcome, default=Any)
else:
    from typing import TypeVar

    S, M, V, E = map(TypeVar, "SMVE")


class Play(Generic[S, M, V, E]):
    """A game being played, or played: its states, its moves, undo and redo.

    Made by `cardsolo.deal`, `cardsolo.position` and `cardsolo.read_log`. Moves that leave no choice (Mini Rogue) are
    made by themselves. `print(play)` shows the board that the seat to move sees. Nothing is written anywhere before
    `save`.
    """

    def __init__(self, session: Session) -> None:
        """Wrap a session; users call the functions named above."""
        self._session = session

    # --- what it is -------------------------------------------------------------------------------------------------
    @property
    def game(self) -> str:
        """The name of the game: `dungeon`, `triangle` or `rogue`."""
        return self._game.name

    @property
    def rules(self) -> Json:
        """The options of the rules by name, as in JSON."""
        return self._game.rules_to_json(self._session.origin.rules)

    @property
    def seed(self) -> int | None:
        """The seed, 0 … 2^63 − 1; None for cards or positions that somebody set up."""
        return self._session.origin.seed

    @property
    def title(self) -> str:
        """The name of the game in the current language, with its seed."""
        title = _(self._game.title)
        return title if self.seed is None else _("{title}, seed {seed}").format(title=title, seed=self.seed)

    @property
    def starts_with_deal(self) -> bool:
        """Whether it began with a deal, and not with a position."""
        return self._session.origin.position is None

    @property
    def as_set_up(self) -> S:
        """The state at the start; of a position as it was set up, even where nothing is left to do in that turn."""
        session = self._session
        state: S = session.start_state if session.origin.position is None else session.origin.position
        return state

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self._game.seats(self._session.origin.rules)

    @property
    def seat(self) -> int:
        """The seat to move, from 1; any seat when the game is over."""
        return self._game.seat(self.state)

    @property
    def state(self) -> S:
        """Everything there is to know now, hidden cards included; an immutable value."""
        state: S = self._session.state
        return state

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves played so far, first to last, each with number, seat, dice, events and the state after it."""
        return tuple(self._session.turns)

    def expect_known(self) -> None:
        """Raise OptionError for a game of real cards of which not all are known."""
        self._session.real.expect_known()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._session.is_over

    @property
    def outcome(self) -> E | None:
        """How the game ended, None while it goes on; `print` says it in words."""
        found: E | None = outcome_of(self._game, self._session.result)
        return found

    def view(self, seat: int | None = None) -> V:
        """Return what a seat may see (the seat to move if none is named) and nothing else. Raises OptionError."""
        if seat is not None and not 1 <= seat <= self.seats:
            raise OptionError(_("there are seats 1 to {players}").format(players=self.seats))
        view: V = self._game.view(self.state, self._session.real.viewer(self.state) if seat is None else seat)
        return view

    # --- moves ------------------------------------------------------------------------------------------------------
    @property
    def legal_moves(self) -> tuple[M, ...]:
        """Every legal move but to resign, sorted; empty when the game is over. `str` of a move is its notation."""
        moves: tuple[M, ...] = self._game.legal_moves(self.state)
        return moves

    def why_not(self, move: M | str) -> Reason | None:
        """Return why a move is not allowed now, with the number of the rule, or None where it is. Raises as `parse`."""
        return self._game.why_not(self.state, self.parse(move))

    def parse(self, move: M | str) -> M:
        """Return a move of this game, read as the prompt reads it where it is text (`5c 3`, `5C@3`, `x 5c`, `pass`).

        Raises MoveSyntaxError for what is no move, AmbiguousMoveError, with the readings, for what can mean several,
        TypeError for anything else.
        """
        game = self._game
        if isinstance(move, str):
            read: M = game.read_move(move, self.state)
            return read
        if type(move) is not type(game.parse_move("resign")):
            raise TypeError(_("{move} is no move of {game}, nor text").format(move=repr(move), game=game.name))
        return move

    def push(self, move: M | str) -> tuple[Turn, ...]:
        """Play a move, and those that then leave no choice; return what was played.

        Raises IllegalMoveError with the rule that forbids it, and as `parse`; nothing has changed then.
        """
        found = self.parse(move)
        session = self._session
        if not session.is_over and (forced := self._game.forced_move(session.state)) is not None:
            made = session.settle()  # after `at`, which may stop before a move that leaves no choice
            if found == forced:
                return tuple(made)
        return tuple(session.play(found))

    def settle(self) -> tuple[Turn, ...]:
        """Make the moves that leave no choice, before which only `at` stops; return them."""
        return tuple(self._session.settle())

    def undo(self) -> tuple[Turn, ...]:
        """Take back the last move and what followed from it by itself; return what was taken back.

        The same dice fall again, and the log then says that it is one of practice. Raises UndoError where nothing was
        played.
        """
        session = self._session
        taken = tuple(session.undo())
        if any(turn.dice for turn in taken):  # the log of a game that knew its dice beforehand says so
            session.extra[fields.PRACTICE] = True
            if session.read_from is not None:
                session.read_from = session.read_from | {fields.PRACTICE: True}
        return taken

    def redo(self) -> tuple[Turn, ...]:
        """Play again what the last undo took back. Raises UndoError where there is nothing."""
        return tuple(self._session.redo())

    def at(self, n: int) -> Play[S, M, V, E]:
        """Return the game as it stood just after move n (0: the start) as a play of its own, which can go on elsewhere.

        Raises OptionError for a move that was not played.
        """
        turns = self._session.turns
        if not 0 <= n <= len(turns):
            raise OptionError(_("there is no move {n}: the game has {count} moves").format(n=n, count=len(turns)))
        played = self._session
        session = Session(
            played.origin,
            chance=RecordedDice(played.start_dice),
            auto=False,
            settle=False,
            extra=dict(played.extra),
            read_from=played.read_from,
            rules_version=played.rules_version,
        )
        session.real.follow(played.real)
        for turn in turns[:n]:
            session.real.follow(played.real, turn)
            session.push(turn.move, RecordedDice(turn.dice), auto=turn.auto, line=turn.line)
        session.go_on(None, dice_of(played), settle=False, practice=True)
        return type(self)(session)

    def describe(self, turn: Turn) -> list[str]:
        """Return what happened in a turn, in sentences of the current language."""
        from cardsolo.render import renderer
        from cardsolo.render.style import Style

        describe = renderer(self._game).describe
        return [text for event in turn.events if (text := describe(event, Style()))]

    # --- out --------------------------------------------------------------------------------------------------------
    def deal(self) -> Json:
        """Return the deal as JSON, hidden cards too. Raises OptionError where it began with a position."""
        origin = self._session.origin
        if origin.position is not None:
            raise OptionError(_("this game began with a position, not with a deal"))
        real = self._session.real
        return self._game.deal_to_json(real.deal() if real.has_cards else origin.deal)

    def position(self) -> Json:
        """Return the position as JSON, which `cardsolo.position` reads: every card, the hidden ones too."""
        self._session.real.expect_known()
        return self._game.position_to_json(self.state)

    def log(self) -> list[Json]:
        """Return the lines of the log, moves that were taken back left out. Fields that a log had are kept."""
        return self._session.lines()

    def save(self, path: str | os.PathLike[str], *, append: bool = False) -> None:
        """Write the log as JSON Lines, in place of what stands there, or behind it. Raises OSError.

        A file is replaced in one step: it is never half written.
        """
        text = "".join(dumps(line) + "\n" for line in self.log())
        target = Path(path)
        if append:
            with target.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            return
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            beside.write_text(text, "utf-8", newline="\n")
            beside.replace(target)
        except OSError:
            with suppress(OSError):
                beside.unlink()
            raise

    def __str__(self) -> str:
        from cardsolo.api.show import text

        return text(self)

    def __repr__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.rules.items() if value != self._default(name))
        parts = [self.game, *([] if self.seed is None else [f"seed {self.seed}"]), *([options] if options else [])]
        outcome = self.outcome
        then = f"seat {self.seat} to move" if outcome is None else outcome.kind
        count = len(self._session.turns)
        return f"<Play of {', '.join(parts)}: {count} {'move' if count == 1 else 'moves'}, {then}>"

    def _repr_svg_(self) -> str | None:
        """Return a picture for notebooks; None, and so the text, for a game without pictures."""
        from cardsolo.api.show import svg

        try:
            return svg(self)
        except OptionError:
            return None

    @property
    def _game(self) -> AnyGame:
        return self._session.game

    def _default(self, name: str) -> object:
        return next((option.default for option in self._game.options if option.name == name), None)


def start(origin: Origin, dice: Chance | None = None) -> Any:
    """Begin a play where a deal or position begins; dice: those that a person gives, instead of the seed's."""
    extra = {} if dice is None else {fields.TYPED_DICE: True}
    session = Session(origin, chance=dice, extra=extra)
    session.go_on(None, dice, practice=True)
    return Play(session)


def dice_of(session: Session) -> Chance:
    """Return the dice with which a session goes on elsewhere: the seed's, or else those that fell."""
    origin = session.origin
    if origin.seed is not None and session.extra.get(fields.TYPED_DICE) is not True:
        return origin.chance()
    thrown = (*session.start_dice, *(die for turn in session.turns for die in turn.dice))
    return RecordedDice((*[1] * (session.dice_thrown - len(thrown)), *thrown))
