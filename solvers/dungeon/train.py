"""Train the value networks by self-play and write them: `python -m solvers.dungeon.train [--ace 11] [--chain]`.

A network plays whole games of random deals, each hand by its own best plan, and after every game learns from it by
TD(trace): the target of a position is a mixture of what the network said of the next one and of how the game ended. No
card knowledge goes in but the rules. Games, moves and steps all follow from the seed, so a run gives the same weights
again, on one machine to the last bit; on another the last digit of an exponential or a root may differ, and with it the
course of the training.

The steps are AdaGrad's, and their common rate falls evenly to nothing, which averages the noise of the games out.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Final

from solvers.dungeon.kernel.learn import Trainer
from solvers.dungeon.kernel.playout import Table
from solvers.dungeon.kernel.random32 import Random32
from solvers.dungeon.kernel.selfplay import learn
from solvers.dungeon.kernel.value import ROWS, WIDTH, Network
from solvers.dungeon.networks import file_name, save_network

DATA: Final = Path(__file__).parent / "data"
BLOCK: Final = 20_000
#: Three games of four have 2 jokers; the rest 0 to 8, so that no number is strange to the network.
ANY_JOKERS: Final = -1
GAMES: Final = 500_000
RATE: Final = 0.1
FLOOR: Final = 1.0
TRACE: Final = 0.8


def fresh_network(ace: int, seed: int) -> Network:
    """Return a network with small random weights."""
    source = random.Random(f"cardsolo/train/{seed}")
    weights = [source.random() * 0.17 - 0.085 for _ in range(ROWS * WIDTH)]
    return Network(weights, [source.random() - 0.5 for _ in range(WIDTH)], 0.0, ace)


def train(ace: int, *, chain: bool, seed: int, games: int, out: Path, jokers: int = ANY_JOKERS) -> None:
    """Train a network from nothing and write it after every block of games; games is rounded to whole blocks."""
    network = fresh_network(ace, seed)
    table = Table(network, ace, int(chain))
    trainer = Trainer(network, RATE, 1.0, FLOOR)
    source = Random32(seed)
    started = time.process_time()
    blocks = max(1, games // BLOCK)
    for done in range(blocks):
        trainer.rate = RATE * (1 - done / blocks)
        cleared = learn(table, trainer, BLOCK, jokers, TRACE, source)
        spent = time.process_time() - started
        print(f"{(done + 1) * BLOCK} games, {cleared / BLOCK:.1%} cleared, {spent:.0f} s", flush=True)
        save_network(network, out, {"ace": ace, "chain": chain, "seed": seed, "games": (done + 1) * BLOCK})


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a value network of Clear the Dungeon by self-play.")
    parser.add_argument("--ace", type=int, choices=(1, 11), default=1)
    parser.add_argument("--chain", action="store_true")
    parser.add_argument("--jokers", type=int, default=ANY_JOKERS, help="0 to 8; by default all numbers, 2 most often")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--out", type=Path, help="default: the file that the advisor reads")
    args = parser.parse_args()
    out = args.out or DATA / file_name(args.ace, chain=args.chain)
    train(args.ace, chain=args.chain, seed=args.seed, games=args.games, out=out, jokers=args.jokers)


if __name__ == "__main__":
    main()
