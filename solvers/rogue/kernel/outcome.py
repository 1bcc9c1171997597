"""How a solved fight ends: the distribution of HP left when every choice is the best one.

Probability mass flows from the first round down to the ends, through the same positions from which the values came up.
"""

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import SAME
from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import CELLS, FIRE, HEALING, ICE, NONE, POISON, WIDTH, rank_of, spread


class Outcome:
    """Mass still to be followed, by round state, and in `hp_left` what has come to an end (index 0: death)."""

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        size = fight.states * (fight.monster + 1) * CELLS
        self.mass: vec[float] = vec[float]([0.0] * int(size))
        self.hp_left: vec[float] = vec[float]([0.0] * 21)

    def begin(self, monster: i64, cell: i64) -> None:
        """Put the whole mass on the start of a round of state 0."""
        self.mass[monster * CELLS + cell] += 1.0

    def begin_spell(self, left: i64, hp: i64, xp: i64, kind: i64, mass: float) -> None:
        """Put mass on the end of an attack phase of state 0 that is answered with this spell or NONE."""
        self.cast(0, left, hp, xp, kind, mass)

    def flow(self) -> None:
        """Follow the mass to all ends."""
        fight = self.fight
        monster = fight.monster
        while monster > 0:
            state: i64 = 0
            while state < fight.states:
                base = (state * (fight.monster + 1) + monster) * CELLS
                cell: i64 = CELLS - 1
                while cell >= WIDTH:
                    if self.mass[base + cell] > 0.0:
                        self.flow_round(state, monster, cell, self.mass[base + cell])
                    cell -= 1
                state += 1
            monster -= 1

    def flow_round(self, state: i64, monster: i64, cell: i64, mass: float) -> None:
        fight = self.fight
        dice = rank_of(cell % WIDTH)
        if fight.aim(state, monster, dice) <= 0:
            self.hp_left[cell // WIDTH] += mass
            return
        graph = fight.graph(state, monster, dice)
        starts: vec[i64] = vec[i64]([0] * int(CELLS))
        starts[cell] = 1
        phase = Phase(fight, state, monster, graph, spread(starts, dice, 0, fight.feats(dice)), True)
        phase.run()
        stream = Stream(self, phase)
        row = phase.slot[cell] * graph.size()
        index: i64 = 0
        while index < len(graph.rolls):
            stream.mass[row + graph.rolls[index]] += mass * float(graph.weights[index]) / float(6**dice)
            index += 1
        stream.flow(0)

    def cast(self, state: i64, left: i64, hp: i64, xp: i64, kind: i64, mass: float) -> None:
        """Move mass through a spell (or NONE) and the defence phase; the twin of Fight.spelled."""
        fight = self.fight
        to: i64 = state if kind == NONE else fight.spells.after[5 * state + kind]
        harm = fight.defence
        if kind == FIRE:
            left -= 8
        elif kind == POISON:
            left -= 5
        elif kind == HEALING:
            hp = min(20, hp + 8)
        elif kind == ICE:
            harm = 0
        if left <= 0:
            self.hp_left[hp] += mass
        elif hp <= harm:
            self.hp_left[0] += mass
        else:
            self.mass[(to * (fight.monster + 1) + left) * CELLS + (hp - harm) * WIDTH + xp] += mass


class Stream:
    """Mass within one phase, solved with `keep`."""

    def __init__(self, outcome: Outcome, phase: Phase) -> None:
        self.outcome = outcome
        self.phase = phase
        slots: i64 = len(phase.plan.cells)
        self.mass: vec[float] = vec[float]([0.0] * int(slots * phase.graph.size()))
        self.bases: vec[float] = vec[float]([0.0] * int(slots * phase.graph.base_count()))

    def flow(self, used: i64) -> None:
        """Follow the mass of positions with `used` or more feats until it leaves the phase."""
        plan = self.phase.plan
        while used <= self.phase.graph.dice:
            slot: i64 = 0
            while slot < len(plan.cells):
                if (plan.masks[slot] >> used) & 1 == 1:
                    self.throw(slot, used)
                    self.flow_slot(slot, plan.cells[slot], used)
                slot += 1
            used += 1

    def throw(self, slot: i64, used: i64) -> None:
        graph = self.phase.graph
        row = slot * graph.size()
        at = graph.base_first[used]
        while at < graph.base_first[used + 1]:
            base = graph.base_order[at]
            mass = self.bases[slot * graph.base_count() + base]
            if mass > 0.0:
                index = 6 * base
                while index < 6 * base + 6:
                    self.mass[row + graph.thrown[index]] += mass / 6.0
                    index += 1
            at += 1

    def flow_slot(self, slot: i64, cell: i64, used: i64) -> None:
        graph = self.phase.graph
        row = slot * graph.size()
        stops: vec[float] = vec[float]([0.0] * int(graph.need + 1))
        at = graph.first[used + 1] - 1
        while at >= graph.first[used]:
            c = graph.order[at]
            mass = self.mass[row + c]
            if mass > 0.0:
                act = self.phase.act[row + c]
                if act == 0:
                    stops[graph.total[c]] += mass
                elif act > 0:
                    self.reroll(row, act - 1, mass)
                elif act > -2000000:
                    self.feat(cell - 2 * WIDTH, -1 - act, mass)
                else:
                    self.feat(cell - 1, -2000000 - act, mass)
            at -= 1
        end: i64 = 0
        while end <= graph.need:
            stops[graph.total[end]] += self.mass[row + end]
            self.mass[row + end] = 0.0
            end += 1
        self.stop(cell, stops)

    def reroll(self, row: i64, block: i64, mass: float) -> None:
        after = self.phase.graph.after
        same = after[6 * block + 5] == SAME
        index: i64 = 0
        while index < (5 if same else 6):
            self.mass[row + after[6 * block + index]] += mass / (5.0 if same else 6.0)
            index += 1

    def feat(self, to: i64, feat: i64, mass: float) -> None:
        graph = self.phase.graph
        self.bases[self.phase.slot[to] * graph.base_count() + graph.bases[feat]] += mass

    def stop(self, cell: i64, stops: vec[float]) -> None:
        """End the phase with mass spread over damages."""
        phase = self.phase
        hp = cell // WIDTH
        phase.fight.turn(phase.state, phase.monster, hp, cell % WIDTH)
        aim = phase.graph.need
        need = phase.monster - 5 * phase.fight.spells.poisoned[phase.state]
        self.outcome.hp_left[hp] += stops[aim]
        damage: i64 = 0
        while damage < aim:
            if stops[damage] > 0.0:
                kind = phase.fight.turn_spell[damage]
                self.outcome.cast(phase.state, need - damage, hp, cell % WIDTH, kind, stops[damage])
            damage += 1
