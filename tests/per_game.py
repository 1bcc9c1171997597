"""What the conformance suite cannot know of a game by itself: a row for each game."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import JOKER, PACK

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterable


@dataclass(frozen=True)
class Facts:
    """candidates: moves to try in a state, every legal one but `resign` among them; stock: what no move may change;
    reshuffled: another state that looks the same to the seat to move; order: how moves are sorted.
    """

    candidates: Callable[[Any], Iterable[Any]]
    stock: Callable[[Any], Any]
    reshuffled: Callable[[Any, random.Random], Any]
    order: Callable[[Any], Any] = lambda move: move


# --- Clear the Dungeon ------------------------------------------------------------------------------------------------
def _dungeon_candidates(state):
    from cardsolo.games.dungeon.moves import Move

    return [Move(card, pile) for card in (*PACK, JOKER) for pile in range(-2, 7)]


def _dungeon_stock(state):
    lists = (*state.piles, *state.attacks, state.hand, state.deck, state.discards, state.killed, state.spent)
    return Counter(itertools.chain(*lists))


def _dungeon_reshuffled(state, source):
    below = [card for pile in state.piles for card in pile[1:]]
    source.shuffle(below)
    piles = tuple(pile[:1] + tuple(below.pop() for _ in pile[1:]) for pile in state.piles)
    return replace(state, piles=piles, deck=tuple(source.sample(state.deck, len(state.deck))))


# --- Triangle Sevens --------------------------------------------------------------------------------------------------
def _triangle_candidates(state):
    from cardsolo.games.triangle.moves import PASS, Move

    cells = list(state.board.cells)
    rows, columns = ([cell[axis] for cell in cells] for axis in (0, 1))
    box = itertools.product(range(min(rows) - 2, max(rows) + 3), range(min(columns) - 2, max(columns) + 3))
    others = [card for card in PACK if card not in state.hand][::12]
    return [PASS, *(Move(card, cell) for cell in box for card in (*state.hand, *others, JOKER))]


def _triangle_stock(state):
    return Counter(itertools.chain(state.board.cells.values(), *state.hands))


def _triangle_reshuffled(state, source):
    unseen = [card for seat, hand in enumerate(state.hands, 1) if seat != state.seat for card in hand]
    source.shuffle(unseen)
    hands = tuple(
        hand if seat == state.seat else tuple(sorted(unseen.pop() for _card in hand))
        for seat, hand in enumerate(state.hands, 1)
    )
    return replace(state, hands=hands)


# --- Mini Rogue -------------------------------------------------------------------------------------------------------
def _rogue_candidates(state):
    from cardsolo.games.rogue.moves import ALL_MOVES, RESIGN

    return [move for move in ALL_MOVES if move != RESIGN]


def _rogue_stock(state):
    return state.rules, state.rooms, sorted(state.layout)


def _rogue_reshuffled(state, source):
    shown = [at for at, room in enumerate(_rogue_layout_seen(state)) if room is not None]
    hidden = [at for at in range(len(state.layout)) if at not in shown]
    moved = dict(zip(hidden, source.sample(hidden, len(hidden)), strict=True))
    layout = tuple(state.layout[moved.get(at, at)] for at in range(len(state.layout)))
    rooms = tuple(
        rooms if visit < state.visit else tuple(source.sample(rooms, len(rooms)))
        for visit, rooms in enumerate(state.rooms)
    )
    return replace(state, layout=layout, rooms=rooms, seed=source.randrange(10**6))


def _rogue_layout_seen(state):
    """Return the layout with None for the rooms of later columns (section 4.1: they lie face down)."""
    from cardsolo.games.rogue.tables import COLUMNS

    seen = [None] * len(state.layout)
    for column in COLUMNS[: state.column]:
        for at in column:
            seen[at] = state.layout[at]
    return seen


FACTS = {
    "dungeon": Facts(_dungeon_candidates, _dungeon_stock, _dungeon_reshuffled),
    "triangle": Facts(
        _triangle_candidates, _triangle_stock, _triangle_reshuffled, lambda move: (move.card is None, move)
    ),
    "rogue": Facts(_rogue_candidates, _rogue_stock, _rogue_reshuffled),
}
