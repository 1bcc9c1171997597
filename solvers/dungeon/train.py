"""Train the value networks by self-play and write them: `python -m solvers.dungeon.train [--ace 11] [--chain]`.

A network plays whole games of random deals, each hand by its own best plan, and after every game learns from it by
TD(trace): the target of a position is a mixture of what the network said of the next one and of how the game ended. No
card knowledge goes in but the rules. Games, moves and steps all follow from the seed, so a run gives the same weights
again, on one machine to the last bit; on another the last digit of an exponential or a root may differ, and with it the
course of the training.

The steps are AdaGrad's, times a rate that falls from block to block. The second stage starts from the file that the
first one wrote, with small steps that end at nothing: it averages the noise of the last games out. Networks for other
options go on from the base network in one stage; with `chain`, pure attacks begin as what any attack is worth.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solvers.dungeon.kernel.learn import Trainer
from solvers.dungeon.kernel.playout import Table
from solvers.dungeon.kernel.random32 import Random32
from solvers.dungeon.kernel.selfplay import learn
from solvers.dungeon.kernel.value import ALL_PILE, EMPTY, OWN_PILE, ROWS, WIDTH, Network
from solvers.dungeon.networks import file_name, save_network, stored_network

DATA: Final = Path(__file__).parent / "data"
BLOCK: Final = 20_000
#: Three games of four have 2 jokers; the rest 0 to 8, so that no number is strange to the network.
ANY_JOKERS: Final = -1
TRACE: Final = 0.8


@dataclass(frozen=True, slots=True)
class Stage:
    """blocks of games; block k has rate * (1 - k / fall); floor: what every weight's sum of squares begins with."""

    blocks: int
    rate: float
    fall: int
    floor: float


STAGES: Final = (Stage(16, rate=0.1, fall=25, floor=1.0), Stage(3, rate=0.05, fall=3, floor=3000.0))
TRANSFER: Final = Stage(3, rate=0.05, fall=3, floor=30.0)


def fresh_network(ace: int, seed: int) -> Network:
    """Return a network with small random weights."""
    source = random.Random(f"cardsolo/train/{seed}")
    weights = [source.random() * 0.17 - 0.085 for _ in range(ROWS * WIDTH)]
    return Network(weights, [source.random() - 0.5 for _ in range(WIDTH)], 0.0, ace)


def transferred(ace: int) -> Network:
    """Return the base network as the beginning of one for other options."""
    weights, out, bias = stored_network(1, chain=False)
    weights = list(weights)
    for rows in (OWN_PILE, ALL_PILE):
        start, size = rows * WIDTH, EMPTY // 2 * WIDTH
        weights[start + size : start + 2 * size] = weights[start : start + size]
    return Network(weights, list(out), bias, ace)


def train(
    network: Network, stage: Stage, *, ace: int, chain: bool, seed: int, jokers: int, out: Path, block: int = BLOCK
) -> None:
    """Train a network through one stage and write it after every block of so many games."""
    table = Table(network, ace, int(chain))
    trainer = Trainer(network, stage.rate, 1.0, stage.floor)
    source = Random32(seed)
    started = time.process_time()
    for done in range(stage.blocks):
        trainer.rate = stage.rate * (1 - done / stage.fall)
        cleared = learn(table, trainer, block, jokers, TRACE, source)
        spent = time.process_time() - started
        print(f"{(done + 1) * block} games, {cleared / block:.1%} cleared, {spent:.0f} s", flush=True)
        save_network(network, out, {"ace": ace, "chain": chain, "seed": seed, "games": (done + 1) * block})


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a value network of Clear the Dungeon by self-play.")
    parser.add_argument("--ace", type=int, choices=(1, 11), default=1)
    parser.add_argument("--chain", action="store_true")
    parser.add_argument("--jokers", type=int, default=ANY_JOKERS, help="0 to 8; by default all numbers, 2 most often")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stage", type=int, choices=(1, 2), default=1, help="2: go on from the file of stage 1")
    parser.add_argument("--block", type=int, default=BLOCK, help="games of a block; what ships has the default")
    parser.add_argument("--out", type=Path, help="default: the file that the advisor reads")
    args = parser.parse_args()
    out = args.out or DATA / file_name(args.ace, chain=args.chain)
    options = {"ace": args.ace, "chain": args.chain, "jokers": args.jokers, "out": out, "block": args.block}
    if args.ace != 1 or args.chain:
        train(transferred(args.ace), TRANSFER, seed=args.seed, **options)
        return
    if args.stage == 1:
        train(fresh_network(args.ace, args.seed), STAGES[0], seed=args.seed, **options)
    train(Network(*stored_network(1, chain=False, path=out), 1), STAGES[1], seed=args.seed + 1, **options)


if __name__ == "__main__":
    main()
