"""The checker of typed objects: it names every fault with its place, and what it shows is safe to show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.cards import JOKER, PACK, parse_card
from cardsolo.core.check import MAX_FAULTS, Checker, check_options, read_object
from cardsolo.core.errors import DealError, Fault, OptionError, clip
from cardsolo.core.game import Option
from cardsolo.core.jsonl import plain

OPTIONS = (Option("size", 2, range(5), "h"), Option("ace", 1, (1, 11), "h"), Option("on", False, (False, True), "h"))

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def faults(check):
    """Return (place, text, fault) of everything that a checker found."""
    return [(fault.at, fault.text, fault.fault) for fault in check.faults]


def test_nothing_wrong_nothing_raised():
    Checker("x").finish()


@pytest.mark.parametrize(
    ("value", "result", "fault"),
    [
        (3, 3, None),
        (1, 1, None),
        (5, 5, None),
        (0, 1, "0"),
        (6, 1, "6"),
        (True, 1, "true"),
        (2.0, 1, "2.0"),
        ("2", 1, "2"),
        (None, 1, ""),
        ([], 1, "[]"),
        (10**400, 1, "1" + "0" * 78 + "…"),
    ],
)
def test_integer(value, result, fault):
    check = Checker("x")
    assert check.integer(value, "here", 1, 5) == result
    assert faults(check) == ([] if fault is None else [("here", fault, "a number from 1 to 5 was expected")])


def test_absent_values_take_their_default():
    check = Checker("x")
    assert check.integer(None, "a", 1, 5, default=4) == 4
    assert check.flag(None, "b") is False
    assert check.flag(None, "b", default=True) is True
    assert check.faults == []


@pytest.mark.parametrize("value", [0, 1, "true", [], 1.0])
def test_flag_takes_booleans_only(value):
    check = Checker("x")
    assert check.flag(value, "b", default=True) is True
    assert [at for at, _text, _fault in faults(check)] == ["b"]


def test_items():
    check = Checker("x")
    assert check.items([1, 2], "a", size=2) == [1, 2]
    assert check.faults == []
    assert check.items([1, 2], "b", size=3) == [1, 2]
    assert check.items(list(range(70)), "c") == list(range(64))
    assert check.items(None, "d") == []
    assert check.items({"0": 1}, "e") == []
    assert faults(check) == [
        ("b", "", "3 entries were expected, there are 2"),
        ("c", "", "at most 64 entries can be here, there are 70"),
        ("d", "", "missing"),
        ("e", '{"0":1}', "a list was expected"),
    ]


def test_cards_name_every_fault_with_its_place():
    check = Checker("x")
    read = check.cards(["AC", "11H", "ac", 7, None, "X", "x", "10d", "１０Ｄ", ""], "deck")
    assert read == tuple(map(parse_card, ["AC", "X", "X", "TD"]))
    assert faults(check) == [
        ("deck[1]", "11H", "unknown card"),
        ("deck[2]", "AC", "stands at deck[0] already"),
        ("deck[3]", "7", "unknown card"),
        ("deck[4]", "", "unknown card"),
        ("deck[8]", "TD", "stands at deck[7] already"),
        ("deck[9]", "", "unknown card"),
    ]
    check.missing((*PACK[:3], JOKER, JOKER, JOKER, JOKER), "pack")
    check.allow(JOKER, 1, "rules")
    check.allow(PACK[0], 1, "rules")
    assert faults(check)[6:] == [
        ("pack", "2C", "missing"),
        ("pack", "3C", "missing"),
        ("pack", "X", "2 are missing"),
        ("rules", "X", "2 in all, the rules have 1"),
    ]
    with pytest.raises(DealError) as caught:
        check.finish()
    assert caught.value.faults == tuple(check.faults)
    assert str(caught.value).count("\n") == len(check.faults)


def test_duplicates_are_found_across_lists():
    check = Checker("x")
    check.cards(["AC"], "hand")
    check.cards(["2C", "AC"], "deck")
    assert faults(check) == [("deck[1]", "AC", "stands at hand[0] already")]


def test_options_by_default_by_value_and_wrong():
    check = Checker("x")
    assert check.options({}, OPTIONS) == {"size": 2, "ace": 1, "on": False}
    assert check.options({"rules": {"ace": 11, "on": True, "size": 0}}, OPTIONS) == {"size": 0, "ace": 11, "on": True}
    assert check.faults == []


@pytest.mark.parametrize(
    "wrong",
    [{"size": 5}, {"size": -1}, {"size": True}, {"size": 2.0}, {"size": "2"}, {"size": None}, {"size": []},
     {"size": {}}, {"ace": True}, {"ace": 1.0}, {"ace": 2}, {"on": 1}, {"on": 0}, {"on": "no"}, {"size": 10**400}],
)  # fmt: skip
def test_options_of_the_wrong_type_or_range(wrong):
    check = Checker("x")
    assert check.options({"rules": wrong}, OPTIONS) == {"size": 2, "ace": 1, "on": False}
    name, value = next(iter(wrong.items()))
    choices = {"size": "0 to 4", "ace": "1, 11", "on": "false, true"}[name]
    expected = f"not one of the choices, {choices}"
    assert faults(check) == [(f"rules.{name}", "" if value is None else plain(value, 80), expected)]
    with pytest.raises(OptionError, match=f"{name} cannot be .*; there are {choices}"):
        check_options(wrong, OPTIONS)


def test_unknown_options_are_named_in_the_order_they_stand():
    check = Checker("x")
    names = ["zeta", "alpha", "mid", "beta", "omega", "size", "gamma"]
    check.options({"rules": dict.fromkeys(names, 2)}, OPTIONS)
    assert [fault.at for fault in check.faults] == [f"rules.{name}" for name in names if name != "size"]


@pytest.mark.parametrize("found", [None, [], "x", 1, True])
def test_rules_are_an_object(found):
    check = Checker("x")
    check.options({"rules": found}, OPTIONS)
    assert [fault.at for fault in check.faults] == ["rules"]


def test_type_and_game_are_named_together():
    read_object({"type": "deal", "game": "g"}, "deal", "g", "x")
    with pytest.raises(DealError) as caught:
        read_object({"type": 7}, "deal", "g", "this deal")
    assert [fault.at for fault in caught.value.faults] == ["type", "game"]
    assert caught.value.what == "this deal"


def test_very_many_faults_are_summed_up():
    check = Checker("x")
    for number in range(MAX_FAULTS + 7):
        check.fault(str(number), "wrong")
    with pytest.raises(DealError) as caught:
        check.finish()
    assert len(caught.value.faults) == MAX_FAULTS + 1
    assert caught.value.faults[-1].fault == "7 more faults"


HOSTILE = ["\x1b[2J", "a\nb", "x" * 10**6, "\u202eabc", "\x00", "\ud800"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_short_and_harmless(text):
    check = Checker("x")
    check.card(text, "hand[0]")
    check.options({"rules": {text: 1}}, OPTIONS)
    check.fault("dealer", "wrong", {text: [text]})
    check.fault("dealer", "wrong", [[text]])
    with pytest.raises(DealError) as caught:
        check.finish()
    for line in str(caught.value).split("\n"):
        assert line.isprintable()
        assert len(line) < 250
    for fault in caught.value.faults:
        assert all(part.isprintable() and len(part) <= 80 for part in (fault.at, fault.text))


@given(st.text(max_size=200), st.integers(1, 80))
def test_clip(text, limit):
    shown = clip(text, limit)
    assert len(shown) <= limit
    assert shown.isprintable()
    if text.isprintable() and len(text) <= limit:
        assert shown == text


@given(anything, anything)
def test_no_value_crashes_the_checker(value, other):
    check = Checker("x")
    check.integer(value, "a", 0, 9)
    check.flag(value, "b")
    check.items(value, "c")
    check.cards([value, other], "d")
    check.cards(value, "e")
    check.options({"rules": value}, OPTIONS)
    check.options({"rules": {"size": value, "on": other}}, OPTIONS)
    check.missing(PACK, "f")
    assert all(isinstance(fault, Fault) and str(fault).isprintable() for fault in check.faults)
