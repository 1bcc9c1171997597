"""Whole pipes of real processes, as README shows them, and pipes that break."""

from __future__ import annotations

import json
import shutil
import sys

import pytest
from moves import script, some_game

if sys.platform == "win32" or shutil.which("bash") is None:
    pytest.skip("needs bash", allow_module_level=True)

#: jq is not everywhere: a stand-in for `jq .FIELD`.
FIELD = f"""'{sys.executable}' -c 'import json, sys
for line in sys.stdin: print(json.loads(line)[sys.argv[1]])'"""


def test_solve_into_replay(cli):
    done = cli.shell("cardsolo solve dungeon --seed 7 --log - | cardsolo replay - --ascii")
    assert done.code == 0
    assert done.out.startswith("Clear the Dungeon, seed 7\n")
    assert done.out.endswith("The dungeon is clear, with 6 cards to spare.\n")
    assert done.err.startswith("seed 7: clearable with 6 cards to spare")  # the answer itself


def test_deal_into_solve_into_a_filter(cli):
    line = "cardsolo deal dungeon --seed 7 --json | cardsolo solve dungeon --deal - --json"
    assert cli.shell(f"{line} | {FIELD} verdict").out == "clearable\n"
    if shutil.which("jq"):
        assert cli.shell(f"{line} | jq .verdict").out == '"clearable"\n'


def test_script_into_play_into_verify(cli):
    (cli.directory / "moves").write_text(script(some_game()))
    done = cli.shell("cardsolo play dungeon --seed 7 --json < moves 2>/dev/null | cardsolo verify -")
    assert (done.code, done.out) == (0, "-: verified, 1 game\n")
    few = cli.shell("printf '5c 3\\n9h 3\\nx as\\n' | cardsolo play dungeon --seed 7 --json | cardsolo verify -")
    assert (few.code, few.out) == (0, "-: verified, 1 game, 1 still open\n")


def test_many_seeds_into_one_solver(cli):
    done = cli.shell(
        "for s in 1 2 3; do cardsolo deal dungeon --seed $s --json; done | cardsolo solve dungeon --deal - --json"
        f" | {FIELD} seed"
    )
    assert done.out == "1\n2\n3\n"


def test_a_position_from_a_game_into_solve(cli):
    done = cli.shell(
        "printf '5c 3\\nposition\\n' | cardsolo play dungeon --seed 7 | tail -n 1"
        " | cardsolo solve dungeon --position - --json"
    )
    assert done.code == 0
    assert json.loads(done.out)["verdict"] == "clearable"


def test_the_gravest_code_goes_through_the_pipe(cli):
    assert cli.shell("echo rubbish | cardsolo verify -").code == 2
    assert cli.shell("cardsolo deal dungeon --json --jokers 99 | cardsolo solve dungeon --deal -").code == 2


@pytest.mark.parametrize(
    "line",
    [
        "cardsolo schema log | head -n 1",
        "cardsolo rules dungeon | head -n 1",
        "cardsolo --help | head -n 1",
        "cardsolo play dungeon --seed 7 --moves moves --json 2>/dev/null | head -n 1",
        "cardsolo replay log | head -n 1",
        "cardsolo solve dungeon --deal deals --json | head -n 1",
        "cardsolo solve dungeon --deal deals --log - 2>/dev/null | head -n 1",
        "cardsolo verify - log < log | true",
    ],
)
def test_a_closed_pipe_ends_it_quietly(cli, line):
    (cli.directory / "moves").write_text(script(some_game()))
    if "log" in line.split()[2:]:
        cli.shell("cardsolo play dungeon --seed 7 --moves moves --json > log 2>/dev/null")
    if "deals" in line:
        from moves import log_text

        from cardsolo.games import find

        game = find("dungeon")
        text = log_text(game.deal_to_json(game.deal(game.rules_of({}), seed)) for seed in range(12))
        (cli.directory / "deals").write_text(text)
    slow = line.replace("| head -n 1", "| (exec <&-; true)")  # closed before anything is written
    for variant in (line, slow):
        done = cli.shell(variant)
        assert (done.code, done.err) == (0, "")


def test_a_game_whose_reader_is_gone_is_still_saved(cli):
    (cli.directory / "moves").write_text(script(some_game(count=5)))
    done = cli.shell("cardsolo play dungeon --seed 7 --moves moves --log g --json | (exec <&-; sleep 0.5)")
    assert (done.code, "Traceback" in done.err) == (0, False)
    verified = cli.run("verify", "g")
    assert verified.code == 0


@pytest.mark.parametrize("arguments", ["deal dungeon --seed 7", "rules dungeon", "--help", "--version", "verify g"])
def test_a_full_disk_behind_stdout_is_a_failure(cli, arguments):
    cli.shell("cardsolo play dungeon --seed 7 --log g </dev/null")
    done = cli.shell(f"cardsolo {arguments} > /dev/full")
    assert (done.code, done.err) == (1, "Error: No space left on device\n")


@pytest.mark.parametrize("arguments", ["deal dungeon --seed 7", "--help", "play dungeon --seed 7 --json"])
def test_a_closed_stdout_is_a_failure(cli, arguments):
    done = cli.shell(f"cardsolo {arguments} </dev/null >&-")
    assert (done.code, done.err) == (1, "Error: standard output is closed\n")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("cardsolo deal dungeon --seed 7 2>&-", 0),
        ("cardsolo play dungeon --json </dev/null 2>&-", 0),
        ("cardsolo deal dungeon --seed x 2>&-", 2),
        ("cardsolo verify - <&-", 2),
        ("cardsolo solve dungeon --deal - <&-", 2),
        ("cardsolo replay - <&- 2>&-", 2),
        ("cardsolo play dungeon --seed 7 <&- >/dev/null 2>&-", 0),
        ("cardsolo play dungeon --seed 7 --log g --moves /dev/null <&- >/dev/null 2>&- && cardsolo verify g", 0),
    ],
)
def test_closed_streams(cli, line, code):
    assert cli.shell(line).code == code


def test_a_fifo_is_a_file(cli):
    done = cli.shell("mkfifo f; (cardsolo deal dungeon --seed 7 --json > f &); cardsolo solve dungeon --deal f --json")
    assert json.loads(done.out)["seed"] == 7
