"""`cardsolo replay`: a log as a readable game."""

from __future__ import annotations

import pytest
from moves import log_text, some_game, some_log
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


def test_step_waits_for_enter_after_every_move(cli):
    log = some_log(count=4)
    (cli.directory / "g").write_text(log_text(log))
    terminal = Terminal(cli, "replay", "g", "--step")
    for line in log[1:]:
        terminal.expect(line["move"])
        assert terminal.raw.count(b"@") == line["n"]  # no later move is on screen yet
        terminal.send("\r")
    assert terminal.end() == 0


@pytest.mark.parametrize(("key", "code"), [("\x03", 130), ("\x04", 0)])
def test_step_can_be_left(cli, key, code):
    (cli.directory / "g").write_text(LOG)
    terminal = Terminal(cli, "replay", "g", "--step")
    terminal.expect(some_game()[0])
    terminal.send(key)
    assert terminal.end() == code
