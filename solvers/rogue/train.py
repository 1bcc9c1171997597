"""Fit the values of a run and write `data/worth.json`: `python -m solvers.rogue.train`.

Fitted value iteration, backwards from the last boss. At each stage (an area and a column) runs are sampled; the value
of each is computed by one exact step (the cards turned up are drawn, all dice are averaged, fights solved by dynamic
programming), with the stages behind already fitted at its end; a small network is fitted to these values. Before the
last boss no fit is needed: a table has the exact chance of the fight. The first sweep samples broadly, each further
one samples around the runs that play by the values so far meets. Rooms and dice come from a generator of its own, so no
numbered game is ever learnt; `--seed` is one of those to train with (`solvers.seeds`).
"""

from __future__ import annotations

import argparse
import random
import time
from array import array
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

from cardsolo.core.errors import OptionError
from solvers.rogue import fitting
from solvers.rogue.kernel.guide import Guide
from solvers.rogue.kernel.journey import Dice, Journey, targets
from solvers.rogue.kernel.last import LastFight
from solvers.rogue.kernel.plan import WIDTH, Book
from solvers.rogue.kernel.run import ALL_ROOMS, AREAS, STAGES, WEIGHTS, Run, Worth, has_boss
from solvers.rogue.weights import ARMORS, CODES, FILE, pack, table_of, unpack
from solvers.seeds import RANGES, seeds_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from multiprocessing.pool import Pool

VARIANTS: Final = ("standard", "locked")
#: armor, HP, gold, food at the start, as in section 2 (Casual to Impossible).
STARTS: Final = ((1, 5, 5, 6), (0, 5, 3, 6), (0, 4, 2, 3), (0, 3, 1, 3))
#: Cards that have been turned up before each column.
TURNED: Final = {1: 0, 2: 1, 3: 3, 4: 4, 5: 6}
#: Runs with the same cards and goods whose values are worked out together: they share the fights.
GROUP: Final = 12
#: Groups valued, and games played, by one task.
CHUNK: Final = 50
GAMES: Final = 25
FIELDS: Final = ("area", "column", "rest", "defeated", "key", "found", "xp", "armor", "hp", "gold", "food", "spells")
#: Of the runs sampled where games have been played: those met as they were, and those met with other numbers.
AS_MET: Final = 0.6
NEAR_MET: Final = 0.2

Packed = tuple[int, ...]


class Effort(NamedTuple):
    """What a sweep costs: runs sampled for each stage, games of each difficulty to sample from, epochs of each fit."""

    states: int
    games: int
    epochs: int


def share_of(area: int, column: int) -> float:
    """Return how many runs a stage gets: late fights are long to solve and their values easy to fit."""
    share = 1.0 if area <= 7 else 0.5 if area <= 10 else 0.25
    return share / 2 if column == 2 else share  # of all pairs of cards


def packed(run: Run) -> Packed:
    return tuple(getattr(run, field) for field in FIELDS)


def unpacked(numbers: Packed) -> Run:
    run = Run()
    for field, number in zip(FIELDS, numbers, strict=True):
        setattr(run, field, number)
    return run


def with_cell(numbers: Packed, cell: int) -> Run:
    """Return a run with the HP and XP of a cell."""
    run = unpacked(numbers)
    run.hp, run.xp = divmod(cell, WIDTH)
    return run


def broad_run(area: int, column: int, rng: random.Random, *, locked: bool) -> Run:
    """Return a run as it might be before this column, drawn widely."""
    progress = (area - 1) / (AREAS - 1)
    run = Run()
    run.area, run.column = area, column
    run.xp = max(0, min(36, round(rng.gauss(2 + 28 * progress, 3 + 4 * progress))))
    run.armor = max(0, min(5, round(rng.gauss(0.5 + 4 * progress, 1.3))))
    run.hp = rng.randint(1, min(20, 8 + round(14 * progress)))
    run.gold = min(20, int(rng.expovariate(1 / 4)))
    run.food = rng.randint(0, 6)
    for _ in range(rng.choices((0, 1, 2), (4, 3, 2))[0]):
        run.add_spell(rng.randint(1, 4))
    rooms = rng.sample(range(6), TURNED[column])
    run.rest = ALL_ROOMS - sum(1 << room for room in rooms)
    run.defeated = int(0 in rooms and rng.random() < 0.7)
    if locked and rng.random() < 0.5:
        run.key = 1
        run.found = int(rng.random() < 0.8)
    return run


def near_run(run: Run, rng: random.Random) -> Run:
    """Return a run with some of its numbers changed, as another choice or other dice might have left it."""
    run.hp = max(1, min(20, run.hp + rng.choice((-4, -2, -1, 0, 0, 1, 2, 4))))
    run.xp = max(0, min(36, run.xp + rng.choice((-2, -1, 0, 0, 1, 2))))
    run.armor = max(0, min(5, run.armor + rng.choice((-1, 0, 0, 0, 1))))
    run.gold = max(0, min(20, run.gold + rng.choice((-6, -3, -1, 0, 0, 1, 3, 6))))
    run.food = max(0, min(6, run.food + rng.choice((-2, -1, 0, 0, 1, 2))))
    if rng.random() < 0.3:
        run.spells = 0
        for _ in range(rng.randint(0, 2)):
            run.add_spell(rng.randint(1, 4))
    return run


# --- what the worker processes do -------------------------------------------------------------------------------------
class Values(NamedTuple):
    """What a guide needs to play: weights and exact chances as bytes, the variant, how many feats it looks ahead."""

    weights: bytes
    last: bytes
    locked: bool
    most: int

    def guide(self) -> Guide:
        weights, last = (vec[float](array("d", part).tolist()) for part in (self.weights, self.last))
        return Guide(Worth(weights, last, self.locked), self.most)


def _last_fight(code: int, armor: int) -> list[float]:
    return list(LastFight(armor, code, Book()).chances())


def _value_groups(values: Values, groups: list[tuple[Packed, list[int]]]) -> list[float]:
    guide = values.guide()
    return [value for run, cells in groups for value in targets(guide, unpacked(run), vec[i64](cells))]


def _play_games(values: Values, start: tuple[int, int, int, int], games: int, seed: int) -> list[Played]:
    guide, dice = values.guide(), Dice(seed)
    played = []
    for _ in range(games):
        run = Run()
        run.armor, run.hp, run.gold, run.food = start
        journey = Journey(guide, dice)
        journey.play(run)
        played.append(Played(journey.won, [packed(met) for met in journey.met]))
    return played


class Played(NamedTuple):
    """A game played: whether it was won, and the runs before each column."""

    won: bool
    met: list[Packed]


class Training:
    """The values of one variant while they are fitted. `weights` are those of all stages, as the kernel reads them."""

    def __init__(
        self, pool: Pool, weights: Sequence[float], last: Sequence[float], *, locked: bool, most: int, seed: int = 1
    ) -> None:
        self.pool = pool
        self.weights = array("d", weights)
        self.last = array("d", last).tobytes()
        self.locked = locked
        self.most = most
        self.met: dict[tuple[int, int], list[Packed]] = {}
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(seed)

    def values(self) -> Values:
        return Values(self.weights.tobytes(), self.last, self.locked, self.most)

    def play(self, games: int) -> list[float]:
        """Play games from every difficulty by the values so far; keep the runs met and return the shares won."""
        self.met = {}
        shares = []
        for start in STARTS:
            counts = [min(GAMES, games - at) for at in range(0, games, GAMES)]
            tasks = [(self.values(), start, count, self.random.randrange(1 << 30)) for count in counts]
            played = [game for part in self.pool.starmap(_play_games, tasks, 1) for game in part]
            for run in (run for game in played for run in game.met):
                self.met.setdefault((run[0], run[1]), []).append(run)
            shares.append(sum(game.won for game in played) / games)
        return shares

    def sample(self, area: int, column: int, states: int) -> list[Run]:
        """Return runs before a column: met, near those met, and broad ones."""
        met = self.met.get((area, column), [])
        runs = []
        for _ in range(states):
            kind = self.random.random()
            if not met or kind >= AS_MET + NEAR_MET:
                runs.append(broad_run(area, column, self.random, locked=self.locked))
            elif kind >= AS_MET:
                runs.append(near_run(unpacked(self.random.choice(met)), self.random))
            else:
                runs.append(unpacked(self.random.choice(met)))
        return runs

    def group(self, run: Run) -> tuple[Packed, list[int]]:
        """Return a run and the cells (HP, XP) to value it with: its own and others near it."""
        cells = [run.hp * WIDTH + run.xp]
        for _ in range(GROUP - 1):
            hp = max(1, min(20, run.hp + self.random.randint(-6, 4)))
            xp = max(0, min(36, run.xp + self.random.randint(-4, 3)))
            cells.append(hp * WIDTH + xp)
        return packed(run), cells

    def fit(self, area: int, column: int, effort: Effort) -> tuple[float, float]:
        """Fit one stage; return the mean of the values, and the error of the fit."""
        states = round(effort.states * share_of(area, column))
        groups = [self.group(run) for run in self.sample(area, column, max(1, states // GROUP))]
        parts = [groups[at : at + CHUNK] for at in range(0, len(groups), CHUNK)]
        tasks = [(self.values(), part) for part in parts]
        values = np.asarray([value for part in self.pool.starmap(_value_groups, tasks, 1) for value in part])
        runs = [with_cell(run, cell) for run, cells in groups for cell in cells]
        stage = (area - 1) * 5 + column - 1
        lines = fitting.inputs(runs)
        start = fitting.starting(
            lambda at: self.weights[at * WEIGHTS : (at + 1) * WEIGHTS].tolist(), stage, self.numbers
        )
        layers = fitting.fit(start, lines, values, self.numbers, effort.epochs)
        self.weights[stage * WEIGHTS : (stage + 1) * WEIGHTS] = array("d", fitting.to_tables(layers))
        return float(values.mean()), fitting.error(layers, lines, values)

    def sweep(self, effort: Effort) -> None:
        """Fit all stages once, from the last to the first."""
        started = time.monotonic()
        for area in range(AREAS, 0, -1):
            for column in range(5 if has_boss(area) and area < AREAS else 4, 0, -1):
                mean, error = self.fit(area, column, effort)
                seconds = time.monotonic() - started
                print(f"{area:2}.{column} mean {mean:.4f}, error {error:.4f}, {seconds:.0f} s", flush=True)


def train(training: Training, efforts: Sequence[Effort], *, more: bool) -> Iterator[list[float]]:
    """Yield the weights of a variant after each sweep."""
    for number, effort in enumerate(efforts):
        if number > 0 or more:
            won = training.play(effort.games)
            print("won", *(f"{share:.3f}" for share in won), flush=True)
        training.sweep(effort)
        yield training.weights.tolist()


def main() -> None:
    """Train both variants, the Dungeon Key variant from the values of the standard one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=16000, help="runs sampled for each stage in the last sweep")
    parser.add_argument("--sweeps", type=int, default=3, help="each with twice the runs of the one before")
    parser.add_argument("--games", type=int, default=500, help="games of each difficulty that later sweeps sample from")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--variant", choices=[*VARIANTS, "both"], default="both")
    parser.add_argument("--more", action="store_true", help="go on from the present weights")
    parser.add_argument("--most", type=int, default=3, help="feats looked ahead in a phase of three or four dice")
    parser.add_argument("--seed", default=str(RANGES["train"][0]), help="of all runs and games that are sampled")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("data") / FILE)
    given = parser.parse_args()
    try:
        seed = seeds_for("train", given.seed)[0]
    except OptionError as error:
        parser.error(str(error))
    variants = present(given.out, needed=given.more or given.variant != "both")
    halves = range(given.sweeps - 1, -1, -1)
    efforts = [Effort(max(1, given.states >> half), max(1, given.games >> half), given.epochs) for half in halves]
    with get_context("spawn").Pool(given.workers) as pool:
        last = last_fights(pool)
        for name in VARIANTS:
            if given.variant not in {name, "both"}:
                continue
            start = start_of(name, variants, more=given.more)
            begun = start or [0.0] * (STAGES * WEIGHTS)
            locked = name == "locked"
            training = Training(pool, begun, table_of(last), locked=locked, most=given.most, seed=seed)
            for weights in train(training, efforts, more=start is not None):
                variants[name] = weights
                write(given.out, pack(variants, last))


def present(out: Path, *, needed: bool) -> dict[str, list[float]]:
    """Return the weights of the variants that a file has, which all stay in it but for those trained anew.

    A file of another shape has none; it raises ValueError where some are needed.
    """
    if not out.exists():
        return {}
    text = out.read_text("utf-8")
    try:
        return {name: unpack(text, name) for name in VARIANTS if f'"{name}"' in text}
    except ValueError:
        if needed:
            raise
        return {}


def start_of(name: str, variants: Mapping[str, list[float]], *, more: bool) -> list[float] | None:
    """Return the weights from which a variant is trained, None for random ones."""
    own = variants.get(name) if more else None
    return own or (variants.get("standard") if name == "locked" else None)


def write(out: Path, text: str) -> None:
    """Write a file at once or not at all: the advisor plays by it."""
    part = out.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(out)


def last_fights(pool: Pool) -> dict[tuple[int, int], list[float]]:
    """Return the exact chances against the last boss by spell code and armor."""
    keys = [(code, armor) for code in CODES for armor in range(ARMORS)]
    return dict(zip(keys, pool.starmap(_last_fight, keys, 1), strict=True))


if __name__ == "__main__":
    main()
