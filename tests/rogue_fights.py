"""Random Mini Rogue fights for tests of the odds: every set of spells, poisoned or not, dice on the table or not."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from cardsolo.games.rogue.state import Die
from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.plan import Book
from solvers.rogue.odds import odds_of

SPELLS = ("fire", "ice", "poison", "healing")
#: All fifteen: none, each alone, all pairs, those of the same included.
SPELL_SETS = tuple(
    tuple(spell for spell in pair if spell) for pair in itertools.combinations_with_replacement(("", *SPELLS), 2)
)
REACHED = (0, 6, 18, 36)


class Bout(NamedTuple):
    """A fight as the kernel takes it: XP cumulative, defence the damage less the armor; dice None before the roll."""

    hp: int
    xp: int
    defence: int
    spells: tuple[str, ...]
    poisoned: bool
    monster: int
    dice: tuple[Die, ...] | None = None

    @property
    def rank(self):
        return sum(self.xp >= reached for reached in REACHED)

    def fight(self, without=0):
        kinds = [SPELLS.index(spell) + 1 for spell in self.spells] + [0, 0]
        made = Fight(self.hp, self.xp, self.defence, kinds[0], kinds[1], self.poisoned, self.monster, Book())
        made.without = without
        return made

    def odds(self, without=0):
        return odds_of(self.fight(without), self.dice)


def random_die(rng):
    faces = [rng.randint(1, 6)]
    while faces[-1] == 6 and rng.random() < 0.4:
        faces.append(rng.randint(1, 6))
    return Die(tuple(faces), rng.random() < 0.25)


def random_bout(rng, *, ranks=(1, 2, 3), monsters=(1, 30), thrown=0.5, least=0):
    """Return a fight, in `thrown` of the cases with dice on the table. least: of the defence."""
    rank = rng.choice(ranks)
    xp = rng.randint(REACHED[rank - 1], REACHED[rank] - 1) if rank < 4 else 36
    defence = max(least, rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12)))
    dice = tuple(random_die(rng) for _ in range(rank)) if rng.random() < thrown else None
    low, high = monsters
    hp = rng.randint(1, 20)
    return Bout(hp, xp, defence, rng.choice(SPELL_SETS), rng.random() < 0.4, rng.randint(low, high), dice)
