"""Clear the Dungeon: what may be done and what it does.

Sections and rulings D1–D9 are those of `cardsolo rules dungeon`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from cardsolo.core.cards import JOKER, PACK, Card
from cardsolo.core.errors import Reason
from cardsolo.core.game import Event, Step
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.moves import DISCARD, RESIGN, Discarded, Drawn, Killed, Move, Placed, Resigned, Revealed
from cardsolo.games.dungeon.state import HAND_SIZE, PILES, Cards, Rules, State

if TYPE_CHECKING:
    from cardsolo.core.game import Json

JACK: Final = 11
JOKER_VALUE: Final = 10

FIRST: Final = "first"
SECOND: Final = "second"
FINISHER: Final = "finisher"

MONSTER_CARDS: Final = tuple(card for card in PACK if card.rank >= JACK)
PLAIN_POWER_CARDS: Final = tuple(card for card in PACK if card.rank < JACK)


class Table(Protocol):
    """What legality depends on: all of it is public, so a State and a View both serve."""

    @property
    def rules(self) -> Rules: ...
    @property
    def tops(self) -> tuple[Card | None, ...]: ...
    @property
    def attacks(self) -> tuple[Cards, ...]: ...
    @property
    def hand(self) -> Cards: ...


def power_cards(rules: Rules) -> Cards:
    """Return the power deck in canonical order."""
    return PLAIN_POWER_CARDS + (JOKER,) * rules.jokers


def power(monster: Card) -> int:
    """Return the damage that a monster withstands: J 11, Q 12, K 13."""
    return monster.rank


def damage(card: Card, rules: Rules) -> int:
    """Return a card's value as first or second card (section 4; the ace by option)."""
    if card.is_joker:
        return JOKER_VALUE
    return rules.ace if card.rank == 1 else card.rank


def role_of_next(monster: Card, attack: Cards, rules: Rules) -> str:
    """Return what the next card of an attack is: first, second or finisher (section 4, D5)."""
    if not attack:
        return FIRST
    alone = rules.ace == JACK and power(monster) == JACK and attack[0].rank == 1
    return FINISHER if alone or len(attack) == 2 else SECOND


def needed(monster: Card, attack: Cards, rules: Rules) -> int:
    """Return the least damage value that the next card must have; 0 for a finisher.

    For a first card that is what leaves the monster killable by the best second card there could be (D2): judged by
    values alone, never by which cards are still to come.
    """
    role = role_of_next(monster, attack, rules)
    if role == FIRST:
        return power(monster) - max(JOKER_VALUE, rules.ace)
    return power(monster) - damage(attack[0], rules) if role == SECOND else 0


def why_not_placed(card: Card, monster: Card, attack: Cards, rules: Rules) -> Reason | None:
    """Return why card cannot go on monster, None when it can."""
    role = role_of_next(monster, attack, rules)
    names = {"card": card, "monster": monster, "value": damage(card, rules), "power": power(monster)}
    if role == FINISHER:
        if card.is_joker or card.suit == monster.suit:
            return None
        return Reason("4", _("{card} does not finish {monster}: that takes its suit or a joker").format(**names))
    least = needed(monster, attack, rules)
    if damage(card, rules) >= least:
        return None
    if role == SECOND:
        text = _("{first} and {card} make {total}, {monster} takes {power}: at least {least} is needed here")
        total = damage(attack[0], rules) + damage(card, rules)
        return Reason("D1", text.format(first=attack[0], total=total, least=least, **names))
    text = _("after {card} ({value}) no second card could reach the {power} of {monster}")
    return Reason("D2", text.format(**names))


def why_not(table: Table, move: Move) -> Reason | None:
    """Return why move is not allowed; the table's game is still going on."""
    if move == RESIGN:
        return None
    card, pile = move
    if card is None or card not in table.hand:
        hand = " ".join(map(str, table.hand))
        return Reason("3", _("{card} is not in the hand ({hand})").format(card=card, hand=hand))
    if pile == DISCARD:
        return None
    monster = table.tops[pile - 1] if 1 <= pile <= PILES else None
    if monster is None:
        return Reason("4", _("no monster is left in pile {pile}").format(pile=pile))
    return why_not_placed(card, monster, table.attacks[pile - 1], table.rules)


def legal_moves(table: Table) -> tuple[Move, ...]:
    """Return all legal moves but resigning, sorted by card, then pile, discards first."""
    candidates = (Move(card, pile) for card in sorted(set(table.hand)) for pile in range(PILES + 1))
    return tuple(move for move in candidates if why_not(table, move) is None)


def play(state: State, move: Move) -> Step[State]:
    """Play a legal move: place or discard, kill, reveal, draw the next hand."""
    card, pile = move
    if card is None:
        return Step(replace(state, resigned=True), (Resigned(1),))
    events: list[Event] = []
    at = state.hand.index(card)
    state = replace(state, hand=state.hand[:at] + state.hand[at + 1 :])
    if pile == DISCARD:
        state = replace(state, discards=(*state.discards, card))
        events.append(Discarded(card))
    else:
        state = _place(state, card, pile - 1, events)
    state = draw(state, events)
    return Step(state, tuple(events))


def draw(state: State, events: list[Event]) -> State:
    """Begin the next round where the hand is empty and the game goes on (section 3)."""
    if state.hand or not state.deck or not any(state.piles):
        return state
    hand = state.deck[:HAND_SIZE]
    events.append(Drawn(hand))
    return replace(state, hand=hand, deck=state.deck[HAND_SIZE:])


def _place(state: State, card: Card, index: int, events: list[Event]) -> State:
    monster, *below = state.piles[index]
    attack = state.attacks[index]
    role = role_of_next(monster, attack, state.rules)
    attack = (*attack, card)
    events.append(Placed(card, index + 1, role))
    if role != FINISHER:
        return replace(state, attacks=_with(state.attacks, index, attack))
    dead = [monster]
    events.append(Killed(monster, index + 1, attack))
    if below and state.rules.chain and all(c.is_joker or c.suit == monster.suit for c in attack):  # D3
        dead.append(below.pop(0))
        events.append(Killed(dead[-1], index + 1, ()))
    if below:
        events.append(Revealed(below[0], index + 1))
    return replace(
        state,
        piles=_with(state.piles, index, tuple(below)),
        attacks=_with(state.attacks, index, ()),
        killed=(*state.killed, *dead),
        spent=state.spent + attack,
    )


def _with(items: tuple[Cards, ...], index: int, item: Cards) -> tuple[Cards, ...]:
    return (*items[:index], item, *items[index + 1 :])


def result(state: State) -> Json | None:
    """Return the outcome and score (section 5), None while the game goes on."""
    if not any(state.piles):
        outcome, spare = "cleared", len(state.hand) + len(state.deck)
    elif state.resigned:
        outcome, spare = "resigned", None
    elif not state.hand and not state.deck:
        outcome, spare = "lost", None  # D8
    else:
        return None
    return {"outcome": outcome, "kills": len(state.killed), "spare": spare}
