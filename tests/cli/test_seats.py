"""Several seats: player programs, several people, matches, and logs that know who plays."""

from __future__ import annotations

import json
import re
import sys

import pytest
from support import FIXTURES, check_schema

from cardsolo.cli.common.sources import Sources
from cardsolo.cli.play.seats import named_seats
from cardsolo.games import find
from solvers.programs import Programs
from solvers.triangle.programs import PROGRAMS

GREEDY = "greedy,greedy,greedy,greedy"


def lines_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_programs_play_a_whole_game_without_input(cli):
    done = cli.run("play", "triangle", "--seed", 7, "--seats", GREEDY, "--json")
    assert done.code == 0
    assert done.objects[0]["seats"] == ["greedy"] * 4
    assert done.objects[-1]["type"] == "end"
    assert "seat 3 wins" in done.err or "First" in done.err or "wins: out first" in done.err


def test_the_names_say_how_many_play(cli):
    done = cli.run("play", "triangle", "--seed", 7, "--seats", "random,random", "--json")
    assert done.objects[0]["deal"]["rules"]["players"] == 2
    assert [len(hand) for hand in done.objects[0]["deal"]["hands"]] == [26, 26]


def test_a_person_among_programs_plays_from_a_script(cli):
    done = cli.run("play", "triangle", "--seed", 7, "--seats", "greedy,human,greedy", stdin="p\np\n", env={"LANG": "C"})
    assert done.code == 0
    assert done.out.count("seat 2 passes") == 2
    assert "seat 1 places" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["triangle", "--seats", "greedy,best"], "“best” is no player program of triangle; there are random, greedy"),
        (["triangle", "--seats", "greedy,greedy", "--players", "3"], "the number of names is 2, the number of seats 3"),
        (["triangle", "--player", "greedy"], "--seats names who plays each"),
        (["dungeon", "--seats", "greedy,greedy"], "the number of names is 2, the number of seats 1"),
        (["dungeon", "--seats", "greedy", "--player", "greedy"], "only one of them at a time"),
        (["dungeon", "--match"], "dungeon is not played in matches"),
        (["triangle", "--match", "--seed", str(2**63 - 1)], "the seeds of this match would go beyond"),
        (["triangle", "--match", "--resume", "x.jsonl"], "--match begins with a seed or a deal"),
    ],
)
def test_what_cannot_be(cli, arguments, message):
    done = cli.run("play", *arguments)
    assert done.code == 2
    assert message in " ".join(done.err.split())
    assert done.out == ""


# --- matches --------------------------------------------------------------------------------------------------------
def match_log(cli, *more, seats="greedy,random,greedy"):
    done = cli.run(
        "play", "triangle", "--seed", 3, "--seats", seats, "--match", "--first", 2, "--log", "m.jsonl", *more
    )
    assert done.code == 0
    return done, lines_of(cli.directory / "m.jsonl")


def test_a_match_has_as_many_games_as_players(cli):
    done, lines = match_log(cli)
    starts = [line for line in lines if line["type"] == "start"]
    ends = [line for line in lines if line["type"] == "end"]
    assert [line["deal"]["seed"] for line in starts] == [3, 4, 5]
    assert [line["deal"]["rules"]["first"] for line in starts] == [2, 3, 1]
    assert [line["match"] for line in starts] == [{"game": k, "games": 3} for k in (1, 2, 3)]
    totals = [sum(column) for column in zip(*(line["result"]["left"] for line in ends), strict=True)]
    assert ends[-1]["standings"]["penalties"] == totals
    assert done.out.count("The match so far:") == 2
    assert done.out.count("The match is over:") == 1
    for line in lines:
        check_schema(line)
    assert cli.run("verify", "m.jsonl").out == "m.jsonl: verified, 3 games\n"
    replayed = cli.run("replay", "m.jsonl").out
    assert replayed.count("Triangle Sevens, seed") == 3
    assert "The match is over:" in replayed


def test_the_golden_match_is_played_today(cli):
    _done, lines = match_log(cli)
    golden = [json.loads(line) for line in (FIXTURES / "triangle" / "match.jsonl").read_text("utf-8").splitlines()]
    for line in (*lines, *golden):
        line.pop("program", None)
    assert lines == golden


@pytest.mark.parametrize(
    ("game", "seats", "option", "one"),
    [
        ("dungeon", ["--player", "greedy"], "--player human", ["--player", "human"]),
        ("triangle", ["--seats", "greedy,random"], "--seats human,...", ["--seats", "human,random"]),
    ],
)
def test_a_resumed_game_of_programs_says_that_nobody_is_asked(cli, game, seats, option, one):
    whole = cli.run("play", game, "--seed", 3, *seats, "--json").out.splitlines(keepends=True)
    path = cli.directory / "part.jsonl"
    path.write_text("".join(whole[:3]), "utf-8")
    done = cli.run("play", game, "--resume", path.name, "--log", "all.jsonl", stdin="xyzzy\n")
    assert done.code == 0
    assert f"{', '.join(seats[1].split(','))} plays on, as the log says, so that nobody is asked for moves" in done.err
    assert f"; {option} lets a person play" in done.err
    assert cli.run("verify", "all.jsonl").out == "all.jsonl: verified, 1 game\n"
    typed = cli.run("play", game, "--resume", path.name, *one, stdin="xyzzy\n")
    assert typed.code == 2
    assert "xyzzy" in typed.err
    assert "plays on" not in typed.err


def test_a_match_is_resumed_anywhere(cli):
    """Within a game, and between two games; the result is one match again."""
    _done, lines = match_log(cli)
    ends = [number for number, line in enumerate(lines) if line["type"] == "end"]
    for cut in (5, ends[0] + 1, ends[0] + 9, ends[1] + 1):
        path = cli.directory / f"cut{cut}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines[:cut]), "utf-8")
        done = cli.run("play", "triangle", "--resume", path.name)
        assert done.code == 0
        assert "The match is over:" in done.out
        assert cli.run("verify", path.name).out.endswith("verified, 3 games\n")
        to_stdout = cli.run("play", "triangle", "--resume", path.name, "--json")
        assert to_stdout.code == 2  # it has ended
    whole = lines[: ends[0] + 9]
    (cli.directory / "part.jsonl").write_text("".join(json.dumps(line) + "\n" for line in whole), "utf-8")
    done = cli.run("play", "triangle", "--resume", "part.jsonl", "--log", "all.jsonl", "--json")
    assert done.objects == lines_of(cli.directory / "all.jsonl")
    assert cli.run("verify", "-", stdin=done.out).code == 0


def test_a_script_goes_on_in_the_next_game(cli):
    done = cli.run("play", "triangle", "--players", 2, "--seed", 1, "--match", "--json", stdin="p\np\np\np\n")
    assert done.code == 0
    assert [line["type"] for line in done.objects] == ["start", "move", "move", "end"] * 2
    assert done.objects[-1]["standings"] == {"penalties": [52, 52], "ranks": [1, 1]}
    after = cli.run("play", "triangle", "--players", 2, "--seed", 1, "--match", stdin="p\np\np\np\np\n")
    assert after.code == 2
    assert "line 5" in after.err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[: len(lines) // 3] + lines[2 * len(lines) // 3 :], "false.jsonl:"),
        (lambda lines: [line for line in lines if line.get("match", {}).get("game") != 2], "the game had ended"),
        (lambda lines: changed(lines, "match", {"game": 2, "games": 4}, game=2), "match.games is 4"),
        (lambda lines: changed(lines, "match", "second", game=2), "match is"),
        (
            lambda lines: changed(lines, "standings", {"penalties": [0, 0, 0], "ranks": [1, 1, 1]}),
            "standings.penalties[0] is 0",
        ),
        (lambda lines: changed(lines, "standings", None), "standings is null"),
        (lambda lines: lines + lines[:1] + lines[-30:-29], "the rules give"),
    ],
)
def test_a_false_match_does_not_verify(cli, change, message):
    _done, lines = match_log(cli)
    path = cli.directory / "false.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in change(lines)), "utf-8")
    done = cli.run("verify", path.name)
    assert done.code == 3
    assert message in done.err


def changed(lines, key, value, game=None):
    """Return lines with one field changed: in the start line of a game, or in the last end line."""
    out = [dict(line) for line in lines]
    place = next(k for k, line in enumerate(out) if line.get("match", {}).get("game") == game) if game else -1
    out[place][key] = value
    return out


def test_the_deal_of_the_next_game_is_settled(cli):
    _done, lines = match_log(cli)
    other = cli.run("deal", "triangle", "--players", 3, "--first", 3, "--seed", 9, "--json").objects[0]
    path = cli.directory / "false.jsonl"
    first = changed(lines, "deal", other, game=2)
    path.write_text("".join(json.dumps(line) + "\n" for line in first), "utf-8")
    done = cli.run("verify", path.name)
    assert done.code == 3
    assert "this is not the deal that follows in the match" in done.err


@pytest.mark.parametrize(
    "names", [["alice", "bob"], ["greedy"], "greedy", [1, 2], None, ["greedy", "greedy", "greedy"]]
)
def test_names_in_a_log_that_nobody_knows_are_people(cli, names):
    lines = cli.run("play", "triangle", "--seed", 1, "--players", 2, "--json", stdin="p\n").objects
    lines[0]["seats"] = names
    (cli.directory / "x.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    done = cli.run("play", "triangle", "--resume", "x.jsonl", stdin="p\n")
    assert (done.code, done.err) == (0, "")
    assert "seat 2 passes" in done.out
    assert cli.run("verify", "x.jsonl").code == 0


def test_a_match_of_a_typed_deal_is_refused(cli):
    deal = cli.run("deal", "triangle", "--seed", 1, "--json").objects[0]
    with_seed = cli.run("play", "triangle", "--match", "--deal", "-", stdin=json.dumps(deal))
    assert with_seed.code == 0
    del deal["seed"], deal["dealer"]
    typed = cli.run("play", "triangle", "--match", "--deal", "-", stdin=json.dumps(deal))
    assert typed.code == 2
    assert "a match needs a seed" in typed.err


@pytest.mark.parametrize(("players", "beyond"), [(2, 0), (2, 1), (4, 0), (4, 1)])
def test_a_match_may_end_with_the_greatest_seed_and_not_beyond(inside, players, beyond):
    first = 2**63 - 1 - (players - 1) + beyond
    done = inside.run("play", "triangle", "--match", "--players", players, "--seed", first, "--json", stdin="")
    assert done.code == (2 if beyond else 0)
    if not beyond:
        script = "resign\n" * players
        done = inside.run("play", "triangle", "--match", "--players", players, "--seed", first, "--json", stdin=script)
        seeds = [line["deal"]["seed"] for line in done.objects if line["type"] == "start"]
        assert seeds == [str(first + k) for k in range(players)]


# --- at the keyboard --------------------------------------------------------------------------------------------------
needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")


@needs_terminal
def test_people_at_one_keyboard_see_their_own_hand_only(cli):
    from terminal import Terminal

    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--seats", "human,human")
    terminal.expect("nobody else is looking.")
    assert "hand" not in terminal.text
    terminal.type("", then="seat 1> ")
    assert "hand  A♣" in terminal.text or "hand" in terminal.text
    first = terminal.text
    terminal.type("9d a", then="Enter clears the screen for seat 2.")
    terminal.type("", then="seat 2: press Enter when nobody else is looking.")
    assert "hand" not in terminal.text
    terminal.type("", then="seat 2> ")
    assert "seat 1 places 9♦" in terminal.text
    second = terminal.text
    hands = [text[text.index("hand") :] for text in (first, second)]
    assert not set(hands[0].split("(")[0].split()[1:]) & set(hands[1].split("(")[0].split()[1:])
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert b"\x1b[3J" in terminal.raw  # what has scrolled away is cleared too


@needs_terminal
def test_clearing_can_be_turned_off(cli):
    from terminal import Terminal

    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--seats", "human,human", "--no-clear")
    terminal.expect("seat 1> ")
    terminal.type("p", then="seat 2> ")
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert b"\x1b[2J" not in terminal.raw


@needs_terminal
def test_one_person_against_programs_needs_no_clearing_and_sees_no_other_hand(cli):
    from terminal import Terminal

    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--seats", "greedy,human", "--match")
    terminal.expect("seat 2> ")
    assert "at the table: Ada (seat 1, greedy)" in terminal.text
    assert "Ada (seat 1) places" in terminal.text
    terminal.type("resign", then="Press Enter for the next game")
    terminal.expect("> ")
    terminal.type("undo", then="seat 2> ")
    terminal.type("resign", then="Press Enter for the next game")
    terminal.expect("> ")
    terminal.type("", then="seat 2> ")
    assert "The match so far" in terminal.text
    terminal.type("resign", then="Press Enter to end")
    terminal.expect("> ")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert "The match is over" in terminal.text
    assert b"\x1b[2J" not in terminal.raw


def test_more_seats_than_the_table_has_are_refused(cli):
    done = cli.run("play", "triangle", "--seed", 1, "--seats", ",".join(["greedy"] * 7), "--log", "t.jsonl")

    assert done.code == 2
    assert not (cli.directory / "t.jsonl").exists()


@needs_terminal
def test_alone_one_person_plays_against_programs_that_have_names(cli):
    from terminal import Terminal

    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--log", "g")
    terminal.expect("seat 1> ")
    assert "at the table: Ben (seat 2, greedy), Cleo (seat 3, greedy), Dora (seat 4, greedy)" in terminal.text
    assert "> seat 1: 13 cards    2 Ben: 13 cards    3 Cleo: 13 cards    4 Dora: 13 cards" in terminal.text
    terminal.type("hint", then="seat 1> ")
    best = terminal.text.partition("best: ")[2].partition("\n")[0]
    assert re.fullmatch(r"\w\w@-?\d,-?\d \([abc]\)", best)
    terminal.type(best, then="seat 1> ")  # as it stands there
    assert "Ben (seat 2) places" in terminal.text
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    start, first, *_others = map(json.loads, (cli.directory / "g").read_text().splitlines())
    assert start["seats"] == ["human", "greedy", "greedy", "greedy"]
    assert first["move"] == best.partition(" ")[0]
    assert "Ben" not in (cli.directory / "g").read_text()


@needs_terminal
def test_without_a_terminal_every_seat_is_the_scripts(cli):
    done = cli.run("play", "triangle", "--seed", 7, "--json", stdin="pass\npass\n")
    assert [line.get("seat") for line in done.objects[1:3]] == [1, 2]
    assert "seats" not in done.objects[0]


def test_a_game_of_several_seats_without_such_a_program_is_for_people(monkeypatch):
    """As one from another package may be."""
    game, sources = find("triangle"), Sources(None, None, None, {})
    asked = {"seats": None, "player": None, "resume": False, "against_programs": True}
    assert named_seats(game, sources, **asked) == ("human", "greedy", "greedy", "greedy")
    monkeypatch.setattr("solvers.triangle.programs.PROGRAMS", Programs(players={"random": PROGRAMS.players["random"]}))
    assert named_seats(game, sources, **asked) == ()
