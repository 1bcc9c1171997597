"""Clear the Dungeon: the border of hidden information (D7): what a player may know, and nothing else."""

from __future__ import annotations

from collections import Counter

from cardsolo.core.cards import UNSEEN
from cardsolo.games.dungeon.rules import MONSTER_CARDS, power_cards
from cardsolo.games.dungeon.state import Cards, State, View


def view(state: State) -> View:
    """Return what the player may know (D7). Cards that are in no place are out of play, and known to be.

    With real cards, of which some have not been seen, none is out of play.
    """
    listed = Counter(state.hand + state.deck + state.discards + sum(state.attacks, ()))
    killed = set(state.killed)
    living = {monster for pile in state.piles for monster in pile}
    gone = Counter(power_cards(state.rules)) - listed - Counter(state.spent)
    if UNSEEN in state.deck:
        gone.clear()
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
        absent=()
        if UNSEEN in living
        else tuple(card for card in MONSTER_CARDS if card not in killed and card not in living),
    )


def unseen_monsters(seen: View) -> Cards:
    """Return the face-down monsters as a set, in canonical order."""
    known = {*seen.killed, *seen.absent, *seen.tops}
    return tuple(card for card in MONSTER_CARDS if card not in known)


def unseen_power_cards(seen: View) -> Cards:
    """Return the undrawn power cards as a multiset, in canonical order."""
    known = Counter(seen.hand + seen.discards + seen.spent + sum(seen.attacks, ()))
    return tuple(sorted((Counter(power_cards(seen.rules)) - known).elements()))
