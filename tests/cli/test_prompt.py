"""Comfort at the prompt: what a slip of the fingers does, what is said first and last, what is warned of."""

from __future__ import annotations

import json
import sys

import pytest
from terminal import Terminal

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)


@pytest.fixture
def terminal(cli):
    """A game of seed 7 that waits for its first move."""
    started = Terminal(cli, "play", "dungeon", "--seed", 7, columns=100)
    started.prompt()
    return started


def leave(terminal):
    terminal.type("quit", then=None)
    return terminal.end()


def saved(cli):
    (log,) = (cli.directory / "state" / "cardsolo").glob("*.jsonl")
    return log


def test_ctrl_c_clears_a_line_and_on_an_empty_one_leaves(cli, terminal):
    terminal.send("9h x")
    terminal.expect("9h x")
    terminal.send("\x03")
    terminal.expect("Ctrl-C on an empty line leaves")
    terminal.prompt()
    terminal.type("5c x")  # the cleared line is gone
    assert "discarded" in terminal.text
    terminal.send("th")
    terminal.expect("th")
    terminal.send("\x03")
    terminal.expect("leaves")
    terminal.prompt()
    terminal.send("\x03")
    assert terminal.end() == 130
    assert [json.loads(line).get("move") for line in saved(cli).read_text().splitlines()] == [None, "5C@x"]


def test_a_wrong_word_at_the_end_ends_nothing(terminal):
    terminal.type("resign")
    terminal.type("undoo")
    assert "“undoo”: the game is over; did you mean undo?" in terminal.text
    terminal.type("5c 3")
    assert "“5c 3”: the game is over; Enter ends, help lists the words" in terminal.text
    terminal.type("undo")
    terminal.type("5c 3")
    assert "5♣ to pile 3" in terminal.text
    assert leave(terminal) == 0


def test_a_word_that_is_nearly_one_is_offered(terminal):
    terminal.type("hnit")
    assert "did you mean hint?" in terminal.text
    terminal.type("xyzzy")
    assert "did you mean" not in terminal.text.split("xyzzy")[-1]
    assert leave(terminal) == 0


def test_a_hint_can_be_typed_back_as_it_is(cli, terminal):
    terminal.type("5C@3 9H@3, AS@x")
    assert "5♣ to pile 3" in terminal.text
    assert "A♠ discarded" in terminal.text
    moves = [json.loads(line)["move"] for line in saved(cli).read_text().splitlines()[1:]]
    assert moves == ["5C@3", "9H@3", "AS@x"]
    assert leave(terminal) == 0


def test_several_moves_are_played_up_to_the_first_that_cannot_be(cli, terminal):
    terminal.type("5c@3 9h@9")
    assert "is not a move" in terminal.text  # not all of them are moves: none is played
    terminal.type("5c@3 as@3 9h@3")
    assert "AS@3 is not allowed" in terminal.text
    assert "not played: AS@3 9H@3" in " ".join(terminal.text.split())
    moves = [json.loads(line)["move"] for line in saved(cli).read_text().splitlines()[1:]]
    assert moves == ["5C@3"]
    assert leave(terminal) == 0


def test_moves_beyond_ones_turn_are_not_played_for_others(cli):
    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--seats", "human,human", "--no-clear", columns=100)
    terminal.expect("seat 1> ")
    terminal.type("moves", then="seat 1> ")
    first, second = [word.strip(",") for word in terminal.text.split() if "@" in word][:2]
    terminal.type(f"{first} {second}", then="seat 2> ")
    assert f"not played: {second}" in terminal.text
    assert leave(terminal) == 0


def test_restart_takes_all_back(cli, terminal):
    terminal.type("5c 3")
    terminal.type("9h 3")
    terminal.type("restart")
    assert "taken back: 5C@3 9H@3" in terminal.text
    terminal.type("redo")
    terminal.type("restart")
    terminal.type("restart")
    assert "there is no move to take back" in terminal.text
    assert leave(terminal) == 0
    assert cli.run("verify", saved(cli)).code == 0


def test_the_first_lines_say_where_the_game_is_saved(cli):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, "--log", "mine.jsonl")
    terminal.prompt()
    assert "saved after every move in mine.jsonl" in terminal.text
    assert leave(terminal) == 0


def test_the_last_screen_says_seed_result_and_what_to_type_next(cli):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, "--jokers", 1, "--chain", "--log", "a b", columns=100)
    terminal.prompt()
    terminal.type("resign")
    text = terminal.text
    assert "Resigned: 0 of 12 monsters killed." in text
    assert "seed 7" in text.split("Resigned")[1]
    commands = [line.strip() for line in text.splitlines() if line.strip().startswith("cardsolo ")]
    assert commands == [
        "cardsolo replay 'a b'",
        "cardsolo analyse 'a b'",
        "cardsolo solve dungeon --seed 7 --jokers 1 --chain",
        "cardsolo play dungeon --seed 7 --jokers 1 --chain",
    ]
    terminal.type("", then=None)
    assert terminal.end() == 0
    for command in (commands[0], commands[2]):
        assert cli.shell(command).code in {0, 3}, command


def test_the_last_screen_of_a_table_names_its_players(cli):
    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--seats", "human,greedy", columns=100)
    terminal.expect("seat 1> ")
    terminal.type("resign", then="Press Enter")
    assert "cardsolo play triangle --seed 7 --players 2 --seats human,greedy" in terminal.text
    terminal.type("", then=None)
    assert terminal.end() == 0


def test_what_undo_cannot_take_back_is_not_offered(cli):
    """In Mini Rogue a game that ended with a thrown die is over for good, unless it is played for practice."""
    log = cli.directory / "dead.jsonl"
    done = cli.run("play", "rogue", "--seed", 2, "--difficulty", "impossible", "--player", "greedy", "--json")
    lines = done.out.splitlines(keepends=True)
    assert json.loads(lines[-1])["result"]["outcome"] != "resigned"
    assert json.loads(lines[-2])["dice"]  # the last move threw a die
    log.write_text("".join(lines[:-1]).replace(',"seats":["greedy"]', ""))
    terminal = Terminal(cli, "play", "rogue", "--resume", log.name, columns=100)
    terminal.expect("Press Enter to end")
    terminal.prompt()
    assert "or type undo" not in terminal.text
    terminal.type("", then=None)
    assert terminal.end() == 0
    practised = Terminal(cli, "play", "rogue", "--seed", 2, "--practice", columns=100)
    practised.prompt()
    practised.type("resign")
    assert "or type undo" in practised.text
    practised.type("", then=None)
    assert practised.end() == 0


@pytest.mark.parametrize("word", ["log", "deal", "position"])
def test_hidden_cards_are_warned_of_before_they_are_shown(terminal, word):
    terminal.type("5c 3")
    hidden = '"deck":["'
    terminal.type(word)
    assert f"{word} shows every card, hidden ones too; type it again to see it" in terminal.text
    assert hidden not in terminal.raw.decode()
    assert ('"move":"5C@3"' in terminal.text) == (word == "log")  # what was played, all have seen
    terminal.type("view")
    terminal.type(word)  # not twice in a row
    assert hidden not in terminal.raw.decode()
    terminal.type(word)
    assert hidden in terminal.raw.decode()
    assert leave(terminal) == 0


def test_every_word_has_a_japanese_one_that_help_names(cli):
    """Full-width and half-width kana are the same; the words are understood in any language."""
    import re

    from cardsolo.cli.play.words import _JAPANESE, WORDS, word_in

    assert set(_JAPANESE.values()) == set(WORDS)
    done = cli.run("play", "dungeon", "--seed", 7, "--lang", "ja", stdin="ﾍﾙﾌﾟ\n")
    assert done.code == 0
    named = re.findall(r"「([^」]+)」", re.sub(r"\s", "", done.out))
    assert set(_JAPANESE) <= set(named)
    assert word_in("ﾋﾝﾄ") == word_in(" ヒント ") == "hint"
    played = cli.run("play", "dungeon", "--seed", 7, stdin="5c 3\n待った\nやり直し\n取り消し\n")
    assert played.out.count("taken back: 5C@3") == 2


# --- a deal in a pipe -------------------------------------------------------------------------------------------------
def test_a_deal_piped_in_at_a_terminal_is_played_there(cli):
    from support import COMMAND

    command = " ".join(COMMAND)
    line = f"{command} deal triangle --players 1 --seed 7 --json | {command} play triangle --deal - --log g"
    terminal = Terminal(cli, shell=line)
    terminal.prompt()
    terminal.send("\t\t")  # editing and completion too
    terminal.expect("pass")
    terminal.type("pass", then="> ")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert cli.run("verify", "g").code == 0


def test_a_log_piped_in_at_a_terminal_goes_on_there(cli):
    from support import COMMAND

    cli.run("play", "dungeon", "--seed", 7, "--log", "old", stdin="5c 3\n")
    line = f"cat old | {' '.join(COMMAND)} play dungeon --resume - --log new"
    terminal = Terminal(cli, shell=line)
    terminal.prompt()
    terminal.type("9h 3")
    assert leave(terminal) == 0
    assert [json.loads(line).get("move") for line in (cli.directory / "new").read_text().splitlines()] == [
        None, "5C@3", "9H@3",
    ]  # fmt: skip


def test_a_deal_in_a_pipe_without_a_terminal_says_that_no_moves_came(cli):
    deal = cli.run("deal", "dungeon", "--seed", 7, "--json").out
    done = cli.run("play", "dungeon", "--deal", "-", stdin=deal)
    assert done.code == 0
    assert done.err == "stdin held what the game starts with, and no moves; --moves FILE reads them from a file\n"
    (cli.directory / "moves").write_text("5c 3\n")
    done = cli.run("play", "dungeon", "--deal", "-", "--moves", "moves", stdin=deal)
    assert (done.code, done.err) == (0, "")
