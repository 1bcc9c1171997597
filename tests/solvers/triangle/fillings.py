"""Random games towards an early end, and the plain facts about layouts that the tests of the shape search need."""

from __future__ import annotations

import random

import plain

from solvers.triangle.fill.plan import Job
from solvers.triangle.kernel.trie import number


def touching(cells):
    return sum(near in cells for cell in cells for near in plain.around(cell)) // 2


def corners(cells):
    return touching(cells) - len(cells) + 1


def core(cells):
    """What is left when cells that touch at most one other are taken off again and again."""
    cells = set(cells)
    while loose := {cell for cell in cells if sum(near in cells for near in plain.around(cell)) < 2}:
        cells -= loose
    return cells


def packed(cell):
    """A cell as `kernel.trie` counts it, far from the edge."""
    row, col = cell
    return number(24 + row, 24 + (col - row + 1) // 2, (row + col) % 2)


def played(chance, hands, first, target):
    """A random game, biased to close corners, up to the end of the target's hand.

    Returns (turns of the target, board before its last card), or None if everybody passed.
    """
    board = {(0, 0): None}
    hands = [set(hand) for hand in hands]
    seat, turns, passed = first, 0, 0
    greed = chance.random()
    while passed < sum(map(bool, hands)):
        turns += seat == target
        more = bool(hands[seat])
        passed += more
        while more:
            found = plain.placements(frozenset(board.items()), frozenset(hands[seat]))
            closing = [it for it in found if it[2] > 1]
            if seat != target:  # others help best by closing nothing
                closing = [it for it in found if it[2] == 1]
            if not found or (seat != target and chance.random() < 0.1):
                break
            card, cell, touches = chance.choice(closing if closing and chance.random() < 0.5 + greed / 2 else found)
            if hands[target] == {card}:
                return turns, board
            board[cell] = card
            hands[seat].discard(card)
            passed = 0
            more = touches > 1 and bool(hands[seat]) and (seat == target or chance.random() < 0.3)
        seat = (seat + 1) % len(hands)
    return None


def dealt(chance, suits, ranks, players):
    deck = [(suit, rank) for suit in range(suits) for rank in range(1, ranks + 1)]
    chance.shuffle(deck)
    return [deck[seat::players] for seat in range(players)]


def mask(hand):
    return sum(1 << suit * 13 + rank - 1 for suit, rank in hand)


def job_of(board, chance=None):
    """The core of a layout as a job, its cells in a random connected order, and its cards in that order."""
    inside = core(board)
    joker = next((cell for cell in inside if board[cell] is None), None)
    chance = chance or random.Random(1)
    order = []
    rest = sorted(inside - {joker})
    while rest:
        near = [cell for cell in rest if any(other in order for other in plain.around(cell))]
        order.append(chance.choice(near or rest))
        rest.remove(order[-1])
    cards = [board[cell][0] * 13 + board[cell][1] - 1 for cell in order]
    return Job(0, corners(inside), -1 if joker is None else packed(joker), tuple(map(packed, order))), cards
