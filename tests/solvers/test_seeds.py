"""Seeds to train with, to choose by and to publish have nothing in common, and the scripts refuse those of another purpose."""

from __future__ import annotations

import functools
import itertools
import json
import subprocess
import sys

import pytest
from support import ROOT

from cardsolo.core.errors import OptionError
from solvers.seeds import RANGES, seeds_for


def test_the_ranges_have_no_seed_in_common():
    for (low, high), (other_low, other_high) in itertools.combinations(RANGES.values(), 2):
        assert high < other_low or other_high < low


@pytest.mark.parametrize("purpose", RANGES)
def test_seeds_of_their_range_are_read(purpose):
    low, high = RANGES[purpose]
    assert seeds_for(purpose, f"{low}..{low + 4}") == range(low, low + 5)
    assert seeds_for(purpose, str(high)) == range(high, high + 1)
    for text in (f"{low - 1}..{low + 4}", f"{high}..{high + 1}"):
        with pytest.raises(OptionError, match=f"seeds to {purpose} are {low} to {high}"):
            seeds_for(purpose, text)


@pytest.mark.parametrize("text", ["", "x", "1...5", "5..4"])
def test_what_is_no_range_is_refused(text):
    with pytest.raises(OptionError):
        seeds_for("choose", text)


@pytest.mark.parametrize(
    ("script", "arguments", "words"),
    [
        (["tests/benchmarks/strength_rogue.py"], ["--seeds", "10000000..10000009"], "seeds to choose"),
        (["tests/benchmarks/strength_rogue.py"], ["--publish", "--seeds", "1..10"], "seeds to publish"),
        (["-m", "solvers.rogue.train"], ["--seed", "10000000"], "seeds to train"),
    ],
)
def test_the_scripts_refuse_seeds_of_another_purpose(script, arguments, words):
    done = subprocess.run(
        [sys.executable, *script, *arguments], capture_output=True, text=True, cwd=ROOT, timeout=120, check=False
    )
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_the_strength_script_plays_the_seeds_it_takes():
    line = [sys.executable, "tests/benchmarks/strength_rogue.py", "--player", "random", "--seeds", "1..20"]
    done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, timeout=120, check=True)
    assert "seeds 1..20: 0 of 20 won" in done.stdout


def test_the_table_is_measured_on_seeds_to_publish_and_goes_on(tmp_path):
    line = [sys.executable, "tests/benchmarks/publish_rogue.py", "--dir", str(tmp_path), "--player", "greedy"]
    line += ["--difficulty", "casual", "--keys", "off"]
    run = functools.partial(subprocess.run, capture_output=True, text=True, cwd=ROOT, timeout=120, check=False)
    table, fixture = run([*line, "--games", "20"]).stdout.splitlines()
    row = json.loads(fixture)
    assert table.startswith(f"| `greedy` | casual | off | 20 | {100 * row['rate']:.1f} % |")
    assert [sample["seed"] for sample in row["sample"]] == [10_000_001, 10_000_002, 10_000_003]
    assert run([*line, "--games", "20", "--show"]).stdout.splitlines() == [table, fixture]
    short = run([*line, "--games", "30", "--show"])
    assert short.stdout == ""
    assert "20 of 30 games" in short.stderr
    assert json.loads(run([*line, "--games", "30"]).stdout.splitlines()[1])["n"] == 30
    refused = run([*line, "--games", "30", "--first", "2001"])
    assert (refused.returncode, refused.stdout) == (2, "")
