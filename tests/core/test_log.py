"""Logs: every golden one verifies, and a single wrong character is found.

What a changed character may do without being found is written down in `harmless`: it is next to nothing, and lies
outside moves, results and events.
"""

from __future__ import annotations

import copy
import json
import random
from io import BytesIO

import golden
import pytest
import thrower
from support import FIXTURES

from cardsolo.core.chance import RecordedDice
from cardsolo.core.errors import FormatError, LogFormatError, OptionError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import ABSENT, LogReader, difference
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find

GOLDEN = sorted(FIXTURES.glob("*/golden/*.jsonl"))
#: The shortest of each game.
SMALL = [
    path
    for name in NAMES
    for path in sorted(FIXTURES.glob(f"{name}/golden/*.jsonl"), key=lambda path: path.stat().st_size)[:2]
]


def find_any(name):
    """The registry and the tests' own dice game."""
    return thrower.find(name) if name == "thrower" else find(name)


def read(data, reader=None):
    """Return the games of a log, given as bytes or as lines."""
    if not isinstance(data, bytes):
        data = b"\n".join(data) + b"\n"
    return list((reader or LogReader(find_any)).games(BytesIO(data)))


def fault(data, kind=FormatError):
    """Return (line, message) of the fault that a log is refused for."""
    with pytest.raises(kind) as caught:
        read(data)
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
    return caught.value.line, caught.value.bare


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


# --- every single character ---------------------------------------------------------------------------------------
def short_log(name, seed, length, **options):
    """Return the lines of a game with undo that a random player resigns after some moves; forced moves included."""
    game = find(name)
    lines = []
    deal = game.deal(game.rules_of(options), seed)
    session = Session(Origin(game, deal=deal), sink=lines.append, practice=True)
    source = random.Random(seed)
    for number in range(length):
        moves = game.legal_moves(session.state)
        session.play(moves[-1] if number % 2 else moves[int(source.random() * len(moves))])
        if number % 4 == 2:
            session.undo()
    session.play(game.parse_move("resign"))
    session.close()
    return [dumps(line).encode() for line in lines]


def dice_log():
    """A log with dice, forced moves, and an undo behind a thrown die."""
    lines = []
    session = Session(
        Origin(thrower.GAME, deal=(False, None)),
        chance=RecordedDice([1, 2, 6, 3, 4, 6, 1, 2, 5]),
        sink=lines.append,
        practice=True,
    )
    for action in ("roll", "roll", "undo", "roll", "hold", "undo", "roll", "hold"):
        session.undo() if action == "undo" else session.play(action)
    session.close()
    return [dumps(line).encode() for line in lines]


def snapshot(reader):
    """Return a reader that can go on from here without touching the original."""
    twin = copy.copy(reader)
    if twin.game is not None:
        twin.game = copy.copy(reader.game)
        twin.game.session = copy.copy(reader.game.session)
        twin.game.session.turns = list(reader.game.session.turns)
    return twin


def accepted_changes(lines, replacements, *, first=1):
    """Yield (line number, changed line) for every change of one character that the reader takes at that line.

    replacements: position in the log -> characters to put there. Lines before `first` are left alone.
    """
    reader = LogReader(find_any)
    place = 0
    for number, line in enumerate(lines, 1):
        for at in range(len(line)) if number >= first else ():
            for char in replacements(place + at):
                changed = line[:at] + char + line[at + 1 :]
                if changed == line:
                    continue
                try:
                    read(changed, snapshot(reader))
                except FormatError as error:
                    assert error.bare
                else:
                    yield number, changed
        reader.feed(json.loads(line), number)
        place += len(line)


def harmless(lines, number, changed):
    """Tell whether a change that its own line let pass is found further on, or changes nothing that was played.

    An undo line may name another move that is there to go back to: then the number of the next move is wrong, and that
    is found there; so are rules that are not those of the game. In the start line a key may be renamed to an unknown one (`seed`, `dealer`, `program`; or `rules`
    where the rules are the default ones, so that the cards, which stand beside, are read as a typed deal), the version
    of the program may be any text, and a card may stand in one of its lenient forms: the same cards are dealt, the same
    game is played, line by line.
    """
    whole = [*lines[: number - 1], changed, *lines[number:]]
    try:
        (after,) = read(whole)
    except VerificationError as error:
        return number == 1 or (json.loads(changed)["type"] == "undo" and error.line == number + 1)
    (before,) = read(lines)
    return before.session.lines()[1:] == after.session.lines()[1:]


EVERYWHERE = [bytes([char]) for char in b'0159AHXx"\\ ,}']
LOGS = {
    "dungeon-chain": (short_log, ("dungeon", 4, 8), {"chain": True, "ace": 11, "jokers": 8}),
    "thrower": (dice_log, (), {}),
    **{name: (short_log, (name, 3, 4), {}) for name in NAMES if name != "dungeon"},
}


@pytest.mark.parametrize("name", LOGS)
def test_every_character_of_a_short_log_counts(name):
    make, arguments, options = LOGS[name]
    lines = make(*arguments, **options)
    types = [json.loads(line)["type"] for line in lines]
    assert {"move", "undo", "end"} <= set(types)
    for number, changed in accepted_changes(lines, lambda _place: EVERYWHERE, first=2):
        assert harmless(lines, number, changed), changed


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_character_of_a_golden_log_counts(path):
    """Each place with one wrong character, a different one from place to place; the start line too."""
    lines = path.read_bytes().splitlines()
    alphabet = sorted({bytes([char]) for char in b"".join(lines)})
    source = random.Random(path.stem)
    for number, changed in accepted_changes(lines, lambda _place: (alphabet[int(source.random() * len(alphabet))],)):
        assert harmless(lines, number, changed), changed


def test_the_line_of_a_changed_character_is_named():
    lines = GOLDEN[0].read_bytes().splitlines()
    source = random.Random("lines")
    for number, line in enumerate(lines[1:], 2):
        at = int(source.random() * len(line))
        changed = line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        found, reason = fault([*lines[: number - 1], changed, *lines[number:]])
        assert found in ({number, number + 1} if b"undo" in line else {number}), changed
        assert reason


@pytest.mark.parametrize("kind", ["remove", "twice", "swap", "empty", "cut"])
def test_whole_lines_lost_doubled_or_swapped(kind):
    lines = dice_log()
    for at in range(1, len(lines)):
        changed = list(lines)
        if kind == "remove":
            del changed[at]
        elif kind == "twice":
            changed.insert(at, changed[at])
        elif kind == "swap":
            changed[at - 1], changed[at] = changed[at], changed[at - 1]
        elif kind == "empty":
            changed[at] = b"{}"
        else:
            changed[at] = changed[at][:-7]
        if kind == "remove" and at == len(lines) - 1:
            assert not read(changed)[0].has_ended  # the end line: a game in progress, finished but for its last word
            continue
        if kind == "remove" and lines[at + 1].startswith(b'{"type":"undo"') and b'"auto"' in lines[at]:
            # a move that was taken back at once, and not alone, leaves no trace: the game is the same
            assert read(changed)[0].session.turns == read(lines)[0].session.turns
            continue
        assert fault(changed)[0] is not None, (kind, at)


def test_a_log_may_end_after_any_line():
    lines = dice_log()
    for end in range(1, len(lines)):
        (game,) = read(lines[:end])
        assert not game.has_ended


def test_blank_lines_crlf_and_a_byte_order_mark_change_nothing():
    lines = dice_log()
    data = b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines)
    assert read(data)[0].session.turns == read(lines)[0].session.turns
    assert fault(data + b"\r\nx")[0] == 2 * len(lines)


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
