"""Clear the Dungeon in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _, plural
from cardsolo.games.dungeon.rules import FINISHER, needed, power, role_of_next
from cardsolo.games.dungeon.state import MONSTERS

if TYPE_CHECKING:
    from cardsolo.core.cards import Card
    from cardsolo.games.dungeon.state import View
    from cardsolo.render.style import Style


def board(view: View, style: Style) -> list[str]:
    """Return what there is to know: the piles, the hand, then the cards that are gone."""
    lines = [
        _("{killed} of {all} monsters are killed.").format(killed=len(view.killed), all=MONSTERS),
        plural("{count} card is undrawn.", "{count} cards are undrawn.", view.undrawn),
    ]
    for index, monster in enumerate(view.tops):
        if monster is None:
            lines.append(_("Pile {pile} is empty.").format(pile=index + 1))
        else:
            lines.append(_pile(view, index, monster, style))
    hand = _("Your hand: {cards}.") if view.hand else _("Your hand is empty.")
    lines.append(hand.format(cards=style.cards(view.hand)))
    gone = {
        _("Discarded: {cards}."): view.discards,
        _("Killed: {cards}."): view.killed,
        _("Spent in attacks: {cards}."): view.spent,
        _("Monsters that are out of play: {cards}."): view.absent,
    }
    lines += [text.format(cards=style.cards(cards)) for text, cards in gone.items() if cards]
    return [row for line in lines for row in style.wrap(line)]


def _pile(view: View, index: int, monster: Card, style: Style) -> str:
    attack = view.attacks[index]
    on = _("under attack by {cards}").format(cards=style.cards(attack)) if attack else _("not attacked")
    below = plural("{count} monster below", "{count} monsters below", view.below[index])
    parts = [on, _next_card(view, index, monster, style), below]
    text = _("Pile {pile}: {monster}, power {power}; {parts}.")
    values = {"pile": index + 1, "monster": style.card(monster), "power": power(monster), "parts": _("; ").join(parts)}
    return text.format(**values)


def _next_card(view: View, index: int, monster: Card, style: Style) -> str:
    attack = view.attacks[index]
    if role_of_next(monster, attack, view.rules) == FINISHER:
        return _("it takes {suit} or a joker next").format(suit=style.suit(monster))
    least = needed(monster, attack, view.rules)
    return _("it takes any card next") if least <= 1 else _("it takes {least} or more next").format(least=least)
