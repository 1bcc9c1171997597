"""How far `best` reaches: endgames of random games, and how many of them are decided within a time.

    python tests/benchmarks/triangle_best.py --cards 8 10 12 14 --games 200 --seconds 10

An endgame is the first position of a game between four greedy players (seeds 1, 2, …) in which no more than so many cards are
held in all and the game goes on. Decided: proved the best that the seat to move can reach against perfect play.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cardsolo
from solvers.programs import make_player
from solvers.result import Status
from solvers.triangle.solver import solve


def endgame(seed, cards, players):
    """Return a state with at most so many cards in the hands, None where the game ends before."""
    play = cardsolo.deal("triangle", seed=seed, players=players)
    game = cardsolo.games.find("triangle")
    programs = {seat: make_player(game, "greedy", seat, seed) for seat in range(1, players + 1)}
    while play.outcome is None:
        state = play.state
        if sum(map(len, state.hands)) <= cards:
            return state
        play.push(str(programs[state.seat].choose(game.view(state, state.seat))))
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cards", type=int, nargs="+", default=[8, 10, 12, 14])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--players", type=int, default=4)
    args = parser.parse_args()
    for cards in args.cards:
        times, decided, seed = [], 0, 0
        while len(times) < args.games:
            seed += 1
            state = endgame(seed, cards, args.players)
            if state is None:
                continue
            began = time.process_time()
            answer = solve(state, "best", time_limit=args.seconds, workers=1)
            times.append(time.process_time() - began)
            decided += answer.status is Status.OPTIMAL
        times.sort()
        row = f"median {times[len(times) // 2]:.2f} s, 90 % within {times[len(times) * 9 // 10]:.2f} s"
        print(f"{cards} cards: {decided} of {len(times)} decided (seeds 1 to {seed}), {row}", flush=True)


if __name__ == "__main__":
    main()
