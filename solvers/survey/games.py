"""Whole games of player programs, for every game alike."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from cardsolo.core.dealing import seed_to_json
from cardsolo.core.session import Origin, Session
from cardsolo.games import find
from solvers.programs import make_player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolo.core.game import AnyGame, Json
    from solvers.survey.question import Question


def answerer(question: Question) -> Callable[[int], Json]:
    """Return the function that answers one seed of a game from another package: its programs play it."""
    game = find(question.game)
    rules = game.rules_of(question.rules)
    return lambda seed: play_out(game, rules, seed, question.players)


def play_out(game: AnyGame, rules: Any, seed: int, players: Sequence[str]) -> Json:
    """Deal a seed, let the named programs play it (seat 1 first), and return the result line."""
    started = time.monotonic()
    seats = {seat: make_player(game, name, seat, seed) for seat, name in enumerate(players, 1)}
    session = Session(Origin(game, deal=game.deal(rules, seed)))
    while session.result is None:
        seat = game.seat(session.state)
        session.play(seats[seat].choose(game.view(session.state, seat)))
    seconds = round(time.monotonic() - started, 5)
    return {"type": "result", "seed": seed_to_json(seed)} | session.result | {"seconds": seconds}
