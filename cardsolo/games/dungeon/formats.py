"""Clear the Dungeon in JSON: deals, positions and views, read strictly and written in fixed key order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import JOKER, Card
from cardsolo.core.check import Checker, read_object
from cardsolo.core.dealing import DEALER, seed_from_json, seed_to_json, shuffled, stream
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.games.dungeon.options import OPTIONS, rules_of, rules_to_json
from cardsolo.games.dungeon.rules import FINISHER, JACK, MONSTER_CARDS, power_cards, role_of_next, why_not_placed
from cardsolo.games.dungeon.state import HAND_SIZE, MONSTERS, PILE_SIZE, PILES, Cards, Deal, Rules, State, View

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.core.game import Json

NAME = "dungeon"


# --- deals ------------------------------------------------------------------------------------------------------------
def deal(rules: Rules, seed: int) -> Deal:
    """Deal a seed: stream `monsters` cut into piles top first, stream `power` in draw order."""
    monsters = shuffled(MONSTER_CARDS, stream(NAME, seed, "monsters"))
    piles = tuple(monsters[at : at + PILE_SIZE] for at in range(0, MONSTERS, PILE_SIZE))
    return Deal(rules, piles, shuffled(power_cards(rules), stream(NAME, seed, "power")), seed)


def deal_to_json(dealt: Deal) -> Json:
    origin: Json = {} if dealt.seed is None else {"dealer": DEALER, "seed": seed_to_json(dealt.seed)}
    cards = {"piles": [names(pile) for pile in dealt.piles], "deck": names(dealt.deck)}
    return {"type": "deal", "game": NAME, "rules": rules_to_json(dealt.rules)} | origin | cards


def deal_from_json(obj: Json) -> Deal:
    """Read a deal: cards, or a seed, or both where they agree. Raises DealError with every fault."""
    what = _("this deal")
    read_object(obj, "deal", NAME, what)
    check = Checker(what)
    rules = rules_of(check.options(obj, OPTIONS))
    seed = read_seed(obj, check)
    if seed is not None and "piles" not in obj and "deck" not in obj:
        check.finish()
        return deal(rules, seed)
    piles = _piles(obj.get("piles"), check, whole=True)
    deck = _power(check.cards(obj.get("deck"), "deck", size=len(power_cards(rules))), "deck", check)
    check.missing(MONSTER_CARDS, "piles")
    check.missing(power_cards(rules), "deck")
    check.allow(JOKER, rules.jokers, "deck")
    check.finish()
    if seed is not None and deal(rules, seed) != Deal(rules, piles, deck, seed):
        check.fault("seed", _("these are not the cards that the dealer gives for this seed"), str(seed))
        check.finish()
    return Deal(rules, piles, deck, seed)


def read_seed(obj: Json, check: Checker) -> int | None:
    """Read dealer and seed of a deal, noting faults."""
    if "dealer" in obj and obj["dealer"] != DEALER:
        check.fault("dealer", _("only {dealer} is known").format(dealer=DEALER), obj["dealer"])
    if "seed" not in obj:
        return None
    try:
        return seed_from_json(obj["seed"])
    except OptionError as error:
        check.fault("seed", str(error), obj["seed"])
        return None


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
        hand=_power(check.cards(obj.get("hand"), "hand", most=HAND_SIZE), "hand", check),
        deck=_power(check.cards(obj.get("deck"), "deck", most=most), "deck", check),
        discards=_power(check.cards(obj.get("discards", []), "discards", most=most), "discards", check),
        killed=_monsters(check.cards(obj.get("killed", []), "killed", most=MONSTERS), "killed", check),
        spent=_power(check.cards(obj.get("spent", []), "spent", most=most), "spent", check),
    )
    check.allow(JOKER, rules.jokers, "rules.jokers")
    check.finish()
    return state


def _piles(value: Any, check: Checker, *, whole: bool = False) -> tuple[Cards, ...]:
    piles = []
    for index, pile in enumerate(check.items(value, "piles", size=PILES, most=PILES)):
        at = f"piles[{index}]"
        cards = check.cards(pile, at, size=PILE_SIZE if whole else None, most=MONSTERS if whole else PILE_SIZE)
        piles.append(_monsters(cards, at, check))
    return tuple(piles) + ((),) * (PILES - len(piles))


def _attacks(value: Any, tops: tuple[Card | None, ...], rules: Rules, check: Checker) -> tuple[Cards, ...]:
    attacks: list[Cards] = []
    for index, listed in enumerate(check.items(value, "attacks", size=PILES, most=PILES)):
        at = f"attacks[{index}]"
        attack = _power(check.cards(listed, at, most=2), at, check)
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


def _power(cards: Cards, at: str, check: Checker) -> Cards:
    for card in cards:
        if card.rank >= JACK:
            check.fault(at, _("a court card is a monster, not a power card"), str(card))
    return cards


def _monsters(cards: Cards, at: str, check: Checker) -> Cards:
    for card in cards:
        if card.rank < JACK:
            check.fault(at, _("only court cards are monsters"), str(card))
    return cards


# --- views ------------------------------------------------------------------------------------------------------------
def view(state: State) -> View:
    """Return what the player may know (D7). Cards that are in no place are out of play, and known to be."""
    listed = Counter(state.hand + state.deck + state.discards + sum(state.attacks, ()))
    killed = set(state.killed)
    living = {monster for pile in state.piles for monster in pile}
    gone = Counter(power_cards(state.rules)) - listed - Counter(state.spent)
    return View(
        state.rules,
        tops=state.tops,
        below=tuple(max(0, len(pile) - 1) for pile in state.piles),
        attacks=state.attacks,
        hand=state.hand,
        undrawn=len(state.deck),
        discards=state.discards,
        killed=state.killed,
        spent=state.spent + tuple(sorted(gone.elements())),
        absent=tuple(card for card in MONSTER_CARDS if card not in killed and card not in living),
    )


def unseen_monsters(seen: View) -> Cards:
    """Return the face-down monsters as a set, in canonical order."""
    known = {*seen.killed, *seen.absent, *seen.tops}
    return tuple(card for card in MONSTER_CARDS if card not in known)


def unseen_power_cards(seen: View) -> Cards:
    """Return the undrawn power cards as a multiset, in canonical order."""
    known = Counter(seen.hand + seen.discards + seen.spent + sum(seen.attacks, ()))
    return tuple(sorted((Counter(power_cards(seen.rules)) - known).elements()))


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
        hand=_power(check.cards(obj.get("hand"), "hand", most=HAND_SIZE), "hand", check),
        undrawn=check.integer(obj.get("undrawn"), "undrawn", 0, most),
        discards=_power(check.cards(obj.get("discards", []), "discards", most=most), "discards", check),
        killed=_monsters(check.cards(obj.get("killed", []), "killed", most=MONSTERS), "killed", check),
        spent=_power(check.cards(obj.get("spent", []), "spent", most=most), "spent", check),
        absent=_monsters(check.cards(obj.get("absent", []), "absent", most=MONSTERS), "absent", check),
    )
    check.allow(JOKER, rules.jokers, "rules.jokers")
    check.finish()
    _check_counts(seen, check)
    check.finish()
    return seen


def _tops(value: Any, check: Checker) -> tuple[Card | None, ...]:
    tops: list[Card | None] = []
    for index, top in enumerate(check.items(value, "tops", size=PILES, most=PILES)):
        card = None if top is None else check.card(top, f"tops[{index}]")
        tops.extend(_monsters((card,), f"tops[{index}]", check) if card is not None else (None,))
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
