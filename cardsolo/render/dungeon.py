"""Clear the Dungeon as lines of text, made from the view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, plural
from cardsolo.games.dungeon.moves import Discarded, Drawn, Killed, Placed, Resigned, Revealed
from cardsolo.games.dungeon.rules import FINISHER, needed, power, role_of_next
from cardsolo.games.dungeon.state import MONSTERS
from cardsolo.render.dungeon_why import facts
from cardsolo.render.plain import dungeon as plain

if TYPE_CHECKING:
    from cardsolo.core.game import Event, Json
    from cardsolo.games.dungeon.state import View
    from cardsolo.render.style import Style

__all__ = ["board", "describe", "facts", "outcome"]

#: Below this many columns the table is only as wide as what stands in it.
_TABLE_WIDTH: Final = 60


def board(view: View, style: Style) -> list[str]:
    """Return the screen: counts, the four piles, the hand."""
    if style.plain:
        return plain.board(view, style)
    counts = [
        _("killed {killed} of {all}").format(killed=len(view.killed), all=MONSTERS),
        plural("{count} card undrawn", "{count} cards undrawn", view.undrawn),
        _("discarded {count}").format(count=len(view.discards)),
    ]
    hand = _("hand") + "  " + (style.cards(view.hand, "  ") or "-")
    return [*style.wrap(" · ".join(counts) if style.unicode else " - ".join(counts)), *_piles(view, style), hand]


def _piles(view: View, style: Style) -> list[str]:
    """Return the piles as a table, as wide as there is room for, or in the narrowest windows a text for each."""
    heads = (_("pile"), _("monster"), _("attack"), _("next card"), _("below"))
    rows = [heads]
    for index, monster in enumerate(view.tops):
        if monster is None:
            rows.append((str(index + 1), "-", "", "", ""))
            continue
        named = f"{style.card(monster)} ({power(monster)})"
        attack = style.cards(view.attacks[index]) or "-"
        rows.append((str(index + 1), named, attack, next_card(view, index, style), str(view.below[index])))
    indent, widths = "  ", [max(6, style.columns(heads[0]) + 2), 12, 12, 22]
    if style.width < _TABLE_WIDTH:
        indent, widths = "", [max(style.columns(row[at]) for row in rows) + 1 for at in range(4)]
    if sum(widths) + style.columns(heads[4]) > style.width:
        return [line for row in rows[1:] for line in style.wrap(_in_words(*row), "  ")]
    lines = []
    for row in rows:
        cells = [style.pad(cell, width) for cell, width in zip(row, widths, strict=False)]
        lines.append((indent + "".join(cells) + row[4]).rstrip())
    return [style.paint(lines[0], "dim"), *lines[1:]]


def _in_words(pile: str, monster: str, attack: str, following: str, below: str) -> str:
    parts = [pile, monster, *([attack] if attack != "-" else []), following]
    if below not in {"", "0"}:
        parts.append(_("+{count} below").format(count=below))
    return " ".join(part for part in parts if part)


def next_card(view: View, index: int, style: Style) -> str:
    """Return what the next attack card on a pile (0–3) must be; empty where the pile is."""
    monster = view.tops[index]
    if monster is None:
        return ""
    attack = view.attacks[index]
    if role_of_next(monster, attack, view.rules) == FINISHER:
        return _("{suit} or joker").format(suit=style.suit(monster))
    least = needed(monster, attack, view.rules)
    return _("any") if least <= 1 else _("{least} or more").format(least=least)


def describe(event: Event, style: Style) -> str | None:
    """Return a sentence for an event, None where the board says it already."""
    match event:
        case Placed(card=card, pile=pile):
            return _("{card} to pile {pile}").format(card=style.card(card), pile=pile)
        case Discarded(card=card):
            return _("{card} discarded").format(card=style.card(card))
        case Killed(monster=monster, cards=()):
            return _("{monster} dies with it").format(monster=style.card(monster))
        case Killed(monster=monster, cards=cards):
            names = {"monster": style.card(monster), "cards": style.cards(cards)}
            return _("{monster} is dead ({cards})").format(**names)
        case Revealed(monster=monster, pile=pile):
            return _("{monster} turns up in pile {pile}").format(monster=style.card(monster), pile=pile)
        case Drawn(cards=cards):
            return _("drawn: {cards}").format(cards=style.cards(cards))
        case Resigned():
            return _("resigned")
    return None


def outcome(result: Json, style: Style) -> list[str]:
    """Return the closing lines of a finished game."""
    kills = _("{kills} of {all} monsters killed").format(kills=result["kills"], all=MONSTERS)
    if result["outcome"] == "cleared":
        spare = plural("{count} card to spare", "{count} cards to spare", result["spare"])
        text = _("The dungeon is clear, with {spare}.").format(spare=spare)
        return [style.paint(row, "green", "bold") for row in style.wrap(text)]
    if result["outcome"] == "resigned":
        return style.wrap(_("Resigned: {kills}.").format(kills=kills))
    text = _("The cards are used up: {kills}.").format(kills=kills)
    return [style.paint(row, "yellow") for row in style.wrap(text)]
