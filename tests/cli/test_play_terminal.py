"""Play at a real pseudo-terminal, as a person sees it on the screen."""

from __future__ import annotations

import sys

import pytest
from moves import some_game
from terminal import PROMPT, Terminal

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

GAME = some_game()


@pytest.fixture
def terminal(cli):
    """A game of seed 7 that waits for its first move."""
    started = Terminal(cli, "play", "dungeon", "--seed", 7)
    started.prompt()
    return started


def leave(terminal):
    terminal.type("quit", then=None)
    return terminal.end()


def saved(cli):
    """Return the logs in the state directory."""
    return sorted((cli.directory / "state" / "cardsolo").glob("*.jsonl"))


def test_the_first_screen_says_what_to_do(terminal):
    assert "Clear the Dungeon, seed 7" in terminal.text
    assert "help lists what can be typed here." in terminal.text
    for shown in ("Q♦ (12)", "Q♥ (12)", "Q♠ (12)", "Q♣ (12)", "5♣", "A♠", "9♥", "killed 0 of 12"):
        assert shown in terminal.text
    assert terminal.text.splitlines()[-1] == PROMPT.rstrip()
    assert leave(terminal) == 0


def test_a_game_to_its_end_with_everything_on_the_way(cli, terminal):
    terminal.type("5c 1")
    assert "5♣ to pile 1" in terminal.text
    terminal.type("undo")
    assert "taken back: 5C@1" in terminal.text
    terminal.type("redo")
    terminal.type("as 1")
    assert "AS@1 is not allowed: 5C and AS make 6, QD takes 12: at least 7 is needed here\n[rules D1]" in terminal.text
    terminal.type("foo")
    assert "“foo” is not a move: type a card and a pile" in terminal.text
    terminal.type("moves")
    assert "9H@1" in terminal.text
    terminal.type("")
    assert "possible now:" in terminal.text
    terminal.type("help")
    assert "take back the last move" in terminal.text
    assert "  th 2      the ten of hearts to pile 2; a log has TH@2" in terminal.text
    terminal.type("view")
    assert '{"type":"view"' in terminal.text
    terminal.type("resign")
    assert "Resigned: 0 of 12 monsters killed." in terminal.text
    assert "Press Enter to end" in terminal.text
    terminal.type("undo")
    terminal.type("resign")
    terminal.type("", then=None)
    assert terminal.end() == 0
    (log,) = saved(cli)
    assert cli.run("verify", log).code == 0


def test_the_game_is_saved_and_resumed_from_what_stderr_says(cli, terminal):
    for move in GAME[:4]:
        terminal.type(move)
    assert leave(terminal) == 0
    (log,) = saved(cli)
    flat = terminal.raw.decode().replace("\r\n", "")
    command = f"cardsolo play dungeon --resume {log}"
    assert command in flat
    again = Terminal(cli, *command.split()[1:])
    again.prompt()
    again.type("log")
    assert f'"n":4,"seat":1,"move":"{GAME[3]}"' in again.raw.decode().replace("\r\n", "")
    assert leave(again) == 0
    assert saved(cli) == [log]


def test_hint_names_a_legal_move(terminal):
    pytest.importorskip("solvers.dungeon.players")
    terminal.type("hint")
    words = terminal.text.split("> hint")[-1].split()
    moves = [word.strip(".,;:") for word in words if "@" in word]
    assert moves
    terminal.type(moves[0])
    assert "not allowed" not in terminal.text
    assert "is not a move" not in terminal.text
    assert leave(terminal) == 0


def test_tab_completes_moves_and_words(terminal):
    terminal.send("9h@")
    terminal.send("\t")
    terminal.expect("9H@x")
    for pile in "1234":
        assert f"9H@{pile}" in terminal.text
    terminal.send("x\r")
    terminal.expect("discarded")
    terminal.prompt()
    terminal.send("und\t\r")
    terminal.expect("taken back: 9H@x")
    terminal.prompt()
    assert leave(terminal) == 0


def test_arrow_up_brings_back_the_last_line(terminal):
    terminal.type("9h x")
    terminal.type("undo")
    terminal.send("\x1b[A\x1b[A\r")
    terminal.expect("discarded")
    terminal.prompt()
    assert leave(terminal) == 0


def test_a_window_that_shrinks_to_20_columns(terminal):
    terminal.resize(20, 24)
    terminal.type("9h x")
    board = terminal.text.rsplit("killed 0", 1)[-1]
    assert "1 Q♦ (12) 2 or more\n  +2 below\n2 Q♥ (12)" in board  # no table, and all that stands in one
    assert "hand  5♣  A♠" in board
    assert leave(terminal) == 0


@pytest.mark.parametrize("columns", [1, 5, 20])
def test_narrow_terminals(cli, columns):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, columns=columns)
    terminal.prompt()
    terminal.send("resign\r")
    terminal.expect("Resigned")
    terminal.prompt()
    terminal.send("\r")
    assert terminal.end() == 0


def test_ctrl_c_ends_with_130_and_says_how_to_go_on(cli, terminal):
    terminal.type(GAME[0])
    terminal.send("\x03")
    assert terminal.end() == 130
    (log,) = saved(cli)
    assert f"cardsolo play dungeon --resume {log}" in terminal.raw.decode().replace("\r\n", "")
    assert len(log.read_text().splitlines()) == 2


def test_ctrl_d_leaves_like_quit(cli, terminal):
    terminal.type(GAME[0])
    terminal.send("\x04")
    assert terminal.end() == 0
    (log,) = saved(cli)
    assert f"--resume {log}" in terminal.raw.decode().replace("\r\n", "")


def test_a_lost_terminal_loses_nothing(cli, terminal):
    terminal.type(GAME[0])
    terminal.child.close(force=True)
    (log,) = saved(cli)
    assert len(log.read_text().splitlines()) == 2
    assert cli.run("verify", log).code == 0


def test_a_state_directory_that_cannot_be_written_is_a_warning(cli):
    (cli.directory / "file").write_text("")
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, env={"XDG_STATE_HOME": str(cli.directory / "file")})
    terminal.prompt()
    assert "this game is not saved (Not a directory); --log FILE saves it" in terminal.text
    assert leave(terminal) == 0


def test_colour_is_there_by_default(terminal):
    assert b"\x1b[31m" in terminal.raw
    assert leave(terminal) == 0


@pytest.mark.parametrize(("env", "queen"), [({"NO_COLOR": "1"}, "Q♦"), ({"TERM": "dumb"}, "queen of diamonds")])
def test_colour_is_off_where_it_is_not_wanted(cli, env, queen):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, env=env)
    terminal.prompt()
    terminal.type("resign")
    assert b"\x1b[3" not in terminal.raw
    assert b"\x1b[1m" not in terminal.raw
    assert queen in terminal.text
    terminal.send("\r")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("env", "queen", "said"),
    [
        ({"LANG": "C"}, "Q♦", "“foo” is not a move"),  # Python itself writes UTF-8 here
        ({"LC_ALL": "C"}, "Q♦", "“foo” is not a move"),
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, "QD", '"foo" is not a move'),
        ({"PYTHONIOENCODING": "ascii"}, "QD", '"foo" is not a move'),
        ({"PYTHONIOENCODING": "latin-1"}, "QD", '"foo" is not a move'),
    ],
)
def test_narrow_encodings_get_plain_letters(cli, env, queen, said):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, env=env)
    terminal.prompt()
    assert queen in terminal.text
    terminal.type("foo")
    assert said in terminal.text
    assert queen == "Q♦" or terminal.raw.isascii()
    terminal.type("５ｃ ♥ é")  # whatever it becomes on the way in, it is a line that is no move
    assert terminal.text.count("is not a move") == 2
    assert leave(terminal) == 0


def test_a_japanese_terminal(cli):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, env={"PYTHONIOENCODING": "cp932"})
    terminal.prompt()
    terminal.type("foo")
    said = terminal.raw.decode("cp932")  # every byte belongs to that encoding
    assert "“foo” is not a move" in said
    assert "?" not in said.replace("[?2004", "")
    terminal.send("５ｃ１\r".encode("cp932"))
    terminal.expect("pile 1")
    terminal.prompt()
    terminal.send(b"\xff\xfe\xe2\x99\r")  # not that encoding
    terminal.prompt()
    assert leave(terminal) == 0


def test_bytes_that_are_no_text_are_no_move(terminal):
    terminal.send(b"\xff\xfe\xfd\r")
    terminal.prompt()
    assert "is not a move" in terminal.text
    assert leave(terminal) == 0


def test_ascii_is_switched_on(cli):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, "--ascii")
    terminal.prompt()
    assert "QD (12)" in terminal.text
    assert leave(terminal) == 0


def test_the_log_on_stdout_leaves_the_screen_to_stderr(cli):
    log = cli.directory / "out"
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, "--log", "-")
    terminal.prompt()
    assert '{"type":"start"' in terminal.text
    assert leave(terminal) == 0
    assert not log.exists()


def test_stdout_in_a_file_still_asks_on_the_terminal(cli):
    import shlex

    from support import COMMAND

    line = f"exec {shlex.join(COMMAND)} play dungeon --seed 7 --json >out"
    terminal = Terminal(cli, env={"TERM": "xterm"}, shell=line)
    terminal.prompt()
    assert "Q♦ (12)" in terminal.text
    terminal.type("resign")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert len((cli.directory / "out").read_text().splitlines()) == 3


def test_a_hostile_terminal_size_and_environment(cli):
    env = {"COLUMNS": "0", "LINES": "-5", "TERM": "no-such-terminal", "NO_COLOR": "", "LANG": "xx_YY", "LANGUAGE": ":"}
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, env=env)
    terminal.prompt()
    assert leave(terminal) == 0


@pytest.mark.parametrize("game", ["triangle", "rogue"])
@pytest.mark.parametrize(
    ("columns", "env"),
    [
        (80, {}),
        (20, {"NO_COLOR": "1"}),
        (9, {"TERM": "dumb"}),
        (80, {"PYTHONIOENCODING": "cp932"}),
        (40, {"PYTHONIOENCODING": "ascii"}),
        (80, {"LC_ALL": "C"}),
    ],
)
def test_the_other_games_on_strange_terminals(cli, game, columns, env):
    options = {"players": 1} if game == "triangle" else {}
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    terminal = Terminal(cli, "play", game, "--seed", 7, *flags, columns=columns, env=env)
    for word in ("moves", "foo", "help", "view", some_game(game, count=1, **options)[0], "undo", "undo", "redo"):
        terminal.prompt()
        terminal.send(f"{word}\r")
    terminal.send("quit\r")  # lines that are typed ahead wait their turn
    assert terminal.end() == 0
    encoding = env.get("PYTHONIOENCODING", "utf-8")
    terminal.raw.decode(encoding)  # every byte belongs to the encoding
    if "NO_COLOR" in env or "TERM" in env:
        assert b"\x1b[3" not in terminal.raw
    (log,) = saved(cli)
    assert cli.run("verify", log).code == 0
