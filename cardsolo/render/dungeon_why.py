"""What speaks for a way to go on with a hand of Clear the Dungeon, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.render.triangle_why import Fact

#: By kind; {cards} are monsters, or cards of the hand, {cell} a number.
WORDS: Final = {
    "kills": marked("kills {cards}"),
    "spends": marked("places {cards}"),
    "keeps": marked("keeps {cards} in the hand"),
    "discards": marked("gives up {cards}"),
    "second": marked("{cards} then takes a second card of {cell} or more"),
    "finisher": marked("{cards} then waits for its suit or a joker"),
}


def facts(why: Iterable[Fact]) -> str:
    """Return all facts as words, empty where there are none."""
    return "; ".join(_(WORDS[fact.kind]).format(cards=" ".join(fact.cards), cell=fact.cell) for fact in why)
