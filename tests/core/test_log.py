"""Logs: every golden one verifies, and each kind of line says what it may say and nothing else."""

from __future__ import annotations

import json

import golden
import pytest
from logs import GOLDEN, dice_log, fault, find_any, read
from support import FIXTURES

from cardsolo.core.errors import LogFormatError, OptionError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import LogReader
from cardsolo.core.log.replay import ABSENT, difference
from cardsolo.games import find


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_golden_logs_verify(path):
    data = path.read_bytes()
    (game,) = read(data)
    assert game.has_ended
    assert game.session.is_over
    rewritten = [json.loads(line) for line in data.splitlines()]
    assert game.start == rewritten[0]
    assert game.session.result == rewritten[-1]["result"]
    (again,) = read([dumps(line).encode() for line in game.session.lines()])
    assert again.session.turns == game.session.turns


def test_golden_logs_in_one_file_are_read_one_by_one():
    data = b"\n".join(path.read_bytes() for path in GOLDEN[:5])
    games = read(data)
    assert len(games) == 5
    assert games[0].line == 1
    assert [game.session.result for game in games] == [read(path.read_bytes())[0].session.result for path in GOLDEN[:5]]


THROWN = {"type": "thrown", "dice": [2], "score": 3}


# --- what each kind of line may say ------------------------------------------------------------------------------
def changed_line(number, **changes):
    """Return the dice log with fields of one line (from 1) changed; a value of ... removes the field."""
    lines = [json.loads(line) for line in dice_log()]
    merged = lines[number - 1] | changes
    lines[number - 1] = {key: value for key, value in merged.items() if value is not ...}
    return [dumps(line).encode() for line in lines]


def test_the_dice_log_is_what_the_next_tests_take_it_for():
    lines = [json.loads(line) for line in dice_log()]
    shape = [(line["type"], line.get("move"), line.get("dice"), line.get("auto")) for line in lines]
    assert shape == [
        ("start", None, [1], None),
        ("move", "roll", [2], None),
        ("move", "roll", [6], None),
        ("move", "again", [3, 4], True),
        ("undo", None, None, None),
        ("move", "roll", [6], None),
        ("move", "again", [3, 4], True),
        ("move", "hold", None, None),
        ("undo", None, None, None),
        ("move", "roll", [6], None),
        ("move", "again", [1, 2], True),
        ("move", "hold", None, None),
        ("end", None, None, None),
    ]


@pytest.mark.parametrize(
    ("number", "changes", "kind", "word"),
    [
        (1, {"format": "cardsolo-log/2"}, LogFormatError, "cardsolo-log/2"),
        (1, {"format": ...}, LogFormatError, "null"),
        (1, {"rules_version": 2}, LogFormatError, "version"),
        (1, {"rules_version": "1"}, LogFormatError, "version"),
        (1, {"deal": ...}, LogFormatError, "deal or a position"),
        (1, {"deal": []}, LogFormatError, "deal or a position"),
        (1, {"deal": {"type": "deal", "game": "chess"}}, LogFormatError, "chess"),
        (1, {"deal": {"type": "deal", "game": ["a"]}}, LogFormatError, "game"),
        (1, {"deal": {"type": "position", "game": "thrower"}}, VerificationError, "type"),
        (1, {"deal": {"type": "deal", "game": "thrower", "rules": {"loud": 1}}}, VerificationError, "rules.loud"),
        (1, {"dice": []}, VerificationError, "missing"),
        (1, {"dice": [1, 1]}, VerificationError, "more dice"),
        (1, {"dice": [7]}, LogFormatError, "1 to 6"),
        (1, {"dice": [True]}, LogFormatError, "1 to 6"),
        (1, {"dice": "1"}, LogFormatError, "1 to 6"),
        (2, {"n": 2}, VerificationError, "n is 2, the rules give 1"),
        (2, {"n": 1.0}, VerificationError, "n is 1.0"),
        (2, {"n": True}, VerificationError, "n is true"),
        (2, {"n": ...}, VerificationError, "n is null"),
        (2, {"seat": 2}, VerificationError, "seat"),
        (2, {"seat": ...}, VerificationError, "seat"),
        (2, {"move": "rol"}, VerificationError, "not a move"),
        (2, {"move": "again"}, VerificationError, "not allowed"),
        (2, {"move": ...}, LogFormatError, "carries a move"),
        (2, {"move": 1}, LogFormatError, "carries a move"),
        (2, {"auto": True}, VerificationError, "auto"),
        (2, {"auto": 0}, LogFormatError, "auto"),
        (4, {"auto": ...}, VerificationError, "auto"),
        (4, {"auto": False}, VerificationError, "auto"),
        (4, {"dice": [3]}, VerificationError, "missing"),
        (4, {"dice": [4, 3]}, VerificationError, "events"),
        (8, {"dice": [1]}, VerificationError, "more dice"),
        (2, {"events": []}, VerificationError, 'events[0] is missing, the rules give {"type":"thrown"'),
        (2, {"events": [THROWN, THROWN]}, VerificationError, 'events[1] is {"type":"thrown"'),
        (2, {"events": [THROWN | {"score": 4}]}, VerificationError, "events[0].score is 4, the rules give 3"),
        (2, {"events": ...}, VerificationError, "events"),
        (2, {"events": [{"type": "thrown", "dice": [2.0], "score": 3}]}, VerificationError, "events"),
        (2, {"events": {"0": 1}}, VerificationError, "events"),
        (5, {"to": 3}, VerificationError, "before the last"),
        (5, {"to": -1}, VerificationError, "before the last"),
        (5, {"to": True}, VerificationError, "before the last"),
        (5, {"to": 1.0}, VerificationError, "before the last"),
        (5, {"to": ...}, VerificationError, "before the last"),
        (5, {"practice": ...}, VerificationError, "practice"),
        (5, {"practice": 1}, VerificationError, "practice"),
        (9, {"practice": True}, VerificationError, "practice"),
        (13, {"result": {"outcome": "reached"}}, VerificationError, "reached"),
        (13, {"result": ...}, VerificationError, "result"),
        (13, {"result": []}, VerificationError, "result"),
        (13, {"type": "End"}, LogFormatError, '"End"'),
        (13, {"type": []}, LogFormatError, "[]"),
        (13, {"type": {"\x1b": 1}}, LogFormatError, "type"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(number, changes, kind, word):
    line, message = fault(changed_line(number, **changes), kind)
    assert line == number
    assert word in message


@pytest.mark.parametrize("number", range(1, 14))
def test_unknown_fields_are_let_be(number):
    lines = changed_line(number, comment={"by": ["me", None, 1.5]})
    (game,) = read(lines)
    assert game.session.turns == read(dice_log())[0].session.turns
    if number == 1:
        assert game.start["comment"] == {"by": ["me", None, 1.5]}


def test_a_move_that_is_not_canonical_is_named():
    lines = (FIXTURES / "dungeon" / "golden" / "jokers2-ace1-plain.jsonl").read_bytes().splitlines()
    move = json.loads(lines[1])["move"]
    lower = move.lower()
    assert find("dungeon").parse_move(lower) == find("dungeon").parse_move(move)
    number, message = fault([lines[0], lines[1].replace(move.encode(), lower.encode())], VerificationError)
    assert number == 2
    assert "canonical" in message


@pytest.mark.parametrize("type_", ["move", "undo", "end"])
def test_a_log_begins_with_a_start_line(type_):
    assert fault([dumps({"type": type_}).encode()], LogFormatError) == (1, "a log begins with a start line")


def test_a_single_line_is_judged_in_the_same_way():
    reader = LogReader(find_any)
    for line in ({"type": "moves"}, {}, {"type": "move"}):
        with pytest.raises(LogFormatError) as caught:
            reader.feed(line, 7)
        assert caught.value.line == 7


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\r\n", b"\xef\xbb\xbf"])
def test_nothing_is_no_log(data):
    assert fault(data, LogFormatError) == (None, "there is no game in it")


@pytest.mark.parametrize("data", [b"\x00\x01\x02", b"[]\n", b"hello\n", b"\x89PNG\r\n\x1a\n", b"x" * (2 << 20), b"{\n"])
def test_what_is_no_log_is_said_to_be_none(data):
    assert fault(data, LogFormatError)[0] == 1


def test_nothing_follows_the_end():
    lines = dice_log()
    for line in (lines[1], lines[4], lines[-1]):
        number, message = fault([*lines, line], VerificationError)
        assert number == len(lines) + 1
        assert "ended" in message
    assert fault([*lines[:-1], lines[1]], VerificationError)[1] == "move 7 comes after the end of the game"


def test_an_end_line_ends_a_finished_game_only():
    lines = dice_log()
    assert fault([*lines[:3], lines[-1]], VerificationError)[1] == "an end line, but the game goes on"


def test_the_watcher_sees_every_accepted_line_once():
    seen = []
    lines = dice_log()
    reader = LogReader(find_any, lambda game, line: seen.append((game.session.state, line)))
    with pytest.raises(VerificationError):
        read([*lines, lines[1]], reader)
    assert [dumps(line).encode() for _state, line in seen] == lines


def test_find_decides_which_games_there_are():
    def none(name):
        raise OptionError(name)

    with pytest.raises(LogFormatError, match="thrower"):
        read(dice_log(), LogReader(none))


@pytest.mark.parametrize(
    ("found", "expected", "gap"),
    [
        (1, 1, None),
        (1.0, 1, ("x", 1.0, 1)),
        (True, 1, ("x", True, 1)),
        (1, True, ("x", 1, True)),
        (None, None, None),
        (0, None, ("x", 0, None)),
        ({"a": 1, "b": 2}, {"a": 1}, None),
        ({"a": 1}, {"a": 1, "b": 2}, ("x.b", ABSENT, 2)),
        ({"a": {"b": [1, {"c": 2, "d": 3}]}}, {"a": {"b": [1, {"c": 2}]}}, None),
        ({"a": {"b": [1, {"c": 2, "d": 3}]}}, {"a": {"b": [1, {"c": 3}]}}, ("x.a.b[1].c", 2, 3)),
        ([1, 2], [1], ("x[1]", 2, ABSENT)),
        ([1], [1, 2], ("x[1]", ABSENT, 2)),
        ([], {}, ("x", [], {})),
        ({}, [], ("x", {}, [])),
        ("1", 1, ("x", "1", 1)),
    ],
)
def test_the_first_difference_is_named(found, expected, gap):
    assert difference(found, expected, "x") == gap


def test_the_golden_player_is_reproducible():
    name, (options, seed) = "jokers2-ace11-chain", golden.GAMES["dungeon"]["jokers2-ace11-chain"]
    written = golden.paths("dungeon")[name].read_text("utf-8")
    assert "\n".join(golden.play_game("dungeon", options, seed)) + "\n" == written
