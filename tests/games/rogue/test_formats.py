"""Mini Rogue in JSON: deals, positions, views; what is seen; what is refused, fault by fault."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from rogue_table import GAME, before, fight, play
from support import check_schema, read_jsonl

from cardsolo.core.chance import RecordedDice, SeededDice
from cardsolo.core.errors import DealError
from cardsolo.core.game import Step
from cardsolo.games.rogue.deal import layout_of
from cardsolo.games.rogue.moves import ALL_MOVES
from cardsolo.games.rogue.readers import parse_die
from cardsolo.games.rogue.state import Die, Rules
from cardsolo.games.rogue.view import hidden_rooms, view

VECTORS = [vector for vector in read_jsonl("deal-vectors.jsonl") if vector["game"] == "rogue"]


def again(obj):
    return json.loads(json.dumps(obj))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_rooms_and_dice_are_those_of_the_vectors(vector):
    seed = int(vector["seed"])
    deal = GAME.deal(Rules(), seed)
    assert [list(layout) for layout in deal.rooms[:3]] == vector["rooms"]
    dice = SeededDice("rogue", seed)
    assert [dice.die() for _die in vector["dice"]] == vector["dice"]


def test_options_do_not_change_the_rooms():
    assert len({GAME.deal(Rules(d, key=k), 5).rooms for d in ("casual", "hard") for k in (False, True)}) == 1


def test_a_deal_reads_back():
    deal = GAME.deal(Rules("hard", key=True), 2**63 - 1)
    obj = GAME.deal_to_json(deal)
    check_schema(obj)
    assert obj["seed"] == str(2**63 - 1)
    assert GAME.deal_from_json(again(obj)) == deal


def test_a_seed_alone_is_dealt():
    obj = {"type": "deal", "game": "rogue", "seed": 7}
    assert GAME.deal_from_json(obj) == GAME.deal(Rules(), 7)


def test_a_typed_deal_has_no_seed():
    obj = GAME.deal_to_json(GAME.deal(Rules(), 7))
    del obj["seed"], obj["dealer"]
    deal = GAME.deal_from_json(obj)
    assert deal.seed is None
    assert GAME.deal_to_json(deal) == obj


def faults(read, obj):
    with pytest.raises(DealError) as caught:
        read(obj)
    return [fault.at for fault in caught.value.faults]


def test_every_fault_of_a_deal_is_named():
    obj = GAME.deal_to_json(GAME.deal(Rules(), 7))
    obj["rooms"][0][0] = "dragon"
    obj["rooms"][1][2] = obj["rooms"][1][0]
    obj["rooms"][2] = ["trap"]
    obj["rules"]["difficulty"] = "easy"
    del obj["rooms"][13]
    found = faults(GAME.deal_from_json, obj)
    assert {"rules.difficulty", "rooms", "rooms[0][0]", "rooms[1][2]", "rooms[2]"} <= set(found)


def test_rooms_that_are_not_the_seeds_are_refused():
    obj = GAME.deal_to_json(GAME.deal(Rules(), 7))
    obj["seed"] = 8
    assert faults(GAME.deal_from_json, obj) == ["seed"]


STATES = {
    "start": before("event"),
    "pair": before("merchant", column=2, other="event"),
    "attack": fight("6+3 4f 1 6", hp=12, damage=5, poisoned=True, rank=4, area=6),
    "spell": play(fight("2", hp=12, spells=("fire",)), "stop"),
    "event": play(before("event"), ("room 1", 3)),
    "change": play(before("event"), ("room 1", 3), ("check", 1)),
    "drop": play(before("treasure", spells=("ice", "fire")), ("room 1", 5, 3)),
    "merchant": play(before("merchant"), "room 1"),
    "rest": play(before("resting", column=4), "room 1"),
    "over": play(fight("1", hp=9, damage=5), "stop"),
    "key": replace(before("trap", key=True, area=4), key=True, key_found=True),
}


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_positions_and_views_read_back(state):
    obj = GAME.position_to_json(state)
    check_schema(obj)
    assert GAME.position_from_json(again(obj)) == state
    seen = GAME.view(state, 1)
    check_schema(GAME.view_to_json(seen))
    assert GAME.view_from_json(again(GAME.view_to_json(seen))) == seen
    assert GAME.legal_moves(seen) == GAME.legal_moves(state)


def test_a_position_has_the_fields_of_section_1():
    obj = GAME.position_to_json(STATES["attack"])
    assert {"area", "rank", "xp", "armor", "hp", "gold", "food", "spells", "layout", "column"} <= obj.keys()
    assert {"monster_defeated", "bosses_slain", "combat", "key", "seed", "visit", "dice_thrown"} <= obj.keys()
    assert obj["combat"] == {
        "kind": "monster",
        "hp": 12,
        "damage": 5,
        "dice": ["6+3", "4f", "1", "6"],
        "poisoned": True,
        "frozen": False,
    }


def test_a_position_may_be_short():
    obj = {
        "type": "position",
        "game": "rogue",
        "seed": 7,
        "area": 3,
        "rank": 1,
        "armor": 0,
        "hp": 5,
        "gold": 0,
        "food": 2,
        "layout": ["trap", "event", "resting", "treasure", "monster", "merchant"],
        "column": 2,
        "combat": {"kind": "monster", "hp": 6, "damage": 4, "dice": [6]},
    }
    check_schema(obj | {"rules": {"difficulty": "normal", "key": False}})
    state = GAME.position_from_json(obj)
    assert (state.phase, state.room, state.visit, state.dice_thrown) == ("attack", "monster", 1, 0)
    assert state.combat.dice == (Die((6,)),)


def test_a_fight_without_dice_is_rolled_when_the_position_is_entered():
    state = replace(STATES["attack"], combat=STATES["attack"].combat._replace(dice=()))
    step = GAME.enter(GAME.position_from_json(GAME.position_to_json(state)), RecordedDice([2, 3, 4, 5]))
    assert [str(die) for die in step.state.combat.dice] == ["2", "3", "4", "5"]
    assert step.state.dice_thrown == state.dice_thrown + 4


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_nothing_happens_when_any_other_position_is_entered(state):
    assert GAME.enter(state, RecordedDice([])) == Step(state, ())


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_every_refusal_has_a_rule_and_a_sentence(state):
    legal = GAME.legal_moves(state)
    for move in ALL_MOVES:
        reason = GAME.why_not(state, move)
        if move in legal or (str(move) == "resign" and not state.ended):
            assert reason is None
        else:
            assert reason.rule
            assert reason.message


def test_a_position_without_seed_and_rooms_cannot_be_played_on():
    state = replace(STATES["start"], seed=None, rooms=())
    with pytest.raises(DealError, match="seed"):
        GAME.enter(state, RecordedDice([]))


def test_later_rooms_come_from_the_seed_or_from_the_position():
    obj = GAME.position_to_json(before("resting", column=4, area=3))
    del obj["seed"]
    obj["rooms"] = [list(layout_of(99, visit)) for visit in range(1, 15)]
    state = GAME.position_from_json(again(obj))
    assert GAME.position_to_json(state) == obj
    assert play(state, "room 1", "rest weapon").layout == layout_of(99, 2)
    obj |= {"visit": 14, "area": 1, "seed": 3}
    del obj["rooms"]
    assert play(GAME.position_from_json(obj), "room 1", "rest weapon").layout == layout_of(3, 15)


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"area": 15}, "area"),
        ({"rank": 0}, "rank"),
        ({"rank": 4, "xp": 1}, "xp"),
        ({"xp": 6}, "xp"),
        ({"hp": 0}, "hp"),
        ({"hp": 21}, "hp"),
        ({"armor": 6}, "armor"),
        ({"gold": -1}, "gold"),
        ({"food": 7}, "food"),
        ({"food": True}, "food"),
        ({"spells": ["fire", "ice", "ice"]}, "spells"),
        ({"spells": ["frost"]}, "spells[0]"),
        ({"layout": ["trap"] * 6}, "layout[1]"),
        ({"layout": [None] * 6}, "layout[0]"),
        ({"layout": "trap"}, "layout"),
        ({"column": 5}, "column"),
        ({"taken": [1, 1]}, "taken"),
        ({"phase": "sleep"}, "phase"),
        ({"phase": "attack"}, "combat"),
        ({"combat": {"kind": "monster", "hp": 31, "damage": 2}}, "combat.hp"),
        ({"combat": {"kind": "dragon", "hp": 3, "damage": 2}}, "combat.kind"),
        ({"combat": {"kind": "monster", "hp": 3, "damage": 2, "dice": ["3+6"]}}, "combat.dice[0]"),
        ({"combat": {"kind": "monster", "hp": 3, "damage": 2, "dice": [1, 2, 3, 4, 5]}}, "combat.dice"),
        ({"combat": []}, "combat"),
        ({"die": 3}, "die"),
        ({"offer": "fire"}, "offer"),
        ({"ended": "bored"}, "ended"),
        ({"ended": "won"}, None),
        ({"key": True}, "key"),
        ({"bosses_slain": 6}, "bosses_slain"),
        ({"visit": 0}, "visit"),
        ({"dice_thrown": 10**9}, "dice_thrown"),
        ({"seed": -1}, "seed"),
        ({"rooms": [["trap"]]}, "rooms[0]"),
        ({"rules": {"difficulty": "normal", "kye": True}}, "rules.kye"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changes, at):
    obj = GAME.position_to_json(STATES["start"])
    for name in ("phase", "taken"):
        del obj[name]
    obj |= changes
    if at is None:
        assert GAME.position_from_json(obj).phase == "over"
    else:
        assert at in faults(GAME.position_from_json, obj)


def test_all_faults_of_a_position_at_once():
    obj = GAME.position_to_json(STATES["start"]) | {"hp": 99, "gold": "many", "column": 9, "spells": ["x"]}
    assert {"hp", "gold", "column", "spells[0]"} <= set(faults(GAME.position_from_json, obj))


@pytest.mark.parametrize("kind", ["position", "view"])
@pytest.mark.parametrize("name", STATES)
def test_one_wrong_value_is_one_fault(name, kind):
    """What is wrong by itself is not blamed on the fields that should agree with it."""
    state = STATES[name]
    obj = GAME.position_to_json(state) if kind == "position" else GAME.view_to_json(GAME.view(state, 1))
    read = GAME.position_from_json if kind == "position" else GAME.view_from_json
    for field in obj:
        for value in (-1, 99, 1.5, True, "x", {}, [], ["x"] * 3):
            if field in {"type", "game", "rules", "seed", "rooms"}:
                continue
            try:
                read(obj | {field: value})
            except DealError as error:
                places = {fault.at.partition("[")[0].partition(".")[0] for fault in error.faults}
                assert places == {field}, (field, value, error.faults)


def test_an_impossible_column_says_nothing_of_the_cards_taken():
    obj = GAME.position_to_json(STATES["pair"]) | {"column": 9}
    assert list(faults(GAME.position_from_json, obj)) == ["column"]


def test_one_entry_is_expected():
    obj = GAME.position_to_json(STATES["pair"]) | {"taken": [1, 1, 1]}
    with pytest.raises(DealError, match="taken: 1 entry was expected, there are 3"):
        GAME.position_from_json(obj)


def test_a_room_that_does_not_fit_the_phase():
    obj = GAME.position_to_json(STATES["merchant"])
    obj["layout"][0], obj["layout"][1] = obj["layout"][1], obj["layout"][0]
    assert "layout" in faults(GAME.position_from_json, obj)


# --- what is seen -----------------------------------------------------------------------------------------------------
def test_a_view_hides_later_columns_and_the_seed():
    obj = GAME.view_to_json(GAME.view(STATES["pair"], 1))
    assert [room is None for room in obj["layout"]] == [False, False, True, True, False, True]
    assert "seed" not in obj
    assert "rooms" not in obj


def test_hidden_rooms_are_known_as_a_set():
    state = STATES["pair"]
    hidden = hidden_rooms(GAME.view(state, 1))
    assert set(hidden) == {state.layout[at] for at in (2, 3, 5)}
    assert hidden == hidden_rooms(state)


def test_a_view_does_not_change_with_what_is_hidden():
    state = STATES["pair"]
    cards = state.layout
    other = replace(state, layout=(cards[0], cards[1], cards[5], cards[2], cards[4], cards[3]), seed=None, rooms=())
    assert view(other) == view(state)


def test_a_view_that_shows_too_much_or_too_little_is_refused():
    obj = GAME.view_to_json(GAME.view(STATES["pair"], 1))
    shown = obj | {"layout": list(STATES["pair"].layout)}
    assert "layout[2]" in faults(GAME.view_from_json, shown)
    hidden = obj | {"layout": [None, *obj["layout"][1:]]}
    assert "layout[0]" in faults(GAME.view_from_json, hidden)


@pytest.mark.parametrize("text", ["4", "6+3", "4f", "6+6+1", "6+2f", "6"])
def test_dice_read_back(text):
    assert str(parse_die(text)) == text


@pytest.mark.parametrize("text", ["", "7", "0", "3+6", "6+", "f", "4ff", "4 f", "٤", "6+" * 80 + "6"])
def test_what_is_no_die(text):
    with pytest.raises(ValueError):
        parse_die(text)
