"""Damaged files: no game is lost but those whose own lines are, and each fault is told once with its line."""

from __future__ import annotations

import json
import random
from io import BytesIO

import pytest
from amount import examples
from logs import dice_log, find_any, short_log
from support import read_jsonl

from cardsolo.core.errors import LogFormatError, VerificationError
from cardsolo.core.jsonl import MAX_LINE, dumps
from cardsolo.core.log.reader import read_log


def games():
    """Return the games of the file that is damaged, each as its lines: all kinds of games, and a match among them."""
    match = []
    for line in read_jsonl("triangle/match.jsonl"):
        if line["type"] == "start":
            match.append([])
        match[-1].append(dumps(line).encode())
    return [
        short_log("dungeon", 3, 6),
        dice_log(),
        *match,
        short_log("rogue", 5, 8),
        short_log("triangle", 2, 5, players=3),
        [noted(line) if not number else line for number, line in enumerate(dice_log())],
    ]


def noted(line):
    """Return a start line that can be told from another one."""
    return dumps(json.loads(line) | {"note": "again"}).encode()


GAMES = games()
LINES = [line for game in GAMES for line in game]
#: The game that each line belongs to.
OWNER = [number for number, game in enumerate(GAMES) for _line in game]
RUBBISH = [b"x", b"{", b"[]", b"{}", b"\x00" * 40, b"\xff\xfe", b'{"type":"moves"}', b"\x1b[2J", b'{"type":"end"', b"1"]


def read(data):
    """Return the games that are told of, by where their first moves show them, and the faults with their lines."""
    faults = []
    found = list(read_log(BytesIO(data), find_any, on_fault=faults.append))
    return found, [error.line for error in faults], faults


def signature(start, result):
    return dumps([start, result])


WHOLE = [signature(json.loads(game[0]), json.loads(game[-1])["result"]) for game in GAMES]


def finished(found):
    """Return the games that ended, as the file has them: each start and result."""
    return [signature(game.start, game.result) for game in found if game.has_ended]


def test_the_whole_file_has_no_fault():
    found, lines, _faults = read(b"\n".join(LINES) + b"\n")
    assert lines == []
    assert finished(found) == WHOLE
    assert [game.match is not None for game in found] == [False] * 2 + [True] * 3 + [False] * 3


class Damage:
    """A file with some damages, what must be left of it, and where the faults are."""

    def __init__(self, number):
        self.source = random.Random(f"damage/{number}")
        self.lines = [[line] for line in LINES]  # what stands in the place of each line
        self.lost = set()  # games
        self.marked = []  # (place, row in it): lines that are faults
        self.tail = b"\n"
        self.tail_is_fault = False
        for place in sorted(self.source.sample(range(len(LINES) // 2), 1 + number % 3)):
            self.pick()(2 * place + int(self.source.random() * 2) % 2)
        if number % 2:
            self.end()

    def pick(self):
        return (self.insert, self.replace, self.double, self.nul)[int(self.source.random() * 4)]

    def rubbish(self):
        return RUBBISH[int(self.source.random() * len(RUBBISH))]

    def insert(self, place):
        self.lines[place].insert(0, self.rubbish())
        self.marked.append((place, 0))

    def replace(self, place):
        self.lines[place] = [self.rubbish()]
        self.marked.append((place, 0))
        self.lost.add(OWNER[place])

    def double(self, place):
        self.lines[place] *= 2
        self.marked.append((place, 1))

    def nul(self, place):
        """Some bytes of the line are NUL, as after a crash of the system."""
        line = LINES[place]
        at = int(self.source.random() * len(line))
        self.lines[place] = [line[:at] + b"\x00" * (1 + int(self.source.random() * (len(line) - at)))]
        self.marked.append((place, 0))
        self.lost.add(OWNER[place])

    def end(self):
        """The end of the file: torn in the middle of a line, or NULs where nothing had been written yet."""
        if self.source.random() < 0.5:
            self.tail = b"\n" + b"\x00" * (1 + int(self.source.random() * 5000))
            self.tail_is_fault = True
            return
        last = self.lines[-1][-1]
        if (len(LINES) - 1, len(self.lines[-1]) - 1) in self.marked:
            return
        cut = 1 + int(self.source.random() * (len(last) - 1))
        self.lines[-1][-1] = last[:cut]
        self.tail = b""
        self.marked.append((len(LINES) - 1, len(self.lines[-1]) - 1))
        self.lost.add(OWNER[-1])

    @property
    def data(self):
        return b"\n".join(line for lines in self.lines for line in lines) + self.tail

    @property
    def fault_lines(self):
        before = [0]
        for lines in self.lines:
            before.append(before[-1] + len(lines))
        found = sorted(before[place] + row + 1 for place, row in self.marked)
        return found + [before[-1] + 1] * self.tail_is_fault


@pytest.mark.parametrize("part", range(5))
def test_no_finished_game_is_lost_and_each_fault_is_told_once(part):
    for number in range(part, 5 * examples(25), 5):
        damage = Damage(number)
        found, lines, _faults = read(damage.data)
        assert lines == damage.fault_lines, number
        expected = [game for at, game in enumerate(WHOLE) if at not in damage.lost]
        left = finished(found)
        assert [game for game in left if game in expected] == expected, number
        assert set(left) <= set(WHOLE)


def test_a_file_without_a_game_is_no_log():
    with pytest.raises(LogFormatError, match="not JSON") as caught:
        read(b"shopping list\nmilk\n")
    assert caught.value.line == 1
    with pytest.raises(LogFormatError, match="no game"):
        read(b"\n")


def test_faults_before_the_first_game_are_told_when_it_begins():
    found, lines, faults = read(b"\n".join([b"x", dice_log()[1], b"y", *dice_log()]))
    assert lines == [1, 3]
    assert finished(found) == [WHOLE[1]]
    assert all(isinstance(error, LogFormatError) for error in faults)


@pytest.mark.parametrize("length", [MAX_LINE + 1, 3 * MAX_LINE])
def test_a_line_that_is_too_long_costs_itself_only(length):
    whole = dice_log()
    found, lines, _faults = read(b"\n".join([*whole[:3], b"x" * length, *whole[3:], *whole]))
    assert lines == [4]
    assert finished(found) == [WHOLE[1]] * 2


def test_what_breaks_the_rules_costs_its_game_and_is_told_once():
    whole = dice_log()
    forged = [line.replace(b'"score":9', b'"score":8') for line in whole]
    assert forged != whole
    found, lines, faults = read(b"\n".join([*whole, *forged, *whole]))
    assert finished(found) == [WHOLE[1]] * 2
    assert len(lines) == 1
    assert isinstance(faults[0], VerificationError)


def test_lines_after_the_end_are_told_once_and_cost_nothing():
    whole = dice_log()
    found, lines, _faults = read(b"\n".join([*whole, whole[1], whole[2], *whole]))
    assert lines == [len(whole) + 1]
    assert finished(found) == [WHOLE[1]] * 2


def test_a_match_goes_on_after_a_game_that_is_lost():
    match = GAMES[2:5]
    broken = [match[0][0], *match[0][2:]]
    found, lines, _faults = read(b"\n".join([*broken, *match[1], *match[2]]))
    assert lines == [2]
    assert finished(found) == WHOLE[3:5]
    assert [game.match for game in found] == [None, None]
    found, lines, _faults = read(b"\n".join([*match[0], *match[1][:-2], b"x", *match[1][-1:], *match[2]]))
    assert lines == [len(match[0]) + len(match[1]) - 1]
    assert finished(found) == [WHOLE[2], WHOLE[4]]


def test_junk_between_the_games_of_a_match_leaves_it_a_match():
    found, lines, _faults = read(b"\nx\n".join(b"\n".join(game) for game in GAMES[2:5]))
    assert len(lines) == 2
    assert finished(found) == WHOLE[2:5]
    assert found[-1].match.is_over


def test_a_fault_in_one_match_excuses_no_other():
    """A game of the first match is lost; the second match begins whole, and its second game is not the one due."""
    match = GAMES[2:5]
    broken = [match[0][0], *match[0][2:]]
    data = b"\n".join([*broken, *match[1], *match[2], *match[0], *match[2]])
    found, lines, faults = read(data)
    last = len(broken) + len(match[1]) + len(match[2]) + len(match[0]) + 1
    assert lines == [2, last]
    assert "match.game is 3, the rules give 2" in faults[1].bare
    assert finished(found) == [*WHOLE[3:5], WHOLE[2]]


def test_a_game_in_progress_before_a_damaged_start_counts():
    data = b"\n".join([*dice_log()[:5], b'{"type":"start"}', *dice_log()[1:4], *dice_log()])
    found, lines, _faults = read(data)
    assert lines == [6]
    assert [game.has_ended for game in found] == [False, True]


def test_a_finished_game_before_a_damaged_start_counts_once():
    found, lines, _faults = read(b"\n".join([*dice_log(), b'{"type":"start"}', *dice_log()[1:], *dice_log()]))
    assert lines == [len(dice_log()) + 1]
    assert finished(found) == [WHOLE[1]] * 2
