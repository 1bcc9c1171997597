"""Why a move is advised: facts that can be read off the table, and words for each of them."""

from __future__ import annotations

import random

import pytest
from amount import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from triangle_table import GAME, random_game, state

from cardsolo.games.triangle.rules import can_place, legal_moves, placements, play
from cardsolo.render.triangle_why import WORDS, because
from solvers.triangle.advisor import advise
from solvers.triangle.reasons import reasons

#: A ring of six cells that lacks 0,-1 and -1,-1.
RING = "X@0,0 5H@0,1 5S@-1,1 6S@-1,0"


def facts(now, move):
    return [
        (fact.kind, " ".join(fact.cards), fact.cell)
        for fact in reasons(GAME.view(now, now.seat), GAME.parse_move(move))
    ]


@pytest.mark.parametrize(
    ("placed", "hand", "others", "move", "expected"),
    [
        (RING, "9C", "KD", "9C@0,-1", [("out", "", "")]),
        (RING, "7S 7D KD", "AC", "7S@-1,-1", [("safe-pocket", "7D", "0,-1")]),
        (RING, "7S 7D KD", "7C", "7S@-1,-1", [("pocket", "7D", "0,-1")]),
        (f"{RING} 7S@-1,-1", "7D 9C KD", "AC", "7D@0,-1", [("closes", "9C KD", "")]),
        ("5H@0,0", "5D 6D", "AC", "5D@0,1", [("opens", "6D", "")]),
        ("5H@0,0 7H@0,1", "6H 9C", "AC", "pass", []),
        ("5H@0,0", "9C", "AC", "pass", [("stuck", "", "")]),
        ("4H@0,0 9D@0,1", "4S KC", "AC", "4S@0,-1", []),
        ("3H@0,0 9D@0,1 KC@0,-1", "3D 9C", "AC", "3D@1,0", [("only", "3D", "")]),
    ],
)
def test_facts_of_worked_positions(placed, hand, others, move, expected):
    assert facts(state(placed, hand, others), move) == expected


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_facts_are_true(seed, players):
    """What is said of a move is found again by playing it."""
    for now, _move, _after in list(random_game(random.Random(seed), players))[::9]:
        for move in legal_moves(now):
            seen = GAME.view(now, now.seat)
            kinds = {fact.kind: fact for fact in reasons(seen, move)}
            assert kinds.keys() <= WORDS.keys()
            if move.card is None:
                assert ("stuck" in kinds) == (not can_place(now.board, now.hand))
                continue
            after = play(now, move).state
            assert ("out" in kinds) == (not after.hands[now.seat - 1])
            assert ("closes" in kinds) == (after.extra and after.seat == now.seat)
            if "closes" in kinds:
                assert {str(it.card) for it in placements(after)} == {*kinds["closes"].cards}
            cells = [it.cell for it in placements(now) if it.card == move.card]
            assert ("only" in kinds) == (len(cells) == 1 and "out" not in kinds)


def test_each_kind_has_words_that_name_its_cards():
    now = state(RING, "7S 9C KD", "AC")
    for candidate in advise(GAME.view(now, 1), seconds=0.05).candidates:
        for fact in candidate.why:
            words = because([fact])
            assert words
            assert "{" not in words
            assert all(card in words for card in fact.cards[:3])
