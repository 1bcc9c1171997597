"""How fast Clear the Dungeon is solved: `python tests/benchmarks/bench_dungeon.py` prints the table of README's Measurements.

One process, one core. Rows: exact verdicts by search, exact optima by search, the same by CP-SAT, and a plain depth-first
search (the rules' moves in a fixed order, positions met remembered, nothing else), which gives a deal up after a time.
"""

from __future__ import annotations

import argparse
from itertools import permutations
from time import perf_counter, process_time

from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon.rules import damage
from cardsolo.games.dungeon.state import PILES, Rules, State
from solvers.dungeon import cpsat, solver
from solvers.dungeon.kernel import search as kernel
from solvers.result import Verdict


class PlainDepthFirst:
    """Depth-first search for a clear, hand by hand, with a set of positions met; verdict None when time is up."""

    def __init__(self, state, seconds):
        self.rules = state.rules
        self.cards = state.deck
        self.piles = state.piles
        self.deadline = perf_counter() + seconds
        self.met = set()

    def verdict(self):
        try:
            return self._search(0, ((0, ()),) * PILES)
        except TimeoutError:
            return None

    def _search(self, at, position):
        if all(level >= len(pile) for (level, _), pile in zip(position, self.piles, strict=True)):
            return True
        if at >= len(self.cards) or (at, position) in self.met:
            return False
        self.met.add((at, position))
        if perf_counter() > self.deadline:
            raise TimeoutError
        hand = self.cards[at : at + 3]
        seen = set()
        for order in set(permutations(hand)):
            for after in self._plays(order, position):
                if after not in seen:
                    seen.add(after)
                    if self._search(at + 3, after):
                        return True
        return False

    def _plays(self, cards, position):
        if not cards:
            yield position
            return
        for p in range(PILES):
            after = self._place(p, position[p], cards[0])
            if after:
                yield from self._plays(cards[1:], (*position[:p], after, *position[p + 1 :]))
        yield from self._plays(cards[1:], position)

    def _place(self, p, state, card):
        level, attack = state
        if level >= len(self.piles[p]):
            return None
        monster = self.piles[p][level]
        value = damage(card, self.rules)
        if len(attack) == 2:
            return (level + 1, ()) if card.is_joker or card.suit == monster.suit else None
        return (level, (*attack, value)) if sum(attack) + value + (0 if attack else 10) >= monster.rank else None


def deals(rules, seeds):
    for seed in seeds:
        deal = formats.deal(rules, seed)
        yield State(rules, deal.piles, ((),) * PILES, hand=(), deck=deal.deck)


def row(name, states, solve, decided):
    times = []
    done = 0
    for state in states:
        begun = process_time()
        answer = solve(state)
        times.append(process_time() - begun)
        done += decided(answer)
    times.sort()
    n = len(times)
    median, late = 1000 * times[n // 2], 1000 * times[min(n - 1, n * 95 // 100)]
    rate = done / sum(times)
    print(f"| {name} | {n} | {done} | {rate:.1f} | {median:.2f} | {late:.2f} | {1000 * times[-1]:.1f} |", flush=True)
    return rate


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="deals for the search; the others get fewer")
    parser.add_argument("--slow", type=int, default=15, help="deals for CP-SAT and depth-first search")
    parser.add_argument("--give-up", type=float, default=5.0, help="seconds a deal for depth-first search")
    parser.add_argument("--jokers", type=int, default=2)
    parser.add_argument("--ace", type=int, default=1, choices=[1, 11])
    parser.add_argument("--chain", action="store_true")
    arguments = parser.parse_args()
    rules = Rules(arguments.jokers, arguments.ace, arguments.chain)
    many = list(deals(rules, range(1, arguments.seeds + 1)))
    few = many[: arguments.slow]
    compiled = not kernel.__file__.endswith(".py")
    print(f"{rules}, kernels {'compiled' if compiled else 'not compiled'}; times are processor time\n")
    print("| method | deals | decided | per second | median ms | 95 % ms | most ms |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    verdict = row("search, verdict", many, solver.decide, lambda a: a.verdict is not Verdict.UNDECIDED)
    row("search, optimum proved", many, solver.solve, lambda a: a.optimal)
    cpsat.solve(few[0])  # the import is not counted
    model = row("CP-SAT, verdict", few, cpsat.decide, lambda a: a.verdict is not Verdict.UNDECIDED)
    row("CP-SAT, optimum proved", few, cpsat.solve, lambda a: a.optimal)
    if rules.ace == 1 and not rules.chain:
        give_up = arguments.give_up
        row("plain depth-first, verdict", few, lambda s: PlainDepthFirst(s, give_up).verdict(), lambda v: v is not None)
    print(f"\nverdicts by search are {verdict / model:.0f} times as fast as by CP-SAT")


if __name__ == "__main__":
    main()
