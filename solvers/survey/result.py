"""One result of a survey, for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardsolo.core.dealing import seed_from_json
from solvers.result import Limit, Status, Verdict

if TYPE_CHECKING:
    from cardsolo.core.game import Json


@dataclass(frozen=True, slots=True, repr=False)
class SurveyResult:
    """What a survey found out about one seed; what was not asked is None.

    verdict, kills, spare, optimal: of a dungeon, as in DungeonAnswer. status, value, bound: of Triangle Sevens, as in
    TriangleAnswer. outcome, ranks, left, cause, area, score: of a game that programs played; ranks and left stand in
    the order of the players, whatever seats they had. crashed: there is no answer, and error says why, if that is
    known. nodes: positions searched. seconds: wall time. limit: what stopped a proof. audit: what a second method said
    of the answer: agrees, disagrees or undecided.
    """

    seed: int
    crashed: bool = False
    error: str | None = None
    verdict: Verdict | None = None
    status: Status | None = None
    outcome: str | None = None
    kills: int | None = None
    spare: int | None = None
    optimal: bool | None = None
    value: int | None = None
    bound: int | None = None
    ranks: tuple[int, ...] | None = None
    left: tuple[int, ...] | None = None
    cause: str | None = None
    area: int | None = None
    score: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    limit: Limit | None = None
    audit: str | None = None
    #: The line of a result file.
    line: Json = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        known = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "line"}
        shown = [
            f"{name}={value!r}"
            for name, value in known.items()
            if value is not None and (value is not False or name == "optimal")
        ]
        return f"SurveyResult({', '.join(shown)})"

    def __getitem__(self, name: str) -> Any:
        """Return a field as it stands in a result file, as in `result["verdict"]`; KeyError where it is not there."""
        return self.line[name]

    def to_json(self) -> Json:
        """Return the line of a result file."""
        return self.line


def from_line(line: Json) -> SurveyResult:
    """Return a result from its line in a result file."""
    values = {name: line[name] for name in _PLAIN if name in line}
    for name, kind in _KINDS.items():
        if line.get(name) is not None:
            values[name] = kind(line[name])
    return SurveyResult(seed_from_json(line["seed"]), crashed=bool(line.get("crashed")), line=line, **values)


_KINDS = {"verdict": Verdict, "status": Status, "limit": Limit, "ranks": tuple, "left": tuple}
_PLAIN = frozenset(SurveyResult.__dataclass_fields__) - {"seed", "crashed", "line", *_KINDS}
