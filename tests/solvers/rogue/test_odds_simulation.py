"""Fights played out with dice thrown one by one, by the solver's choices, end as often as its odds say."""

from __future__ import annotations

import random

import pytest
from amount import examples
from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import put
from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import CELLS, FIRE, HEALING, ICE, NONE, POISON, WIDTH, Book, rank_of, spread

TRIALS = examples(40_000)


@pytest.mark.parametrize(
    ("hp", "xp", "defence", "spells", "monster"),
    [
        (5, 7, 5, (ICE, POISON), 26),  # rank 2, about to be lost
        (5, 3, 3, (HEALING, HEALING), 18),  # rank 1
        (5, 19, 7, (FIRE, HEALING), 30),  # rank 3; kills that may be put off
        (6, 36, 7, (POISON, NONE), 30),  # rank 4
    ],
)
def test_simulated_fights_fall_within_their_interval(hp, xp, defence, spells, monster):
    """The share won must lie within 4 sigma of the odds."""
    sim = Simulation(hp, xp, defence, spells, monster)
    ends = [sim.play() for _ in range(TRIALS)]
    at = monster * CELLS + hp * WIDTH + xp
    chance, mean = 1 - sim.fight.loss[at], sim.fight.mean[at]
    assert 0.01 < chance < 0.9999  # or the simulation would say little
    assert abs(sum(end > 0 for end in ends) / TRIALS - chance) < 4 * (chance * (1 - chance) / TRIALS) ** 0.5
    spread_of_hp = (sum(end * end for end in ends) / TRIALS - (sum(ends) / TRIALS) ** 2) ** 0.5
    assert abs(sum(ends) / TRIALS - mean) < 4 * spread_of_hp / TRIALS**0.5


class Simulation:
    """Throws dice by the rules (what they hold, whether they show a fresh six, whether they took a feat), and asks a
    solved fight only what to do.
    """

    def __init__(self, hp, xp, defence, spells, monster):
        self.start = (hp, xp, monster)
        self.fight = Fight(hp, xp, defence, *spells, False, monster, Book())
        self.fight.solve(-1)
        self.face = random.Random("odds").randrange
        self.phases = {}
        self.choices = {}

    def play(self):
        fight, (hp, xp, monster), state = self.fight, self.start, 0
        while True:
            hp, xp, damage = self.attack(state, monster, hp, xp)
            left = monster - damage - 5 * fight.spells.poisoned[state]
            if left <= 0:
                return hp
            fight.cast(state, left, hp, xp, 0)
            spell = fight.turn_spell[0]
            state = fight.spells.after[5 * state + spell] if spell else state
            left -= {FIRE: 8, POISON: 5}.get(spell, 0)
            if left <= 0:
                return hp
            hp = min(20, hp + 8) if spell == HEALING else hp
            hp -= 0 if spell == ICE else fight.defence
            if hp <= 0:
                return 0
            monster = left

    def attack(self, state, monster, hp, xp):
        start = cell = hp * WIDTH + xp
        if self.fight.aim(state, monster, rank_of(xp)) <= 0:  # won whatever falls
            return hp, xp, sum(self.throw(0, False)[0] for _ in range(rank_of(xp)))
        table = [self.throw(0, False) for _ in range(rank_of(xp))]
        while True:
            table.sort()
            asked = (state, monster, start, cell, *table)
            if asked not in self.choices:
                self.choices[asked] = self.choose(self.phase(state, monster, start), table, cell)
            price, number = self.choices[asked]
            if number < 0:
                return cell // WIDTH, cell % WIDTH, sum(die[0] for die in table)
            cell -= price
            held, _hot, feat = table[number]
            table[number] = self.throw(0, True) if price else self.throw(held, feat)

    def phase(self, state, monster, cell):
        if (state, monster, cell) not in self.phases:
            count = rank_of(cell % WIDTH)
            starts = vec[i64]([int(index == cell) for index in range(CELLS)])
            graph = self.fight.graph(state, monster, count)
            phase = Phase(self.fight, state, monster, graph, spread(starts, count, 0, count), True)
            phase.run()
            self.phases[state, monster, cell] = phase
        return self.phases[state, monster, cell]

    def throw(self, held, feat):
        face = self.face(6) + 1
        return (0 if face == 1 else held + face, face == 6, feat)

    @staticmethod
    def choose(phase, table, cell):
        """Return the price of a throw in cells (0: a critical) and the die, -1 to stop."""
        graph = phase.graph
        dead = sum(held for held, hot, feat in table if feat and not hot)
        if dead >= graph.need or (graph.enough and sum(die[0] for die in table) >= graph.need):
            return 0, -1
        most = graph.need - dead
        codes = []
        for held, hot, feat in table:
            sixes = min(held // 6, (most + 5) // 6)
            codes.append(sixes + (40 if feat else 32) if hot else -1 if feat else 1 + min(held, most))
        key = dead
        for code in codes:
            key = put(key, code) if code >= 0 else key
        number = graph.ids.get(key)
        assert number >= 0
        act = phase.act[phase.slot[cell] * graph.size() + number]
        if act == 0:
            return 0, -1
        if act > 0:
            return 0, codes.index(graph.crit_codes[act - 1])
        if act > -2000000:
            return 2 * WIDTH, codes.index(graph.feat_codes[-1 - act])
        return 1, codes.index(graph.feat_codes[-2000000 - act])
