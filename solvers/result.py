"""What solvers answer: proven yes, proven no, undecided (and by which limit) are never merged.

An error of a solver is an exception (`cardsolo.core.errors.SolverError`) and no answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """Whether a dungeon can be cleared, every card known."""

    CLEARABLE = "clearable"
    NOT_CLEARABLE = "not-clearable"
    UNDECIDED = "undecided"


class Status(StrEnum):
    """How good the value of a Triangle Sevens answer is known to be."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNDECIDED = "undecided"


class Limit(StrEnum):
    """What stopped a search before its proof was complete."""

    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"
    INTERRUPT = "interrupt"


@dataclass(frozen=True, slots=True)
class DungeonAnswer:
    """kills counts from the start of the game; spare is None unless clearable; moves end with the last kill.

    optimal: spare (clearable) or kills (not clearable) is proved greatest. limit: what stopped the proof, None if
    nothing did. seconds is wall time; nodes counts the positions that the search opened, 0 where a method has none.
    """

    verdict: Verdict
    kills: int
    spare: int | None
    optimal: bool
    moves: tuple[str, ...]
    nodes: int
    seconds: float
    method: str
    limit: Limit | None = None


#: How a game ends, by seat: {"ranks": […], "left": […]}.
Ranking = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class TriangleAnswer:
    """value is proved optimal where it equals bound (an upper bound for `turn`, else a lower one).

    value is None while no sequence is known; for `best` it is a Ranking. The bound of `best` is the best outcome that
    the seat to move may still reach; with more than two seats it is None. moves: (seat, canonical move). impossible:
    proved that there is no sequence at all, so that no limit could bring one.
    """

    objective: str
    seat: int
    value: int | Ranking | None
    bound: int | Ranking | None
    status: Status
    moves: tuple[tuple[int, str], ...]
    seconds: float
    method: str
    limit: Limit | None = None
    impossible: bool = False
