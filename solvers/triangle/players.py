"""Player programs of Triangle Sevens: given views (T3), they return moves; none of them can see a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.games.triangle.board import PARTNERS
from cardsolo.games.triangle.moves import PASS, Move
from cardsolo.games.triangle.rules import placements
from solvers.triangle.search import PLAYOUTS, best_move

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.cards import Card
    from cardsolo.games.triangle.board import Board
    from cardsolo.games.triangle.state import View

#: How many cards of one turn `greedy` looks ahead.
_DEPTH: Final = 3


class GreedyPlayer:
    """Immediate good sense: the most cards in this turn, then the most of the hand left playable. It passes to win."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, view: View) -> Move:
        moves = placements(view)
        if not moves or _passing_wins(view):
            return PASS
        return max((_merit(move, view), self._source.random(), move) for move in moves)[2]

    def follow(self, view: View, move: Move) -> None:  # noqa: ARG002
        moves = placements(view)
        for _placement in () if not moves or _passing_wins(view) else moves:
            self._source.random()


def _passing_wins(view: View) -> bool:
    """Tell whether a pass would end the game with nobody holding fewer cards than this seat (or as few)."""
    still_in = [count for count in view.counts if count]
    own = view.counts[view.seat - 1]
    ends = not view.extra and view.passes + 1 >= len(still_in)
    return ends and len(still_in) > 1 and min(still_in) == own and still_in.count(own) == 1


def _merit(move: Move, view: View) -> tuple[int, ...]:
    """Rank a placement: cards in this turn, then cards of the hand that fit afterwards, then how hard the card is."""
    card, cell = move
    assert card is not None  # noqa: S101  a placement has a card
    hand = frozenset(view.hand) - {card}
    placed = view.board.place(cell, card)
    more = _longest_turn(placed, hand, _DEPTH) if len(view.board.contacts(cell)) > 1 else 0
    playable = sum(any(held in fitting for fitting in placed.open.values()) for held in hand)
    return more, playable, -_chances(card, view)


def _longest_turn(placed: Board, hand: frozenset[Card], depth: int) -> int:
    """Return how many cards of hand can still be placed in this turn, looked at up to depth."""
    best = 0
    for cell, fitting in placed.open.items():
        cards = fitting & hand
        if cards and depth > 1 and len(placed.contacts(cell)) > 1:
            best = max(best, *(1 + _longest_turn(placed.place(cell, card), hand - {card}, depth - 1) for card in cards))
        elif cards:
            best = max(best, 1)
    return best


def _chances(card: Card, view: View) -> int:
    """Return how many cells take a card now, and how many cards to come could make new ones."""
    cells = sum(card in fitting for fitting in view.board.open.values())
    return cells + len(PARTNERS[card].difference(view.board.cells.values()))


class SearchPlayer:
    """Tries its moves in sampled worlds and plays them out: see `solvers.triangle.search`."""

    def __init__(self, source: Random, playouts: int = PLAYOUTS, seconds: float | None = None) -> None:
        self._source = source
        self._playouts = playouts
        self._seconds = seconds

    def choose(self, view: View) -> Move:
        return best_move(view, int(self._source.random() * 2**32), self._playouts, self._seconds)

    def follow(self, view: View, move: Move) -> None:  # noqa: ARG002
        self._source.random()


def read_limits(text: str) -> tuple[int, float | None]:
    """Read what stands behind `search:`, as playouts and seconds; nothing there is the default.

    `search:N` plays N playouts a move, `search:Ts` thinks for T seconds instead (and is then not reproducible). Raises
    OptionError for anything else.
    """
    number = text.removesuffix("s")
    try:
        if not text:
            return PLAYOUTS, None
        if text.endswith("s") and 0 < float(number) <= 3600:
            return PLAYOUTS, float(number)
        if number.isascii() and number.isdigit() and 0 < int(number) <= 10**9:
            return int(number), None
    except ValueError:
        pass
    said = _("“{name}”: after search: stands a number of playouts, or seconds as in search:0.5s")
    raise OptionError(said.format(name=clip(f"search:{text}")))
