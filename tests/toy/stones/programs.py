"""What there is for Stones: two players, an advisor and a solver of the simplest kind."""

from __future__ import annotations

from solvers.advice import Advice, Candidate
from solvers.programs import Program, Programs


class Greedy:
    def choose(self, view):
        return str(min(3, 3 if view.few is None else view.few))


def _random(source, _setting):
    from solvers.players import RandomPlayer

    return RandomPlayer(source, lambda view: tuple(map(str, range(1, min(3, view.few or 3) + 1))))


def _advise(view, *, seconds=None):
    move = Greedy().choose(view)
    return Advice((move,), (Candidate((move,), 1.0),), 0.0)


def _count(played, session, result):
    played.won(result["outcome"] == "cleared")
    played.number("stones", session.start_state.stones)


PROGRAMS = Programs(
    players={"random": Program(_random), "greedy": Program(lambda _source, _setting: Greedy())},
    advise=_advise,
    chance="chance: to take the last stone",
    count=_count,
)
