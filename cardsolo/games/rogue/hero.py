"""Mini Rogue: arithmetic of the Character card (sections 1 and 5). No stat leaves its range; a surplus is lost."""

from __future__ import annotations

from typing import Final

from cardsolo.games.rogue.state import Hero, Rules
from cardsolo.games.rogue.tables import (
    CAPS,
    DIFFICULTIES,
    FEAT_HP,
    MAX_HP,
    MAX_RANK,
    MAX_SPELLS,
    SPELLS,
    SUBSTITUTE_HP,
    THRESHOLDS,
    Trap,
)

_SPELL_ORDER: Final = {name: index for index, name in enumerate(SPELLS)}


def starting_hero(rules: Rules) -> Hero:
    row = DIFFICULTIES[rules.difficulty]
    return Hero(1, 0, row.armor, row.hp, row.gold, row.food)


def held(hero: Hero, stat: str) -> int:
    """Return how much the hero has of `armor`, `hp`, `gold`, `food` or `xp`."""
    value: int = getattr(hero, stat)
    return value


def gain(hero: Hero, stat: str, amount: int) -> Hero:
    """Gain `armor`, `hp`, `gold`, `food` or `xp` (one gain event of `amount`)."""
    if stat == "xp":
        return _gain_xp(hero, amount)
    return _with(hero, stat, min(CAPS[stat], held(hero, stat) + amount))


def lose(hero: Hero, stat: str, amount: int) -> Hero:
    """Lose `armor`, `hp`, `gold`, `food` or `xp`; lost XP can lower the rank (R4)."""
    if stat == "xp":
        return _lose_xp(hero, amount)
    return _with(hero, stat, max(0, held(hero, stat) - amount))


def _with(hero: Hero, stat: str, value: int) -> Hero:
    if stat == "hp":
        return hero._replace(hp=value)
    if stat == "gold":
        return hero._replace(gold=value)
    return hero._replace(food=value) if stat == "food" else hero._replace(armor=value)


def _gain_xp(hero: Hero, amount: int) -> Hero:
    if hero.rank == MAX_RANK:  # +1 HP for each gain, whatever its size (R3, R33)
        return hero._replace(hp=min(MAX_HP, hero.hp + 1))
    xp = hero.xp + amount
    threshold = THRESHOLDS[hero.rank - 1]
    if xp < threshold:
        return hero._replace(xp=xp)
    rank = hero.rank + 1  # at the threshold, not above it (R2)
    return hero._replace(rank=rank, xp=0 if rank == MAX_RANK else xp - threshold)  # R3: the surplus is lost at rank 4


def _lose_xp(hero: Hero, amount: int) -> Hero:
    rank, xp = hero.rank, hero.xp - amount
    while xp < 0 and rank > 1:
        rank -= 1
        xp += THRESHOLDS[rank - 1]
    return hero._replace(rank=rank, xp=max(0, xp))


def has_xp(hero: Hero) -> bool:
    """Whether 1 XP can be lost: a rank counts as XP (R13, section 8.6)."""
    return hero.rank > 1 or hero.xp > 0


def can_pay_feat(hero: Hero, price: str) -> bool:
    """Whether a feat can be paid in `hp` or `xp`: never with the last HP (R13)."""
    return hero.hp > FEAT_HP if price == "hp" else has_xp(hero)


def spring(hero: Hero, trap: Trap) -> tuple[str, int]:
    """Return what a trap takes, as (stat, amount): its own penalty, or the substitute (section 8.6)."""
    if trap.what == "hp":
        return "hp", trap.amount
    enough = has_xp(hero) if trap.what == "xp" else held(hero, trap.what) > 0
    return (trap.what, trap.amount) if enough else ("hp", SUBSTITUTE_HP)


def is_full(hero: Hero) -> bool:
    """Whether a further spell needs one to be thrown away."""
    return len(hero.spells) >= MAX_SPELLS


def sort_spells(spells: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(spells, key=_SPELL_ORDER.__getitem__))


def add_spell(hero: Hero, spell: str) -> Hero:
    return hero._replace(spells=sort_spells((*hero.spells, spell)))


def drop_spell(hero: Hero, spell: str) -> Hero:
    at = hero.spells.index(spell)
    return hero._replace(spells=hero.spells[:at] + hero.spells[at + 1 :])
