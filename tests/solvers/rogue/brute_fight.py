"""Mini Rogue fights worked out by plain recursion with fractions, straight from section 7 of the rules.

Shares nothing with the solver: dice are kept one by one, every legal choice is tried, numbers are exact.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

REACHED = (0, 6, 18, 36)


def rank_of(xp: int) -> int:
    return sum(xp >= threshold for threshold in REACHED)


class Brute:
    """Pairs (chance of winning, mean HP left), compared in this order, for one defence value (which must not be 0)."""

    def __init__(self, defence: int) -> None:
        assert defence > 0
        self.defence = defence
        self.round = lru_cache(None)(self._round)
        self.phase = lru_cache(None)(self._phase)
        self.spell_step = lru_cache(None)(self._spell_step)

    @staticmethod
    def won(hp):
        return (Fraction(1), Fraction(hp))

    @staticmethod
    def lost():
        return (Fraction(0), Fraction(0))

    @staticmethod
    def average(pairs):
        return tuple(sum((pair[k] for pair in pairs), Fraction(0)) / len(pairs) for k in (0, 1))

    @staticmethod
    def better(one, other):
        return max(one, other)

    def _round(self, hp, xp, spells, poisoned, monster):
        if monster <= 0:
            return self.won(hp)
        fresh = [()]
        for _ in range(rank_of(xp)):
            fresh = [(*dice, self.shown(0, face, False)) for dice in fresh for face in range(1, 7)]
        return self.average([self.phase(tuple(sorted(dice)), hp, xp, spells, poisoned, monster) for dice in fresh])

    @staticmethod
    def shown(held, face, feat):
        """A die: what it holds, whether it shows a fresh 6, whether it has taken a feat."""
        return (0 if face == 1 else held + face, face == 6, feat)

    def _phase(self, dice, hp, xp, spells, poisoned, monster):  # noqa: PLR0917
        left = monster - sum(die[0] for die in dice) - (5 if poisoned else 0)
        best = self.spell_step(hp, xp, spells, poisoned, left)
        for i, (held, hot, feat) in enumerate(dice):
            rest = dice[:i] + dice[i + 1 :]
            # criticals need not ever end; beyond any monster they matter only to miss on purpose, with healing to gain
            if hot and held <= (78 if "healing" in spells else 24):
                best = self.better(best, self.thrown(rest, held, feat, hp, xp, spells, poisoned, monster))
            if not feat and hp >= 3:
                best = self.better(best, self.thrown(rest, 0, True, hp - 2, xp, spells, poisoned, monster))
            if not feat and xp >= 1:
                best = self.better(best, self.thrown(rest, 0, True, hp, xp - 1, spells, poisoned, monster))
        return best

    def thrown(self, rest, held, feat, hp, xp, spells, poisoned, monster):  # noqa: PLR0917
        faces = [tuple(sorted((*rest, self.shown(held, face, feat)))) for face in range(1, 7)]
        return self.average([self.phase(dice, hp, xp, spells, poisoned, monster) for dice in faces])

    def _spell_step(self, hp, xp, spells, poisoned, left):
        if left <= 0:
            return self.won(hp)
        best = self.defend(hp, xp, spells, poisoned, left, False)
        for i, spell in enumerate(spells):
            rest = spells[:i] + spells[i + 1 :]
            if spell == "fire":
                best = self.better(best, self.defend(hp, xp, rest, poisoned, left - 8, False))
            elif spell == "ice":
                best = self.better(best, self.defend(hp, xp, rest, poisoned, left, True))
            elif spell == "poison" and not poisoned:
                best = self.better(best, self.defend(hp, xp, rest, True, left - 5, False))
            elif spell == "healing":
                best = self.better(best, self.defend(min(20, hp + 8), xp, rest, poisoned, left, False))
        return best

    def defend(self, hp, xp, spells, poisoned, left, frozen):  # noqa: PLR0917
        if left > 0 and not frozen:
            hp -= self.defence
        return self.lost() if hp <= 0 else self.round(hp, xp, spells, poisoned, left)


class Quick(Brute):
    """The same in floating point: pairs (chance of losing with the sign turned, mean HP left); equal chances are those
    that rounding makes differ.
    """

    @staticmethod
    def won(hp):
        return (0.0, float(hp))

    @staticmethod
    def lost():
        return (-1.0, 0.0)

    @staticmethod
    def average(pairs):
        return (sum(pair[0] for pair in pairs) / len(pairs), sum(pair[1] for pair in pairs) / len(pairs))

    @staticmethod
    def better(one, other):
        if abs(one[0] - other[0]) <= 1e-12 * max(-one[0], -other[0]):
            return one if one[1] >= other[1] else other
        return max(one, other)


class Frozen(Quick):
    """A first phase after which a monster that was frozen before does not strike back."""

    def __init__(self, defence: int) -> None:
        super().__init__(defence)
        self.round = Quick(defence).round

    def defend(self, hp, xp, spells, poisoned, left, frozen):  # noqa: PLR0917
        return super().defend(hp, xp, spells, poisoned, left, True)
