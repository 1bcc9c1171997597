"""A single wrong character in a log is found, and so are lines lost, doubled or swapped.

What a changed character may do without being found is written down in `harmless`: it is next to nothing, and lies
outside moves, results and events.
"""

from __future__ import annotations

import copy
import json
import random

import pytest
from amount import PROFILE, some
from logs import GOLDEN, dice_log, fault, find_any, read, short_log
from support import FIXTURES

from cardsolo.core.errors import FormatError, VerificationError
from cardsolo.core.log.reader import LogReader
from cardsolo.games import NAMES

#: The shortest of each game.
SMALL = [
    path
    for name in NAMES
    for path in sorted(FIXTURES.glob(f"{name}/golden/*.jsonl"), key=lambda path: path.stat().st_size)[:2]
]


def snapshot(reader):
    """Return a reader that can go on from here without touching the original."""
    twin = copy.copy(reader)
    if twin.game is not None:
        twin.game = copy.copy(reader.game)
        twin.game.session = copy.copy(reader.game.session)
        twin.game.session.turns = list(reader.game.session.turns)
        twin.game._dice = copy.copy(reader.game._dice)
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
    for number, changed in accepted_changes(lines, lambda place: some(EVERYWHERE[place % 2 :], 2), first=2):
        assert harmless(lines, number, changed), changed


@pytest.mark.parametrize("path", SMALL, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_characters_of_a_golden_log_count(path):
    """One wrong character, another one from place to place, at every third place; the start line too."""
    lines = path.read_bytes().splitlines()
    alphabet = sorted({bytes([char]) for char in b"".join(lines)})
    source = random.Random(path.stem)

    def replacements(place):
        return (source.choice(alphabet),) if PROFILE == "thorough" or place % 3 == 0 else ()

    for number, changed in accepted_changes(lines, replacements):
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
