"""Pictures: SVG that says what lies where, from positions, views and logs."""

from __future__ import annotations

import importlib.util
import json
import math
import re
from xml.etree import ElementTree as ET

import pytest
from support import FIXTURES

from cardsolo.games import find

SVG = "{http://www.w3.org/2000/svg}"
MATCH = FIXTURES / "triangle" / "match.jsonl"
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
    """Return the corner points of each card."""
    return [
        [tuple(map(float, point.split(","))) for point in item.get("points").split()]
        for item in root.iter(f"{SVG}polygon")
        if item.get("transform") is None
    ]


def texts(root):
    return [item.text for item in root.iter(f"{SVG}text")]


def test_a_position(cli, position):
    root = picture(cli, position)
    assert len(triangles(root)) == 3
    assert texts(root) == ["Triangle Sevens, 3 cards", "10", "10"]
    assert len(list(root.iter(f"{SVG}path"))) == 2
    assert root.find(f"{SVG}title").text == "Triangle Sevens, 3 cards"


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


def test_the_numbers_are_those_of_the_moves(cli):
    root = picture(cli, MATCH, "--game", 1)
    numbers = {int(text) for text in texts(root) if text.isdigit() and text != "10"} | {10}
    lines = [json.loads(line) for line in MATCH.read_text("utf-8").splitlines()]
    first = next(k for k, line in enumerate(lines) if line["type"] == "end")
    played = {line["n"] for line in lines[1:first] if line["move"] != "pass"}
    assert played - {2, 3, 4, 5, 6, 7, 8, 9, 10} <= numbers <= played | set(range(2, 11))
    assert any(re.fullmatch(r"1\. seat \d \(0 cards left\)", text) for text in texts(root))


def test_just_after_a_move(cli):
    root = picture(cli, MATCH, "--game", 2, "--move", 3)
    assert texts(root)[0] == "Triangle Sevens, seed 4, after move 3"
    assert 2 <= len(triangles(root)) <= 4
    assert len(triangles(picture(cli, MATCH, "--move", 0))) == 1


def test_a_view_and_stdin_and_stdout(cli, position):
    game = find("triangle")
    view = game.view_to_json(game.view(game.position_from_json(POSITION), 1))
    done = cli.run("render", "-", "-o", "-", stdin=json.dumps(view))
    assert done.code == 0
    assert done.out == (cli.run("render", position, "-o", "-").out)
    assert cli.run("render", "-", "-o", "-", stdin=MATCH.read_bytes()).out.startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "message"),
    [
        (["-", "-o", "x.gif"], "", 2, "ends in .svg or .png"),
        (["-", "-o", "x.svg"], "", 2, "there is nothing in it"),
        (["-", "-o", "x.svg"], "{}", 2, "no game"),
        (["-", "-o", "x.svg"], '{"type":"position","game":"dungeon"}', 2, "dungeon has no pictures"),
        (["-", "-o", "x.svg"], '{"type":"position","game":"triangle"}', 2, "board: missing"),
        (["-", "-o", "x.svg", "--move", "1"], json.dumps(POSITION), 2, "--game and --move go with a log"),
        ([str(MATCH), "-o", "x.svg", "--game", "4"], "", 2, "there are 3 games"),
        ([str(MATCH), "-o", "x.svg", "--move", "999"], "", 2, "the game has"),
        (["missing.jsonl", "-o", "x.svg"], "", 2, "missing.jsonl"),
    ],
)
def test_what_cannot_be_drawn(cli, arguments, stdin, code, message):
    done = cli.run("render", *arguments, stdin=stdin)
    assert done.code == code
    assert message in " ".join(done.err.split())
    assert not (cli.directory / "x.svg").exists()


def test_png(cli, position):
    done = cli.run("render", position, "-o", "out.png")
    if importlib.util.find_spec("resvg_py") is None:
        assert done.code == 2
        assert "cardsolo[png]" in done.err
        return
    assert done.code == 0
    assert (cli.directory / "out.png").read_bytes().startswith(b"\x89PNG")
