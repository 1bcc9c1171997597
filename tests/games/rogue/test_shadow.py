"""The rules and a second reading of them (rogue_shadow.py) follow the same games and agree after every move."""

from __future__ import annotations

import random

import pytest
from rogue_shadow import TOTAL_XP, Shadow
from rogue_table import GAME, Thumb
from support import FIXTURES, read_jsonl

from cardsolo.core.session import Origin, Session
from cardsolo.games.rogue.state import Rules
from cardsolo.games.rogue.tables import DIFFICULTIES


def agree(state, shadow):
    hero = state.hero
    found = (hero.rank, TOTAL_XP[hero.rank - 1] + hero.xp, hero.armor, hero.hp, hero.gold, hero.food)
    assert found == (shadow.rank, shadow.total_xp, shadow.armor, shadow.hp, shadow.gold, shadow.food)
    assert sorted(hero.spells) == sorted(shadow.spells)
    assert (state.area, state.bosses_slain, state.ended) == (shadow.area, shadow.bosses, shadow.end)
    assert (state.key, state.key_found) == (shadow.key, shadow.level_gave_key)
    if not state.ended:
        assert state.monster_defeated == shadow.fought
        assert (state.combat.hp if state.combat else None) == (shadow.foe["hp"] if shadow.foe else None)


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.3, 1.0])
@pytest.mark.parametrize("key", [False, True])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_both_readings_agree_after_every_move(difficulty, key, noise):
    for seed in range(12):
        source = random.Random(f"shadow/{seed}")
        deal = GAME.deal(Rules(difficulty, key=key), seed)
        session = Session(Origin(GAME, deal=deal))
        shadow = Shadow(deal.rooms, difficulty, key)
        told = 0
        while True:
            for turn in session.turns[told:]:
                shadow.play(str(turn.move), turn.dice)
                agree(turn.state, shadow)
            told = len(session.turns)
            if session.is_over:
                break
            legal = GAME.legal_moves(session.state)
            noisy = source.random() < noise
            session.play(source.choice(legal) if noisy else Thumb().choose(GAME.view(session.state, 1)))


@pytest.mark.parametrize("path", sorted((FIXTURES / "rogue" / "golden").glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_second_reading_follows_the_golden_logs(path):
    start, *lines = read_jsonl(path)
    kept = {}
    for line in lines:
        if line["type"] == "undo":
            kept = {n: move for n, move in kept.items() if n <= line["to"]}
        elif line["type"] == "move":
            kept[line["n"]] = line
    rules = start["deal"]["rules"]
    shadow = Shadow(start["deal"]["rooms"], rules["difficulty"], rules["key"])
    for line in kept.values():
        shadow.play(line["move"], line.get("dice", []))
    result = lines[-1]["result"]
    assert shadow.area == result["area"]
    assert shadow.end == (result["cause"] or result["outcome"])
