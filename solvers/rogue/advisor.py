"""What to do next in Mini Rogue, from a view alone: every move with the chance of winning the game after it.

The chance comes from the fitted values (`solvers.rogue.train`) after one exact step; in a fight from exact dynamic
programming over all dice whose ends are worth what the run is worth then: survival first, but not at any price. Reasons
for fights state the exact chance of surviving, which `cardsolo odds rogue` gives too.
"""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Final

from cardsolo.core.errors import DealError, Fault, OptionError
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps
from cardsolo.games.rogue.state import ATTACK, EVENT, OVER, SPELL
from cardsolo.games.rogue.tables import foe
from solvers.advice import Advice, Candidate
from solvers.rogue.counsel import Counsel, run_of, traded
from solvers.rogue.kernel.fight import Fight
from solvers.rogue.kernel.plan import CELLS, NONE, WIDTH, Book
from solvers.rogue.table import Thrown, spell_choice

if TYPE_CHECKING:
    from cardsolo.games.rogue.moves import Move
    from cardsolo.games.rogue.state import View
    from solvers.rogue.kernel.run import Run

#: Candidates whose reason is worked out; the others are rarely looked at.
EXPLAINED: Final = 6


@cache
def _counsel(*, locked: bool) -> Counsel:
    return Counsel(locked=locked)


def advise(view: View, seconds: float | None = None) -> Advice:  # noqa: ARG001  it never thinks for long
    """Weigh all legal moves. Raises OptionError where the game is over."""
    if view.phase == OVER:
        raise OptionError(_("the game is over: there is nothing to advise"))
    if view.is_roll_due:
        raise DealError(_("this fight"), [_roll_due(view)])
    started = time.monotonic()
    counsel = _counsel(locked=view.rules.key)
    weighed = counsel.weigh(view)
    explain = Reasons(view, counsel)
    candidates = tuple(
        Candidate((str(one.move),), one.value, reason=explain.of(one.move) if at < EXPLAINED else "")
        for at, one in enumerate(weighed)
    )
    return Advice(candidates[0].moves, candidates, time.monotonic() - started)


def _roll_due(view: View) -> Fault:
    """Say that the dice of an attack are missing, how many, and where they go."""
    rank = view.hero.rank
    text = plural(
        "the attack is rolled first, with nothing to choose before: throw {count} die and write what it shows here, "
        "as in {example}; odds rogue gives the chance of the fight",
        "the attack is rolled first, with nothing to choose before: throw {count} dice and write what they show here, "
        "as in {example}; odds rogue gives the chance of the fight",
        rank,
        example='"dice":' + dumps([*"4625"[:rank]]),
    )
    return Fault("combat.dice", "", text)


class Reasons:
    """Reasons in words for the moves of a view."""

    def __init__(self, view: View, counsel: Counsel) -> None:
        self.view = view
        self.counsel = counsel
        self.run = run_of(view)
        self._odds: dict[str, float] = {}
        combat = view.combat
        if view.phase in {ATTACK, SPELL} and combat is not None:
            self._odds = survival(view, self.run)

    def of(self, move: Move) -> str:
        if str(move) in self._odds:
            return _("the fight is won with {percent} %").format(percent=percent(self._odds[str(move)]))
        if move.verb == "room":
            return self._room(str(self.view.choices[move.number - 1]))
        if move.verb == "check" and self.view.phase == EVENT:
            return _("succeeds in {rank} of 6 cases, and costs nothing").format(rank=self.view.hero.rank)
        if move.verb in {"buy", "sell"}:
            return self._trade(move)
        return ""

    def _room(self, room: str) -> str:
        view = self.view
        if room in {"monster", "boss"}:
            return _("the fight is won with {percent} %").format(percent=percent(meeting(view, self.run, room)))
        if room == "event":
            words = _("a check succeeds in {rank} of 6 cases; a monster would be beaten with {percent} %")
            return words.format(rank=view.hero.rank, percent=percent(meeting(view, self.run, room)))
        if room == "trap":
            words = _("avoided in {rank} of 6 cases").format(rank=view.hero.rank)
            if view.rules.key and not view.key and not view.key_found:
                return _("it holds the key of this level") + "; " + words
            return words
        if room == "treasure":
            return _("{gold} gold, and in 1 of 3 cases an item").format(gold=2 if view.monster_defeated else 1)
        if room == "merchant":
            trade = self.counsel.next_trade(self.run)
            return _("nothing to trade") if trade == "leave" else _("first: {move}").format(move=trade)
        ways = {way: self.counsel.guide.rest(self.run, at) for at, way in enumerate(("weapon", "food", "heal"))}
        return _("there: {move}").format(move="rest " + max(ways, key=ways.__getitem__))

    def _trade(self, move: Move) -> str:
        end = traded(self.run, move)
        if end is None:
            return ""
        following = self.counsel.next_trade(end)
        return "" if following == "leave" else _("then: {move}").format(move=following)


def percent(chance: float) -> str:
    """Return a chance in percent; nothing but certainty is written as 100 or 0."""
    if 0 < chance < 0.0005:
        return "< 0.1"
    if 0.9995 <= chance < 1 - 1e-12:
        return "> 99.9"
    return f"{100 * chance:.1f}"


def _fight(run: Run, damage: int, monster: int, *, poisoned: bool = False) -> Fight:
    """Return a fight in which nothing counts but survival."""
    defence = max(0, damage - run.armor)
    fight = Fight(run.hp, run.xp, defence, run.spells // 5, run.spells % 5, poisoned, monster, Book())
    fight.hp_counts = False
    return fight


def meeting(view: View, run: Run, kind: str) -> float:
    """Return the exact chance of surviving who is met in this area, its HP still to be rolled where they are."""
    row = foe(kind, view.area)
    hits = [row.hp] if row.hp is not None else [view.area + die for die in range(1, 7)]
    fight = _fight(run, row.damage, hits[-1])
    fight.solve(-1)
    return 1 - sum(fight.loss[hp * CELLS + run.hp * WIDTH + run.xp] for hp in hits) / len(hits)


def survival(view: View, run: Run) -> dict[str, float]:
    """Return the exact chance of surviving the fight for every move open in it."""
    combat = view.combat
    assert combat is not None  # noqa: S101  the phases of a fight have one
    fight = _fight(run, combat.damage, combat.hp, poisoned=combat.poisoned)
    fight.frozen = combat.frozen
    if view.phase == SPELL:
        fight.solve(0)
        kinds = [kind for kind in range(5) if kind == NONE or fight.spells.after[kind] >= 0]
        choices = [spell_choice(fight, 0, combat.hp, run.hp, run.xp, kind) for kind in kinds]
        return {choice.move: choice.win for choice in choices}
    fight.solve(len(combat.dice) - sum(die.feat for die in combat.dice))
    if fight.settled(0, combat.hp):
        return {}
    thrown = Thrown(fight, 0, combat.hp, run.hp, run.xp, combat.dice)
    return {choice.move: choice.win for choice in thrown.choices}
