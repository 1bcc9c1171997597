"""R34: HP count in the score of a win alone. Logs of version 1 are tested with the others, in tests/core."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rogue_table import GAME, before, fight, play

from cardsolo.games.rogue.rules import score, score_sheet
from cardsolo.games.rogue.state import Rules


# --- R34 --------------------------------------------------------------------------------------------------------------
def sheet(state):
    return {row.name: row.held * row.points for row in score_sheet(state)}


def test_R34_resigning_scores_no_hp():
    running = before("resting", hp=9)
    end = play(running, "resign")
    assert end.hero.hp == 9
    assert sheet(running)["HP"] == 18
    assert sheet(end) == sheet(running) | {"HP": 0}
    assert GAME.result(end)["score"] == score(running) - 18


def test_R34_resigning_before_a_locked_door_gains_nothing():
    rules = Rules("normal", key=True)
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=9, food=3), rules=rules)
    locked = play(state, ("stop", 1))
    assert (locked.ended, locked.hero.hp) == ("locked", 9)
    assert GAME.result(play(state, "resign"))["score"] < GAME.result(locked)["score"]
    assert sheet(locked)["HP"] == 0


def test_R34_a_win_scores_its_hp():
    end = play(fight("6", hp=1, kind="boss", area=14, hero_hp=9), "stop")
    assert (end.ended, sheet(end)["HP"]) == ("won", 18)


@pytest.mark.parametrize("hp", [0, 9, 20])
def test_a_position_behind_a_locked_door_keeps_its_hp(hp):
    """0 in positions printed by version 1."""
    rules = Rules("normal", key=True)
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=9, food=3), rules=rules)
    obj = GAME.position_to_json(play(state, ("stop", 1)))
    assert obj["hp"] == 9
    again = GAME.position_from_json(obj | {"hp": hp})
    assert (again.ended, again.hero.hp, sheet(again)["HP"]) == ("locked", hp, 0)
