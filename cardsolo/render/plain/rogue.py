"""Mini Rogue in sentences: who the hero is, the dice one by one and the score sheet, without signs between numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _, marked
from cardsolo.games.rogue.rules import score_sheet
from cardsolo.games.rogue.tables import CAPS, MAX_RANK, POISON_DAMAGE, THRESHOLDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolo.games.rogue.state import Combat, Die, Hero, View
    from cardsolo.render.style import Style


def sentences(parts: Iterable[str], style: Style) -> list[str]:
    """Return parts of a board as sentences, each on lines of its own."""
    lines = []
    for part in parts:
        text = " ".join(part.split())
        text = text if text.endswith((".", "!", "?", "。")) else _("{sentence}.").format(sentence=text)
        lines += style.wrap(text[:1].upper() + text[1:])
    return lines


def hero(who: Hero) -> list[str]:
    """Return rank, armor, HP, gold and food, each with its most."""
    rows = (
        (marked("armor {count} of {most}"), who.armor, CAPS["armor"]),
        (marked("HP {count} of {most}"), who.hp, CAPS["hp"]),
        (marked("gold {count} of {most}"), who.gold, CAPS["gold"]),
        (marked("food {count} of {most}"), who.food, CAPS["food"]),
    )
    return [_rank(who), *(_(text).format(count=count, most=most) for text, count, most in rows)]


def _rank(who: Hero) -> str:
    if who.rank == MAX_RANK:
        return _("rank {rank}, the highest; XP gained is 1 HP more").format(rank=who.rank)
    most = THRESHOLDS[who.rank - 1]
    text = _("rank {rank}, XP {xp} of {most}, {left} to rank {next}")
    return text.format(rank=who.rank, xp=who.xp, most=most, left=most - who.xp, next=who.rank + 1)


def dice(combat: Combat) -> list[str]:
    """Return what each die shows, and what all of them do."""
    total = sum(die.value for die in combat.dice) + (POISON_DAMAGE if combat.poisoned else 0)
    said = [_die(number, die) for number, die in enumerate(combat.dice, 1)]
    return [*said, _("the dice do {total} damage").format(total=total)]


def _die(number: int, die: Die) -> str:
    faces = counted(die.faces)
    if not die.value:
        text = _("die {number} shows {faces}, a miss").format(number=number, faces=faces)
    elif len(die.faces) > 1:
        text = _("die {number} shows {faces}, it holds {value}").format(number=number, faces=faces, value=die.value)
    else:
        text = _("die {number} shows {faces}").format(number=number, faces=faces)
    return text + (_(", re-rolled by a feat") if die.feat else "")


def counted(faces: Sequence[int]) -> str:
    """Return faces of dice as they fell."""
    return _(", ").join(map(str, faces))


def sheet(view: View) -> list[str]:
    """Return the rows of the scoring sheet, and the sum."""
    rows = score_sheet(view)
    said = []
    for row in rows:
        text = (
            _("score for {name}: {held}") if row.points == 1 else _("score for {name}: {held} at {points} each, {sum}")
        )
        names = {"name": _(row.name), "held": row.held, "points": row.points, "sum": row.held * row.points}
        said.append(text.format(**names))
    return [*said, _("score in all {total}").format(total=sum(row.held * row.points for row in rows))]
