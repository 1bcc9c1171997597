"""How hard a deal is, measured: the share of randomised greedy playouts that clear it (kernel/greedy.py plays them).

Grades: easy from 40 % up, fair from 15 % up, hard below. With the base options about three deals in ten are easy and
three in ten hard; fewer jokers make deals harder, `ace = 11` and `chain` easier, and the thresholds stay where they
are, so that grades of different options can be compared. The playouts of a deal use one fixed stream of chance: the
same deal always has the same grade. A grade says nothing about whether a deal is clearable at all; `find_seed` asks
that too.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import TYPE_CHECKING, Final

from cardsolo.games.dungeon.deal import deal
from cardsolo.games.dungeon.state import PILES, State
from solvers.dungeon.kernel.greedy import Greedy
from solvers.dungeon.kernel.search import Search
from solvers.dungeon.solver import decide, load
from solvers.result import Limit, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.games.dungeon.state import Deal, Rules

GAMES: Final = 1000
STREAM: Final = 1
EASY: Final = 0.40
FAIR: Final = 0.15


class Grade(StrEnum):
    EASY = "easy"
    FAIR = "fair"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Graded:
    """share: of the playouts that cleared, 0 to 1; error: its standard error."""

    grade: Grade
    share: float
    error: float


def grade(state: State) -> Graded:
    """Grade a position; a fresh deal is one with the whole deck undrawn. Takes some milliseconds."""
    engine = Search()
    load(engine, state)
    share = Greedy(engine).clears(GAMES, STREAM) / GAMES
    name = Grade.EASY if share >= EASY else Grade.FAIR if share >= FAIR else Grade.HARD
    return Graded(name, share, sqrt(share * (1 - share) / GAMES))


def find_seed(rules: Rules, wanted: Grade | None, seeds: Iterable[int]) -> tuple[Deal, Graded] | None:
    """Return the first clearable deal of the grade wanted (None: of any), in the order of seeds, or None."""
    for seed in seeds:
        dealt = deal(rules, seed)
        state = State(rules, dealt.piles, ((),) * PILES, hand=(), deck=dealt.deck)
        answer = decide(state)
        if answer.limit is Limit.INTERRUPT:
            raise KeyboardInterrupt
        if answer.verdict is not Verdict.CLEARABLE:
            continue
        graded = grade(state)
        if wanted is None or graded.grade is wanted:
            return dealt, graded
    return None
