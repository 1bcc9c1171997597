"""Sums of one's own games are kept from one `stats` to the next: quick, and never another answer than the logs give."""

from __future__ import annotations

import os
import random
import re
from zlib import crc32

import pytest
from moves import log_text, some_log
from support import ROOT
from terminal import Terminal

from cardsolo.games import NAMES


def directory_of(cli):
    path = cli.directory / "state" / "cardsolo"
    path.mkdir(parents=True, exist_ok=True)
    return path


def sums_of(cli):
    return directory_of(cli) / "stats.sums"


@pytest.fixture
def own(cli):
    """Six games of one's own, two of each kind, one of them unfinished."""
    for name in NAMES:
        for seed in (3, 8):
            text = log_text(some_log(name, seed=seed, count=None if (name, seed) != ("rogue", 8) else 2))
            (directory_of(cli) / f"{name}-20261201-{seed}.jsonl").write_text(text)
    return sorted(directory_of(cli).glob("*.jsonl"))


def garble(log):
    """Change what a log says, but neither its size nor its time: whoever reads it again will see."""
    status = log.stat()
    log.write_bytes(b"x" * status.st_size)
    os.utime(log, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_they_are_those_of_the_files_and_are_not_read_again(cli, own):
    first = cli.run("stats", "--json")
    assert first.code == 0
    by_time = sorted(own, key=lambda path: (path.stem.partition("-")[2], path.name))
    assert first.out == cli.run("stats", "--json", *by_time).out
    for log in own:
        garble(log)
    assert cli.run("stats", "--json").out == first.out
    assert cli.run("stats", "--json", *own).code == 2


def test_a_log_that_has_changed_is_read_again_and_one_that_is_gone_forgotten(cli, own):
    before = cli.run("stats", "--json").objects
    with own[0].open("a") as log:
        log.write(log_text(some_log("dungeon", seed=9)))
    after = cli.run("stats", "--json").objects
    assert sum(obj["games"] for obj in after) == sum(obj["games"] for obj in before) + 1
    own[0].unlink()
    assert sum(obj["games"] for obj in cli.run("stats", "--json").objects) == 5
    assert own[0].name not in sums_of(cli).read_text()


def test_a_fault_is_told_each_time_and_costs_only_its_own_game(cli, own):
    with own[0].open("a") as log:
        log.write("}{\n" + log_text(some_log("dungeon", seed=9)))
    for _again in range(2):
        done = cli.run("stats", "--json")
        assert done.code == 2
        assert own[0].name in done.err
        assert sum(obj.get("games", 0) for obj in done.objects) == 7


#: Parts of a line that cannot be, in lines whose checksum is right.
LIES = [
    (rb'"games":1', b'"games":-1'),
    (rb'"games":1', b'"games":true'),
    (rb'"games":1,', b""),
    (rb'"moves":\{"', b'"moves":{"many'),
    (rb'"streaks":\[', b'"streaks":[1,'),
    (rb'"rules":\{[^}]*\}', b'"rules":7'),
    (rb'"outcomes":\{[^}]*\}', b'"outcomes":[]'),
    (rb'"played":\[', b'"played":[[],'),
    (rb'"file":"[^"]*"', b'"file":["x"]'),
    (rb'"size":', b'"size":1'),
]


def signed(data):
    return b"%08x %s\n" % (crc32(data), data)


def damaged(data):
    """Yield the file of sums as it may be found: cut, overwritten, of another program, with numbers that cannot be."""
    source = random.Random(7)
    yield b""
    yield b"{}\n"
    yield b"\xff\x00" * 50
    yield data[: len(data) // 2]
    yield b"\n".join(data.splitlines()[1:])
    yield data.replace(b'"program":"', b'"program":"9', 1)
    for wrong in LIES:
        yield b"".join(signed(re.sub(wrong[0], wrong[1], line[9:])) for line in data.splitlines())
    yield b"[" * 100_000
    for _ in range(12):
        at = source.randrange(len(data))
        yield data[:at] + bytes([data[at] ^ 1 << source.randrange(7)]) + data[at + 1 :]


def test_whatever_happens_to_them_the_answer_is_that_of_the_logs(cli, own):
    want = cli.run("stats", "--json").out
    whole = sums_of(cli).read_bytes()
    for data in damaged(whole):
        assert data != whole
        sums_of(cli).write_bytes(data)
        done = cli.run("stats", "--json")
        assert (done.code, done.out, done.err) == (0, want, ""), data[:80]


def test_where_they_cannot_be_kept_nothing_is_said(cli, own):
    sums_of(cli).mkdir()
    for _again in range(2):
        done = cli.run("stats", "--json")
        assert (done.code, done.err) == (0, "")
        assert sum(obj["games"] for obj in done.objects) == 6


def test_a_game_is_summed_up_when_it_ends(cli):
    *lines, last, _end = log_text(some_log("dungeon", seed=8)).splitlines()
    log = directory_of(cli) / "dungeon-20261201-8.jsonl"
    log.write_text("\n".join(lines) + "\n")
    move = last.partition('"move":"')[2].partition('"')[0]
    terminal = Terminal(cli, "play", "dungeon", "--resume", log)
    terminal.prompt()
    terminal.type(move, then=None)
    terminal.expect("Enter")
    terminal.send("\r")
    assert terminal.end() == 0
    want = cli.run("stats", "--json", log).objects
    garble(log)
    assert cli.run("stats", "--json").objects == want
    assert want[0]["finished"] == 1


def test_games_of_other_packages_are_read_each_time(cli, monkeypatch):
    """Their rules may change without this program's version."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "tests" / "toy"), str(ROOT)]))
    terminal = Terminal(cli, "play", "stones", "--seed", 1)
    terminal.prompt()
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert cli.run("stats").code == 0
    (log,) = directory_of(cli).glob("*.jsonl")
    garble(log)
    assert cli.run("stats").code == 2
