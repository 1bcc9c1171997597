"""The rules pages: they name every option as it is typed, refer to what exists, and their figures are true."""

from __future__ import annotations

import json
import re

import pytest
from support import FIXTURES, ROOT

from cardsolo.games import NAMES, find
from cardsolo.games.triangle import formats
from cardsolo.render import triangle
from cardsolo.render.style import Style

PAGES = {name: (ROOT / f"cardsolo/locale/en/{name}.md").read_text("utf-8") for name in NAMES}


def rows_below(page, heading):
    """Return the rows of the first table of a section, as lists of cells, its head left out."""
    section = page[page.index(heading) :]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table[2:]]


@pytest.mark.parametrize("name", NAMES)
def test_options_are_named_as_they_are_typed(name):
    for option in find(name).options:
        assert f"--{option.name.replace('_', '-')}" in PAGES[name]
    assert re.findall(r"\b[a-z]+_[a-z]+\b", PAGES[name]) == []


@pytest.mark.parametrize("name", NAMES)
def test_sections_are_numbered_without_a_gap_and_references_lead_somewhere(name):
    page = PAGES[name]
    numbers = [int(number) for number in re.findall(r"^## (\d+)\. ", page, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    letter = {"dungeon": "D", "triangle": "T", "rogue": "R"}[name]
    rulings = page[page.index("Rulings\n") :]
    defined = set(re.findall(rf"{letter}\d+", " ".join(re.findall(r"^- (.*?)(?::|\*\* )", rulings, re.MULTILINE))))
    assert set(re.findall(rf"\b{letter}\d+", page)) == defined
    assert {int(ruling[1:]) for ruling in defined} == set(range(1, len(defined) + 1))


def test_every_page_says_which_end_of_a_deck_is_drawn():
    assert [name for name in NAMES if not re.search(r"from\s+(the|its)\s+top", PAGES[name])] == []


def test_the_greatest_spare_of_each_option_set():
    """No proved optimum of the survey is above it, and with one option at most some deal reaches it."""
    rows = rows_below(PAGES["dungeon"], "## 5. ")
    keys = {"none": (1, False), "`--ace 11`": (11, False), "`--chain`": (1, True), "both": (11, True)}
    most = {}
    for label, cards, spare, two in rows:
        base = int(re.match(r"(\d+) \+ jokers", spare)[1])
        assert int(re.match(r"\d+", cards)[0]) == 40 - base
        assert int(two) == base + 2
        most[keys[label]] = base
    assert set(most) == set(keys.values())
    for row in json.loads((FIXTURES / "surveys/dungeon-clearable.json").read_text("utf-8"))["rows"]:
        best = max(map(int, row["spare"]["histogram"]))
        bound = most[row["ace"], row["chain"]] + row["jokers"]
        assert best <= bound
        assert best == bound or (row["ace"], row["chain"]) == (11, True)


def test_the_drawn_example_is_what_the_program_draws():
    drawn = re.search(r"^```\n(.*?)^```", PAGES["triangle"], re.MULTILINE | re.DOTALL)[1]
    table = {"0,0": "X", "0,-2": "7D", "1,-2": "6D", "1,-1": "5D", "1,0": "5H"}
    view = formats.view_from_json(
        {"type": "view", "game": "triangle", "board": table, "hand": ["8D"], "counts": [1, 16, 16, 15], "seat": 1}
    )
    shown = "\n".join(triangle.board(view, Style()))
    assert drawn in shown
    assert "8D(ab+c)" in shown
    for cell, card in table.items():
        assert re.search(rf"{card}\s+(?:lies\s+)?at\s+{cell}\b", PAGES["triangle"]), cell
