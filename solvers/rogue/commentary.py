"""What the odds say of each fight in a game of Mini Rogue, as a replay page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _
from cardsolo.games.rogue.events import Met
from solvers.rogue.odds import fight_odds

if TYPE_CHECKING:
    from cardsolo.core.session import Session, Turn


def commentary(session: Session) -> tuple[dict[int, str], dict[int, float], int | None]:
    """Return the exact chance of each fight, at the number of the move that began it; no chances of the whole game."""
    notes = {}
    for turn in session.turns:
        if any(isinstance(event, Met) for event in turn.events):
            notes[turn.n] = _note(turn)
    return {n: note for n, note in notes.items() if note}, {}, None


def _note(turn: Turn) -> str:
    """Return the chance of winning the fight that a move began, before the first dice; empty where they ended it."""
    combat, hero = turn.state.combat, turn.state.hero
    if combat is None:
        return ""
    odds = fight_odds(hero.rank, hero.xp, hero.hp, hero.armor, hero.spells, combat.hp, combat.damage)
    return _("chance to win this fight before the roll: {chance}").format(chance=f"{100 * odds.win:.1f} %")
