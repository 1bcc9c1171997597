"""Solve fresh deals of all option sets by search and by CP-SAT and compare: `python tests/benchmarks/agree_dungeon.py`.

Too long for the test suite (seconds a deal). Prints a line for each option set and ends with code 1 at the first
difference, which it shows.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product
from time import perf_counter

from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon.state import PILES, Rules, State
from solvers.dungeon import cpsat, solver
from solvers.dungeon.referee import check_dungeon


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10, help="deals of each option set")
    parser.add_argument("--first", type=int, default=5000)
    parser.add_argument("--jokers", type=int, nargs="*", default=range(9))
    arguments = parser.parse_args()
    total = 0
    for jokers, ace, chain in product(arguments.jokers, (1, 11), (False, True)):
        rules = Rules(jokers, ace, chain)
        begun = perf_counter()
        spares = []
        for seed in range(arguments.first, arguments.first + arguments.seeds):
            deal = formats.deal(rules, seed)
            state = State(rules, deal.piles, ((),) * PILES, hand=(), deck=deal.deck)
            answers = [solver.solve(state), cpsat.solve(state)]
            for answer in answers:
                check_dungeon(state, answer)
            one, two = ((a.verdict, a.kills, a.spare, a.optimal) for a in answers)
            if one != two:
                sys.exit(f"{rules}, seed {seed}: {one} and {two}")
            spares.append(one[2])
            total += 1
        print(f"{rules}: {arguments.seeds} deals agree, spare {spares}, {perf_counter() - begun:.1f} s", flush=True)
    print(f"{total} deals: search and CP-SAT agree on verdict, kills and spare")


if __name__ == "__main__":
    main()
