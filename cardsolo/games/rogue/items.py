"""Mini Rogue: items and spells that come to the hero (section 8.2, R6, R23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import marked
from cardsolo.games.rogue import hero as card
from cardsolo.games.rogue.events import (
    Bought,
    ItemFound,
    SpellDeclined,
    SpellDropped,
    SpellGained,
    SpellOffered,
)
from cardsolo.games.rogue.state import DROP, MERCHANT
from cardsolo.games.rogue.tables import ITEMS, WARES
from cardsolo.games.rogue.turn import column_rooms, finish_room

if TYPE_CHECKING:
    from cardsolo.games.rogue.draft import Draft
    from cardsolo.games.rogue.moves import Move


def find_item(draft: Draft) -> None:
    """Roll on the item table and finish the room, or wait for a spell to be dropped."""
    die = draft.throw(marked("item"))
    item = ITEMS[die - 1]
    draft.tell(ItemFound(die, item.name))
    if item.what != "spell":
        draft.gain(item.what, item.amount)
    elif card.is_full(draft.hero):
        offer(draft, item.spell)
        return
    else:
        gain_spell(draft, item.spell)
    finish_room(draft)


def offer(draft: Draft, spell: str) -> None:
    """Ask which spell makes room."""
    draft.offer = spell
    draft.phase = DROP
    draft.tell(SpellOffered(spell))


def gain_spell(draft: Draft, spell: str) -> None:
    draft.hero = card.add_spell(draft.hero, spell)
    draft.tell(SpellGained(spell))


def pay(draft: Draft, ware: str) -> None:
    price = WARES[ware].price
    draft.hero = draft.hero._replace(gold=draft.hero.gold - price)
    draft.tell(Bought(ware, price, draft.hero.gold))


def drop(draft: Draft, move: Move) -> None:
    """Throw a spell away for the one that waits; a bought one is paid for only now (R6)."""
    spell = draft.offer
    draft.hero = card.drop_spell(draft.hero, move.what)
    draft.tell(SpellDropped(move.what))
    if _is_purchase(draft):
        pay(draft, spell)
    gain_spell(draft, spell)
    _after_offer(draft)


def decline(draft: Draft, move: Move) -> None:  # noqa: ARG001
    """Keep both spells; a purchase is called off and costs nothing."""
    draft.tell(SpellDeclined(draft.offer))
    _after_offer(draft)


def _after_offer(draft: Draft) -> None:
    draft.offer = ""
    if _is_purchase(draft):
        draft.phase = MERCHANT
    else:
        finish_room(draft)


def _is_purchase(draft: Draft) -> bool:
    return column_rooms(draft)[draft.taken[-1] - 1] == "merchant"
