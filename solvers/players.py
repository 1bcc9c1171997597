"""The player program that every game has: any legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

V = TypeVar("V")
M = TypeVar("M")


class RandomPlayer(Generic[V, M]):
    """Any legal move of the view, all equally likely; only the source's random() is called."""

    def __init__(self, source: Random, legal_moves: Callable[[Any], Sequence[M]]) -> None:
        self._source = source
        self._legal_moves = legal_moves

    def choose(self, view: V) -> M:
        moves = self._legal_moves(view)
        return moves[int(self._source.random() * len(moves))]

    def follow(self, view: V, move: M) -> None:  # noqa: ARG002
        """Take note of a move that it made before: one number of its source went into it."""
        self._source.random()
