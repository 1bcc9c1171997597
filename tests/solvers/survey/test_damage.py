"""Result files that something has damaged: no whole line is lost, and each fault is told once, with its line."""

from __future__ import annotations

import io
import json
import os
import random

import pytest
from support import check_schema
from toy_survey import lines_of, survey, toy

from cardsolo.core.errors import FormatError, OptionError
from solvers.survey.lines import TornError
from solvers.survey.merge import merge
from solvers.survey.ranges import Shard
from solvers.survey.reader import read_results
from solvers.survey.results import header_of
from solvers.survey.summary import Summary

COUNT = 500 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 60
HEADER = json.dumps(header_of(toy(), Shard(), 1, 30), separators=(",", ":")).encode()
LINES = [json.dumps(toy()._answer(seed), separators=(",", ":")).encode() for seed in range(1, 31)]


def text(*lines, end=b"\n"):
    return b"\n".join([HEADER, *lines]) + end


def read(content):
    """Return the seeds that a file gives, and its faults as (line, message)."""
    faults = []
    _question, _header, results = read_results(io.BytesIO(content), faults.append)
    seeds = [result["seed"] for _number, _raw, result in results]
    return seeds, [(fault.line, fault.bare) for fault in faults]


def merged(tmp_path, content):
    """Return what a merge makes of a file, and its faults."""
    (tmp_path / "in").write_bytes(content)
    faults = []
    merge([tmp_path / "in"], tmp_path / "out", faults.append)
    return (tmp_path / "out").read_bytes().splitlines()[1:], [fault.line for fault in faults]


def damaged(source):
    """Return a file damaged in one to three places, the seeds whose lines are whole, and the lines of the faults."""
    lines, kept, faults = list(LINES), set(range(1, 31)), set()
    for _damage in range(source.randint(1, 3)):
        at = source.randrange(len(lines))
        if any(line in (at + 1, at + 2, at + 3) for line in faults) or not lines[at].startswith(b'{"type"'):
            continue
        kind = source.choice(["bad", "torn", "nul", "behind a torn one"])
        seed = json.loads(lines[at])["seed"]
        if kind == "bad":
            lines[at] = source.choice(
                [b"rubbish", b"[1]", b'{"type":"result"}', b"\xff\xfe", b"{" * 40, b'{"a":1,"a":2}']
            )
            kept.discard(seed)
        elif kind == "torn":
            lines[at] = lines[at][: source.randint(1, len(lines[at]) - 1)]
            kept.discard(seed)
        elif kind == "nul":
            lines[at] = b"\0" * source.randint(1, 5000) + lines[at]
        else:
            lines[at] = LINES[0][: source.randint(1, len(LINES[0]) - 1)] + lines[at]
        faults.add(at + 2)
    content = text(*lines)
    tail = source.choice(["", "nul", "torn", "twice", "no end"])
    if tail == "nul":
        content += b"\0" * source.randint(1, 9000)
    elif tail == "torn":
        content += LINES[3][: source.randint(1, len(LINES[3]) - 1)]
    elif tail == "twice" and 1 in kept:
        content += LINES[0] + b"\n"
    elif tail == "no end":
        content = content[:-1]
    if tail in {"nul", "torn"} or (tail == "twice" and 1 in kept):
        faults.add(len(lines) + 2)
    return content, kept, sorted(faults)


@pytest.mark.parametrize("number", range(COUNT))
def test_no_whole_line_is_lost_and_each_fault_is_told_once(tmp_path, number):
    content, kept, lines = damaged(random.Random(number))
    seeds, faults = read(content)
    assert sorted(seeds) == sorted(kept)
    assert [line for line, _message in faults] == lines
    written, told = merged(tmp_path, content)
    assert written == [LINES[seed - 1] for seed in sorted(kept)]
    assert told == lines
    assert read((tmp_path / "out").read_bytes()) == (sorted(kept), [])  # merging has mended it


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (text(LINES[0], b"x"), "not JSON"),
        (text(LINES[0], b'{"type":"result","se', end=b""), "the last line was cut off"),
        (text(LINES[0], b"\0\0\0", end=b""), "NUL bytes in the place of a line"),
        (text(LINES[0], b"\0" + LINES[1]), "NUL bytes stand in it"),
        (text(LINES[0], LINES[0]), "seed 1 stands a second time"),
        (text(LINES[0], b'{"type":"start"}'), "a result line was expected"),
        (text(LINES[0], HEADER), "the header stands a second time"),
        (text(LINES[0], b'{"type":"result","seed":2.0}'), "the seed is 2.0, and must be a whole number, as in 2"),
        (text(LINES[0], b'{"type":"result","seed":-2}'), "the seed is -2, and must be a number from 0 to 2^63 - 1"),
        (text(LINES[0], b'{"type":"result","seed":2,"kills":12.0}'), "kills is 12.0, and must be a whole number"),
        (text(LINES[0], b'{"type":"result","seed":2,"nodes":"x"}'), "nodes is x, and must be a number from 0"),
        (text(LINES[0], b'{"type":"result","seed":2,"seconds":1e300}'), "seconds is 1e+300"),
        (text(LINES[0], b'{"type":"result","seed":2,"verdict":7}'), "verdict is 7, and must be a word"),
        (text(LINES[0], b'{"type":"result","seed":2,"ranks":[1,"x"]}'), "ranks is [1,"),
        (text(LINES[0], b'{"a":"' + b"x" * (2 << 20) + b'"}'), "longer than 1048576 bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_faults_are_told_in_words_of_the_file(content, message):
    seeds, faults = read(content + LINES[4] + b"\n" if content.endswith(b"\n") else content)
    assert seeds[0] == 1
    assert set(seeds) <= {1, 2, 5}
    assert [line for line, _message in faults] == [3]
    assert faults[0][1].startswith(message)


@pytest.mark.parametrize(
    ("value", "good"), [(2**63 - 1, True), (2**63, False), (-(2**63) + 1, True), (-(2**63), False)]
)
def test_numbers_have_bounds(value, good):
    line = json.dumps({"type": "result", "seed": 2, "value": value, "status": "feasible"}).encode()
    assert read(text(line))[0] == ([2] if good else [])


@pytest.mark.parametrize("change", [{"format": "cardsolo-survey/9"}, {"type": "start"}, {"ask": "all"}, {"rules": []}])
def test_the_line_of_a_bad_header_is_named(change):
    header = json.dumps(json.loads(HEADER) | change).encode()
    with pytest.raises(FormatError) as raised:
        read(b"\n" + header + b"\n" + LINES[0] + b"\n")
    assert raised.value.line == 2


def test_the_results_of_another_survey_are_left_out():
    other = HEADER.replace(b'"jokers":2', b'"jokers":0')
    seeds, faults = read(text(LINES[0], other, LINES[1]))
    assert (seeds, faults) == ([1], [(3, "another survey begins here")])


def test_without_anybody_to_tell_the_first_fault_is_raised():
    _question, _header, results = read_results(io.BytesIO(text(LINES[0], LINES[1][:20], end=b"")))
    with pytest.raises(TornError, match="line 3"):
        list(results)


@pytest.mark.parametrize("before", [b"rubbish\n", b"\0\0\0\n", b'{"type":"surv\n'])
def test_a_header_behind_rubbish_is_found(before):
    seeds, faults = read(before + text(LINES[0]))
    assert seeds == [1]
    assert [line for line, _message in faults] == [1]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\0\0", HEADER[:30], LINES[0] + b"\n" + HEADER, b'{"type":"survey"}\n']
)
def test_without_a_header_nothing_can_be_said(content):
    with pytest.raises(FormatError):
        read(content)


def test_a_stream_of_nul_bytes_without_an_end_is_left():
    class Zero(io.RawIOBase):
        taken = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            self.taken += len(buffer)
            buffer[:] = bytes(len(buffer))
            return len(buffer)

    zero = Zero()
    with pytest.raises(FormatError):
        read_results(io.BufferedReader(zero, 1 << 20), lambda fault: None)
    assert zero.taken < 200 << 20


# --- an answer takes the place of a line without one ------------------------------------------------------------------
CRASHED = b'{"type":"result","seed":1,"crashed":true}'


@pytest.mark.parametrize("lines", [[CRASHED, LINES[0]], [LINES[0], CRASHED], [CRASHED, CRASHED, LINES[0]]])
def test_a_seed_with_an_answer_has_not_crashed(tmp_path, lines):
    content = text(*lines, LINES[1])
    assert sorted(read(content)[0]) == [1, 2]
    assert read(content)[1] == []
    assert merged(tmp_path, content) == (LINES[:2], [])
    found = Summary(toy())
    for _number, _raw, result in read_results(io.BytesIO(content))[2]:
        found.add(result)
    assert (found.n, found.counts["crashed"]) == (2, 0)


@pytest.mark.parametrize("order", [("bad", "good"), ("good", "bad")])
def test_an_answer_wins_over_a_crash_in_another_file(tmp_path, order):
    (tmp_path / "bad").write_bytes(text(CRASHED, LINES[1]))
    (tmp_path / "good").write_bytes(text(LINES[0]))
    result = merge([tmp_path / name for name in order], tmp_path / "out")
    assert (result.n, result.crashed, result.overlaps) == (2, 0, 1)
    assert (tmp_path / "out").read_bytes().splitlines()[1:] == LINES[:2]


def test_a_seed_that_crashed_gets_another_chance(tmp_path):
    out = tmp_path / "out"
    survey(out, high=30, question=toy(broken=7))
    assert [json.loads(line)["seed"] for line in lines_of(out) if "crashed" in line] == [7]
    survey(out, high=30)
    seeds, faults = read(out.read_bytes())
    assert (sorted(seeds), faults) == (list(range(1, 31)), [])
    written, _told = merged(tmp_path, out.read_bytes())
    assert written == LINES
    before = out.read_bytes()
    survey(out, high=30)
    assert out.read_bytes() == before


def test_a_seed_that_crashes_again_has_one_line(tmp_path):
    out = tmp_path / "out"
    survey(out, high=30, question=toy(broken=7))
    before = out.read_bytes()
    survey(out, high=30, question=toy(broken=7))
    assert out.read_bytes() == before


# --- surveys that are taken up ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("cut", [1, 10, 25, 100, len(HEADER) - 1, len(HEADER)])
def test_a_torn_header_is_written_again(tmp_path, cut):
    out = tmp_path / "out"
    out.write_bytes(HEADER[:cut])
    survey(out, high=30)
    assert read(out.read_bytes())[1] == []
    assert lines_of(out) == [line.decode() for line in LINES]


@pytest.mark.parametrize("tail", [b"\0" * 5000, b'{"type":"re\0\0\0', LINES[29][:-1], LINES[28]])
def test_a_damaged_tail_is_done_again_and_a_whole_one_is_kept(tmp_path, tail):
    out = tmp_path / "out"
    out.write_bytes(text(*LINES[:20]) + tail)
    survey(out, high=30)
    assert read(out.read_bytes())[1] == []
    assert lines_of(out) == [line.decode() for line in LINES]


def test_a_bad_line_in_the_midst_is_refused_with_what_helps(tmp_path):
    out = tmp_path / "out"
    out.write_bytes(text(LINES[0], b"rubbish", LINES[1]))
    with pytest.raises(
        FormatError, match=r"out:3: not JSON.*`cardsolo survey merge .*out --out .*out` keeps the whole"
    ):
        survey(out, high=30)
    merge([out], out, lambda fault: None)
    survey(out, high=30)
    assert lines_of(out) == [line.decode() for line in LINES]


def test_a_survey_taken_further_knows_its_new_end_and_keeps_it(tmp_path):
    out = tmp_path / "out"
    survey(out, high=9)
    out.chmod(0o640)
    (tmp_path / "link").symlink_to(out)
    survey(tmp_path / "link", high=12)
    header = json.loads(out.read_bytes().splitlines()[0])
    check_schema(header)
    assert header["last"] == 12
    assert list(header)[-1] == "last"
    assert (tmp_path / "link").is_symlink()
    assert out.stat().st_mode & 0o777 == 0o640
    survey(out, high=5)  # asking for less takes nothing back
    assert json.loads(out.read_bytes().splitlines()[0])["last"] == 12
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "out"]
    assert merge([out], tmp_path / "merged").gaps == []


def test_a_file_that_was_replaced_meanwhile_is_not_written(tmp_path, monkeypatch):
    """Between opening and locking somebody puts another file under the name: what is written then would be lost."""
    out = tmp_path / "out"
    survey(out, high=9)

    def replaced(stream, refusal):
        (tmp_path / "other").write_bytes(out.read_bytes())
        (tmp_path / "other").replace(out)

    monkeypatch.setattr("solvers.survey.files.take_lock", replaced)
    with pytest.raises(OptionError, match="another survey"):
        survey(out, high=12)
    assert json.loads(out.read_bytes().splitlines()[0])["last"] == 9
