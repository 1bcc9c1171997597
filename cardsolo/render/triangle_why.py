"""Why a move of Triangle Sevens is advised, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterable


class Fact(Protocol):
    """What an advisor says for a move: a kind out of `WORDS`, and the cards and the cell that it is about."""

    @property
    def kind(self) -> str: ...
    @property
    def cards(self) -> tuple[str, ...]: ...
    @property
    def cell(self) -> str: ...


#: By kind; {cards} are cards of one's own hand.
WORDS: Final = {
    "out": marked("the last card"),
    "closes": marked("closes a corner: {cards} may follow"),
    "closes-last": marked("closes a corner, but nothing in the hand fits after it"),
    "only": marked("{cards} fits nowhere else"),
    "opens": marked("makes a place for {cards}"),
    "pocket": marked("leaves a corner for {cards} at {cell}"),
    "safe-pocket": marked("leaves a corner for {cards} at {cell}, and for nobody else"),
    "stuck": marked("no card in the hand fits"),
}
#: So many facts are put into words, and so many cards named for one.
_MOST: Final = 2
_NAMED: Final = 3


def because(why: Iterable[Fact]) -> str:
    """Return the weightiest facts as words, empty where there are none."""
    return facts(list(why)[:_MOST])


def facts(why: Iterable[Fact]) -> str:
    """Return all facts as words."""
    return "; ".join(_(WORDS[fact.kind]).format(cards=_listed(fact.cards), cell=fact.cell) for fact in why)


def _listed(cards: tuple[str, ...]) -> str:
    more = _(" or others") if len(cards) > _NAMED else ""
    return ", ".join(cards[:_NAMED]) + more
