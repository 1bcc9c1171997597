"""What the analysis says of a game of Clear the Dungeon, as a replay page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _
from solvers.dungeon.analysis import analyse
from solvers.result import Verdict

if TYPE_CHECKING:
    from cardsolo.core.session import Session
    from solvers.dungeon.analysis import MoveAnalysis


def commentary(session: Session) -> tuple[dict[int, str], dict[int, float], int | None]:
    """Return sentences and chances to clear by number of move, and the move that lost the game (None for none).

    The advisor has no limit of time, so that a game gives the same words and chances on every machine.
    """
    notes: dict[int, str] = {}
    chances: dict[int, float] = {}
    mistake = None
    for move in analyse(session):
        if move.chance_before is not None:
            chances.setdefault(move.n - 1, move.chance_before)
        if move.chance_after is not None:
            chances[move.n] = move.chance_after
        notes[move.n] = _note(move)
        if move.lost_here:
            mistake = move.n
    return notes, chances, mistake


def _note(move: MoveAnalysis) -> str:
    after = move.after
    if after.verdict is Verdict.CLEARABLE:
        text = _("still clearable, spare {spare}").format(spare=after.spare)
    elif after.verdict is Verdict.NOT_CLEARABLE:
        text = _("not clearable any more, {kills} kills at most").format(kills=after.kills)
    else:
        text = _("undecided")
    if move.lost_here:
        text += "; " + _("lost here, better: {move}").format(move=move.better)
    return text
