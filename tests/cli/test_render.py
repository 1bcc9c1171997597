"""`render`: pictures and pages from positions, views and logs."""

from __future__ import annotations

import importlib.util
import json
import math
import re
from xml.etree import ElementTree as ET

import pytest
from support import FIXTURES

from cardsolo.core.log.reader import LogReader
from cardsolo.games import find

SVG = "{http://www.w3.org/2000/svg}"
MATCH = FIXTURES / "triangle" / "match.jsonl"
DUNGEON = FIXTURES / "dungeon" / "golden" / "jokers2-ace1-plain.jsonl"
ROGUE = FIXTURES / "rogue" / "golden" / "won-casual.jsonl"
POSITION = {
    "type": "position",
    "game": "triangle",
    "rules": {"players": 2},
    "board": {"0,0": "X", "0,1": "TH", "0,-1": "TS"},
    "hands": [["9H"], ["2C"]],
    "seat": 1,
}


@pytest.fixture
def position(cli):
    path = cli.directory / "position.json"
    path.write_text(json.dumps(POSITION), "utf-8")
    return path


def picture(cli, *arguments):
    """Draw to a file; return the root element."""
    done = cli.run("render", *arguments, "-o", "out.svg")
    assert (done.code, done.out, done.err) == (0, "", "")
    return ET.fromstring((cli.directory / "out.svg").read_text("utf-8"))  # noqa: S314  our own output


def triangles(root):
    """Return the corner points of each card on the table."""
    return [
        [tuple(map(float, point.split(","))) for point in item.get("points").split()]
        for item in root.iter(f"{SVG}polygon")
        if item.get("transform") is None and item.get("class") != "mark"
    ]


def sessions(log):
    with log.open("rb") as stream:
        return [logged.session for logged in LogReader(find).games(stream)]


def texts(root):
    """Return all texts but those of card faces."""
    faces = {item for symbol in root.iter(f"{SVG}symbol") for item in symbol.iter(f"{SVG}text")}
    return [item.text for item in root.iter(f"{SVG}text") if item not in faces]


def test_a_position(cli, position):
    root = picture(cli, position)
    assert len(triangles(root)) == 3
    assert texts(root).count("T") == 2  # as on boards and in moves
    assert "10" not in texts(root)
    assert root.find(f"{SVG}title").text == "Triangle Sevens"
    assert "X 0,0; T♥ 0,1" in root.find(f"{SVG}desc").text
    assert "hand of seat 2: 2♣" in root.find(f"{SVG}desc").text


def test_all_triangles_are_equilateral_and_inside_the_picture(cli):
    root = picture(cli, MATCH)
    width, height = float(root.get("width")), float(root.get("height"))
    for points in triangles(root):
        sides = [math.dist(points[k], points[k - 1]) for k in range(3)]
        assert max(sides) - min(sides) < 0.2
        assert all(0 < x < width and 0 < y < height for x, y in points)


def test_triangles_that_share_an_edge_are_cards_that_touch(cli):
    root = picture(cli, MATCH, "--game", 1)
    corners = [frozenset((round(x), round(y)) for x, y in points) for points in triangles(root)]
    shared = sum(len(one & other) == 2 for one in corners for other in corners) // 2
    lines = [json.loads(line) for line in MATCH.read_text("utf-8").splitlines()]
    first = next(k for k, line in enumerate(lines) if line["type"] == "end")
    placed = [event for line in lines[:first] for event in line.get("events", []) if event["type"] == "placed"]
    assert len(corners) == len(placed) + 1
    assert shared == sum(len(event["touches"]) for event in placed)


def test_every_card_says_who_placed_it_and_in_which_move(cli):
    root = picture(cli, MATCH, "--game", 1)
    lines = [json.loads(line) for line in MATCH.read_text("utf-8").splitlines()]
    first = next(k for k, line in enumerate(lines) if line["type"] == "end")
    placed = [f"{line['seat']}:{line['n']}" for line in lines[1:first] if line["move"] != "pass"]
    assert sorted(text for text in texts(root) if re.fullmatch(r"\d:\d+", text)) == sorted(placed)
    assert any(re.fullmatch(r"1\. seat \d \(0 cards left\)", text) for text in texts(root))


def test_labels_are_coordinates(cli, position):
    shown = texts(picture(cli, position, "--labels"))
    assert {"0,0", "0,1", "0,-1"} <= set(shown)


def test_just_after_a_move(cli):
    root = picture(cli, MATCH, "--game", 2, "--move", 3)
    assert texts(root)[0] == "Triangle Sevens, seed 4, after move 3"
    assert 2 <= len(triangles(root)) <= 4
    assert len([item for item in root.iter(f"{SVG}polygon") if item.get("class") == "mark"]) <= 1
    assert len(triangles(picture(cli, MATCH, "--move", 0))) == 1


@pytest.mark.parametrize("log", [DUNGEON, ROGUE, MATCH], ids=["dungeon", "rogue", "triangle"])
def test_a_sheet_shows_every_move(cli, log):
    root = picture(cli, log, "--game", 1, "--sheet")
    moves = len(sessions(log)[0].turns)
    captions = [text.text for text in root.findall(f"{SVG}text")][1:]
    assert captions[0] == "at the start"
    assert [caption.partition(".")[0] for caption in captions[1:]] == [str(n) for n in range(1, moves + 1)]
    assert len(root.findall(f"{SVG}svg")) == moves + 1


def test_a_view_and_stdin_and_stdout(cli, position):
    game = find("triangle")
    view = game.view_to_json(game.view(game.position_from_json(POSITION), 1))
    done = cli.run("render", "-", "-o", "-", stdin=json.dumps(view))
    assert done.code == 0
    assert "hand of seat 1" in done.out
    assert "hand of seat 2" not in done.out
    assert "hand of seat 2" in cli.run("render", position, "-o", "-").out
    assert cli.run("render", "-", "-o", "-", stdin=MATCH.read_bytes()).out.startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "message"),
    [
        (["-", "-o", "x.gif"], "", 2, "ends in .svg, .png or .html"),
        (["-", "-o", "x.svg"], "", 2, "there is nothing in it"),
        (["-", "-o", "x.svg"], "{}", 2, "no game"),
        (["-", "-o", "x.svg"], '{"type":"position","game":"triangle"}', 2, "board: missing"),
        (
            ["-", "-o", "x.svg", "--move", "1"],
            json.dumps(POSITION),
            2,
            "--game, --move, --sheet and .html go with a log",
        ),
        (["-", "-o", "x.html"], json.dumps(POSITION), 2, "--game, --move, --sheet and .html go with a log"),
        ([str(MATCH), "-o", "x.svg", "--game", "4"], "", 2, "there are 3 games"),
        ([str(MATCH), "-o", "x.svg", "--move", "999"], "", 2, "the game has"),
        ([str(MATCH), "-o", "x.svg", "--move", "9", "--sheet"], "", 2, "--move cannot stand beside it"),
        ([str(MATCH), "-o", "x.svg", "--analyse"], "", 2, "--analyse goes with .html"),
        ([str(MATCH), "-o", "x.html", "--sheet"], "", 2, "a page shows every move"),
        ([str(MATCH), "-o", "x.html", "--analyse"], "", 2, "triangle has no analysis"),
        (["missing.jsonl", "-o", "x.svg"], "", 2, "missing.jsonl"),
    ],
)
def test_what_cannot_be_drawn(cli, arguments, stdin, code, message):
    done = cli.run("render", *arguments, stdin=stdin)
    assert done.code == code
    assert message in " ".join(done.err.split())
    assert not list(cli.directory.glob("x.*"))


def test_png(cli, position):
    done = cli.run("render", position, "-o", "out.png")
    if importlib.util.find_spec("resvg_py") is None:
        assert done.code == 2
        assert "pip install '.[png]'" in done.err
        return
    assert done.code == 0
    assert (cli.directory / "out.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("log", "arguments", "name"),
    [
        (FIXTURES / "dungeon" / "golden" / "jokers2-ace1-plain.jsonl", [], "one"),
        (MATCH, [], "three"),
    ],
    ids=["one game", "a match"],
)
def test_a_page_holds_every_game(cli, log, arguments, name):
    assert cli.run("render", log, *arguments, "-o", f"{name}.html").code == 0
    page = (cli.directory / f"{name}.html").read_text("utf-8")
    games = sessions(log)
    assert page.count('<section class="game"') == len(games)
    assert page.count("<li id=") == sum(len(session.turns) for session in games)
    assert len(page.encode()) < 300_000 * len(games)


def test_analysis_stands_in_the_page(cli):
    cli.run("play", "dungeon", "--seed", 7, "--player", "greedy", "--log", "game.jsonl")
    assert cli.run("render", "game.jsonl", "--analyse", "-o", "game.html").code == 0
    page = (cli.directory / "game.html").read_text("utf-8")
    analysed = cli.run("analyse", "game.jsonl", "--json", "--time", "0.05").out.splitlines()
    lost = [json.loads(line)["n"] for line in analysed if json.loads(line)["lost_here"]]
    assert [int(n) for n in re.findall(r'<li id="g1m(\d+)" class="mistake">', page)] == lost
    assert page.count('class="bar dot"') > 10
    assert "still clearable, spare" in page


def test_the_odds_of_each_fight_stand_in_the_page(cli):
    assert cli.run("render", ROGUE, "--analyse", "-o", "game.html").code == 0
    page = (cli.directory / "game.html").read_text("utf-8")
    met = ROGUE.read_text("utf-8").count('"type":"met"')
    assert 0 < page.count("chance to win this fight before the roll") // 2 <= met


def test_many_games_give_an_index(cli):
    logs = DUNGEON.read_text("utf-8") * 30
    assert cli.run("render", "-", "-o", "many.html", stdin=logs).code == 0
    page = (cli.directory / "many.html").read_text("utf-8")
    assert page.count("<tr>") == 31
    assert "<script>" not in page
    assert len(page) < 20_000


def test_a_game_too_long_to_be_shown_is_refused(cli, monkeypatch):
    from cardsolo.cli import render

    monkeypatch.setattr(render, "_MOST_MOVES", 10)
    from click.testing import CliRunner

    done = CliRunner().invoke(render.render, [str(DUNGEON), "-o", str(cli.directory / "x.html")])
    assert "more than the 10 that can be shown at once" in str(done.exception)
