"""Rules pages on terminals of any width: nothing is lost, no line is too long; elsewhere they stay Markdown."""

from __future__ import annotations

import re

import pytest
from terminal import Terminal

from cardsolo.core.i18n import use_language
from cardsolo.games import NAMES, page_of
from cardsolo.render.reading import reading
from cardsolo.render.style import Style


@pytest.fixture(params=["en", "ja"])
def language(request):
    use_language(request.param)
    yield request.param
    use_language("en")


def letters(text):
    """Return a text without blanks, and without what Markdown marks with."""
    return re.sub(r"[\s#*|]|(?<=\|)[\s:-]+(?=\|)|```", "", text)


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("width", [30, 40, 80, 120])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_loses_nothing(name, width, wide, language):
    style = Style(width=width, height=24, wide=wide)
    page = page_of(name)
    lines = reading(page, style)
    drawn = [line for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) for line in block.splitlines()]
    assert [line for line in lines if style.columns(line) > width and line not in drawn] == []
    for block in re.split(r"\n\s*\n", page):
        if "|" not in block and "```" not in block:
            assert letters(block) in letters("\n".join(lines)), block
    for row in re.findall(r"^\|.*\|$", page, re.MULTILINE):
        for cell in row.strip("|").split("|"):
            assert letters(cell).strip(":-") in letters("\n".join(lines)), row


def test_lists_hang_and_tables_line_up_or_become_lists():
    page = "# Title\n\n1. a long item that goes on\n   here\n2. two\n\n| A | Beta |\n| --- | --- |\n| one | 2 |\n"
    assert reading(page, Style(width=20, height=9)) == [
        "Title", "", "1. a long item that", "   goes on here", "2. two", "", "  A    Beta", "  one  2",
    ]  # fmt: skip
    assert reading(page, Style(width=9, height=9))[-2:] == ["A: one", "  Beta: 2"]


def test_a_pipe_gets_the_page_as_it_is(cli):
    assert cli.run("rules", "dungeon").out == page_of("dungeon")


def test_a_terminal_gets_it_fitted_by_the_pager(cli):
    terminal = Terminal(cli, "rules", "dungeon", columns=50, env={"PAGER": "cat", "NO_COLOR": "1"})
    assert terminal.end() == 0
    shown = terminal.raw.decode().replace("\r\n", "\n").splitlines()
    assert shown == reading(page_of("dungeon"), Style(width=50, height=40))
