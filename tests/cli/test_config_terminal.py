"""The configuration file at a terminal: how texts look and what is played by it, what gives way, and where it is not read."""

from __future__ import annotations

import json
import sys

import pytest
from moves import log_text, some_log
from support import COMMAND
from terminal import Terminal

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

DEAL = ("deal", "dungeon", "--seed", 7)


def put(cli, text):
    """Write the configuration file."""
    path = cli.directory / "config" / "cardsolo" / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def flat_text(terminal):
    return terminal.text.replace("\n", "")


# --- what is wrong with it ----------------------------------------------------------------------------------------------
def test_at_a_terminal_a_fault_stops_what_it_bears_on_and_nothing_else(cli):
    put(cli, 'lang = "ja"\nsuits = "fuor"\n')
    terminal = Terminal(cli, *DEAL)
    assert terminal.end() == 2
    assert "config.toml:2: suits cannot be fuor; it can be two, four, safe" in flat_text(terminal)
    for arguments in (("--help",), ("deal", "--help"), ("--version",), ("config", "set", "suits", "four"), DEAL):
        terminal = Terminal(cli, *arguments)
        assert terminal.end() == 0, terminal.text


def test_a_file_that_is_named_must_be_there(cli):
    terminal = Terminal(cli, *DEAL, env={"CARDSOLO_CONFIG": "nowhere.toml"})
    assert terminal.end() == 2
    assert "nowhere.toml: No such file or directory" in terminal.text


# --- how texts look ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "env", "is_japanese"),
    [
        ((), {}, True),
        ((), {"LANG": "en_GB.UTF-8"}, True),  # what somebody has set here goes before what the system has
        ((), {"CARDSOLO_LANG": "en"}, False),
        (("--lang", "en"), {}, False),
        ((), {"CARDSOLO_CONFIG": ""}, False),
    ],
)
def test_the_language_is_remembered(cli, arguments, env, is_japanese):
    put(cli, 'lang = "ja"\n')
    terminal = Terminal(cli, "games", *arguments, env=env)
    assert terminal.end() == 0
    assert ("ジョーカー" in terminal.text) == is_japanese


@pytest.mark.parametrize(
    ("content", "arguments", "env", "found"),
    [
        ('suits = "four"', (), {}, "\x1b[1;34mQ♦"),
        ('suits = "four"', (), {"CARDSOLO_SUITS": "two"}, "\x1b[31mQ♦"),
        ('suits = "four"', ("--suits", "safe"), {"TERM": "xterm-256color"}, "\x1b[38;5;25mQ♦"),
        ('suits = "four"\ncolor = false', (), {}, " Q♦"),
        ("ascii = true", (), {}, "\x1b[31mQD"),
        ("ascii = true", ("--no-ascii",), {}, "\x1b[31mQ♦"),
        ("plain = true", (), {}, "queen of diamonds"),
        ("plain = true", (), {"CARDSOLO_PLAIN": "0"}, "\x1b[31mQ♦"),
        ("plain = true", ("--no-plain",), {}, "\x1b[31mQ♦"),
        ("plain = false", (), {"TERM": "dumb"}, "Q♦"),
    ],
)
def test_looks_are_remembered_and_give_way(cli, content, arguments, env, found):
    put(cli, content)
    terminal = Terminal(cli, *DEAL, *arguments, env=env)
    assert terminal.end() == 0
    assert found in terminal.raw.decode()


def test_nothing_is_read_where_nobody_looks(cli):
    """A broken file proves it: not even that is noticed."""
    put(cli, 'lang = "ja"\nplain = true\n[play.dungeon]\njokers = 0\n[play.triangle]\nplayers = 2\n')
    commands = [(*DEAL, "--json"), DEAL, ("games",), ("play", "dungeon", "--json"), ("play", "--help")]
    seeded = [
        (*command, "--seed", 7) if command[0] == "play" and "--help" not in command else command for command in commands
    ]
    before = [cli.run(*command, env={"CARDSOLO_CONFIG": ""}).out for command in seeded]
    assert [cli.run(*command).out for command in seeded] == before
    assert (
        json.loads(cli.run("play", "dungeon", "--json", stdin="resign\n").out.splitlines()[0])["deal"]["rules"][
            "jokers"
        ]
        == 2
    )
    put(cli, "}{")
    assert [cli.run(*command).out for command in seeded] == before


# --- the options of play ----------------------------------------------------------------------------------------------
def begun(cli, *arguments, env=None):
    """Begin a game at a terminal, leave it, and return its start line."""
    log = cli.directory / "g"
    log.unlink(missing_ok=True)
    terminal = Terminal(cli, "play", *arguments, "--log", "g", env=env)
    terminal.child.expect_exact([b"> ", b"? ", b"looking. "])
    terminal.type("quit", then=None)
    assert terminal.end() == 0, terminal.text
    return json.loads(log.read_text().splitlines()[0])


RULES = "[play.dungeon]\njokers = 3\nchain = true\n[play.rogue]\ndifficulty = 'hard'\npractice = true\ndice = 'typed'\n"
TABLE = "[play.triangle]\nseats = 'human,greedy'\n"


@pytest.mark.parametrize(
    ("arguments", "rules"),
    [
        (("dungeon",), {"jokers": 3, "ace": 1, "chain": True}),
        (("dungeon", "--jokers", 1), {"jokers": 1, "ace": 1, "chain": True}),
        (("dungeon", "--no-chain"), {"jokers": 3, "ace": 1, "chain": False}),
        (("dungeon", "--seed", 7), {"jokers": 2, "ace": 1, "chain": False}),
        (("dungeon", "--seed", 7, "--ace", 11), {"jokers": 2, "ace": 11, "chain": False}),
        (("dungeon", "--daily"), {"jokers": 2, "ace": 1, "chain": False}),
        (("dungeon", "--cards", "typed"), {"jokers": 3, "ace": 1, "chain": True}),
        (("rogue",), {"difficulty": "hard", "key": False}),
    ],
)
def test_rules_are_remembered_unless_a_deal_is_named(cli, arguments, rules):
    put(cli, RULES)
    start = begun(cli, *arguments)
    assert start["deal"]["rules"] == rules
    if arguments[0] == "rogue":
        assert start["typed_dice"] is True
        assert start["practice"] is True


@pytest.mark.parametrize(
    ("content", "arguments", "seats"),
    [
        (TABLE, (), ["human", "greedy"]),
        (TABLE, ("--seats", "human,random,random"), ["human", "random", "random"]),
        (TABLE, ("--players", 3), ["human", "greedy", "greedy"]),
        (TABLE, ("--first", 3), ["human", "greedy", "greedy", "greedy"]),
        ("[play.triangle]\nplayers = 2\n", ("--cards", "typed", "--seat", 3), 4),
        (TABLE, ("--seed", 7), ["human", "greedy", "greedy", "greedy"]),  # the deal of four, as everybody has it
        (
            "[play.triangle]\nseats = 'human,greedy,greedy,greedy'\n",
            ("--seed", 7),
            ["human", "greedy", "greedy", "greedy"],
        ),
        ("[play.triangle]\nplayers = 3\nfirst = 3\n", ("--seats", "human,greedy"), ["human", "greedy"]),
        ("[play.triangle]\nplayers = 6\nmatch = true\n", ("--cards", "typed"), 6),
        ("[play.triangle]\nplayers = 2\ncards = 'typed'\nseat = 2\n", ("--seats", "human,greedy"), ["human", "greedy"]),
        ("[play.triangle]\nplayers = 2\ncards = 'typed'\nseat = 2\n", (), 2),
    ],
)
def test_who_plays_is_remembered_where_it_fits(cli, content, arguments, seats):
    put(cli, content)
    start = begun(cli, "triangle", *arguments)
    players = start["deal"]["rules"]["players"]
    assert (start.get("seats", players)) == seats
    assert "match" not in start
    if not arguments and "cards" in content:
        assert start["own_seat"] == 2


def test_a_log_or_a_file_is_played_by_its_own_rules(cli):
    put(cli, RULES + TABLE)
    (cli.directory / "old").write_text(log_text(some_log(count=3)))
    terminal = Terminal(cli, "play", "dungeon", "--resume", "old")
    terminal.prompt()
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    (cli.directory / "deal").write_text(cli.run("deal", "triangle", "--players", 3, "--seed", 7, "--json").out)
    assert begun(cli, "triangle", "--deal", "deal")["deal"]["rules"]["players"] == 3
    assert "seats" not in json.loads((cli.directory / "g").read_text().splitlines()[0])


def test_keys_that_contradict_one_another_are_named(cli):
    path = put(cli, "[play.triangle]\nseats = 'human,greedy'\nplayers = 5\n")
    terminal = Terminal(cli, "play", "triangle", columns=200)
    assert terminal.end() == 2
    assert f"({path} sets play.triangle.seats, play.triangle.players)" in flat_text(terminal)
    put(cli, "[play.dungeon]\njokers = 9\n[play.rogue]\nkey = 1\n")
    terminal = Terminal(cli, "play", "dungeon", columns=200)
    assert terminal.end() == 2
    assert "config.toml:2: play.dungeon.jokers cannot be 9; it can be 0 to 8" in flat_text(terminal)


def test_a_reader_of_toml_is_loaded_only_for_a_file_that_is_there(cli):
    command = " ".join(f"'{part}'" for part in [COMMAND[0], "-X", "importtime", *COMMAND[1:], "games"])
    for content, is_loaded in ((None, False), ("plain = false\n", True)):
        if content is not None:
            put(cli, content)
        assert Terminal(cli, shell=f"{command} 2> times").end() == 0  # noqa: S604  its own words
        times = (cli.directory / "times").read_text()
        assert "cardsolo.cli.common.settings.current" in times
        assert ("tomllib" in times) == is_loaded
