"""Clear the Dungeon in JSON: deals, positions and views, read strictly and written in fixed key order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import JOKER, Card
from cardsolo.core.check import Checker, read_object
from cardsolo.core.dealing import origin_to_json
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.deal import deal
from cardsolo.games.dungeon.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.dungeon.rules import FINISHER, JACK, MONSTER_CARDS, power_cards, role_of_next, why_not_placed
from cardsolo.games.dungeon.state import HAND_SIZE, MONSTERS, PILE_SIZE, PILES, Cards, Deal, Rules, State, View
from cardsolo.games.dungeon.view import unseen_monsters, unseen_power_cards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.game import Json

NAME = Deal.game


# --- deals ------------------------------------------------------------------------------------------------------------
def deal_to_json(dealt: Deal) -> Json:
    cards = {"piles": [names(pile) for pile in dealt.piles], "deck": names(dealt.deck)}
    return {"type": "deal", "game": NAME, "rules": rules_to_json(dealt.rules)} | origin_to_json(dealt.seed) | cards


def deal_from_json(obj: Json) -> Deal:
    """Read a deal: cards, or a seed, or both where they agree. Raises DealError with every fault."""
    what = _("this deal")
    read_object(obj, "deal", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    seed = check.seed(obj)
    alone = not obj.keys() & {"piles", "deck"}
    if alone and "seed" in obj:
        check.finish()  # a faulty seed is one fault, and no 54 missing cards
    if alone and seed is not None:
        return deal(rules, seed)
    piles = _piles(obj.get("piles"), check, whole=True)
    deck = check.cards(obj.get("deck"), "deck", size=len(power_cards(rules)), refuse=_no_power_card)
    check.missing(MONSTER_CARDS, "piles")
    check.missing(power_cards(rules), "deck")
    check.allow(JOKER, rules.jokers, "deck")
    check.finish()
    if seed is not None and deal(rules, seed) != Deal(rules, piles, deck, seed):
        check.fault("seed", _("these are not the cards that the dealer gives for this seed"), str(seed))
        check.finish()
    return Deal(rules, piles, deck, seed)


# --- positions --------------------------------------------------------------------------------------------------------
def position_to_json(state: State) -> Json:
    return {
        "type": "position",
        "game": NAME,
        "rules": rules_to_json(state.rules),
        "piles": [names(pile) for pile in state.piles],
        "attacks": [names(attack) for attack in state.attacks],
        "hand": names(state.hand),
        "deck": names(state.deck),
        "discards": names(state.discards),
        "killed": names(state.killed),
        "spent": names(state.spent),
    }


def position_from_json(obj: Json) -> State:
    """Read a position; cards may be absent, and then are out of play. Raises DealError with every fault."""
    what = _("this position")
    read_object(obj, "position", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    most = len(power_cards(rules))
    piles = _piles(obj.get("piles"), check)
    attacks = _attacks(obj.get("attacks"), tuple(pile[0] if pile else None for pile in piles), rules, check)
    state = State(
        rules,
        piles,
        attacks,
        hand=check.cards(obj.get("hand"), "hand", most=HAND_SIZE, refuse=_no_power_card),
        deck=check.cards(obj.get("deck"), "deck", most=most, refuse=_no_power_card),
        discards=check.cards(obj.get("discards", []), "discards", most=most, refuse=_no_power_card),
        killed=check.cards(obj.get("killed", []), "killed", most=MONSTERS, refuse=_no_monster),
        spent=check.cards(obj.get("spent", []), "spent", most=most, refuse=_no_power_card),
    )
    check.allow(JOKER, rules.jokers, "rules.jokers")
    check.finish()
    return state


def _piles(value: Any, check: Checker, *, whole: bool = False) -> tuple[Cards, ...]:
    piles = []
    for index, pile in enumerate(check.items(value, "piles", size=PILES, most=PILES)):
        size, most = (PILE_SIZE, MONSTERS) if whole else (None, PILE_SIZE)
        piles.append(check.cards(pile, f"piles[{index}]", size=size, most=most, refuse=_no_monster))
    return tuple(piles) + ((),) * (PILES - len(piles))


def _attacks(value: Any, tops: tuple[Card | None, ...], rules: Rules, check: Checker) -> tuple[Cards, ...]:
    attacks: list[Cards] = []
    for index, listed in enumerate(check.items(value, "attacks", size=PILES, most=PILES)):
        at = f"attacks[{index}]"
        attack = check.cards(listed, at, most=2, refuse=_no_power_card)
        _check_attack(attack, tops[index], rules, at, check)
        attacks.append(attack)
    return tuple(attacks) + ((),) * (PILES - len(attacks))


def _check_attack(attack: Cards, monster: Card | None, rules: Rules, at: str, check: Checker) -> None:
    if attack and monster is None:
        check.fault(at, _("an attack on an empty pile"), " ".join(map(str, attack)))
        return
    for placed, card in enumerate(attack):
        assert monster is not None  # noqa: S101  an empty pile was dealt with above
        if role_of_next(monster, attack[:placed], rules) == FINISHER:
            check.fault(at, _("this attack would have killed {monster}").format(monster=monster), str(card))
            return
        reason = why_not_placed(card, monster, attack[:placed], rules)
        if reason is not None:
            check.fault(f"{at}[{placed}]", str(reason), str(card))


def _no_power_card(card: Card) -> str | None:
    return _("a court card is a monster, not a power card") if card.rank >= JACK else None


def _no_monster(card: Card) -> str | None:
    return _("only court cards are monsters") if card.rank < JACK else None


# --- views ------------------------------------------------------------------------------------------------------------
def view_to_json(seen: View) -> Json:
    obj: Json = {
        "type": "view",
        "game": NAME,
        "rules": rules_to_json(seen.rules),
        "tops": [None if top is None else str(top) for top in seen.tops],
        "below": list(seen.below),
        "attacks": [names(attack) for attack in seen.attacks],
        "hand": names(seen.hand),
        "undrawn": seen.undrawn,
        "discards": names(seen.discards),
        "killed": names(seen.killed),
        "spent": names(seen.spent),
    }
    if seen.absent:
        obj["absent"] = names(seen.absent)
    return obj


def view_from_json(obj: Json) -> View:
    """Read a view; the unseen cards must fit the numbers of hidden ones. Raises DealError with every fault."""
    what = _("this view")
    read_object(obj, "view", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    most = len(power_cards(rules))
    tops = _tops(obj.get("tops"), check)
    listed = check.items(obj.get("below"), "below", size=PILES, most=PILES)
    below = [check.integer(count, f"below[{index}]", 0, PILE_SIZE - 1) for index, count in enumerate(listed)]
    seen = View(
        rules,
        tops,
        (*below, 0, 0, 0, 0)[:PILES],
        _attacks(obj.get("attacks"), tops, rules, check),
        hand=check.cards(obj.get("hand"), "hand", most=HAND_SIZE, refuse=_no_power_card),
        undrawn=check.integer(obj.get("undrawn"), "undrawn", 0, most),
        discards=check.cards(obj.get("discards", []), "discards", most=most, refuse=_no_power_card),
        killed=check.cards(obj.get("killed", []), "killed", most=MONSTERS, refuse=_no_monster),
        spent=check.cards(obj.get("spent", []), "spent", most=most, refuse=_no_power_card),
        absent=check.cards(obj.get("absent", []), "absent", most=MONSTERS, refuse=_no_monster),
    )
    check.allow(JOKER, rules.jokers, "rules.jokers")
    check.finish()
    _check_counts(seen, check)
    check.finish()
    return seen


def _tops(value: Any, check: Checker) -> tuple[Card | None, ...]:
    tops: list[Card | None] = []
    for index, top in enumerate(check.items(value, "tops", size=PILES, most=PILES)):
        at = f"tops[{index}]"
        card = None if top is None else check.card(top, at)
        if card is not None and (reason := _no_monster(card)) is not None:
            check.fault(at, reason, str(card))
        tops.append(card)
    return tuple(tops) + (None,) * (PILES - len(tops))


def _check_counts(seen: View, check: Checker) -> None:
    hidden = len(unseen_monsters(seen))
    if sum(seen.below) != hidden:
        text = _("{below} monsters lie face down, but {hidden} are unaccounted for")
        check.fault("below", text.format(below=sum(seen.below), hidden=hidden))
    for index, (top, count) in enumerate(zip(seen.tops, seen.below, strict=True)):
        if top is None and count:
            check.fault(f"below[{index}]", _("monsters under an empty place"), str(count))
    undrawn = len(unseen_power_cards(seen))
    if seen.undrawn != undrawn:
        text = _("{undrawn} cards are undrawn, but {left} are unaccounted for")
        check.fault("undrawn", text.format(undrawn=seen.undrawn, left=undrawn))


def names(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in cards]
