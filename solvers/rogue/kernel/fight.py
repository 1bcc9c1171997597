"""A whole fight as a Markov decision process, solved exactly (rules section 7; R9 to R14, R32).

The state at the start of a round is (spells held, monster HP, hero HP, cumulative XP 0 to 36). Rounds never lead back
to a state, so values are filled in from the weakest monster up. Of each state two numbers are kept: the chance of
losing, and the mean of a second quantity. Chances of losing are kept, not of winning, because they keep their precision
when tiny, so that 'never' and 'hardly ever' stay apart. Choices compare the loss first, then the mean.
"""

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import Graph
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import (
    CELLS,
    FIRE,
    HEALING,
    ICE,
    NONE,
    POISON,
    TIE,
    WIDTH,
    Book,
    Plan,
    Spells,
    rank_of,
    spread,
)
from solvers.rogue.kernel.savings import ALL, ENOUGH, LOWEST, SETTLED, SPARE, TRIM


class Fight:
    """Values of a fight. Loss and mean of winning in a cell come from `prize`; here HP left, in a subclass what it is
    worth. `without`: the bits of `kernel.savings` that this fight does without. `frozen`: the monster skips the defence
    phase that comes next; only for a fight that begins in the middle of an attack phase.
    """

    def __init__(
        self, hp: i64, xp: i64, defence: i64, first: i64, second: i64, poisoned: bool, monster: i64, book: Book
    ) -> None:
        self.hp: i64 = hp
        self.xp: i64 = xp
        self.defence: i64 = defence
        self.monster: i64 = monster
        self.book = book
        self.without: i64 = 0
        self.frozen = False
        self.skips = False  # while the phase in hand is the one whose defence phase is skipped
        self.hp_counts = True
        self.first_met: i64 = 0
        self.spells = Spells(first, second, poisoned)
        self.states: i64 = len(self.spells.codes)
        size = self.states * CELLS
        self.reached: vec[i64] = vec[i64]([0] * int(size))
        self.prized: vec[i64] = vec[i64]([0] * int(size))
        self.prize_loss: vec[float] = vec[float]([1.0] * int(size))
        self.prize_mean: vec[float] = vec[float]([0.0] * int(size))
        self.loss: vec[float] = vec[float]([1.0] * int(size * (monster + 1)))
        self.mean: vec[float] = vec[float]([0.0] * int(size * (monster + 1)))
        self.plans: list[Plan] = []
        self.spare: vec[i64] = vec[i64]([0] * int(4 * self.states))
        self.late = Plan()  # of state 0 without the start, which no weaker monster than first_met sees
        # scratch of one phase state: turn values by damage, position values
        self.turn_loss: vec[float] = vec[float]([0.0] * int(monster + 1))
        self.turn_mean: vec[float] = vec[float]([0.0] * int(monster + 1))
        self.turn_spell: vec[i64] = vec[i64]([0] * int(monster + 1))

    def prize_of(self, state: i64, hp: i64, xp: i64) -> float:  # noqa: ARG002
        """Return what a victory in this cell is worth, from 0 to 1."""
        return 1.0

    def prepare(self, feats: i64) -> None:
        """Find what can be reached, whatever the dice, and value the victories there.

        The fight stands at the start of a round if feats < 0, else in an attack phase in which so many dice may still
        take a feat.
        """
        if feats < 0:
            self.reached[self.hp * WIDTH + self.xp] = 1
        else:
            self.skips = self.frozen
            self.leave(0, self.hp, self.xp, feats)
            self.skips = False
            if self.defence == 0:
                self.mark(0, self.hp, self.xp)
        state: i64 = 0
        while state < self.states:
            hp: i64 = 20
            while hp > 0:
                xp: i64 = 36
                while xp >= 0:
                    if self.reached[state * CELLS + hp * WIDTH + xp] != 0:
                        self.leave(state, hp, xp, self.feats(rank_of(xp)))
                    xp -= 1
                hp -= 1
            rank: i64 = 1
            while rank <= 4:
                starts: vec[i64] = vec[i64]([0] * int(CELLS))
                cell: i64 = WIDTH
                while cell < CELLS:
                    if self.reached[state * CELLS + cell] != 0 and rank_of(cell % WIDTH) == rank:
                        starts[cell] = 1
                    cell += 1
                plan = spread(starts, rank, 0, self.feats(rank))
                self.plans.append(plan)
                self.spare[state * 4 + rank - 1] = self.spared(state, plan)
                if state == 0 and feats < 0 and rank == rank_of(self.xp):
                    starts[self.hp * WIDTH + self.xp] = 0
                    self.late = spread(starts, rank, 0, self.feats(rank))
                rank += 1
            state += 1

    def leave(self, state: i64, hp: i64, xp: i64, feats: i64) -> None:
        """Mark the rounds and victories that can follow an attack phase with up to `feats` feats from this cell."""
        by_hp: i64 = 0
        while by_hp <= feats and hp - 2 * by_hp >= 1:
            by_xp: i64 = 0
            while by_hp + by_xp <= feats and by_xp <= xp:
                self.leave_cell(state, hp - 2 * by_hp, xp - by_xp)
                by_xp += 1
            by_hp += 1

    def leave_cell(self, state: i64, hp: i64, xp: i64) -> None:
        self.mark_prize(state, hp, xp)
        harm: i64 = 0 if self.skips else self.defence
        if self.defence > 0:
            self.mark(state, hp - harm, xp)
        kind: i64 = FIRE
        while kind <= HEALING:
            left = self.spells.after[5 * state + kind]
            if left >= 0:
                if kind == ICE:
                    self.mark(left, hp, xp)
                elif kind == HEALING:
                    self.mark(left, min(20, hp + 8) - harm, xp)
                else:
                    self.mark(left, hp - harm, xp)
                    self.mark_prize(left, hp, xp)
            kind += 1

    def mark(self, state: i64, hp: i64, xp: i64) -> None:
        if hp > 0:
            self.reached[state * CELLS + hp * WIDTH + xp] = 1

    def mark_prize(self, state: i64, hp: i64, xp: i64) -> None:
        at = state * CELLS + hp * WIDTH + xp
        if self.prized[at] == 0:
            self.prized[at] = 1
            self.prize_loss[at] = 1.0 - self.prize_of(state, hp, xp)
            self.prize_mean[at] = float(hp)

    def solve(self, feats: i64) -> None:
        """Fill in all values up to the monster HP asked for; feats as for prepare. What is asked afterwards is about
        the phase in hand.
        """
        self.prepare(feats)
        monster: i64 = 1
        while monster <= self.monster:
            state = self.states - 1
            while state >= 0:
                self.solve_block(state, monster)
                state -= 1
            monster += 1
        self.skips = self.frozen

    def settled(self, state: i64, monster: i64) -> bool:
        """Say whether victory is certain without any choice that could be worth making."""
        if self.spells.poisoned[state] == 1 and monster <= 5:
            return self.without & SETTLED == 0
        return self.defence == 0 and not self.spells.holds(state, HEALING)

    def puts_off(self, state: i64) -> bool:
        """Say whether a kill may be worth putting off: only to use a Healing spell before it, where HP count."""
        return self.hp_counts and self.spells.holds(state, HEALING)

    def solve_block(self, state: i64, monster: i64) -> None:
        rank: i64 = 1
        while rank <= 4:
            plan = self.plans[state * 4 + rank - 1]
            if state == 0 and monster < self.first_met and rank == rank_of(self.xp):
                plan = self.late
            if len(plan.cells) == 0:
                rank += 1
                continue
            base = (state * (self.monster + 1) + monster) * CELLS
            if self.aim(state, monster, rank) <= 0:
                for cell in plan.cells:
                    self.loss[base + cell] = self.prize_loss[state * CELLS + cell]
                    self.mean[base + cell] = self.prize_mean[state * CELLS + cell]
            else:
                phase = Phase(self, state, monster, self.graph(state, monster, rank), plan, False)
                phase.run()
            rank += 1

    def graph(self, state: i64, monster: i64, dice: i64) -> Graph:
        need = max(1, self.aim(state, monster, dice))
        return self.book.get(dice, need, self.feats(dice), self.savings(state))

    def savings(self, state: i64) -> i64:
        """Return what the graphs of this state leave out."""
        held: i64 = TRIM if self.puts_off(state) else ENOUGH | LOWEST
        return held & (ALL - self.without)

    def aim(self, state: i64, monster: i64, dice: i64) -> i64:
        """Return from which damage by so many dice on more is worth nothing, because a spell can do the rest; 0 if
        there is nothing to choose.
        """
        if self.settled(state, monster):
            return 0
        spare = self.spare[state * 4 + dice - 1]
        return max(0 if spare > 0 else 1, monster - 5 * self.spells.poisoned[state] - spare)

    def spared(self, state: i64, plan: Plan) -> i64:
        """Return the damage by a spell that ends the fight as well as dice do, in all cells of a plan."""
        spells = self.spells
        if self.without & SPARE != 0 or self.puts_off(state):
            return 0
        most: i64 = 0
        for kind in (FIRE, POISON):
            left = spells.after[5 * state + kind]
            spare: i64 = 8 if kind == FIRE else 5
            if left < 0 or spare < most:
                continue
            equal = True
            for cell in plan.cells:
                here = state * CELLS + cell
                there = left * CELLS + cell
                if self.prize_loss[here] != self.prize_loss[there] or self.prize_mean[here] != self.prize_mean[there]:
                    equal = False
                    break
            if equal:
                most = spare
        return most

    def feats(self, dice: i64) -> i64:
        """Return how many feats a phase of so many dice may see."""
        return dice

    def need(self, state: i64, monster: i64) -> i64:
        """Return the damage by dice that kills; 1 where the poison alone does."""
        return max(1, monster - 5 * self.spells.poisoned[state])

    def turn(self, state: i64, monster: i64, hp: i64, xp: i64) -> None:
        """Value the end of the attack phase for every damage by the dice, below and at what kills."""
        cell = state * CELLS + hp * WIDTH + xp
        left = monster - 5 * self.spells.poisoned[state]
        damage: i64 = 0
        while damage <= self.need(state, monster):
            if damage < left:
                self.cast(state, left - damage, hp, xp, damage)
            else:
                self.turn_loss[damage] = self.prize_loss[cell]
                self.turn_mean[damage] = self.prize_mean[cell]
                self.turn_spell[damage] = NONE
            damage += 1

    def cast(self, state: i64, left: i64, hp: i64, xp: i64, to: i64) -> None:
        """Store at `to` the value of the best spell, or none, against a monster with `left` HP; in turn_spell which
        it is.
        """
        best: i64 = NONE
        loss, mean = self.spelled(state, left, hp, xp, NONE)
        kind: i64 = FIRE
        while kind <= HEALING:
            if self.spells.after[5 * state + kind] >= 0:
                new_loss, new_mean = self.spelled(state, left, hp, xp, kind)
                if better(new_loss, new_mean, loss, mean):
                    loss = new_loss
                    mean = new_mean
                    best = kind
            kind += 1
        self.turn_loss[to] = loss
        self.turn_mean[to] = mean
        self.turn_spell[to] = best

    def spelled(self, state: i64, left: i64, hp: i64, xp: i64, kind: i64) -> tuple[float, float]:
        """Return loss and mean after this spell (or NONE) and the defence phase."""
        to: i64 = state if kind == NONE else self.spells.after[5 * state + kind]
        harm: i64 = 0 if self.skips else self.defence
        if kind == FIRE:
            left -= 8
        elif kind == POISON:
            left -= 5
        elif kind == HEALING:
            hp = min(20, hp + 8)
        elif kind == ICE:
            harm = 0
        if left <= 0:
            return self.prize_loss[to * CELLS + hp * WIDTH + xp], self.prize_mean[to * CELLS + hp * WIDTH + xp]
        if kind == NONE and self.defence == 0:
            # a harmless monster: victory is certain, and with healing in hand waiting is never better than healing now
            if self.spells.holds(state, HEALING):
                return 2.0, 0.0
            return self.prize_loss[state * CELLS + hp * WIDTH + xp], self.prize_mean[state * CELLS + hp * WIDTH + xp]
        if hp <= harm:
            return 1.0, 0.0
        at = (to * (self.monster + 1) + left) * CELLS + (hp - harm) * WIDTH + xp
        return self.loss[at], self.mean[at]


def better(loss: float, mean: float, than_loss: float, than_mean: float) -> bool:
    """Compare (loss, mean) pairs: smaller loss, at equal loss (up to rounding) greater mean."""
    if loss < than_loss - TIE * than_loss:
        return True
    return loss <= than_loss + TIE * than_loss and mean > than_mean
