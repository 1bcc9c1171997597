"""A game of another package, made as CONTRIBUTING says, passes through every command and the Python API."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import COMMAND, ROOT, Finished

from cardsolo.cli.app import COMMANDS

TOY = Path(__file__).parent / "toy"
PARTS = sorted(
    str(path.relative_to(TOY / "stones")) for path in (TOY / "stones").rglob("*.*") if path.suffix in {".py", ".md"}
)


@pytest.fixture
def toy(cli, monkeypatch):
    """The command line where the package `stones` is installed beside cardsolo."""
    import os

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TOY), str(ROOT)]))
    return cli


def run(toy, *arguments, stdin="", code=0):
    done = toy.run(*arguments, stdin=stdin)
    assert (done.code, "Traceback" in done.err) == (code, False), done
    return done


#: command -> (arguments, stdin, exit code, what stands in the output)
TRIED = {
    "games": (["games"], "", 0, "stones    Stones\n  --most        stones at the most (1 to 50, default 20)\n"),
    "rules": (["rules", "stones"], "", 0, "# Stones\n"),
    "deal": (["deal", "stones", "--seed", 7, "--most", 9], "", 0, "stones  seed 7  most=9 twice=false"),
    "play": (
        ["play", "stones", "--seed", 7, "--twice"],
        "rules\nview\n3\nmoves\nundo\nresign\n",
        0,
        "Ended after 0 moves: resigned.",
    ),
    "replay": (["replay", "game"], "", 0, "  1  3  took 3"),
    "verify": (["verify", "game"], "", 0, "game: verified, 1 game\n"),
    "stats": (["stats", "game"], "", 0, "stones"),
    "advise": (["advise", "stones", "--log", "game", "--move", 0], "", 0, "best: 3\n"),
    "analyse": (["analyse", "game"], "", 2, "only games of dungeon can be analysed"),
    "render": (["render", "game", "-o", "game.svg"], "", 2, "stones has no pictures"),
    "solve": (["solve", "stones", "--seed", 7], "", 2, "stones has no solver"),
    "odds": (["odds", "stones"], "", 2, "'stones' is not 'rogue'"),
    "survey": (["survey", "stones"], "", 2, "no command “stones”"),
    "schema": (["schema", "deal"], "", 0, '"$schema"'),
    "config": (["config", "set", "play.stones.most", 9], "", 0, "play.stones.most = 9\n"),
}


def test_every_command_is_tried():
    assert set(COMMANDS) <= {*TRIED, "completion", "resume", "man"}


@pytest.mark.parametrize("name", TRIED)
def test_a_command_takes_the_toy_game_or_says_why_not(toy, name):
    run(toy, "play", "stones", "--seed", 7, "--player", "greedy", "--log", "game")
    arguments, stdin, code, said = TRIED[name]
    done = run(toy, *arguments, stdin=stdin, code=code)
    assert said in done.out + done.err


def test_it_can_be_played_in_sentences(toy):
    done = run(toy, "play", "stones", "--seed", 7, "--plain", "--log", "game", stdin="3\nresign\n")
    assert "took 3\n" in done.out
    said = run(toy, "replay", "game", "--plain").out
    assert "stones left: more than 3\n" in said
    assert "Move 1, 3: took 3.\n" in said
    assert run(toy, "deal", "stones", "--seed", 7, "--plain").out == (
        "Game stones, seed 7.\nOptions: most 20, twice false.\n"
    )


def test_its_options_are_those_of_the_command_line(toy):
    page = run(toy, "deal", "--help").out
    assert "Options of stones:\n  --most N              Stones at the most, 1 to 50 (20).\n" in page
    assert "  --twice / --no-twice  Nothing changes.\n" in page
    done = run(toy, "deal", "stones", "--most", 99, code=2)
    assert "most cannot be 99; there are 1 to 50" in done.err
    assert "--jokers is no option of stones" in run(toy, "deal", "stones", "--jokers", 1, code=2).err
    assert "--most is no option of dungeon" in run(toy, "deal", "dungeon", "--most", 1, code=2).err
    assert "did you mean stones?" in run(toy, "deal", "stonse", code=2).err


def test_its_players_deals_and_statistics(toy):
    for seed in range(5):
        run(toy, "play", "stones", "--seed", seed, "--player", "random", "--log", "games")
    assert (
        "“best” is no player program of stones; there are random, greedy"
        in run(toy, "play", "stones", "--player", "best", code=2).err
    )
    (line,) = map(json.loads, run(toy, "stats", "games", "--json").out.splitlines())
    assert (line["game"], line["games"], line["wins"], line["stones"]["least"]) == (
        "stones",
        5,
        5,
        line["stones"]["least"],
    )
    deal = run(toy, "deal", "stones", "--seed", 3, "--json").out
    played = run(toy, "play", "stones", "--deal", "-", "--json", stdin=deal).out
    assert json.loads(played.splitlines()[0])["deal"] == json.loads(deal)


SCRIPT = """
import cardsolo
play = cardsolo.deal("stones", seed=7, most=9)
print(play, repr(play), play.legal_moves)
play.push(" 3 "); play.undo(); play.redo()
print(cardsolo.advise(play), cardsolo.view(cardsolo.to_json(play.view())) == play.view())
assert cardsolo.position(play.position()).state == play.state
cardsolo.run(play, "greedy").save("log")
print(play.outcome, play.outcome.kind, play.outcome.to_json(), [repr(game) for game in cardsolo.read_log("log")])
try:
    cardsolo.solve(play)
except cardsolo.OptionError as error:
    print(error)
print(play._repr_svg_())
"""


def test_python_programs_take_it_too(toy):
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=toy.directory,
        env=toy.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Play of stones, seed 7, most=9" in done.stdout
    assert done.stdout.endswith("stones has no solver\nNone\n")


def test_contributing_lists_exactly_what_the_toy_game_has():
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## Adding a game")[2].partition("\n## ")[0]
    own = section.partition("### From another package")[2]
    assert PARTS == ["__init__.py", "game.py", "locale/en/stones.md", "programs.py", "render.py"]
    named = set(re.findall(r"`([\w/]+\.(?:py|md))`", own))
    assert {name.replace("NAME", "stones") for name in named} == set(PARTS) - {"__init__.py"} | {"pictures.py"}
    assert "cardsolo.games" in own
    assert COMMAND
    assert Finished
