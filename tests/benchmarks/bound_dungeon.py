"""Estimate an upper bound on the best possible rate of clearing Clear the Dungeon without peeking (docs/bounds.md).

python tests/benchmarks/bound_dungeon.py --seeds 10300001..10300040 --out bound.jsonl

Of each seed the monsters and the first hands are used; the other cards are shuffled anew. The file grows by a line a seed,
and a second run goes on. --write puts the result into `fixtures/surveys/dungeon-bound.json`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from math import sqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cardsolo
from cardsolo.core.errors import OptionError
from cardsolo.games.dungeon.deal import deal
from cardsolo.games.dungeon.rules import damage
from cardsolo.games.dungeon.state import Rules
from solvers.bounds.reveal import shares
from solvers.seeds import seeds_for

ROOT = Path(__file__).resolve().parents[2]
CLEARABLE = ROOT / "fixtures" / "surveys" / "dungeon-clearable.json"
BOUND = ROOT / "fixtures" / "surveys" / "dungeon-bound.json"


def measure(seed, hands, orders):
    """Return the line of a seed: in how many of so many orders the best position clears, and in how many any does."""
    dealt = deal(Rules(), seed)
    piles = [[(monster.suit, monster.rank) for monster in pile] for pile in dealt.piles]
    cards = [(card.suit, damage(card, dealt.rules)) for card in dealt.deck]
    first = [cards[at : at + 3] for at in range(0, 3 * hands, 3)]
    source = random.Random(f"cardsolo/bound/{seed}")
    others = [source.sample(cards[3 * hands :], len(cards) - 3 * hands) for _ in range(orders)]
    found = shares(piles, first, others)
    return {"seed": seed, "best": round(found.best * orders), "known": round(found.known * orders)}


def summed(lines, orders):
    """Return the mean loss and half the width of its 95 % interval."""
    losses = [(line["known"] - line["best"]) / orders for line in lines]
    mean = sum(losses) / len(losses)
    spread = sqrt(sum((loss - mean) ** 2 for loss in losses) / (len(losses) - 1) / len(losses))
    return mean, 1.959964 * spread


def told(lines, args):
    row = next(
        row
        for row in json.loads(CLEARABLE.read_text("utf-8"))["rows"]
        if (row["jokers"], row["ace"], row["chain"]) == (2, 1, False)
    )
    loss, spread = summed(lines, args.orders)
    high = row["high"] - loss + spread
    numbers = {"n": len(lines), "hands": args.hands, "orders": args.orders, "loss": round(loss, 6)}
    numbers |= {"plus_minus": round(spread, 6), "known": row["rate"], "bound": round(row["rate"] - loss, 6)}
    numbers |= {"low": round(row["low"] - loss - spread, 6), "high": round(high, 6)}
    worst = sorted(lines[2:], key=lambda line: line["best"] - line["known"])
    return numbers | {"sample": [*lines[:2], *worst[:2]]}  # the first two are quickly measured again


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="10300001..10300040", metavar="A..B")
    parser.add_argument("--choose", action="store_true", help="seeds to choose the number of hands by, not to publish")
    parser.add_argument("--hands", type=int, default=7, help="known from the start")
    parser.add_argument("--orders", type=int, default=150, help="of the other cards, for each seed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--write", action="store_true", help="write the fixture")
    args = parser.parse_args()
    try:
        seeds = seeds_for("choose" if args.choose else "publish", args.seeds)
    except OptionError as error:
        parser.error(str(error))
    known = {}
    if args.out.exists():
        known = {line["seed"]: line for line in map(json.loads, args.out.read_text("utf-8").splitlines())}
    with args.out.open("a", encoding="utf-8") as file:
        for seed in seeds:
            if seed not in known:
                started = time.process_time()
                known[seed] = measure(seed, args.hands, args.orders)
                file.write(json.dumps(known[seed]) + "\n")
                file.flush()
                print(known[seed], f"{time.process_time() - started:.1f} s", file=sys.stderr)
    found = told([known[seed] for seed in seeds], args)
    print(json.dumps(found))
    if args.write:
        command = (
            f"python tests/benchmarks/bound_dungeon.py --seeds {args.seeds} --hands {args.hands} --orders {args.orders}"
        )
        head = {"command": f"{command} --out FILE --write", "version": cardsolo.__version__}
        BOUND.write_text(json.dumps(head | found, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
