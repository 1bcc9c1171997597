"""Clear the Dungeon with real cards: what is turned up when, and what cannot be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolo.core.cards import UNSEEN, Card
from cardsolo.core.errors import Reason
from cardsolo.core.i18n import _, plural
from cardsolo.core.typed import Unseen
from cardsolo.games.dungeon.moves import Drawn, Killed, Revealed
from cardsolo.games.dungeon.rules import JACK, MONSTER_CARDS, play, power_cards
from cardsolo.games.dungeon.state import HAND_SIZE, PILE_SIZE, PILES, Deal, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.games.dungeon.moves import Move
    from cardsolo.games.dungeon.state import Cards, Rules

_DECK = "deck"


def _pile(index: int) -> str:
    return f"piles[{index}]"


def unseen_deal(rules: Rules) -> Deal:
    return Deal(rules, ((UNSEEN,) * PILE_SIZE,) * PILES, (UNSEEN,) * len(power_cards(rules)))


def unseen(deal: Deal) -> tuple[Unseen, ...]:
    piles = (Unseen(_pile(index), pile.count(UNSEEN)) for index, pile in enumerate(deal.piles))
    return tuple(place for place in (*piles, Unseen(_DECK, deal.deck.count(UNSEEN))) if place.number)


def asked_first(deal: Deal, own: int) -> tuple[Unseen, ...]:  # noqa: ARG001  there is one seat
    """Return the monsters on top and the first hand (section 2)."""
    tops = tuple(Unseen(_pile(index)) for index in range(PILES))
    return (*tops, Unseen(_DECK, min(HAND_SIZE, len(deal.deck))))


def asked(state: State, move: Move) -> tuple[Unseen, ...]:
    """Return what a move turns up: monsters that come to the top, or die by a chain (D4), and the next hand."""
    found = []
    for event in play(state, move).events:
        if isinstance(event, (Killed, Revealed)) and event.monster == UNSEEN:
            found.append(Unseen(_pile(event.pile - 1)))
        elif isinstance(event, Drawn):
            found.append(Unseen(_DECK, event.cards.count(UNSEEN)))
    return tuple(place for place in found if place.number)


def shown(state: State, move: Move) -> tuple[tuple[str, Card], ...]:  # noqa: ARG001  every card was seen before it is played
    return ()


def asks_fit(state: State, move: Move) -> bool:  # noqa: ARG001
    return False


def claim(state: State, move: Move, *, fits: bool) -> State:  # noqa: ARG001
    return state


def seen(table: Deal | State, at: str, card: Card) -> Deal | State:
    if at == _DECK:
        return replace(table, deck=_with(table.deck, card))
    index = int(at[6:-1])
    return replace(table, piles=(*table.piles[:index], _with(table.piles[index], card), *table.piles[index + 1 :]))


def _with(cards: Cards, card: Card) -> Cards:
    at = cards.index(UNSEEN)
    return (*cards[:at], card, *cards[at + 1 :])


def why_not_seen(table: Deal | State, at: str, card: Card) -> Reason | None:
    is_monster = card.rank >= JACK
    if at == _DECK and is_monster:
        return Reason("1", _("{card} is a monster, and none is in the power deck").format(card=card))
    if at != _DECK and not is_monster:
        return Reason("1", _("{card} is a power card; a monster is a jack, queen or king").format(card=card))
    pack = Counter(MONSTER_CARDS if is_monster else power_cards(table.rules))
    places = [place for other, place in _places(table) if other == card]
    if len(places) < pack[card]:
        return None
    if card.is_joker:
        return Reason("1", _jokers(table.rules.jokers))
    return Reason("1", _("{card} has been seen: {place}").format(card=card, place=places[0]))


def _jokers(count: int) -> str:
    if not count:
        return _("this power deck has no joker")
    return plural("the one joker has been seen", "all {count} jokers have been seen", count)


def _places(table: Deal | State) -> Iterator[tuple[Card, str]]:
    """Yield the cards that have been seen, each with where it is, in words."""
    for index, pile in enumerate(table.piles, 1):
        yield from ((card, _("a monster of pile {pile}").format(pile=index)) for card in pile)
    yield from ((card, _("drawn from the deck")) for card in table.deck)
    if isinstance(table, State):
        for index, attack in enumerate(table.attacks, 1):
            yield from ((card, _("on pile {pile}").format(pile=index)) for card in attack)
        yield from ((card, _("in the hand")) for card in table.hand)
        yield from ((card, _("discarded")) for card in table.discards)
        yield from ((card, _("killed")) for card in table.killed)
        yield from ((card, _("used in an attack")) for card in table.spent)


def eliminated(deal: Deal) -> Deal:
    """Return the deal with the one monster, and the one kind of power card, that is left."""
    left = Counter(MONSTER_CARDS) - Counter(sum(deal.piles, ()))
    if left.total() == 1:
        (card,) = left
        deal = replace(deal, piles=tuple(_filled(pile, card) for pile in deal.piles))
    left = Counter(power_cards(deal.rules)) - Counter(deal.deck)
    if len(left) == 1:
        (card,) = left
        deal = replace(deal, deck=_filled(deal.deck, card))
    return deal


def _filled(cards: Cards, card: Card) -> Cards:
    return tuple(card if other == UNSEEN else other for other in cards)
