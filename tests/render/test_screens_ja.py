"""Japanese screens at 40, 80 and 120 columns line up, whether suit symbols take one column or two."""

from __future__ import annotations

import pytest
from support import FIXTURES

from cardsolo.core.i18n import use_language
from cardsolo.core.log.reader import LogReader
from cardsolo.core.text import visible
from cardsolo.games import find
from cardsolo.render import renderer
from cardsolo.render.style import Style

LOGS = {
    "dungeon": "dungeon/golden/jokers2-ace1-plain.jsonl",
    "triangle": "triangle/golden/players4-on.jsonl",
    "rogue": "rogue/golden/won-hard-key.jsonl",
}
SIZES = [40, 80, 120]


@pytest.fixture(autouse=True)
def _japanese():
    use_language("ja")
    yield
    use_language("en")


def boards(name, style):
    """Yield the screens of a golden game, the lines of what happened and of the end among them."""
    with (FIXTURES / LOGS[name]).open("rb") as stream:
        session = next(iter(LogReader(find).games(stream))).session
    game, render = session.game, renderer(session.game)
    for n in range(len(session.turns) + 1):
        state = session.state_after(n)
        yield render.board(game.view(state, game.seat(state)), style)
    yield render.outcome(session.result, style)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("name", LOGS)
def test_no_line_is_wider_than_the_screen(name, width, wide):
    style = Style(unicode=True, width=width, wide=wide)
    for lines in boards(name, style):
        for line in lines:
            assert style.columns(line) <= width, line


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("width", [80, 120])
def test_the_columns_of_the_dungeon_line_up(width, wide):
    style = Style(unicode=True, width=width, wide=wide)
    checked = 0
    for lines in boards("dungeon", style):
        heads = next((line for line in lines if "モンスター" in line), None)
        if heads is None or "山" not in heads:
            continue
        starts = [column_of(heads, word, wide) for word in ("モンスター", "攻撃", "次のカード", "下")]
        rows = lines[lines.index(heads) + 1 : lines.index(heads) + 5]
        for row in rows:
            if row.strip().endswith("-"):
                continue  # an empty pile
            cells = [cell_at(row, start, wide) for start in starts]
            assert cells[0][0] in "JQK", row
            assert cells[1][0] in "-A23456789TX", row
            assert cells[3][0] in "012", row
            checked += 1
    assert checked > 50


def column_of(line, word, wide):
    return visible(line[: line.index(word)], wide=wide)


def cell_at(line, column, wide):
    """Return the text from a column on; the column must begin a character behind a blank."""
    for at in range(len(line)):
        if visible(line[:at], wide=wide) == column:
            assert line[at - 1] == " ", (line, column)
            return line[at:]
    raise AssertionError((line, column))


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp"])
def test_old_encodings_can_show_every_screen(encoding):
    style = Style(unicode=False, width=80, wide=True)
    for name in LOGS:
        for lines in boards(name, style):
            for line in lines:
                line.encode(encoding)
