"""One key, one type: over logs of all games no key of a kind of line has two JSON types, so that data tools read them."""

from __future__ import annotations

import json
import os
import random
from collections import defaultdict
from functools import cache

import pytest
from golden import GAMES, play_game
from logs import GOLDEN
from rogue_table import Thumb
from support import read_jsonl

from cardsolo.core.dealing import SEED_JSON_NUMBER_MAX
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import fields
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
TOOLS = ("duckdb", "polars", "pyarrow")
#: Objects whose keys are data: cells of a board.
MAPS = {"board"}


def from_position(name, seed):
    """Return the log of a game that goes on from a position in the middle of a random one."""
    game = find(name)
    first = Session(Origin(game, deal=game.deal(game.rules_of({}), seed)))
    source = random.Random(seed)
    for _move in range(3 + seed % 5):
        moves = game.legal_moves(first.state)
        if first.is_over or not moves:
            break
        first.play(moves[int(source.random() * len(moves))])
    lines = []
    extra = {fields.SEATS: ["greedy", "human"], fields.DICE_SEED: 5, fields.TYPED_DICE: True, fields.SOLVER: "beam"}
    session = Session(Origin(game, position=first.state), sink=lines.append, extra=extra | {fields.SOLVER_MOVES: 3})
    while not session.is_over:
        moves = game.legal_moves(session.state)
        session.play(moves[int(source.random() * len(moves))] if moves else game.parse_move("resign"))
    session.close()
    return lines


@cache
def logs():
    """Return the lines of many logs: every golden one, games by rules of thumb, from positions, of a match."""
    lines = [json.loads(line) for path in GOLDEN for line in path.read_text("utf-8").splitlines()]
    lines += read_jsonl("triangle/match.jsonl")
    for seed in range(1000 if THOROUGH else 25):
        for name in NAMES:
            _log, (options, *_rest) = list(GAMES[name].items())[seed % len(GAMES[name])]
            player = (Thumb,) if name == "rogue" and seed % 3 else ()
            lines += [json.loads(line) for line in play_game(name, options, seed, *player)]
            lines += from_position(name, seed)
    return lines


def type_of(value):
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "list", dict: "object"}
    return names[type(value)]


def walk(value, at, found):
    if value is None:
        return
    found[at].add(type_of(value))
    if isinstance(value, dict):
        for key, item in value.items():
            walk(item, f"{at}.*" if at.rpartition(".")[2] in MAPS else f"{at}.{key}", found)
    elif isinstance(value, list):
        for item in value:
            walk(item, f"{at}[]", found)


def test_no_key_has_two_types():
    found = defaultdict(set)
    for line in logs():
        walk(line, "log", found)  # all kinds of lines together, since one file holds them
    assert {at: types for at, types in found.items() if len(types) > 1} == {}
    assert {"log.events[].paid", "log.events[].price", "log.events[].found", "log.events[].item"} <= set(found)


def test_the_one_exception_are_seeds_that_json_numbers_cannot_hold():
    for seed, kind in ((SEED_JSON_NUMBER_MAX, int), (SEED_JSON_NUMBER_MAX + 1, str)):
        for name in NAMES:
            game = find(name)
            assert type(game.deal_to_json(game.deal(game.rules_of({}), seed))["seed"]) is kind


@pytest.fixture(params=["one", *(NAMES if THOROUGH else ())])
def file(request, tmp_path):
    """A file of logs of all games, or of one."""
    games = set(NAMES) if request.param == "one" else {request.param}
    path = tmp_path / "games.jsonl"
    wanted = True
    with path.open("w", encoding="utf-8") as stream:
        for line in logs():
            if line["type"] == "start":
                wanted = (line.get("deal") or line["position"])["game"] in games
            if wanted:
                stream.write(dumps(line) + "\n")
    return path


def moves_in(path):
    return sum('"type":"move"' in line for line in path.read_text("utf-8").splitlines())


@pytest.mark.parametrize("tool", TOOLS)
def test_data_tools_read_the_logs(tool, file):
    module = pytest.importorskip(tool, reason=f"{tool} is not installed")
    events = sum(len(json.loads(line).get("events", [])) for line in file.read_text("utf-8").splitlines())
    if tool == "duckdb":
        query = "select count(*), sum(len(events)) from read_json(?, format = 'newline_delimited') where type = 'move'"
        assert module.sql(query, params=[str(file)]).fetchall() == [(moves_in(file), events)]
    elif tool == "polars":
        table = module.read_ndjson(file, infer_schema_length=None).filter(module.col("type") == "move")
        assert (len(table), table["events"].list.len().sum()) == (moves_in(file), events)
    else:
        from pyarrow import compute
        from pyarrow import json as arrow_json

        options = arrow_json.ReadOptions(block_size=file.stat().st_size + 1)
        table = arrow_json.read_json(file, read_options=options)
        table = table.filter(compute.equal(table["type"], "move"))
        assert len(table) == moves_in(file)
        assert compute.sum(compute.list_value_length(table["events"])).as_py() == events
