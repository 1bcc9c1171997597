"""The positions of one attack phase of a fight, valued from the last feat back to the fresh roll."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import SAME, Graph
from solvers.rogue.kernel.plan import CELLS, TIE, WIDTH, Plan
from solvers.rogue.kernel.savings import ALIKE, CERTAIN, TOP

if TYPE_CHECKING:
    from solvers.rogue.kernel.fight import Fight


class Phase:
    """One attack phase of a fight, solved for all the cells of a plan. With `keep`, positions and choices stay
    readable.

    Acts: 0 stop, 1 + b crit block b, -1 - f feat f by HP, -2e6 - f by XP.
    """

    def __init__(self, fight: "Fight", state: i64, monster: i64, graph: Graph, plan: Plan, keep: bool) -> None:
        self.fight = fight
        self.state: i64 = state
        self.monster: i64 = monster
        self.graph = graph
        self.plan = plan
        self.keep = keep
        slots: i64 = len(plan.cells)
        self.slot: vec[i64] = vec[i64]([-1] * int(CELLS))
        self.base_loss: vec[float] = vec[float]([0.0] * int(slots * graph.base_count()))
        self.base_mean: vec[float] = vec[float]([0.0] * int(slots * graph.base_count()))
        rows: i64 = slots if keep else 1
        self.loss: vec[float] = vec[float]([0.0] * int(rows * graph.size()))
        self.mean: vec[float] = vec[float]([0.0] * int(rows * graph.size()))
        self.act: vec[i64] = vec[i64]([0] * int(rows * graph.size() if keep else 0))
        # of the cell in hand: where its row begins, where the bases of the cells that feats lead to (-1: no such feat)
        self.row: i64 = 0
        self.by_hp: i64 = -1
        self.by_xp: i64 = -1
        # by slot: the damage from which victory is certain (past need: not looked for), and the greatest mean that a
        # certain victory can have; by slot and feats: whether the slot before has the same values where it is certain
        self.sure: vec[i64] = vec[i64]([graph.need + 1] * int(slots))
        self.top: vec[float] = vec[float]([0.0] * int(slots))
        self.like: vec[i64] = vec[i64]([0] * int(slots * (graph.dice + 1)))
        self.last_mean: vec[float] = vec[float]([-1.0] * int(graph.need + 1))

    def run(self) -> None:
        slot: i64 = 0
        for cell in self.plan.cells:
            self.slot[cell] = slot
            self.fight.turn(self.state, self.monster, cell // WIDTH, cell % WIDTH)
            self.enter(slot, cell)
            if self.fight.hp_counts:
                self.compare(slot, cell)
            used = self.graph.dice
            while used >= 0:
                if (self.plan.masks[slot] >> used) & 1 == 1:
                    if self.fight.hp_counts:
                        self.certain(slot, used)
                        self.positions(slot, used)
                        self.throws(slot, used, 0, self.sure[slot])
                    else:
                        self.positions_by_loss(used)
                        self.throws_by_loss(slot, used)
                used -= 1
            if self.plan.starts[slot] == 1:
                self.start(cell)
            slot += 1  # noqa: SIM113

    def enter(self, slot: i64, cell: i64) -> None:
        """Turn to a cell: find its rows and those of its feats, value the positions that stand for good."""
        graph = self.graph
        self.row = slot * graph.size() if self.keep else 0
        self.by_hp = -1
        self.by_xp = -1
        if cell >= 3 * WIDTH and self.slot[cell - 2 * WIDTH] >= 0:
            self.by_hp = self.slot[cell - 2 * WIDTH] * graph.base_count()
        if cell % WIDTH >= 1 and self.slot[cell - 1] >= 0:
            self.by_xp = self.slot[cell - 1] * graph.base_count()
        losses, means, row = self.loss, self.mean, self.row
        turn_loss, turn_mean = self.fight.turn_loss, self.fight.turn_mean
        losses[row] = turn_loss[graph.need]
        means[row] = turn_mean[graph.need]
        damage: i64 = 0
        while damage < graph.need:
            losses[row + 1 + damage] = turn_loss[damage]
            means[row + 1 + damage] = turn_mean[damage]
            damage += 1

    def compare(self, slot: i64, cell: i64) -> None:
        """Find from where on victory is certain in this cell, the best that it can then be worth, and where the cell is
        like the one before.
        """
        turn_loss, turn_mean = self.fight.turn_loss, self.fight.turn_mean
        graph = self.graph
        without = self.fight.without
        sure = graph.need
        while sure > 0 and turn_loss[sure - 1] == 0.0:
            sure -= 1
        equal = slot > 0 and cell % WIDTH > 0 and self.plan.cells[slot - 1] == cell - 1 and self.sure[slot - 1] == sure
        top = 0.0
        damage = sure
        while damage <= graph.need:
            top = max(top, turn_mean[damage])
            if self.last_mean[damage] != turn_mean[damage]:
                equal = False
            self.last_mean[damage] = turn_mean[damage]
            damage += 1
        if self.by_hp >= 0:
            top = max(top, self.top[self.slot[cell - 2 * WIDTH]])
        if self.by_xp >= 0:
            top = max(top, self.top[self.slot[cell - 1]])
        self.top[slot] = top if without & TOP == 0 else 21.0
        if graph.enough or without & CERTAIN != 0:
            return  # without a kill to be put off, certain positions are too few to be worth a pass of their own
        self.sure[slot] = sure
        if equal and graph.most == graph.dice and not self.keep and without & ALIKE == 0:
            self.mark_like(slot, cell)

    def mark_like(self, slot: i64, cell: i64) -> None:
        """Mark after how many feats a cell, at whose ends all is as in the slot before, is like that altogether."""
        levels = self.graph.dice + 1
        both = self.plan.masks[slot] & self.plan.masks[slot - 1]
        used = levels - 1
        while used >= 0:
            alike = (both >> used) & 1 == 1
            if alike and used + 1 < levels:  # the feats of both must lead to cells that are alike in turn
                alike = self.by_xp >= 0 and self.like[self.slot[cell - 1] * levels + used + 1] == 1
                if self.by_hp >= 0 and self.like[self.slot[cell - 2 * WIDTH] * levels + used + 1] == 0:
                    alike = False
            if alike:
                self.like[slot * levels + used] = 1
            used -= 1

    def certain(self, slot: i64, used: i64) -> None:
        """Value the positions and throws where victory is certain; where the slot before is alike, they are there
        already.
        """
        graph = self.graph
        sure = self.sure[slot]
        if sure > graph.need:
            return
        if self.like[slot * (graph.dice + 1) + used] == 0:
            self.certain_positions(slot, used)
            self.throws(slot, used, sure, graph.need + 1)
            return
        count = graph.base_count()
        at = graph.base_first[used]
        end = graph.base_first[used + 1]
        while at < end:
            base = graph.base_order[at]
            if graph.base_low[base] >= sure:
                to = slot * count + base
                self.base_loss[to] = self.base_loss[to - count]
                self.base_mean[to] = self.base_mean[to - count]
            at += 1

    def start(self, cell: i64) -> None:
        """Average over the fresh roll and store the value of the round."""
        graph = self.graph
        row = self.row
        loss = 0.0
        mean = 0.0
        index: i64 = 0
        while index < len(graph.rolls):
            weight = float(graph.weights[index])
            loss += weight * self.loss[row + graph.rolls[index]]
            mean += weight * self.mean[row + graph.rolls[index]]
            index += 1
        all_rolls = float(6**graph.dice)
        fight = self.fight
        at = (self.state * (fight.monster + 1) + self.monster) * CELLS + cell
        fight.loss[at] = loss / all_rolls
        fight.mean[at] = mean / all_rolls

    def throws(self, slot: i64, used: i64, least: i64, below: i64) -> None:
        """Value the feats that lead to this cell, before their die is thrown, from `least` damage without that die to
        less than `below`.
        """
        graph = self.graph
        thrown = graph.thrown
        losses, means = self.loss, self.mean
        row = self.row
        to = slot * graph.base_count()
        at = graph.base_first[used]
        end = graph.base_first[used + 1]
        while at < end:
            base = graph.base_order[at]
            at += 1
            if graph.base_low[base] < least or graph.base_low[base] >= below:
                continue
            loss = 0.0
            mean = 0.0
            index = 6 * base
            while index < 6 * base + 6:
                loss += losses[row + thrown[index]]
                mean += means[row + thrown[index]]
                index += 1
            self.base_loss[to + base] = loss / 6.0
            self.base_mean[to + base] = mean / 6.0

    def certain_positions(self, slot: i64, used: i64) -> None:
        """Value the positions of a group where victory is certain in the cell in hand.

        A throw that may miss its way out of certainty loses at times, whatever follows, since any die may miss again:
        it is left out, so that these positions need no others.
        """
        graph = self.graph
        losses, means = self.loss, self.mean
        turn_mean = self.fight.turn_mean
        base_loss, base_mean, base_low = self.base_loss, self.base_mean, graph.base_low
        bases, after, total, low = graph.bases, graph.after, graph.total, graph.crit_low
        crits, feats, order = graph.crits, graph.feats, graph.order
        keep = self.keep
        row, by_hp, by_xp = self.row, self.by_hp, self.by_xp
        top, sure = self.top[slot], self.sure[slot]
        at = graph.first[used]
        end = graph.first[used + 1]
        while at < end:
            c = order[at]
            at += 1
            if total[c] < sure:
                continue
            mean = turn_mean[total[c]]
            losses[row + c] = 0.0
            means[row + c] = mean
            if mean >= top:
                continue
            act: i64 = 0
            block = crits[c]
            last = crits[c + 1]
            while block < last:
                b = 6 * block
                block += 1
                if low[block - 1] < sure:
                    continue
                y = means[row + after[b]] + means[row + after[b + 1]] + means[row + after[b + 2]]
                y += means[row + after[b + 3]] + means[row + after[b + 4]]
                y = y / 5.0 if after[b + 5] == SAME else (y + means[row + after[b + 5]]) / 6.0
                if y > mean:
                    mean, act = y, block
            feat = feats[c]
            last = feats[c + 1]
            while feat < last:
                base = bases[feat]
                if base_low[base] >= sure:
                    if by_hp >= 0 and base_loss[by_hp + base] == 0.0 and base_mean[by_hp + base] > mean:
                        mean, act = base_mean[by_hp + base], -1 - feat
                    if by_xp >= 0 and base_loss[by_xp + base] == 0.0 and base_mean[by_xp + base] > mean:
                        mean, act = base_mean[by_xp + base], -2000000 - feat
                feat += 1
            means[row + c] = mean
            if keep:
                self.act[row + c] = act

    def positions(self, slot: i64, used: i64) -> None:
        """Value the positions of a group where victory is not known to be certain in the cell in hand."""
        # In one piece: the innermost loop of every fight, whose tables are local names that parts would fetch again.
        graph = self.graph
        losses, means = self.loss, self.mean
        turn_loss, turn_mean = self.fight.turn_loss, self.fight.turn_mean
        base_loss, base_mean = self.base_loss, self.base_mean
        bases, after, total = graph.bases, graph.after, graph.total
        crits, feats, order = graph.crits, graph.feats, graph.order
        keep = self.keep
        row, by_hp, by_xp = self.row, self.by_hp, self.by_xp
        top, sure = self.top[slot], self.sure[slot]
        at = graph.first[used]
        end = graph.first[used + 1]
        while at < end:
            c = order[at]
            at += 1
            if total[c] >= sure:
                continue
            loss = turn_loss[total[c]]
            mean = turn_mean[total[c]]
            if loss == 0.0 and mean >= top:
                losses[row + c] = loss
                means[row + c] = mean
                continue
            bar = loss + TIE * loss
            act: i64 = 0
            block = crits[c]
            last = crits[c + 1]
            while block < last:
                b = 6 * block
                block += 1
                x = losses[row + after[b]] + losses[row + after[b + 1]] + losses[row + after[b + 2]]
                x += losses[row + after[b + 3]] + losses[row + after[b + 4]]
                same = after[b + 5] == SAME
                x = x / 5.0 if same else (x + losses[row + after[b + 5]]) / 6.0
                if x > bar:
                    continue
                y = means[row + after[b]] + means[row + after[b + 1]] + means[row + after[b + 2]]
                y += means[row + after[b + 3]] + means[row + after[b + 4]]
                y = y / 5.0 if same else (y + means[row + after[b + 5]]) / 6.0
                if y > mean or x < loss - TIE * loss:
                    loss, mean, act = x, y, block
                    bar = loss + TIE * loss
            feat = feats[c]
            last = feats[c + 1]
            while feat < last:
                if by_hp >= 0:
                    i = by_hp + bases[feat]
                    x = base_loss[i]
                    if x <= bar and (base_mean[i] > mean or x < loss - TIE * loss):
                        loss, mean, act = x, base_mean[i], -1 - feat
                        bar = loss + TIE * loss
                if by_xp >= 0:
                    i = by_xp + bases[feat]
                    x = base_loss[i]
                    if x <= bar and (base_mean[i] > mean or x < loss - TIE * loss):
                        loss, mean, act = x, base_mean[i], -2000000 - feat
                        bar = loss + TIE * loss
                feat += 1
            losses[row + c] = loss
            means[row + c] = mean
            if keep:
                self.act[row + c] = act

    def positions_by_loss(self, used: i64) -> None:
        """Do what positions does where nothing but the loss counts. What is no better but for rounding is not chosen,
        so that the choice does not depend on the fight that it is read from.
        """
        graph = self.graph
        losses, base_loss, turn_loss = self.loss, self.base_loss, self.fight.turn_loss
        bases, after, total = graph.bases, graph.after, graph.total
        crits, feats, order = graph.crits, graph.feats, graph.order
        row, by_hp, by_xp = self.row, self.by_hp, self.by_xp
        at = graph.first[used]
        end = graph.first[used + 1]
        while at < end:
            c = order[at]
            at += 1
            loss = turn_loss[total[c]]
            act: i64 = 0
            block = crits[c]
            last = crits[c + 1]
            while block < last:
                b = 6 * block
                block += 1
                x = losses[row + after[b]] + losses[row + after[b + 1]] + losses[row + after[b + 2]]
                x += losses[row + after[b + 3]] + losses[row + after[b + 4]] + losses[row + after[b + 5]]
                if x < 6.0 * (loss - TIE):
                    loss, act = x / 6.0, block
            feat = feats[c]
            last = feats[c + 1]
            while feat < last:
                if by_hp >= 0 and base_loss[by_hp + bases[feat]] < loss - TIE:
                    loss, act = base_loss[by_hp + bases[feat]], -1 - feat
                if by_xp >= 0 and base_loss[by_xp + bases[feat]] < loss - TIE:
                    loss, act = base_loss[by_xp + bases[feat]], -2000000 - feat
                feat += 1
            losses[row + c] = loss
            if self.keep:
                self.act[row + c] = act

    def throws_by_loss(self, slot: i64, used: i64) -> None:
        graph = self.graph
        thrown, losses, base_loss = graph.thrown, self.loss, self.base_loss
        row = self.row
        to = slot * graph.base_count()
        at = graph.base_first[used]
        end = graph.base_first[used + 1]
        while at < end:
            base = graph.base_order[at]
            i = 6 * base
            loss = losses[row + thrown[i]] + losses[row + thrown[i + 1]] + losses[row + thrown[i + 2]]
            loss += losses[row + thrown[i + 3]] + losses[row + thrown[i + 4]] + losses[row + thrown[i + 5]]
            base_loss[to + base] = loss / 6.0
            at += 1
