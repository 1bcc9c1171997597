"""Whether two methods that solved one position agree: one judge for `solve --proof` and for the audits of surveys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from cardsolo.core.errors import SolverError
from cardsolo.core.i18n import _
from solvers.result import DungeonAnswer, Verdict


class Agreement(StrEnum):
    """What a second method has to say: the same, nothing (one of the two is undecided), something else."""

    AGREES = "agrees"
    UNDECIDED = "undecided"
    DISAGREES = "disagrees"


@dataclass(frozen=True, slots=True)
class Difference:
    """Something of which two methods have proved or shown what cannot both be true."""

    what: str
    first: object
    second: object


def differences(first: DungeonAnswer, second: DungeonAnswer) -> list[Difference]:
    """Return where two answers to one position contradict each other; what neither has proved is no contradiction."""
    claims = []
    if Verdict.UNDECIDED not in (first.verdict, second.verdict):
        claims.append(Difference("verdict", first.verdict.value, second.verdict.value))
    if first.optimal and second.optimal:
        claims += [Difference("kills", first.kills, second.kills), Difference("spare", first.spare, second.spare)]
    found = [difference for difference in claims if difference.first != difference.second]
    if _beats(first, second) or _beats(second, first):
        found.append(Difference("spare and kills", (first.spare, first.kills), (second.spare, second.kills)))
    return found


def _beats(shown: DungeonAnswer, proved: DungeonAnswer) -> bool:
    """Tell whether one method shows more than the other has proved to be the most."""
    return proved.optimal and ((shown.spare or 0) > (proved.spare or 0) or shown.kills > proved.kills)


def agreement(first: DungeonAnswer, second: DungeonAnswer) -> Agreement:
    """Judge two answers to one position; an undecided one proves nothing, and yet can show too much."""
    if differences(first, second):
        return Agreement.DISAGREES
    if Verdict.UNDECIDED in (first.verdict, second.verdict):
        return Agreement.UNDECIDED
    return Agreement.AGREES


def joined(first: DungeonAnswer, second: DungeonAnswer | None) -> DungeonAnswer:
    """Return the stronger of two answers to one position (the first of equals), with the names of who proved what.

    Without a second one, because it was interrupted, the first stands alone. Raises SolverError where they disagree.
    """
    both = [first] if second is None else [first, second]
    if second is not None:
        for difference in differences(first, second):
            text = _("the methods disagree: {name} is {one} by {first}, {other} by {second}")
            values = {"name": difference.what, "one": difference.first, "other": difference.second}
            raise SolverError(text.format(**values, first=first.method, second=second.method))
    return replace(
        max(both, key=_strength),
        proved_by=tuple(answer.method for answer in both if answer.verdict is not Verdict.UNDECIDED),
        optimum_by=tuple(answer.method for answer in both if answer.optimal),
    )


def _strength(answer: DungeonAnswer) -> tuple[object, ...]:
    spare = -1 if answer.spare is None else answer.spare
    return answer.verdict is not Verdict.UNDECIDED, answer.optimal, answer.kills, spare
