"""Lines of play counted twice on tiny positions: by the rules module, and by a count of its own written from the rules page.

The second count shares nothing with the first: cards are text, piles are lists, and each sentence of sections 3 to 6 is
a line of it.
"""

from __future__ import annotations

from collections import Counter

import pytest
from dungeon_table import GAME, state

from cardsolo.core.chance import NoChance


def count_by_rules(now):
    """Return how many lines of play end with each (outcome, kills, spare)."""
    result = GAME.result(now)
    if result is not None:
        return Counter({(result["outcome"], result["kills"], result["spare"]): 1})
    total = Counter()
    for move in GAME.legal_moves(now):
        total += count_by_rules(GAME.apply(now, move, NoChance()).state)
    return total


# --- the count from the rules page --------------------------------------------------------------------------------
POWER = {"J": 11, "Q": 12, "K": 13}


def value(card, ace):
    if card == "X" or card[0] == "T":
        return 10
    return ace if card[0] == "A" else int(card[0])


def fits(card, monster, attack, ace):
    """Whether a card may be placed: None for no, `damage` or `finish`."""
    power = POWER[monster[0]]
    alone = ace == 11 and power == 11 and attack and attack[0][0] == "A"
    if len(attack) == 2 or alone:  # the finisher: of the monster's suit, or a joker
        return "finish" if card == "X" or card[1] == monster[1] else None
    if len(attack) == 1:  # the second: with the first at least the power (D1)
        return "damage" if value(attack[0], ace) + value(card, ace) >= power else None
    best = 11 if ace == 11 else 10
    return "damage" if value(card, ace) + best >= power else None  # the first: not hopeless by value (D2)


def count_by_hand(piles, attacks, hand, deck, kills, *, ace, chain):
    if all(not pile for pile in piles):
        return Counter({("cleared", kills, len(hand) + len(deck)): 1})
    if not hand:
        if not deck:
            return Counter({("lost", kills, None): 1})
        return count_by_hand(piles, attacks, deck[:3], deck[3:], kills, ace=ace, chain=chain)
    total = Counter()
    for card in set(hand):
        rest = list(hand)
        rest.remove(card)
        total += count_by_hand(piles, attacks, rest, deck, kills, ace=ace, chain=chain)  # discarded
        for at in range(len(piles)):
            if not piles[at]:
                continue
            monster = piles[at][0]
            how = fits(card, monster, attacks[at], ace)
            if how is None:
                continue
            new_piles, new_attacks, dead = list(piles), list(attacks), 0
            if how == "damage":
                new_attacks[at] = [*attacks[at], card]
            else:
                whole = [*attacks[at], card]
                same_suit = all(c == "X" or c[1] == monster[1] for c in whole)
                dead = 2 if chain and same_suit and len(piles[at]) > 1 else 1
                new_piles[at] = piles[at][dead:]
                new_attacks[at] = []
            total += count_by_hand(new_piles, new_attacks, rest, deck, kills + dead, ace=ace, chain=chain)
    return total


TINY = [
    ("JC", "", "TC 9D 2C", "5H 3C"),
    ("KC", "", "TC 3D 2C", "AC"),
    ("QS QH", "TC 2D", "2S X AS", "TH 3H"),
    ("JC JD", "", "X X AC", "X AD"),
    ("JC | JD", "", "AC AD X", "2C 2D"),
    ("KC QC JC", "TC 3C", "2C 4C 9C", "5C X"),
    ("KC QC | JS", "TC 3C | TS", "2C AS X", "4D"),
    ("JH KH | QD", "9H | 5D", "2H TD AH", "3D"),
    ("KS | QS | JS", "", "X TS", "9S"),
    ("QC", "AD", "TC", "X AC"),
    ("JC QC KC", "AC", "2C X", "AD TC"),
    ("KD | KH", "X X", "2D 2H AD", "AH"),
]


@pytest.mark.parametrize(("ace", "chain"), [(1, False), (1, True), (11, False), (11, True)])
@pytest.mark.parametrize("position", TINY, ids=" ".join)
def test_both_counts_agree(position, ace, chain):
    piles, attacks, hand, deck = position
    now = state(piles, attacks=attacks, hand=hand, deck=deck, ace=ace, chain=chain)
    lists = [[part.split() for part in text.split("|")] for text in (piles, attacks)]
    lists[1] += [[]] * (len(lists[0]) - len(lists[1]))
    expected = count_by_hand(lists[0], lists[1], hand.split(), deck.split(), 0, ace=ace, chain=chain)
    found = count_by_rules(now)
    assert found == expected
    assert sum(found.values()) > 1


def test_the_counts_tell_the_options_apart():
    """Each option changes a count somewhere, so none of them goes untested."""
    totals = {}
    for ace, chain in ((1, False), (1, True), (11, False), (11, True)):
        totals[ace, chain] = [
            sorted(
                count_by_rules(state(piles, attacks=attacks, hand=hand, deck=deck, ace=ace, chain=chain)).items(),
                key=str,
            )
            for piles, attacks, hand, deck in (TINY[3], TINY[5])
        ]
    assert len({str(total) for total in totals.values()}) == 4


def test_a_count_done_on_paper():
    """One jack, the hand TC 2C and nothing else: discard or place, in either order.

    TC first: discarded (then 2C discarded or placed first: 2 lines), placed (then 2C discarded or placed second: 2).
    2C first likewise: 4 lines. Two cards kill nothing.
    """
    assert count_by_rules(state("JC", hand="TC 2C")) == Counter({("lost", 0, None): 8})


def test_a_clear_done_on_paper():
    """The king lacks its finisher: 2C finishes it, 2D does not; whatever is left in the hand is to spare."""
    now = state("KC", attacks="TC 3D", hand="2C 2D")
    assert count_by_rules(now) == Counter({("cleared", 1, 1): 1, ("lost", 0, None): 2, ("cleared", 1, 0): 1})
