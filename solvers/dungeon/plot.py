"""Plots of an analysed game of Clear the Dungeon: the chance as the player saw it, and what was still possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _
from solvers.plots import Course
from solvers.result import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.dungeon.analysis import MoveAnalysis
    from solvers.plots import Panel
    from solvers.result import DungeonAnswer


def panels(moves: Sequence[MoveAnalysis]) -> list[Panel]:
    """Return a panel for each number that is known after some move of a game; moves is not empty."""
    lost = next((move for move in moves if move.lost_here), None)
    note = "" if lost is None else _("lost with move {n}, {move}").format(n=lost.n, move=lost.move)
    at = None if lost is None else lost.n
    chances = {move.n: move.chance_after for move in moves} | {moves[0].n - 1: moves[0].chance_before}
    answers = {move.n: move.after for move in moves} | {moves[0].n - 1: moves[0].before}
    found = [
        (_("Chance to clear the dungeon, as the player sees it"), "%", _percent(chances), 100.0),
        (_("Cards to spare, the most still possible, every card known"), _("cards"), _spares(answers), None),
        (_("Monsters killed, the most still possible, every card known"), _("monsters"), _kills(answers), None),
    ]
    last = moves[-1].n
    return [Course(of, unit, values, last, most, at, note) for of, unit, values, most in found if values]


def _percent(chances: dict[int, float | None]) -> dict[int, float]:
    return {n: 100 * chance for n, chance in chances.items() if chance is not None}


def _spares(answers: dict[int, DungeonAnswer]) -> dict[int, float]:
    return {
        n: answer.spare
        for n, answer in answers.items()
        if answer.verdict is Verdict.CLEARABLE and answer.spare is not None and answer.optimal
    }


def _kills(answers: dict[int, DungeonAnswer]) -> dict[int, float]:
    """Return the most kills; none where every position can be cleared, which the spare says better."""
    if all(answer.verdict is Verdict.CLEARABLE for answer in answers.values()):
        return {}
    return {n: answer.kills for n, answer in answers.items() if answer.verdict is not Verdict.UNDECIDED}
