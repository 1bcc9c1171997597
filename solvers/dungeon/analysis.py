"""Go through a game of Clear the Dungeon: the truth with every card known, and how it looked to the player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.dungeon.advisor import advise
from solvers.dungeon.solver import solve
from solvers.result import DungeonAnswer, Limit, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.core.game import Json
    from cardsolo.core.session import Session
    from cardsolo.games.dungeon.state import State


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """One move: the exact answers before and after it, and the advisor's chances (None where it had no say).

    lost_here: a clearable game was proved not clearable any more after the move; `better` is then a move that keeps it
    clearable.
    """

    n: int
    move: str
    before: DungeonAnswer
    after: DungeonAnswer
    chance_before: float | None
    chance_after: float | None
    lost_here: bool
    better: str | None

    def __repr__(self) -> str:
        mark = f", lost here, better {self.better}" if self.lost_here else ""
        return f"<analysis of move {self.n}, {self.move}: {self.before.verdict} > {self.after.verdict}{mark}>"

    def to_json(self) -> Json:
        """Return the analysis line of the interface."""
        obj: Json = {"type": "analysis", "n": self.n, "move": self.move}
        obj |= {"before": self.before.to_json(), "after": self.after.to_json()}
        obj |= {"chance_before": _rounded(self.chance_before), "chance_after": _rounded(self.chance_after)}
        obj["lost_here"] = self.lost_here
        return obj | ({} if self.better is None else {"better": self.better})


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)


def analyse(session: Session, *, seconds: float | None = None, nodes: int | None = None) -> Iterator[MoveAnalysis]:
    """Yield the analysis of every move, in order; nodes limits the solver and seconds the advisor, per position."""
    game = session.game
    before = _solve(session.start_state, nodes)
    chance = _chance(session.start_state, seconds)
    for turn in session.turns:
        after = _solve(turn.state, nodes)
        chance_after = _chance(turn.state, seconds)
        better = _better(before, after)
        lost, move = better is not None, game.format_move(turn.move)
        yield MoveAnalysis(turn.n, move, before, after, chance, chance_after, lost, better)
        before, chance = after, chance_after


def losses(session: Session, *, nodes: int | None = None) -> Iterator[tuple[int, str | None]]:
    """Yield the number of every move, with a better one where a clearable game was proved not clearable after it."""
    before = _solve(session.start_state, nodes)
    for turn in session.turns:
        after = _solve(session.state_after(turn.n), nodes)
        yield turn.n, _better(before, after)
        before = after


def _better(before: DungeonAnswer, after: DungeonAnswer) -> str | None:
    """Return what would have kept the game clearable where a move lost it, else None."""
    lost = before.verdict is Verdict.CLEARABLE and after.verdict is Verdict.NOT_CLEARABLE
    return before.line[0] if lost else None


def _solve(state: State, nodes: int | None) -> DungeonAnswer:
    answer = solve(state, nodes=nodes)
    if answer.limit is Limit.INTERRUPT:
        raise KeyboardInterrupt
    return answer


def _chance(state: State, seconds: float | None) -> float | None:
    """Return the chance to clear as the player sees it: certain when it is over, else the best candidate's."""
    from cardsolo.games.dungeon.rules import result
    from cardsolo.games.dungeon.view import view

    over = result(state)
    if over is not None:
        return float(over["outcome"] == "cleared")
    return advise(view(state), seconds=seconds).candidates[0].chance
