"""Triangle Sevens: what may be done and what it does.

Sections and rulings T1–T8 are those of `cardsolo rules triangle`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from cardsolo.core.cards import JOKER, PACK, UNSEEN
from cardsolo.core.errors import Reason
from cardsolo.core.game import Event, Step
from cardsolo.core.i18n import _
from cardsolo.games.triangle.board import START, Board, Cell, matches
from cardsolo.games.triangle.moves import (
    PASS,
    RESIGN,
    Blocked,
    Declined,
    Extra,
    Lapsed,
    Move,
    Passed,
    Placed,
    Resigned,
    WentOut,
)
from cardsolo.games.triangle.state import Cards, Deal, State, View

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.core.game import Json


class Table(Protocol):
    """What legality depends on: the mover sees all of it, so a State and a View of the mover both serve."""

    @property
    def board(self) -> Board: ...
    @property
    def hand(self) -> Cards: ...


# --- legality ---------------------------------------------------------------------------------------------------------
def why_not(table: Table, move: Move) -> Reason | None:
    """Return why move is not allowed; the table's game is still going on, and table is that of the seat to move."""
    if move in (PASS, RESIGN):
        return None
    card, cell = move
    if card is None or card not in table.hand:
        reason = _not_held(table, card)
        if reason is not None or card is None:
            return reason
    if cell in table.board.cells:
        held = table.board.cells[cell]
        return Reason("3.1", _("{other} lies at {cell} already").format(other=held, cell=format_cell(cell)))
    if cell not in table.board.open:
        return Reason("3.1", _("{cell} touches no card").format(cell=format_cell(cell)))
    if card in table.board.open[cell]:
        return None
    return _mismatch(table.board, card, cell)


def _not_held(table: Table, card: Card | None) -> Reason | None:
    """Return why a card cannot come out of the hand, None where it may be one of those that nobody else has seen."""
    if not isinstance(table, State) or UNSEEN not in table.hand or card is None:
        return Reason("3.1", _("{card} is not in the hand").format(card=card))
    if card == JOKER:
        return Reason("2", _("the joker lies on the table, in nobody's hand"))
    for cell, other in table.board.cells.items():
        if other == card:
            return Reason("2", _("{card} lies at {cell} already").format(card=card, cell=format_cell(cell)))
    for seat, hand in enumerate(table.hands, 1):
        if card in hand:
            return Reason("2", _("{card} is in the hand of seat {seat}").format(card=card, seat=seat))
    if card in barred_to(table, table.seat):
        text = _("seat {seat} had said that nothing fits when {card} would have; undo goes back to it")
        return Reason("T2", text.format(seat=table.seat, card=card))
    return None


def barred_to(state: State, seat: int) -> frozenset[Card]:
    """Return the cards that the unseen ones of a seat are not."""
    return frozenset().union(*(cards for other, cards in state.barred if other == seat))


def unplaced(state: State) -> Cards:
    """Return the cards that an unseen one of the seat to move may be."""
    known = {*state.board.cells.values(), *barred_to(state, state.seat)}.union(*state.hands)
    return tuple(card for card in PACK if card not in known)


def playable(table: Table) -> Cards:
    """Return the cards that may come out of the hand: those in it, and what the unseen ones may be."""
    if isinstance(table, State) and UNSEEN in table.hand:
        return tuple(sorted({*table.hand, *unplaced(table)} - {UNSEEN}))
    return table.hand


def possible(table: Table) -> Cards:
    """Return the cards that the seat to move may place for all that a view of the table tells."""
    if isinstance(table, View) and table.seat != table.to_move:
        return table.unseen
    if isinstance(table, State) and UNSEEN in table.hand:
        known = set(table.board.cells.values()).union(*table.hands)
        return tuple(card for card in PACK if card not in known)
    return table.hand


def _mismatch(board: Board, card: Card, cell: Cell) -> Reason:
    rule = "3.2"
    parts = []
    for other in board.contacts(cell):
        held = board.cells[other]
        if matches(card, held):
            continue
        text = _("{card} touches {other} at {cell}: neither same rank nor same suit ±1")
        if card.suit == held.suit and {card.rank, held.rank} == {1, 13}:
            rule = "T1"
            text = _("{card} touches {other} at {cell}: king and ace do not match")
        parts.append(text.format(card=card, other=held, cell=format_cell(other)))
    return Reason(rule, "; ".join(parts))


def placements(table: Table) -> tuple[Move, ...]:
    """Return every legal placement, sorted by card, then cell."""
    hand = frozenset(playable(table))
    return tuple(sorted(Move(card, cell) for cell, fitting in table.board.open.items() for card in fitting & hand))


def can_place(board: Board, hand: Cards) -> bool:
    """Tell whether any card of hand fits anywhere."""
    return any(not fitting.isdisjoint(hand) for fitting in board.open.values())


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Return all legal moves but resigning: the placements, then to pass, which is always allowed (section 3)."""
    return (*placements(table), PASS)


# --- playing ----------------------------------------------------------------------------------------------------------
def start(deal: Deal) -> State:
    """Lay the joker; the first seat is to move."""
    hands = tuple(tuple(sorted(hand)) for hand in deal.hands)
    return State(deal.rules, START, hands, deal.rules.first)


def play(state: State, move: Move) -> Step[State]:
    """Play a legal move."""
    seat = state.seat
    if move == RESIGN:
        return Step(replace(state, resigned=seat), (Resigned(seat),))
    if move != PASS:
        return _place(state, move)
    if state.extra:  # T4
        return Step(_next_turn(replace(state, passes=0)), (Declined(seat),))
    passes = state.passes + 1
    events: tuple[Event, ...] = (Passed(seat, passes),)
    state = _next_turn(replace(state, passes=passes))
    if _is_blocked(state):
        events += (Blocked(),)
    return Step(state, events)


def _place(state: State, move: Move) -> Step[State]:
    card, cell = move
    assert card is not None  # noqa: S101  passing and resigning were dealt with by the caller
    seat = state.seat
    contacts = state.board.contacts(cell)
    held = list(state.hand)
    held.remove(card if card in held else UNSEEN)
    hand = tuple(held)
    state = replace(
        state,
        board=state.board.place(cell, card),
        hands=(*state.hands[: seat - 1], hand, *state.hands[seat:]),
        extra=False,
        passes=0,
    )
    events: list[Event] = [Placed(seat, card, format_cell(cell), tuple(state.board.cells[other] for other in contacts))]
    if not hand:  # T5: out, whatever the last card touches
        state = replace(state, out=(*state.out, seat))
        events.append(WentOut(seat, len(state.out)))
    elif len(contacts) > 1:
        if can_place(state.board, playable(state)):
            events.append(Extra(seat))
            return Step(replace(state, extra=True), tuple(events))
        events.append(Lapsed(seat))  # T2
    return Step(_next_turn(state), tuple(events))


def _next_turn(state: State) -> State:
    """Hand the turn clockwise to the next seat that holds cards."""
    players = len(state.hands)
    for step in range(1, players + 1):
        seat = (state.seat - 1 + step) % players + 1
        if state.hands[seat - 1]:
            return replace(state, seat=seat, extra=False)
    return replace(state, extra=False)


def enter(state: State) -> State:
    """Bring a position to its first decision: a turn with nothing to place in it is over (T2, T5)."""
    if result(state) is not None:
        return state
    if not state.hand or (state.extra and not can_place(state.board, state.hand)):
        return _next_turn(state)
    return state


def counted(state: State) -> State:
    """Return the position as solvers count it (section 8): played on while anybody holds cards, whatever its rules."""
    return enter(replace(state, rules=replace(state.rules, play_on=True, to_last=True)))


# --- the end ----------------------------------------------------------------------------------------------------------
def result(state: State) -> Json | None:
    """Return outcome, ranks and cards left by seat (section 4), None while the game goes on."""
    ended = outcome(state)
    return None if ended is None else {"outcome": ended, "ranks": list(ranks(state)), "left": list(state.counts)}


def outcome(table: State | View) -> str | None:
    """Return how the game has ended: `out`, `blocked` or `resigned`, None while it goes on. All may see it."""
    if table.resigned:
        return "resigned"
    counts = table.counts
    holding = sum(map(bool, counts))
    if table.rules.to_last or len(counts) == 1:
        decided = holding == 0
    else:
        decided = holding <= 1 if table.rules.play_on else holding < len(counts)
    if decided:
        return "out"
    return "blocked" if _is_blocked(table) else None


def _is_blocked(table: State | View) -> bool:
    return not table.extra and table.passes >= sum(map(bool, table.counts))  # T6: those still in


def ranks(state: State | View) -> tuple[int, ...]:
    """Rank the seats: those out in order, then by fewest cards; equal counts share (1, 2, 2, 4).

    A seat that resigned comes last, so that giving up never gains a place.
    """
    places = {seat: (0, place) for place, seat in enumerate(state.out)}
    keys = [
        (2, 0) if seat == state.resigned else places.get(seat, (1, count)) for seat, count in enumerate(state.counts, 1)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def format_cell(cell: Cell) -> str:
    """Write a cell as `row,col`."""
    return f"{cell[0]},{cell[1]}"
