"""Small Mini Rogue games worked out by plain recursion, straight from sections 5 to 8 of the rules.

A game is one area from some column on; what comes after it is a given worth of the hero. Shares nothing with the bound.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

REACHED = (0, 6, 18, 36)
ITEMS = ("armor", "weapon", "fire", "ice", "poison", "healing")
MONSTER, TREASURE, MERCHANT, RESTING, EVENT, TRAP = range(6)


class Hero(NamedTuple):
    hp: int
    xp: int
    armor: int
    gold: int
    food: int
    spells: tuple[str, ...] = ()

    @property
    def rank(self):
        return sum(self.xp >= reached for reached in REACHED)


class Small:
    """worth(hero) of who is done with the area; most gold and food; the kinds of spells there are."""

    def __init__(self, worth, *, gold, food, spells=ITEMS[2:], area=1):
        self.worth, self.most_gold, self.most_food = worth, gold, food
        self.spells, self.area = spells, area
        self.value = lru_cache(None)(self._value)
        self.attack = lru_cache(None)(self._attack)
        self.phase = lru_cache(None)(self._phase)
        self.trade = lru_cache(None)(self._trade)

    def _value(self, hero, column, rest, defeated):
        """The hero stands before a column; rest: the rooms still face down."""
        if hero.hp <= 0:
            return 0.0
        if column == 5:
            return self.worth(hero)
        hands = list(combinations(rest, 2 if column in {2, 4} else 1))
        total = 0.0
        for hand in hands:
            left = tuple(room for room in rest if room not in hand)
            heroes = [hero]
            for _ in range(hero.spells.count("healing")):
                heroes.append(self.healed(heroes[-1]))
            total += max(self.room(one, room, column + 1, left, defeated) for one in heroes for room in hand)
        return total / len(hands)

    def room(self, hero, room, *after):
        column, rest, defeated = after

        def then(one):
            return self.value(one, column, rest, defeated)

        if room == MONSTER:
            return self.meet(hero, 1, column, rest)
        if room == TREASURE:
            rich = self.earn(hero, 2 if defeated else 1)
            return 2 / 3 * then(rich) + 1 / 3 * self.item(rich, then)
        if room == MERCHANT:
            return self.trade(hero, column, rest, defeated)
        if room == RESTING:
            return max(map(then, (self.learn(hero, 1), self.eat(hero), self.cure(hero, 2))))
        if room == EVENT:
            return self.event(hero, then, column, rest)
        return self.trap(hero, then)

    def event(self, hero, then, column, rest):
        ends = [self.eat(hero), self.cure(hero, 2), self.earn(hero, 2), self.learn(hero, 2), self.arm(hero)]
        faces = [*map(then, ends), self.meet(hero, 2, column, rest)]
        check = hero.rank / 6
        return (
            sum(check * max(faces[max(0, at - 1) : at + 2]) + (1 - check) * face for at, face in enumerate(faces)) / 6
        )

    def trap(self, hero, then):
        hurt = self.cure(hero, -2)
        ends = [
            hero._replace(food=hero.food - 1) if hero.food else hurt,
            hero._replace(gold=hero.gold - 1) if hero.gold else hurt,
            hero._replace(armor=hero.armor - 1) if hero.armor else hurt,
            self.cure(hero, -1),
            hero._replace(xp=hero.xp - 1) if hero.xp else hurt,
            hurt,
        ]
        check = hero.rank / 6
        return check * then(hero) + (1 - check) * sum(map(then, ends)) / 6

    def _trade(self, hero, column, rest, defeated):
        best = self.value(hero, column, rest, defeated)
        for price, bought in self.offers(hero):
            if hero.gold >= price and bought != hero:
                best = max(best, self.trade(self.earn(bought, -price), column, rest, defeated))
        return best

    def offers(self, hero):
        yield 1, self.eat(hero)
        yield 1, self.cure(hero, 1)
        yield 3, self.cure(hero, 4)
        yield 6, self.arm(hero)
        if hero.armor:
            yield -3, hero._replace(armor=hero.armor - 1)
        for spell in set(hero.spells):
            yield -4, self.without(hero, spell)
        for spell in self.spells:
            for ready in [hero] if len(hero.spells) < 2 else [self.without(hero, old) for old in set(hero.spells)]:
                yield 8, self.add(ready, spell)

    def item(self, hero, then):
        total = 0.0
        for item in ITEMS:
            if item == "armor":
                total += then(self.arm(hero))
            elif item == "weapon":
                total += then(self.learn(hero, 2))
            elif item not in self.spells:
                total += then(hero)
            elif len(hero.spells) < 2:
                total += then(self.add(hero, item))
            else:
                swaps = [self.add(self.without(hero, old), item) for old in set(hero.spells)]
                total += max(map(then, [hero, *swaps]))
        return total / 6

    def meet(self, hero, xp, column, rest):
        """Return the value of meeting a level 1 monster whose HP are still to be rolled."""
        after = xp, column, rest
        return sum(self.attack(hero, False, self.area + die, after) for die in range(1, 7)) / 6

    def won(self, hero, after):
        xp, column, rest = after
        return self.value(self.learn(hero, xp), column, rest, True)

    def _attack(self, hero, poisoned, monster, after):
        fresh = [()]
        for _ in range(hero.rank):
            fresh = [(*dice, self.shown(0, face, False)) for dice in fresh for face in range(1, 7)]
        return sum(self.phase(tuple(sorted(dice)), hero, poisoned, monster, after) for dice in fresh) / len(fresh)

    @staticmethod
    def shown(held, face, feat):
        """A die: what it holds, whether it shows a fresh 6, whether it has taken a feat."""
        return (0 if face == 1 else held + face, face == 6, feat)

    def _phase(self, dice, hero, poisoned, monster, after):
        left = monster - sum(die[0] for die in dice) - 5 * poisoned
        best = self.spell_step(hero, poisoned, left, after)
        for i, (held, hot, feat) in enumerate(dice):
            rest = dice[:i] + dice[i + 1 :]
            if hot and held <= 12:
                best = max(best, self.thrown(rest, held, feat, hero, poisoned, monster, after))
            if not feat and hero.hp >= 3:
                best = max(best, self.thrown(rest, 0, True, self.cure(hero, -2), poisoned, monster, after))
            if not feat and hero.xp >= 1:
                best = max(best, self.thrown(rest, 0, True, hero._replace(xp=hero.xp - 1), poisoned, monster, after))
        return best

    def thrown(self, rest, held, feat, *fight):
        faces = [tuple(sorted((*rest, self.shown(held, face, feat)))) for face in range(1, 7)]
        return sum(self.phase(dice, *fight) for dice in faces) / 6

    def spell_step(self, hero, poisoned, left, after):
        if left <= 0:
            return self.won(hero, after)
        harm = max(0, 2 - hero.armor)
        if harm == 0:
            return self.won(hero, after)  # nothing can go wrong any more, and there is nothing to gain
        best = self.struck(hero, harm, poisoned, left, after)
        for spell in set(hero.spells):
            ready = self.without(hero, spell)
            if spell == "fire":
                best = max(best, self.struck(ready, harm, poisoned, left - 8, after))
            elif spell == "ice":
                best = max(best, self.struck(ready, 0, poisoned, left, after))
            elif spell == "poison" and not poisoned:
                best = max(best, self.struck(ready, harm, True, left - 5, after))
            elif spell == "healing":
                best = max(best, self.struck(self.healed(hero), harm, poisoned, left, after))
        return best

    def struck(self, hero, harm, poisoned, left, after):
        if left <= 0:
            return self.won(hero, after)
        hero = self.cure(hero, -harm)
        return self.attack(hero, poisoned, left, after) if hero.hp > 0 else 0.0

    def earn(self, hero, gold):
        return hero._replace(gold=min(self.most_gold, hero.gold + gold))

    def eat(self, hero):
        return hero._replace(food=min(self.most_food, hero.food + 1))

    @staticmethod
    def cure(hero, hp):
        return hero._replace(hp=max(0, min(20, hero.hp + hp)))

    @staticmethod
    def arm(hero):
        return hero._replace(armor=min(5, hero.armor + 1))

    @staticmethod
    def learn(hero, xp):
        if hero.xp == 36:
            return hero._replace(hp=min(20, hero.hp + 1))
        return hero._replace(xp=min(36, hero.xp + xp))

    @staticmethod
    def without(hero, spell):
        at = hero.spells.index(spell)
        return hero._replace(spells=hero.spells[:at] + hero.spells[at + 1 :])

    @staticmethod
    def add(hero, spell):
        return hero._replace(spells=tuple(sorted((*hero.spells, spell))))

    def healed(self, hero):
        return self.cure(self.without(hero, "healing"), 8)
