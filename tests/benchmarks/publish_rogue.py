"""Measure the table of README: how often player programs win Mini Rogue, on seeds that nobody has looked at.

python tests/benchmarks/publish_rogue.py --games 5000 --dir results

Runs `cardsolo survey rogue` for every row, the rows growing together, and goes on with what the directory holds. Then it
prints the rows that have all their games, as README and `fixtures/surveys/rogue-wins.json` have them. `--player`,
`--difficulty` and `--keys` leave rows out; `--show` measures nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from strength_rogue import wilson

from cardsolo.core.errors import OptionError
from solvers.seeds import seeds_for

DIFFICULTIES = ("casual", "normal", "hard", "impossible")
#: Games by which the rows grow in turn, so that whenever it is stopped they are about equally long.
STEP = 250


class Row(NamedTuple):
    player: str
    difficulty: str
    key: bool

    def file(self, directory: Path) -> Path:
        return directory / f"{self.player}-{self.difficulty}{'-key' if self.key else ''}.jsonl"

    def measure(self, directory: Path, seeds: range) -> None:
        options = ["--difficulty", self.difficulty, *(["--key"] if self.key else []), "--player", self.player]
        span = f"{seeds[0]}..{seeds[-1]}"
        command = [sys.executable, "-m", "cardsolo", "survey", "rogue", *options, "--jobs", "1", "--seeds", span]
        subprocess.run([*command, "--out", str(self.file(directory))], check=True)

    def results(self, directory: Path, seeds: range) -> list[dict[str, object]]:
        """Return one result for each of the seeds that has one, by seed."""
        file = self.file(directory)
        lines = file.read_text("utf-8").splitlines()[1:] if file.exists() else []
        found = {line["seed"]: line for line in map(json.loads, lines)}
        return [found[seed] for seed in seeds if seed in found]


def told(row: Row, results: list[dict[str, object]]) -> tuple[str, str]:
    """Return a row as README has it, and as the fixture has it."""
    number = len(results)
    won = sum(result["outcome"] == "won" for result in results)
    score = sum(int(str(result["score"])) for result in results) / number
    low, high = wilson(won, number)
    cells = (
        f"`{row.player}`",
        row.difficulty,
        "on" if row.key else "off",
        f"{number:,}",
        f"{won / number:.1%}".replace("%", " %"),
        f"{100 * low:.1f}–{100 * high:.1f} %",
        f"{score:.1f}",
    )
    sample = [{name: result[name] for name in ("seed", "outcome", "score")} for result in results[:3]]
    counted = {"n": number, "won": won, "rate": round(won / number, 6), "low": round(low, 6), "high": round(high, 6)}
    line = row._asdict() | counted | {"score": round(score, 2), "sample": sample}
    return f"| {' | '.join(cells)} |", json.dumps(line, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000, help="of each row")
    parser.add_argument("--first", type=int, default=10_000_001, help="the first seed; behind those published before")
    parser.add_argument("--dir", type=Path, required=True, help="where the result files are")
    parser.add_argument("--player", choices=["greedy", "advisor"], action="append")
    parser.add_argument("--difficulty", choices=DIFFICULTIES, action="append")
    parser.add_argument("--keys", choices=["off", "on"], action="append")
    parser.add_argument("--show", action="store_true", help="only what the files hold")
    args = parser.parse_args()
    try:
        seeds = seeds_for("publish", f"{args.first}..{args.first + args.games - 1}")
    except OptionError as error:
        parser.error(str(error))
    keys = [word == "on" for word in args.keys or ("off", "on")]
    rows = [Row(*row) for row in product(args.player or ("greedy", "advisor"), args.difficulty or DIFFICULTIES, keys)]
    args.dir.mkdir(parents=True, exist_ok=True)
    for end in () if args.show else (*range(STEP, args.games, STEP), args.games):
        for row in rows:
            if len(row.results(args.dir, seeds[:end])) < end:
                row.measure(args.dir, seeds[:end])
    finished = [(row, found) for row in rows if len(found := row.results(args.dir, seeds)) == args.games]
    for form in (0, 1):
        for row, found in finished:
            print(told(row, found)[form])
    for row in rows:
        if row not in [done for done, _found in finished]:
            print(f"{row}: {len(row.results(args.dir, seeds))} of {args.games} games", file=sys.stderr)


if __name__ == "__main__":
    main()
