"""A game in progress: the one engine behind typed play, scripts, bots, replay, verification and resume.

A session holds every state since the start, so undo is going back to an old one. Each change is handed to a sink as a
log line the moment it happens; with a file behind the sink nothing is ever lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardsolo import __version__
from cardsolo.core.aid import Aid
from cardsolo.core.chance import Chance, NoChance, Recorder, SeededDice
from cardsolo.core.errors import IllegalMoveError, Reason, UndoError
from cardsolo.core.game import RESIGN
from cardsolo.core.i18n import _
from cardsolo.core.log import fields
from cardsolo.core.realtable import RealTable

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Event, Json
    from cardsolo.core.typed import Typed
    from cardsolo.core.witness import Witness


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a game starts: a deal, or else a position that somebody set up."""

    game: AnyGame
    deal: Any = None
    position: Any = None

    @property
    def rules(self) -> Any:
        """The rules options."""
        return (self.deal if self.position is None else self.position).rules

    @property
    def seed(self) -> int | None:
        """The seed that further dice come from, None where there is none."""
        return self.game.seed_of(self.deal) if self.position is None else self.game.seed_of_position(self.position)

    @property
    def dice_thrown(self) -> int:
        """How many dice had been thrown before the game began here: none in a deal."""
        return 0 if self.position is None else self.game.dice_thrown(self.position)

    def to_json(self) -> Json:
        if self.position is None:
            return {fields.DEAL: self.game.deal_to_json(self.deal)}
        return {fields.POSITION: self.game.position_to_json(self.position)}

    def chance(self) -> Chance:
        """Return the dice that belong to the start of this game."""
        if self.game.has_dice and self.seed is not None:
            return SeededDice(self.game.name, self.seed, self.dice_thrown)
        return NoChance()


@dataclass(frozen=True, slots=True)
class Turn:
    """One move that was played: its number from 1, who made it, what it threw and changed, and the state after it.

    line: the line of a log that it was read from, whatever else that says. typed: what was typed of real cards and dice
    while it was played; asked: what was asked for before it (`core.aid`).
    """

    n: int
    seat: int
    move: Any
    auto: bool
    dice: tuple[int, ...]
    events: tuple[Event, ...]
    state: Any
    line: Json | None = field(default=None, compare=False, repr=False)
    typed: tuple[Typed, ...] = field(default=(), repr=False)
    asked: Json = field(default_factory=dict, compare=False, repr=False)

    def to_json(self, game: AnyGame) -> Json:
        """Return the line of a log that this turn is."""
        line: Json = {fields.TYPE: fields.MOVE, fields.N: self.n, fields.SEAT: self.seat}
        line[fields.MOVE] = game.format_move(self.move)
        if self.auto:
            line[fields.AUTO] = True
        if self.dice:
            line[fields.DICE] = list(self.dice)
        line[fields.EVENTS] = [event.to_json() for event in self.events]
        return line | self.asked


#: Turns a result into the further fields of an end line.
EndFields = Callable[["Json"], "Json"]


class Session:
    """Plays one game and reports each change to `sink` as a log line.

    With `practice`, undo may go behind a thrown die, and the same dice fall again; where a game has dice, the start
    line says so. An undo behind a thrown die, or behind what another seat has shown meanwhile, is marked in the log.
    `auto` makes the moves that leave no choice (`Game.forced_move`) by itself; a replay leaves them to its log. Without
    `settle` the first of them wait until `settle` is called, so that a caller can show the game before dice are thrown.
    extra: further fields of the start line. end_fields: turns a result into the further fields of the end line.
    read_from: the start line of the log that the game is read from, which then stands as it stood there. rules_version:
    the version of the rules whose form lines and result have, the present one where none is named; a log of an older
    version stays one when it is taken up. witness: who sees the cards of a real table.
    """

    def __init__(
        self,
        origin: Origin,
        *,
        chance: Chance | None = None,
        sink: Callable[[Json], None] | None = None,
        practice: bool = False,
        auto: bool = True,
        settle: bool = True,
        extra: Json | None = None,
        end_fields: EndFields | None = None,
        read_from: Json | None = None,
        rules_version: int | None = None,
        witness: Witness | None = None,
    ) -> None:
        self.origin = origin
        self.game = origin.game
        #: Further fields of the start line.
        self.extra: Json = (extra or {}) | ({fields.PRACTICE: True} if practice and origin.game.has_dice else {})
        self.practice = practice or self.extra.get(fields.PRACTICE) is True
        self.rules_version = origin.game.rules_version if rules_version is None else rules_version
        self._auto = auto
        self._chance = chance if chance is not None else origin.chance()
        self._sink = sink
        self.turns: list[Turn] = []
        #: What each undo took back, the last one at the end.
        self._undone: list[list[Turn]] = []
        #: By seat, the last of its moves (its number) that was ever taken back.
        self._taken_back: dict[int, int] = {}
        self._closed = False
        recorder = Recorder(self._chance)
        if origin.position is None:
            step = self.game.start(origin.deal, recorder)
        else:
            step = self.game.enter(origin.position, recorder)
        self.start_state = step.state
        self.start_events = step.events
        self.start_dice = tuple(recorder.taken)
        #: The start line of the log that the game was read from, if it was.
        self.read_from = read_from
        self._end_fields = end_fields
        self.aid = Aid()
        self.real = RealTable(self, witness)
        self._emit(self._start_line(self.extra))
        self.real.attach(self._chance, sink)
        if settle:
            self.settle()

    # --- reading ----------------------------------------------------------------------------------------------------
    @property
    def state(self) -> Any:
        return self.turns[-1].state if self.turns else self.start_state

    def state_after(self, n: int) -> Any:
        """Return the state just after move n, 0 being the start."""
        return self.turns[n - 1].state if n else self.start_state

    @property
    def result(self) -> Json | None:
        result = self.game.result(self.state)
        if result is None or self.rules_version == self.game.rules_version:
            return result
        return self.game.result_as_of(self.rules_version, result, self.state)

    @property
    def is_over(self) -> bool:
        return self.result is not None

    def lines(self) -> list[Json]:
        """Return the log of the game as it stands, moves that were taken back left out.

        What was read from a log stands as it stood there.
        """
        lines = [self._start_line(self.extra) if self.read_from is None else self.read_from]
        lines += [entry.to_json() for entry in self.real.set_up]
        for turn in self.turns:
            lines += [entry.to_json() for entry in turn.typed]
            lines.append(self.line_of(turn) if turn.line is None else turn.line)
        lines += [entry.to_json() for entry in self.real.journal.entries]
        return [*lines, self._end_line()] if self.is_over else lines

    def line_of(self, turn: Turn) -> Json:
        """Return the log line of a turn."""
        line = turn.to_json(self.game)
        if self.rules_version != self.game.rules_version:
            line[fields.EVENTS] = [self.game.event_as_of(self.rules_version, event) for event in line[fields.EVENTS]]
        return line

    # --- playing ----------------------------------------------------------------------------------------------------
    def play(self, move: Any) -> list[Turn]:
        """Play a move and all forced ones after it. Raises IllegalMoveError and changes nothing then."""
        played = [self.push(move, self._chance)]
        self._undone.clear()
        self._emit(self.line_of(played[0]))
        return played + self.settle()

    def push(self, move: Any, chance: Chance, *, auto: bool = False, line: Json | None = None) -> Turn:
        """Play one move with dice from chance, without a line; for replay. line: what the log says of it.

        Raises IllegalMoveError, also where the game has gone on for `max_moves` and all that is left is to resign.
        """
        before = self.state
        if len(self.turns) >= self.game.max_moves:
            self._refuse_to_go_on(move)
        recorder = Recorder(chance)
        seat = self.game.seat(before)
        known = self.real.before(before, move, auto=auto)
        step = self.game.apply(known, move, recorder)
        dice, typed = tuple(recorder.taken), self.real.journal.take()
        n, asked = len(self.turns) + 1, self.aid.take()
        turn = Turn(n, seat, move, auto, dice, step.events, step.state, line, typed, asked)
        self.turns.append(turn)
        return turn

    def _refuse_to_go_on(self, move: Any) -> None:
        text = self.game.format_move(move)
        if text != RESIGN:
            reason = _("this game has had its {most} moves, and can only be resigned").format(most=self.game.max_moves)
            raise IllegalMoveError(text, Reason("max", reason))

    def settle(self) -> list[Turn]:
        """Play on to the next choice: what was typed before it is played out, then the moves that leave no choice."""
        self.real.begin()
        played: list[Turn] = []
        if self.real.journal.waiting:
            played.append(self.push(self.game.parse_move(self.real.journal.waiting), self._chance))
            self._emit(self.line_of(played[-1]))
        while self._auto and not self.is_over and (move := self.game.forced_move(self.state)) is not None:
            if len(self.turns) >= self.game.max_moves:
                break  # what is left is to resign
            played.append(self.push(move, self._chance, auto=True))
            self._emit(self.line_of(played[-1]))
        return played

    def close(self) -> None:
        """Write the end line of a finished game; until then undo can still reopen it. An unfinished one stays open."""
        if self.is_over and not self._closed:
            self._closed = True
            self._emit(self._end_line())

    # --- undo and redo ----------------------------------------------------------------------------------------------
    def why_no_undo(self, seats: frozenset[int] | None = None) -> str | None:
        """Return why undo (to a choice of one of seats, if given) is refused, None where it is not."""
        return self._why_not_back(self._choices(seats)[-1:])

    def undo(self, seats: frozenset[int] | None = None) -> list[Turn]:
        """Take back the last choice (of one of seats, if given) and all that followed; return what was taken back.

        Raises UndoError when there is none, when a thrown die, which is public, would be taken back, and after `close`.
        """
        return self._take_back(self._choices(seats)[-1:])

    def restart(self, seats: frozenset[int] | None = None) -> list[Turn]:
        """Take back all from the first choice (of one of seats, if given) on. Raises as `undo` does."""
        return self._take_back(self._choices(seats)[:1])

    def _choices(self, seats: frozenset[int] | None) -> list[int]:
        """Return the indices of the turns that were choices, of one of seats if given."""
        turns = enumerate(self.turns)
        return [index for index, turn in turns if not turn.auto and (seats is None or turn.seat in seats)]

    def _why_not_back(self, choice: list[int]) -> str | None:
        """Return why nothing goes back to a choice, of which there is one or none."""
        if self._closed:
            return _("the game is over and its end is written: nothing can be taken back")
        if not choice:
            return _("there is no move to take back")
        if self.threw_after(choice[0]) and not self.practice:
            return _("a die has been thrown since; only a game with --practice goes back behind it")
        return None

    def _take_back(self, choice: list[int]) -> list[Turn]:
        reason = self._why_not_back(choice)
        if reason is not None:
            raise UndoError(reason)
        (index,) = choice
        taken = self.turns[index:]
        marked = self.threw_after(index) or self.others_moved_after(index)
        self._drop(index)
        self.aid.count(fields.UNDOS)
        self.real.journal.clear()
        self._undone.append(taken)
        self._chance.seek(self.dice_thrown)
        self._emit({fields.TYPE: fields.UNDO, fields.TO: index} | ({fields.PRACTICE: True} if marked else {}))
        return taken

    def threw_after(self, n: int) -> bool:
        """Tell whether a die has been thrown after move n."""
        return any(turn.dice for turn in self.turns[n:])

    def others_moved_after(self, n: int) -> bool:
        """Tell whether the seat that moves again when move n + 1 is taken back has seen moves of other seats meanwhile.

        Moves that were themselves taken back have been seen too.
        """
        mover = self.turns[n].seat
        later = {turn.seat for turn in self.turns[n:]} | {seat for seat, last in self._taken_back.items() if last > n}
        return bool(later - {mover})

    def drop(self, n: int) -> None:
        """Go back to just after move n, where what was typed later is typed anew; the log says so."""
        del self.turns[n:]
        self._undone.clear()
        self._emit({fields.TYPE: fields.UNDO, fields.TO: n, fields.CORRECTS: True})

    def start_from(self, deal: Any) -> None:
        """Begin with a deal of which more is known than of that in the start line; no move has been played."""
        step = self.game.start(deal, NoChance())
        self.start_state, self.start_events = step.state, step.events

    def redo(self) -> list[Turn]:
        """Play again all that the last undo took back. Raises UndoError when there is nothing."""
        if not self._undone:
            raise UndoError(_("there is no move to play again"))
        *rest, taken = self._undone
        played: list[Turn] = []
        for turn in taken:
            if turn.n > len(self.turns):  # not among the forced moves that followed by themselves
                self.real.journal.again(turn.typed)
                played += self.play(turn.move)
        self._undone = rest  # play forgets what was undone
        return played

    def back_to(self, n: int) -> None:
        """Go back to just after move n, as an `undo` line of a log says; raises UndoError for a move not played.

        A game that has gone back behind a die was played for practice, and goes on so.
        """
        if not 0 <= n < len(self.turns):
            raise UndoError(_("move {n} is not behind this one").format(n=n))
        self.practice = self.practice or self.threw_after(n)
        self.aid.count(fields.UNDOS)
        self._drop(n)

    def _drop(self, n: int) -> None:
        self._taken_back |= {turn.seat: max(turn.n, self._taken_back.get(turn.seat, 0)) for turn in self.turns[n:]}
        del self.turns[n:]

    @property
    def dice_thrown(self) -> int:
        """How many dice this game has thrown up to now, those before a position that it started from included."""
        return self.origin.dice_thrown + len(self.start_dice) + sum(len(turn.dice) for turn in self.turns)

    # --- going on after a replay ------------------------------------------------------------------------------------
    def go_on(
        self,
        sink: Callable[[Json], None] | None,
        chance: Chance | None = None,
        *,
        settle: bool = True,
        practice: bool = False,
        end_fields: EndFields | None = None,
        witness: Witness | None = None,
    ) -> None:
        """Turn a replayed session into a played one: its own dice go on where they were, new lines go to sink.

        settle and end_fields as in the constructor; practice: from now on, where it was not one already.
        """
        self.practice = self.practice or practice
        self._end_fields = end_fields
        self._chance = chance if chance is not None else self.origin.chance()
        self._chance.seek(self.dice_thrown)
        self._sink = sink
        self._auto = True
        self.real.attach(self._chance, sink, witness)
        self.real.know_dice()
        if settle:
            self.settle()

    def _start_line(self, extra: Json) -> Json:
        line: Json = {
            fields.TYPE: fields.START,
            fields.FORMAT: fields.LOG_FORMAT,
            fields.RULES_VERSION: self.rules_version,
            fields.PROGRAM: __version__,
        }
        line |= self.origin.to_json() | extra
        if self.start_dice:
            line[fields.DICE] = list(self.start_dice)
        return line

    def _end_line(self) -> Json:
        result = self.result
        assert result is not None  # noqa: S101  only a finished game has this line
        extra = self._end_fields(result) if self._end_fields else {}
        return {fields.TYPE: fields.END, fields.RESULT: result} | extra | self.real.end_fields() | self.aid.end_fields()

    def _emit(self, line: Json) -> None:
        if self._sink is not None:
            self._sink(line)
