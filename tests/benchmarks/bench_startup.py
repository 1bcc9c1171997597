"""How long a command takes to start: medians of paired runs against `python -c "import click"`.

    python tests/benchmarks/bench_startup.py [PAIRS]

Each pair runs the bare interpreter with click and then the command, so that a busy machine slows both. The bound is a
promise of the project: no ratio above 4.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

BASE = [sys.executable, "-c", "import click"]
COMMANDS = {
    "--help": (["--help"], b""),
    "--version": (["--version"], b""),
    "deal": (["deal", "dungeon", "--seed", "7"], b""),
    "piped play": (["play", "dungeon", "--seed", "7", "--json"], b"5c 3\n9h 3\nx as\n"),
}
BOUND = 4.0


def seconds(command, stdin=b""):
    """Run a command and return how long it took."""
    began = time.perf_counter()
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    return time.perf_counter() - began


def main(pairs):
    """Print a row for each command; return whether all ratios keep the bound."""
    good = True
    print(f"{'command':12}{'ms':>8}{'click ms':>10}{'ratio':>8}   medians of {pairs} paired runs")
    for name, (arguments, stdin) in COMMANDS.items():
        command = [sys.executable, "-m", "cardsolo", *arguments]
        runs = [(seconds(BASE), seconds(command, stdin)) for _pair in range(pairs)]
        base = statistics.median(run[0] for run in runs)
        ours = statistics.median(run[1] for run in runs)
        ratio = statistics.median(run[1] / run[0] for run in runs)
        good = good and ours / base <= BOUND
        print(f"{name:12}{1000 * ours:8.1f}{1000 * base:10.1f}{ours / base:8.2f}   ratio of each pair: {ratio:.2f}")
    return good


if __name__ == "__main__":
    sys.exit(not main(int(sys.argv[1]) if len(sys.argv) > 1 else 15))
