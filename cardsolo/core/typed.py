"""Games on a real table: what a person types of real cards and dice, and how it is kept until its move is played out.

A card that nobody has seen is a source of chance, as a die is: it stands in the deal as UNSEEN until it is turned up.
What a person types is on disk at once, in lines of their own (`typed`), so that nothing is lost; what was typed last
can be typed anew before anything else is done with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardsolo.core.cards import Card
from cardsolo.core.errors import CardsoloError
from cardsolo.core.i18n import _
from cardsolo.core.log import fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolo.core.errors import Reason
    from cardsolo.core.game import Json
    from cardsolo.core.witness import RealCards, Witness

#: Asks for dice, given what they are thrown for (translated) and how many are thrown together; returns at least one.
Ask = Callable[[str, int], list[int]]
#: What a typed line can hold, by the names of their fields: a move that waits for the others, and those.
KINDS: Final = (fields.MOVE, fields.CARDS, fields.DICE, fields.FITS)


class TakeBack(Exception):  # noqa: N818  a wish of the person who was asked, no error
    """What was typed last is to be taken back: raised by whoever was asked for more."""


class CardError(CardsoloError):
    """A card that cannot lie where it is said to have been turned up."""

    def __init__(self, card: Card, reason: Reason) -> None:
        super().__init__(str(reason))
        self.card = card
        self.reason = reason


class NotTypedError(CardsoloError):
    """Cards are to be turned up, but there is nobody to ask."""


class Unseen(NamedTuple):
    """Cards that are turned up now. at: the place in the deal, as its JSON has it (`piles[1]`, `deck`, `hands[0]`)."""

    at: str
    number: int = 1


class Typed(NamedTuple):
    """One thing that was typed: its kind, of KINDS, and the text of a move, cards, dice, or whether a card fits."""

    kind: str
    value: Any

    def to_json(self) -> Json:
        value = self.value
        if self.kind in {fields.CARDS, fields.DICE}:
            value = [str(card) if isinstance(card, Card) else card for card in value]
        return {fields.TYPE: fields.TYPED, self.kind: value}


class Journal:
    """What has been typed for the line that comes next, each written to `sink` as it comes."""

    def __init__(self) -> None:
        self.sink: Callable[[Json], None] | None = None
        self.entries: list[Typed] = []
        #: The move that what is typed next belongs to, empty for none.
        self.move = ""
        #: What was typed last has been taken back, and nothing was typed since.
        self.is_corrected = False

    def wait(self) -> None:
        """Note the move that is going on before more is asked for."""
        if self.move and not any(entry.kind == fields.MOVE for entry in self.entries):
            self._append(Typed(fields.MOVE, self.move))

    def add(self, kind: str, value: Any) -> None:
        """Note what was typed."""
        self._append(Typed(kind, value))
        self.is_corrected = False

    def again(self, entries: Iterable[Typed]) -> None:
        """Note what was typed before and still stands."""
        for entry in entries:
            self._append(entry)

    def take(self) -> tuple[Typed, ...]:
        """Return all entries and begin anew."""
        entries = tuple(self.entries)
        self.clear()
        return entries

    def clear(self) -> None:
        self.entries.clear()
        self.move = ""
        self.is_corrected = False

    @property
    def answers(self) -> list[Typed]:
        """The entries without the move that they belong to."""
        return answers_of(self.entries)

    @property
    def waiting(self) -> str:
        """The move that was noted, empty for none."""
        return next((str(entry.value) for entry in self.entries if entry.kind == fields.MOVE), "")

    def _append(self, entry: Typed) -> None:
        self.entries.append(entry)
        if self.sink is not None:
            self.sink(entry.to_json())


def answers_of(entries: Iterable[Typed]) -> list[Typed]:
    """Return what was typed besides the move."""
    return [entry for entry in entries if entry.kind != fields.MOVE]


def cards_in(entries: Iterable[Typed]) -> list[Card]:
    """Return the cards of some entries, in the order in which they were turned up."""
    return [card for entry in entries if entry.kind == fields.CARDS for card in entry.value]


def dice_in(entries: Iterable[Typed]) -> list[int]:
    """Return the dice of some entries."""
    return [die for entry in entries if entry.kind == fields.DICE for die in entry.value]


def told(cards: RealCards, table: Any, asked: Sequence[Unseen], journal: Journal, witness: Witness | None) -> Any:
    """Return a deal or state with the cards that are turned up there: those of the journal, then what the witness says.

    Raises CardError for one that cannot be, NotTypedError where nobody is there to be asked.
    """
    places = [unseen.at for unseen in asked for _number in range(unseen.number)]
    done = 0
    while done < len(places):
        known = cards_in(journal.entries)
        if done == len(known):
            if witness is None:
                raise NotTypedError(_("cards are missing"))
            journal.wait()
            journal.add(fields.CARDS, witness.cards(table, places[done:]))
            continue
        table = turned_up(cards, table, places[done], known[done])
        done += 1
    if len(cards_in(journal.entries)) > done:
        raise NotTypedError(_("more cards stand here than were turned up"))
    return table


def turned_up(cards: RealCards, table: Any, at: str, card: Card) -> Any:
    """Return a deal or state with a card turned up. Raises CardError where it cannot be that one."""
    reason = cards.why_not_seen(table, at, card)
    if reason is not None:
        raise CardError(card, reason)
    return cards.seen(table, at, card)


class TypedDice:
    """Dice that a person throws and types in.

    before: dice thrown before this game began (in a position); known: those that it has thrown so far. After an undo
    the dice that were typed in fall again, and are not asked for. Dice typed beyond those asked for answer what the
    same move asks next; what is left when it has been played is for `take_surplus`. journal: where they are noted,
    once there is a game that they belong to.
    """

    def __init__(self, ask: Ask, before: int = 0, known: Iterable[int] = ()) -> None:
        self._ask = ask
        self._before = before
        self._values = list(known)
        self._next = self._fallen = len(self._values)
        self.journal: Journal | None = None

    def die(self, why: str = "", count: int = 1) -> int:
        if self._next == len(self._values):
            if self.journal is not None:
                self.journal.wait()
            dice = self._ask(_(why), count)
            if self.journal is not None:
                self.journal.add(fields.DICE, dice)
            self._values += dice
        self._next += 1
        self._fallen = max(self._fallen, self._next)
        return self._values[self._next - 1]

    def seek(self, thrown: int) -> None:
        self._next = thrown - self._before

    def know(self, thrown: int, ahead: Iterable[int]) -> None:
        """Forget all behind the first `thrown` dice of the game but `ahead`, which were typed and have yet to fall."""
        self.seek(thrown)
        self._fallen = self._next
        self._values[self._next :] = ahead

    def take_surplus(self) -> list[int]:
        """Forget the dice that were typed but never fell, and return them."""
        surplus = self._values[self._fallen :]
        del self._values[self._fallen :]
        return surplus
