"""Whole games on packed runs, for training: targets of the fitted values, and the runs that good play meets."""

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.guide import Guide, RunFight, befall, damage_of, healed, rested, rooms_in, spring
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import CELLS, FIRE, HEALING, ICE, NONE, POISON, WIDTH, rank_of, spread
from solvers.rogue.kernel.run import (
    BOSS,
    EVENT,
    MERCHANT,
    MONSTER,
    RESTING,
    TREASURE,
    Run,
    explore,
    has_boss,
    level_of,
)


class Dice:
    """A small generator of its own (Lehmer's), the same compiled or not."""

    def __init__(self, seed: i64) -> None:
        self.state: i64 = seed % 2147483646 + 1

    def below(self, count: i64) -> i64:
        self.state = self.state * 48271 % 2147483647
        return (self.state >> 7) % count

    def die(self) -> i64:
        return 1 + self.below(6)


class Choice:
    """The best card of a column, after a Healing spell or not, and its value."""

    def __init__(self, room: i64, heal: bool, value: float) -> None:
        self.room: i64 = room
        self.heal = heal
        self.value = value


def choose(guide: Guide, run: Run, first: i64, second: i64) -> Choice:
    """Weigh the cards of a column (second: -1 where there is one), with a Healing spell before if one is held."""
    best = Choice(first, False, guide.room(run, first))
    if second >= 0:
        value = guide.room(run, second)
        if value > best.value:
            best = Choice(second, False, value)
    if run.holds(HEALING) and run.hp <= 14:
        cured = healed(run)
        for room in (first, second):
            if room >= 0:
                value = guide.room(cured, room)
                if value > best.value:
                    best = Choice(room, True, value)
    return best


def target(guide: Guide, run: Run) -> float:
    """Return the value of a run before a column by one exact step, over all that can be turned up."""
    trial = Run()
    trial.take(run)
    if run.column == 5:
        return choose(guide, trial, BOSS, -1).value
    rooms = rooms_in(run.rest)
    total = 0.0
    if run.column == 4:
        trial.rest = 0
        return choose(guide, trial, rooms[0], rooms[1]).value
    count: i64 = len(rooms)
    first: i64 = 0
    if run.column != 2:
        while first < count:
            trial.rest = run.rest & ~(1 << rooms[first])
            total += choose(guide, trial, rooms[first], -1).value
            first += 1
        return total / float(count)
    while first < count:
        second = first + 1
        while second < count:
            trial.rest = run.rest & ~(1 << rooms[first]) & ~(1 << rooms[second])
            total += choose(guide, trial, rooms[first], rooms[second]).value
            second += 1
        first += 1
    return total / float(count * (count - 1) // 2)


def targets(guide: Guide, run: Run, cells: vec[i64]) -> list[float]:
    """Return the values of the runs that have other HP and XP: one for each cell. They share the fights."""
    guide.share(run, cells)
    trial = run.copy()
    values: list[float] = []
    for cell in cells:
        trial.hp = cell // WIDTH
        trial.xp = cell % WIDTH
        values.append(target(guide, trial))
    guide.share(run, vec[i64]([]))
    return values


class Journey:
    """Plays games by the guide's values. `met` collects the runs before each column."""

    def __init__(self, guide: Guide, dice: Dice) -> None:
        self.guide = guide
        self.dice = dice
        self.met: list[Run] = []
        self.won = False

    def play(self, run: Run) -> None:
        """Play a game from the start of an area to its end."""
        while True:
            self.area(run)
            if self.won or run.hp <= 0 or not explore(run, self.guide.worth.locked):
                return

    def area(self, run: Run) -> None:
        cards: vec[i64] = vec[i64]([0, 1, 2, 3, 4, 5])
        index: i64 = 5
        while index > 0:
            other = self.dice.below(index + 1)
            cards[index], cards[other] = cards[other], cards[index]
            index -= 1
        while run.column < 5 or (run.column == 5 and has_boss(run.area)):
            self.met.append(run.copy())
            first: i64 = BOSS
            second: i64 = -1
            if run.column < 5:
                first = cards[run.column - 1]
                second = cards[4] if run.column == 2 else -1
                if run.column == 4:
                    second = cards[5]
                run.rest &= ~(1 << first)
                if second >= 0:
                    run.rest &= ~(1 << second)
            choice = choose(self.guide, run, first, second)
            if choice.heal:
                run.take(healed(run))
            self.resolve(run, choice.room)
            if run.hp <= 0 or self.won:
                return
            run.column += 1

    def resolve(self, run: Run, room: i64) -> None:
        guide, dice = self.guide, self.dice
        if room == MONSTER:
            self.fight(run, MONSTER, run.area + dice.die())
        elif room == BOSS:
            self.fight(run, BOSS, 5 + 5 * level_of(run.area))
        elif room == TREASURE:
            run.gain_gold(1 + run.defeated)
            if dice.die() >= 5:
                self.item(run)
        elif room == MERCHANT:
            self.trade(run)
        elif room == RESTING:
            way: i64 = 0
            if guide.rest(run, 1) > guide.rest(run, way):
                way = 1
            if guide.rest(run, 2) > guide.rest(run, way):
                way = 2
            rested(run, way)
        elif room == EVENT:
            self.event(run)
        else:
            guide.find_key(run)
            face = dice.die()
            if dice.die() > rank_of(run.xp):
                spring(run, face)

    def event(self, run: Run) -> None:
        guide = self.guide
        face = self.dice.die()
        if self.dice.die() <= rank_of(run.xp):
            best = face
            if face > 1 and guide.event_of(run, face - 1) > guide.event_of(run, best):
                best = face - 1
            if face < 6 and guide.event_of(run, face + 1) > guide.event_of(run, best):
                best = face + 1
            face = best
        if face == 6:
            self.fight(run, EVENT, run.area + self.dice.die())
        else:
            befall(run, face)

    def trade(self, run: Run) -> None:
        order = self.guide.merchant(run).order
        left = order.spells_sold
        while left > 0:
            run.drop_spell(left % 5)
            run.gain_gold(4)
            left //= 5
        run.armor -= order.sold
        run.gain_gold(3 * order.sold)
        run.armor += order.armor
        run.gold -= 6 * order.armor + order.rations + 3 * (order.hp // 4) + min(3, order.hp % 4)
        left = order.spells
        while left > 0:
            run.add_spell(left % 5)
            run.gold -= 8
            left //= 5
        run.food += order.rations
        run.hp += order.hp

    def item(self, run: Run) -> None:
        face = self.dice.die()
        if face == 1:
            run.armor = min(5, run.armor + 1)
        elif face == 2:
            run.gain_xp(2)
        elif run.spells % 5 == 0:
            run.add_spell(face - 2)
        else:
            self.exchange(run, face - 2)

    def exchange(self, run: Run, kind: i64) -> None:
        best = run.copy()
        value = self.guide.after(run.copy())
        for drop in (run.spells // 5, run.spells % 5):
            trial = run.copy()
            trial.drop_spell(drop)
            trial.add_spell(kind)
            new = self.guide.after(trial.copy())
            if new > value:
                value = new
                best = trial
        run.take(best)

    def fight(self, run: Run, kind: i64, monster: i64) -> None:
        fight = RunFight(self.guide, run, kind, damage_of(run.area, kind), False, monster)
        fight.solve(-1)
        state: i64 = 0
        cell = run.hp * WIDTH + run.xp
        while True:
            if fight.settled(state, monster):
                break
            cell, damage = self.attack(fight, state, monster, cell)
            monster -= damage + 5 * fight.spells.poisoned[state]
            if monster <= 0:
                break
            hp = cell // WIDTH
            fight.cast(state, monster, hp, cell % WIDTH, 0)
            spell = fight.turn_spell[0]
            if spell != NONE:
                state = fight.spells.after[5 * state + spell]
            if spell == FIRE:
                monster -= 8
            elif spell == POISON:
                monster -= 5
            elif spell == HEALING:
                hp = min(20, hp + 8)
            if monster <= 0:
                break
            if spell != ICE:
                hp -= fight.defence
            if hp <= 0:
                run.hp = 0
                return
            cell = hp * WIDTH + cell % WIDTH
        run.hp = cell // WIDTH
        run.xp = cell % WIDTH
        run.spells = fight.spells.codes[state]
        self.reward(run, kind)

    def reward(self, run: Run, kind: i64) -> None:
        level = level_of(run.area)
        if kind != BOSS:
            run.defeated = 1
            run.gain_xp(2 if kind == EVENT else (level + 1) // 2)
        elif run.area == 14:
            self.won = True
        else:
            run.gain_gold(2 if level <= 2 else 3)
            run.gain_xp(level + 1)
            self.item(run)

    def attack(self, fight: RunFight, state: i64, monster: i64, cell: i64) -> tuple[i64, i64]:
        """Play an attack phase; return the hero's cell after it and the damage of the dice."""
        count = rank_of(cell % WIDTH)
        graph = fight.graph(state, monster, count)
        starts: vec[i64] = vec[i64]([0] * int(CELLS))
        starts[cell] = 1
        phase = Phase(fight, state, monster, graph, spread(starts, count, 0, fight.feats(count)), True)
        phase.run()
        at = self.dice.below(6**count)
        index: i64 = 0
        while at >= graph.weights[index]:
            at -= graph.weights[index]
            index += 1
        c = graph.rolls[index]
        while True:
            act: i64 = 0 if c == 0 else phase.act[phase.slot[cell] * graph.size() + c]
            if act == 0:
                return cell, graph.total[c]
            if act > 0:
                c = graph.after[6 * (act - 1) + self.dice.below(6)]
                continue
            feat = -1 - act
            if act > -2000000:
                cell -= 2 * WIDTH
            else:
                feat = -2000000 - act
                cell -= 1
            c = graph.thrown[6 * graph.bases[feat] + self.dice.below(6)]
