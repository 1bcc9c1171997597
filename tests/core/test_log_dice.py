"""Dice of a log are those of its seed, unless its start line says that real ones were thrown."""

from __future__ import annotations

import json

import pytest
import thrower
from logs import fault, read

from cardsolo.core.chance import RecordedDice, SeededDice
from cardsolo.core.errors import LogFormatError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin, Session

SEED = 11
ACTIONS = ("roll", "roll", "undo", "roll", "roll", "undo", "undo", "roll", "hold")


def log(origin, chance=None, extra=None):
    """Return the lines of a game with undos behind dice."""
    lines = []
    session = Session(origin, chance=chance, sink=lines.append, practice=True, extra=extra)
    for action in ACTIONS:
        session.undo() if action == "undo" else session.play(action)
    session.close()
    return lines


def encoded(lines):
    return [dumps(line).encode() for line in lines]


def forged(lines, number):
    """Change the first die of a line, and what the rules make of it in all lines."""
    dice = {}
    for at, line in enumerate(lines, 1):
        dice[at] = list(line.get("dice", []))
    dice[number][0] = 1 + dice[number][0] % 5  # no six: the game goes on as it did
    start = lines[0]
    thrown = [die for at in sorted(dice) for die in dice[at] if lines[at - 1]["type"] != "undo"]
    again = []
    origin = Origin(thrower.GAME, deal=(False, start["deal"]["seed"]))
    session = Session(origin, chance=RecordedSeek(thrown), sink=again.append, practice=True, auto=True)
    for action in ACTIONS:
        session.undo() if action == "undo" else session.play(action)
    session.close()
    return again


class RecordedSeek(RecordedDice):
    """Dice one after the other, also after undo: as a forger writes them."""

    def seek(self, thrown):
        pass


@pytest.fixture
def seeded():
    return log(Origin(thrower.GAME, deal=(False, SEED)))


def test_the_seeds_own_dice_verify_also_after_undo(seeded):
    assert sum(line["type"] == "undo" for line in seeded) == 3
    assert read(encoded(seeded))[0].has_ended


def test_a_die_and_its_event_changed_together_are_found(seeded):
    places = [number for number, line in enumerate(seeded, 1) if line.get("dice") and 6 not in line["dice"]]
    assert len(places) > 3
    for number in places:
        lines = forged(seeded, number)
        both = enumerate(zip(lines, seeded, strict=False), 1)
        bad = next(at for at, (line, good) in both if line.get("dice") != good.get("dice"))
        found, message = fault(encoded(lines), VerificationError)
        assert found == bad
        die, right = lines[bad - 1]["dice"][0], seeded[bad - 1]["dice"][0]
        assert message == f"dice[0] is {die}, the seed gives {right} (the start line does not say typed_dice)"
        lines[0]["typed_dice"] = True
        assert read(encoded(lines))[0].has_ended


def test_dice_after_an_undo_are_the_same_dice_again(seeded):
    """Only the last throw is changed, and it stands behind undos."""
    last = max(number for number, line in enumerate(seeded) if line.get("dice"))
    line = json.loads(dumps(seeded[last]))
    old = line["dice"][0]
    line["dice"][0] = line["events"][0]["dice"][0] = new = 1 + old % 5
    line["events"][0]["score"] += new - old
    lines = [*seeded[:last], line]
    assert fault(encoded(lines), VerificationError)[0] == last + 1


@pytest.mark.parametrize("value", [1, "true", None, [], {}])
def test_typed_dice_is_true_or_absent(seeded, value):
    seeded[0]["typed_dice"] = value
    assert fault(encoded(seeded), LogFormatError) == (1, "typed_dice is true or absent")


def test_a_seed_for_the_dice_alone_counts_as_well():
    chance = SeededDice("thrower", 77)
    lines = log(Origin(thrower.GAME, deal=(False, None)), chance, {"dice_seed": 77})
    assert read(encoded(lines))[0].has_ended
    lines[0]["dice_seed"] = 78
    assert "the seed gives" in fault(encoded(lines), VerificationError)[1]
    lines[0]["dice_seed"] = "77"
    assert read(encoded(lines))[0].has_ended
    for bad in (-1, 1.5, "x", None, True):
        lines[0]["dice_seed"] = bad
        number, message = fault(encoded(lines), LogFormatError)
        assert number == 1
        assert message.startswith("dice_seed: a seed is a number from 0")


def test_a_position_goes_on_with_the_dice_that_come_next():
    position = thrower.State(score=3, seed=SEED, dice_thrown=4)
    lines = log(Origin(thrower.GAME, position=position))
    assert lines[1]["dice"] == [SeededDice("thrower", SEED, 4).die()]
    assert read(encoded(lines))[0].has_ended
    lines[0]["position"]["dice_thrown"] = 5
    assert "the seed gives" in fault(encoded(lines), VerificationError)[1]
