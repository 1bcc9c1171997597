"""A picture of Clear the Dungeon: piles with their monsters, attack cards laid over them, hand, deck, discards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, plural
from cardsolo.games.dungeon.game import Dungeon
from cardsolo.games.dungeon.moves import Discarded, Drawn, Killed, Placed, Revealed
from cardsolo.games.dungeon.rules import power
from cardsolo.games.dungeon.state import MONSTERS, PILES, State
from cardsolo.render.dungeon import next_card
from cardsolo.render.pictures import cards, svg
from cardsolo.render.pictures.scene import Scene
from cardsolo.render.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.cards import Card
    from cardsolo.core.session import Turn
    from cardsolo.games.dungeon.state import View

_WIDTH: Final = 560.0
_LEFT: Final = 20.0
_STEP: Final = 135.0
#: How far an attack card is laid below the one before it, so that its index stays to be read.
_OVER: Final = 32.0
_BELOW: Final = 7.0
_BELOW_KNOWN: Final = 28.0
#: How far down the largest pile reaches: room that is kept, so that nothing moves from one picture to the next.
_VIEW_HEIGHT: Final = 2 * _BELOW + cards.HEIGHT + 2 * _OVER + 48.0


def scene(
    seen: View | State,
    title: str,
    *,
    history: Iterable[Turn] = (),  # noqa: ARG001  the board says it all
    last: Turn | None = None,
    room_for: View | State | None = None,  # noqa: ARG001  every picture has the same room
    labels: bool = False,  # noqa: ARG001  piles have their numbers always
) -> Scene:
    """Draw a view, or a state with its hidden cards shown."""
    view = Dungeon().view(seen, 1) if isinstance(seen, State) else seen
    changed = _changed(last)
    parts = [svg.heading(_LEFT, 32, title, 20, _WIDTH - 2 * _LEFT), svg.text(_LEFT, 56, _counts(view), 15, "pale")]
    heights = []
    for index in range(PILES):
        known = seen.piles[index][1:] if isinstance(seen, State) else None
        drawn, height = _pile(view, index, known, changed)
        parts += drawn
        heights.append(height)
    top = 92 + max(_VIEW_HEIGHT, *heights)
    parts += _hand(view, top, changed)
    top += 30 + cards.HEIGHT + 14
    rows = [(_("discarded"), view.discards), (_("killed"), view.killed)]
    if isinstance(seen, State):
        rows.insert(0, (_("deck, next card first"), seen.deck))
    for name, listed in rows:
        if listed:
            parts.append(svg.text(_LEFT, top + 14, name, 14, "pale"))
            drawn, height = cards.row(listed, _LEFT, top + 22, _WIDTH - 2 * _LEFT, changed)
            parts += drawn
            top += 22 + height + 8
    return Scene(title, _described(view), _WIDTH, top + 8, tuple(parts))


def _counts(view: View) -> str:
    parts = (
        _("killed {killed} of {all}").format(killed=len(view.killed), all=MONSTERS),
        plural("{count} card undrawn", "{count} cards undrawn", view.undrawn),
        _("discarded {count}").format(count=len(view.discards)),
    )
    return " · ".join(parts)


def _pile(view: View, index: int, known: tuple[Card, ...] | None, changed: frozenset[Card]) -> tuple[list[str], float]:
    """Draw a pile; return it and how far down it reaches below its number."""
    x, y = _LEFT + index * _STEP, 100.0
    monster, attack, below = view.tops[index], view.attacks[index], view.below[index]
    name = _("pile {number}").format(number=index + 1)
    hidden = f" +{below}" if below else ""
    parts = [svg.text(x, 86, name + hidden, 15, "ink")]
    if monster is None:
        return [*parts, cards.place(x, y)], 150.0
    if known is not None:
        for at, card in enumerate(reversed(known)):
            parts.append(cards.face(card, x, y + at * _BELOW_KNOWN))
        y += len(known) * _BELOW_KNOWN
    else:
        parts += [cards.back(x + (below - at) * _BELOW, y + at * _BELOW) for at in range(below)]
        y += below * _BELOW
    stack = [monster, *attack]
    for at, card in enumerate(stack):
        place = x + at * 10, y + at * _OVER
        parts.append(cards.face(card, *place))
        if card in changed:
            parts.append(cards.mark(*place))
    bottom = y + cards.HEIGHT + len(attack) * _OVER
    parts.append(svg.text(x, bottom + 20, _("HP {hp}").format(hp=power(monster)), 15, "ink b"))
    parts.append(svg.text(x, bottom + 40, next_card(view, index, Style(unicode=True)), 14, "pale"))
    return parts, bottom + 40 - 92


def _hand(view: View, top: float, changed: frozenset[Card]) -> list[str]:
    parts = [svg.text(_LEFT, top + 20, _("hand"), 15, "ink")]
    y = top + 30
    for at, card in enumerate(view.hand):
        x = _LEFT + at * (cards.WIDTH + 12)
        parts.append(cards.face(card, x, y))
        if card in changed:
            parts.append(cards.mark(x, y))
    if not view.hand:
        parts.append(cards.place(_LEFT, y))
    deck, gone = _LEFT + 2 * _STEP + 40, _LEFT + 3 * _STEP + 40
    parts.append(svg.text(deck, top + 20, _("deck {count}").format(count=view.undrawn), 15, "ink"))
    parts.append(cards.back(deck, y) if view.undrawn else cards.place(deck, y))
    parts.append(svg.text(gone, top + 20, _("discards {count}").format(count=len(view.discards)), 15, "ink"))
    parts.append(cards.face(view.discards[-1], gone, y) if view.discards else cards.place(gone, y))
    if view.discards and view.discards[-1] in changed:
        parts.append(cards.mark(gone, y))
    return parts


def _changed(last: Turn | None) -> frozenset[Card]:
    """Return the cards that the last move moved or showed."""
    found: set[Card] = set()
    for event in last.events if last is not None else ():
        match event:
            case Placed(card=card) | Discarded(card=card) | Revealed(monster=card) | Killed(monster=card):
                found.add(card)
            case Drawn(cards=drawn):
                found.update(drawn)
    return frozenset(found)


def _described(view: View) -> str:
    style = Style(unicode=True)
    sentences = [_counts(view)]
    for index, monster in enumerate(view.tops):
        if monster is None:
            sentences.append(_("pile {number} is empty").format(number=index + 1))
            continue
        text = _("pile {number}: {monster}, HP {hp}, {below} below it")
        names = {"number": index + 1, "monster": style.card(monster), "hp": power(monster), "below": view.below[index]}
        attack = style.cards(view.attacks[index])
        sentences.append(text.format(**names) + (_(", attacked by {cards}").format(cards=attack) if attack else ""))
    sentences.append(_("hand: {cards}").format(cards=style.cards(view.hand) or "-"))
    return ". ".join(sentences) + "."
