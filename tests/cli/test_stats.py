"""`cardsolo stats`: sums over logs of all three games, from files or a pipe, as text and JSON."""

from __future__ import annotations

import json

import pytest
from golden import paths, play_game
from moves import script, some_game
from support import FIXTURES

GOLDEN = sorted((FIXTURES / "rogue" / "golden").glob("*.jsonl"))


def ends(path):
    return [json.loads(line) for line in path.read_text().splitlines()][-1]["result"]


def test_rogue_sums_agree_with_the_end_lines(inside):
    done = inside.run("stats", "--json", *GOLDEN)
    assert done.code == 0
    results = [ends(path) for path in GOLDEN]
    found = done.objects
    assert sum(obj["games"] for obj in found) == len(GOLDEN)
    assert sum(obj["wins"] for obj in found) == sum(result["outcome"] == "won" for result in results)
    for cause in ("monster", "event", "boss", "trap", "hunger", "locked"):
        areas = sorted(str(result["area"]) for result in results if result["cause"] == cause)
        deaths = [area for obj in found for area, n in obj.get("deaths", {}).get(cause, {}).items() for _ in range(n)]
        assert sorted(deaths) == areas
    scores = [int(score) for obj in found for score, n in obj["score"]["counts"].items() for _ in range(n)]
    assert sorted(scores) == sorted(result["score"] for result in results)


def test_dice_are_those_that_stand_after_undo(inside):
    path = paths("rogue")["won-hard"]
    kept = {}
    start = []
    for line in map(json.loads, path.read_text().splitlines()):
        if line["type"] == "start":
            start = line.get("dice", [])
        elif line["type"] == "move":
            kept[line["n"]] = line.get("dice", [])
        elif line["type"] == "undo":
            kept = {n: dice for n, dice in kept.items() if n <= line["to"]}
    dice = start + [die for thrown in kept.values() for die in thrown]
    (obj,) = inside.run("stats", "--json", path).objects
    assert obj["dice"] == {str(face): dice.count(face) for face in range(1, 7)}
    assert obj["undone"] == path.read_text().count('"type":"undo"')


def test_games_are_grouped_by_game_and_rules(inside):
    files = [*paths("dungeon").values(), *GOLDEN]
    found = inside.run("stats", "--json", *files).objects
    keys = [(obj["game"], json.dumps(obj["rules"])) for obj in found]
    assert len(keys) == len(set(keys)) == len(paths("dungeon")) + 8


def test_dungeon_and_triangle_sums(inside, tmp_path):
    log = "".join("\n".join(play_game("dungeon", {}, seed)) + "\n" for seed in range(6))
    log += "".join("\n".join(play_game("triangle", {"players": 3}, seed)) + "\n" for seed in range(4))
    (tmp_path / "all.jsonl").write_text(log)
    results = [json.loads(line)["result"] for line in log.splitlines() if '"type":"end"' in line]
    dungeon, triangle = inside.run("stats", "--json", "all.jsonl").objects
    assert dungeon["games"] == 6
    assert dungeon["kills"]["mean"] == pytest.approx(sum(r["kills"] for r in results[:6]) / 6, abs=1e-4)
    assert dungeon["outcomes"] == {"lost": sum(r["outcome"] == "lost" for r in results[:6])}
    assert triangle["ranks"].keys() == {"1", "2", "3"}
    for seat in range(3):
        ranks = [result["ranks"][seat] for result in results[6:]]
        assert triangle["ranks"][str(seat + 1)] == {str(rank): ranks.count(rank) for rank in sorted(set(ranks))}
        left = [result["left"][seat] for result in results[6:]]
        assert triangle[f"left_{seat + 1}"]["mean"] == pytest.approx(sum(left) / 4, abs=1e-4)


def test_unfinished_games_count_apart(inside):
    played = inside.run("play", "dungeon", "--seed", 7, "--json", stdin=script(some_game()[:4]))
    (obj,) = inside.run("stats", "--json", "-", stdin=played.out).objects
    assert (obj["games"], obj["finished"], obj["outcomes"]) == (1, 0, {})
    text = inside.run("stats", "-", stdin=played.out).out
    assert "none finished, 1 still open" in text


def test_text_names_the_same_numbers(inside):
    text = inside.run("stats", *GOLDEN).out
    assert "rogue  difficulty=hard key=true" in text
    assert "won 1 of 1: 100.0 %" in text
    assert "- hunger: 1 (area 2: 1)" in text


def test_a_bad_file_costs_only_itself(inside, tmp_path):
    (tmp_path / "bad.jsonl").write_text("nothing\n")
    lines = paths("rogue")["ended-trap"].read_text().replace('"now":', '"now":9', 1)
    (tmp_path / "forged.jsonl").write_text(lines)
    done = inside.run("stats", "--json", "bad.jsonl", "forged.jsonl", "missing.jsonl", GOLDEN[0])
    assert done.code == 2
    assert [obj["type"] for obj in done.objects] == ["error", "error", "error", "stats"]
    assert [obj["file"] for obj in done.objects[:3]] == ["bad.jsonl", "forged.jsonl", "missing.jsonl"]
    assert [obj["code"] for obj in done.objects[:3]] == [2, 3, 2]
    assert done.objects[3]["games"] == 1
    assert done.err.startswith("bad.jsonl:1: not JSON")
    assert "bad.jsonl" in done.err
    assert "missing.jsonl" in done.err
    assert inside.run("stats", "forged.jsonl").code == 3
