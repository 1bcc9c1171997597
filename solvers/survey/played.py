"""Sum up played games of all kinds, one game of memory at a time: outcomes, wins, scores, deaths, dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Final

from cardsolo.core.log import fields
from solvers.programs import programs_of
from solvers.survey.statistics import Tally, wilson

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.core.session import Session


@dataclass(frozen=True, slots=True)
class Streaks:
    """Wins one after the other in a row of games: at its beginning, at its end, and the most anywhere."""

    games: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    def __add__(self, other: Streaks) -> Streaks:
        """Return those of both rows, one behind the other."""
        return Streaks(
            self.games + other.games,
            self.first + (other.first if self.first == self.games else 0),
            other.last + (self.last if other.last == other.games else 0),
            max(self.longest, other.longest, self.last + other.first),
        )


class Played:
    """The games of one kind: one game under one set of rules.

    tallies: numbers with a mean (score, kills, moves, …); tables: counts of counts, as deaths by cause and area, ranks
    by seat. Moves that were taken back count in `undone` alone, and so do their dice: they fell again.
    """

    def __init__(self, game: str, rules: Json) -> None:
        self.game = game
        self.rules = rules
        self.games = 0
        self.finished = 0
        self.undone = 0
        self.hints = 0
        self.matches = 0
        self.wins: int | None = None
        self.streaks = Streaks()
        self.outcomes: Counter[str] = Counter()
        self.dice: Counter[int] = Counter()
        self.tallies: dict[str, Tally] = {}
        self.tables: dict[str, dict[str, Counter[str]]] = {}

    def add(self, session: Session, undone: int = 0) -> None:
        """Count a game as far as it was played; undone: how many of its lines took moves back."""
        self.games += 1
        self.undone += undone
        self.hints += session.aid.total(fields.HINTS)
        self.dice.update(session.start_dice)
        for turn in session.turns:
            self.dice.update(turn.dice)
        result = session.result
        if result is None:
            return
        self.finished += 1
        self.outcomes[result["outcome"]] += 1
        self.number("moves", sum(not turn.auto for turn in session.turns))
        count = programs_of(session.game).count
        if count is not None:
            count(self, session, result)

    def add_match(self, standings: Json) -> None:
        """Count a match that was played to its end; its games are added one by one besides."""
        self.matches += 1
        for seat, rank in enumerate(standings["ranks"], 1):
            self.count("match_ranks", seat, rank)

    def number(self, name: str, value: int) -> None:
        self.tallies.setdefault(name, Tally()).add(value)

    def count(self, table: str, row: object, entry: object) -> None:
        self.tables.setdefault(table, {}).setdefault(str(row), Counter())[str(entry)] += 1

    def won(self, won: bool) -> None:
        self.wins = (self.wins or 0) + won
        self.streaks += Streaks(1, int(won), int(won), int(won))

    def merge(self, later: Played) -> None:
        """Count also the games of another one of the same kind, which came later."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(later, name))
        if later.wins is not None:
            self.wins = (self.wins or 0) + later.wins
        self.streaks += later.streaks
        self.outcomes.update(later.outcomes)
        self.dice.update(later.dice)
        for name, tally in later.tallies.items():
            self.tallies.setdefault(name, Tally()).counts.update(tally.counts)
        for name, table in later.tables.items():
            for row, counts in table.items():
                self.tables.setdefault(name, {}).setdefault(row, Counter()).update(counts)

    def to_kept(self) -> Json:
        """Return all of it as an object that `from_kept` reads."""
        obj: Json = {name: getattr(self, name) for name in ("game", "rules", *_COUNTS, "wins", "outcomes")}
        obj["streaks"] = astuple(self.streaks)
        obj["dice"] = _with_texts(self.dice)
        obj["tallies"] = {name: _with_texts(tally.counts) for name, tally in self.tallies.items()}
        return obj | {"tables": self.tables}

    @classmethod
    def from_kept(cls, obj: Json) -> Played:
        """Read what `to_kept` wrote. Raises ValueError for anything else."""
        try:
            played = cls(str(obj["game"]), dict(obj["rules"]))
            for name in _COUNTS:
                setattr(played, name, _whole(obj[name]))
            played.wins = None if obj["wins"] is None else _whole(obj["wins"])
            played.streaks = Streaks(*map(_whole, obj["streaks"]))
            played.outcomes = _counter(obj["outcomes"])
            played.dice = _numbered(obj["dice"])
            for name, counts in obj["tallies"].items():
                played.tallies[name] = Tally()
                played.tallies[name].counts = _numbered(counts)
            for name, table in obj["tables"].items():
                played.tables[name] = {row: _counter(counts) for row, counts in table.items()}
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(repr(error)) from error
        return played

    def to_json(self) -> Json:
        obj: Json = {"type": "stats", "game": self.game, "rules": self.rules, "games": self.games}
        obj |= {"finished": self.finished, "undone": self.undone, "outcomes": dict(sorted(self.outcomes.items()))}
        if self.hints:
            obj["hints"] = self.hints
        if self.matches:
            obj["matches"] = self.matches
        if self.wins is not None:
            low, high = wilson(self.wins, self.finished)
            rate = self.wins / self.finished
            obj |= {"wins": self.wins, "rate": round(rate, 6), "interval": [round(low, 6), round(high, 6)]}
            obj["streak"] = self.streaks.longest
        for name, tally in self.tallies.items():
            obj[name] = _numbers(tally)
        for name, table in self.tables.items():
            obj[name] = {row: _ordered(table[row]) for row in sorted(table, key=_place)}
        if self.dice:
            obj["dice"] = {str(face): self.dice[face] for face in range(1, 7)}
        return obj


#: What is a number of something, and adds up.
_COUNTS: Final = ("games", "finished", "undone", "hints", "matches")


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _counter(obj: Json) -> Counter[str]:
    return Counter({entry: _whole(count) for entry, count in obj.items()})


def _numbered(obj: Json) -> Counter[int]:
    return Counter({int(value): _whole(count) for value, count in obj.items()})


def _with_texts(counts: Counter[int]) -> Json:
    return {str(value): count for value, count in counts.items()}


def _numbers(tally: Tally) -> Json:
    counts = tally.counts
    half = tally.half_width
    return {
        "mean": round(tally.mean, 4),
        "error": round(half, 4) if len(tally) > 1 else None,
        "least": min(counts),
        "most": max(counts),
        "counts": {str(value): counts[value] for value in sorted(counts)},
    }


def _ordered(counts: Counter[str]) -> dict[str, int]:
    return {entry: counts[entry] for entry in sorted(counts, key=_place)}


def _place(text: str) -> tuple[int, str]:
    """Numbers in their order, before words in theirs."""
    return (int(text), "") if text.isdecimal() else (1 << 30, text)
