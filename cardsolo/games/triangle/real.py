"""Triangle Sevens with real cards: one hand is seen, the others only as their cards are placed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolo.core.cards import JOKER, PACK, UNSEEN, Card
from cardsolo.core.errors import Reason
from cardsolo.core.i18n import _
from cardsolo.core.typed import Unseen
from cardsolo.games.triangle.moves import PASS, RESIGN
from cardsolo.games.triangle.rules import barred_to, format_cell, unplaced
from cardsolo.games.triangle.state import Deal, State

if TYPE_CHECKING:
    from cardsolo.games.triangle.moves import Move
    from cardsolo.games.triangle.state import Cards, Rules


def _hand(index: int) -> str:
    return f"hands[{index}]"


def unseen_deal(rules: Rules) -> Deal:
    return Deal(rules, tuple((UNSEEN,) * len(PACK[seat :: rules.players]) for seat in range(rules.players)))


def unseen(deal: Deal) -> tuple[Unseen, ...]:
    hands = (Unseen(_hand(index), hand.count(UNSEEN)) for index, hand in enumerate(deal.hands))
    return tuple(place for place in hands if place.number)


def asked_first(deal: Deal, own: int) -> tuple[Unseen, ...]:
    """Return one's own hand."""
    return (Unseen(_hand(own - 1), len(deal.hands[own - 1])),)


def asked(state: State, move: Move) -> tuple[Unseen, ...]:  # noqa: ARG001  no move turns up any card but its own
    return ()


def shown(state: State, move: Move) -> tuple[tuple[str, Card], ...]:
    """Return the card that is placed from a hand which nobody else has seen."""
    if move.card is None or move.card in state.hand:
        return ()
    return ((_hand(state.seat - 1), move.card),)


def asks_fit(state: State, move: Move) -> bool:
    """Tell whether the seat may place another card, for all that is known (T2)."""
    if move in (PASS, RESIGN) or len(state.board.contacts(move.cell)) < 2:
        return False
    known, hidden, fitting, others = _after(state, move)
    if not hidden or any(card in fitting for card in known):
        return False
    fit = len(fitting.intersection(others))
    # with more hidden cards than there are unseen ones that do not fit, one of them must
    return fit > 0 and hidden <= len(others) - fit


def _after(state: State, move: Move) -> tuple[Cards, int, frozenset[Card], Cards]:
    """Return what the seat holds after a placement: known cards, how many hidden ones; and what fits then.

    The last are the cards that a hidden one may be.
    """
    assert move.card is not None  # noqa: S101  passing and resigning were dealt with by the caller
    hand = list(state.hand)
    hand.remove(move.card if move.card in hand else UNSEEN)
    fitting: frozenset[Card] = frozenset().union(*state.board.place(move.cell, move.card).open.values())
    others = tuple(card for card in unplaced(state) if card != move.card)
    return tuple(card for card in hand if card != UNSEEN), hand.count(UNSEEN), fitting, others


def claim(state: State, move: Move, *, fits: bool) -> State:
    """Return the state in which the seat has said that nothing fits: its hidden cards are none of those that would."""
    if fits:
        return state
    _known, _hidden, fitting, others = _after(state, move)
    return replace(state, barred=(*state.barred, (state.seat, fitting.intersection(others))))


def seen(table: Deal | State, at: str, card: Card) -> Deal | State:
    index = int(at[6:-1])
    hand = list(table.hands[index])
    hand[hand.index(UNSEEN)] = card
    return replace(table, hands=(*table.hands[:index], tuple(hand), *table.hands[index + 1 :]))


def why_not_seen(table: Deal | State, at: str, card: Card) -> Reason | None:
    if card == JOKER:
        return Reason("2", _("the joker lies on the table, in nobody's hand"))
    for seat, hand in enumerate(table.hands, 1):
        if card in hand:
            return Reason("2", _("{card} is in the hand of seat {seat}").format(card=card, seat=seat))
    if isinstance(table, State):
        for cell, other in table.board.cells.items():
            if other == card:
                return Reason("2", _("{card} lies at {cell} already").format(card=card, cell=format_cell(cell)))
        if card in barred_to(table, int(at[6:-1]) + 1):
            return _barred(card, int(at[6:-1]) + 1)
    return None


def _barred(card: Card, seat: int) -> Reason:
    text = _("seat {seat} had said that nothing fits when {card} would have; undo goes back to it")
    return Reason("T2", text.format(seat=seat, card=card))


def eliminated(deal: Deal) -> Deal:
    """Return the deal with what is left where it can only be in one hand."""
    hidden = unseen(deal)
    if len(hidden) == 1:
        seen_cards = {card for hand in deal.hands for card in hand}
        for card in PACK:
            if card not in seen_cards:
                deal = seen(deal, hidden[0].at, card)  # type: ignore[assignment]
    return deal
