"""What there is for Mini Rogue: player programs and advisor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import marked
from solvers.programs import Program, Programs

if TYPE_CHECKING:
    from random import Random

    from cardsolo.core.game import Json, Player
    from cardsolo.core.session import Session
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from solvers.advice import Advice
    from solvers.survey.played import Played


def _random(source: Random, _setting: str) -> Player[View, Move]:
    from cardsolo.games.rogue.legal import legal_moves
    from solvers.players import RandomPlayer

    return RandomPlayer(source, legal_moves)


def _greedy(_source: Random, _setting: str) -> Player[View, Move]:
    from solvers.rogue.greedy import GreedyPlayer

    return GreedyPlayer()


def _advisor(_source: Random, _setting: str) -> Player[View, Move]:
    from solvers.rogue.players import AdvisorPlayer

    return AdvisorPlayer()


def _advise(view: View, *, seconds: float | None = None) -> Advice:
    from solvers.rogue.advisor import advise

    return advise(view, seconds=seconds)


def _count(played: Played, session: Session, result: Json) -> None:
    state = session.state
    played.won(result["outcome"] == "won")
    played.number("score", result["score"])
    played.number("area", result["area"])
    played.number("rank", state.hero.rank)
    played.number("bosses", state.bosses_slain)
    if result["cause"] is not None:
        played.count("deaths", result["cause"], result["area"])


def _explain(view: View, advice: Advice) -> list[str]:
    from solvers.rogue.why import explain

    return explain(view, advice)


PROGRAMS: Final = Programs(
    players={"random": Program(_random), "greedy": Program(_greedy), "advisor": Program(_advisor, searches=True)},
    advise=_advise,
    explain=_explain,
    chance=marked("chance: to win the game, as estimated by the advisor"),
    instead=marked("Mini Rogue has no solve: use `cardsolo odds rogue`, `advise rogue` or `survey rogue`"),
    count=_count,
)
