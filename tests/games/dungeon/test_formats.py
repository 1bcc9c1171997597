"""Deals, positions and views of Clear the Dungeon as JSON: what is written, and every fault of what people type."""

from __future__ import annotations

import json

import pytest
from dungeon_table import GAME, cards, play, result, state
from hypothesis import given
from hypothesis import strategies as st
from support import check_schema

from cardsolo.core.chance import NoChance
from cardsolo.core.errors import DealError
from cardsolo.core.jsonl import dumps
from cardsolo.games.dungeon.rules import MONSTER_CARDS, power_cards
from cardsolo.games.dungeon.state import Deal, Rules
from cardsolo.games.dungeon.view import unseen_monsters, unseen_power_cards

SEED_7 = (
    '{"type":"deal","game":"dungeon","rules":{"jokers":2,"ace":1,"chain":false},"dealer":"cardsolo-1","seed":7,'
    '"piles":[["QD","JD","KH"],["QH","JS","KC"],["QS","JC","KS"],["QC","JH","KD"]],"deck":["5C","AS","9H","3C","TD","7D",'
    '"7H","6S","9C","AC","2C","7C","6D","TH","5S","3D","4S","5D","8C","8H","9D","6C","X","3H","6H","AD","4D","4H","2S",'
    '"8D","TS","X","2H","5H","3S","4C","7S","9S","AH","8S","TC","2D"]}'
)


def deal(**changes):
    """Return the deal of seed 7 as somebody types it (no dealer, no seed), with fields changed; ... removes one."""
    obj = {key: value for key, value in json.loads(SEED_7).items() if key not in {"dealer", "seed"}} | changes
    return {key: value for key, value in obj.items() if value is not ...}


POSITION = {
    "type": "position",
    "game": "dungeon",
    "rules": {"jokers": 2, "ace": 1, "chain": False},
    "piles": [["JC", "QD", "KH"], ["KS"], ["QC", "JH"], []],
    "attacks": [["3H"], [], ["5C", "9D"], []],
    "hand": ["X", "2C"],
    "deck": ["4S", "TS"],
    "discards": ["AH"],
    "killed": ["JS"],
    "spent": ["6S", "7S", "8S"],
}


def faults(read, obj):
    """Return (place, text, fault) of everything that a reader finds wrong."""
    with pytest.raises(DealError) as caught:
        read(json.loads(json.dumps(obj)))
    message = str(caught.value)
    assert all(str(fault) in message for fault in caught.value.faults)
    return [(fault.at, fault.text, fault.fault) for fault in caught.value.faults]


# --- deals --------------------------------------------------------------------------------------------------------
def test_a_deal_is_written_byte_for_byte_as_the_interface_has_it():
    dealt = GAME.deal(Rules(), 7)
    assert dumps(GAME.deal_to_json(dealt)) == SEED_7
    assert GAME.deal_from_json(json.loads(SEED_7)) == dealt


def test_a_typed_deal_has_no_seed():
    typed = GAME.deal_from_json(deal())
    assert typed.seed is None
    assert {"dealer", "seed"} & GAME.deal_to_json(typed).keys() == set()
    assert GAME.deal_to_json(typed)["deck"] == deal()["deck"]


def test_a_seed_alone_is_dealt_and_absent_rules_are_the_defaults():
    assert GAME.deal_from_json({"type": "deal", "game": "dungeon", "seed": 7}) == GAME.deal(Rules(), 7)
    with_rules = {"type": "deal", "game": "dungeon", "rules": {"jokers": 0, "chain": True}, "seed": "7"}
    assert GAME.deal_from_json(with_rules) == GAME.deal(Rules(jokers=0, chain=True), 7)


@pytest.mark.parametrize("seed", [2**53 - 1, 2**53, 2**63 - 1])
def test_great_seeds_keep_their_digits(seed):
    obj = GAME.deal_to_json(GAME.deal(Rules(), seed))
    assert isinstance(obj["seed"], str) == (seed >= 2**53)
    check_schema(obj)
    assert GAME.deal_from_json(json.loads(dumps(obj))).seed == seed
    assert GAME.deal_from_json(obj | {"seed": seed}).seed == seed


def test_lenient_cards_are_read_and_canonical_ones_written():
    lower = [[name.lower().replace("t", "10") for name in pile] for pile in deal()["piles"]]
    deck = [name.lower().replace("t", "10") for name in deal()["deck"]]
    assert GAME.deal_from_json(deal(piles=lower, deck=deck)) == GAME.deal_from_json(deal())


def test_cards_beside_a_seed_must_be_its_cards():
    obj = json.loads(SEED_7)
    obj["deck"][0], obj["deck"][1] = obj["deck"][1], obj["deck"][0]
    text = "these are not the cards that the dealer gives for this seed"
    assert faults(GAME.deal_from_json, obj) == [("seed", "7", text)]
    assert faults(GAME.deal_from_json, json.loads(SEED_7) | {"seed": 8}) == [("seed", "8", text)]


def test_every_mistake_of_a_typed_deal_is_named_at_once():
    """Two equal cards, a missing one, `11H`, thirteen monsters: one message."""
    obj = deal()
    assert obj["deck"][4] == "TD"
    obj["deck"][4] = "5C"  # the five of clubs stands at deck[0]; the ten of diamonds is missing
    obj["deck"][10] = "11H"  # and so is the two of clubs
    obj["piles"][1].append("KH")  # a thirteenth monster
    assert faults(GAME.deal_from_json, obj) == [
        ("piles[1]", "", "3 entries were expected, there are 4"),
        ("piles[1][3]", "KH", "stands at piles[0][2] already"),
        ("deck[4]", "5C", "stands at deck[0] already"),
        ("deck[10]", "11H", "unknown card"),
        ("deck", "2C", "missing"),
        ("deck", "TD", "missing"),
    ]


FAULTY_DEALS = [
    ({"piles": ...}, {("piles", "missing"), *((f"piles:{card}", "missing") for card in MONSTER_CARDS)}),
    ({"deck": ["2C"]}, {("deck", "42 entries were expected, there are 1")}),
    ({"deck": "2C"}, {("deck", "a list was expected")}),
    ({"deck": {"0": "2C"}}, {("deck", "a list was expected")}),
    ({"deck": [["2C"]]}, {("deck[0]", "unknown card")}),
    ({"piles": []}, {("piles", "4 entries were expected, there are 0")}),
    ({"piles": [["JC", "QD", "KH"]] * 4}, {("piles[1][0]", "stands at piles[0][0] already")}),
    ({"piles": ["JC", "QC", "KC", "JD"]}, {("piles[0]", "a list was expected"), ("piles[3]", "a list was expected")}),
    ({"piles": [["5C"]] * 4}, {("piles[0][0]", "only court cards are monsters")}),
    ({"piles": [["X"]] * 4}, {("piles[0][0]", "only court cards are monsters")}),
    ({"deck": ["KH"]}, {("deck[0]", "stands at piles[0][2] already")}),
    ({"deck": ["X"] * 4}, {("deck", "4 in all, the rules have 2")}),
    ({"deck": ["X"] * 300}, {("deck", "at most 64 entries can be here, there are 300")}),
    ({"rules": {"jokers": 9}}, {("rules.jokers", "not one of the choices, 0 to 8")}),
    ({"rules": {"jokers": True}}, {("rules.jokers", "not one of the choices, 0 to 8")}),
    ({"rules": {"ace": 10, "chain": 1}}, {("rules.ace", "not one of the choices, 1, 11"), ("rules.chain", "not one of the choices, false, true")}),
    ({"rules": {"joker": 2}}, {("rules.joker", "unknown option")}),
    ({"rules": []}, {("rules", "an object was expected")}),
    ({"rules": {"jokers": 3}}, {("deck", "43 entries were expected, there are 42"), ("deck:X", "missing")}),
    ({"dealer": "other"}, {("dealer", "only cardsolo-1 is known")}),
    ({"dealer": None}, {("dealer", "only cardsolo-1 is known")}),
    ({"seed": -1}, {("seed", "a seed is a number from 0 to 9223372036854775807, in plain digits")}),
    ({"seed": 2**63}, {("seed", "a seed is a number from 0 to 9223372036854775807, in plain digits")}),
    ({"seed": None}, {("seed", "a seed is a number from 0 to 9223372036854775807, in plain digits")}),
    ({"seed": [1]}, {("seed", "a seed is a number from 0 to 9223372036854775807, in plain digits")}),
    ({"seed": True}, {("seed", "a seed is a number from 0 to 9223372036854775807, in plain digits")}),
    ({"type": "position"}, {("type", "“deal” was expected")}),
    ({"game": "triangle"}, {("game", "“dungeon” was expected")}),
    ({"game": ..., "type": ...}, {("game", "“dungeon” was expected"), ("type", "“deal” was expected")}),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "expected"), FAULTY_DEALS)
def test_faulty_deals(changes, expected):
    found = faults(GAME.deal_from_json, deal(**changes))
    with_card = {(f"{at}:{text}", fault) for at, text, fault in found}
    assert expected <= {(at, fault) for at, _text, fault in found} | with_card


def test_a_bad_seed_does_not_hide_the_faults_of_the_cards():
    found = faults(GAME.deal_from_json, deal(seed="x", deck=["11H"]))
    assert {at for at, _text, _fault in found} >= {"seed", "deck", "deck[0]"}


def test_a_bad_seed_alone_is_no_missing_cards():
    obj = {"type": "deal", "game": "dungeon", "seed": "x"}
    assert {at for at, _text, _fault in faults(GAME.deal_from_json, obj)} == {"seed"}


@given(st.permutations(MONSTER_CARDS), st.integers(0, 8), st.randoms(use_true_random=False))
def test_any_typed_deal_is_read_as_it_stands(monsters, jokers, source):
    deck = list(power_cards(Rules(jokers=jokers)))
    source.shuffle(deck)
    typed = Deal(Rules(jokers=jokers), tuple(tuple(monsters[at : at + 3]) for at in (0, 3, 6, 9)), tuple(deck))
    assert GAME.deal_from_json(json.loads(dumps(GAME.deal_to_json(typed)))) == typed


# --- positions ----------------------------------------------------------------------------------------------------
def test_a_position_is_read_and_written_as_the_interface_has_it():
    now = GAME.position_from_json(POSITION)
    assert dumps(GAME.position_to_json(now)) == dumps(POSITION)
    assert now == state(
        "JC QD KH | KS | QC JH |", hand="X 2C", deck="4S TS", attacks="3H | | 5C 9D", discards="AH", killed="JS", spent="6S 7S 8S"
    )  # fmt: skip


def test_what_may_be_left_out_of_a_position():
    obj = {key: value for key, value in POSITION.items() if key not in {"rules", "discards", "killed", "spent"}}
    now = GAME.position_from_json(obj)
    assert (now.rules, now.discards, now.killed, now.spent) == (Rules(), (), (), ())
    assert result(play(now, "resign"))["kills"] == 0


def test_an_empty_hand_means_that_the_next_three_are_drawn_first():
    now = GAME.position_from_json(POSITION | {"hand": [], "deck": ["4S", "TS", "8C", "9C"]})
    step = GAME.enter(now, NoChance())
    assert step.state.hand == cards("4S TS 8C")
    assert step.state.deck == cards("9C")
    assert [event.to_json() for event in step.events] == [{"type": "drawn", "cards": ["4S", "TS", "8C"]}]


@pytest.mark.parametrize(
    ("changes", "outcome", "spare"),
    [
        ({"piles": [[], [], [], []], "attacks": [[], [], [], []]}, "cleared", 4),
        ({"piles": [[], [], [], []], "attacks": [[], [], [], []], "hand": []}, "cleared", 2),
        ({"hand": [], "deck": []}, "lost", None),
    ],
)
def test_finished_positions(changes, outcome, spare):
    now = GAME.enter(GAME.position_from_json(POSITION | changes), NoChance()).state
    assert result(now) == {"outcome": outcome, "kills": 1, "spare": spare}


FAULTY_POSITIONS = [
    ({"piles": [["JC"]] * 3}, ("piles", "4 entries were expected, there are 3")),
    ({"piles": [["JC", "QC", "KC", "JD"], [], [], []]}, ("piles[0]", "at most 3 entries can be here, there are 4")),
    ({"piles": [["2C"], [], [], []]}, ("piles[0][0]", "only court cards are monsters")),
    ({"attacks": ...}, ("attacks", "missing")),
    ({"attacks": [[]] * 5}, ("attacks", "4 entries were expected, there are 5")),
    ({"attacks": [["3H", "9H", "2C"], [], [], []]}, ("attacks[0]", "at most 2 entries can be here, there are 3")),
    ({"attacks": [[], [], [], ["3H"]]}, ("attacks[3]", "an attack on an empty pile")),
    ({"attacks": [["3H", "7H"], [], [], []]},
     ("attacks[0][1]", "3H and 7H make 10, JC takes 11: at least 8 is needed here [rules D1]")),
    ({"attacks": [[], ["2H"], [], []]}, ("attacks[1][0]", "after 2H (2) no second card could reach the 13 of KS [rules D2]")),
    ({"rules": {"ace": 11}, "attacks": [["AD", "3H"], [], [], []]}, ("attacks[0]", "this attack would have killed JC")),
    ({"attacks": [["KD"], [], [], []]}, ("attacks[0][0]", "a court card is a monster, not a power card")),
    ({"hand": ["X", "2C", "3C", "4C"]}, ("hand", "at most 3 entries can be here, there are 4")),
    ({"hand": ["QH"]}, ("hand[0]", "a court card is a monster, not a power card")),
    ({"hand": ...}, ("hand", "missing")),
    ({"deck": ...}, ("deck", "missing")),
    ({"deck": ["4S", "2C"]}, ("deck[1]", "stands at hand[1] already")),
    ({"deck": ["X", "X"]}, ("rules.jokers", "3 in all, the rules have 2")),
    ({"discards": ["5C"]}, ("discards[0]", "stands at attacks[2][0] already")),
    ({"discards": 5}, ("discards", "a list was expected")),
    ({"killed": ["QD"]}, ("killed[0]", "stands at piles[0][1] already")),
    ({"killed": ["9C"]}, ("killed[0]", "only court cards are monsters")),
    ({"spent": ["JH"]}, ("spent[0]", "stands at piles[2][1] already")),
    ({"spent": ["X"], "hand": ["X"], "deck": ["X"]}, ("rules.jokers", "3 in all, the rules have 2")),
    ({"type": "view"}, ("type", "“position” was expected")),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "expected"), FAULTY_POSITIONS)
def test_faulty_positions(changes, expected):
    obj = {key: value for key, value in (POSITION | changes).items() if value is not ...}
    assert expected in {(at, fault) for at, _text, fault in faults(GAME.position_from_json, obj)}


def test_every_fault_of_a_position_is_named_at_once():
    wrong = {
        "attacks": [["2H", "3H"], ["2S"], [], ["3D"]],
        "hand": ["X", "X", "QH"],
        "deck": ["X", "2S", "1O"],
        "killed": ["JC"],
        "rules": {"jokers": 2, "ace": 5},
    }
    found = faults(GAME.position_from_json, POSITION | wrong)
    assert [(at, text) for at, text, _fault in found] == [
        ("rules.ace", "5"),
        ("attacks[0][1]", "3H"),
        ("attacks[1][0]", "2S"),
        ("attacks[3]", "3D"),
        ("hand[2]", "QH"),
        ("deck[1]", "2S"),
        ("deck[2]", "1O"),
        ("killed[0]", "JC"),
        ("rules.jokers", "X"),
    ]


def test_absent_cards_are_out_of_play_and_known_to_be():
    now = GAME.position_from_json(POSITION)
    seen = GAME.view(now, 1)
    assert set(seen.absent) == set(MONSTER_CARDS) - set(cards("JC QD KH KS QC JH JS"))
    assert unseen_monsters(seen) == tuple(sorted(cards("QD KH JH")))
    assert unseen_power_cards(seen) == tuple(sorted(cards("4S TS")))


# --- views --------------------------------------------------------------------------------------------------------
VIEW = {
    "type": "view",
    "game": "dungeon",
    "rules": {"jokers": 2, "ace": 1, "chain": False},
    "tops": ["JC", None, "QH", None],
    "below": [1, 0, 0, 0],
    "attacks": [["3H"], [], ["5C", "9D"], []],
    "hand": ["X", "2C"],
    "undrawn": 35,
    "discards": [],
    "killed": ["JS", "JD", "JH", "QC", "QS", "QD", "KC", "KS", "KD"],
    "spent": [],
}


def test_a_view_determines_the_sets_of_what_is_hidden():
    seen = GAME.view_from_json(VIEW | {"undrawn": 37})
    assert unseen_monsters(seen) == cards("KH")
    assert len(unseen_power_cards(seen)) == 37
    assert dumps(GAME.view_to_json(seen)) == dumps(VIEW | {"undrawn": 37})


FAULTY_VIEWS = [
    ({}, ("undrawn", "35 cards are undrawn, but 37 are unaccounted for")),
    ({"undrawn": 37, "below": [0, 0, 0, 0]}, ("below", "0 monsters lie face down, but 1 are unaccounted for")),
    ({"undrawn": 37, "below": [0, 1, 0, 0]}, ("below[1]", "monsters under an empty place")),
    ({"below": [3, 0, 0, 0]}, ("below[0]", "a number from 0 to 2 was expected")),
    ({"below": [1, 0, 0]}, ("below", "4 entries were expected, there are 3")),
    ({"below": ...}, ("below", "missing")),
    ({"tops": ["JC", "JC", None, None]}, ("tops[1]", "stands at tops[0] already")),
    ({"tops": ["5C", None, None, None]}, ("tops[0]", "only court cards are monsters")),
    ({"tops": [["JC"], None, None, None]}, ("tops[0]", "unknown card")),
    ({"tops": [None] * 3}, ("tops", "4 entries were expected, there are 3")),
    ({"undrawn": -1}, ("undrawn", "a number from 0 to 42 was expected")),
    ({"undrawn": 2.0}, ("undrawn", "a number from 0 to 42 was expected")),
    ({"undrawn": ...}, ("undrawn", "a number from 0 to 42 was expected")),
    ({"attacks": [[], ["3H"], [], []]}, ("attacks[1]", "an attack on an empty pile")),
    ({"hand": ["X", "X", "X"]}, ("rules.jokers", "3 in all, the rules have 2")),
    ({"killed": ["JC"]}, ("killed[0]", "stands at tops[0] already")),
    ({"spent": ["2C"]}, ("spent[0]", "stands at hand[1] already")),
    ({"absent": ["JS"]}, ("absent[0]", "stands at killed[0] already")),
    ({"absent": ["4S"]}, ("absent[0]", "only court cards are monsters")),
    ({"type": "position"}, ("type", "“view” was expected")),
]


@pytest.mark.parametrize(("changes", "expected"), FAULTY_VIEWS)
def test_faulty_views(changes, expected):
    obj = {key: value for key, value in (VIEW | changes).items() if value is not ...}
    assert expected in {(at, fault) for at, _text, fault in faults(GAME.view_from_json, obj)}


@pytest.mark.parametrize(
    "field",
    [
        "piles",
        "deck",
        "attacks",
        "hand",
        "discards",
        "killed",
        "spent",
        "tops",
        "below",
        "undrawn",
        "rules",
        "seed",
        "dealer",
        "absent",
    ],
)
@pytest.mark.parametrize(
    "value",
    [None, 0, "", "X", [], {}, [None] * 4, [[]] * 4, [[[]]] * 4, [{}] * 4, [0] * 4, 1e300, -1, True, "\x00" * 99],
)
def test_no_value_crashes_a_reader(field, value):
    for read, obj in ((GAME.deal_from_json, deal()), (GAME.position_from_json, POSITION), (GAME.view_from_json, VIEW)):
        try:
            read(obj | {field: value})
        except DealError as error:
            assert all(line.isprintable() for line in str(error).split("\n"))
