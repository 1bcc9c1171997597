"""Mini Rogue: fights (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import marked
from cardsolo.games.rogue.events import Cast, Critical, Defended, Feat, Hit, Met, Rolled, Slain, Won
from cardsolo.games.rogue.hero import drop_spell
from cardsolo.games.rogue.items import find_item
from cardsolo.games.rogue.legal import can_cast
from cardsolo.games.rogue.state import ATTACK, SPELL, WON, Combat, Die
from cardsolo.games.rogue.tables import (
    AREAS,
    BOSS,
    FEAT_HP,
    FEAT_XP,
    HEALING_HP,
    LEVELS,
    POISON_DAMAGE,
    SPELLS,
    foe,
)
from cardsolo.games.rogue.turn import finish_room

if TYPE_CHECKING:
    from cardsolo.games.rogue.draft import Draft
    from cardsolo.games.rogue.moves import Move


def fight(draft: Draft, kind: str) -> None:
    """Meet a `monster`, an `event` monster or the `boss`, and roll the first attack (7.1)."""
    row = foe(kind, draft.area)
    die = None if row.hp is not None else draft.throw(marked("HP of the monster"))
    hp = row.hp if row.hp is not None else draft.area + (die or 0)
    draft.combat = Combat(kind, hp, row.damage)
    draft.tell(Met(kind, row.name, hp, row.damage, die))
    attack(draft)


def attack(draft: Draft) -> None:
    """Roll all unlocked dice (7.2 step 1)."""
    count = draft.hero.rank
    dice = tuple(Die((draft.throw(marked("attack"), count - index),)) for index in range(count))
    draft.tell(Rolled(tuple(die.faces[0] for die in dice)))
    draft.combat = _combat(draft)._replace(dice=dice)
    draft.phase = ATTACK


def reroll(draft: Draft, move: Move) -> None:
    """Re-roll a critical: the new face is added, a 1 loses everything (7.2 step 3)."""
    old = _combat(draft).dice[move.number - 1]
    face = draft.throw(marked("critical"))
    die = old._replace(faces=(*old.faces, face))
    draft.tell(Critical(move.number, face, die.value))
    _put(draft, move.number, die)


def feat(draft: Draft, move: Move) -> None:
    """Pay, and start a die anew (7.4, R12); dice on the table stay even if the rank falls (R14)."""
    draft.lose(move.what, FEAT_HP if move.what == "hp" else FEAT_XP)
    face = draft.throw(marked("feat"))
    draft.tell(Feat(move.number, move.what, face))
    _put(draft, move.number, Die((face,), feat=True))


def stop(draft: Draft, move: Move) -> None:  # noqa: ARG001
    """Deal the damage of the dice; then the spell step, if there is something to choose (7.2 steps 5 and 6)."""
    combat = _combat(draft)
    poison = POISON_DAMAGE if combat.poisoned else 0
    damage = sum(die.value for die in combat.dice) + poison
    draft.combat = combat = combat._replace(hp=max(0, combat.hp - damage), dice=())
    draft.tell(Hit(damage, poison, combat.hp))
    if not combat.hp:
        _win(draft)
    elif can_cast(draft.hero, combat):
        draft.phase = SPELL
    else:
        _defend(draft)


def cast(draft: Draft, move: Move) -> None:
    """Use a spell in the fight (7.5)."""
    spell = SPELLS[move.what]
    combat = _combat(draft)
    draft.hero = drop_spell(draft.hero, spell.name)
    draft.tell(Cast(spell.name, spell.damage))
    if spell.name == "healing":
        draft.gain("hp", HEALING_HP)
    draft.combat = combat = combat._replace(
        hp=max(0, combat.hp - spell.damage),
        poisoned=combat.poisoned or spell.name == "poison",
        frozen=combat.frozen or spell.name == "ice",
    )
    if combat.hp:
        _defend(draft)
    else:
        _win(draft)


def no_spell(draft: Draft, move: Move) -> None:  # noqa: ARG001
    _defend(draft)


def _defend(draft: Draft) -> None:
    """The monster strikes back, unless frozen (7.3, R11); the next round begins."""
    combat = _combat(draft)
    armor = draft.hero.armor
    lost = 0 if combat.frozen else max(0, combat.damage - armor)
    draft.tell(Defended(combat.damage, armor, lost, combat.frozen))
    if lost and not draft.hurt(lost, combat.kind):
        return
    if combat.frozen:
        draft.combat = combat._replace(frozen=False)
    attack(draft)


def _win(draft: Draft) -> None:
    """Rewards (7.6): gold, then XP, then the item (R27); Og's Remains ends the game at once (R24)."""
    kind = _combat(draft).kind
    row = foe(kind, draft.area)
    draft.combat = None
    draft.tell(Slain(kind, row.name))
    if kind != BOSS:
        draft.monster_defeated = True  # event monsters too (R19)
        draft.gain("xp", row.xp)
        finish_room(draft)
        return
    draft.bosses_slain = min(len(LEVELS), draft.bosses_slain + 1)  # positions set up by hand may claim any number
    if draft.area == AREAS:
        draft.end(WON)
        draft.tell(Won())
        return
    draft.gain("gold", row.gold)
    draft.gain("xp", row.xp)
    find_item(draft)


def _combat(draft: Draft) -> Combat:
    assert draft.combat is not None  # noqa: S101  the phases of a fight have one
    return draft.combat


def _put(draft: Draft, number: int, die: Die) -> None:
    combat = _combat(draft)
    dice = combat.dice
    draft.combat = combat._replace(dice=(*dice[: number - 1], die, *dice[number:]))
