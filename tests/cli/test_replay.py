"""`cardsolo replay`: a log as a readable game."""

from __future__ import annotations

import json
import sys

import pytest
from moves import log_text, some_game, some_log
from support import COMMAND
from terminal import Terminal

LOG = log_text(some_log())


def test_a_game_is_shown_from_deal_to_outcome(inside):
    (inside.directory / "g").write_text(LOG)
    done = inside.run("replay", "g")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Clear the Dungeon, seed 7"
    shown = [line.split()[:2] for line in lines if line[:3].strip().isdigit() and "@" in line]
    assert shown == [[str(n), move] for n, move in enumerate(some_game(), 1)]
    assert lines[-1].startswith("The cards are used up")


def test_a_log_from_stdin_with_many_games(inside):
    done = inside.run("replay", "-", stdin=LOG + log_text(some_log(seed=8)))
    assert done.code == 0
    assert done.out.count("Clear the Dungeon, seed") == 2


def test_undo_lines_are_shown(inside):
    log = inside.run("play", "dungeon", "--seed", 7, "--json", stdin="5c x\nundo\nas x\n").out
    assert "back to just after move 0" in inside.run("replay", "-", stdin=log).out


def test_ascii_replay_has_only_ascii(inside):
    assert inside.run("replay", "-", "--ascii", stdin=LOG).out.isascii()


@pytest.mark.parametrize(
    ("log", "code", "said"),
    [
        ("", 2, "there is no game in it"),
        ("rubbish\n", 2, "Error: -:1: not JSON"),
        (LOG.replace('"n":5', '"n":6'), 3, "Error: -:6: n is 6, the rules give 5"),
        (LOG.replace("\n", "\n\n"), 0, ""),
        (LOG.replace("\n", "\r\n"), 0, ""),
        ("\ufeff" + LOG, 0, ""),
    ],
)
def test_codes(inside, log, code, said):
    done = inside.run("replay", "-", stdin=log)
    assert done.code == code
    assert said in done.err


def test_a_file_that_is_not_there(inside):
    done = inside.run("replay", "nowhere")
    assert (done.code, done.err) == (2, "Error: nowhere: No such file or directory\n")


def test_step_cannot_take_log_and_keys_from_one_place(inside):
    assert inside.run("replay", "-", "--step", stdin=LOG).code == 2


def test_step_without_a_terminal_does_not_wait(inside):
    (inside.directory / "g").write_text(LOG)
    assert inside.run("replay", "g", "--step").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")
def test_step_into_a_pipe_asks_for_no_keys(cli):
    """Who reads a page sees the game and no prompt; all of it comes, as without a terminal."""
    (cli.directory / "g").write_text(log_text(some_log(count=3)))
    line = f"{' '.join(COMMAND)} replay g --step > out"
    terminal = Terminal(cli, shell=line)
    assert terminal.end() == 0
    assert "> " not in terminal.raw.decode()
    assert (cli.directory / "out").read_text() == cli.run("replay", "g", "--step").out


def stepping(cli, log, *arguments):
    (cli.directory / "g").write_text(log)
    return Terminal(cli, "replay", "g", "--step", *arguments)


def test_step_goes_forwards_backwards_and_to_a_move(cli):
    log = some_log(count=4)
    moves = [line["move"] for line in log[1:]]
    terminal = stepping(cli, log_text(log))
    terminal.expect("1/4> ")
    assert moves[0] in terminal.text
    assert moves[1] not in terminal.text  # no later move is on screen yet
    for typed, at in [("", 2), ("n", 3), ("b", 2), ("first", 0), ("b", 0), ("last", 4), ("1", 1), ("0", 0), ("3", 3)]:
        terminal.raw = b""
        terminal.type(typed, then=f"{at}/4> ")
        assert not at or f"{at}  {moves[at - 1]}  ".encode() in terminal.raw
    terminal.type("9", then="this game has 4 moves")
    terminal.type("x", then="“x” is no key here")
    terminal.type("?", then="leave")
    terminal.type("last", then="4/4> ")
    terminal.type("", then=None)
    assert terminal.end() == 0


@pytest.mark.parametrize("name", ["triangle", "rogue"])
def test_step_goes_through_other_games_and_asks_their_advisors(cli, name):
    players = ["--seats", "greedy,greedy,greedy,greedy"] if name == "triangle" else ["--player", "greedy"]
    log = cli.run("play", name, "--seed", 7, *players, "--json").out
    last = log.count('"type":"move"')
    terminal = stepping(cli, log + log)
    terminal.expect(f"1/{last}> ")
    terminal.type("a", then="best: ")
    terminal.type("m", then="only games of dungeon can be analysed")
    terminal.type("last", then=f"{last}/{last}> ")
    terminal.type("", then=f"1/{last}> ")  # the second game
    terminal.type("q", then=None)
    assert terminal.end() == 0


def test_step_finds_the_move_that_lost_the_game(cli):
    log = cli.run("play", "dungeon", "--seed", 7, "--player", "greedy", "--json").out
    lines = cli.run("analyse", "-", "--json", "--time", "0.001", stdin=log).out.splitlines()
    lost = next(line for line in map(json.loads, lines) if line["lost_here"])
    terminal = stepping(cli, log)
    terminal.expect("> ")
    better = lost["better"]
    for _time in range(2):  # from the last mistake to the first
        terminal.type("m", then=f"lost with move {lost['n']}, {lost['move']}; {better} would have kept it clearable")
    terminal.expect(f"{lost['n']}/")
    terminal.type("a", then="best: ")
    terminal.prompt()  # a key before it would be read as a line of its own
    terminal.send("\x04")
    assert terminal.end() == 0


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_step_can_be_left(cli, key, code):
    terminal = stepping(cli, LOG)
    terminal.prompt()
    terminal.send(key)
    assert terminal.end() == code
