"""What solvers answer: proven yes, proven no, undecided (and by which limit) are never merged.

An error of a solver is an exception (`cardsolo.core.errors.SolverError`) and no answer. Every answer that leaves a
solver has passed the referee (`solvers.referee`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar

from cardsolo.core.dealing import seed_to_json
from cardsolo.core.i18n import _, marked, plural

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.games.dungeon.moves import Move as DungeonMove
    from cardsolo.games.triangle.moves import Move as TriangleMove


class Verdict(StrEnum):
    """Whether a dungeon can be cleared, every card known."""

    CLEARABLE = "clearable"
    NOT_CLEARABLE = "not-clearable"
    UNDECIDED = "undecided"


class Status(StrEnum):
    """How good the value of a Triangle Sevens answer is known to be; `words` is the name for people."""

    OPTIMAL = marked("optimal")
    FEASIBLE = marked("feasible")
    UNDECIDED = marked("undecided")

    @property
    def words(self) -> str:
        return _(self.value)


class Limit(StrEnum):
    """What stopped a search before its proof was complete; `words` is the name for people."""

    TIME = marked("time")
    NODES = marked("nodes")
    MEMORY = marked("memory")
    INTERRUPT = marked("interrupt")

    @property
    def words(self) -> str:
        return _(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What answers of all games have in common.

    rules: the options of the position that was asked about; the referee notes them when it lets an answer pass. seed:
    that of its deal, where it has one and the caller knows it. `str` gives the answer in words.
    """

    game: ClassVar[str]
    rules: Any = None
    seed: int | None = None

    def lines(self) -> list[str]:
        """Return the answer in words: what was found, the moves, and who found it in what time."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _head(self) -> Json:
        from cardsolo.games import find

        obj: Json = {"type": "answer", "game": self.game, "rules": find(self.game).rules_to_json(self.rules)}
        return obj if self.seed is None else obj | {"seed": seed_to_json(self.seed)}

    def _seed_in_words(self) -> str:
        return "" if self.seed is None else _("seed {seed}: ").format(seed=self.seed)


@dataclass(frozen=True, slots=True)
class DungeonAnswer(Answer):
    """kills counts from the start of the game; spare is None unless clearable; the line ends with the last kill.

    optimal: spare (clearable) or kills (not clearable) is proved greatest. limit: what stopped the proof, None if
    nothing did. seconds is wall time; nodes counts the positions that the search opened, 0 where a method has none.
    line: the moves as canonical text. Where a second method was asked, proved_by names the methods that proved the
    verdict (by a clear, or by a refutation) and optimum_by those that proved the optimum; None where none was asked.
    """

    game: ClassVar[str] = "dungeon"

    verdict: Verdict
    kills: int
    spare: int | None
    optimal: bool
    line: tuple[str, ...]
    nodes: int
    seconds: float
    method: str
    limit: Limit | None = None
    proved_by: tuple[str, ...] | None = None
    optimum_by: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        best = "" if self.optimal else ", not proved the most"
        spare = "" if self.spare is None else f", spare {self.spare}"
        return f"<dungeon answer: {self.verdict}, kills {self.kills}{spare}{best}, by {self.method}>"

    @property
    def moves(self) -> tuple[DungeonMove, ...]:
        """The line as moves."""
        from cardsolo.games.dungeon.notation import parse_move

        return tuple(map(parse_move, self.line))

    def to_json(self) -> Json:
        """Return the answer line of the interface; `limit` stands only where a limit stopped the proof."""
        obj = self._head()
        obj |= {"verdict": self.verdict.value, "kills": self.kills, "spare": self.spare, "optimal": self.optimal}
        obj |= {"moves": list(self.line), "nodes": self.nodes, "seconds": round(self.seconds, 4)}
        obj["method"] = self.method
        if self.limit is not None:
            obj["limit"] = self.limit.value
        if self.proved_by is not None:
            obj["proved_by"] = list(self.proved_by)
            obj["optimum_by"] = list(self.optimum_by or ())
        return obj

    def lines(self) -> list[str]:
        effort = _("{nodes} nodes, {seconds:.2f} s").format(nodes=self.nodes, seconds=self.seconds)
        limit = "" if self.limit is None else _(", stopped by {limit}").format(limit=self.limit.words)
        lines = [self._seed_in_words() + self._in_words(), " ".join(self.line), f"{self.method}: {effort}{limit}"]
        if self.proved_by is not None:
            text = _("verdict proved by: {verdict}; optimum proved by: {optimum}")
            names = {"verdict": self.proved_by, "optimum": self.optimum_by or ()}
            lines.append(text.format(**{what: ", ".join(methods) or "-" for what, methods in names.items()}))
        return lines

    def _in_words(self) -> str:
        from cardsolo.games.dungeon.state import MONSTERS

        if self.verdict is Verdict.CLEARABLE:
            spare = plural("{count} card to spare", "{count} cards to spare", self.spare or 0)
            proof = _("proved the most") if self.optimal else _("not proved the most")
            return _("clearable with {spare} ({proof})").format(spare=spare, proof=proof)
        kills = _("{kills} of {all} monsters").format(kills=self.kills, all=MONSTERS)
        if self.verdict is Verdict.UNDECIDED:
            return _("undecided; {kills} ({proof})").format(kills=kills, proof=_("the best found"))
        if self.optimal:
            text = _("not clearable, proved; {kills} can be killed ({proof})")
            return text.format(kills=kills, proof=_("proved the most"))
        return _("not clearable, proved; {kills} killed at best so far (not proved the most)").format(kills=kills)


#: How a game ends, by seat: {"ranks": […], "left": […]}.
Ranking = dict[str, list[int]]


@dataclass(frozen=True, slots=True)
class Refutation:
    """What a bound of `out` rests on beyond counting: that no layout with corners enough comes about in time.

    shapes: of layouts without their loose ends; fillings: complete ones that were looked at; nodes: cards laid and
    states of orders searched. audited: shapes (with the joker's cell) searched again by slower means, None if none was.
    """

    shapes: int = 0
    fillings: int = 0
    nodes: int = 0
    audited: int | None = None

    def to_json(self) -> Json:
        obj: Json = {"shapes": self.shapes, "fillings": self.fillings, "nodes": self.nodes}
        return obj if self.audited is None else obj | {"audited": self.audited}

    def __str__(self) -> str:
        text = _("; bound: {shapes} shapes refuted, {fillings} fillings, {nodes} nodes")
        return text.format(shapes=self.shapes, fillings=self.fillings, nodes=self.nodes) + (
            "" if self.audited is None else _(", {audited} searched again").format(audited=self.audited)
        )


@dataclass(frozen=True, slots=True)
class TriangleAnswer(Answer):
    """value is proved optimal where it equals bound (an upper bound for `turn`, else a lower one).

    value is None while no sequence is known; for `best` it is a Ranking. The bound of `best` is the best outcome that
    the seat to move may still reach; with more than two seats it is None. line: (seat, canonical move). impossible:
    proved that there is no sequence at all, so that no limit could bring one. proof: what the bound rests on, None if
    counting is enough.
    """

    game: ClassVar[str] = "triangle"

    objective: str
    seat: int
    value: int | Ranking | None
    bound: int | Ranking | None
    status: Status
    line: tuple[tuple[int, str], ...]
    seconds: float
    method: str
    limit: Limit | None = None
    impossible: bool = False
    proof: Refutation | None = None

    def __repr__(self) -> str:
        value, bound = (in_words(number) for number in (self.value, self.bound))
        return f"<triangle answer: {self.objective} {value} ({self.status}, bound {bound}), by {self.method}>"

    @property
    def moves(self) -> tuple[TriangleMove, ...]:
        """The line as moves; whose they are follows from the position."""
        from cardsolo.games.triangle.notation import parse_move

        return tuple(parse_move(move) for _seat, move in self.line)

    def to_json(self) -> Json:
        """Return the answer line of the interface; `limit`, `impossible`, `proof` only where they say something."""
        obj = self._head()
        obj |= {"objective": self.objective, "seat": self.seat, "value": self.value, "bound": self.bound}
        obj |= {"status": self.status.value, "moves": [{"seat": seat, "move": move} for seat, move in self.line]}
        obj |= {"seconds": round(self.seconds, 4), "method": self.method}
        if self.impossible:
            obj["impossible"] = True
        if self.proof is not None:
            obj["proof"] = self.proof.to_json()
        if self.limit is not None:
            obj["limit"] = self.limit.value
        return obj

    def lines(self) -> list[str]:
        what = {
            "turn": _("most cards in this turn of seat {seat}: {value}"),
            "out": _("fewest turns for seat {seat} to go out: {value}"),
            "all": _("fewest turns to place all cards: {value}"),
            "best": _("under best play: {value}"),
        }[self.objective]
        text = self._seed_in_words() + what.format(seat=self.seat, value=in_words(self.value))
        effort = _("{method}: {seconds:.2f} s").format(method=self.method, seconds=self.seconds)
        if self.impossible:
            return [f"{text} ({_('proved: no sequence does it')})", effort]
        limit = "" if self.limit is None else _(", stopped by {limit}").format(limit=self.limit.words)
        return [
            f"{text} ({self.status.words}{self._bound_in_words()})",
            *self._by_turns(),
            f"{effort}{limit}{self.proof or ''}",
        ]

    def _bound_in_words(self) -> str:
        if self.bound is None:
            return ""
        if self.objective == "best" and self.status is not Status.OPTIMAL:
            text = _(", seat {seat} can do no better than {bound}")
            return text.format(seat=self.seat, bound=in_words(self.bound))
        return _(", proved bound {bound}").format(bound=in_words(self.bound))

    def _by_turns(self) -> list[str]:
        """Return the sequence, one line for each run of moves of a seat."""
        runs: list[tuple[int, list[str]]] = []
        for seat, move in self.line:
            if runs and runs[-1][0] == seat:
                runs[-1][1].append(move)
            else:
                runs.append((seat, [move]))
        return [f"{seat}: " + " ".join(moves) for seat, moves in runs]


def in_words(value: int | Ranking | None) -> str:
    """Return a value or bound of Triangle Sevens for people."""
    if isinstance(value, dict):
        return _("ranks {ranks}, cards left {left}").format(
            ranks=" ".join(map(str, value["ranks"])), left=" ".join(map(str, value["left"]))
        )
    return "?" if value is None else str(value)
