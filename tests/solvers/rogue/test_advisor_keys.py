"""The advisor knows that without a key the door at the end of a level stays shut (section 11, R20)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rogue_table import GAME, before

from solvers.rogue import advisor

LAST_CHANCES = [
    pytest.param(area, column, other, id=f"area {area}, column {column}, {other}")
    for area in (2, 4, 7, 10)
    for column, other in ((2, "treasure"), (4, "merchant"), (4, "resting"), (2, "event"))
]


def chosen(state):
    """Return the room that the advisor takes, and the chances of both."""
    advice = advisor.advise(GAME.view(state, 1))
    chances = {candidate.moves[0]: candidate.chance for candidate in advice.candidates}
    return advice.moves[0], chances["room 1"], chances["room 2"]


@pytest.mark.parametrize(("area", "column", "other"), LAST_CHANCES)
@pytest.mark.parametrize(("hp", "rank"), [(3, 1), (8, 3)])
def test_the_trap_is_taken_where_it_is_the_last_chance_of_a_key(area, column, other, hp, rank):
    state = before(other, area=area, column=column, other="trap", key=True, hp=hp, rank=rank, armor=2)
    move, without, with_key = chosen(state)
    assert move == "room 2"
    assert with_key > without


def test_a_trap_is_left_where_the_key_is_held_or_none_is_needed():
    for state in (
        replace(before("treasure", area=2, column=4, other="trap", key=True, hp=5, gold=6), key=True, key_found=True),
        before("treasure", area=2, column=4, other="trap", key=False, hp=5, gold=6),
    ):
        move, treasure, trap = chosen(state)
        assert move == "room 1"
        assert treasure > trap
