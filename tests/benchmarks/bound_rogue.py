"""Compute upper bounds on the best possible chance of winning Mini Rogue: docs/bounds.md says what is solved, and why it bounds.

python tests/benchmarks/bound_rogue.py --dir tables

Areas are solved from the last to the first; their tables are kept in the directory, and a second run goes on from them.
Prints the table of docs/bounds.md, and `fixtures/surveys/rogue-bounds.json` where --write is given. Nothing is random.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

import cardsolo
from solvers.bounds.areas import Model
from solvers.bounds.duel import fights
from solvers.bounds.means import Purses, exact_spells, wild_spells
from solvers.bounds.rogue import Dungeon

ROOT = Path(__file__).resolve().parents[2]
WINS = ROOT / "fixtures" / "surveys" / "rogue-wins.json"
BOUNDS = ROOT / "fixtures" / "surveys" / "rogue-bounds.json"
#: Armor, HP, gold, food at the start (rules section 2).
STARTS = {"casual": (1, 5, 5, 6), "normal": (0, 5, 3, 6), "hard": (0, 4, 2, 3), "impossible": (0, 3, 1, 3)}
#: More than single precision can be off by (docs/bounds.md).
ROUNDING = 0.002


def models(last, exact=0):
    """Return the heroes told apart in each area up to `last`; up to area `exact`, at most 4, by the kinds of their spells."""
    wild = wild_spells()
    one = Purses(tuple(range(27)))
    two = Purses((*range(13), 20), tuple(range(7)))
    few = Purses((*range(9), 10, 12, 20), tuple(range(7)))
    levels = [
        Model(wild, two, few, 18, deemed=True),
        Model(wild, two, few, 18, deemed=True),
        Model(wild, one, Purses((*range(11), 13, 16, 26)), deemed=True),
        Model(wild, one, Purses((*range(7), 8, 10, 13, 17, 26)), deemed=True),
        Model(wild, one, Purses((0, 1, 2, 4, 6, 9, 13, 26)), deemed=True),
    ]
    told = {area: levels[sum(area > end for end in (2, 4, 7, 10))] for area in range(1, last + 1)}
    return told | dict.fromkeys(range(1, exact + 1), Model(exact_spells(), two, few, 18, deemed=True))


def keep(file, start, tables):
    """Write the tables of an area, at once or not at all."""
    names = {
        f"{done}-{''.join(map(str, sorted(rest)))}-{defeated:d}": table
        for (done, rest, defeated), table in tables.items()
    }
    part = file.with_suffix(".part.npz")
    np.savez(part, start=start, **names)
    part.replace(file)


def kept(file):
    """Return what `keep` has written."""
    with np.load(file) as data:
        tables = {name: data[name] for name in data.files}
    start = tables.pop("start")
    split = {name: name.split("-") for name in tables}
    keys = {
        name: (int(done), frozenset(map(int, rest)), bool(int(beaten))) for name, (done, rest, beaten) in split.items()
    }
    return start, {keys[name]: table for name, table in tables.items()}


def solve(directory, until, exact):
    """Return the table at the start of the dungeon, and its model; tables found in the directory are not solved again."""
    directory.mkdir(parents=True, exist_ok=True)
    told = models(until, exact)
    dungeon = Dungeon(told, until)
    for area in range(until, 0, -1):
        file = directory / f"area-{area}-of-{until}{f'-exact-{exact}' if area <= exact else ''}.npz"
        if not file.exists():
            started = time.process_time()
            dungeon.solve(area)
            keep(file, dungeon.start[area], dungeon.kept[area])
            print(f"area {area}: {time.process_time() - started:.0f} s", file=sys.stderr, flush=True)
        else:
            dungeon.take(area, *kept(file))
    return dungeon.start[1], told[1]


def rows(table, model):
    """Return the bound of each difficulty."""
    for name, (armor, hp, gold, food) in STARTS.items():
        value = float(table[model.purses.number(gold, food), 0, armor, hp, 0])
        yield {"difficulty": name, "value": round(value, 6), "bound": round(min(1.0, value + ROUNDING), 4)}


def before_last_boss(armor, heroes):
    """Return the chances of heroes (HP, XP, number of spells) before the last boss: a part of the table that is quickly
    computed again.
    """
    spells = wild_spells()
    prize = np.ones((spells.count, 21, 37, 1), np.float32)
    prize[:, 0] = 0.0
    values = fights(prize, 12 - armor, [30], spells, deemed=True)
    return [
        {"armor": armor, "hp": hp, "xp": xp, "spells": held, "value": round(float(values[held, hp, xp, 0]), 6)}
        for hp, xp, held in heroes
    ]


def shown(row, reached):
    """Return a line of the table: what the advisor reaches, the bound, and what lies between them."""
    cells = [
        row["difficulty"].capitalize(),
        f"{reached['rate']:.1%}",
        f"{100 * reached['low']:.1f}–{100 * reached['high']:.1f} %",
    ]
    cells += [f"{row['bound']:.1%}", f"{100 * (row['bound'] - reached['rate']):.1f}"]
    return f"| {' | '.join(cells)} |".replace("% |", " % |").replace("  %", " %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", type=Path, required=True, help="where the tables of the areas are kept")
    parser.add_argument("--until", type=int, default=10, help="who gets past this area alive is deemed to win")
    parser.add_argument("--exact", type=int, default=4, choices=range(5), help="areas in which spells are told apart")
    parser.add_argument("--write", action="store_true", help="write the fixture")
    args = parser.parse_args()
    found = list(rows(*solve(args.dir, args.until, args.exact)))
    wins = [row for row in json.loads(WINS.read_text("utf-8"))["rows"] if row["player"] == "advisor" and not row["key"]]
    reached = {row["difficulty"]: row for row in wins}
    for row in found:
        print(shown(row, reached[row["difficulty"]]))
    if args.write:
        command = f"python tests/benchmarks/bound_rogue.py --dir DIR --until {args.until} --exact {args.exact} --write"
        head = {"command": command, "version": cardsolo.__version__, "until": args.until, "rounding": ROUNDING}
        head["before_last_boss"] = before_last_boss(3, [(5, 20, 0), (12, 24, 1), (20, 35, 2)])
        lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in found)
        BOUNDS.write_text(f'{json.dumps(head, separators=(",", ":"))[:-1]},\n"rows":[\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
