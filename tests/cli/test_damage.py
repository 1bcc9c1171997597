"""`verify` and `stats` on damaged files: they count what the library finds, and tell the faults that it tells."""

from __future__ import annotations

from io import BytesIO

import pytest
from golden import play_game
from moves import log_text, some_log

from cardsolo.core.log.reader import read_log
from cardsolo.games import find

GAMES = [log_text(some_log(seed=seed)) for seed in (7, 8)] + ["\n".join(play_game("rogue", {}, 3)) + "\n"]
WHOLE = "".join(GAMES).encode()


def damages():
    """Return damaged files by name, each with how many finished games are left."""
    lines = WHOLE.splitlines(keepends=True)
    return {
        "whole": (WHOLE, 3),
        "nul_tail": (WHOLE + b"\x00" * 3000, 3),
        "torn_after": (WHOLE + b'{"type":"start","form', 3),
        "torn": (WHOLE[:-30], 2),
        "bad_first": (b"x\n" + WHOLE, 3),
        "bad_middle": (b"".join([*lines[:5], b"\x1b]0;x\x07\n", *lines[5:]]), 3),
        "replaced": (b"".join([*lines[:5], b"\xff\n", *lines[6:]]), 2),
        "doubled": (b"".join([*lines[:5], *lines[4:]]), 3),
        "forged": (WHOLE.replace(b'"n":5', b'"n":55', 1), 2),
        "foreign": (WHOLE + b'{"type":"start","format":"x"}\n' + WHOLE, 6),
    }


@pytest.mark.parametrize("command", ["verify", "stats"])
@pytest.mark.parametrize("name", damages())
def test_the_commands_count_what_the_library_finds(inside, command, name):
    data, left = damages()[name]
    (inside.directory / "log").write_bytes(data)
    faults = []
    found = list(read_log(BytesIO(data), find, on_fault=faults.append))
    assert sum(game.has_ended for game in found) == left
    assert len(faults) == (name != "whole")
    done = inside.run(command, "log", "--json")
    assert done.code == (0 if name == "whole" else 3 if name in {"doubled", "forged"} else 2)
    errors = [obj for obj in done.objects if obj["type"] == "error"]
    assert [(obj["line"], obj["message"]) for obj in errors] == [(error.line, error.bare) for error in faults]
    assert done.err.splitlines() == [f"log:{error.line}: {error.bare}" for error in faults]
    counts = [obj for obj in done.objects if obj["type"] != "error"]
    # a game whose end line is torn is over by the rules, but not closed
    assert sum(obj["finished"] for obj in counts) == left + (name == "torn" and command == "stats")
    assert sum(obj["games"] for obj in counts) == len(found)
    text = inside.run(command, "log")
    assert text.code == done.code
    assert text.err == done.err


def test_more_faults_than_anybody_reads_are_summed_up(inside):
    done = inside.run("verify", "-", stdin=WHOLE + b"x\n" * 250)
    assert done.code == 2
    assert len(done.err.splitlines()) == 101
    assert done.err.splitlines()[-1] == "-: 150 more faults"
    assert done.out == "-: 250 faults; apart from that verified, 3 games\n"


def test_a_match_counts_as_one_beside_its_games(inside):
    played = inside.run("play", "triangle", "--seed", 3, "--seats", "greedy,greedy", "--match", "--json").out
    (obj,) = inside.run("stats", "-", "--json", stdin=played).objects
    assert (obj["games"], obj["matches"]) == (2, 1)
    assert sum(obj["match_ranks"]["1"].values()) == 1
    text = inside.run("stats", "-", stdin=played).out
    assert "2 games, 1 whole match: " in text
    assert "places by seat in whole matches:\n  - seat 1: 1 × place " in text
    first = played[: played.index('{"type":"start"', 10)]
    (obj,) = inside.run("stats", "-", "--json", stdin=first).objects
    assert "matches" not in obj


def test_what_a_mean_leaves_out_is_said(inside):
    text = inside.run("stats", "-", stdin=WHOLE + log_text(some_log(seed=9, count=3)).encode()).out
    assert "1 still open and left out below" in text
    assert "spare cards of the games that were cleared" in text or "cleared" not in text.split("\n")[1]
