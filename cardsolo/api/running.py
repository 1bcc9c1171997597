"""Programs that play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

from cardsolo.api.play import Play
from cardsolo.core.company import Company
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games import find

P = TypeVar("P", bound=Play)


class Player(Protocol):
    """What plays a seat: any object with this method. It is given views and nothing else."""

    def choose(self, view: Any, /) -> Any:
        """Return a legal move for the seat that the view belongs to, as a move or as text."""
        ...


def player(game: str, name: str, *, seat: int = 1, seed: int | None = None) -> Player:
    """Return one of the programs that come with a game, by name: `random`, `greedy`, `advisor`, `search:2000`, …

    seat and seed: choose the stream of its randomness. Raises OptionError, which names those there are.
    """
    from solvers.programs import make_player

    made: Player = make_player(find(game), name, seat, seed)
    return made


def run(play: P, players: Player | str | Sequence[Player | str] | Mapping[int, Player | str]) -> P:
    """Let players play a game to its end, and return it.

    players: one for every seat in order (seat 1 first) or by seat; one alone plays every seat. Each is an object with
    `choose(view)` or the name of a program. A seat that is left out ends the run when it is to move, so that somebody
    else can move. Raises OptionError for a wrong number or name, IllegalMoveError for a move that is not allowed.
    """
    named = _by_seat(play, players)
    company = Company(play._session, lambda: {seat: _made(play, seat, one) for seat, one in named.items()})  # noqa: SLF001
    play.settle()
    while not play.is_over and play.seat in named:
        company.play()
    return play


def _by_seat(play: Play, players: Any) -> dict[int, Player | str]:
    seats = range(1, play.seats + 1)
    if isinstance(players, Mapping):
        if not set(players) <= set(seats):
            raise OptionError(_("there are seats 1 to {players}").format(players=play.seats))
        return dict(players)
    if isinstance(players, str) or not isinstance(players, Sequence):
        return dict.fromkeys(seats, players)
    if len(players) != play.seats:
        text = _("the number of players is {named}, the number of seats {seats}")
        raise OptionError(text.format(named=len(players), seats=play.seats))
    return dict(zip(seats, players, strict=True))


def _made(play: Play, seat: int, one: Player | str) -> Player:
    return player(play.game, one, seat=seat, seed=play.seed) if isinstance(one, str) else _Own(play, one)


class _Own:
    """A player of the caller's, whose moves may be text."""

    def __init__(self, play: Play, player: Player) -> None:
        self._play = play
        self._player = player

    def choose(self, view: Any) -> Any:
        return self._play.parse(self._player.choose(view))
