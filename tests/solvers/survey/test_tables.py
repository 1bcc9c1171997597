"""The published tables: their intervals follow from their counts, and a sample of each row is solved again."""

from __future__ import annotations

import json

import pytest
from support import FIXTURES

from cardsolo.core.chance import NoChance
from cardsolo.games.dungeon.game import Dungeon
from solvers.dungeon.solver import decide, solve
from solvers.referee import check_dungeon
from solvers.survey.statistics import rate_interval

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
    for sample in row["sample"]:
        state = state_of(row, sample["seed"])
        answer = solve(state)
        check_dungeon(state, answer)

        assert answer.optimal
        assert {"verdict": answer.verdict.value, "kills": answer.kills, "spare": answer.spare} == {
            key: sample[key] for key in ("verdict", "kills", "spare")
        }
    for seed in row["first_not_clearable"][:2]:
        assert decide(state_of(row, seed)).verdict.value == "not-clearable"
