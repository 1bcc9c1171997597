"""`cardsolo resume` and one's own games: listed, gone on with after any end, summed up; a bad file costs only itself."""

from __future__ import annotations

import os
import re
import signal

import pytest
from moves import log_text, some_log
from terminal import Terminal


def keep(cli, name, text, age=0):
    """Put a log where games that were typed are kept."""
    directory = cli.directory / "state" / "cardsolo"
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.jsonl"
    path.write_text(text, "utf-8")
    then = 1_700_000_000 - age
    os.utime(path, (then, then))
    return path


OPEN = log_text(some_log(count=3))
OTHER = log_text(some_log("rogue", seed=9, count=2))
WHOLE = log_text(some_log(seed=8))


def test_they_are_listed_the_last_one_first_and_finished_ones_left_out(cli):
    keep(cli, "dungeon-1", OPEN, age=9000)
    keep(cli, "rogue-2", OTHER)
    keep(cli, "dungeon-3", WHOLE)
    keep(cli, "dungeon-4", "what is this?\n")
    done = cli.run("resume")
    assert done.code == 0
    rows = [re.fullmatch(r" +(\d)  \d{4}-\d\d-\d\d \d\d:\d\d  (.*)", line).groups() for line in done.out.splitlines()]
    assert [number for number, _which in rows] == ["1", "2"]
    assert rows[0][1].startswith("rogue, seed 9, ")
    assert rows[1][1] == "dungeon, seed 7, 3 moves"


def test_there_may_be_none(cli):
    done = cli.run("resume")
    assert (done.code, done.out, done.err) == (0, "", "no unfinished game has been kept\n")
    done = cli.run("resume", 2)
    assert done.code == 2
    assert "there are 0 unfinished games" in done.err
    assert cli.run("stats").code == 0


@pytest.mark.parametrize("game", ["dungeon", "rogue"])
def test_a_killed_game_goes_on_where_it_was(cli, game):
    terminal = Terminal(cli, "play", game, "--seed", 7)
    terminal.prompt()
    terminal.type({"dungeon": "5c 1", "rogue": "1"}[game])
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    (log,) = (cli.directory / "state" / "cardsolo").glob("*.jsonl")
    moves = log.read_text().count('"type":"move"')
    assert moves >= 1
    again = Terminal(cli, "resume")
    again.prompt()
    again.type("log")
    assert again.text.count('"type":"move"') >= moves
    again.type("quit", then=None)
    assert again.end() == 0
    assert cli.run("verify", log).code == 0


def test_one_of_several_is_chosen_and_a_second_terminal_is_told(cli):
    keep(cli, "dungeon-1", OPEN, age=9000)
    keep(cli, "rogue-2", OTHER)
    terminal = Terminal(cli, "resume")
    terminal.expect("Enter for none)")
    terminal.send("7\r")
    terminal.expect("Enter for none)")
    terminal.send("2\r")
    terminal.prompt()
    assert "5" in terminal.text
    second = Terminal(cli, "resume", 2)
    assert second.end() == 2
    assert "is being written by another game" in second.text.replace("\n", "")
    terminal.type("quit", then=None)
    assert terminal.end() == 0


def test_a_new_game_says_what_is_unfinished(cli):
    keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", "rogue", "--seed", 7)
    terminal.prompt()
    assert "1 unfinished game is kept: cardsolo resume" in terminal.text
    terminal.type("quit", then=None)
    assert terminal.end() == 0


def test_own_games_are_summed_up_and_a_bad_file_costs_only_itself(cli):
    keep(cli, "dungeon-1", OPEN)
    keep(cli, "dungeon-2", WHOLE)
    bad = keep(cli, "dungeon-3", '{"type":"start"}\n')
    keep(cli, "dungeon-4", WHOLE + "}{\n" + WHOLE)
    done = cli.run("stats", "--json")
    assert done.code == 2
    games = [obj for obj in done.objects if obj["type"] == "stats"]
    assert sum(obj["games"] for obj in games) == 4
    assert str(bad) in done.out + done.err
