"""A deal of any game as lines of text, made from its JSON form."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import parse_card
from cardsolo.core.i18n import _
from cardsolo.render.plain import deal as plain

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.render.style import Style


def deal_lines(obj: Json, style: Style) -> list[str]:
    """Return the game, its rules and seed, then every pile, hand or layout on a line of its own."""
    if style.plain:
        return plain.deal_lines(obj, style, partial(_item, style=style))
    rules = " ".join(f"{name}={_plain(value)}" for name, value in obj["rules"].items())
    seed = _("seed {seed}").format(seed=obj["seed"]) if "seed" in obj else _("typed deal")
    lines = style.wrap(f"{obj['game']}  {seed}  {rules}")
    titles = {"piles": _("pile"), "deck": _("deck"), "hands": _("seat"), "rooms": _("area")}
    for key, title in titles.items():
        value = obj.get(key)
        if value and isinstance(value[0], list):
            for number, items in enumerate(value, 1):
                lines += style.wrap(f"{title} {number}  " + _items(items, style), "  ")
        elif value:
            lines += style.wrap(f"{title}  " + _items(value, style), "  ")
    return lines


def _items(items: list[str], style: Style) -> str:
    return " ".join(_item(item, style) for item in items)


def _item(item: str, style: Style) -> str:
    try:
        return style.card(parse_card(item))
    except ValueError:
        return _room(item)


def _room(name: str) -> str:
    from cardsolo.render.rogue_events import room_name  # noqa: PLC0415  only one game has rooms

    return room_name(name)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
