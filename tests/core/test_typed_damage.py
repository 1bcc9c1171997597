"""Logs of real cards and dice that were tampered with: every change is noticed, and none is more than a fault."""

from __future__ import annotations

import copy
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import read
from moves import log_text
from real_table import real_game, type_rest

from cardsolo.core.errors import FormatError
from cardsolo.games import find


def closed(name, seed, own, **options):
    lines, typed, session = real_game(name, seed, own, **options)
    type_rest(session, find(name).deal_from_json(lines[0]["deal"]))
    session.close()
    return typed


LOGS = {
    "dungeon": closed("dungeon", 4, 1, chain=True),
    "triangle": closed("triangle", 34, 2, players=3, first=3),
}


def refused(lines):
    with pytest.raises(FormatError) as caught:
        read(log_text(lines).encode())
    return caught.value.bare


def at(lines, **fields):
    """Return the index of the first line with these values (a name alone: present)."""
    return next(
        number
        for number, line in enumerate(lines)
        if all(name in line and (value is True or line[name] == value) for name, value in fields.items())
    )


@pytest.mark.parametrize("name", LOGS)
def test_whole_logs_are_read(name):
    (game,) = read(log_text(LOGS[name]).encode())
    assert game.session.lines() == LOGS[name]
    assert game.session.real.is_known


def changed(name, number, **fields):
    lines = copy.deepcopy(LOGS[name])
    lines[number] = {key: value for key, value in (lines[number] | fields).items() if value is not None}
    return lines


SET_UP = {"type": "typed", "cards": ["JC"]}
FAULTS = {
    "cards of another game": (lambda: changed("dungeon", 0, typed_cards=False), "cannot be used"),
    "no word of typing": (lambda: changed("dungeon", 0, typed_cards=None), "cannot be used"),
    "typed cards, text": (lambda: changed("dungeon", 0, typed_cards="yes"), "typed_cards is true or absent"),
    "a seat that is none": (lambda: changed("triangle", 0, own_seat=4), "own_seat is a seat from 1 to 3"),
    "a dealt card": (
        lambda: changed("dungeon", 0, deal=LOGS["dungeon"][0]["deal"] | {"deck": ["5C"]}),
        "has ?? for every card",
    ),
    "a seed": (lambda: changed("dungeon", 0, deal=LOGS["dungeon"][0]["deal"] | {"seed": 7}), "has ?? for every card"),
    "another deal": (
        lambda: changed("dungeon", -1, deal=LOGS["dungeon"][-1]["deal"] | {"rules": {"jokers": 2}}),
        "this is not the deal that was typed",
    ),
    "a deal without cards": (lambda: changed("dungeon", -1, deal={}), "deal: "),
    "a die": (lambda: [LOGS["dungeon"][0], {"type": "typed", "dice": [4]}], "dice is not asked for here"),
    "a claim": (lambda: [LOGS["triangle"][0], {"type": "typed", "fits": True}], "fits is not asked for here"),
    "a move too early": (
        lambda: [LOGS["dungeon"][0], {"type": "typed", "move": "5C@1"}],
        "a move is typed before the cards and dice of it",
    ),
    "a card twice": (lambda: [LOGS["dungeon"][0], SET_UP, SET_UP], "JC has been seen"),
    "an unseen card": (lambda: [LOGS["dungeon"][0], SET_UP | {"cards": ["??"]}], "cards of a typed line"),
    "no cards": (lambda: [LOGS["dungeon"][0], SET_UP | {"cards": []}], "cards of a typed line"),
    "two things at once": (lambda: [LOGS["dungeon"][0], SET_UP | {"fits": True}], "a typed line has one of"),
    "nothing": (lambda: [LOGS["dungeon"][0], {"type": "typed"}], "a typed line has one of"),
    "a move before the cards": (
        lambda: [LOGS["dungeon"][0], LOGS["dungeon"][at(LOGS["dungeon"], type="move")]],
        "cards are missing",
    ),
    "undo of nothing": (
        lambda: [LOGS["dungeon"][0], {"type": "undo", "to": 0, "corrects": True}],
        "nothing has been typed that could be typed anew",
    ),
    "corrects, text": (lambda: [LOGS["dungeon"][0], {"type": "undo", "to": 0, "corrects": 1}], "corrects is true or"),
    "another move": (
        lambda: changed("dungeon", at(LOGS["dungeon"], type="typed", move=True), move="resign"),
        "waits for its cards or dice",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_is_refused(fault):
    make, said = FAULTS[fault]
    assert said in refused(make())


def test_only_what_was_typed_last_may_change():
    """A correction repeats what was typed before the slip."""
    start, hand = LOGS["dungeon"][0], ["5C", "9H", "AS"]
    tops = {"type": "typed", "cards": ["JC", "QD", "KH", "JS"]}
    slip = {"type": "undo", "to": 0, "corrects": True}
    move = {"type": "move", "n": 1, "seat": 1, "move": "5C@x", "events": [{"type": "discarded", "card": "5C"}]}
    good = [start, tops, {"type": "typed", "cards": ["5C", "9H", "AC"]}, slip, tops, {"type": "typed", "cards": hand}]
    assert len(read(log_text([*good, move]).encode())) == 1
    other = {"type": "typed", "cards": ["JC", "QD", "KH", "JD"]}
    assert "more than what was typed last has changed" in refused([*good[:4], other, good[5], move])
    assert "only what was typed last is typed anew" in refused([*good, move, slip])


@pytest.mark.parametrize("name", LOGS)
def test_no_line_may_be_missing(name):
    """Unless the game is over without it: the end, and what was typed at the end."""
    lines = LOGS[name]
    last = max(number for number, line in enumerate(lines) if line["type"] == "move")
    for number in range(1, last):
        if lines[number].get("type") == "typed" and "move" in lines[number]:
            continue  # the move line says it again
        refused(lines[:number] + lines[number + 1 :])


@given(st.data())
def test_any_damage_is_a_fault_and_no_more(data):
    lines = copy.deepcopy(LOGS[data.draw(st.sampled_from(sorted(LOGS)))])
    for _change in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["swap", "drop", "double", "value"]))
        if kind == "swap":
            lines[number], lines[other] = lines[other], lines[number]
        elif kind == "drop" and len(lines) > 1:
            del lines[number]
        elif kind == "double":
            lines.insert(number, lines[other])
        else:
            key = data.draw(st.sampled_from(sorted(lines[number])))
            value = data.draw(st.sampled_from([None, 0, 1, True, "x", "??", [], ["5C"], [1], {}, {"type": "deal"}]))
            lines[number] = lines[number] | {key: value}
    with suppress(FormatError):
        read(log_text(lines).encode())
