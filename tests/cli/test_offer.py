"""A game that is begun at a terminal offers the unfinished one of its kind: asked once, and only who can mean that one."""

from __future__ import annotations

import os
import shlex
import signal
import sys

import pytest
from moves import log_text, some_game, some_log
from support import COMMAND
from terminal import PROMPT, Terminal

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

QUESTION = "begin a new one (no)? "
OPEN = log_text(some_log(count=3))


def directory(cli):
    return cli.directory / "state" / "cardsolo"


def keep(cli, name, text, age=0):
    """Put a log where games that were typed are kept."""
    directory(cli).mkdir(parents=True, exist_ok=True)
    path = directory(cli) / f"{name}.jsonl"
    path.write_text(text, "utf-8")
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def left(terminal):
    terminal.type("quit", then=None)
    return terminal.end()


@pytest.mark.parametrize("answer", ["", "yes", "Y", "はい"])
def test_enter_and_yes_go_on_where_it_was(cli, answer):
    kept = keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", "dungeon")
    terminal.expect(QUESTION)
    assert "An unfinished game: dungeon, seed 7, 3 moves, last played 2023-11-1" in terminal.text
    terminal.type(answer)
    assert "Clear the Dungeon, seed 7" in terminal.text
    terminal.type("resign")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert list(directory(cli).glob("*.jsonl")) == [kept]
    assert cli.run("verify", kept).out == f"{kept}: verified, 1 game\n"
    again = Terminal(cli, "play", "dungeon")  # it has ended, so there is nothing to offer
    again.child.expect_exact([QUESTION.encode(), PROMPT.encode()])
    assert QUESTION not in again.text
    assert left(again) == 0


@pytest.mark.parametrize("answer", ["no", "N", "いいえ", "ＮＯ"])
def test_no_begins_a_new_game_and_keeps_the_old_one(cli, answer):
    kept = keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", "dungeon")
    terminal.expect(QUESTION)
    terminal.type(answer)
    assert "1 unfinished game is kept: cardsolo resume" in terminal.text
    assert left(terminal) == 0
    assert kept.read_text() == OPEN
    assert len(list(directory(cli).glob("*.jsonl"))) == 2


def test_anything_else_is_asked_again_and_leaving_changes_nothing(cli):
    kept = keep(cli, "dungeon-1", OPEN)
    for way, code in ((b"quit\r", 0), (b"\x04", 0), (b"\x03", 130)):
        terminal = Terminal(cli, "play", "dungeon", columns=120)
        terminal.expect(QUESTION)
        terminal.type("5c 1", then=QUESTION)
        assert "“5c 1”: yes goes on with that game, no begins a new one and keeps it, quit leaves" in terminal.text
        terminal.send(way)
        assert terminal.end() == code
    assert list(directory(cli).glob("*.jsonl")) == [kept]
    assert kept.read_text() == OPEN


def test_the_question_is_japanese_where_the_language_is(cli):
    keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", "dungeon", "--lang", "ja")
    terminal.expect("dungeon")
    terminal.type("はい")
    assert left(terminal) == 0


@pytest.mark.parametrize(
    ("arguments", "is_asked"),
    [
        (("dungeon",), True),
        (("dungeon", "--jokers", 2), True),  # as that game has it
        (("dungeon", "--plain"), True),
        (("dungeon", "--jokers", 1), False),
        (("dungeon", "--chain"), False),
        (("dungeon", "--seed", 8), False),
        (("dungeon", "--seed", 7), False),
        (("dungeon", "--daily"), False),
        (("dungeon", "--log", "g"), False),
        (("dungeon", "--json"), False),
        (("dungeon", "--find", "clearable", "--grade", "easy"), False),
        (("dungeon", "--cards", "typed"), False),
        (("triangle", "--seats", "human,greedy"), False),
        (("rogue",), False),  # none of its kind
    ],
)
def test_only_who_can_mean_that_game_is_asked(cli, arguments, is_asked):
    keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", *arguments, columns=120)
    terminal.child.expect_exact([QUESTION.encode(), PROMPT.encode(), b"face up? "])
    assert (QUESTION in terminal.text + " ") == is_asked
    assert left(terminal) == 0


def test_a_game_in_which_nothing_was_done_is_not_offered(cli):
    keep(cli, "dungeon-1", log_text(some_log(count=0)))
    keep(cli, "dungeon-2", OPEN + '{"type":"undo","to":0}\n', age=5)
    terminal = Terminal(cli, "play", "dungeon")
    terminal.child.expect_exact([QUESTION.encode(), PROMPT.encode()])
    assert QUESTION not in terminal.text + " "
    assert left(terminal) == 0


def test_cards_that_were_typed_are_worth_an_offer(cli):
    terminal = Terminal(cli, "play", "dungeon", "--cards", "typed")
    terminal.expect("face up? ")
    terminal.type("JC QD KH JS", then="cards drawn? ")
    assert left(terminal) == 0
    terminal = Terminal(cli, "play", "dungeon")
    terminal.expect(QUESTION)
    assert "dungeon, real cards, 0 moves" in terminal.text
    terminal.type("", then="cards drawn? ")
    assert left(terminal) == 0


def test_nobody_is_asked_where_nobody_sees_the_question(cli):
    keep(cli, "dungeon-1", OPEN)
    assert cli.run("play", "dungeon", stdin="").err.startswith("seed ")
    terminal = Terminal(cli, shell=f"exec {shlex.join(COMMAND)} play dungeon > out")  # noqa: S604  its own words
    terminal.child.expect_exact([QUESTION.encode(), PROMPT.encode()])
    assert QUESTION not in terminal.text + " "
    assert left(terminal) == 0


def test_a_killed_game_is_offered_but_not_while_another_terminal_plays_it(cli):
    """The last that is free is offered; after kill -9 that is the very game, with every move that was told."""
    keep(cli, "dungeon-1", OPEN, age=9000)
    first = Terminal(cli, "play", "dungeon", "--seed", 8)
    first.prompt()
    first.type(some_game(seed=8)[0])
    second = Terminal(cli, "play", "dungeon")
    second.expect(QUESTION)
    assert "dungeon, seed 7, 3 moves" in second.text
    second.type("no")
    assert left(second) == 0
    first.child.kill(signal.SIGKILL)
    first.child.wait()
    third = Terminal(cli, "play", "dungeon")
    third.expect(QUESTION)
    assert "dungeon, seed 8, 1 move, last played" in third.text
    third.type("")
    third.type("undo")
    assert "taken back" in third.text
    assert left(third) == 0


def test_two_terminals_that_were_asked_of_one_game_do_not_both_play_it(cli):
    keep(cli, "dungeon-1", OPEN)
    terminals = [Terminal(cli, "play", "dungeon") for _number in range(2)]
    for terminal in terminals:
        terminal.expect(QUESTION)
    terminals[0].type("yes")
    terminals[1].type("yes", then=None)
    assert terminals[1].end() == 2
    assert "is being written by another game" in terminals[1].text.replace("\n", "")
    assert left(terminals[0]) == 0


def test_the_rules_of_the_configuration_do_not_reach_the_old_game(cli):
    (cli.directory / "config" / "cardsolo").mkdir(parents=True)
    (cli.directory / "config" / "cardsolo" / "config.toml").write_text(
        "[play.dungeon]\njokers = 3\nplayer = 'greedy'\n"
    )
    kept = keep(cli, "dungeon-1", OPEN)
    terminal = Terminal(cli, "play", "dungeon")
    terminal.expect(QUESTION)
    terminal.type("yes")
    assert left(terminal) == 0
    assert kept.read_text() == OPEN
