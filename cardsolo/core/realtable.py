"""A session's part at a real table: cards as they are turned up, and what was typed last taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.chance import NoChance
from cardsolo.core.errors import OptionError, UndoError
from cardsolo.core.i18n import _
from cardsolo.core.log import fields
from cardsolo.core.typed import (
    CardError,
    Journal,
    NotTypedError,
    TypedDice,
    answers_of,
    cards_in,
    dice_in,
    told,
    turned_up,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolo.core.cards import Card
    from cardsolo.core.chance import Chance
    from cardsolo.core.game import Json
    from cardsolo.core.session import Session, Turn
    from cardsolo.core.typed import Typed, Unseen
    from cardsolo.core.witness import RealCards, Witness


class RealTable:
    """What is typed of the cards and dice of one session. Where none are typed it does nothing.

    set_up: what was typed before the first move. is_set_up: nothing is missing of that.
    """

    def __init__(self, session: Session, witness: Witness | None) -> None:
        self._session = session
        self._witness = witness
        self._chance: Chance | None = None
        self.has_cards = session.extra.get(fields.TYPED_CARDS) is True
        self.journal = Journal()
        self.set_up: tuple[Typed, ...] = ()
        self.is_set_up = not self.has_cards
        #: Every card of the deal is known, as in any game but one of real cards that have not all been seen.
        self.is_known = not self.has_cards or not self._cards.unseen(session.origin.deal)

    @property
    def own(self) -> int:
        """The seat whose hand is typed before the first move."""
        seat: int = self._session.extra.get(fields.OWN_SEAT, 1)
        return seat

    def attach(self, chance: Chance, sink: Callable[[Json], None] | None, witness: Witness | None = None) -> None:
        """Take what is typed from now on from these, and give it to a sink at once."""
        self._witness = witness or self._witness
        self._chance = chance
        self.journal.sink = sink
        if isinstance(chance, TypedDice):
            chance.journal = self.journal

    @property
    def _cards(self) -> RealCards:
        cards = self._session.game.real_cards
        assert cards is not None  # noqa: S101  whoever began the game has seen to that
        return cards

    def viewer(self, state: Any) -> int:
        """Return the seat for which a state is shown: the one to move, if its cards are known."""
        return self._session.game.seat(state) if self.is_known else self.own

    def expect_known(self) -> None:
        """Raise OptionError where cards are not known, for what looks behind them."""
        if not self.is_known:
            raise OptionError(
                _("not every card of this game is known: it was played with real cards, and some were never typed")
            )

    def follow(self, other: RealTable, turn: Turn | None = None) -> None:
        """Know what was typed for a turn of another session of the same game, or before the first."""
        self.journal.entries = list(other.set_up if turn is None else turn.typed)
        if turn is None:
            self.begin()

    # --- cards ------------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Take the cards that are seen before the first move."""
        if self.is_set_up:
            return
        deal = self._session.origin.deal
        if not self.is_known:
            deal = told(self._cards, deal, self._cards.asked_first(deal, self.own), self.journal, self._witness)
            self._session.start_from(deal)
        self.set_up = self.journal.take()
        self.is_set_up = True

    def reopen(self) -> None:
        """Forget the cards that were seen before the first move, so that they can be typed anew."""
        self.is_set_up, self.set_up = False, ()
        self._session.start_from(self._session.origin.deal)

    def before(self, state: Any, move: Any, *, auto: bool) -> Any:
        """Return the state with the cards that a move turns up, before it is played. Raises as `told` does."""
        game, journal = self._session.game, self.journal
        journal.move = "" if auto else game.format_move(move)
        if self.is_known or game.why_not(state, move) is not None:
            return state
        state = told(self._cards, state, self._cards.asked(state, move), journal, self._witness)
        fits = self._fits()
        if not self._cards.asks_fit(state, move):
            if fits is not None:
                raise NotTypedError(_("nobody asked whether another card fits"))
            return state
        if fits is None:
            if self._witness is None:
                raise NotTypedError(_("whether another card fits is missing"))
            journal.wait()
            fits = self._witness.fits(state, move)
            journal.add(fields.FITS, fits)
        return self._cards.claim(state, move, fits=fits)

    def _fits(self) -> bool | None:
        return next((entry.value for entry in self.journal.entries if entry.kind == fields.FITS), None)

    # --- the deal as it becomes known -------------------------------------------------------------------------------
    def deal(self) -> Any:
        """Return the deal as far as the cards are known, by elimination too. Raises CardError for what cannot be."""
        session, cards = self._session, self._cards
        deal = session.origin.deal
        if self.is_known:
            return deal
        deal = self._with(deal, cards.asked_first(deal, self.own), self.set_up)
        for turn in session.turns:
            before = session.state_after(turn.n - 1)
            for at, card in cards.shown(before, turn.move):
                deal = cards.seen(deal, at, card)
            deal = self._with(deal, cards.asked(before, turn.move), turn.typed)
        if session.is_over:
            deal = self._with(deal, cards.unseen(deal), self.journal.entries)
        return cards.eliminated(deal)

    def _with(self, deal: Any, asked: Sequence[Unseen], entries: Sequence[Typed]) -> Any:
        places = (unseen.at for unseen in asked for _number in range(unseen.number))
        for at, card in zip(places, cards_in(entries), strict=False):
            deal = turned_up(self._cards, deal, at, card)
        return deal

    def contradicted(self, deal: Any) -> int | None:
        """Return the number of the first move that would have been another one with this deal, None where all agree."""
        session = self._session
        state = session.game.start(deal, NoChance()).state
        for turn in session.turns:
            if session.game.why_not(state, turn.move) is not None:
                return turn.n
            step = session.game.play(state, turn.move, NoChance())
            if step.events != turn.events:
                return turn.n
            state = step.state
        return None

    def rest(self) -> tuple[Unseen, ...]:
        """Return the cards that are still unseen when the game is over."""
        return self._cards.unseen(self.deal()) if self.has_cards else ()

    def end_fields(self) -> Json:
        """Return the field of the end line that has the whole deal, where it is known."""
        if not self.has_cards:
            return {}
        deal = self.deal()
        if self._cards.unseen(deal) or self.contradicted(deal) is not None:
            return {}
        return {fields.DEAL: self._session.game.deal_to_json(deal)}

    # --- typed anew -------------------------------------------------------------------------------------------------
    def why_not_correct(self) -> str | None:
        """Return why what was typed last cannot be taken back, None where it can."""
        session, journal = self._session, self.journal
        if not journal.entries and self._last() is None:
            return _("no card or die has been typed since the last move")
        if journal.is_corrected and session.game.has_dice and not session.practice:
            return _("only what was typed last is typed anew; more is taken back in a game with --practice")
        return None

    @property
    def undoes_typed(self) -> bool:
        """Whether undo takes back what was typed last; in practice it goes behind dice, and the same fall again."""
        session = self._session
        return self.why_not_correct() is None and not (session.game.has_dice and session.practice)

    def correct(self) -> tuple[Typed, ...]:
        """Take back what was typed last of real cards and dice, or the move that waits for them; return it.

        `settle` then asks for it anew. Raises UndoError for the reason of `why_not_correct`.
        """
        reason = self.why_not_correct()
        if reason is not None:
            raise UndoError(reason)
        session, journal = self._session, self.journal
        entries = list(journal.entries)
        answers = answers_of(entries)
        n = len(session.turns)
        if not entries:
            n = self._last() or 0
            entries = list(session.turns[n].typed if n < len(session.turns) else self.set_up)
            answers = answers_of(entries)
            if not session.turns:
                self.reopen()
        taken = entries[-1:] if answers and not session.is_over else entries
        session.drop(n)
        journal.clear()
        journal.again(entries[: len(entries) - len(taken)])
        journal.is_corrected = True
        self.know_dice()
        return tuple(taken)

    def _last(self) -> int | None:
        """Return after which move stands the one in which something was typed last, None where a choice came later."""
        for turn in reversed(self._session.turns):
            if answers_of(turn.typed):
                return turn.n - 1
            if not turn.auto:
                return None
        return 0 if self.set_up and not self._session.turns else None

    def know_dice(self) -> None:
        """Tell typed dice what has fallen, and what was typed and has yet to fall."""
        if not isinstance(self._chance, TypedDice):
            return
        turns, entries, fallen = self._session.turns, list(self.journal.entries), 0
        for turn in reversed(turns if not self.journal.waiting else ()):
            entries = [*turn.typed, *entries]
            fallen += len(turn.dice)
            if not turn.auto:
                break
        self._chance.know(self._session.dice_thrown, dice_in(entries)[fallen:])


def why_not_cards(cards: RealCards, table: Any, places: Sequence[str], typed: Sequence[Card]) -> CardError | None:
    """Return what is wrong with the first of some cards that cannot be turned up in their places, None for nothing."""
    try:
        for at, card in zip(places, typed, strict=False):
            table = turned_up(cards, table, at, card)
    except CardError as error:
        return error
    return None
