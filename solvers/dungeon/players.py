"""Player programs of Clear the Dungeon. They are given views (D7) and return moves; none can see a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.games.dungeon.moves import DISCARD, Move
from cardsolo.games.dungeon.notation import parse_move
from cardsolo.games.dungeon.rules import FINISHER, SECOND, damage, legal_moves, power, role_of_next
from cardsolo.games.dungeon.view import unseen_monsters
from solvers.dungeon.advisor import FULL, Setting, advise

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Cards, View

    Tops = tuple[Card | None, ...]


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
        #: The view that advice was asked for last, with its seed, and the moves made on it so far.
        self._asked: tuple[View, int] | None = None
        self._made: tuple[str, ...] = ()
        #: The advice, empty where nobody has needed it yet.
        self._plan: tuple[str, ...] = ()
        self._expected: tuple[Cards, int, Tops] | None = None

    def choose(self, view: View) -> Move:
        if not self._goes_on(view):
            self._ask(view)
        self._look_up()
        if self._plan[: len(self._made)] != self._made or len(self._plan) == len(
            self._made
        ):  # another played meanwhile
            self._ask(view)
            self._look_up()
        move = parse_move(self._plan[len(self._made)])
        self._note(view, move)
        return move

    def follow(self, view: View, move: Move) -> None:
        """Take note of a move made before, with the advice left for later: what it was follows from its seed."""
        if not self._goes_on(view):
            self._ask(view)
        self._note(view, move)

    def _goes_on(self, view: View) -> bool:
        """Tell whether the advice asked for last covers view: it ends with the hand, or where a monster is shown."""
        if self._expected is None or (view.hand, view.undrawn) != self._expected[:2]:
            return False
        gone = [top for top, before in zip(view.tops, self._expected[2], strict=True) if top != before]
        if any(top is not None for top in gone):
            return False
        if gone:  # it may end with the last monster of a pile, or go on
            self._look_up()
        return not self._plan or (self._plan[: len(self._made)] == self._made and len(self._plan) > len(self._made))

    def _ask(self, view: View) -> None:
        self._asked, self._made, self._plan = (view, int(self._source.random() * 2**31)), (), ()

    def _look_up(self) -> None:
        """Find out the advice that was asked for last, if nobody has yet."""
        assert self._asked is not None  # noqa: S101  it has been asked for
        if not self._plan:
            self._plan = advise(self._asked[0], setting=self._setting, seed=self._asked[1]).moves

    def _note(self, view: View, move: Move) -> None:
        self._made += (str(move),)
        at = view.hand.index(move.card) if move.card is not None else 0
        self._expected = view.hand[:at] + view.hand[at + 1 :], view.undrawn, view.tops
