"""What every move open in a view is worth: the chance of winning the game after it, by the fitted values.

Shared by the advisor, which explains it, and by the player of that name, which only takes the best.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from cardsolo.games.rogue.legal import legal_moves
from cardsolo.games.rogue.state import ATTACK, CHANGE, DROP, EVENT, MERCHANT, REST, ROOM, SPELL
from cardsolo.games.rogue.tables import ROOMS
from solvers.rogue.kernel.guide import Guide, RunFight, healed
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import CELLS, NONE, WIDTH, rank_of, spread
from solvers.rogue.kernel.run import BOSS, MONSTER, Run
from solvers.rogue.kernel.run import EVENT as EVENT_CARD
from solvers.rogue.table import SPELLS, Thrown, code_of, key_of, spell_choice
from solvers.rogue.weights import worth_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import Die, View
    from solvers.rogue.kernel.guide import Order

REACHED: Final = (0, 6, 18, 36)
KINDS: Final = {"monster": MONSTER, "event": EVENT_CARD, "boss": BOSS}
CARDS: Final = {name: number for number, name in enumerate((*ROOMS, "boss"))}
#: Values that differ by less are equal but for rounding.
ROUNDING: Final = 1e-9
WAYS: Final = ("weapon", "food", "heal")


class Weighed(NamedTuple):
    """A legal move and the chance of winning the game with it."""

    move: Move
    value: float


def run_of(view: View) -> Run:
    """Return the packed run of a view; its `rest` are the cards still face down."""
    hero = view.hero
    run = Run()
    run.area, run.column = view.area, view.column
    run.rest = sum(1 << number for number, name in enumerate(ROOMS) if name not in view.layout)
    run.defeated, run.key, run.found = int(view.monster_defeated), int(view.key), int(view.key_found)
    run.xp = REACHED[hero.rank - 1] + hero.xp
    run.armor, run.hp, run.gold, run.food = hero.armor, hero.hp, hero.gold, hero.food
    for spell in hero.spells:
        run.add_spell(SPELLS.index(spell) + 1)
    return run


def ordered(weighed: Sequence[Weighed]) -> list[Weighed]:
    """Return moves in canonical order best first, those equal but for rounding as they came, and as equal.

    How a value is rounded depends on which fight it was read from, that is on what was asked before.
    """
    found: list[Weighed] = []
    alike: list[int] = []  # places of those equal to the best of them
    places = sorted(range(len(weighed)), key=lambda at: -weighed[at].value)
    for place in [*places, None]:
        if alike and (place is None or weighed[place].value < weighed[alike[0]].value - ROUNDING):
            found += [weighed[at]._replace(value=weighed[alike[0]].value) for at in sorted(alike)]
            alike = []
        if place is not None:
            alike.append(place)
    return found


class Counsel:
    """Weighs the moves of views of one variant.

    most: feats looked ahead with in phases of three and four dice. The last fight solved is kept, so that the views of
    one fight after another are cheap.
    """

    def __init__(self, *, locked: bool, most: int = 4) -> None:
        self.guide = Guide(worth_of(locked=locked), most)
        self._fight: RunFight | None = None
        self._meeting: tuple[object, ...] = ()
        self._phase: Phase | None = None

    def best_throw(self, view: View) -> str | None:
        """Return the best move while dice lie on the table, None where `weigh` must find it.

        Much cheaper than weigh: a phase is solved once, from its fresh roll on, and then only looked up.
        """
        run = run_of(view)
        fight, state = self.fight_of(view, run)
        combat = view.combat
        assert combat is not None  # noqa: S101
        dice, cell = combat.dice, run.hp * WIDTH + run.xp
        need = combat.hp - 5 * fight.spells.poisoned[state]
        if combat.frozen:  # only in a view set up by hand
            return None
        if fight.settled(state, combat.hp) or sum(die.value for die in dice) >= need:
            return "stop"
        if all(len(die.faces) == 1 and not die.feat for die in dice) and len(dice) == view.hero.rank:
            self._phase = phase_from(fight, state, combat.hp, cell)
        phase = self._phase
        if phase is None or (phase.fight, phase.state, phase.monster) != (fight, state, combat.hp):
            return None
        graph = phase.graph
        if graph.dice != len(dice) or phase.slot[cell] < 0:
            return None
        key = key_of(dice, need)
        folded = sum(die.feat for die in dice) >= graph.most
        number = graph.ids.get(graph.fold(key) if folded else key)
        return None if number < 0 else move_of(phase, phase.act[phase.slot[cell] * graph.size() + number], dice)

    def weigh(self, view: View) -> list[Weighed]:
        """Return the legal moves, best first; those equal but for rounding in canonical order."""
        run = run_of(view)
        value = self._VALUES[view.phase](self, view, run)
        return ordered([Weighed(move, value(move)) for move in legal_moves(view)])

    # --- rooms --------------------------------------------------------------------------------------------------------
    def _room(self, view: View, run: Run) -> Callable[[Move], float]:
        cards = [CARDS[str(name)] for name in view.choices]

        def value(move: Move) -> float:
            if move.verb == "room":
                return self.guide.room(run, cards[move.number - 1])
            cured = healed(run)
            return max(self.guide.room(cured, card) for card in cards)

        return value

    def _rest(self, view: View, run: Run) -> Callable[[Move], float]:  # noqa: ARG002
        return lambda move: self.guide.rest(run, WAYS.index(move.what))

    def _event(self, view: View, run: Run) -> Callable[[Move], float]:
        values = {face: self.guide.event_of(run, face) for face in {view.die - 1, view.die, view.die + 1} - {0, 7}}
        success = view.hero.rank / 6
        checked = success * max(values.values()) + (1 - success) * values[view.die]
        return lambda move: checked if move.verb == "check" else values[view.die]

    def _change(self, view: View, run: Run) -> Callable[[Move], float]:
        shift = {"+1": 1, "-1": -1}
        return lambda move: self.guide.event_of(run, view.die + shift.get(move.verb, 0))

    def _drop(self, view: View, run: Run) -> Callable[[Move], float]:
        bought = view.room == "merchant"

        def value(move: Move) -> float:
            end = run.copy()
            if move.verb == "drop":
                end.drop_spell(SPELLS.index(move.what) + 1)
                end.add_spell(SPELLS.index(view.offer) + 1)
                end.gold -= 8 if bought else 0
            return self.guide.merchant(end).best if bought else self.guide.after(end)

        return value

    # --- merchant -----------------------------------------------------------------------------------------------------
    def _merchant(self, view: View, run: Run) -> Callable[[Move], float]:  # noqa: ARG002
        trade = self.guide.merchant(run)
        plan = first_of(trade.order)
        # after another trade the good ones may follow too, as when a spell is declined; rounding must not put it first
        cap = trade.best * (1 - 1e-9)

        def value(move: Move) -> float:
            if str(move) == plan:
                return trade.best
            if move.verb == "leave":
                return min(self.guide.after(run.copy()), cap)
            end = traded(run, move)
            return cap if end is None else min(self.guide.merchant(end).best, cap)

        return value

    def next_trade(self, run: Run) -> str:
        """Return the first move of the best trades, `leave` if none is left."""
        return first_of(self.guide.merchant(run).order)

    # --- fights -------------------------------------------------------------------------------------------------------
    def fight_of(self, view: View, run: Run) -> tuple[RunFight, int]:
        """Return a solved fight that covers the view's, and the number of its spell state."""
        combat = view.combat
        assert combat is not None  # noqa: S101  the phases of a fight have one
        hero = (run.armor, run.gold, run.food, run.key, run.found)
        meeting = (run.area, run.column, run.rest, run.defeated, hero, combat.kind, combat.damage)
        used = sum(die.feat for die in combat.dice)
        if self._fight is not None and self._meeting == meeting and not combat.frozen:
            state = state_of(self._fight, run, poisoned=combat.poisoned)
            cell = run.hp * WIDTH + run.xp
            if state >= 0 and combat.hp <= self._fight.monster and self._fight.prized[state * CELLS + cell]:
                return self._fight, state
        fight = RunFight(self.guide, run, KINDS[combat.kind], combat.damage, combat.poisoned, combat.hp)
        fight.frozen = combat.frozen
        fresh = not used and len(combat.dice) == view.hero.rank and not combat.frozen
        fight.solve(-1 if fresh else len(combat.dice) - used)
        # one begun in the middle of a phase does not cover all that a fresh roll can lead to
        self._fight, self._meeting = fight, meeting if fresh else ()
        return fight, 0

    def _attack(self, view: View, run: Run) -> Callable[[Move], float]:
        fight, state = self.fight_of(view, run)
        combat = view.combat
        assert combat is not None  # noqa: S101
        if fight.settled(state, combat.hp):
            end = {"hp": run.hp - 2, "xp": run.hp}
            cost = {"hp": run.xp, "xp": run.xp - 1}

            def sure(move: Move) -> float:
                hp, xp = (end[move.what], cost[move.what]) if move.verb == "feat" else (run.hp, run.xp)
                return fight.prize_of(state, hp, xp)

            return sure
        dice = combat.dice
        thrown = Thrown(fight, state, combat.hp, run.hp, run.xp, dice)
        choices = {choice.move: choice.win for choice in thrown.choices}
        return lambda move: choices[str(move)]

    def _spell(self, view: View, run: Run) -> Callable[[Move], float]:
        fight, state = self.fight_of(view, run)
        assert view.combat is not None  # noqa: S101
        left = view.combat.hp

        def value(move: Move) -> float:
            kind = NONE if move.verb == "no-spell" else SPELLS.index(move.what) + 1
            if fight.defence == 0:  # won whatever is done: what is worth something is what is kept
                to = fight.spells.after[5 * state + kind] if kind else state
                return fight.prize_of(to, min(20, run.hp + 8) if move.what == "healing" else run.hp, run.xp)
            return spell_choice(fight, state, left, run.hp, run.xp, kind).win

        return value

    _VALUES: Final = {
        ROOM: _room,
        ATTACK: _attack,
        SPELL: _spell,
        EVENT: _event,
        CHANGE: _change,
        DROP: _drop,
        MERCHANT: _merchant,
        REST: _rest,
    }


def first_of(order: Order) -> str:
    """Return the first move of an order: sales, then armor, spells, rations, potions; `leave` if it is empty."""
    if order.spells_sold:
        return f"sell {SPELLS[_last(order.spells_sold) - 1]}"
    if order.sold:
        return "sell armor"
    if order.armor:
        return "buy armor"
    if order.spells:
        return f"buy {SPELLS[_last(order.spells) - 1]}"
    if order.rations:
        return "buy ration"
    if order.hp >= 4:
        return "buy big-potion"
    return "buy potion" if order.hp else "leave"


def _last(spells: int) -> int:
    """Return the last digit in base 5 that is not 0."""
    return spells % 5 or _last(spells // 5)


def traded(run: Run, move: Move) -> Run | None:
    """Return the run after a trade, None where a spell would have to make room first."""
    end = run.copy()
    if move.verb == "sell":
        end.gain_gold(3 if move.what == "armor" else 4)
        if move.what == "armor":
            end.armor -= 1
        else:
            end.drop_spell(SPELLS.index(move.what) + 1)
        return end
    if move.what in SPELLS:
        if end.spells % 5:
            return None
        end.gold -= 8
        end.add_spell(SPELLS.index(move.what) + 1)
        return end
    end.gold -= {"ration": 1, "potion": 1, "big-potion": 3, "armor": 6}[move.what]
    if move.what == "ration":
        end.food += 1
    elif move.what == "armor":
        end.armor += 1
    else:
        end.gain_hp(1 if move.what == "potion" else 4)
    return end


def phase_from(fight: RunFight, state: int, monster: int, cell: int) -> Phase:
    """Return the solved attack phase that begins with a fresh roll in a cell."""
    dice = rank_of(cell % WIDTH)
    starts = vec[i64]([int(index == cell) for index in range(CELLS)])
    plan = spread(starts, dice, 0, fight.feats(dice))
    phase = Phase(fight, state, monster, fight.graph(state, monster, dice), plan, True)
    phase.run()
    return phase


def move_of(phase: Phase, act: int, dice: Sequence[Die]) -> str | None:
    """Return the move that an act of the kernel stands for, None where no die fits it."""
    if act == 0:
        return "stop"
    graph = phase.graph
    price = "" if act > 0 else "hp" if act > -2000000 else "xp"
    code = graph.crit_codes[act - 1] if act > 0 else graph.feat_codes[-1 - act if price == "hp" else -2000000 - act]
    for number, die in enumerate(dice, 1):
        if price:
            fits = not die.feat and code_of(die, graph.need) == code
        else:  # where no feat is left, the kernel takes free dice for spent ones
            fits = die.is_critical and code_of(die, graph.need) % 8 == code % 8
        if fits:
            return f"feat {price} {number}" if price else f"reroll {number}"
    return None


def state_of(fight: RunFight, run: Run, *, poisoned: bool) -> int:
    """Return the number of the fight's spell state that a run is in, -1 if it passes through none such."""
    for state, code in enumerate(fight.spells.codes):
        if code == run.spells and fight.spells.poisoned[state] == int(poisoned):
            return state
    return -1
