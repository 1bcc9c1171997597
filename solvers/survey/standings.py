"""How programs that play against each other fare: shares of the wins, ranks, cards left."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import clip
from solvers.survey.statistics import Tally, wilson

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: A shared win is divided; in 60ths, which 2 to 6 divide, sums stay whole.
_WHOLE_WIN: Final = 60


class Standing:
    """One program over all games: shared wins count as their share; ranks: how often which; left: cards in hand."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.games = 0
        self.ranks: Counter[int] = Counter()
        self.left = Tally()
        self._wins = 0

    def add(self, rank: int, left: int | None, winners: int) -> None:
        """Take a game; left: cards in hand at its end; winners: how many share the first rank."""
        self.games += 1
        self.ranks[rank] += 1
        if rank == 1:
            self._wins += _WHOLE_WIN // winners
        if left is not None:
            self.left.add(left)

    @property
    def wins(self) -> float:
        return self._wins / _WHOLE_WIN

    @property
    def share(self) -> float:
        """Return the share of the games won, 0 without games."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share; where wins are shared it is wider than it need be."""
        return wilson(self.wins, self.games)

    def to_json(self) -> Json:
        low, high = self.interval
        obj: Json = {"player": self.player, "wins": round(self.wins, 4), "share": round(self.share, 6)}
        obj |= {"low": round(low, 6), "high": round(high, 6)}
        obj["ranks"] = {str(rank): self.ranks[rank] for rank in sorted(self.ranks)}
        obj["left"] = round(self.left.mean, 4) if len(self.left) else None
        return obj


def standings_of(question: Question) -> list[Standing]:
    """Return empty standings of the programs that play against each other, none where there are no such games."""
    players = question.players
    return [Standing(clip(player)) for player in players] if len(players) > 1 else []
