"""Bounds from the cards themselves: how many corners those in play can close at all, whatever the geometry leaves.

Two facts about a layout, seen as a graph whose edges are touching pairs. Each cell touches three at the most. Cycles of
cells have length 6, 10, 12, …, and one of length 10 goes round two rings, with two opposite cells of it touching.

Closers. A placement that touches two or more cards of a connected board closes a cycle through itself, along which
neighbours match. The shortest such cycle has no two cells that touch but do not follow each other, for those would make
a shorter one; so its length is 6, or 12 and more, and the card lies on such a cycle of the graph of matching cards too.
The former is looked up, the latter only bounded: all cards of a cycle lie in one block (a part that no single card
separates), so a block of fewer than twelve cards has none. A seat's extra placements are never more than its cards that
can close; somebody else's do not bring it any.

Contacts. Each placement adds the cards that it touches, less one, to c = touching pairs − cells, and an extra placement
needs a placement before it that adds at least one. Count touching pairs by their ends: a new card has at most
min(3, its partners in play) ends, a card on the board at most as many as it has empty sides and partners in hands. So
2c grows by at most the ends on the board + the sum over new cards of (ends − 2). A card that others place adds at most
one to that; a card of theirs placed as an extra first takes two (its c), so it never helps, and their first placements
help at most once each.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cardsolo.games.triangle.board import neighbours
from solvers.triangle.kernel.lattice import JOKER
from solvers.triangle.packed import cell_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from solvers.triangle.packed import Packed

#: The shortest cycle but a ring in which only cells that follow each other touch.
NEXT: Final = 12
SIDES: Final = 3


def match(one: int, other: int) -> bool:
    """Tell whether two different cards, numbered as in the kernels, may touch (rules, section 3.2)."""
    if JOKER in {one, other} or one % 13 == other % 13:
        return True
    return one // 13 == other // 13 and abs(one - other) == 1


def most_extras(packed: Packed, seats: Iterable[int], helpers: int) -> int:
    """Return a number of extra placements, in all, that seats cannot exceed while they empty their hands.

    helpers: how many cards the other seats place first before the last card of seats.
    """
    own = frozenset().union(*(_cards(packed.hands[seat]) for seat in seats))
    if not own:
        return 0
    graph = _graph(frozenset(packed.board[::2]) | frozenset().union(*map(_cards, packed.hands)))
    most = _contacts(packed, graph, own, helpers)
    if connected(packed):  # else a card may touch two without closing anything
        most = min(most, len(own & _closers(frozenset(graph))))
    return most


def connected(packed: Packed) -> bool:
    """Tell whether the cards on the table hang together."""
    cells = {cell_of(cell) for cell in packed.board[1::2]}
    waiting = [cells.pop()] if cells else []
    while waiting:
        near = cells.intersection(neighbours(waiting.pop()))
        cells -= near
        waiting += near
    return not cells


def _contacts(packed: Packed, graph: dict[int, frozenset[int]], own: frozenset[int], helpers: int) -> int:
    """Return how much c can grow before the last of the own cards."""
    board = dict(zip((cell_of(cell) for cell in packed.board[1::2]), packed.board[::2], strict=True))
    hands = graph.keys() - set(board.values())
    doubled = sum(
        min(len(graph[card] & hands), sum(near not in board for near in neighbours(cell)))
        for cell, card in board.items()
    )
    gains = sorted((min(SIDES, len(graph[card])) - 2 for card in own), reverse=True)
    doubled += sum(gains[:-1])
    doubled += min(helpers, sum(len(graph[card]) >= SIDES for card in hands - own))
    return max(doubled // 2, 0)


def _cards(hand: int) -> frozenset[int]:
    return frozenset(card for card in range(52) if hand >> card & 1)


@lru_cache(maxsize=64)
def _graph(cards: frozenset[int]) -> dict[int, frozenset[int]]:
    return {one: frozenset(other for other in cards if other != one and match(one, other)) for one in cards}


@lru_cache(maxsize=64)
def _closers(cards: frozenset[int]) -> frozenset[int]:
    """Return the cards that lie on a cycle of length six, or in a block that is large enough for a longer one."""
    graph = _graph(cards)
    found = {card for block in _blocks(graph) if len(block) >= NEXT for card in block}
    return frozenset(found | {card for card in cards - found if _on_ring(graph, card)})


def _on_ring(graph: dict[int, frozenset[int]], card: int) -> bool:
    """Whether there are two ways of three steps from the card that share nothing but their ends."""
    ways: dict[int, list[tuple[int, int]]] = {}
    for one in graph[card]:
        for two in graph[one] - {card}:
            for end in graph[two] - {card, one}:
                if any(not {one, two} & {*other} for other in ways.get(end, ())):
                    return True
                ways.setdefault(end, []).append((one, two))
    return False


def _blocks(graph: dict[int, frozenset[int]]) -> list[frozenset[int]]:
    """Return the blocks of two cards and more: parts that stay connected when any one card is taken out (Tarjan)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    edges: list[tuple[int, int]] = []
    found: list[frozenset[int]] = []

    def visit(card: int, parent: int | None) -> None:
        number[card] = low[card] = len(number)
        for near in sorted(graph[card]):
            if near not in number:
                edges.append((card, near))
                visit(near, card)
                low[card] = min(low[card], low[near])
                if low[near] >= number[card]:
                    block: set[int] = set()
                    while True:
                        edge = edges.pop()
                        block.update(edge)
                        if edge == (card, near):
                            break
                    found.append(frozenset(block))
            elif near != parent and number[near] < number[card]:
                edges.append((card, near))
                low[card] = min(low[card], number[near])

    for card in sorted(graph):
        if card not in number:
            visit(card, None)
    return found
