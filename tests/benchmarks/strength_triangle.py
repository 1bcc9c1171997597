"""How often a player program of Triangle Sevens wins: games of fixed seeds with the seats rotated.

`python tests/benchmarks/strength_triangle.py --players search,greedy,greedy,greedy --games 400`

Game g is dealt from seed g // seats and the players sit g % seats places further on, so that every deal is played once
from every seat. A win shared by k seats counts 1/k for each. The interval is Wilson's at 95 % for the number of games.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from math import sqrt

from cardsolo.core.chance import NoChance
from cardsolo.games import find
from solvers.programs import make_player

GAME = find("triangle")


def wilson(share, games, z=1.96):
    """Return Wilson's score interval for a share of games."""
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - spread) / (1 + z * z / games), (middle + spread) / (1 + z * z / games)


def play(names, number, first_seed):
    """Play one game; return the share of the win, the cards left and the thinking time of each place in names."""
    seats = len(names)
    turn = number % seats
    seed = first_seed + number // seats
    seated = [(place + turn) % seats + 1 for place in range(seats)]
    players = {seat: make_player(GAME, name, seat, seed) for name, seat in zip(names, seated, strict=True)}
    state = GAME.start(GAME.deal(GAME.rules_of({"players": seats}), seed), NoChance()).state
    spent = dict.fromkeys(players, (0.0, 0.0, 0))
    while (result := GAME.result(state)) is None:
        seat = GAME.seat(state)
        start = time.perf_counter()
        move = players[seat].choose(GAME.view(state, seat))
        took = time.perf_counter() - start
        total, longest, moves = spent[seat]
        spent[seat] = total + took, max(longest, took), moves + 1
        state = GAME.apply(state, move, NoChance()).state
    winners = result["ranks"].count(1)
    return [((result["ranks"][s - 1] == 1) / winners, result["left"][s - 1], *spent[s]) for s in seated]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", required=True, help="names by commas; the first one is the one that is measured")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first-seed", type=int, default=0)
    options = parser.parse_args()
    names = options.players.split(",")
    rows = defaultdict(list)
    for number in range(options.games):
        for place, row in enumerate(play(names, number, options.first_seed)):
            rows[names[place] if place else f"*{names[place]}"].append(row)
    for name, table in rows.items():
        share, left, seconds, _longest, moves = (sum(column) for column in zip(*table, strict=True))
        low, high = wilson(share / len(table), len(table))
        print(
            f"{name:16} {len(table):5} games  wins {share / len(table):.3f} [{low:.3f}, {high:.3f}]"
            f"  cards left {left / len(table):.2f}  {1000 * seconds / moves:.1f} ms a move,"
            f" longest {1000 * max(row[3] for row in table):.0f} ms"
        )


if __name__ == "__main__":
    main()
