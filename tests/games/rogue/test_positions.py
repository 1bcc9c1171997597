"""Positions set up by hand, reachable or not: what is accepted is played within the ranges of section 1, and whatever is
printed on the way reads back.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from amount import examples
from rogue_table import GAME, before, boss, play
from support import check_schema

from cardsolo.core.chance import SeededDice
from cardsolo.core.errors import DealError
from cardsolo.games.rogue.moves import BY_TEXT
from cardsolo.games.rogue.tables import COLUMNS, DIFFICULTIES, ROOMS, SPELLS, THRESHOLDS, has_boss

PHASES = {
    "monster": ("room", "attack", "spell"),
    "event": ("room", "event", "change", "attack"),
    "boss": ("room", "attack", "drop"),
    "treasure": ("room", "drop"),
    "merchant": ("room", "merchant", "drop"),
    "resting": ("room", "rest"),
    "trap": ("room",),
}
DICE = ("1", "2", "3", "4", "5", "6", "6+3", "6+6", "6+1", "4f", "1f", "6f", "6+3f")


def hero_of(rng):
    rank = rng.randint(1, 4)
    return {
        "rank": rank,
        "xp": 0 if rank == 4 else rng.randrange(THRESHOLDS[rank - 1]),
        "armor": rng.randint(0, 5),
        "hp": rng.randint(1, 20),
        "gold": rng.choice((0, 3, 7, 8, 20)),
        "food": rng.randint(0, 6),
        "spells": rng.choices(list(SPELLS), k=rng.randint(0, 2)),
    }


def position(rng):
    """Return a position drawn from all that the format has words for, a few of which cannot be."""
    area = rng.randint(1, 14)
    column = rng.randint(1, 5 if has_boss(area) else 4)
    layout = rng.sample(ROOMS, 6)
    card = "boss" if column == 5 else layout[rng.choice(COLUMNS[column - 1])]
    phase = rng.choice(PHASES[card])
    key = rng.random() < 0.3
    rules = {"difficulty": rng.choice(list(DIFFICULTIES)), "key": key}
    obj = {"type": "position", "game": "rogue", "rules": rules, "seed": rng.randint(0, 99), "area": area}
    obj |= hero_of(rng) | {"layout": layout, "column": column, "phase": phase}
    obj |= {"visit": rng.randint(1, 14), "bosses_slain": rng.randint(0, 5)}
    if key:
        obj |= {"key": rng.random() < 0.5, "key_found": rng.random() < 0.5}
    if phase in {"attack", "spell"}:
        obj["combat"] = {"kind": card, "hp": rng.randint(1, 30), "damage": rng.randint(0, 12)}
        obj["combat"]["poisoned"] = rng.random() < 0.3
        if phase == "attack":
            obj["combat"]["dice"] = rng.choices(DICE, k=rng.randint(0, 4))
    if phase in {"event", "change"}:
        obj["die"] = rng.randint(1, 6)
    if phase == "drop":
        obj |= {"offer": rng.choice(list(SPELLS)), "spells": rng.choices(list(SPELLS), k=2)}
    return obj


def check_ranges(state):
    hero = state.hero
    assert 0 <= hero.hp <= 20
    assert 0 <= hero.gold <= 20
    assert 0 <= hero.food <= 6
    assert 0 <= hero.armor <= 5
    assert 0 <= state.bosses_slain <= 5
    assert len(hero.spells) <= 2


@pytest.mark.parametrize("seed", range(examples(10)))
def test_what_is_accepted_is_played_within_the_ranges_and_reads_back(seed):
    rng = random.Random(seed)
    dice = SeededDice("rogue", seed)
    for _ in range(5):
        obj = position(rng)
        check_schema(obj)
        try:
            state = GAME.enter(GAME.position_from_json(obj), dice).state
        except DealError:
            assert (obj["phase"], obj["area"], obj["column"]) == ("drop", 14, 5)
            continue
        while GAME.result(state) is None:
            printed = json.loads(json.dumps(GAME.position_to_json(state)))
            check_schema(printed)
            assert GAME.position_from_json(printed) == state
            state = GAME.play(state, rng.choice(GAME.legal_moves(state)), dice).state
            check_ranges(state)


def offered(gold):
    state = play(before("merchant", spells=("ice", "ice"), gold=8), "room 1", "buy fire")
    return replace(state, hero=state.hero._replace(gold=gold))


def test_r6_a_spell_that_cannot_be_paid_for_is_declined():
    state = offered(7)
    assert [str(move) for move in GAME.legal_moves(state)] == ["decline"]
    assert GAME.why_not(state, BY_TEXT["drop ice"]).rule == "8.3"
    assert play(offered(8), "drop ice").hero.gold == 0


def test_the_last_boss_gives_no_item():
    obj = GAME.position_to_json(boss(14, spells=("ice", "ice"))) | {"phase": "drop", "offer": "fire"}
    del obj["taken"]
    with pytest.raises(DealError) as caught:
        GAME.position_from_json(obj)
    assert [fault.at for fault in caught.value.faults] == ["phase"]
    other = GAME.position_to_json(boss(10, spells=("ice", "ice"))) | {"phase": "drop", "offer": "fire"}
    del other["taken"]
    assert GAME.position_from_json(other).offer == "fire"


def test_no_more_bosses_are_slain_than_there_are():
    state = play(replace(boss(2), bosses_slain=5), ("room 1", 6), ("reroll 1", 6))
    assert play(state, ("stop", 1)).bosses_slain == 5
    assert play(replace(state, bosses_slain=3), ("stop", 1)).bosses_slain == 4


@pytest.mark.parametrize(("visit", "area"), [(14, 1), (15, 2), (27, 14)])
def test_layouts_dealt_are_bounded_by_the_area(visit, area):
    obj = GAME.position_to_json(before("trap")) | {"visit": visit, "area": area}
    assert GAME.position_from_json(obj).visit == visit
    with pytest.raises(DealError):
        GAME.position_from_json(obj | {"visit": visit + 1})
