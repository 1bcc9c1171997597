"""The positions of one attack phase of a fight, valued from the last feat back to the fresh roll."""

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import SAME, Graph
from solvers.rogue.kernel.plan import CELLS, TIE, WIDTH, Plan

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
        # by slot: greatest mean that a certain victory can have; by slot and feats: whether the slot before has the
        # same values where victory is certain
        self.top: vec[float] = vec[float]([0.0] * int(slots))
        self.like: vec[i64] = vec[i64]([0] * int(slots * (graph.dice + 1)))
        self.last_loss: vec[float] = vec[float]([-1.0] * int(graph.need + 1))
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
                        self.positions(slot, 2 * used + 1)
                        self.throws(slot, 2 * used + 1)
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
        """Find the best that a certain victory in this cell can be worth, and where the cell is like the one before."""
        turn_loss, turn_mean = self.fight.turn_loss, self.fight.turn_mean
        graph = self.graph
        top = 0.0
        equal = slot > 0 and cell % WIDTH > 0 and self.plan.cells[slot - 1] == cell - 1
        damage: i64 = 0
        while damage <= graph.need:
            if turn_loss[damage] == 0.0 and turn_mean[damage] > top:
                top = turn_mean[damage]
            if damage >= graph.sure:
                if self.last_loss[damage] != turn_loss[damage] or self.last_mean[damage] != turn_mean[damage]:
                    equal = False
                self.last_loss[damage] = turn_loss[damage]
                self.last_mean[damage] = turn_mean[damage]
            damage += 1
        if self.by_hp >= 0:
            top = max(top, self.top[self.slot[cell - 2 * WIDTH]])
        if self.by_xp >= 0:
            top = max(top, self.top[self.slot[cell - 1]])
        self.top[slot] = top
        if equal and graph.full and graph.most == graph.dice and not self.keep:
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
        """Value positions and throws of an even group; where the slot before is alike, they are there already."""
        graph = self.graph
        if self.like[slot * (graph.dice + 1) + used] == 0:
            self.positions(slot, 2 * used)
            self.throws(slot, 2 * used)
            return
        count = graph.base_count()
        at = graph.base_first[2 * used]
        end = graph.base_first[2 * used + 1]
        while at < end:
            to = slot * count + graph.base_order[at]
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

    def throws(self, slot: i64, group: i64) -> None:
        """Value the feats that lead to this cell, before their die is thrown."""
        graph = self.graph
        thrown = graph.thrown
        losses, means = self.loss, self.mean
        row = self.row
        to = slot * graph.base_count()
        at = graph.base_first[group]
        end = graph.base_first[group + 1]
        while at < end:
            base = graph.base_order[at]
            loss = 0.0
            mean = 0.0
            index = 6 * base
            while index < 6 * base + 6:
                loss += losses[row + thrown[index]]
                mean += means[row + thrown[index]]
                index += 1
            self.base_loss[to + base] = loss / 6.0
            self.base_mean[to + base] = mean / 6.0
            at += 1

    def positions(self, slot: i64, group: i64) -> None:
        """Value all positions of a group in the cell in hand."""
        graph = self.graph
        losses, means = self.loss, self.mean
        turn_loss, turn_mean = self.fight.turn_loss, self.fight.turn_mean
        base_loss, base_mean = self.base_loss, self.base_mean
        bases, after, total = graph.bases, graph.after, graph.total
        crits, feats, order = graph.crits, graph.feats, graph.order
        keep = self.keep
        row, by_hp, by_xp = self.row, self.by_hp, self.by_xp
        top = self.top[slot]
        at = graph.first[group]
        end = graph.first[group + 1]
        while at < end:
            c = order[at]
            at += 1
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
        """Do what positions does, for both groups, where nothing but the loss counts."""
        graph = self.graph
        losses, base_loss, turn_loss = self.loss, self.base_loss, self.fight.turn_loss
        bases, after, total = graph.bases, graph.after, graph.total
        crits, feats, order = graph.crits, graph.feats, graph.order
        row, by_hp, by_xp = self.row, self.by_hp, self.by_xp
        at = graph.first[2 * used]
        end = graph.first[2 * used + 2]
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
                if x < 6.0 * loss:
                    loss, act = x / 6.0, block
            feat = feats[c]
            last = feats[c + 1]
            while feat < last:
                if by_hp >= 0 and base_loss[by_hp + bases[feat]] < loss:
                    loss, act = base_loss[by_hp + bases[feat]], -1 - feat
                if by_xp >= 0 and base_loss[by_xp + bases[feat]] < loss:
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
        at = graph.base_first[2 * used]
        end = graph.base_first[2 * used + 2]
        while at < end:
            base = graph.base_order[at]
            i = 6 * base
            loss = losses[row + thrown[i]] + losses[row + thrown[i + 1]] + losses[row + thrown[i + 2]]
            loss += losses[row + thrown[i + 3]] + losses[row + thrown[i + 4]] + losses[row + thrown[i + 5]]
            base_loss[to + base] = loss / 6.0
            at += 1
