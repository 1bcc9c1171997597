"""Triangle Sevens, one result a seed: `out` and `all` values, or games of player programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.chance import NoChance
from cardsolo.core.dealing import seed_to_json
from cardsolo.games import find
from solvers.survey.games import play_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.game import AnyGame, Json
    from solvers.survey.question import Question


def answerer(question: Question) -> Callable[[int], Json]:
    """Return the function that answers one seed; players are rotated by it, so that every seat gets every program."""
    game = find("triangle")
    rules = game.rules_of(question.rules)
    settings = dict(question.settings)
    if question.ask == "player":
        players = settings["players"]
        return lambda seed: _rotated(game, rules, seed, players)

    def answer(seed: int) -> Json:
        from solvers.triangle.solver import solve

        state = game.start(game.deal(rules, seed), NoChance()).state
        limits = {"time_limit": None} | settings
        found = solve(state, objective=question.ask, workers=1, **limits)  # the survey has the cores
        result: Json = {"type": "result", "seed": seed_to_json(seed), "status": found.status.value}
        result |= {"value": found.value, "bound": found.bound, "seconds": round(found.seconds, 3)}
        if found.limit is not None:
            result["limit"] = found.limit.value
        return result

    return answer


def _rotated(game: AnyGame, rules: Any, seed: int, players: list[str]) -> Json:
    shift = seed % len(players)
    result = play_out(game, rules, seed, players[-shift:] + players[:-shift] if shift else players)
    if shift:  # back to the order of the players, whatever seats they had
        for name in ("ranks", "left"):
            result[name] = result[name][shift:] + result[name][:shift]
    return result
