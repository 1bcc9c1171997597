"""Play without a terminal: one move a line, strict, from stdin or a file (interface, section 2)."""

from __future__ import annotations

import json
import sys

import pytest
from moves import script, some_game
from support import COMMAND

from cardsolo.games import NAMES

GAME = some_game()
FIRST = GAME[:4]


def test_moves_are_played_and_logged(cli):
    done = cli.run("play", "dungeon", "--seed", 7, "--json", stdin=script(FIRST))
    assert done.code == 0
    start, *moves = done.objects
    assert start["deal"]["seed"] == 7
    assert [line["move"] for line in moves] == FIRST
    assert [line["n"] for line in moves] == [1, 2, 3, 4]
    assert '"type":"end"' not in done.out  # the game goes on


def test_a_log_of_an_unfinished_game_verifies(cli):
    done = cli.run("play", "dungeon", "--seed", 7, "--json", stdin=script(FIRST))
    verified = cli.run("verify", "-", stdin=done.out)
    assert (verified.code, verified.out) == (0, "-: verified, 1 game, 1 still open\n")


def test_a_whole_game_has_an_end_line_and_tells_the_outcome(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script(GAME))
    assert done.code == 0
    assert done.objects[-1]["type"] == "end"
    kills = done.objects[-1]["result"]["kills"]
    assert f"{kills} of 12 monsters" in done.err


def test_without_json_people_read_stdout(inside):
    done = inside.run("play", "dungeon", "--seed", 7, stdin=script(GAME))
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) == len(GAME) + 2  # the first hand, a line a move, the outcome


def test_empty_lines_and_comments_are_skipped(inside):
    lines = ["", "# a comment", f"  {FIRST[0]}  ", "   ", "#" + FIRST[2], FIRST[1]]
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script(lines))
    assert [line.get("move") for line in done.objects[1:]] == FIRST[:2]


@pytest.mark.parametrize(
    ("lines", "number", "parts"),
    [
        ([FIRST[0], "th@9"], 2, ["th@9", "not a move"]),
        (["", "# c", FIRST[0], "", "2D@x"], 5, ["2D@x", "2D is not in the hand", "[rules 3]"]),  # rules, section 3
        (["AS@4"], 1, ["AS@4", "no second card could reach the 12", "[rules D2]"]),
        (["5C@1", "AS@1"], 2, ["AS@1", "at least 7", "[rules D1]"]),
        (["resign", "5C@x"], 2, ["5C@x", "the game is over", "[rules 5]"]),
        (["resign", "resign"], 2, ["resign", "the game is over", "[rules 5]"]),
        (["undo"], 1, ["undo", "no move to take back"]),
        (["redo"], 1, ["redo", "no move to play again"]),
    ],
)
def test_the_first_bad_line_ends_it_with_line_text_and_rule(inside, lines, number, parts):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script([*lines, FIRST[1]]))
    assert done.code == 2
    assert f"line {number}:" in done.err
    for part in parts:
        assert part in done.err
    played = [line for line in done.objects if line["type"] == "move"]
    assert len(played) == sum(not line.startswith("#") and bool(line) for line in lines[:-1])
    assert inside.run("verify", "-", stdin=done.out).code == 0  # what was played is a whole log


def test_a_move_after_a_played_out_game(cli):
    done = cli.run("play", "dungeon", "--seed", 7, "--json", stdin=script([*GAME, "5C@x"]))
    assert done.code == 2
    assert f"line {len(GAME) + 1}:" in done.err
    assert "the game is over [rules 5]" in done.err
    assert done.objects[-1]["type"] == "end"


def test_undo_and_redo(inside):
    lines = [FIRST[0], FIRST[1], "undo", "redo", "undo", FIRST[1]]
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script(lines))
    assert done.code == 0
    assert [line.get("move", line.get("to")) for line in done.objects[1:]] == [
        FIRST[0],
        FIRST[1],
        1,
        FIRST[1],
        1,
        FIRST[1],
    ]
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_redo_is_over_once_something_else_is_played(inside):
    done = inside.run("play", "dungeon", "--seed", 7, stdin="5c x\nundo\nas x\nredo\n")
    assert done.code == 2
    assert "line 4:" in done.err


def test_an_undone_end_reopens_the_game(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script([*GAME, "undo"]))
    assert done.code == 0
    assert [line["type"] for line in done.objects[-2:]] == ["move", "undo"]
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_quit_leaves_the_rest_unread(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script([FIRST[0], "quit", "rubbish"]))
    assert done.code == 0
    assert len(done.objects) == 2


@pytest.mark.parametrize("word", ["moves", "deal", "position", "view", "log", "rules", "help"])
def test_words_that_show_something_work_in_a_script_too(inside, word):
    text = inside.run("play", "dungeon", "--seed", 7, stdin=f"{word}\n")
    assert (text.code, text.err) == (0, "")
    assert text.out
    beside = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=f"{word}\n")
    assert [line["type"] for line in beside.objects] == ["start"]
    assert beside.err == text.out


def test_what_words_show_is_json_that_other_commands_take(inside):
    shown = inside.run("play", "dungeon", "--seed", 7, stdin="5c x\ndeal\nposition\nview\nlog\n")
    lines = shown.out.splitlines()[2:]
    kinds = [json.loads(line)["type"] for line in lines]
    assert kinds == ["deal", "position", "view", "start", "move"]
    (inside.directory / "p").write_text(lines[1] + "\n")
    again = inside.run("play", "dungeon", "--position", "p", "--json", stdin="as x\n")
    assert (again.code, len(again.objects)) == (0, 2)


def test_end_of_input_at_once_is_no_error(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin="")
    assert (done.code, len(done.objects)) == (0, 1)


def test_a_fresh_seed_is_told(inside):
    done = inside.run("play", "dungeon", "--json")
    assert done.err.startswith(f"seed {done.objects[0]['deal']['seed']}\n")


def test_moves_from_a_file(inside):
    (inside.directory / "moves").write_text(script(FIRST))
    done = inside.run("play", "dungeon", "--seed", 7, "--moves", "moves", "--json", stdin="rubbish\n")
    assert [line["move"] for line in done.objects[1:]] == FIRST
    same = inside.run("play", "dungeon", "--seed", 7, "--moves", "-", "--json", stdin=script(FIRST))
    assert same.out == done.out


def test_moves_from_a_file_that_is_not_there(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--moves", "nowhere")
    assert done.code == 2
    assert "nowhere" in done.err


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("\r\n".join(FIRST).encode(), id="CRLF"),
        pytest.param(b"\xef\xbb\xbf" + script(FIRST).encode(), id="BOM"),
        pytest.param(b"\xef\xbb\xbf# c\r\n" + "\r\n".join(FIRST).encode() + b"\r\n", id="BOM, CRLF, comment"),
        pytest.param("\n".join(FIRST).lower().encode(), id="lower case, no line end"),
        pytest.param(
            script(FIRST).translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}).encode(), id="full width"
        ),
        pytest.param(script(m.replace("@", " ") for m in FIRST).encode(), id="blanks"),
        pytest.param(
            script(
                m.replace("C@", "♣ ").replace("D@", "♦ ").replace("H@", "♥ ").replace("S@", "♠ ") for m in FIRST
            ).encode(),
            id="suit symbols",
        ),
    ],
)
def test_input_as_other_programs_write_it(inside, data):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=data)
    assert done.code == 0
    assert [line["move"] for line in done.objects[1:]] == FIRST


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"5C@x\n\xff\xfe\x00\x01\n", id="binary"),
        pytest.param(b"5C@x\n" + bytes(range(128, 256)), id="high bytes"),
        pytest.param(b"5C@x\n\x00\n", id="NUL"),
        pytest.param("5C@x\nresign\n".encode("utf-16"), id="UTF-16"),
        pytest.param(b"5C@x\n\x1b[2J\x1b]0;title\x07\n", id="terminal codes"),
        pytest.param(b"5C@x\n" + b"a" * 5000, id="long"),
        pytest.param("5C@x\n\u202eevil\u2066 \U000e0041\n".encode(), id="invisible"),
    ],
)
def test_hostile_input_is_a_bad_line_shown_harmlessly(inside, data):
    done = inside.run("play", "dungeon", "--seed", 7, stdin=data)
    assert done.code == 2
    assert "line " in done.err
    assert len(done.err) < 400
    assert all(char.isprintable() or char == "\n" for char in done.err)


MEASURE = """
import resource, subprocess, sys
with open(sys.argv[1], "rb") as stdin:
    done = subprocess.run(sys.argv[2:], stdin=stdin, capture_output=True, text=True)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
print(done.stderr)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="peak memory is counted in KiB on Linux")
@pytest.mark.parametrize(
    "arguments", [("play", "dungeon", "--seed", "7"), ("verify", "-"), ("play", "dungeon", "--deal", "-")]
)
def test_a_line_of_100_megabytes_is_refused_unread(cli, arguments):
    import subprocess

    with (cli.directory / "long").open("wb") as stream:
        stream.truncate(100 << 20)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, "long", *COMMAND, *arguments],
        cwd=cli.directory,
        env=cli.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    figures, message = done.stdout.split("\n", 1)
    code, peak = map(int, figures.split())
    assert code == 2
    place = "-:1" if "-" in arguments else "line 1"
    assert f"{place}: longer than 1048576 bytes" in message
    assert "Traceback" not in message
    assert peak < 64  # MiB; the line alone has 100


def test_sources_exclude_one_another(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--deal", "x", "--position", "y")
    assert done.code == 2
    assert "--seed, --deal, --position" in done.err


def test_a_deal_file_is_played_and_must_hold_one_object(inside):
    deal = inside.run("deal", "dungeon", "--seed", 7, "--json").out
    (inside.directory / "d").write_text(deal)
    done = inside.run("play", "dungeon", "--deal", "d", "--json", stdin=script(FIRST))
    assert [line.get("move") for line in done.objects[1:]] == FIRST
    (inside.directory / "two").write_text(deal + "\n" + deal)
    two = inside.run("play", "dungeon", "--deal", "two")
    assert two.code == 2
    assert "two:3: one object was expected" in two.err
    (inside.directory / "none").write_text("\n\n")
    none = inside.run("play", "dungeon", "--deal", "none")
    assert (none.code, none.err) == (2, "Error: none: there is nothing in it\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--jokers", "1"], "--jokers 1 contradicts the file, which says 2"),
        (["--chain"], "--chain true contradicts the file, which says false"),
        (["--ace", "11"], "--ace 11 contradicts the file, which says 1"),
    ],
)
def test_options_that_contradict_the_file(inside, options, said):
    (inside.directory / "d").write_text(inside.run("deal", "dungeon", "--seed", 7, "--json").out)
    done = inside.run("play", "dungeon", "--deal", "d", *options)
    assert done.code == 2
    assert said in done.err
    assert inside.run("play", "dungeon", "--deal", "d", "--jokers", 2, "--ace", 1).code == 0


@pytest.mark.parametrize("options", [["--jokers", "9"], ["--ace", "2"], ["--jokers", "x"], ["--jokers", "-1"]])
def test_options_out_of_range(inside, options):
    assert inside.run("play", "dungeon", "--seed", 7, *options).code == 2


def test_rules_options_are_in_the_log(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--jokers", 0, "--ace", 11, "--chain", "--json")
    assert done.objects[0]["deal"]["rules"] == {"jokers": 0, "ace": 11, "chain": True}


def test_resigning(inside):
    done = inside.run("play", "dungeon", "--seed", 7, "--json", stdin="resign\n")
    assert done.objects[-1] == {"type": "end", "result": {"outcome": "resigned", "kills": 0, "spare": None}}


def test_a_closed_stdin_is_an_empty_one(cli):
    done = cli.shell("cardsolo play dungeon --seed 7 --json <&-")
    assert (done.code, len(done.objects)) == (0, 1)


def test_interrupt_ends_with_130(cli):
    import signal
    import subprocess

    process = cli.start(
        "play", "dungeon", "--seed", 7, "--log", "g f.jsonl", "--json",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert b'"start"' in process.stdout.readline()
    process.stdin.write(script(FIRST[:1]).encode())
    process.stdin.flush()
    assert b'"move"' in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"cardsolo play dungeon --resume 'g f.jsonl'" in err
    assert cli.run("play", "dungeon", "--resume", "g f.jsonl", stdin=script(FIRST[1:])).code == 0
    assert cli.run("verify", "g f.jsonl").code == 0


@pytest.mark.parametrize(("seed", "code"), [(7, 0), (8, 2)])
@pytest.mark.parametrize("kind", ["deal", "position"])
def test_a_seed_against_that_of_the_file_is_refused(inside, kind, seed, code):
    """Where dice are thrown a seed may stand beside a file, for the dice: then it must be the file's own, if it has one."""
    inside.directory.joinpath("o").write_text(
        inside.run("deal", "rogue", "--seed", 7, "--json").out
        if kind == "deal"
        else inside.run("play", "rogue", "--seed", 7, "--moves", "-", stdin="position\n").out.splitlines()[-1]
    )
    done = inside.run("play", "rogue", f"--{kind}", "o", "--seed", seed, stdin="view\n")
    assert done.code == code
    assert ("--seed 8 contradicts the file" in done.err) == (code == 2)


@pytest.mark.parametrize("game", NAMES)
def test_moves_stand_one_on_a_line(inside, game):
    """A line that holds a move holds nothing else, however many words the move has."""
    done = inside.run("play", game, "--seed", 12, stdin="moves\n")
    from cardsolo.core.session import Origin, Session
    from cardsolo.games import find

    rules = find(game)
    session = Session(Origin(rules, deal=rules.deal(rules.rules_of({}), 12)))
    moves = [rules.format_move(move) for move in rules.legal_moves(session.state)]
    assert done.out.splitlines()[-len(moves) :] == moves
    for move in moves:
        assert inside.run("play", game, "--seed", 12, stdin=f"{move}\n").code == 0
