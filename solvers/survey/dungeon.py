"""Clear the Dungeon, one result a seed: verdicts and optima that the referee has checked, or games of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.chance import NoChance
from cardsolo.core.dealing import seed_to_json
from cardsolo.games.dungeon.game import Dungeon
from solvers.survey.games import play_out
from solvers.survey.sample import is_audited

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import Json
    from cardsolo.games.dungeon.state import State
    from solvers.result import DungeonAnswer
    from solvers.survey.question import Question


def answerer(question: Question) -> Callable[[int], Json]:
    """Return the function that answers one seed."""
    game = Dungeon()
    rules = game.rules_of(question.rules)
    if question.ask == "player":
        return lambda seed: play_out(game, rules, seed, [question.settings["player"]])
    settings = dict(question.settings)
    share = settings.pop("audit", 0.0)

    def answer(seed: int) -> Json:
        state = game.start(game.deal(rules, seed), NoChance()).state
        found = _solve(state, question.ask, settings)
        result = _result(seed, found, question.ask)
        if is_audited(seed, share):
            result["audit"] = _audit(state, found)
        return result

    return answer


def _solve(state: State, ask: str, settings: Json) -> DungeonAnswer:
    from solvers.dungeon.solver import decide, solve

    return (decide if ask == "verdict" else solve)(state, **settings)


def _result(seed: int, answer: DungeonAnswer, ask: str) -> Json:
    result: Json = {"type": "result", "seed": seed_to_json(seed), "verdict": answer.verdict.value}
    if ask == "optimum":
        result |= {"kills": answer.kills, "spare": answer.spare, "optimal": answer.optimal}
    result |= {"nodes": answer.nodes, "seconds": round(answer.seconds, 5)}
    if answer.limit is not None:
        result["limit"] = answer.limit.value
    return result


def _audit(state: State, answer: DungeonAnswer) -> str:
    """Solve again with CP-SAT, and say whether it agrees."""
    from solvers.agreement import agreement
    from solvers.dungeon.cpsat import solve

    return agreement(answer, solve(state)).value
