"""The programs at a table: what they answer depends on the moves that stand, never on those that were taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.game import Follower

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cardsolo.core.game import Player
    from cardsolo.core.session import Session, Turn


class Company:
    """The player programs of one session, by seat.

    Whatever was undone or resumed, a program's randomness stands where its own moves of the game as it is have brought
    it, so that the same moves get the same answers. make builds the players anew, each at its beginning; one that is no
    `Follower` must not depend on what it was asked before.
    """

    def __init__(self, session: Session, make: Callable[[], Mapping[int, Player[Any, Any]]]) -> None:
        self._session = session
        self._make = make
        self._players = make()
        #: The turns that the players know of.
        self._known: list[Turn] = []

    @property
    def seats(self) -> frozenset[int]:
        return frozenset(self._players)

    def play(self) -> list[Turn]:
        """Let the program that is to move choose and play; return its turn and the forced ones after it."""
        self._catch_up()
        session = self._session
        seat = session.game.seat(session.state)
        played = session.play(self._players[seat].choose(session.game.view(session.state, seat)))
        self._known += played
        return played

    def _catch_up(self) -> None:
        """Bring the players to where the session is: on, or back and forth again where turns were taken back."""
        turns, known = self._session.turns, self._known
        if known and (len(turns) < len(known) or turns[len(known) - 1] is not known[-1]):
            self._players = self._make()
            known.clear()
        game = self._session.game
        for turn in turns[len(known) :]:
            player = self._players.get(turn.seat)
            if not turn.auto and isinstance(player, Follower):
                player.follow(game.view(self._session.state_after(turn.n - 1), turn.seat), turn.move)
            known.append(turn)
