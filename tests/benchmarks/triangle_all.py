"""How few turns place all cards of Triangle Sevens, and in what processor time: one process, every sequence checked.

python tests/benchmarks/triangle_all.py --seeds 1..1000 --players 4

The limit is one of nodes, so that values do not depend on the machine.
"""

from __future__ import annotations

import argparse
from collections import Counter
from time import process_time

from cardsolo.games.triangle import formats, rules
from cardsolo.games.triangle.state import Rules
from solvers.triangle.referee import check_triangle
from solvers.triangle.solver import solve


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="1..100")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--first", type=int, default=1, help="the first seat; 0: seat 1, 2, … in turn, deal by deal")
    parser.add_argument("--nodes", type=int, default=40_000_000)
    args = parser.parse_args()
    low, high = map(int, args.seeds.split(".."))
    found, times = Counter(), []
    for seed in range(low, high + 1):
        first = args.first or seed % args.players + 1
        state = rules.start(formats.deal(Rules(players=args.players, first=first), seed))
        start = process_time()
        answer = solve(state, "all", time_limit=None, nodes=args.nodes, workers=1)
        times.append(process_time() - start)
        check_triangle(state, answer)
        found[answer.value, answer.status.value, answer.method] += 1
        print(f"{seed:5} {answer.value:3} {answer.bound:3} {answer.status.value:9} {times[-1]:7.3f}", flush=True)
    for (value, status, method), count in sorted(found.items()):
        print(f"{value} {status} by {method}: {count} of {len(times)}")
    times.sort()
    marks = " ".join(f"{times[min(len(times) * part // 100, len(times) - 1)]:.3f}" for part in (50, 95, 100))
    print(f"processor seconds, median, 95 %, most: {marks}")


if __name__ == "__main__":
    main()
