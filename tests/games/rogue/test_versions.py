"""Rules version 2 of Mini Rogue (R34), and logs of version 1, which are read by the rules of their version."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest
from rogue_table import GAME, before, fight, play
from support import FIXTURES

from cardsolo.core.errors import LogFormatError, VerificationError
from cardsolo.core.jsonl import dumps
from cardsolo.core.log import reader
from cardsolo.games import find
from cardsolo.games.rogue.rules import score, score_sheet
from cardsolo.games.rogue.state import Rules

OLD = FIXTURES / "rogue" / "version-1.jsonl"


def games(text):
    return list(reader.LogReader(find).games(io.BytesIO(text.encode())))


def old_games():
    """Return the text of each game of version 1: resigned, locked in, open."""
    lines = OLD.read_text("utf-8").splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith('{"type":"start"')]
    return ["".join(lines[at:end]) for at, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def other_version(text, version):
    first, rest = text.split("\n", 1)
    return dumps(json.loads(first) | {"rules_version": version}) + "\n" + rest


# --- R34 --------------------------------------------------------------------------------------------------------------
def sheet(state):
    return {row.name: row.held * row.points for row in score_sheet(state)}


def test_R34_resigning_scores_no_hp():
    running = before("resting", hp=9)
    end = play(running, "resign")
    assert end.hero.hp == 9
    assert sheet(running)["HP"] == 18
    assert sheet(end) == sheet(running) | {"HP": 0}
    assert GAME.result(end)["score"] == score(running) - 18


def test_R34_resigning_before_a_locked_door_gains_nothing():
    rules = Rules("normal", key=True)
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=9, food=3), rules=rules)
    locked = play(state, ("stop", 1))
    assert (locked.ended, locked.hero.hp) == ("locked", 9)
    assert GAME.result(play(state, "resign"))["score"] < GAME.result(locked)["score"]
    assert sheet(locked)["HP"] == 0


def test_R34_a_win_scores_its_hp():
    end = play(fight("6", hp=1, kind="boss", area=14, hero_hp=9), "stop")
    assert (end.ended, sheet(end)["HP"]) == ("won", 18)


@pytest.mark.parametrize("hp", [0, 9, 20])
def test_a_position_behind_a_locked_door_keeps_its_hp(hp):
    """0 in positions printed by version 1."""
    rules = Rules("normal", key=True)
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=9, food=3), rules=rules)
    obj = GAME.position_to_json(play(state, ("stop", 1)))
    assert obj["hp"] == 9
    again = GAME.position_from_json(obj | {"hp": hp})
    assert (again.ended, again.hero.hp, sheet(again)["HP"]) == ("locked", hp, 0)


# --- logs of version 1 ------------------------------------------------------------------------------------------------
def test_logs_of_version_1_verify():
    resigned, locked, still_open = (games(text)[0].session for text in old_games())
    assert resigned.result == {"outcome": "resigned", "cause": None, "area": 1, "score": 28}
    assert locked.result["cause"] == "locked"
    assert still_open.result is None


def test_the_score_sheet_of_an_old_log_is_that_of_its_version():
    session = games(old_games()[0])[0].session
    view = session.game.view(session.state, 1)
    assert score(view) == score(session.state) == 28


def test_a_version_changed_by_hand_is_found_out():
    with pytest.raises(VerificationError, match=r"result.score is 28, the rules give 18"):
        games(other_version(old_games()[0], 2))
    new = "".join(dumps(line) + "\n" for line in resigned_lines(GAME))
    assert games(new)[0].session.result["score"] == 18
    with pytest.raises(VerificationError, match=r"result.score is 18, the rules give 28"):
        games(other_version(new, 1))


def resigned_lines(game):
    """Return a log that a game by the rules of a version writes."""
    session = games(other_version(old_games()[2], game.rules_version))[0].session
    session.go_on(None)
    session.play(game.parse_move("resign"))
    return session.lines()


def test_an_old_game_goes_on_by_its_own_rules():
    lines = resigned_lines(GAME.of_version(1))
    assert lines[0]["rules_version"] == 1
    assert lines[-1]["result"]["score"] == 28
    assert games("".join(dumps(line) + "\n" for line in lines))


def test_games_of_a_version_start_as_such():
    old = GAME.of_version(1)
    assert old.of_version(2).rules_version == 2
    assert (old.rules_of({}).version, GAME.rules_of({}).version) == (1, 2)
    assert GAME.rules_version == 2


@pytest.mark.parametrize("version", [0, 3, True, 1.0, "1", None])
def test_other_versions_are_not_known(version):
    assert GAME.of_version(version) is None
    with pytest.raises(LogFormatError, match=r"rules version .* is not known"):
        games(other_version(old_games()[0], version))


def test_both_versions_verify_as_one_command_and_go_on(cli):
    cli.directory.joinpath("old.jsonl").write_text(old_games()[2], "utf-8")
    assert cli.run("verify", OLD).code == 0
    done = cli.run("play", "rogue", "--resume", "old.jsonl", stdin="resign\n")
    assert done.code == 0
    assert "Score 28" in done.out
    assert cli.run("verify", "old.jsonl").code == 0
    new = cli.run("play", "rogue", "--seed", "3", "--log", "new.jsonl", stdin="resign\n")
    assert "Score 18" in new.out
