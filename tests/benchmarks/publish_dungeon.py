"""Put finished surveys of Clear the Dungeon into the published table, and print its rows for README.

    python tests/benchmarks/publish_dungeon.py FILE…

A file is the output of `cardsolo survey dungeon --ask verdict|optimum … --seeds 1..N`, with every seed from 1 on. Rows of
`fixtures/surveys/dungeon-clearable.json` take over what a file says of more deals than they had; of base options the seeds
that cannot be cleared are written to `fixtures/surveys/dungeon-not-clearable.txt`, one a line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from solvers.survey.statistics import Tally, rate_interval  # noqa: E402  of this tree

TABLE = ROOT / "fixtures" / "surveys" / "dungeon-clearable.json"
SEEDS = ROOT / "fixtures" / "surveys" / "dungeon-not-clearable.txt"
BASE = {"jokers": 2, "ace": 1, "chain": False}


def read(path):
    """Return the header of a survey and its results by seed. Exits where seeds are missing."""
    with path.open(encoding="utf-8") as file:
        head = json.loads(next(file))
        results = {line["seed"]: line for line in map(json.loads, file)}
    if sorted(results) != list(range(1, len(results) + 1)):
        sys.exit(f"{path}: the seeds are not all those from 1 on")
    return head, results


def take_verdicts(row, results):
    """Put counts and interval into a row."""
    counts = dict.fromkeys(("clearable", "not-clearable", "undecided"), 0)
    for line in results.values():
        counts[line["verdict"]] += 1
    yes, no, unknown = counts.values()
    low, high = rate_interval(yes, no, unknown)
    row |= {"n": len(results), "clearable": yes, "not_clearable": no, "undecided": unknown}
    row |= {"rate": round(yes / len(results), 6), "low": round(low, 6), "high": round(high, 6)}
    lost = sorted(seed for seed, line in results.items() if line["verdict"] == "not-clearable")
    row["first_not_clearable"] = lost[:5]
    return lost


def take_spares(row, results):
    """Put the mean of the proved best spares into a row."""
    tally = Tally()
    for line in results.values():
        if line["verdict"] == "clearable" and line["optimal"]:
            tally.add(line["spare"])
    histogram = {str(value): tally.counts[value] for value in sorted(tally.counts)}
    numbers = {"n": len(tally), "mean": round(tally.mean, 4), "plus_minus": round(tally.half_width, 4)}
    row |= {"spare": numbers | {"histogram": histogram}, "optimum_n": len(results)}


def shown(row):
    """Return a row of README's table."""
    cells = [str(row["jokers"]), str(row["ace"]), "on" if row["chain"] else "off", f"{row['n']:,}"]
    cells += [f"{row['not_clearable']:,}", str(row["undecided"]), f"{100 * row['rate']:.2f} %"]
    cells.append(f"{100 * row['low']:.2f}–{100 * row['high']:.2f} %")
    spare = row["spare"]
    cells.append(f"{spare['mean']:.2f} ± {spare['plus_minus']:.2f}")
    return f"| {' | '.join(cells)} |"


def main(paths):
    table = json.loads(TABLE.read_text("utf-8"))
    for path in paths:
        head, results = read(path)
        row = next(row for row in table["rows"] if all(row[name] == head["rules"][name] for name in BASE))
        if head["ask"] == "verdict" and len(results) >= row["n"]:
            lost = take_verdicts(row, results)
            if head["rules"] == BASE:
                SEEDS.write_text("".join(f"{seed}\n" for seed in lost), "utf-8")
        elif head["ask"] == "optimum" and len(results) >= row["optimum_n"]:
            take_spares(row, results)
    head = {name: value for name, value in table.items() if name != "rows"}
    rows = ",\n".join(json.dumps(row, separators=(",", ":")) for row in table["rows"])
    TABLE.write_text(f'{json.dumps(head, separators=(",", ":"))[:-1]},\n"rows":[\n{rows}\n]}}\n', "utf-8")
    print("\n".join(map(shown, table["rows"])))


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
