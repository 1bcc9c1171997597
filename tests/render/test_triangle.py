"""The board of Triangle Sevens as text: what a person reads off it is what lies on the table."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from triangle_table import CHANCE, GAME, random_game, state

from cardsolo.core.game import Event
from cardsolo.core.text import visible
from cardsolo.games.triangle import moves as all_events
from cardsolo.games.triangle.board import neighbours
from cardsolo.games.triangle.notation import labels
from cardsolo.render.lattice import SIZES
from cardsolo.render.style import Style
from cardsolo.render.triangle import _drawn, board, describe, outcome, standings

SCREENS = [
    Style(unicode=unicode, width=width, height=height)
    for unicode in (False, True)
    for width, height in ((80, 24), (120, 40), (40, 24), (80, None))
]


def positions():
    """Positions of a game with all cards placed in time, at 1, 5, 25, 40 and the last cards."""
    states = [now for now, _move, _after in random_game(random.Random(2), 4, play_on=True, pass_rate=0.0)]
    last = states[-1]
    return [next(now for now in states if len(now.board.cells) >= n) for n in (1, 5, 25, 40)] + [last]


POSITIONS = positions()


@pytest.mark.parametrize("style", SCREENS, ids=lambda s: f"{s.width}x{s.height}-{'unicode' if s.unicode else 'ascii'}")
@pytest.mark.parametrize("now", POSITIONS, ids=lambda now: f"{len(now.board.cells)}cards")
def test_every_screen_shows_every_card_and_label_and_fits(now, style):
    lines = board(GAME.view(now, now.seat), style)
    assert max(map(visible, lines)) <= style.width
    if style.height is not None and style.width >= 80:
        assert len(lines) <= style.height - 2
    text = "\n".join(lines)
    if "not shown" in text:
        return
    drawn = text[: text.index("hand")]
    for card in now.board.cells.values():
        assert re.search(rf"(?<![A-Z0-9]){card}(?![A-Z0-9])", drawn), card
    for label in labels(now).values():
        assert re.search(rf"(?<![A-Za-z0-9]){label}(?![A-Za-z0-9])", drawn), label


@pytest.mark.parametrize("now", POSITIONS, ids=lambda now: f"{len(now.board.cells)}cards")
@pytest.mark.parametrize("unicode", [False, True])
def test_only_characters_of_one_column(now, unicode):
    """Nothing that terminals of some countries draw two columns wide may stand in the lattice."""
    from unicodedata import east_asian_width

    for width, height in ((80, 24), (120, 40)):
        lines = board(GAME.view(now, now.seat), Style(unicode=unicode, width=width, height=height))
        lattice = lines[1 : next(k for k, line in enumerate(lines) if line.startswith("hand"))]
        text = "\n".join(lattice)
        assert {east_asian_width(char) for char in text if char != "\n"} <= {"Na", "N"}
        assert unicode or text.isascii()


def places(now, size, *, unicode):
    """Return where each card and label stands on the canvas: (line, column of its first character)."""
    canvas = _drawn(now.board, labels(now), size, Style(unicode=unicode))
    bounds = canvas.bounds()
    lines = canvas.text(bounds, Style())
    found = {}
    for cell in (*now.board.cells, *labels(now)):
        line, column = size.text_line(cell), cell[1] * size.columns - 1
        found[cell] = lines[line - bounds.top][column - bounds.left : column - bounds.left + 2]
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("unicode", [False, True])
def test_neighbours_on_the_board_are_neighbours_on_the_screen(size, unicode):
    for now in POSITIONS:
        shown = places(now, size, unicode=unicode)
        for cell, card in now.board.cells.items():
            assert shown[cell].strip() == str(card)
        for cell, label in labels(now).items():
            assert shown[cell].startswith(label)
    for cell in POSITIONS[-1].board.cells:
        for other in neighbours(cell):
            lines = abs(size.text_line(cell) - size.text_line(other))
            columns = abs(cell[1] - other[1]) * size.columns
            assert (lines < size.lines and columns == size.columns) or (columns == 0 and lines <= 2 * size.lines)


def test_a_small_board_letter_by_letter():
    now = state("X@0,0 5H@0,1 5S@0,-1", "5D 6H 2C", "KC KD")
    lines = board(GAME.view(now, 1), Style(width=80, height=24))
    assert lines == [
        "> seat 1: 3 cards    seat 2: 2 cards",
        "",
        "    -2      0       2",
        " -1     a       b",
        "      ______  ______",
        "     \\      /\\      /",
        "      \\ 5S /  \\ 5H /",
        "  0 c  \\  / X  \\  / d",
        "        \\/______\\/",
        "",
        "  1         e",
        "",
        "hand  2C(e)  5D(abcde)  6H(bde)",
    ]


def test_extra_placements_are_marked_on_board_and_in_hand():
    now = state("X@0,0 5H@0,-1 5S@0,-2 4S@1,-2 4H@1,0", "4D 3D KC", "2C 2D")
    lines = board(GAME.view(now, 1), Style(width=80, height=24))
    text = "\n".join(lines)
    marked = labels(now)[1, -1] + "+"
    assert text.count(marked) == 2
    assert marked in text[text.index("4D(") :]
    assert "+ touches two or more cards: another card may follow" in text
    other = board(GAME.view(now, 2), Style(width=80, height=24))
    assert "+" not in "\n".join(other)
    assert "(" not in "\n".join(other)


def test_who_is_to_move_who_is_out_and_how_many_have_passed():
    now = state("X@0,0 5H@0,1", "6H", "", "KC KD", seat=3, play_on=True, out=(2,), passes=1)
    first, second, *_rest = board(GAME.view(now, 3), Style(width=80))
    assert first == "  seat 1: 1 card    seat 2: out (1)  > seat 3: 2 cards"
    assert second == "passes in a row: 1 of 2"
    extra = replace(now, extra=True, passes=0)
    assert "Extra placement: place another card, or pass." in board(GAME.view(extra, 3), Style(width=80))


def test_many_labels_have_two_letters():
    hearts, spades = ([f"{rank}{suit}" for rank in "A23456789TJQK"] for suit in "HS")
    row = " ".join(f"{card}@0,{col}" for col, card in enumerate([*hearts, *reversed(spades)], 1))
    rest = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CD")
    now = state(f"X@0,0 {row}", rest)
    assert now.board.conflicts() == ()
    assert len(labels(now)) > 26 - len("pqu")
    text = "\n".join(board(GAME.view(now, 1), Style(width=120)))
    assert "aa" in text
    assert re.search(r"\((?:[a-z]\+?,)+", text)
    cell = next(cell for cell, label in labels(now).items() if label == "aa")
    move = next(move for move in GAME.legal_moves(now) if move.cell == cell)
    assert GAME.read_move(f"{move.card} aa", now) == move


def test_a_part_is_shown_where_nothing_fits_and_the_rest_is_told():
    now = POSITIONS[-1]
    lines = board(GAME.view(now, now.seat), Style(width=30, height=12))
    assert max(map(len, lines)) <= 30
    assert any("not shown" in line for line in lines)


def test_every_event_has_a_sentence():
    kinds = [item for item in vars(all_events).values() if isinstance(item, type) and issubclass(item, Event)]
    seen = {}
    for number in range(12):
        for now, move, _after in random_game(random.Random(number), 3, play_on=bool(number % 2)):
            for event in GAME.apply(now, move, CHANCE).events:
                seen[type(event)] = describe(event, Style())
    now = POSITIONS[0]
    for event in GAME.apply(now, GAME.parse_move("resign"), CHANCE).events:
        seen[type(event)] = describe(event, Style())
    assert set(seen) == {kind for kind in kinds if kind is not Event}
    assert all(seen.values())


@pytest.mark.parametrize(
    ("result", "lines"),
    [
        (
            {"outcome": "out", "ranks": [2, 1], "left": [4, 0]},
            ["seat 2 wins: out first.", "1. seat 2 (0 cards left)   2. seat 1 (4 cards left)"],
        ),
        (
            {"outcome": "blocked", "ranks": [1, 1, 3], "left": [2, 2, 5]},
            [
                "Nobody can or wants to go on. First: seat 1 and seat 2.",
                "1. seat 1 (2 cards left)   1. seat 2 (2 cards left)   3. seat 3 (5 cards left)",
            ],
        ),
        (
            {"outcome": "resigned", "ranks": [2, 1], "left": [1, 9]},
            ["The game was given up. First: seat 2.", "1. seat 2 (9 cards left)   2. seat 1 (1 card left)"],
        ),
    ],
)
def test_outcomes(result, lines):
    assert outcome(result, Style()) == lines


def test_standings():
    table = {"penalties": [7, 1], "ranks": [2, 1]}
    assert standings(table, over=True, style=Style()) == [
        "The match is over: 1. seat 2 (1 penalty point)   2. seat 1 (7 penalty points)"
    ]
    assert standings(table, over=False, style=Style())[0].startswith("The match so far:")
