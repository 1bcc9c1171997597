"""Mini Rogue: a state while a move changes it. Lives inside one move; what goes in and comes out is immutable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.game import Event, Step
from cardsolo.games.rogue import hero as card
from cardsolo.games.rogue.events import Died, Gained, Lost, RankChanged
from cardsolo.games.rogue.state import OVER, State

if TYPE_CHECKING:
    from cardsolo.core.chance import Chance


class Draft:
    """The fields of a State, to be changed, the events that tell of it, and the dice it takes."""

    __slots__ = (
        "_chance",
        "area",
        "before",
        "bosses_slain",
        "column",
        "combat",
        "dice_thrown",
        "die",
        "ended",
        "events",
        "hero",
        "key",
        "key_found",
        "layout",
        "monster_defeated",
        "offer",
        "phase",
        "taken",
        "visit",
    )

    def __init__(self, state: State, chance: Chance) -> None:
        self._chance = chance
        self.events: list[Event] = []
        self.before = state
        self.visit = state.visit
        self.dice_thrown = state.dice_thrown
        self.area = state.area
        self.hero = state.hero
        self.layout = state.layout
        self.column = state.column
        self.taken = state.taken
        self.phase = state.phase
        self.combat = state.combat
        self.die = state.die
        self.offer = state.offer
        self.monster_defeated = state.monster_defeated
        self.bosses_slain = state.bosses_slain
        self.key = state.key
        self.key_found = state.key_found
        self.ended = state.ended

    def freeze(self) -> State:
        return State(
            self.before.rules,
            self.visit,
            self.dice_thrown,
            self.area,
            self.hero,
            self.layout,
            self.column,
            self.taken,
            self.phase,
            self.combat,
            self.die,
            self.offer,
            self.monster_defeated,
            self.bosses_slain,
            self.key,
            self.key_found,
            self.ended,
            self.before.rooms,
            self.before.seed,
        )

    def step(self) -> Step[State]:
        return Step(self.freeze(), tuple(self.events))

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def throw(self, why: str, count: int = 1) -> int:
        """Throw one die; why and count as in `Chance.die`."""
        self.dice_thrown += 1
        return self._chance.die(why, count)

    # --- the hero -----------------------------------------------------------------------------------------------------
    def gain(self, stat: str, amount: int) -> None:
        """Gain of a stat; XP at rank 4 come as HP (R3)."""
        before = self.hero
        self.hero = card.gain(before, stat, amount)
        if stat == "xp" and self.hero.rank == before.rank and self.hero.xp == before.xp:
            stat = "hp"
        if stat == "xp":
            self.events.append(Gained("xp", amount, self.hero.xp))
            self._tell_rank(before.rank)
        else:
            now = card.held(self.hero, stat)
            self.events.append(Gained(stat, now - card.held(before, stat), now))

    def lose(self, stat: str, amount: int) -> None:
        before = self.hero
        self.hero = card.lose(before, stat, amount)
        now = card.held(self.hero, stat)
        self.events.append(Lost(stat, amount if stat == "xp" else card.held(before, stat) - now, now))
        self._tell_rank(before.rank)

    def hurt(self, amount: int, cause: str) -> bool:
        """Lose HP; return whether the adventurer lives. cause: what is to blame otherwise."""
        self.lose("hp", amount)
        if self.hero.hp:
            return True
        self.end(cause)
        self.tell(Died(cause))
        return False

    def end(self, how: str) -> None:
        self.ended = how
        self.phase = OVER
        self.combat = None

    def _tell_rank(self, before: int) -> None:
        if self.hero.rank != before:
            self.events.append(RankChanged(before, self.hero.rank, self.hero.xp))
