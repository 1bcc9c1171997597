"""`cardsolo verify`: logs checked move by move, codes 0, 2 and 3, the gravest for many files."""

from __future__ import annotations

import json

import pytest
from moves import log_text, some_log
from support import FIXTURES

LOG = log_text(some_log())
BROKEN = LOG.replace('"n":5', '"n":6')


@pytest.fixture
def files(inside):
    content = {
        "good": LOG,
        "two": LOG + log_text(some_log(seed=8, count=3)),
        "broken": BROKEN,
        "late": LOG + BROKEN,
        "rubbish": "x\n",
        "empty": "",
    }
    for name, text in content.items():
        (inside.directory / name).write_text(text)
    return inside


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["good"], 0),
        (["good", "two"], 0),
        (["broken"], 3),
        (["late"], 3),
        (["rubbish"], 2),
        (["empty"], 2),
        (["nowhere"], 2),
        (["."], 2),
        (["good", "broken", "good"], 3),
        (["broken", "rubbish"], 2),
        (["rubbish", "broken"], 2),
        (["nowhere", "broken", "good"], 2),
    ],
)
def test_the_gravest_code_of_all_files_each_of_which_has_its_line(files, names, code):
    done = files.run("verify", *names)
    assert done.code == code
    told = done.out + done.err
    assert [name for name in names if f"{name}:" not in told] == []
    as_json = files.run("verify", *names, "--json")
    assert as_json.code == code
    assert [obj["file"] for obj in as_json.objects if obj["type"] != "damaged"] == names
    assert {obj["file"] for obj in as_json.objects if obj["type"] == "damaged"} == {"late"} & set(names)


def test_what_is_said_of_good_files(files):
    assert files.run("verify", "good", "two").out == "good: verified, 1 game\ntwo: verified, 2 games, 1 still open\n"
    line = json.loads(files.run("verify", "two", "--json").out)
    assert line == {"type": "verified", "file": "two", "games": 2, "finished": 1}


def test_a_fault_has_line_and_reason(files):
    done = files.run("verify", "late", "--json")
    number = LOG.count("\n") + 6
    message = "n is 6, the rules give 5"
    assert done.objects == [
        {"type": "error", "file": "late", "line": number, "code": 3, "message": message},
        {"type": "damaged", "file": "late", "games": 1, "finished": 1, "faults": 1},
    ]
    assert files.run("verify", "late").out == "late: 1 fault; apart from that verified, 1 game\n"
    assert done.err == f"late:{number}: {message}\n"


def test_stdin(files):
    assert files.run("verify", "-", stdin=LOG).out == "-: verified, 1 game\n"
    assert files.run("verify", "-").code == 2


def test_no_file_is_a_usage_error(files):
    assert files.run("verify").code == 2


def test_golden_logs_verify_as_one_command(files):
    logs = sorted(FIXTURES.glob("*/golden/*.jsonl"))
    done = files.run("verify", *logs)
    assert done.code == 0
    assert len(done.out.splitlines()) == len(logs)


START = '{"type":"start","format":"cardsolo-log/1","rules_version":1,"program":"","deal":'


@pytest.mark.parametrize("at", [0, 1, 3, -1])
@pytest.mark.parametrize(
    "line",
    [
        "x",
        "[]",
        "{}",
        '{"type":"move"}',
        '{"type":[]}',
        '{"type":"start"}',
        '{"type":"undo","to":99}',
        '{"type":"undo","to":true}',
        '{"type":"undo","to":1e400}',
        '{"type":"end","result":null}',
        '{"type":"end"}',
        START + '{"type":"deal","game":"chess"}}',
        START + '{"game":"dungeon"}}',
        START + '{"type":"deal","game":"dungeon","seed":"\\u001b[2J"}}',
        START + '{"type":"deal","game":"dungeon","rules":{"\\u001b[2J":1}}}',
        '{"type":"move","n":1,"seat":1,"move":"5C@x","events":[],"n":1}',
        '{"type":"move","n":1,"seat":1,"move":"\\ud800","dice":[7],"events":[]}',
        '{"type":"move","n":NaN,"seat":1,"move":"5C@x","events":[]}',
        '{"type":"move","n":' + "9" * 5000 + ',"seat":1,"move":"5C@x","events":[]}',
        '{"type":"move","n":1,"seat":1,"move":"5C@x","events":' + "[" * 500 + "]" * 500 + "}",
        '{"type":"move","n":1,"seat":1,"move":"5C@x","events":' + "[" * 50000,
    ],
)
def test_a_strange_line_anywhere_is_a_fault_with_its_line(files, line, at):
    lines = LOG.splitlines()
    lines.insert(len(lines) if at < 0 else at, line)
    done = files.run("verify", "-", stdin="\n".join(lines))
    assert done.code in (2, 3)
    assert f"-:{len(lines) if at < 0 else at + 1}: " in done.err
    assert len(done.err) < 2000
    assert "\x1b" not in done.err
