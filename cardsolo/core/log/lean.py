"""Sessions for reading long logs: a state that nobody asks for is not kept, and is made anew where somebody does."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.chance import RecordedDice
from cardsolo.core.session import Session

if TYPE_CHECKING:
    from cardsolo.core.chance import Chance
    from cardsolo.core.game import Json
    from cardsolo.core.session import Turn


class Keep(Enum):
    """What a reader keeps of the moves of a game while it reads on."""

    #: Events and states, and the lines themselves: for games that are played on or looked at move by move.
    ALL = "all"
    #: Events; a state is made anew where it is asked for.
    EVENTS = "events"
    #: Moves and dice alone: for going through a log once.
    MOVES = "moves"


#: The last so many states are kept, and every so-manieth of the others: to go back costs that many moves at most.
_KEPT: Final = 16


class LeanSession(Session):
    """A session that is replayed from a log. All its turns are there, but `Turn.state` only where it is kept.

    events: keep the events of all turns; without, those of the last ones only.
    """

    def __init__(self, *args: Any, events: bool, **kwargs: Any) -> None:
        self._events = events
        super().__init__(*args, **kwargs)

    def push(self, move: Any, chance: Chance, *, auto: bool = False, line: Json | None = None) -> Turn:  # noqa: ARG002
        turn = super().push(move, chance, auto=auto)  # lines are not kept
        old = len(self.turns) - 1 - _KEPT
        if old >= 0:
            thin = self.turns[old]
            state = thin.state if thin.n % _KEPT == 0 else None
            self.turns[old] = replace(thin, state=state, events=thin.events if self._events else ())
        return turn

    def state_after(self, n: int) -> Any:
        begin = n
        while begin and self.turns[begin - 1].state is None:
            begin -= 1
        state = super().state_after(begin)
        for turn in self.turns[begin:n]:
            state = self.game.play(state, turn.move, RecordedDice(turn.dice)).state
        return state

    def back_to(self, n: int) -> None:
        super().back_to(n)
        if n:
            self.turns[-1] = replace(self.turns[-1], state=self.state_after(n))


def session_of(keep: Keep, *args: Any, **settings: Any) -> Session:
    """Return a session that keeps what is asked for; the arguments are those of Session."""
    if keep is Keep.ALL:
        return Session(*args, **settings)
    return LeanSession(*args, events=keep is Keep.EVENTS, **settings)
