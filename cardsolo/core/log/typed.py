"""The lines of a log that say what was typed at a real table: read, and held against the moves that they belong to."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import parse_card
from cardsolo.core.chance import NoChance
from cardsolo.core.errors import CardsoloError, LogFormatError, MoveSyntaxError, OptionError, VerificationError
from cardsolo.core.i18n import _
from cardsolo.core.log import fields
from cardsolo.core.session import Origin, Session
from cardsolo.core.typed import KINDS, CardError, NotTypedError, Typed, answers_of, dice_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.session import Turn


def has_typed_cards(start: Json, number: int) -> bool:
    """Tell whether a start line is of a game of typed cards. Raises LogFormatError for what neither says so nor not."""
    for name in (fields.TYPED_CARDS, fields.TYPED_DICE):
        if not isinstance(start.get(name, False), bool):
            raise LogFormatError(_("{name} is true or absent").format(name=name), number)
    return start.get(fields.TYPED_CARDS) is True


def check_start(game: AnyGame, origin: Origin, start: Json, number: int) -> None:
    """Check what the start line of a game of typed cards says besides. Raises LogFormatError."""
    if origin.position is not None:
        raise LogFormatError(_("a game with typed cards begins with a deal"), number)
    seats, own = game.seats(origin.rules), start.get(fields.OWN_SEAT, 1)
    if type(own) is not int or not 1 <= own <= seats:
        raise LogFormatError(_("{name} is a seat from 1 to {seats}").format(name=fields.OWN_SEAT, seats=seats), number)


def unseen_deal(game: AnyGame, source: Json) -> Any:
    """Read the deal of a game with typed cards: its rules, and no card that anybody has seen.

    Raises as the game's reader of deals does, OptionError where cards stand in it.
    """
    if game.real_cards is None:
        raise OptionError(_("{game} is not played with typed cards").format(game=game.name))
    known = game.deal_from_json({name: source[name] for name in ("type", "game", "rules") if name in source} | _ANY)
    deal = game.real_cards.unseen_deal(known.rules)
    if "seed" in source or game.deal_to_json(deal) != {name: source.get(name) for name in game.deal_to_json(deal)}:
        raise OptionError(_("the deal of a game with typed cards has ?? for every card"))
    return deal


#: A seed, so that the rules of a deal can be read without its cards.
_ANY: Json = {"seed": 0}


class TypedLines:
    """What was typed in one game of a log, checked against its moves."""

    def __init__(self, session: Session) -> None:
        self._session = session
        #: What must be typed again, since only what came after it was taken back.
        self._kept: list[Typed] = []
        #: What was typed last was taken back, and nothing has been typed in its place.
        self._is_corrected = False
        #: Typed dice that have yet to fall; the program drops what a move leaves.
        self._dice: list[int] = []

    def take(self, line: Json, number: int) -> None:
        """Take a typed line. Raises LogFormatError or VerificationError."""
        session = self._session
        if not (session.real.has_cards or session.extra.get(fields.TYPED_DICE) is True):
            raise VerificationError(_("nothing is typed in this game: its start line does not say so"), number)
        entry = _entry(line, number)
        journal = session.real.journal
        self._check_kind(entry, number)
        if entry.kind == fields.MOVE:
            self._take_move(entry, number)
        journal.entries.append(entry)
        self._is_corrected = self._is_corrected and len(journal.entries) <= len(self._kept)
        try:
            if not session.real.is_set_up:
                self._set_up(number)
            elif session.is_over:
                session.real.deal()
        except CardError as error:
            journal.entries.pop()
            raise VerificationError(str(error), number) from None

    def _check_kind(self, entry: Typed, number: int) -> None:
        """Raise VerificationError for what this game does not ask for now."""
        real = self._session.real
        is_fitting = {
            fields.CARDS: real.has_cards,
            fields.DICE: not real.has_cards,
            fields.FITS: bool(real.has_cards and real.journal.waiting),
            fields.MOVE: True,
        }
        known = [other.kind for other in real.journal.entries]
        if not is_fitting[entry.kind] or (entry.kind == fields.FITS and fields.FITS in known):
            raise VerificationError(_("{name} is not asked for here").format(name=entry.kind), number)

    def _take_move(self, entry: Typed, number: int) -> None:
        session = self._session
        if session.real.journal.entries or session.is_over or not session.real.is_set_up:
            raise VerificationError(_("a move is typed before the cards and dice of it"), number)
        self._dice = []
        try:
            reason = session.game.why_not(session.state, session.game.parse_move(str(entry.value)))
        except MoveSyntaxError as error:
            raise VerificationError(str(error), number) from None
        if reason is not None:
            raise VerificationError(str(reason), number)

    def _set_up(self, number: int) -> None:
        real = self._session.real
        with suppress(NotTypedError):  # more of it is to come
            real.begin()
        if real.is_set_up:
            self._check_kept(real.set_up, number)
            self._kept = []

    def _check_kept(self, entries: Sequence[Typed], number: int) -> None:
        if self._kept != list(entries[: len(self._kept)]):
            raise VerificationError(_("more than what was typed last has changed"), number)

    def check_ready(self, line: Json, number: int) -> None:
        """Raise VerificationError where a move line does not follow from what was typed before it."""
        real = self._session.real
        if not real.is_set_up:
            raise VerificationError(_("cards are missing"), number)
        waiting = real.journal.waiting
        if waiting and waiting != line.get(fields.MOVE):
            text = _("{move} was typed, and waits for its cards or dice")
            raise VerificationError(text.format(move=waiting), number)
        self._check_kept(real.journal.entries, number)

    def check_turn(self, turn: Turn, number: int) -> None:
        """Raise VerificationError where the dice of a turn are not those that were typed."""
        self._kept, self._is_corrected = [], False
        typed = dice_in(turn.typed)
        if not turn.auto and not typed:
            self._dice = []
        self._dice += typed
        for die in turn.dice if self._dice or typed else ():
            if not self._dice:
                return  # a log from before dice had lines of their own
            if self._dice.pop(0) != die:
                raise VerificationError(_("these are not the dice that were typed"), number)

    def undo(self, to: int, number: int) -> None:
        """Take back what was typed last. Raises VerificationError where that is not what the line takes back."""
        session = self._session
        real = session.real
        if self._is_corrected and session.game.has_dice and not session.practice:
            raise VerificationError(_("only what was typed last is typed anew"), number)
        self._is_corrected = True
        if to == len(session.turns):
            if not real.journal.entries and (session.turns or not real.set_up):
                raise VerificationError(_("nothing has been typed that could be typed anew"), number)
            if not real.journal.entries:
                self._kept = list(real.set_up[:-1])
                real.reopen()
            elif session.is_over:
                self._kept = []
            else:
                self._kept = real.journal.entries[:-1]
            real.journal.clear()
            return
        first, *later = session.turns[to:]
        if not answers_of(first.typed) or any(answers_of(turn.typed) or not turn.auto for turn in later):
            raise VerificationError(_("only what was typed last is typed anew"), number)
        self._kept = list(first.typed[:-1])
        self._dice = []
        real.journal.clear()
        del session.turns[to:]


def _entry(line: Json, number: int) -> Typed:
    found = [kind for kind in KINDS if kind in line]
    if len(found) != 1:
        raise LogFormatError(_("a typed line has one of {names}").format(names=", ".join(KINDS)), number)
    (kind,) = found
    value = line[kind]
    if kind == fields.MOVE and isinstance(value, str):
        return Typed(kind, value)
    if kind == fields.FITS and isinstance(value, bool):
        return Typed(kind, value)
    if kind == fields.DICE and _is_list(value) and all(type(die) is int and 1 <= die <= 6 for die in value):
        return Typed(kind, value)
    if kind == fields.CARDS and _is_list(value) and all(isinstance(card, str) for card in value):
        try:
            return Typed(kind, [parse_card(card) for card in value])
        except ValueError:
            pass  # told below
    raise LogFormatError(_("{name} of a typed line is not what it should be").format(name=kind), number)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0


def known_session(session: Session, deal: Json, number: int) -> Session:
    """Return a session of typed cards as one of which every card is known, now that the end line has the deal.

    Raises VerificationError where that is not what the cards and moves before it give.
    """
    game = session.game
    try:
        whole = game.deal_from_json(deal)
        known = session.real.deal()
    except CardsoloError as error:
        raise VerificationError(f"{fields.DEAL}: {error}", number) from None
    if game.deal_to_json(known) != game.deal_to_json(whole):
        raise VerificationError(_("this is not the deal that was typed"), number)
    wrong = session.real.contradicted(whole)
    if wrong is not None:
        raise VerificationError(_("with this deal move {n} would have been another one").format(n=wrong), number)
    found = Session(
        Origin(game, deal=whole),
        chance=NoChance(),
        auto=False,
        settle=False,
        extra=session.extra,
        read_from=session.read_from,
        rules_version=session.rules_version,
    )
    found.real.follow(session.real)
    for turn in session.turns:
        found.real.follow(session.real, turn)
        found.push(turn.move, NoChance(), auto=turn.auto, line=turn.line)
    found.real.journal.entries = list(session.real.journal.entries)
    found.aid = session.aid
    return found
