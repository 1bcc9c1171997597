"""Why a way to go on with a hand of Clear the Dungeon is worth a thought: what it does, and what it leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.cards import parse_card
from cardsolo.games.dungeon.rules import FINISHER, SECOND, needed, role_of_next
from solvers.advice import Why

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import View


def reasons(view: View, moves: tuple[str, ...]) -> tuple[Why, ...]:
    """Return the facts of some moves from a view, up to the first card that they show.

    kills: these monsters. keeps: the joker stays in the hand. spends: so many jokers are placed. discards: these cards.
    second: the monster then takes a second card of at least the number that stands as cell; finisher: it then waits for
    its suit or a joker. Attacks that were open before and stay so are no fact of these moves.
    """
    attacks = list(view.attacks)
    killed: list[Card] = []
    gone: list[Card] = []
    touched: dict[int, Card] = {}
    jokers = 0
    for move in moves:
        name, _at, place = move.partition("@")
        card = parse_card(name)
        top = None if place == "x" else view.tops[int(place) - 1]
        if top is None:
            gone.append(card)
            continue
        pile = int(place) - 1
        jokers += card.is_joker
        finishes = role_of_next(top, attacks[pile], view.rules) == FINISHER
        attacks[pile] = () if finishes else (*attacks[pile], card)
        if finishes:
            killed.append(top)
            touched.pop(pile, None)
        else:
            touched[pile] = top
    found = [Why("kills", tuple(map(str, killed)))] if killed else []
    if jokers:
        found.append(Why("spends", ("X",) * jokers))
    elif any(card.is_joker for card in view.hand) and len(moves) < len(view.hand):
        found.append(Why("keeps", ("X",)))
    if gone:
        found.append(Why("discards", tuple(map(str, gone))))
    for pile, top in touched.items():
        role = role_of_next(top, attacks[pile], view.rules)
        least = str(needed(top, attacks[pile], view.rules)) if role == SECOND else ""
        found.append(Why("second" if role == SECOND else "finisher", (str(top),), least))
    return tuple(found)
