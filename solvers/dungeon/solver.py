"""Clear the Dungeon, every card known: the exact answer by layered search.

One search answers one question: can `goal` monsters die with cards from the first `target` of hand + deck? The method
and its proofs are in kernel/search.py. From such answers `solve` puts together verdict, greatest `spare`, most kills:

1. A narrow search (few positions a layer, proves nothing) at the least target that the bounds allow. A line found
   there is optimal.
2. Narrow searches over the whole deck for any clear; where they fail the complete one, which settles the verdict.
3. A clear in hand, complete searches for target = least, least + 1, ...: the first to succeed is optimal, since each
   failure before it was a proof. spare = cards - target.
4. Not clearable: narrow searches for the most kills, then complete ones for one kill more until one fails.

A limit or Ctrl-C stops between slices of a search; what is proved by then is kept, nothing else is claimed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from time import perf_counter
from typing import TYPE_CHECKING, Final

from cardsolo.games.dungeon.rules import damage
from solvers.dungeon.kernel import search as kernel
from solvers.dungeon.kernel.piles import LEVEL
from solvers.dungeon.referee import check_dungeon
from solvers.referee import refereed
from solvers.result import DungeonAnswer, Limit, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Rules, State

METHOD: Final = "search"
SLICE: Final = 1000  # positions between two looks at clock, stop and signals: a few milliseconds compiled
WIDTHS: Final = (8, 64, 512)  # positions a layer of the narrow searches; 8 clear 95 % of base deals, 64 99 %
NARROW: Final = 64
POSITION_BYTES: Final = 64  # upper estimate of what one stored position takes, hash table included
MEMORY: Final = 128  # MiB

#: Moves up to the last kill, kills, cards used up by then.
Line = tuple[tuple[str, ...], int, int]

_idle: list[kernel.Search] = []


@refereed(check_dungeon)
def solve(
    state: State,
    *,
    nodes: int | None = None,
    time_limit: float | None = None,
    memory: float | None = None,
    stop: Callable[[], bool] | None = None,
    pruning: int = kernel.ALL,
) -> DungeonAnswer:
    """Return verdict, greatest spare or most kills, and a line, proved unless a limit is named.

    nodes: most positions expanded; time_limit in seconds; memory in MiB (default 128) for stored positions; stop is
    asked every few milliseconds and ends the search with Limit.INTERRUPT, as Ctrl-C does. pruning: the rules of
    kernel/search.py to use, for tests. An empty hand means that the next three cards are drawn first; a finished game
    is answered as it stands. Raises ValueError for an attack against the rules, SolverError for an answer that the
    referee rejects.
    """
    return _answer(state, _Limits(nodes, time_limit, memory, stop), pruning, verdict_only=False)


@refereed(check_dungeon)
def decide(
    state: State,
    *,
    nodes: int | None = None,
    time_limit: float | None = None,
    memory: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> DungeonAnswer:
    """Return the verdict with any line that shows it, as fast as possible: `optimal` only where it comes for free."""
    return _answer(state, _Limits(nodes, time_limit, memory, stop), kernel.ALL, verdict_only=True)


@dataclass(slots=True)
class _Limits:
    nodes: int | None = None
    seconds: float | None = None
    memory: float | None = None
    stop: Callable[[], bool] | None = None


class _Stopped(Exception):  # noqa: N818  no error: the search ended by a limit
    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit = limit


def _answer(state: State, limits: _Limits, pruning: int, *, verdict_only: bool) -> DungeonAnswer:
    started = perf_counter()
    cards = state.hand + state.deck
    kills = len(state.killed)
    if not any(state.piles):
        return DungeonAnswer(Verdict.CLEARABLE, kills, len(cards), True, (), 0, perf_counter() - started, METHOD)
    if state.resigned or not cards:
        return DungeonAnswer(Verdict.NOT_CLEARABLE, kills, None, True, (), 0, perf_counter() - started, METHOD)
    engine = _idle.pop() if _idle else kernel.Search()
    try:
        return _Solving(state, limits, engine, pruning, started).answer(verdict_only=verdict_only)
    finally:
        _idle.append(engine)


class _Solving:
    """One deal being solved: what is proved and found so far."""

    def __init__(self, state: State, limits: _Limits, engine: kernel.Search, pruning: int, started: float) -> None:
        self.state = state
        self.limits = limits
        self.engine = engine
        self.started = started
        self.cards = state.hand + state.deck
        self.alive = sum(map(len, state.piles))
        load(engine, state, pruning)
        self.line: Line = ((), 0, 0)  # the best known
        self.refuted = False
        self.optimal = False
        self.limit: Limit | None = None

    def answer(self, *, verdict_only: bool) -> DungeonAnswer:
        try:
            self._decide(verdict_only=verdict_only)
            if not verdict_only and not self.optimal:
                self._most_kills() if self.refuted else self._best_target()
        except _Stopped as stopped:
            self.limit = stopped.limit
        except KeyboardInterrupt:
            self.limit = Limit.INTERRUPT
        moves, kills, played = self.line
        cleared = kills == self.alive
        return DungeonAnswer(
            Verdict.CLEARABLE if cleared else Verdict.NOT_CLEARABLE if self.refuted else Verdict.UNDECIDED,
            kills=len(self.state.killed) + kills,
            spare=len(self.cards) - played if cleared else None,
            optimal=self.optimal,
            line=moves,
            nodes=self.engine.nodes,
            seconds=perf_counter() - self.started,
            method=METHOD,
            limit=self.limit,
        )

    def _decide(self, *, verdict_only: bool) -> None:
        whole = len(self.cards)
        least = self.engine.least()
        if least <= whole:
            if not verdict_only and self._ask(least, self.alive, NARROW):
                self.optimal = True
                return
            if any(self._ask(whole, self.alive, width) for width in WIDTHS):
                self.optimal = self.line[2] == least
                return
        self._some_kills()
        if self._ask(whole, self.alive, 0):
            self.optimal = self.line[2] == least
        else:
            self.refuted = True
            self.optimal = self.line[1] == self.alive - 1

    def _best_target(self) -> None:
        """Raise the target from the least; below the first that succeeds every one has been refuted."""
        for target in range(self.engine.least(), self.line[2]):
            if self._ask(target, self.alive, 0):
                break
        self.optimal = True

    def _some_kills(self) -> None:
        for goal in range(self.alive - 1, 0, -1):
            if self._ask(len(self.cards), goal, NARROW):
                return

    def _most_kills(self) -> None:
        while self.line[1] + 1 < self.alive and self._ask(len(self.cards), self.line[1] + 1, 0):
            pass
        self.optimal = True

    def _ask(self, target: int, goal: int, width: int) -> bool:
        """Put one question to the engine; keep the line where there is one. Raises _Stopped."""
        engine, limits = self.engine, self.limits
        engine.begin(target, goal, width)
        status = kernel.RUNNING
        while status == kernel.RUNNING:
            budget = SLICE if limits.nodes is None else min(SLICE, limits.nodes - engine.nodes)
            if budget <= 0:
                raise _Stopped(Limit.NODES)
            if limits.stop is not None and limits.stop():
                raise _Stopped(Limit.INTERRUPT)
            if limits.seconds is not None and perf_counter() - self.started >= limits.seconds:
                raise _Stopped(Limit.TIME)
            status = engine.run(budget)
            if status == kernel.FULL or self._over_memory():
                raise _Stopped(Limit.MEMORY)
        if status == kernel.FOUND:
            self.line = read_line(engine, self.state)
        return status == kernel.FOUND

    def _over_memory(self) -> bool:
        most = MEMORY if self.limits.memory is None else self.limits.memory
        return self.engine.stored() * POSITION_BYTES > most * 2**20


def load(engine: kernel.Search, state: State, pruning: int = kernel.ALL) -> None:
    """Put a position into the engine. Raises ValueError for an attack that the rules do not allow."""
    rules = state.rules
    engine.load(
        [[(monster.suit, monster.rank) for monster in pile] for pile in state.piles],
        [[_plain(card, rules) for card in attack] for attack in state.attacks],
        [_plain(card, rules) for card in state.hand + state.deck],
        len(state.hand),
        rules.ace,
        rules.chain,
        pruning,
    )


def _plain(card: Card, rules: Rules) -> tuple[int, int]:
    return card.suit, damage(card, rules)


def read_line(engine: kernel.Search, state: State) -> Line:
    """Write the line just found as moves up to its last kill; also its kills and the cards used up by it."""
    cards = state.hand + state.deck
    moves: list[str] = []
    end = kills = 0
    for number, before, choice, after in engine.line():
        first, last = engine.start[number], engine.start[number + 1]
        used = 0
        for pile in range(4):
            mask = choice >> 3 * pile & 7
            used |= mask
            code, goal = before >> 7 * pile & 127, after >> 7 * pile & 127
            for card in _order(engine, pile, code, goal, [first + k for k in range(3) if mask >> k & 1]):
                moves.append(f"{cards[card]}@{pile + 1}")
                following = engine.piles.place(pile, code, *divmod(engine.types[card], 12))
                if following // LEVEL > code // LEVEL:
                    kills += following // LEVEL - code // LEVEL
                    end = len(moves)
                code = following
        moves.extend(f"{cards[first + k]}@x" for k in range(last - first) if not used >> k & 1)
    return tuple(moves[:end]), kills, end


def _order(engine: kernel.Search, pile: int, code: int, goal: int, cards: list[int]) -> tuple[int, ...]:
    """Return the cards in an order that takes the pile from code to goal."""
    for order in permutations(cards):
        at = code
        for card in order:
            at = engine.piles.place(pile, at, *divmod(engine.types[card], 12)) if at >= 0 else -1
        if at == goal:
            return order
    raise AssertionError((pile, code, goal))
