"""Clear the Dungeon as a constraint model: the second witness, written from the rules, sharing nothing with the search.

The model gives each card a monster and a role and compares only rounds. That is enough, because the order inside a hand
never binds: whatever the model lets happen in one hand can be played pile by pile, the upper monster's damage, its
finisher, then the next monster's. Variables, all boolean, for card i (in round r) and monster m with pile-mate n below:

    damage[m][i]     i is damage on m
    finish[m][i]     i kills m, and m alone
    chained[m][i]    i kills m and by the chain (section 6) n as well
    dead[m][r]       m is dead after round r

Constraints, with the rule that each one is:

    a card has at most one role; one finisher at most a monster, of its suit or a joker (section 4)
    a monster that is attacked to death has the number and the total of damage cards that its power asks for, less
    what lies on it already; with ace = 11 a jack may take one ace alone, and an ace that joins another card on an
    untouched jack is the second, not in an earlier round (section 6, D5)
    damage on m only while the monster above is dead and m is not
    chained where every card of the attack has the suit or is a joker, and nowhere else: the chain is no choice (D3)

Asked is one thing at a time: can all die with the first `target` cards (in the hand where that number falls, so many of
its cards)? One target after the other is much faster than maximising. D1 and D2 need no constraint: of two damage
cards that reach the power each may lie first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from cardsolo.games.dungeon.rules import FINISHER, JACK, damage, power, role_of_next
from cardsolo.games.dungeon.state import HAND_SIZE
from solvers.dungeon.referee import check_dungeon
from solvers.referee import refereed
from solvers.result import DungeonAnswer, Limit, Verdict
from solvers.watch import WAIT, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import Rules, State

METHOD: Final = "cpsat"
SEED: Final = 1
WORKERS: Final = 1  # one worker is deterministic
LINEAR: Final = 2  # the whole model in the linear relaxation: refutations take tens of conflicts instead of 10^5


@dataclass(slots=True)
class _Monster:
    """A living monster and its variables; dead[r] is about the end of round r."""

    card: Card
    pile: int
    attack: tuple[Card, ...]
    above: _Monster | None
    last: bool
    damage: dict[int, Any] = field(default_factory=dict)
    finish: dict[int, Any] = field(default_factory=dict)
    chained: dict[int, Any] = field(default_factory=dict)
    dead: list[Any] = field(default_factory=list)


@refereed(check_dungeon)
def solve(
    state: State,
    *,
    nodes: int | None = None,
    time_limit: float | None = None,
    memory: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> DungeonAnswer:
    """Return the exact answer for a position, as `solver.solve` does, by constraint programming.

    nodes limits the conflicts of each single question, memory (MiB) and time_limit (seconds) are those of the CP-SAT
    solver; stop and Ctrl-C end it at once with Limit.INTERRUPT.
    """
    return _answer(state, _Limits(nodes, time_limit, memory, stop, perf_counter()), verdict_only=False)


@refereed(check_dungeon)
def decide(state: State, *, time_limit: float | None = None) -> DungeonAnswer:
    """Return the verdict with any line that shows it; `optimal` only where it comes for free."""
    return _answer(state, _Limits(None, time_limit, None, None, perf_counter()), verdict_only=True)


@dataclass(frozen=True, slots=True)
class _Limits:
    nodes: int | None
    seconds: float | None
    memory: float | None
    stop: Callable[[], bool] | None
    started: float

    def left(self) -> float | None:
        return None if self.seconds is None else self.seconds - (perf_counter() - self.started)


def _answer(state: State, limits: _Limits, *, verdict_only: bool) -> DungeonAnswer:
    cards = state.hand + state.deck
    killed = len(state.killed)
    if not any(state.piles):
        return DungeonAnswer(
            Verdict.CLEARABLE, killed, len(cards), True, (), 0, perf_counter() - limits.started, METHOD
        )
    if state.resigned or not cards:
        return DungeonAnswer(Verdict.NOT_CLEARABLE, killed, None, True, (), 0, perf_counter() - limits.started, METHOD)
    return _Solving(state, limits).answer(verdict_only=verdict_only)


class _Stopped(Exception):  # noqa: N818  no error: the solver ended by a limit
    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit = limit


class _Solving:
    def __init__(self, state: State, limits: _Limits) -> None:
        self.state = state
        self.limits = limits
        self.cards = state.hand + state.deck
        self.alive = sum(map(len, state.piles))
        self.line: tuple[tuple[str, ...], int] = ((), 0)  # moves and kills of the best line
        self.refuted = False
        self.optimal = False
        self.limit: Limit | None = None

    def answer(self, *, verdict_only: bool) -> DungeonAnswer:
        try:
            self._search(verdict_only=verdict_only)
        except _Stopped as stopped:
            self.limit = stopped.limit
        except KeyboardInterrupt:
            self.limit = Limit.INTERRUPT
        moves, kills = self.line
        cleared = kills == self.alive
        return DungeonAnswer(
            Verdict.CLEARABLE if cleared else Verdict.NOT_CLEARABLE if self.refuted else Verdict.UNDECIDED,
            kills=len(self.state.killed) + kills,
            spare=len(self.cards) - len(moves) if cleared else None,
            optimal=self.optimal,
            line=moves,
            nodes=0,
            seconds=perf_counter() - self.limits.started,
            method=METHOD,
            limit=self.limit,
        )

    def _search(self, *, verdict_only: bool) -> None:
        if self._ask(len(self.cards), self.alive):
            if verdict_only:
                return
            for target in range(1, len(self.line[0])):
                if self._ask(target, self.alive):
                    break
        else:
            self.refuted = True
            if verdict_only:
                return
            for goal in range(self.alive - 1, 0, -1):
                if self._ask(len(self.cards), goal):
                    break
        self.optimal = True

    def _ask(self, target: int, goal: int) -> bool:
        """Ask whether `goal` monsters can die within `target` cards; keep the line where they can. Raises _Stopped."""
        if target < _fewest(self.state, goal):
            return False
        question = _Model(self.state, target, goal)
        status, solver = _run(question.model, self.limits)
        if status == "infeasible":
            return False
        self.line = question.line(solver)
        return True


def _fewest(state: State, goal: int) -> int:
    """A lower bound on the cards that `goal` kills take, which spares the solver the plainest questions.

    An attack takes three cards, but two for as many jacks as there are aces with ace = 11, less those that lie there
    already; with chain it may kill two.
    """
    attacks = (goal + 1) // 2 if state.rules.chain else goal
    lone = 0
    if state.rules.ace == JACK:
        jacks = sum(power(monster) == JACK for pile in state.piles for monster in pile)
        lone = min(jacks, sum(card.rank == 1 for card in (*state.hand, *state.deck)))
    return max(1, 3 * attacks - lone - 2 * sum(map(bool, state.attacks)))


def _run(model: Any, limits: _Limits) -> tuple[str, Any]:
    """Return "feasible" or "infeasible" and the solver. Raises _Stopped; a status that cannot be is an error."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = WORKERS
    parameters.random_seed = SEED
    parameters.linearization_level = LINEAR
    left = limits.left()
    if left is not None:
        if left <= 0:
            raise _Stopped(Limit.TIME)
        parameters.max_time_in_seconds = left
    if limits.nodes is not None:
        parameters.max_number_of_conflicts = limits.nodes
    if limits.memory is not None:
        parameters.max_memory_in_mb = max(1, int(limits.memory))
    status = run(solver, model, limits.stop)
    if status is None:
        raise _Stopped(Limit.INTERRUPT)
    match status:
        case cp_model.OPTIMAL | cp_model.FEASIBLE:
            return "feasible", solver
        case cp_model.INFEASIBLE:
            return "infeasible", solver
        case cp_model.UNKNOWN:
            raise _Stopped(_which(limits))
        case _:
            raise AssertionError(solver.status_name(status))


def _which(limits: _Limits) -> Limit:
    left = limits.left()
    if left is not None and left <= WAIT:
        return Limit.TIME
    return Limit.NODES if limits.nodes is not None else Limit.MEMORY


class _Model:
    """One question as a model; `line` reads its answer."""

    def __init__(self, state: State, target: int, goal: int) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.rules: Rules = state.rules
        self.cards = state.hand + state.deck
        self.rounds = _rounds(len(state.hand), len(self.cards))
        self.end = self.rounds[target - 1]  # the round in which the target falls
        self.usable = [i for i, r in enumerate(self.rounds) if r <= self.end]
        self.monsters = self._monsters(state)
        for monster in self.monsters:
            self._variables(monster)
        for monster in self.monsters:
            self._attack(monster)
            self._order(monster)
        self._share(target)
        killed = [monster.dead[-1] for monster in self.monsters]
        if goal == len(killed):
            self.model.add_bool_and(killed)
        else:
            self.model.add(sum(killed) >= goal)

    def _monsters(self, state: State) -> list[_Monster]:
        out: list[_Monster] = []
        for number, pile in enumerate(state.piles):
            above = None
            for depth, card in enumerate(pile):
                attack = state.attacks[number] if depth == 0 else ()
                above = _Monster(card, number + 1, attack, above, last=depth == len(pile) - 1)
                out.append(above)
        return out

    def _variables(self, m: _Monster) -> None:
        new = self.model.new_bool_var
        best = max(damage(card, self.rules) for card in self.cards)
        ready = role_of_next(m.card, m.attack, self.rules) == FINISHER
        for i in self.usable:
            card = self.cards[i]
            lying = sum(damage(c, self.rules) for c in m.attack)
            enough = damage(card, self.rules) + (lying or best) >= power(m.card)
            if not ready and (enough or self._lone(m, card)):
                m.damage[i] = new(f"d{m.card}{i}")
            if _suits(card, m.card):
                m.finish[i] = new(f"f{m.card}{i}")
                if self.rules.chain and not m.last:
                    m.chained[i] = new(f"c{m.card}{i}")
        m.dead = [new(f"k{m.card}{r}") for r in range(self.end + 1)]

    def _lone(self, m: _Monster, card: Card) -> bool:
        """Whether this card is all the damage that m needs (ace = 11 on an untouched jack)."""
        return self.rules.ace == JACK and power(m.card) == JACK and card.rank == 1 and not m.attack

    def _attack(self, m: _Monster) -> None:
        """Number and total of damage cards, one finisher, and when the chain strikes."""
        model = self.model
        finishers = [*m.finish.values(), *m.chained.values()]
        attacked = model.new_bool_var(f"a{m.card}")
        model.add(sum(finishers) == attacked)
        ready = role_of_next(m.card, m.attack, self.rules) == FINISHER
        count = 0 if ready else 2 - len(m.attack)
        lone: Any = 0
        aces = [i for i in m.damage if self._lone(m, self.cards[i])]
        if aces:
            lone = model.new_bool_var(f"l{m.card}")
            model.add(sum(m.damage[i] for i in aces) >= lone)
            model.add(sum(m.damage[i] for i in aces) <= 1)
            for i in aces:  # D5: not lone, it is the second
                for j in m.damage:
                    if self.rounds[j] > self.rounds[i]:
                        model.add_bool_or(~m.damage[i], ~m.damage[j])
        if count:
            model.add(sum(m.damage.values()) == count * attacked - lone)
            model.add_implication(lone, attacked) if aces else None
            missing = power(m.card) - sum(damage(card, self.rules) for card in m.attack)
            total = sum(damage(self.cards[i], self.rules) * x for i, x in m.damage.items())
            model.add(total >= missing * attacked)
        if m.chained:
            strikes = sum(m.chained.values())
            impure = [x for i, x in m.damage.items() if not _suits(self.cards[i], m.card)]
            if all(_suits(card, m.card) for card in m.attack):
                model.add(attacked - sum(impure) <= strikes)
                for x in impure:
                    model.add(x + strikes <= 1)
            else:
                model.add(strikes == 0)

    def _order(self, m: _Monster) -> None:
        """When m is dead, and that cards go to it only in between."""
        model = self.model
        kills: list[list[Any]] = [[] for _ in range(self.end + 1)]
        by_chain = {} if m.above is None else m.above.chained
        for how in (m.finish, m.chained, by_chain):
            for i, x in how.items():
                kills[self.rounds[i]].append(x)
        for r, now in enumerate(kills):
            before = m.dead[r - 1] if r else 0
            model.add(m.dead[r] == before + sum(now))
        for i, x in m.damage.items():
            if self.rounds[i]:
                model.add_implication(x, ~m.dead[self.rounds[i] - 1])
        if m.above is not None:
            for how in (m.damage, m.finish, m.chained):
                for i, x in how.items():
                    model.add_implication(x, m.above.dead[self.rounds[i]])

    def _share(self, target: int) -> None:
        """Each card once; of the last hand no more cards than the target leaves."""
        in_last = []
        for i in self.usable:
            roles = [how[i] for m in self.monsters for how in (m.damage, m.finish, m.chained) if i in how]
            self.model.add_at_most_one(roles)
            if self.rounds[i] == self.end:
                in_last += roles
        before = sum(r < self.end for r in self.rounds)
        self.model.add(sum(in_last) <= target - before)

    def line(self, solver: Any) -> tuple[tuple[str, ...], int]:
        """Return the moves up to the last kill and the kills."""
        moves: list[str] = []
        end = kills = 0
        for r in range(self.end + 1):
            hand = [i for i in self.usable if self.rounds[i] == r]
            played = set()
            for m in self.monsters:
                for how in (m.damage, m.finish, m.chained):
                    chosen = [i for i in hand if i in how and solver.boolean_value(how[i])]
                    chosen.sort(key=lambda i: self._lone(m, self.cards[i]))  # D5
                    moves += [f"{self.cards[i]}@{m.pile}" for i in chosen]
                    played.update(chosen)
                    if chosen and how is not m.damage:
                        end = len(moves)
                        kills += 1 if how is m.finish else 2
            moves += [f"{self.cards[i]}@x" for i in hand if i not in played]
        return tuple(moves[:end]), kills


def _suits(card: Card, monster: Card) -> bool:
    return card.is_joker or card.suit == monster.suit


def _rounds(hand: int, cards: int) -> list[int]:
    """Return the round of each card; the cards in hand are round 0, or the first three where there are none."""
    if not hand:
        return [i // HAND_SIZE for i in range(cards)]
    return [0] * hand + [1 + (i - hand) // HAND_SIZE for i in range(hand, cards)]
