"""Every refusal of the reader of logs, by its own words, fires by a false log that is right but for one thing.

The list of refusals is taken from the source: a new one without a false log fails here.
"""

from __future__ import annotations

import ast
import json
import re

import pytest
import thrower
from logs import dice_log, fault, find_any, read
from support import FIXTURES, ROOT, read_jsonl

from cardsolo.core.errors import FormatError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES

MODULES = ("reader", "replay")


def refusals():
    """Return the texts of all refusals in the modules."""
    found = set()
    for name in MODULES:
        tree = ast.parse((ROOT / "cardsolo" / "core" / "log" / f"{name}.py").read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_":
                found.add(node.args[0].value)
    return found


def objects():
    """Return the log of the dice game: lines 1–13, 2 3 6 7 10 moves, 4 7 11 forced, 5 9 undos, 13 the end."""
    return [json.loads(line) for line in dice_log()]


def with_line(number, **changes):
    lines = objects()
    lines[number - 1] |= changes
    return lines


def without(number, key):
    lines = objects()
    del lines[number - 1][key]
    return lines


def seeded():
    lines = []
    session = Session(Origin(thrower.GAME, deal=(False, 11)), sink=lines.append)
    session.play("roll")
    die = 1 + lines[1]["dice"][0] % 5
    score = lines[1]["events"][0]["score"] - lines[1]["dice"][0] + die
    lines[1]["dice"] = [die]
    lines[1]["events"] = [{"type": "thrown", "dice": [die], "score": score}]
    return lines[:2]


def no_canonical():
    lines = read_jsonl("dungeon/golden/jokers2-ace1-plain.jsonl")[:2]
    lines[1]["move"] = lines[1]["move"].lower()
    return lines


def match(**changes):
    """Return the lines of a match of three games with changes of the start line of the second."""
    lines = read_jsonl("triangle/match.jsonl")
    second = [number for number, line in enumerate(lines) if line["type"] == "start"][1]
    lines[second] |= changes
    return lines


def match_from_a_position():
    position = {"type": "position", "game": "triangle", "rules": {"players": 2}, "board": {"0,0": "X"}}
    position |= {"hands": [["5H"], ["6H"]], "seat": 1}
    start = read_jsonl("triangle/match.jsonl")[0]
    del start["deal"]
    return [start | {"position": position, "match": {"game": 1, "games": 2}}]


def four_games():
    lines = read_jsonl("triangle/match.jsonl")
    last = [number for number, line in enumerate(lines) if line["type"] == "start"][2]
    return [*lines, lines[last]]


def other_deal():
    lines = read_jsonl("triangle/match.jsonl")
    starts = [number for number, line in enumerate(lines) if line["type"] == "start"]
    return [*lines[: starts[1]], lines[starts[1]] | {"deal": lines[starts[2]]["deal"]}]


def marked_without_reason():
    return with_line(9, practice=True)


def after_the_end():
    """A move where the game is over and has no end line yet."""
    lines = objects()
    return [*lines[:-1], lines[1]]


#: What is refused -> (a log that is, the line of the fault).
FALSE = {
    "there is no game in it": (list, None),
    "a log begins with a start line": (lambda: objects()[1:], 1),
    "type {found} is none of {known}": (lambda: with_line(3, type="moved"), 3),
    "the line before stands here once more": (lambda: [objects()[0], *objects()], 2),
    "a game of a match begins with a deal": (match_from_a_position, 1),
    "the match had ended": (four_games, None),
    "this is not the deal that follows in the match": (other_deal, None),
    "format {found} is not {wanted}": (lambda: with_line(1, format="cardsolo-log/9"), 1),
    "a start line carries a deal or a position": (lambda: without(1, "deal"), 1),
    "rules version {found} is not known": (lambda: with_line(1, rules_version=7), 1),
    "{name} is true or absent": (lambda: with_line(1, typed_dice="yes"), 1),
    "dice are numbers from 1 to 6": (lambda: with_line(2, dice=[0]), 2),
    "dice are missing": (lambda: without(2, "dice"), 2),
    "more dice stand here than were thrown": (lambda: with_line(2, dice=[2, 2]), 2),
    "dice[{index}] is {die}, the seed gives {fallen} (the start line does not say {typed_dice})": (seeded, 2),
    "a move line carries a move": (lambda: without(2, "move"), 2),
    "{name} is a number from 1, or absent": (lambda: with_line(2, hints=0), 2),
    "auto is true or absent": (lambda: with_line(2, auto=1), 2),
    "auto does not agree with the choices there were": (lambda: without(4, "auto"), 4),
    "“{text}” is not canonical": (no_canonical, 2),
    "move {n} comes after the end of the game": (after_the_end, 13),
    "the game had ended": (lambda: [*objects(), objects()[1]], 14),
    "undo goes back to a move before the last one": (lambda: with_line(5, to=3), 5),
    "an undo behind a thrown die is marked as practice": (lambda: without(5, "practice"), 5),
    "practice marks an undo behind a thrown die or behind moves of other seats, and no other": (
        marked_without_reason,
        9,
    ),
    "an end line, but the game goes on": (lambda: [*objects()[:3], objects()[-1]], 4),
    "{what} is missing, the rules give {expected}": (lambda: with_line(2, events=[]), 2),
    "{what} is {found}, the rules give nothing there": (
        lambda: with_line(2, events=[*objects()[1]["events"], {"type": "held"}]),
        2,
    ),
    "{what} is {found}, the rules give {expected}": (lambda: with_line(2, n=3), 2),
}


def test_the_true_logs_are_true():
    assert read(encoded(objects()))[0].has_ended
    assert len(read(encoded(match()))) == 3


def encoded(lines):
    return [dumps(line).encode() for line in lines]


@pytest.mark.parametrize("text", sorted(refusals()))
def test_every_refusal_fires(text):
    if text not in FALSE:
        pytest.fail(f"no false log for “{text}”")
    make, number = FALSE[text]
    line, message = fault(encoded(make()))
    pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))
    assert re.fullmatch(pattern, message, re.DOTALL), message
    assert number is None or line == number


def test_no_false_log_is_left_over():
    assert set(FALSE) <= refusals()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"match": {"game": 3, "games": 3}}, "match.game is 3, the rules give 2"),
        ({"match": {"game": 2, "games": 2}}, "match.games is 2, the rules give 3"),
        ({"match": 2}, 'match is 2, the rules give {"game":2,"games":3}'),
        ({"match": []}, "match is [], the rules give"),
    ],
)
def test_the_place_in_a_match(changes, said):
    assert said in fault(encoded(match(**changes)))[1]


def test_a_match_needs_a_game_that_has_them_and_a_seed():
    dungeon = read_jsonl("dungeon/golden/jokers2-ace1-plain.jsonl")
    dungeon[0]["match"] = {"game": 1, "games": 1}
    assert fault(encoded(dungeon)) == (1, "dungeon is not played in matches")
    typed = match()
    del typed[0]["deal"]["seed"], typed[0]["deal"]["dealer"]
    assert "a match needs a seed" in fault(encoded(typed))[1]


def test_a_match_of_one_game_does_not_go_on_with_another():
    lines = read_jsonl("triangle/match.jsonl")
    second = [number for number, line in enumerate(lines) if line["type"] == "start"][1]
    start = read_jsonl("dungeon/golden/jokers2-ace1-plain.jsonl")[0] | {"match": {"game": 2, "games": 3}}
    assert fault(encoded([*lines[:second], start])) == (second + 1, "the match had ended")


def test_what_the_rules_refuse_is_refused_by_the_reader_in_their_words():
    lines = objects()
    lines[1]["move"] = "again"
    assert fault(encoded(lines)) == (2, "again is not allowed: again after 1 [rules 2]")
    lines[1]["move"] = "x"
    assert fault(encoded(lines)) == (2, "“x” is not a move: roll or hold")
    for name in NAMES:
        (first, second, *_rest) = read_jsonl(min((FIXTURES / name / "golden").glob("*.jsonl")))
        second["move"] = "resign now"
        number, message = fault(encoded([first, second]))
        assert number == 2
        assert "is not a move" in message


@pytest.mark.parametrize(
    "changes", [{"dice": [2, 2]}, {"events": []}, {"seat": 2}, {"move": "hold"}, {"n": 2}, {"dice": []}, {"auto": True}]
)
def test_a_refused_line_leaves_the_game_as_it_was(changes):
    """So that the right line can still follow."""
    reader = LogReader(find_any)
    start, first, *rest = objects()
    reader.feed(start, 1)
    with pytest.raises(FormatError):
        reader.feed(first | changes, 2)
    for number, line in enumerate([first, *rest], 2):
        reader.feed(line, number)
    assert reader.game.has_ended


def test_the_standings_of_a_match_are_those_of_its_games():
    lines = read_jsonl("triangle/match.jsonl")
    ends = [number for number, line in enumerate(lines) if line["type"] == "end"]
    for end in ends:
        changed = [dict(line) for line in lines]
        penalties = changed[end]["standings"]["penalties"]
        changed[end]["standings"] = changed[end]["standings"] | {"penalties": [penalties[0] + 1, *penalties[1:]]}
        number, message = fault(encoded(changed))
        assert number == end + 1
        assert message == f"standings.penalties[0] is {penalties[0] + 1}, the rules give {penalties[0]}"


def test_a_position_beside_a_deal_does_not_count():
    lines = objects()
    lines[0]["position"] = {"type": "position", "game": "chess"}
    assert read(encoded(lines))[0].session.origin.position is None


def test_an_undo_goes_back_to_the_start_at_most():
    start, first = objects()[:2]
    undo = {"type": "undo", "to": 0, "practice": True}
    (game,) = read(encoded([start, first, undo]))
    assert (list(game.turns), game.undone) == ([], 1)
    assert fault(encoded([start, first, undo | {"to": -1}]))[0] == 3
    assert fault(encoded([start, undo]))[0] == 2


def test_what_a_start_line_says_besides_is_carried_on():
    lines = objects()
    lines[0] |= {"seats": ["me", "you"], "note": 1}
    assert read(encoded(lines))[0].session.extra == {"practice": True, "seats": ["me", "you"], "note": 1}
