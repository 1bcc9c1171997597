"""Whole games in Japanese on a terminal: no English, and no cell out of its place, by an emulator's own measure."""

from __future__ import annotations

import re

import pyte
import pytest
from latin import english, notation
from moves import some_game
from support import ROOT
from terminal import Terminal
from wcwidth import wcwidth

#: What is typed besides moves.
WORDS = ("ヘルプ", "moves", "ヒント", "foo", "待った", "redo", "ルール")
#: The emulator has room for everything, so that a line that is too long shows as such instead of being broken.
ROOM = 200
#: A card as the boards have it, after which a table's cell goes on.
HEADS = ("モンスター", "攻撃", "次のカード", "下")


@pytest.mark.parametrize(
    ("game", "columns", "wide"),
    [
        *(("dungeon", 40, True), ("dungeon", 80, False), ("dungeon", 120, True)),
        *(("triangle", 40, True), ("rogue", 40, False), ("rogue", 80, True)),
    ],
)
def test_a_whole_game(cli, game, columns, wide, monkeypatch):
    if wide:  # an emulator whose font gives characters of ambiguous width two columns
        monkeypatch.setattr(pyte.screens, "wcwidth", lambda char: wcwidth(char, "auto", 2))
    flags = ["--players", "1"] if game == "triangle" else []
    moves = some_game(game, 7, **({"players": 1} if flags else {}))
    flag = "--wide" if wide else "--narrow"
    terminal = Terminal(
        cli, "--lang", "ja", "play", game, "--seed", 7, "--log", "g.jsonl", *flags, flag, columns=columns
    )
    terminal.screen.resize(6000, ROOM)
    for line in (*WORDS, *moves):
        terminal.prompt()
        terminal.send(f"{line}\r")
    terminal.prompt()
    terminal.send("\r")
    assert terminal.end() == 0
    rows = [cells_of(terminal.screen, y) for y in range(terminal.screen.cursor.y + 1)]
    lines = ["".join(row) for row in rows if len(row) > columns]
    assert [line for line in lines if not line.startswith("  cardsolo ")] == []  # a command stays whole, to be copied
    if game == "dungeon" and columns >= 80:
        assert aligned(rows) > 20
    said = re.sub(r"(?m)^.*> (.*)$", "", "\n".join(map("".join, rows)))
    page = (ROOT / "cardsolo" / "locale" / "ja" / f"{game}.md").read_text("utf-8")  # names of people, commands
    assert english(said, notation(game) | {"foo"} | frozenset(re.findall(r"[A-Za-z'’]+", page))) == []


def cells_of(screen, y):
    """Return what is in the cells of a row up to the last that is not blank; a wide character's second cell is empty."""
    row = [screen.buffer[y][x].data for x in range(ROOM)]
    while row and row[-1] == " ":
        row.pop()
    return row


def aligned(rows):
    """Return how many rows of the piles' table have every cell under its heading; all must."""
    checked = 0
    for y, row in enumerate(rows):
        text = "".join(row)
        if not all(head in text for head in HEADS):
            continue
        starts = [next(x for x in range(len(row)) if "".join(row[x:]).startswith(head)) for head in HEADS]
        for below in rows[y + 1 : y + 5]:
            if len(below) > starts[-1]:
                assert all(below[x - 1] == " " != below[x] for x in starts), "".join(below)
                checked += 1
    return checked


@pytest.mark.parametrize(("game", "encoding"), [("dungeon", "cp932"), ("triangle", "euc-jp"), ("rogue", "euc-jp")])
def test_old_encodings(cli, game, encoding):
    """Every byte that is written belongs to the encoding, and typed Japanese is understood in it."""
    typed = "printf 'ヘルプ\\n打てる手\\nヒント\\nｆｏｏｏ\\n'"
    command = f"cardsolo --lang ja play {game} --seed 7 2>&1"
    line = f"{typed} | iconv -t {encoding} | PYTHONIOENCODING={encoding} {command} | iconv -f {encoding}"
    done = cli.shell(line, env={"PYTHONUTF8": None})
    assert done.code == 2
    assert "iconv" not in done.err
    assert "ヘルプ" in done.out
    assert "「ｆｏｏｏ」" in done.out
    assert "?" not in done.out.replace("? = help", "")  # the only one that is no lost character
