"""A deal of any game in sentences, made from its JSON form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolo.core.game import Json
    from cardsolo.render.style import Style


def deal_lines(obj: Json, style: Style, said: Callable[[str], str]) -> list[str]:
    """Return the game, its options, then a sentence for every pile, hand or layout.

    said: puts a card or a room into words.
    """
    options = _(", ").join(f"{name.replace('_', '-')} {_value(value)}" for name, value in obj["rules"].items())
    head = _("Game {game}, seed {seed}.") if "seed" in obj else _("Game {game}, a typed deal.")
    lines = [head.format(game=obj["game"], seed=obj.get("seed")), _("Options: {options}.").format(options=options)]
    sentences = {
        "piles": _("Pile {number}, top first: {items}."),
        "deck": _("Deck, in the order drawn: {items}."),
        "hands": _("Seat {number}: {items}."),
        "rooms": _("Layout {number}: {items}."),
    }
    for key, text in sentences.items():
        value = obj.get(key)
        if value and isinstance(value[0], list):
            lines += [text.format(number=n, items=_items(items, said)) for n, items in enumerate(value, 1)]
        elif value:
            lines.append(text.format(items=_items(value, said)))
    return [row for line in lines for row in style.wrap(line)]


def _items(items: Iterable[str], said: Callable[[str], str]) -> str:
    return _(", ").join(map(said, items))


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
