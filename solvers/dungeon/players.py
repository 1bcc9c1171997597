"""Player programs of Clear the Dungeon. They are given views (D7) and return moves; none can see a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games.dungeon.formats import unseen_monsters
from cardsolo.games.dungeon.moves import DISCARD, Move
from cardsolo.games.dungeon.notation import parse_move
from cardsolo.games.dungeon.rules import FINISHER, SECOND, damage, legal_moves, power, role_of_next
from solvers.dungeon.advisor import FULL, Setting, advise

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Cards, View


class GreedyPlayer:
    """The baseline: kills when it can, else completes damage with the least that does, else begins an attack.

    It keeps nothing in mind but the table: among equals it spends the card that is least use elsewhere.
    """

    def choose(self, view: View) -> Move:
        return max(legal_moves(view), key=lambda move: _merit(move, view))


def _merit(move: Move, view: View) -> tuple[int, ...]:
    """Rank a move: kind of move first, then how little is wasted by it; ties go to the lower pile."""
    card = move.card
    assert card is not None  # noqa: S101  legal_moves leaves resigning out
    worth = damage(card, view.rules)
    if move.pile == DISCARD:
        return 0, -_demand(card, view), -worth, 0
    monster = view.tops[move.pile - 1]
    assert monster is not None  # noqa: S101  a legal placement has a monster
    attack = view.attacks[move.pile - 1]
    role = role_of_next(monster, attack, view.rules)
    if role == FINISHER:
        return 3, int(not card.is_joker), -worth, -move.pile
    if role == SECOND:
        return 2, int(not card.is_joker), -_demand(card, view), -worth, -move.pile
    return 1, int(not card.is_joker), -_demand(card, view), worth - power(monster), -move.pile


def _demand(card: Card, view: View) -> int:
    """Return how many living monsters a card could finish: what it is worth as a finisher."""
    living = [*(top for top in view.tops if top is not None), *unseen_monsters(view)]
    return sum(card.is_joker or monster.suit == card.suit for monster in living)


class AdvisorPlayer:
    """Follows the advice on each hand, and asks again as soon as a monster is shown."""

    def __init__(self, source: Random, setting: Setting = FULL) -> None:
        """source: seeds the sampled worlds of each piece of advice; only its random() is called."""
        self._source = source
        self._setting = setting
        self._plan: tuple[str, ...] = ()
        self._expected: tuple[Cards, int] = ((), 0)

    def choose(self, view: View) -> Move:
        if not self._plan or (view.hand, view.undrawn) != self._expected:
            self._plan = advise(view, setting=self._setting, seed=int(self._source.random() * 2**31)).moves
        move = parse_move(self._plan[0])
        self._plan = self._plan[1:]
        at = view.hand.index(move.card) if move.card is not None else 0
        self._expected = view.hand[:at] + view.hand[at + 1 :], view.undrawn
        return move
