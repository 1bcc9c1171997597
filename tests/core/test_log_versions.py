"""Logs of earlier versions of the rules: read, verified, and taken up in the form that they have."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from logs import fault, find_any, read
from support import FIXTURES

from cardsolo.core.errors import LogFormatError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.resume import read_unfinished
from cardsolo.games import NAMES, find

OLD = sorted((FIXTURES / "rogue" / "version1").glob("*.jsonl"))


def objects(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def lines_of(objs):
    return [dumps(obj).encode() for obj in objs]


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_logs_of_version_1_verify(path):
    (game,) = read(path.read_bytes())
    assert game.start["rules_version"] == 1
    assert game.has_ended
    assert game.result == objects(path)[-1]["result"]
    assert lines_of(game.session.lines()) == lines_of(drop_undone(objects(path)))


def drop_undone(objs):
    kept = []
    for obj in objs:
        if obj["type"] == "undo":
            kept = [one for one in kept if one.get("n", 0) <= obj["to"]]
        else:
            kept.append(obj)
    return kept


def test_the_old_logs_have_what_has_changed_since():
    events = [event for path in OLD for obj in objects(path) for event in obj.get("events", [])]
    assert {type(event["item"]) for event in events if "item" in event} >= {bool}
    assert {type(event["price"]) for event in events if "price" in event} == {int, str}
    assert "resigned" in {objects(path)[-1]["result"]["outcome"] for path in OLD}


@pytest.mark.parametrize(("event", "old", "new"), [("feat", "price", "paid"), ("treasure", "item", "found")])
def test_an_old_name_in_a_new_log_and_the_other_way_round_is_found(event, old, new):
    path = next(path for path in OLD if f'{{"type":"{event}"' in path.read_text("utf-8"))
    objs = objects(path)
    number = next(
        number for number, obj in enumerate(objs, 1) if event in [one["type"] for one in obj.get("events", [])]
    )
    for one in objs[number - 1]["events"]:
        if one["type"] == event:
            one[new] = one.pop(old)
    changed = lines_of(objs)
    found, message = fault(changed, VerificationError)
    assert found == number
    assert f".{old} is missing" in message
    newer = [objects(path)[0] | {"rules_version": 2}, *objects(path)[1:]]
    _found, message = fault(lines_of(newer), VerificationError)
    assert "is missing" in message


def test_a_resigned_game_of_version_1_scored_its_hp():
    path = FIXTURES / "rogue" / "version1" / "resigned.jsonl"
    (game,) = read(path.read_bytes())
    state = game.session.state
    hero = state.hero
    assert hero.hp > 0
    # section 10; the first number is the bonus of Normal
    sheet = 2 + 3 * state.area + 2 * state.bosses_slain + 2 * hero.rank + 2 * hero.gold
    sheet += len(hero.spells) + hero.armor + hero.food
    assert game.result["score"] == 36 == sheet + 2 * hero.hp


def test_a_game_of_version_1_that_is_taken_up_stays_one():
    objs = objects(FIXTURES / "rogue" / "version1" / "ended-event.jsonl")
    cut = next(
        number for number, obj in enumerate(objs) if "treasure" in [one["type"] for one in obj.get("events", [])]
    )
    head = drop_undone(objs[:cut])
    moves = [obj["move"] for obj in drop_undone(objs) if obj["type"] == "move"]
    unfinished = read_unfinished(BytesIO(b"\n".join(lines_of(head)) + b"\n"), find, "old")
    session = unfinished.last.session
    written = list(unfinished.lines())
    session.go_on(written.append)
    while not session.is_over:
        session.play(session.game.parse_move(moves[len(session.turns)]))
    session.close()
    assert lines_of(written) == lines_of(drop_undone(objs))
    read(lines_of(written))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", [0, 3, -1, 1.0, True, "1", None])
def test_a_version_that_is_not_known_is_refused(name, version):
    path = min((FIXTURES / name / "golden").glob("*.jsonl"))
    objs = objects(path)
    known = {find_any(name).rules_version, *find_any(name).older_versions}
    assert version not in known or type(version) is not int
    objs[0]["rules_version"] = version
    assert fault(lines_of(objs), LogFormatError) == (1, f"rules version {dumps(version)} is not known")
