"""Self-play: whole games by plans of the network, counted or learned from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from solvers.dungeon.kernel.value import chance as chance_of

if TYPE_CHECKING:
    from solvers.dungeon.kernel.learn import Trainer
    from solvers.dungeon.kernel.playout import Table
    from solvers.dungeon.kernel.random32 import Random32


def count(table: Table, games: i64, jokers: i64, source: Random32) -> i64:
    """Play games of random deals; return how many were cleared."""
    cleared: i64 = 0
    for _ in range(games):
        table.deal(jokers, source)
        if table.play(99):
            cleared += 1
    return cleared


def learn(table: Table, trainer: Trainer, games: i64, jokers: i64, trace: float, source: Random32) -> i64:
    """Play games and learn from each at once by TD(trace); return how many were cleared.

    jokers −1 gives three games of four 2 jokers and the rest any number from 0 to 8.
    """
    cleared: i64 = 0
    network = table.network
    table.recording = True
    for _ in range(games):
        number: i64 = jokers
        if jokers < 0:
            number = source.below(9) if source.below(4) == 0 else 2
        table.deal(number, source)
        table.recorded = 0
        target: float = 0.0
        if table.play(99):
            cleared += 1
            target = 1.0
        for index in range(table.recorded - 1, -1, -1):
            table.recall(index)
            before: float = chance_of(network.logit())
            trainer.step(target)
            target = trace * target + (1.0 - trace) * before
    table.recording = False
    return cleared
