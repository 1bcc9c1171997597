"""Summaries: every number against the lines it was made from."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import pairwise

import pytest
from support import check_schema
from toy_survey import toy

from solvers.survey.statistics import rate_interval
from solvers.survey.summary import Summary, to_csv


def summed(results):
    found = Summary(toy())
    for result in results:
        found.add(result)
    return found


@pytest.fixture(scope="module")
def results():
    answered = [toy()._answer(seed) for seed in range(1, 1001)]
    undecided = [
        {"type": "result", "seed": seed, "verdict": "undecided", "kills": 3, "spare": None} for seed in (2000, 2001)
    ]
    return [*answered, *undecided, {"type": "result", "seed": 3000, "crashed": True}]


def test_counts_rate_and_interval(results):
    obj = summed(results).to_json()

    assert obj["n"] == 1003
    assert obj["counts"] == {"clearable": 667, "not-clearable": 333, "undecided": 2, "crashed": 1}
    low, high = rate_interval(667, 333, 3)
    assert obj["rate"] == {"value": 0.667, "low": round(low, 6), "high": round(high, 6)}


def test_histograms_and_means(results):
    numbers = summed(results).to_json()["numbers"]
    spares = [result["spare"] for result in results if result.get("spare") is not None]

    assert numbers["spare"]["histogram"] == {str(value): count for value, count in sorted(Counter(spares).items())}
    assert numbers["spare"]["mean"] == round(sum(spares) / len(spares), 4)


def test_rare_deals_are_listed_by_seed(results):
    rare = summed(results).to_json()["rare"]

    assert rare == {"undecided": [2000, 2001], "crashed": [3000]}


def test_quantiles_ascend(results):
    quantiles = summed(results).to_json()["measures"]["nodes"]["quantiles"]

    assert all(one <= other for one, other in pairwise(quantiles.values()))
    assert quantiles["1.0"] == 1000


def test_shared_wins_count_as_their_share():
    found = summed([{"type": "result", "seed": 1, "outcome": "blocked", "ranks": [1, 1, 3, 1], "left": [1, 1, 2, 1]}])

    assert found.to_json()["wins"] == {"1": 0.3333, "2": 0.3333, "3": 0.0, "4": 0.3333}


def test_csv_has_one_line_a_file(results):
    rows = list(csv.DictReader(io.StringIO(to_csv([summed(results), summed(results)]))))

    assert len(rows) == 2
    assert (rows[0]["n"], rows[0]["undecided"], rows[0]["crashed"]) == ("1003", "2", "1")


def test_audits_are_counted():
    words = ["agrees", None, "agrees", "undecided"]
    results = [toy()._answer(seed) | ({} if word is None else {"audit": word}) for seed, word in enumerate(words, 1)]
    assert summed(results).to_json()["audit"] == {"agrees": 2, "undecided": 1}
    assert "audit" not in summed(results[1:2]).to_json()


def test_what_is_not_proved_greatest_is_in_no_mean():
    unproved = toy()._answer(1) | {"optimal": False, "kills": 5, "spare": 2}
    proved = toy()._answer(2) | {"optimal": True, "kills": 12, "spare": 4}
    numbers = summed([unproved, proved]).to_json()["numbers"]
    assert (numbers["kills"]["histogram"], numbers["spare"]["histogram"]) == ({"12": 1}, {"4": 1})


def test_where_nothing_is_known_there_is_an_interval_and_no_rate():
    found = summed([{"type": "result", "seed": 1, "verdict": "undecided"}])
    check_schema(found.to_json())
    assert found.to_json()["rate"] == {"value": None, "low": 0.0, "high": 1.0}
    assert (
        to_csv([found]).splitlines()[1].startswith("dungeon optimum jokers=2 ace=1 chain=false,1,,0.000000,1.000000,1")
    )


def test_the_summary_fulfils_its_schema(results):
    check_schema(summed(results).to_json())
