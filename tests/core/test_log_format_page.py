"""The page on the log format says what is so: fields, events, results, seeds, bounds and versions."""

from __future__ import annotations

import dataclasses
import re
from importlib import import_module
from inspect import getmembers, isclass

import pytest
from golden import play_game
from support import ROOT

from cardsolo.core.aid import ASKED, COUNTED
from cardsolo.core.chance import SeededDice
from cardsolo.core.game import Event
from cardsolo.core.jsonl import parse_object
from cardsolo.core.log import fields
from cardsolo.games import NAMES, find

PAGE = (ROOT / "docs" / "log-format.md").read_text("utf-8")
EVENTS = {"dungeon": "moves", "triangle": "moves", "rogue": "events"}
SECTIONS = dict(re.findall(r"^##+ (.+)\n((?:(?!##).*\n)*)", PAGE, re.MULTILINE))


def rows(text):
    """Return the cells of the tables in a text, heads and rules left out."""
    found = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")
    ]
    return [row for row in found if not set(row[0]) <= {"-"} or not row[0]]


def code(cell):
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize("name", NAMES)
def test_every_event_with_its_fields_in_order(name):
    title = {"dungeon": "Clear the Dungeon", "triangle": "Triangle Sevens", "rogue": "Mini Rogue"}[name]
    said = {code(row[0])[0]: code(row[1]) for row in rows(SECTIONS[title]) if code(row[0])}
    module = import_module(f"cardsolo.games.{name}.{EVENTS[name]}")
    classes = [item for _name, item in getmembers(module, isclass) if issubclass(item, Event) and item is not Event]
    assert said == {item.type: [field.name for field in dataclasses.fields(item)] for item in classes}


@pytest.mark.parametrize("kind", fields.KINDS)
def test_every_field_of_a_line(kind):
    said = [code(row[0])[0] for row in rows(SECTIONS[f"`{kind}`"]) if code(row[0])]
    by_kind = {
        "start": (
            *(fields.FORMAT, fields.RULES_VERSION, fields.PROGRAM, fields.DEAL, fields.POSITION, fields.SEATS),
            *(
                fields.MATCH,
                fields.TYPED_DICE,
                fields.TYPED_CARDS,
                fields.OWN_SEAT,
                fields.DICE_SEED,
                fields.PRACTICE,
                fields.DAILY,
                fields.SOLVER,
                fields.SOLVER_MOVES,
                fields.DICE,
            ),
        ),
        "move": (fields.N, fields.SEAT, fields.MOVE, fields.AUTO, fields.DICE, fields.EVENTS, *ASKED),
        "typed": (fields.MOVE, fields.CARDS, fields.DICE, fields.FITS),
        "undo": (fields.TO, fields.PRACTICE, fields.CORRECTS),
        "end": (fields.RESULT, fields.STANDINGS, fields.DEAL, *COUNTED),
    }
    assert sorted(said) == sorted((fields.TYPE, *by_kind[kind]))
    everything = {value for name, value in vars(fields).items() if name.isupper() and isinstance(value, str)}
    known = {name for names in by_kind.values() for name in names} | {fields.TYPE, *fields.KINDS, fields.LOG_FORMAT}
    assert everything == known  # a new field must be described


@pytest.mark.parametrize("name", NAMES)
def test_results_and_deals_have_the_keys_of_the_page(name):
    lines = [parse_object(line.encode()) for line in play_game(name, {}, 3)]
    section = SECTIONS[{"dungeon": "Clear the Dungeon", "triangle": "Triangle Sevens", "rogue": "Mini Rogue"}[name]]
    result = section[section.index("`result`:") :]
    assert set(lines[-1]["result"]) <= set(code(result))
    table = rows(SECTIONS["3. Deals, and how seeds become cards"])
    first = next(number for number, row in enumerate(table) if code(row[0]) == [name])
    said = {"type", "game", "dealer", "seed"}
    for row in table[first:]:
        if code(row[0]) not in ([], [name]):
            break
        said |= set(code(row[1]))
    assert set(lines[0]["deal"]) == said


@pytest.mark.parametrize("seed", [0, 7, 2**53 + 1, 2**63 - 1])
def test_the_program_of_the_page_deals_what_the_dealer_deals(seed):
    space = {}
    exec(re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1], space)  # noqa: S102  the page's own program
    for name, options in (("dungeon", {"jokers": 5}), ("triangle", {"players": 3}), ("rogue", {})):
        game = find(name)
        dealt = game.deal_to_json(game.deal(game.rules_of(options), seed))
        for key, value in space[name](seed, *options.values()).items():
            assert dealt[key] == value
    source = SeededDice("rogue", seed)
    assert space["dice"](seed, 50) == [source.die() for _die in range(50)]


def test_bounds_and_versions():
    for name in NAMES:
        assert f"{find(name).max_moves:,}" in SECTIONS["4. Moves"]
    table = rows(SECTIONS["7. Versions"])[1:]
    said, name = {}, None
    for row in table:
        name = code(row[0])[0] if code(row[0]) else name
        said.setdefault(name, []).append(int(row[1]))
    assert said == {name: [*find(name).older_versions, find(name).rules_version] for name in NAMES}
