"""Values of the decisions open in the middle of a fight: dice on the table, or the spell step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cmp_to_key
from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from solvers.rogue.kernel.attack import Graph, put
from solvers.rogue.kernel.outcome import Outcome, Stream
from solvers.rogue.kernel.phase import Phase
from solvers.rogue.kernel.plan import CELLS, HEALING, NONE, TIE, WIDTH, spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolo.games.rogue.state import Die
    from solvers.rogue.kernel.fight import Fight

MOST_HP: Final = 20
SPELLS: Final = ("fire", "ice", "poison", "healing")


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision open now: chances and mean HP left (a defeat counting 0) under best play afterwards."""

    move: str
    win: float
    lose: float
    mean_hp: float


def _compare(a: Choice, b: Choice) -> int:
    if abs(a.lose - b.lose) > TIE * max(a.lose, b.lose):
        return 1 if a.lose > b.lose else -1
    return (b.mean_hp > a.mean_hp) - (b.mean_hp < a.mean_hp)


def ranked(choices: list[Choice]) -> tuple[Choice, ...]:
    """Return the choices best first; equal ones stay in order."""
    return tuple(sorted(choices, key=cmp_to_key(_compare)))


def spell_step(fight: Fight, outcome: Outcome) -> tuple[Choice, ...]:
    """Value every answer to a monster that has survived the attack phase; send the mass down the best."""
    fight.solve(0)
    left, hp, xp = fight.monster, fight.hp, fight.xp
    kinds = [kind for kind in range(HEALING + 1) if kind == NONE or fight.spells.after[kind] >= 0]
    if fight.hp == MOST_HP and HEALING in kinds:
        kinds.remove(HEALING)  # without effect, so not offered (R5)
    choices = [spell_choice(fight, 0, left, hp, xp, kind) for kind in kinds]
    best = ranked(choices)
    outcome.begin_spell(left, hp, xp, _kind(best[0].move), 1.0)
    return best


def _kind(move: str) -> int:
    return NONE if move == "no-spell" else SPELLS.index(move.removeprefix("spell ")) + 1


def spell_choice(fight: Fight, state: int, left: int, hp: int, xp: int, kind: int) -> Choice:  # noqa: PLR0917
    """Return the value of one answer in the spell step of a solved fight."""
    if kind == NONE and fight.defence == 0:
        # the kernel leaves out waiting where it hurts nobody; to wait is worth what the next round is
        at = (state * (fight.monster + 1) + left) * CELLS + hp * WIDTH + xp
        lose, mean = fight.loss[at], fight.mean[at]
    else:
        lose, mean = fight.spelled(state, left, hp, xp, kind)
    return Choice("no-spell" if kind == NONE else f"spell {SPELLS[kind - 1]}", 1.0 - lose, lose, mean)


@dataclass(frozen=True, slots=True)
class _Throw:
    """A throw open now: the cell the hero is in once it is paid, and the six positions it can lead to."""

    move: str
    cell: int
    results: tuple[int, ...]


def dice_step(fight: Fight, outcome: Outcome, dice: Sequence[Die]) -> tuple[Choice, ...]:
    """Value every decision about the dice as they lie; send the mass down the best."""
    used = sum(die.feat for die in dice)
    fight.solve(len(dice) - used)
    need = fight.monster - 5 * fight.spells.poisoned[0]
    if need <= 0:
        return _poison_kills(fight, outcome, dice)
    thrown = Thrown(fight, 0, fight.monster, fight.hp, fight.xp, dice)
    best = ranked(thrown.choices)
    total = min(need, sum(die.value for die in dice))
    if best[0].move == "stop" and total < need:
        outcome.begin_spell(need - total, fight.hp, fight.xp, fight.turn_spell[total], 1.0)
    elif best[0].move == "stop":
        outcome.hp_left[fight.hp] += 1.0
    else:
        thrown.send(outcome, best[0].move)
    return best


class Thrown:
    """Dice on the table in a solved fight, and the value of every decision about them. The poison alone must not
    kill.
    """

    def __init__(self, fight: Fight, state: int, monster: int, hp: int, xp: int, dice: Sequence[Die]) -> None:  # noqa: PLR0917
        need = monster - 5 * fight.spells.poisoned[state]
        self.used = sum(die.feat for die in dice)
        graph = Graph(len(dice), need, len(dice), fight.savings(state))
        self.throws = _throws(graph, hp, xp, dice)
        graph.close()
        cell = hp * WIDTH + xp
        starts = vec[i64]([int(index == cell) for index in range(CELLS)])
        plan = spread(starts, len(dice), self.used, len(dice))
        plan.starts = vec[i64]([0] * len(plan.starts))  # the dice lie already: no cell begins with a fresh roll
        self.phase = Phase(fight, state, monster, graph, plan, True)
        self.phase.run()
        fight.turn(state, monster, hp, xp)
        total = min(need, sum(die.value for die in dice))
        lose, mean = fight.turn_loss[total], fight.turn_mean[total]
        self.choices = [Choice("stop", 1.0 - lose, lose, mean), *map(self._choice, self.throws)]

    def _choice(self, throw: _Throw) -> Choice:
        phase = self.phase
        row = phase.slot[throw.cell] * phase.graph.size()
        lose = sum(phase.loss[row + result] for result in throw.results) / 6.0
        mean = sum(phase.mean[row + result] for result in throw.results) / 6.0
        return Choice(throw.move, 1.0 - lose, lose, mean)

    def send(self, outcome: Outcome, move: str) -> None:
        """Send the whole mass down a throw."""
        throw = next(throw for throw in self.throws if throw.move == move)
        stream = Stream(outcome, self.phase)
        row = self.phase.slot[throw.cell] * self.phase.graph.size()
        for result in throw.results:
            stream.mass[row + result] += 1.0 / 6.0
        stream.flow(self.used)


def _poison_kills(fight: Fight, outcome: Outcome, dice: Sequence[Die]) -> tuple[Choice, ...]:
    """Value the decisions when the poison alone is enough: all win, some cost HP."""
    moves = [("stop", fight.hp)]
    for n, die in enumerate(dice, 1):
        if die.is_critical:
            moves.append((f"reroll {n}", fight.hp))
        if not die.feat and fight.xp > 0:
            moves.append((f"feat xp {n}", fight.hp))
        if not die.feat and fight.hp >= 3:
            moves.append((f"feat hp {n}", fight.hp - 2))
    outcome.hp_left[fight.hp] += 1.0
    return ranked([Choice(move, 1.0, 0.0, float(hp)) for move, hp in moves])


def code_of(die: Die, need: int) -> int:
    """Return the kernel's code of a live die; what it holds beyond need makes no difference."""
    if die.is_critical:
        return min(die.value, need + 5) // 6 + (40 if die.feat else 32)
    return 1 + min(need, die.value)


def key_of(dice: Sequence[Die], need: int) -> int:
    """Return the kernel's key of dice on the table."""
    key = 0
    for die in dice:
        if die.feat and not die.is_critical:
            key = (key & ~63) | min(need, (key & 63) + die.value)
        else:
            key = put(key, code_of(die, need))
    return key


def _throws(graph: Graph, hp: int, xp: int, dice: Sequence[Die]) -> list[_Throw]:
    """Return the throws open now, having numbered in graph all they can lead to."""
    cell = hp * WIDTH + xp
    throws = []
    for n, die in enumerate(dice, 1):
        rest = key_of([*dice[: n - 1], *dice[n:]], graph.need)
        if die.is_critical:
            held = min(die.value, graph.need + 5) // 6 * 6
            results = tuple(graph.visit(graph.result(rest, held, face, die.feat)) for face in range(1, 7))
            throws.append(_Throw(f"reroll {n}", cell, results))
        if not die.feat:
            results = tuple(graph.visit(graph.result(rest, 0, face, True)) for face in range(1, 7))
            if xp > 0:
                throws.append(_Throw(f"feat xp {n}", cell - 1, results))
            if hp >= 3:
                throws.append(_Throw(f"feat hp {n}", cell - 2 * WIDTH, results))
    return throws
