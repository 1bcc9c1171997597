"""Nothing is appended to a log that ends with an unfinished game: it could not be resumed any more."""

from __future__ import annotations

import pytest
from moves import log_text, script, some_game, some_log

OPEN = log_text(some_log(count=3))
WHOLE = log_text(some_log(seed=8))


def play(inside, *options, moves=("resign",)):
    return inside.run("play", "dungeon", *options, stdin=script(moves))


@pytest.mark.parametrize(
    ("content", "which"),
    [
        (OPEN, "dungeon, seed 7, 3 moves"),
        (WHOLE + OPEN, "dungeon, seed 7, 3 moves"),
        (OPEN + '{"type":"undo","to":1}\n', "dungeon, seed 7, 1 move"),
        (OPEN.rstrip("\n"), "dungeon, seed 7, 3 moves"),  # an editor took the line end away
        (OPEN + '{"type":"mo', "dungeon, seed 7, 3 moves"),
        (OPEN.replace("\n", "\r\n"), "dungeon, seed 7, 3 moves"),
        (log_text(some_log()[:-1]), f"dungeon, seed 7, {len(some_game())} moves"),  # over, but for its end line
        (log_text(some_log("triangle", count=2)), "triangle, seed 7, 2 moves"),
    ],
)
@pytest.mark.parametrize("command", [("play", "dungeon"), ("solve", "dungeon")])
def test_an_unfinished_game_is_not_buried(inside, command, content, which):
    log = inside.directory / "my log"
    log.write_bytes(content.encode())
    done = inside.run(*command, "--seed", 9, "--log", "my log", stdin="resign\n")
    assert (done.code, done.out) == (2, "")
    assert f"my log ends with an unfinished game ({which})" in done.err
    assert f"cardsolo play {which.split(',')[0]} --resume 'my log'" in done.err
    assert log.read_bytes() == content.encode()


def test_both_ways_out_work(inside):
    (inside.directory / "g").write_text(OPEN)
    assert play(inside, "--seed", 9, "--log", "other").code == 0
    assert play(inside, "--resume", "g").code == 0
    assert play(inside, "--seed", 9, "--log", "g").code == 0
    assert inside.run("verify", "g").out == "g: verified, 2 games\n"


@pytest.mark.parametrize("content", ["", WHOLE, OPEN + WHOLE, WHOLE.rstrip("\n"), WHOLE.replace("\n", "\r\n")])
def test_a_finished_game_may_be_followed(inside, content):
    (inside.directory / "g").write_bytes(content.encode())
    assert play(inside, "--seed", 9, "--log", "g").code == 0


def test_an_unfinished_match_is_not_buried_between_two_of_its_games(inside):
    seats = ("play", "triangle", "--seed", 3, "--seats", "greedy,greedy", "--match", "--log", "m")
    assert inside.run(*seats).code == 0
    assert inside.run(*seats).code == 0  # a whole match may be followed
    lines = (inside.directory / "m").read_text().splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines, 1) if line.startswith('{"type":"end"')]
    (inside.directory / "m").write_text("".join(lines[: ends[0]]))
    done = inside.run(*seats)
    assert done.code == 2
    assert "m ends with an unfinished game (triangle" in done.err
    assert inside.run("play", "triangle", "--resume", "m").code == 0
    assert inside.run(*seats).code == 0


def test_lines_of_a_solver_may_be_followed(inside):
    """A turn of Triangle Sevens is no whole game, but nobody is playing it."""
    position = inside.run("play", "triangle", "--seed", 7, stdin="position\n").out.splitlines()[-1]
    done = inside.run("solve", "triangle", "--position", "-", "--log", "t", stdin=f"{position}\n{position}\n")
    assert done.code == 0
    assert inside.run("verify", "t").out == "t: verified, 2 games, 2 still open\n"
    assert inside.run("solve", "triangle", "--position", "-", "--log", "t", stdin=f"{position}\n").code == 0
    assert inside.run("play", "triangle", "--seed", 7, "--log", "t", stdin="p\n").code == 0
    assert inside.run("solve", "triangle", "--position", "-", "--log", "t", stdin=f"{position}\n").code == 2
    assert inside.run("verify", "t").out == "t: verified, 4 games, 4 still open\n"


@pytest.mark.parametrize("typed", ["p", "undo"])
def test_a_line_of_a_solver_that_somebody_went_on_with_is_a_game(inside, typed):
    solve = ("solve", "triangle", "--seed", 7, "--objective", "turn", "--log", "t")
    assert inside.run(*solve).code == inside.run(*solve).code == 0
    assert inside.run("play", "triangle", "--resume", "t", stdin=f"{typed}\n").code == 0
    before = (inside.directory / "t").read_text()
    done = inside.run(*solve)
    assert done.code == 2
    assert "t ends with an unfinished game (triangle, seed 7, " in done.err
    assert (inside.directory / "t").read_text() == before
