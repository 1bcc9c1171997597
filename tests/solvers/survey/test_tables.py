"""The published tables: their intervals follow from their counts, and a sample of each row is solved again."""

from __future__ import annotations

import json
import random

import pytest
from amount import examples
from support import FIXTURES

from cardsolo.core.chance import NoChance
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.triangle.game import Triangle
from solvers.dungeon.programs import solve as proved
from solvers.dungeon.referee import check_dungeon
from solvers.dungeon.solver import decide, solve
from solvers.survey.question import Question
from solvers.survey.statistics import rate_interval, wilson
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve as solve_triangle

ROWS = json.loads((FIXTURES / "surveys" / "dungeon-clearable.json").read_text("utf-8"))["rows"]


def name(row):
    return f"jokers{row['jokers']}-ace{row['ace']}-{'chain' if row['chain'] else 'plain'}"


def state_of(row, seed):
    game = Dungeon()
    rules = game.rules_of({key: row[key] for key in ("jokers", "ace", "chain")})
    return game.start(game.deal(rules, seed), NoChance()).state


def test_every_row_of_the_table_is_there():
    keys = [(row["chain"], row["ace"], row["jokers"]) for row in ROWS]

    assert keys == [(chain, ace, jokers) for chain in (False, True) for ace in (1, 11) for jokers in range(5)]


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_counts_and_intervals_agree_and_are_narrow(row):
    low, high = rate_interval(row["clearable"], row["not_clearable"], row["undecided"])

    assert row["clearable"] + row["not_clearable"] + row["undecided"] == row["n"]
    assert (row["low"], row["high"]) == (round(low, 6), round(high, 6))
    assert (high - low) / 2 <= (0.003 if row["jokers"] == 0 else 0.002)


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_a_sample_solved_again_gives_the_same_answers(row):
    for sample in row["sample"][: examples(1)]:
        state = state_of(row, sample["seed"])
        answer = solve(state)
        check_dungeon(state, answer)

        assert answer.optimal
        assert {"verdict": answer.verdict.value, "kills": answer.kills, "spare": answer.spare} == {
            key: sample[key] for key in ("verdict", "kills", "spare")
        }
    for seed in row["first_not_clearable"][:2]:
        assert decide(state_of(row, seed)).verdict.value == "not-clearable"


TRIANGLE = json.loads((FIXTURES / "surveys" / "triangle-out.json").read_text("utf-8"))
ROGUE = json.loads((FIXTURES / "surveys" / "rogue-wins.json").read_text("utf-8"))["rows"]


def test_the_values_of_triangle_sevens_add_up():
    assert sum(TRIANGLE["values"].values()) == TRIANGLE["n"] >= 200
    assert TRIANGLE["optimal"] == TRIANGLE["values"]["6"]


@pytest.mark.parametrize("sample", TRIANGLE["sample"], ids=lambda sample: f"seed{sample['seed']}")
def test_a_proved_deal_of_triangle_sevens_is_proved_again(sample):
    game = Triangle()
    state = game.start(game.deal(game.rules_of({}), sample["seed"]), NoChance()).state
    answer = solve_triangle(state, "out", time_limit=60, workers=1)
    check_triangle(state, answer)

    assert (answer.value, answer.bound, answer.status.value) == (sample["value"], sample["bound"], "optimal")


@pytest.mark.parametrize(
    "row", ROGUE, ids=lambda row: f"{row['player']}-{row['difficulty']}-{'key' if row['key'] else 'open'}"
)
def test_win_rates_agree_with_their_counts_and_a_sample_is_played_again(row):
    low, high = wilson(row["won"], row["n"])
    assert (row["low"], row["high"]) == (round(low, 6), round(high, 6))

    settings = {"player": row["player"]}
    question = Question("rogue", {"difficulty": row["difficulty"], "key": row["key"]}, "player", settings)
    answer = question.answerer()
    for sample in row["sample"][: examples(1)]:
        again = answer(sample["seed"])
        assert {name: again[name] for name in sample} == sample


# --- deals that cannot be cleared -------------------------------------------------------------------------------------
SEEDS = [int(line) for line in (FIXTURES / "surveys" / "dungeon-not-clearable.txt").read_text("utf-8").splitlines()]


def test_the_list_of_deals_that_cannot_be_cleared_is_that_of_the_table():
    base = next(row for row in ROWS if (row["jokers"], row["ace"], row["chain"]) == (2, 1, False))
    assert len(SEEDS) == base["not_clearable"]
    assert sorted(set(SEEDS)) == SEEDS
    assert SEEDS[:5] == base["first_not_clearable"]
    assert 1 <= SEEDS[0] <= SEEDS[-1] <= base["n"]


def test_a_sample_of_the_list_is_proved_again_by_both_methods():
    base = {"jokers": 2, "ace": 1, "chain": False}
    sample = random.Random("not clearable").sample(SEEDS, examples(2))
    for seed in sample:
        answer = proved(state_of(base, seed), proof=True)
        assert (answer.verdict.value, answer.optimal) == ("not-clearable", True)
        assert answer.proved_by == ("search", "cpsat")
        assert answer.kills in {10, 11}
