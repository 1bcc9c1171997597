"""Plain reference answers for Triangle Sevens: no pruning, no packed cards, nothing shared with the solvers.

Cards are (suit, rank) pairs, the joker is None, a board is a frozenset of (cell, card).
"""

from __future__ import annotations

from functools import cache

from cardsolo.core.cards import JOKER, Card
from cardsolo.games.triangle.board import Board
from cardsolo.games.triangle.state import Rules, State


def around(cell):
    row, col = cell
    return (row, col - 1), (row, col + 1), ((row + 1, col) if (row + col) % 2 == 0 else (row - 1, col))


def agree(one, other):
    if one is None or other is None:
        return True
    return one[1] == other[1] or (one[0] == other[0] and abs(one[1] - other[1]) == 1)


@cache
def placements(board, hand):
    """Every (card, cell, touches) that the rules allow."""
    at = dict(board)
    cells = {near for cell in at for near in around(cell)} - at.keys()
    found = []
    for cell in sorted(cells):
        near = [at[other] for other in around(cell) if other in at]
        found += [(card, cell, len(near)) for card in sorted(hand) if all(agree(card, other) for other in near)]
    return tuple(found)


def longest_turn(board, hand):
    best = 0
    for card, cell, touches in placements(board, hand):
        rest = hand - {card}
        best = max(best, 1 + (longest_turn(board | {(cell, card)}, rest) if touches > 1 and rest else 0))
    return best


def steps(board, hands, seat, extra, passes):
    """Every decision: (board, hands, seat, extra, passes) after it; nothing after a complete run of passes."""
    players = len(hands)
    after = next((s % players for s in range(seat + 1, seat + players + 1) if hands[s % players]), seat)
    if extra:
        yield board, hands, after, False, 0
    elif passes + 1 < sum(map(bool, hands)):
        yield board, hands, after, False, passes + 1
    for card, cell, touches in placements(board, hands[seat]):
        held = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
        laid = board | {(cell, card)}
        more = touches > 1 and bool(held[seat]) and bool(placements(laid, held[seat]))
        if more:
            yield laid, held, seat, True, 0
        else:
            after = next((s % players for s in range(seat + 1, seat + players + 1) if held[s % players]), seat)
            yield laid, held, after, False, 0


def fewest_turns(state, target=None):
    """Breadth first over turns: of seat target until it is out (`out`), of all until nobody holds cards (`all`)."""
    level = {state}
    turns = 0
    seen = set()
    while level:
        waiting = list(level)
        following = set()
        while waiting:
            now = waiting.pop()
            if now in seen:
                continue
            seen.add(now)
            _, hands, seat, extra, _ = now
            if not (any(hands) if target is None else hands[target]):
                return turns
            counts = not extra and target in (None, seat)
            for then in steps(*now):
                (following if counts else waiting).append(then) if not counts else following.add(then)
        level = following
        turns += 1
    return None


def plain_position(state):
    """The form of this module for a State."""
    card = lambda it: None if it == JOKER else (it.suit, it.rank)  # noqa: E731
    board = frozenset((cell, card(it)) for cell, it in state.board.cells.items())
    return board, tuple(frozenset(map(card, hand)) for hand in state.hands), state.seat - 1, state.extra, state.passes


def position(board, hands, seat=1, *, extra=False, passes=0, play_on=False):
    """A State from board {cell: card or None} and hands of pairs."""
    cards = Board.of((cell, JOKER if it is None else Card(*it)) for cell, it in board.items())
    dealt = tuple(tuple(sorted(Card(*it) for it in hand)) for hand in hands)
    return State(Rules(players=len(hands), play_on=play_on), cards, dealt, seat, extra=extra, passes=passes)


def plain_best(state):
    """Max^n without pruning, table or depth limit, on the states of the rules: the keys of all seats."""
    from cardsolo.games.triangle import rules

    ended = rules.result(state)
    if ended is not None:
        return tuple(zip(ended["ranks"], ended["left"], strict=True))
    mover = state.seat - 1
    order = [(mover + step) % len(state.hands) for step in range(len(state.hands))]
    values = (plain_best(rules.play(state, move).state) for move in rules.legal_moves(state))
    return min(values, key=lambda value: [value[seat] for seat in order])
