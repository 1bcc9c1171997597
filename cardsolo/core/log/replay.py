"""One game of a log, replayed line by line: every line must follow from the rules and from the lines before it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.aid import ASKED, COUNTED
from cardsolo.core.chance import NoDiceError, RecordedDice, SeededDice
from cardsolo.core.dealing import seed_from_json
from cardsolo.core.errors import (
    CardsoloError,
    DealError,
    FormatError,
    IllegalMoveError,
    LogFormatError,
    MoveSyntaxError,
    OptionError,
    VerificationError,
    clip,
)
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import fields
from cardsolo.core.log.lean import Keep, session_of
from cardsolo.core.log.typed import TypedLines, check_start, has_typed_cards, known_session, unseen_deal
from cardsolo.core.session import Origin
from cardsolo.core.typed import CardError, NotTypedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.match import Match
    from cardsolo.core.session import Session, Turn

#: Stands for nothing where two values are compared.
ABSENT: Final = object()
#: What a start line says apart from the fields that `Session.extra` carries on.
_START_FIELDS: Final = {
    fields.TYPE,
    fields.FORMAT,
    fields.RULES_VERSION,
    fields.PROGRAM,
    fields.DEAL,
    fields.POSITION,
    fields.DICE,
}


class LoggedGame:
    """One game of a log, as far as its lines went: replayed, so that whatever it says follows from the rules.

    line: where it begins in the log, from 1; start and end: its first and last line as they stand there, end being None
    for a game in progress; match: the match that it belongs to; undone: how many of its lines took moves back.
    """

    def __init__(self, line: int, start: Json, session: Session, dice: _SeedCheck | None) -> None:
        self.line = line
        self.session = session
        self.start = start
        self.end: Json | None = None
        self.match: Match | None = None
        self.undone = 0
        self._dice = dice
        self._typed = TypedLines(session)

    @property
    def game(self) -> AnyGame:
        return self.session.game

    @property
    def seed(self) -> int | None:
        return self.session.origin.seed

    @property
    def turns(self) -> Sequence[Turn]:
        """The moves that count, those that were taken back left out. Their states are for `state_after` to give."""
        return self.session.turns

    @property
    def result(self) -> Json | None:
        """The result by the rules that the log names, None for a game in progress."""
        return self.session.result

    @property
    def has_ended(self) -> bool:
        """Whether the end line is there; until then an undo could still reopen a game that is over."""
        return self.end is not None

    def state_after(self, n: int) -> Any:
        """Return the state just after move n, 0 being the start."""
        return self.session.state_after(n)

    def __repr__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        state = f", {self.result['outcome']}" if self.result is not None else ", in progress"
        return f"<LoggedGame {self.game.name}{seed}, {len(self.turns)} moves{state}>"

    def take(self, line: Json, number: int) -> None:
        """Take a line after the start. Raises LogFormatError or VerificationError, and is as it was then."""
        if self.has_ended:
            raise VerificationError(_("the game had ended"), number)
        take = {fields.TYPED: self._typed.take, fields.MOVE: self._move, fields.UNDO: self._undo, fields.END: self._end}
        take[line[fields.TYPE]](line, number)

    def _move(self, line: Json, number: int) -> None:
        session = self.session
        expected = len(session.turns) + 1
        if session.is_over:
            raise VerificationError(_("move {n} comes after the end of the game").format(n=expected), number)
        expect_field(fields.N, line.get(fields.N), expected, number)
        text = line.get(fields.MOVE)
        if not isinstance(text, str):
            raise LogFormatError(_("a move line carries a move"), number)
        auto = line.get(fields.AUTO, False)
        if not isinstance(auto, bool):
            raise LogFormatError(_("auto is true or absent"), number)
        self._typed.check_ready(line, number)
        _check_counts(line, ASKED, number)
        session.aid.know(line)
        turn = self._played(line, text, auto, number)
        try:
            self._typed.check_turn(turn, number)
            expect_field(fields.SEAT, line.get(fields.SEAT), turn.seat, number)
            wanted = session.line_of(turn)[fields.EVENTS]
            expect_field(fields.EVENTS, line.get(fields.EVENTS), wanted, number)
            if self._dice is not None:
                self._dice.check(turn.dice, number)
        except VerificationError:
            session.turns.pop()
            raise

    def _played(self, line: Json, text: str, auto: bool, number: int) -> Turn:
        session, dice = self.session, RecordedDice(_dice(line, number))
        try:
            move = session.game.parse_move(text)
            if session.game.format_move(move) != text:
                raise VerificationError(_("“{text}” is not canonical").format(text=clip(text)), number)
            if auto != (session.game.forced_move(session.state) == move):
                raise VerificationError(_("auto does not agree with the choices there were"), number)
            turn = session.push(move, dice, auto=auto, line=line)
        except (IllegalMoveError, MoveSyntaxError) as error:
            raise VerificationError(str(error), number) from None
        except NoDiceError:
            raise VerificationError(_("dice are missing"), number) from None
        except (CardError, NotTypedError) as error:
            raise VerificationError(str(error), number) from None
        if dice.left:
            session.turns.pop()
            raise _too_many_dice(number)
        return turn

    def _undo(self, line: Json, number: int) -> None:
        to = line.get(fields.TO)
        session = self.session
        corrects = line.get(fields.CORRECTS, False)
        if not isinstance(corrects, bool):
            raise LogFormatError(_("{name} is true or absent").format(name=fields.CORRECTS), number)
        if type(to) is not int or not 0 <= to < len(session.turns) + corrects:
            raise VerificationError(_("undo goes back to a move before the last one"), number)
        if corrects:
            self._typed.undo(to, number)
            return
        marked = line.get(fields.PRACTICE, False)
        thrown = sum(len(turn.dice) for turn in session.turns[to:])
        if not isinstance(marked, bool) or (thrown and not marked):
            raise VerificationError(_("an undo behind a thrown die is marked as practice"), number)
        if marked and not thrown and not session.others_moved_after(to):
            text = _("practice marks an undo behind a thrown die or behind moves of other seats, and no other")
            raise VerificationError(text, number)
        session.back_to(to)
        session.real.journal.clear()
        self.undone += 1
        if self._dice is not None:
            self._dice.thrown -= thrown

    def _end(self, line: Json, number: int) -> None:
        result = self.session.result
        if result is None:
            raise VerificationError(_("an end line, but the game goes on"), number)
        expect_field(fields.RESULT, line.get(fields.RESULT), result, number)
        _check_counts(line, COUNTED, number)
        for (
            kind
        ) in COUNTED:  # moves that were taken back may have been left out of a log, with what was asked before them
            if kind in line and line[kind] < self.session.aid.total(kind):
                expect_field(kind, line[kind], self.session.aid.total(kind), number)
        if self.session.real.has_cards and isinstance(line.get(fields.DEAL), dict):
            self.session = known_session(self.session, line[fields.DEAL], number)
        if self.match is not None:
            expect_field(fields.STANDINGS, line.get(fields.STANDINGS), self.match.standings(result), number)
            self.match.results.append(result)
        self.end = line


class _SeedCheck:
    """Compares the dice of a log with those of its seed, where nobody is said to have thrown real ones."""

    def __init__(self, game: str, seed: int, before: int) -> None:
        self._source = SeededDice(game, seed, before)
        self._fallen: list[int] = []
        #: How many dice of this log stand now.
        self.thrown = 0

    def check(self, dice: Sequence[int], number: int) -> None:
        """Raise VerificationError for the first of the next dice that is not the seed's."""
        while len(self._fallen) < self.thrown + len(dice):
            self._fallen.append(self._source.die())
        for index, (die, fallen) in enumerate(zip(dice, self._fallen[self.thrown :], strict=False)):
            if die != fallen:
                text = _("dice[{index}] is {die}, the seed gives {fallen} (the start line does not say {typed_dice})")
                values = {"index": index, "die": die, "fallen": fallen, "typed_dice": fields.TYPED_DICE}
                raise VerificationError(text.format(**values), number)
        self.thrown += len(dice)


def start_game(line: Json, number: int, find_game: Callable[[str], AnyGame], keep: Keep) -> LoggedGame:
    """Begin the game of a start line; its match is not looked at. Raises LogFormatError or VerificationError."""
    if line.get(fields.FORMAT) != fields.LOG_FORMAT:
        text = _("format {found} is not {wanted}")
        found = clip(dumps(line.get(fields.FORMAT)))
        raise LogFormatError(text.format(found=found, wanted=fields.LOG_FORMAT), number)
    key = fields.POSITION if fields.POSITION in line and fields.DEAL not in line else fields.DEAL
    source = line.get(key)
    if not isinstance(source, dict):
        raise LogFormatError(_("a start line carries a deal or a position"), number)
    dice = RecordedDice(_dice(line, number))
    try:
        game = find_game(str(source.get("game")))
        version = line.get(fields.RULES_VERSION)
        if type(version) is not int or version not in {game.rules_version, *game.older_versions}:
            raise LogFormatError(_("rules version {found} is not known").format(found=clip(dumps(version))), number)
        is_typed = has_typed_cards(line, number)
        if key == fields.DEAL:
            deal = unseen_deal(game, source) if is_typed else game.deal_from_json(source)
            origin = Origin(game, deal=deal)
        else:
            origin = Origin(game, position=game.position_from_json(source))
        extra = {name: value for name, value in line.items() if name not in _START_FIELDS}
        if is_typed:
            check_start(game, origin, line, number)
            keep = Keep.ALL  # what a move turned up is asked of the state before it
        how = {"extra": extra, "rules_version": version, "read_from": line}
        session = session_of(keep, origin, chance=dice, auto=False, settle=False, **how)
        check = _seed_check(origin, line, number)
    except NoDiceError:
        raise VerificationError(_("dice are missing"), number) from None
    except DealError as error:
        raise VerificationError(str(error), number) from None
    except FormatError:
        raise
    except CardsoloError as error:
        raise LogFormatError(str(error), number) from None
    if dice.left:
        raise _too_many_dice(number)
    if check is not None:
        check.check(session.start_dice, number)
    return LoggedGame(number, line, session, check)


def _seed_check(origin: Origin, line: Json, number: int) -> _SeedCheck | None:
    typed = line.get(fields.TYPED_DICE, False)
    seed = origin.seed
    if seed is None and fields.DICE_SEED in line:
        try:
            seed = seed_from_json(line[fields.DICE_SEED])
        except OptionError as error:
            raise LogFormatError(f"{fields.DICE_SEED}: {error}", number) from None
    if typed or seed is None or not origin.game.has_dice:
        return None
    return _SeedCheck(origin.game.name, seed, origin.dice_thrown)


def _dice(line: Json, number: int) -> list[int]:
    dice = line.get(fields.DICE, [])
    if not isinstance(dice, list) or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise LogFormatError(_("dice are numbers from 1 to 6"), number)
    return dice


def _check_counts(line: Json, kinds: Sequence[str], number: int) -> None:
    """Raise LogFormatError for a count of help that is none."""
    for kind in kinds:
        if kind in line and (type(line[kind]) is not int or line[kind] < 1):
            raise LogFormatError(_("{name} is a number from 1, or absent").format(name=kind), number)


def _too_many_dice(number: int) -> VerificationError:
    return VerificationError(_("more dice stand here than were thrown"), number)


def expect_field(what: str, found: Any, expected: Any, number: int) -> None:
    """Raise VerificationError, naming the first difference, unless a field says what the rules give."""
    gap = difference(found, expected, what)
    if gap is None:
        return
    at, found, expected = gap
    if found is ABSENT:
        message = _("{what} is missing, the rules give {expected}")
    elif expected is ABSENT:
        message = _("{what} is {found}, the rules give nothing there")
    else:
        message = _("{what} is {found}, the rules give {expected}")
    values = {"found": found, "expected": expected}
    shown = {name: "" if value is ABSENT else clip(dumps(value), 200) for name, value in values.items()}
    raise VerificationError(message.format(what=at, **shown), number)


def difference(found: Any, expected: Any, at: str) -> tuple[str, Any, Any] | None:
    """Return the first place where two JSON values differ, with what stands there (ABSENT for nothing), None for none.

    Unlike in ==, true is not 1 and 1.0 is not 1. Unknown fields of objects are let be.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        parts = [(found.get(key, ABSENT), value, f"{at}.{key}") for key, value in expected.items()]
    elif isinstance(expected, list) and isinstance(found, list):
        both = enumerate(zip_longest(found, expected, fillvalue=ABSENT))
        parts = [(one, other, f"{at}[{index}]") for index, (one, other) in both]
    else:
        return None if type(found) is type(expected) and found == expected else (at, found, expected)
    return next((gap for part in parts if (gap := difference(*part)) is not None), None)
