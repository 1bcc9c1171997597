"""Mini Rogue: the start of a game, one move of it, its result.

Sections and rulings R1–R34 are those of `cardsolo rules rogue`. `legal` says what may be done, `turn`, `rooms`,
`combat` and `items` what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cardsolo.core.i18n import marked
from cardsolo.games.rogue import combat, items, rooms
from cardsolo.games.rogue.draft import Draft
from cardsolo.games.rogue.events import Cast, Resigned
from cardsolo.games.rogue.hero import drop_spell, starting_hero
from cardsolo.games.rogue.state import DEATHS, LOCKED, RESIGNED, ROOM, WON, Deal, State, Table
from cardsolo.games.rogue.tables import (
    DIFFICULTIES,
    HEALING_HP,
    SCORE_AREA,
    SCORE_BOSS,
    SCORE_GOLD,
    SCORE_HP,
    SCORE_RANK,
)
from cardsolo.games.rogue.turn import enter_area

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolo.core.chance import Chance
    from cardsolo.core.game import Json, Step
    from cardsolo.games.rogue.moves import Move


def start(deal: Deal, chance: Chance) -> Step[State]:
    """Set up (section 2), lay out area 1, turn up its first column."""
    blank = State(
        deal.rules,
        visit=1,
        dice_thrown=0,
        area=1,
        hero=starting_hero(deal.rules),
        layout=deal.rooms[0],
        column=1,
        taken=(),
        phase=ROOM,
        rooms=deal.rooms,
        seed=deal.seed,
    )
    draft = Draft(blank, chance)
    enter_area(draft, deal.rooms[0])
    return draft.step()


def enter(state: State, chance: Chance) -> Step[State]:
    """Bring a position to its first decision: roll the attack where no dice lie on the table."""
    draft = Draft(state, chance)
    if state.is_roll_due:
        combat.attack(draft)
    return draft.step()


def play(state: State, move: Move, chance: Chance) -> Step[State]:
    """Play a legal move up to the next decision."""
    draft = Draft(state, chance)
    _PLAY[move.verb](draft, move)
    return draft.step()


def _spell(draft: Draft, move: Move) -> None:
    if draft.combat is not None:
        combat.cast(draft, move)
        return
    draft.hero = drop_spell(draft.hero, move.what)  # Healing between rooms (R8)
    draft.tell(Cast(move.what, 0))
    draft.gain("hp", HEALING_HP)


def _resign(draft: Draft, move: Move) -> None:  # noqa: ARG001
    draft.end(RESIGNED)
    draft.tell(Resigned(1))


_PLAY: Final[dict[str, Callable[[Draft, Move], None]]] = {
    "room": rooms.room,
    "reroll": combat.reroll,
    "feat": combat.feat,
    "stop": combat.stop,
    "spell": _spell,
    "no-spell": combat.no_spell,
    "check": rooms.check,
    "+1": rooms.change,
    "-1": rooms.change,
    "keep": rooms.keep,
    "buy": rooms.buy,
    "sell": rooms.sell,
    "leave": rooms.leave,
    "rest": rooms.rest,
    "drop": items.drop,
    "decline": items.decline,
    "resign": _resign,
}


class SheetRow(NamedTuple):
    """One row of the scoring sheet: held × points. name is marked for translation."""

    name: str
    held: int
    points: int


def score_sheet(table: Table) -> tuple[SheetRow, ...]:
    """Return the scoring sheet for the table as it is (section 10), for wins and losses alike (R22).

    HP count only in a win (R34).
    """
    hero = table.hero
    return (
        SheetRow(marked("difficulty"), DIFFICULTIES[table.rules.difficulty].bonus, 1),
        SheetRow(marked("area"), table.area, SCORE_AREA),
        SheetRow(marked("bosses"), table.bosses_slain, SCORE_BOSS),
        SheetRow(marked("rank"), hero.rank, SCORE_RANK),
        SheetRow(marked("HP"), hero.hp if table.ended in {"", WON} else 0, SCORE_HP),
        SheetRow(marked("gold"), hero.gold, SCORE_GOLD),
        SheetRow(marked("spells"), len(hero.spells), 1),
        SheetRow(marked("armor"), hero.armor, 1),
        SheetRow(marked("food"), hero.food, 1),
    )


def score(table: Table) -> int:
    return sum(row.held * row.points for row in score_sheet(table))


def result(table: Table) -> Json | None:
    """Return how it ended and the score, None while the game goes on."""
    ended = table.ended
    if not ended:
        return None
    outcome = {WON: "won", LOCKED: "lost", RESIGNED: "resigned"}.get(ended, "died")
    cause = ended if ended in DEATHS or ended == LOCKED else None
    return {"outcome": outcome, "cause": cause, "area": table.area, "score": score(table)}
