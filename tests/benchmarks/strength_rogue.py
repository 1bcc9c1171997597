"""How often a player program wins Mini Rogue: wins, games, Wilson 95 % interval, mean score, seconds a game.

python tests/benchmarks/strength_rogue.py --player advisor --difficulty normal --seeds 2001..2400 --jobs 2

Seeds are those to choose a program by; with --publish those of figures that are published, each range once: what has been
looked at is chosen by (`solvers.seeds`).
"""

from __future__ import annotations

import argparse
import sys
import time
from math import sqrt
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardsolo.core.errors import OptionError
from cardsolo.games import find
from solvers.seeds import seeds_for
from solvers.survey.games import play_out


def play(task: tuple[str, str, bool, int]) -> tuple[bool, int, float]:
    """Play one seed; return whether it was won, its score, and the seconds of processor time it took."""
    name, difficulty, key, seed = task
    game = find("rogue")
    started = time.process_time()
    result = play_out(game, game.rules_of({"difficulty": difficulty, "key": key}), seed, [name])
    return result["outcome"] == "won", result["score"], time.process_time() - started


def wilson(hits: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion (Wilson's score interval)."""
    z = 1.959964
    share = hits / number
    middle = share + z * z / (2 * number)
    spread = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return (middle - spread) / (1 + z * z / number), (middle + spread) / (1 + z * z / number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=["advisor", "greedy", "random"], default="advisor")
    parser.add_argument("--difficulty", default="normal", choices=["casual", "normal", "hard", "impossible"])
    parser.add_argument("--key", action="store_true")
    parser.add_argument("--seeds", default="2001..2400", metavar="A..B")
    parser.add_argument("--publish", action="store_true", help="seeds of published figures")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    try:
        seeds = seeds_for("publish" if args.publish else "choose", args.seeds)
    except OptionError as error:
        parser.error(str(error))
    tasks = [(args.player, args.difficulty, args.key, seed) for seed in seeds]
    with Pool(args.jobs) as pool:
        games = pool.map(play, tasks, chunksize=10)
    wins, number = sum(game[0] for game in games), len(games)
    scores = [game[1] for game in games]
    mean = sum(scores) / number
    error = sqrt(sum((score - mean) ** 2 for score in scores)) / number
    low, high = wilson(wins, number)
    print(
        f"{args.player} {args.difficulty}{' key' if args.key else ''}: seeds {args.seeds}: {wins} of {number} won"
        f" = {wins / number:.1%} (95 %: {low:.1%} to {high:.1%}), score {mean:.1f} ± {1.96 * error:.1f},"
        f" {sum(game[2] for game in games) / number:.3f} s a game, slowest {max(game[2] for game in games):.2f} s"
    )


if __name__ == "__main__":
    main()
