"""The schemas that ship with the program: sound themselves, fulfilled by what is written, and refusing what is not it."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from support import FIXTURES, check_schema, read_jsonl, schema_of, validator

from cardsolo.cli.schema import NAMES as NAMES_OF_SCHEMAS
from cardsolo.core.chance import SeededDice
from cardsolo.core.errors import DealError
from cardsolo.core.jsonl import dumps
from cardsolo.games import NAMES, find

SCHEMAS = {
    path.name.removesuffix(".json"): json.loads(path.read_text("utf-8"))
    for path in files("cardsolo").joinpath("schemas").iterdir()
    if path.name.endswith(".json")
}
GOLDEN = sorted(FIXTURES.glob("*/golden/*.jsonl"))


def test_the_schemas_of_the_interface_are_there():
    assert {"log", "deal", "position", "view", "answer", "advice", "analysis", "odds", "error"} <= set(SCHEMAS)
    assert set(NAMES_OF_SCHEMAS) == set(SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound(name):
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


def references(node):
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_references_stay_inside_and_lead_somewhere(name):
    definitions = SCHEMAS[name].get("$defs", {})
    used = set(references(SCHEMAS[name]))
    assert {reference for reference in used if not reference.startswith("#/$defs/")} == set()
    assert {reference.removeprefix("#/$defs/") for reference in used} <= set(definitions)


def test_what_schemas_share_is_the_same_in_all():
    """A definition is written into every schema that needs it: no two may drift apart."""
    seen = {}
    for name, schema in SCHEMAS.items():
        for key, definition in schema.get("$defs", {}).items():
            assert seen.setdefault(key, definition) == definition, (name, key)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_every_line_of_a_golden_log_fulfils_its_schema(path):
    for line in read_jsonl(path):
        check_schema(line)
        source = line.get("deal") or line.get("position")
        if source:
            check_schema(source)


def objects(name):
    """Return a deal, a position and a view of a game as JSON, from its beginning and from a little later."""
    game = find(name)
    deal = game.deal(game.rules_of({}), 7)
    chance = SeededDice(name, 7)
    state = game.start(deal, chance).state
    found = [game.deal_to_json(deal)]
    for _move in range(6):
        found += [game.position_to_json(state), game.view_to_json(game.view(state, game.seat(state)))]
        state = game.apply(state, game.legal_moves(state)[0], chance).state
    return game, found


READERS = {"deal": "deal_from_json", "position": "position_from_json", "view": "view_from_json"}


@pytest.mark.parametrize("name", NAMES)
def test_deals_positions_and_views_fulfil_their_schemas(name):
    _game, found = objects(name)
    assert {obj["type"] for obj in found} == {"deal", "position", "view"}
    for obj in found:
        assert schema_of(obj) == obj["type"]
        check_schema(obj)


@pytest.mark.parametrize("name", NAMES)
def test_schema_and_reader_ask_for_the_same_fields(name):
    """What the reader cannot do without, the schema requires; what the schema requires is written."""
    game, found = objects(name)
    for obj in found[:3]:
        schema = validator(obj["type"])
        for field in obj:
            less = {key: value for key, value in obj.items() if key != field}
            try:
                getattr(game, READERS[obj["type"]])(less)
            except DealError:
                assert not schema.is_valid(less), field


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_value_is_refused_by_schema_and_reader(name):
    game, found = objects(name)
    for obj in found[:3]:
        schema = validator(obj["type"])
        read = getattr(game, READERS[obj["type"]])
        for field in obj:
            for wrong in ("???", {"?": 1}, 7.5, [["?"]]):
                changed = json.loads(dumps(obj | {field: wrong}))
                assert not schema.is_valid(changed), (field, wrong)
                with pytest.raises(DealError):
                    read(changed)


def test_the_schema_of_logs_refuses_what_is_none():
    log = validator("log")
    start = read_jsonl(GOLDEN[0])[0]
    assert log.is_valid(start)
    for wrong in (
        {},
        {"type": "start"},
        start | {"format": "cardsolo-log/2"},
        {**start, "deal": None},
        {"type": "move", "n": 0, "seat": 1, "move": "resign", "events": []},
        {"type": "move", "n": 1, "seat": 1, "move": "resign"},
        {"type": "move", "n": 1, "seat": 1, "move": "resign", "events": [], "dice": [7]},
        {"type": "undo", "to": -1},
        {"type": "end", "result": {"outcome": "fun"}},
        {"type": "End", "result": {"outcome": "lost"}},
        [],
    ):
        assert not log.is_valid(wrong), wrong
