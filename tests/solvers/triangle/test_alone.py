"""Advice for a single seat: turns, as exhaustive search counts them; and what a chance means where several play on."""

from __future__ import annotations

import random

import plain
import pytest

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.notation import parse_move
from cardsolo.games.triangle.state import Rules
from cardsolo.games.triangle.view import view
from solvers.triangle.advisor import advise


def endgame(seed):
    """A single hand of a few cards beside a board that has grown at random, a corner here and there."""
    source = random.Random(seed)
    deck = [(suit, rank) for suit in range(3) for rank in range(1, 5)]
    source.shuffle(deck)
    board, rest = {((0, 0), None)}, frozenset(deck[5:])
    for _ in range(7):
        found = plain.placements(frozenset(board), rest)
        card, cell, _touched = source.choice([it for it in found if it[2] > 1] or found)
        board.add((cell, card))
        rest -= {card}
        if not plain.placements(frozenset(board), rest):
            break
    return plain.position(dict(board), [deck[:5]], extra=seed % 3 == 0)


@pytest.mark.parametrize("seed", range(12))
def test_the_turns_of_every_candidate_are_those_of_exhaustive_search(seed):
    state = endgame(seed)
    fewest = plain.fewest_turns(plain.plain_position(rules.counted(state)))
    advice = advise(view(state, state.seat))
    if fewest is None:
        assert advice.candidates[0].turns is None
        return
    assert advice.candidates[0].turns == fewest
    assert f"{fewest} is the fewest, proved" in advice.meaning
    assert advice.moves == advice.candidates[0].moves
    for candidate in advice.candidates:
        after = rules.play(state, parse_move(candidate.moves[0])).state
        left = plain.fewest_turns(plain.plain_position(rules.counted(after))) if after.hands[0] else 0
        assert candidate.turns == left + (not state.extra), candidate


def test_a_whole_pack_takes_35_turns_and_the_advice_leads_there():
    state = rules.start(formats.deal(Rules(players=1), 7))
    for turns in (35, 34, 33):
        advice = advise(view(state, state.seat))
        assert advice.candidates[0].turns == turns
        state = rules.play(state, parse_move(advice.moves[0])).state
        while state.extra:
            state = rules.play(state, parse_move(advise(view(state, state.seat)).moves[0])).state
    assert advice.to_json()["candidates"][0]["turns"] == 33


def test_a_chance_is_of_the_best_place_that_is_still_to_be_had():
    """Where the first is out, the second place is the best; a seat that goes out with its next card is sure of it."""
    deal = formats.deal(Rules(players=3, play_on=True), 3)
    state = rules.start(deal)
    assert "100 % for place 1 and" in advise(view(state, state.seat)).meaning
    last = plain.position({(0, 0): None}, [[], [(0, 1)], [(0, 9), (1, 5)]], seat=2, play_on=True)
    advice = advise(view(last, last.seat))
    assert "100 % for place 2 and" in advice.meaning
    assert advice.candidates[0].chance == pytest.approx(1.0)
    assert advise(view(plain.position({(0, 0): None}, [[(0, 1)], [(0, 2)]]), 1)).meaning == "chance: to win"
