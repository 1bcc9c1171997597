"""Values of the choices of a run: rooms, trades, rests, events, fights; one step exact, then the fitted values."""

from librt.vecs import append, vec
from mypy_extensions import i64

from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.plan import CELLS, HEALING, WIDTH, Book, rank_of
from solvers.rogue.kernel.run import (
    AREAS,
    BOSS,
    EVENT,
    MERCHANT,
    MONSTER,
    RESTING,
    TREASURE,
    Run,
    Worth,
    below,
    boss_damage,
    level_of,
)


class RunFight(Fight):
    """A fight in a run: victory is worth what the run is worth afterwards."""

    def __init__(self, guide: "Guide", run: Run, kind: i64, damage: i64, poisoned: bool, monster: i64) -> None:
        self.guide = guide
        self.kind: i64 = kind
        self.begun = run.copy()
        self.end = Run()
        high = run.spells // 5
        low = run.spells % 5
        super().__init__(run.hp, run.xp, max(0, damage - run.armor), high, low, poisoned, monster, guide.book)
        self.hp_counts = False
        self.first_met = monster if kind == BOSS or poisoned else run.area + 1
        if len(guide.starts) > 0:  # from another start the hero's own cell may be passed through again
            self.first_met = 0

    def prepare(self, feats: i64) -> None:
        for cell in self.guide.starts:
            hp = cell // WIDTH
            if self.begun.spells != self.guide.held:  # a Healing spell was used before the room
                hp = min(20, hp + 8)
            self.reached[hp * WIDTH + cell % WIDTH] = 1
        super().prepare(feats)

    def prize_of(self, state: i64, hp: i64, xp: i64) -> float:
        end = self.end
        end.take(self.begun)
        end.hp = hp
        end.xp = xp
        end.spells = self.spells.codes[state]
        return self.guide.after_victory(end, self.kind)

    def settled(self, state: i64, monster: i64) -> bool:
        return self.defence == 0 or (self.spells.poisoned[state] == 1 and monster <= 5)

    def feats(self, dice: i64) -> i64:
        return min(dice, self.guide.most) if dice >= 3 else dice

    def value(self, monster: i64, run: Run) -> float:
        """Return the value of meeting the monster with this many HP, once solved."""
        return 1.0 - self.loss[monster * CELLS + run.hp * WIDTH + run.xp]


def damage_of(area: i64, kind: i64) -> i64:
    """Return the damage of who is met in an area (section 7.1)."""
    return boss_damage(level_of(area)) if kind == BOSS else 2 * level_of(area)


class Guide:
    """Weighs choices. A run given to a method stands in its column, whose cards have left `rest`; it is not changed.

    most: feats that a phase of three or four dice is looked ahead with; fewer are faster, and undervalue rank.
    """

    def __init__(self, worth: Worth, most: i64) -> None:
        self.worth = worth
        self.most: i64 = most
        self.book = Book()
        self.starts: vec[i64] = vec[i64]([])
        self.held: i64 = 0
        self.fights: dict[int, RunFight] = {}

    def share(self, run: Run, cells: vec[i64]) -> None:
        """Prepare for runs that differ from this one in HP and XP only: what they meet is solved once for all cells."""
        self.starts = cells
        self.held = run.spells
        self.fights = {}

    def meet(self, run: Run, kind: i64, monster: i64) -> RunFight:
        """Return the solved fight with up to this many monster HP."""
        if len(self.starts) == 0:
            fight = RunFight(self, run, kind, damage_of(run.area, kind), False, monster)
            fight.solve(-1)
            return fight
        key = int(((run.rest * 25 + run.spells) * 2 + run.defeated) * 8 + kind)
        known = self.fights.get(key)
        if known is None:
            known = RunFight(self, run, kind, damage_of(run.area, kind), False, monster)
            known.solve(-1)
            self.fights[key] = known
        return known

    def after(self, run: Run) -> float:
        """Return the value once the room of this column is done with; changes run."""
        run.column += 1
        return self.worth.of(run)

    def after_victory(self, run: Run, kind: i64) -> float:
        """Return the value of a run whose monster has just fallen (section 7.6); changes run."""
        level = level_of(run.area)
        if kind != BOSS:
            run.defeated = 1
            run.gain_xp(2 if kind == EVENT else (level + 1) // 2)
            return self.after(run)
        if run.area == AREAS:
            return 1.0
        run.gain_gold(2 if level <= 2 else 3)
        run.gain_xp(level + 1)
        return self.item(run)

    def item(self, run: Run) -> float:
        """Return the value of a roll on the item table (section 8.2)."""
        trial = Run()
        trial.take(run)
        trial.armor = min(5, run.armor + 1)
        total = self.after(trial)
        trial.take(run)
        trial.gain_xp(2)
        total += self.after(trial)
        kind: i64 = 1
        while kind <= HEALING:
            total += self.spell(run, kind)
            kind += 1
        return total / 6.0

    def spell(self, run: Run, kind: i64) -> float:
        """Return the value of a spell found: taken, in exchange for another if need be, or declined."""
        trial = Run()
        trial.take(run)
        if run.spells % 5 == 0:
            trial.add_spell(kind)
            return self.after(trial)
        best = self.after(trial)
        for drop in (run.spells // 5, run.spells % 5):
            trial.take(run)
            trial.drop_spell(drop)
            trial.add_spell(kind)
            best = max(best, self.after(trial))
        return best

    def room(self, run: Run, room: i64) -> float:
        """Return the value of resolving a room card now."""
        if room == MONSTER:
            return self.monster(run, MONSTER)
        if room == TREASURE:
            return self.treasure(run)
        if room == MERCHANT:
            return self.merchant(run).best
        if room == RESTING:
            return max(self.rest(run, 0), self.rest(run, 1), self.rest(run, 2))
        if room == EVENT:
            return self.event(run)
        if room == BOSS:
            return self.boss(run)
        return self.trap(run)

    def monster(self, run: Run, kind: i64) -> float:
        """Return the value of meeting a monster whose HP are still to be rolled."""
        fight = self.meet(run, kind, run.area + 6)
        total = 0.0
        die: i64 = 1
        while die <= 6:
            total += fight.value(run.area + die, run)
            die += 1
        return total / 6.0

    def boss(self, run: Run) -> float:
        hp = 5 + 5 * level_of(run.area)
        return self.meet(run, BOSS, hp).value(hp, run)

    def treasure(self, run: Run) -> float:
        trial = Run()
        trial.take(run)
        trial.gain_gold(1 + run.defeated)
        total = self.item(trial) / 3.0
        return total + self.after(trial) * 2.0 / 3.0

    def rest(self, run: Run, way: i64) -> float:
        """Return the value of a way to rest: 0 weapon, 1 food, 2 heal."""
        trial = Run()
        trial.take(run)
        rested(trial, way)
        return self.after(trial)

    def event_of(self, run: Run, face: i64) -> float:
        """Return the value of an event that stands (section 8.5)."""
        if face == 6:
            return self.monster(run, EVENT)
        trial = Run()
        trial.take(run)
        befall(trial, face)
        return self.after(trial)

    def event(self, run: Run) -> float:
        values: vec[float] = vec[float]([self.event_of(run, face) for face in range(1, 7)])
        success = float(rank_of(run.xp)) / 6.0
        total = 0.0
        face: i64 = 0
        while face < 6:
            best = values[face]
            if face > 0:
                best = max(best, values[face - 1])
            if face < 5:
                best = max(best, values[face + 1])
            total += success * best + (1.0 - success) * values[face]
            face += 1
        return total / 6.0

    def trap(self, run: Run) -> float:
        trial = Run()
        success = float(rank_of(run.xp)) / 6.0
        total = 0.0
        face: i64 = 1
        while face <= 6:
            trial.take(run)
            self.find_key(trial)
            spring(trial, face)
            total += self.after(trial)
            face += 1
        trial.take(run)
        self.find_key(trial)
        return success * self.after(trial) + (1.0 - success) * total / 6.0

    def find_key(self, run: Run) -> None:
        """Take the key of a resolved Trap card (section 11, R21)."""
        if self.worth.locked and run.key == 0 and run.found == 0:
            run.key = 1
            run.found = 1

    def merchant(self, run: Run) -> "Trade":
        """Return the best trades."""
        trade = Trade()
        stock = Run()
        stock.take(run)
        self.sell(run, stock, trade, 0, 0)
        return trade

    def sell(self, run: Run, stock: Run, trade: "Trade", sold: i64, spells_sold: i64) -> None:
        """Weigh what can be bought after selling further pieces of armor and spells; changes stock and restores it."""
        self.buy_armor(stock, trade, sold, spells_sold)
        if stock.armor > 0 and spells_sold == 0 and sold < 2 and stock.gold < 20:
            old = stock.copy()
            stock.armor -= 1
            stock.gain_gold(3)
            self.sell(run, stock, trade, sold + 1, 0)
            stock.take(old)
        for kind in (stock.spells // 5, stock.spells % 5):
            if kind > 0 and stock.gold < 20 and spells_sold < 25:
                old = stock.copy()
                stock.drop_spell(kind)
                stock.gain_gold(4)
                self.sell(run, stock, trade, sold, 5 * spells_sold + kind)
                stock.take(old)
            if stock.spells // 5 == stock.spells % 5:
                break

    def buy_armor(self, stock: Run, trade: "Trade", sold: i64, spells_sold: i64) -> None:
        trial = stock.copy()
        bought: i64 = 0
        while True:
            self.buy_spell(trial, trade, Order(sold, spells_sold, bought, 0))
            if trial.gold < 6 or trial.armor >= 5 or sold > 0:
                return
            trial.gold -= 6
            trial.armor += 1
            bought += 1

    def buy_spell(self, stock: Run, trade: "Trade", order: "Order") -> None:
        self.buy_food(stock, trade, order)
        if stock.gold < 8 or stock.spells % 5 > 0:
            return
        kind: i64 = 1
        while kind <= HEALING:
            trial = stock.copy()
            trial.gold -= 8
            trial.add_spell(kind)
            self.buy_spell(trial, trade, Order(order.sold, order.spells_sold, order.armor, 5 * order.spells + kind))
            kind += 1

    def buy_food(self, stock: Run, trade: "Trade", order: "Order") -> None:
        """Try every number of rations and of HP, the HP at the lowest price: four for 3 gold, else 1 each."""
        end = Run()
        rations: i64 = 0
        while rations <= stock.gold and stock.food + rations <= 6:
            hp: i64 = 0
            while True:
                price = 3 * (hp // 4) + min(3, hp % 4)
                if rations + price > stock.gold or stock.hp + hp > 20:
                    break
                end.take(stock)
                end.food += rations
                end.hp += hp
                end.gold -= rations + price
                value = self.after(end)
                if value > trade.best:
                    trade.best = value
                    trade.order = Order(order.sold, order.spells_sold, order.armor, order.spells)
                    trade.order.rations = rations
                    trade.order.hp = hp
                hp += 1
            rations += 1


class Order:
    """Trades: armor pieces sold, spells sold (base 5), armor bought, spells bought (base 5), rations, HP."""

    def __init__(self, sold: i64, spells_sold: i64, armor: i64, spells: i64) -> None:
        self.sold: i64 = sold
        self.spells_sold: i64 = spells_sold
        self.armor: i64 = armor
        self.spells: i64 = spells
        self.rations: i64 = 0
        self.hp: i64 = 0


class Trade:
    """The best order so far and its value."""

    def __init__(self) -> None:
        self.best = -1.0
        self.order = Order(0, 0, 0, 0)


def rested(run: Run, way: i64) -> None:
    """Apply a way to rest: 0 weapon, 1 food, 2 heal (section 8.4)."""
    if way == 0:
        run.gain_xp(1)
    elif way == 1:
        run.food = min(6, run.food + 1)
    else:
        run.gain_hp(2)


def befall(run: Run, face: i64) -> None:
    """Apply an event other than the monster (section 8.5)."""
    if face == 1:
        run.food = min(6, run.food + 1)
    elif face == 2:
        run.gain_hp(2)
    elif face == 3:
        run.gain_gold(2)
    elif face == 4:
        run.gain_xp(2)
    else:
        run.armor = min(5, run.armor + 1)


def spring(run: Run, face: i64) -> None:
    """Apply a trap to a run that failed its check (section 8.6)."""
    if face == 1 and run.food > 0:
        run.food -= 1
    elif face == 2 and run.gold > 0:
        run.gold -= 1
    elif face == 3 and run.armor > 0:
        run.armor -= 1
    elif face == 5 and run.xp > 0:
        run.xp -= 1
    elif face == 4:
        run.hp -= 1
    else:
        run.hp -= 2
        if face == 6 and run.hp > 0:
            run.go(below(run.area))


def healed(run: Run) -> Run:
    """Return the run after a Healing spell."""
    new = run.copy()
    new.drop_spell(HEALING)
    new.gain_hp(8)
    return new


def rooms_in(mask: i64) -> vec[i64]:
    """Return the rooms of a set."""
    found: vec[i64] = vec[i64]([])
    room: i64 = 0
    while room < 6:
        if (mask >> room) & 1 == 1:
            found = append(found, room)
        room += 1
    return found
