"""The rulings D1–D9 of the rules, one test each or more, named after it, and what equal cards are."""

from __future__ import annotations

import pytest
from dungeon_table import GAME, cards, events, legal, play, result, state, why_not


# --- section 7: rulings -----------------------------------------------------------------------------------------------
def test_d1_a_second_card_below_the_power_is_refused():
    reason = why_not(state("KC", hand="4D", attacks="8S"), "4D@1")
    assert reason.rule == "D1"
    assert reason.message == "8S and 4D make 12, KC takes 13: at least 5 is needed here"


def test_d2_a_first_card_that_nothing_could_complete_is_refused():
    for monster, card in (("QC", "AD"), ("KC", "AD"), ("KC", "2D")):
        reason = why_not(state(monster, hand=card), f"{card}@1")
        assert reason.rule == "D2"
        assert reason.message.startswith(f"after {card} (")
        assert monster in reason.message
    for monster, card in (("JC", "AD"), ("QC", "2D"), ("KC", "3D"), ("KC", "X")):
        assert why_not(state(monster, hand=card), f"{card}@1") is None


def test_d2_counts_the_missing_card_as_11_where_aces_are_11():
    for monster in ("JC", "QC", "KC"):
        for card in ("2D", "AD", "TD", "X"):
            assert why_not(state(monster, hand=card, ace=11), f"{card}@1") is None
    assert why_not(state("KC", hand="TD", attacks="2D", ace=11), "TD@1").rule == "D1"
    assert why_not(state("KC", hand="AS", attacks="2D", ace=11), "AS@1") is None


def test_d2_is_judged_by_values_never_by_the_cards_still_to_come():
    """No ten, joker or ace is left anywhere: the three on a king is allowed all the same."""
    now = state("KC", hand="3D 4D", deck="2C", jokers=0)
    assert why_not(now, "3D@1") is None
    assert why_not(state("KC", hand="2D", deck="2C", jokers=0, ace=11), "2D@1") is None


@pytest.mark.parametrize("attack", ["TC X", "X TC", "X X"])
def test_d3_a_joker_counts_as_the_monsters_suit_in_a_chain(attack):
    now = state("KC QD JH", hand="2C X", attacks=attack, chain=True)
    assert play(now, "2C@1").killed == cards("KC QD")
    assert play(now, "X@1").killed == cards("KC QD")


def test_d3_a_joker_saves_no_chain_that_another_suit_breaks():
    now = state("KC QD JH", hand="X", attacks="X 3D", chain=True)
    assert play(now, "X@1").killed == cards("KC")


def test_d4_a_chained_monster_is_shown_as_it_dies():
    now = state("KC QD JH", hand="2C", attacks="TC 3C", chain=True)
    killed = [event for event in events(now, "2C@1") if event["type"] == "killed"]
    assert killed[1] == {"type": "killed", "monster": "QD", "pile": 1, "cards": []}
    assert GAME.view(play(now, "2C@1"), 1).killed == cards("KC QD")


def test_d5_an_ace_as_the_second_card_on_a_jack_is_followed_by_a_finisher():
    now = state("JC", hand="AD 2C 2D", attacks="3S", ace=11)
    assert events(now, "AD@1") == [{"type": "placed", "card": "AD", "pile": 1, "role": "second"}]
    after = play(now, "AD@1")
    assert why_not(after, "2D@1").rule == "4"
    assert play(after, "2C@1").killed == cards("JC")


def test_d5_an_ace_after_an_ace_on_a_jack_is_a_finisher_by_suit_only():
    now = state("JC", hand="AC AH", attacks="AD", ace=11)
    assert play(now, "AC@1").killed == cards("JC")
    assert why_not(now, "AH@1").rule == "4"


def test_d6_any_card_can_be_discarded_at_any_time_and_lies_in_order():
    now = state("KC", hand="3C TD X", deck="8S", attacks="TC 5D", discards="4D")
    assert {f"{card}@x" for card in ["3C", "TD", "X"]} <= set(legal(now).split())
    after = play(now, "X@x", "3C@x", "TD@x")
    assert after.discards == cards("4D X 3C TD")
    assert events(now, "X@x") == [{"type": "discarded", "card": "X"}]
    assert after.attacks == now.attacks


def test_d7_the_view_holds_what_is_public_and_no_order_of_hidden_cards():
    now = state(
        "KC QD JH | | QS", hand="3C X", deck="8S 2S", attacks="TC 5D", discards="4D", killed="JS KH", spent="AH 5H 7H"
    )
    view = GAME.view(now, 1)
    assert view.tops == (*cards("KC"), None, *cards("QS"), None)
    assert view.below == (2, 0, 0, 0)
    assert view.attacks == now.attacks
    assert view.hand == cards("3C X")
    assert view.undrawn == 2
    assert view.discards == cards("4D")
    assert view.killed == cards("JS KH")
    assert view.spent[:3] == cards("AH 5H 7H")
    for other in (
        state("KC JH QD | | QS", hand="3C X", deck="2S 8S", attacks="TC 5D", discards="4D", killed="JS KH", spent="AH 5H 7H"),
        state("KC JH QD | | QS", hand="3C X", deck="8S 2S", attacks="TC 5D", discards="4D", killed="JS KH", spent="AH 5H 7H"),
    ):  # fmt: skip
        assert GAME.view(other, 1) == view
    swapped = state("KC QD JH | | QS", hand="3C X", deck="8S 9S", attacks="TC 5D", discards="4D", killed="JS KH",
                    spent="AH 5H 7H")  # fmt: skip
    assert GAME.view(swapped, 1) != view  # another set of undrawn cards: that is known


def test_d8_the_game_goes_on_with_an_empty_deck_while_cards_are_in_hand():
    now = state("KC", hand="TC 3D 2C", deck="")
    assert result(now) is None
    assert result(play(now, "TC@1", "3D@1")) is None
    assert result(play(now, "TC@1", "3D@1", "2C@1"))["outcome"] == "cleared"


def test_d9_resigning_is_scored_as_it_stands():
    now = state("KC QS", hand="TC 3D", deck="2C", killed="JS JD JH")
    assert events(now, "resign") == [{"type": "resigned", "seat": 1}]
    after = play(now, "resign")
    assert result(after) == {"outcome": "resigned", "kills": 3, "spare": None}
    assert GAME.legal_moves(after) == ()
    assert why_not(after, "TC@x").rule == "5"
    assert "resign" not in legal(now)


# --- equal cards --------------------------------------------------------------------------------------------------
def test_jokers_are_one_move_however_many_are_held():
    now = state("KC | QD", hand="X X X", deck="8S", jokers=3)
    assert legal(now) == "X@x X@1 X@2"
    assert play(now, "X@1").hand == cards("X X")
    assert play(now, "X@1", "X@1", "X@1").killed == cards("KC")


def test_the_order_of_the_hand_is_kept():
    now = state("KC", hand="9S X 3C", deck="8S")
    assert play(now, "X@x").hand == cards("9S 3C")
