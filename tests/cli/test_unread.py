"""Readers that leave: what was named is finished, the exit code stays what it is, and stderr never touches stdout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from dungeon_problems import not_clearable
from moves import log_text, script, some_game, some_log
from support import COMMAND, Finished

from cardsolo.games import find

if sys.platform == "win32":
    pytest.skip("pipes of POSIX", allow_module_level=True)

LOST = json.dumps(not_clearable())


def deals(count):
    game = find("dungeon")
    return log_text(game.deal_to_json(game.deal(game.rules_of({}), seed)) for seed in range(count))


def unread(cli, *arguments, stdin="", stream="stdout", env=None):
    """Run a command with a stream (stdout or stderr) whose reader has gone before the first byte."""
    reading, writing = os.pipe()
    os.close(reading)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: writing}
    try:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=stdin.encode(),
            cwd=cli.directory,
            env=cli.environment(**(env or {})),
            timeout=120,
            check=False,
            **streams,
        )
    finally:
        os.close(writing)
    return Finished(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())


def after_one_line(cli, *arguments):
    """Run a command, read one line of its stdout and leave."""
    process = cli.start(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    line = process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    return Finished(process.wait(120), line.decode(), err)


@pytest.mark.parametrize("leave", [unread, after_one_line])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_log_of_many_solved_deals_is_finished(cli, leave, options):
    (cli.directory / "deals").write_text(deals(9))
    done = leave(cli, "solve", "dungeon", "--deal", "deals", "--log", "l", *options)
    assert (done.code, done.err) == (0, "")
    assert cli.run("verify", "l").out == "l: verified, 9 games\n"


@pytest.mark.parametrize("leave", [unread, after_one_line])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_the_log_of_a_game_is_finished(cli, leave, options):
    (cli.directory / "moves").write_text(script(some_game()))
    done = leave(cli, "play", "dungeon", "--seed", 7, "--moves", "moves", "--log", "g", *options)
    assert done.code == 0
    assert "Error" not in done.err
    assert (cli.directory / "g").read_text() == log_text(some_log())


def test_a_bad_move_that_nobody_reads_of_is_still_code_2(cli):
    assert unread(cli, "play", "dungeon", "--seed", 7, "--log", "g", stdin="5c 3\nxyzzy\n").code == 2


@pytest.mark.parametrize("options", [[], ["--json"], ["--log", "-"]])
def test_the_answer_is_in_the_code_though_nobody_reads_it(cli, options):
    arguments = ("solve", "dungeon", "--position", "-", *options)
    assert cli.run(*arguments, stdin=LOST).code == 3
    done = unread(cli, *arguments, stdin=LOST)
    assert done.code == 3
    assert "Error" not in done.err


def test_a_limit_is_in_the_code_though_nobody_reads_of_it(cli):
    arguments = ("solve", "triangle", "--seed", 7, "--nodes", 1, "--jobs", 1, "--progress-json")
    assert unread(cli, *arguments).code == cli.run(*arguments).code == 5


def test_verify_checks_the_files_that_nobody_reads_of(cli):
    (cli.directory / "good").write_text(log_text(some_log()))
    (cli.directory / "bad").write_text(log_text(some_log()).replace('"n":3', '"n":4'))
    assert unread(cli, "verify", "good", "bad").code == 3
    assert unread(cli, "verify", "good", "good").code == 0


def test_stats_tells_of_unreadable_files_without_a_reader(cli):
    assert unread(cli, "stats", "nowhere").code == 2


@pytest.mark.parametrize("env", [{}, {"PYTHONUNBUFFERED": "1"}])
@pytest.mark.parametrize(
    "arguments",
    [("rules", "dungeon"), ("--help",), ("deal", "dungeon", "--seed", 7), ("replay", "g"), ("analyse", "g")],
)
def test_output_that_was_the_point_ends_quietly(cli, arguments, env):
    (cli.directory / "g").write_text(log_text(some_log(count=4)))
    done = unread(cli, *arguments, env=env)
    assert (done.code, done.err) == (0, "")


def test_nobody_waits_for_answers_that_nobody_reads(cli):
    """The rest of a file without end is left unread once the reader of the answers has gone."""
    process = cli.start("solve", "dungeon", "--deal", "-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    deal = deals(1).encode()
    process.stdin.write(deal)
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    with suppress(BrokenPipeError), process.stdin as feed:
        while True:
            feed.write(deal)
            feed.flush()
    assert process.wait(60) == 0


def test_a_log_that_is_a_pipe_without_a_reader_leaves_stdout_alone(cli):
    (cli.directory / "deals").write_text(deals(3))
    os.mkfifo(cli.directory / "p")
    done = cli.shell("(exec <p; true) & cardsolo solve dungeon --deal deals --json --log p; wait")
    assert (done.code, done.err, len(done.objects)) == (0, "", 3)


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("play", "dungeon", "--seed", 7, "--json"), script(some_game())),
        (("play", "dungeon", "--seed", 7, "--log", "-"), script(some_game())),
        (("solve", "dungeon", "--deal", "-", "--json"), deals(2) + "rubbish\n" + deals(2)),
        (("solve", "dungeon", "--deal", "-", "--log", "-"), deals(2)),
        (("play", "dungeon", "--json"), "x\n"),
        (("survey", "dungeon", "--seeds", "1..20", "--jobs", 1, "--out", "s"), ""),
    ],
)
def test_what_becomes_of_stderr_changes_nothing(cli, arguments, stdin):
    wanted = cli.run(*arguments, stdin=stdin)
    (cli.directory / "s").unlink(missing_ok=True)
    done = unread(cli, *arguments, stdin=stdin, stream="stderr")
    assert done.code == wanted.code
    if "--seed" in arguments or "solve" in arguments:
        assert _timeless(done.out) == _timeless(wanted.out)
    if "survey" in arguments:
        assert len((cli.directory / "s").read_text().splitlines()) == 21


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_stderr_changes_nothing(cli):
    (cli.directory / "moves").write_text(script(some_game()))
    done = cli.shell("cardsolo play dungeon --seed 7 --moves moves --json 2>/dev/full")
    assert (done.code, done.out) == (0, log_text(some_log()))


def _timeless(text):
    return [line.split('"seconds"')[0] for line in text.splitlines()]
