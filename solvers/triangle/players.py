"""Player programs of Triangle Sevens: given views (T3), they return moves; none of them can see a hidden card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.dealing import stream
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.games.triangle.board import PARTNERS
from cardsolo.games.triangle.moves import PASS, Move
from cardsolo.games.triangle.rules import legal_moves, placements
from solvers.triangle.search import PLAYOUTS, best_move

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.cards import Card
    from cardsolo.core.game import Player
    from cardsolo.games.triangle.board import Board
    from cardsolo.games.triangle.state import View

#: How many cards of one turn `greedy` looks ahead.
_DEPTH: Final = 3


class RandomPlayer:
    """Any legal move, all equally likely, passing among them."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def choose(self, view: View) -> Move:
        moves = legal_moves(view)
        return moves[int(self._source.random() * len(moves))]

    def follow(self, view: View, move: Move) -> None:  # noqa: ARG002
        self._source.random()


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


#: What `--seats` takes besides `human`.
NAMES: Final = ("random", "greedy", "search")


def make_player(name: str, seat: int, seed: int | None) -> Player[View, Move]:
    """Return a player program; its randomness comes from the stream `player/<seat>` of the game's seed, 0 without one.

    `search:N` plays N playouts a move, `search:Ts` thinks for T seconds instead (and is then not reproducible).
    Raises OptionError for anything else.
    """
    source = stream("triangle", seed or 0, f"player/{seat}")
    kind, colon, limit = name.partition(":")
    if kind == "search":
        playouts, seconds = _limits(limit, name) if colon else (PLAYOUTS, None)
        return SearchPlayer(source, playouts, seconds)
    if name in ("random", "greedy"):
        return RandomPlayer(source) if name == "random" else GreedyPlayer(source)
    text = _("“{name}” is no player program of triangle; there are {known}")
    raise OptionError(text.format(name=clip(name), known=", ".join(NAMES)))


def _limits(text: str, name: str) -> tuple[int, float | None]:
    number = text.removesuffix("s")
    try:
        if text.endswith("s") and 0 < float(number) <= 3600:
            return PLAYOUTS, float(number)
        if number.isascii() and number.isdigit() and 0 < int(number) <= 10**9:
            return int(number), None
    except ValueError:
        pass
    text = _("“{name}”: after search: stands a number of playouts, or seconds as in search:0.5s")
    raise OptionError(text.format(name=clip(name)))
