"""How often a player program clears Clear the Dungeon: clears, games, Wilson 95 % interval, milliseconds a hand.

python tests/benchmarks/strength_dungeon.py --player full --seeds 1..200 --jobs 2
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from math import sqrt
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardsolo.core.chance import NoChance
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.state import Rules
from solvers.programs import make_player

NAMES = {"fast": "advisor-fast", "full": "advisor", "greedy": "greedy", "random": "random"}


def play(task: tuple[str, Rules, int]) -> tuple[int, bool, int, int, float]:
    """Play one seed; return seed, cleared, kills, hands, seconds that the player took."""
    name, rules, seed = task
    game, none = Dungeon(), NoChance()
    player = make_player(game, name, 1, seed)
    state = game.start(game.deal(rules, seed), none).state
    seconds, undrawn, hands = 0.0, len(state.deck) + 1, 0
    while (result := game.result(state)) is None:
        hands += len(state.deck) < undrawn
        undrawn = len(state.deck)
        view = game.view(state, 1)
        started = time.process_time()
        move = player.choose(view)
        seconds += time.process_time() - started
        state = game.apply(state, move, none).state
    return seed, result["outcome"] == "cleared", result["kills"], hands, seconds


def wilson(hits: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion (Wilson's score interval)."""
    z = 1.959964
    share = hits / number
    middle = share + z * z / (2 * number)
    spread = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    return (middle - spread) / (1 + z * z / number), (middle + spread) / (1 + z * z / number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=sorted(NAMES), default="fast")
    parser.add_argument("--seeds", default="1..1000", metavar="A..B")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--jokers", type=int, default=2)
    parser.add_argument("--ace", type=int, choices=(1, 11), default=1)
    parser.add_argument("--chain", action="store_true")
    parser.add_argument("--each", action="store_true", help="print a line a game")
    args = parser.parse_args()
    first, _, last = args.seeds.partition("..")
    rules = Rules(args.jokers, args.ace, args.chain)
    tasks = [(NAMES[args.player], rules, seed) for seed in range(int(first), int(last or first) + 1)]
    random.Random(0).shuffle(tasks)  # so that the lines seen so far are a fair sample
    cleared = killed = hands = 0
    seconds = 0.0
    with Pool(args.jobs) as pool:
        for number, (seed, won, kills, dealt, spent) in enumerate(pool.imap_unordered(play, tasks), 1):
            cleared, killed, hands, seconds = cleared + won, killed + kills, hands + dealt, seconds + spent
            if args.each:
                print(seed, "cleared" if won else "lost", kills, flush=True)
            elif number % 50 == 0:
                print(f"{cleared} of {number}", file=sys.stderr, flush=True)
    low, high = wilson(cleared, len(tasks))
    print(
        f"{args.player}: seeds {args.seeds}, jokers {rules.jokers}, ace {rules.ace}, chain {'on' if rules.chain else 'off'}:"
        f" {cleared} of {len(tasks)} cleared = {cleared / len(tasks):.1%} (95 %: {low:.1%} to {high:.1%}),"
        f" {killed / len(tasks):.2f} kills a game, {1000 * seconds / hands:.2f} ms a hand"
    )


if __name__ == "__main__":
    main()
