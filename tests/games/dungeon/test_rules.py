"""Clear the Dungeon by its rules page, section by section; the rulings are in test_rulings.py."""

from __future__ import annotations

import pytest
from dungeon_table import GAME, cards, events, legal, play, result, state, why_not

from cardsolo.core.cards import JOKER, PACK
from cardsolo.core.chance import NoChance
from cardsolo.core.errors import IllegalMoveError
from cardsolo.games.dungeon.moves import Move
from cardsolo.games.dungeon.rules import MONSTER_CARDS, damage, needed, power, power_cards
from cardsolo.games.dungeon.state import Rules


# --- sections 1 and 2: parts and set-up -------------------------------------------------------------------------------
@pytest.mark.parametrize("jokers", range(9))
def test_the_parts(jokers):
    deck = power_cards(Rules(jokers=jokers))
    assert len(deck) == 40 + jokers
    assert deck.count(JOKER) == jokers
    assert {*deck, *MONSTER_CARDS} - {JOKER} == set(PACK)
    assert len(MONSTER_CARDS) == 12


def test_monsters_have_power_11_12_13():
    assert [power(card) for card in cards("JC QD KH")] == [11, 12, 13]


@pytest.mark.parametrize(("ace", "values"), [(1, [1, 2, 3, 9, 10, 10]), (11, [11, 2, 3, 9, 10, 10])])
def test_damage_values(ace, values):
    assert [damage(card, Rules(ace=ace)) for card in cards("AS 2S 3C 9D TH X")] == values


def test_the_start():
    deal = GAME.deal(Rules(), 7)
    step = GAME.start(deal, NoChance())
    assert [event.to_json() for event in step.events] == [{"type": "drawn", "cards": ["5C", "AS", "9H"]}]
    assert step.state.hand == deal.deck[:3]
    assert step.state.deck == deal.deck[3:]
    assert step.state.piles == deal.piles
    assert step.state.tops == tuple(pile[0] for pile in deal.piles)
    assert not any(step.state.attacks)
    assert GAME.seat(step.state) == 1


# --- section 3: a round -----------------------------------------------------------------------------------------------
def test_a_hand_is_used_up_before_the_next_is_drawn():
    now = state("KC | QD", hand="3C 5D 7H", deck="8S 9S TS 2C")
    assert play(now, "5D@1").hand == cards("3C 7H")
    assert play(now, "5D@1", "3C@x").hand == cards("7H")
    after = play(now, "5D@1", "3C@x", "7H@2")
    assert after.hand == cards("8S 9S TS")
    assert after.deck == cards("2C")
    assert events(play(now, "5D@1", "3C@x"), "7H@2")[-1] == {"type": "drawn", "cards": ["8S", "9S", "TS"]}


def test_the_last_hand_may_be_short():
    now = state("KC", hand="3C", deck="8S 9S")
    assert play(now, "3C@x").hand == cards("8S 9S")


def test_cards_of_one_hand_go_where_one_likes_and_in_any_order():
    now = state("KC | QD", hand="3C 5D 7H", deck="8S")
    assert legal(now) == "3C@x 3C@1 3C@2 5D@x 5D@1 5D@2 7H@x 7H@1 7H@2"
    ends = {play(now, "3C@1", "5D@2", "7H@x"), play(now, "7H@x", "3C@1", "5D@2"), play(now, "5D@2", "3C@1", "7H@x")}
    assert len(ends) == 1


def test_placed_cards_stay_over_rounds():
    now = state("KC | QD", hand="3C", deck="TS 5H 6H", attacks="")
    after = play(now, "3C@1")
    assert after.attacks == (cards("3C"), (), (), ())
    assert after.hand == cards("TS 5H 6H")
    assert play(after, "TS@1").attacks[0] == cards("3C TS")


def test_only_cards_of_the_hand_and_living_monsters():
    now = state("KC | | QD", hand="3C 5D", deck="8S", attacks="TC | | ")
    reason = why_not(now, "8S@1")
    assert (reason.rule, reason.message) == ("3", "8S is not in the hand (3C 5D)")
    assert why_not(now, "KC@1").rule == "3"
    assert why_not(now, "TC@1").rule == "3"
    assert why_not(now, "X@x").rule == "3"
    assert why_not(now, "3C@2").message == "no monster is left in pile 2"
    assert why_not(now, "3C@4").rule == "4"
    for pile in (-7, -1, 5, 99):
        assert GAME.why_not(now, Move(cards("3C")[0], pile)) is not None
    with pytest.raises(IllegalMoveError, match=r"8S@1 is not allowed: 8S is not in the hand \(3C 5D\) \[rules 3\]"):
        play(now, "8S@1")


# --- section 4: an attack ---------------------------------------------------------------------------------------------
#: monster, attack so far, cards that may be placed among all ranks of its suit and of another, and the joker
NEXT = [
    ("JC", "", "ATTX"), ("QC", "", "2-TX"), ("KC", "", "3-TX"),
    ("JC", "AD", "TX"), ("JC", "2D", "9TX"), ("JC", "9D", "2-TX"), ("JC", "TD", "A-TX"), ("JC", "X", "A-TX"),
    ("QC", "2D", "TX"), ("QC", "3D", "9TX"), ("QC", "TD", "2-TX"), ("QC", "X", "2-TX"),
    ("KC", "3D", "TX"), ("KC", "4D", "9TX"), ("KC", "8D", "5-TX"), ("KC", "TD", "3-TX"), ("KC", "X", "3-TX"),
]  # fmt: skip


RANKS = "A23456789T"


def ranks_of(text):
    """Read `2-TX` or `9TX`: a span or single ranks; the joker follows always."""
    assert text.endswith("X")
    text = text[:-1]
    if len(text) == 3 and text[1] == "-":
        return set(RANKS[RANKS.index(text[0]) : RANKS.index(text[2]) + 1])
    return set(RANKS) if text == "ATT" else set(text)


@pytest.mark.parametrize(("monster", "attack", "allowed"), NEXT)
def test_first_and_second_cards_by_value_and_never_by_suit(monster, attack, allowed):
    for suit in "CDHS":
        for rank in RANKS:
            card = rank + suit
            if card == attack:
                continue
            reason = why_not(state(monster, hand=card, attacks=attack), f"{card}@1")
            assert (reason is None) == (rank in ranks_of(allowed)), card
            if reason is not None:
                assert reason.rule == ("D1" if attack else "D2")
    assert why_not(state(monster, hand="X", attacks=attack), "X@1") is None


@pytest.mark.parametrize("monster", ["JC", "QD", "KH", "JS"])
def test_the_finisher_is_of_the_monsters_suit_or_a_joker(monster):
    now = state(monster, attacks="9C TD" if monster[1] not in "CD" else "9H TS")
    for suit in "CDHS":
        for rank in "A2345678":
            card = rank + suit
            reason = why_not(state(monster, hand=card, attacks="9H TS" if monster[1] in "CD" else "9C TD"), f"{card}@1")
            assert (reason is None) == (suit == monster[1]), card
            if reason is not None:
                assert (reason.rule, reason.message) == (
                    "4",
                    f"{card} does not finish {monster}: that takes its suit or a joker",
                )
    assert why_not(state(monster, hand="X", attacks="9H TS"), "X@1") is None
    assert result(now) is not None


def test_a_kill_leaves_the_game_and_shows_the_next_monster():
    now = state("KC QD JH | QS", hand="2C 9S 8S", attacks="TC 3D", deck="AS", discards="4D", killed="JS", spent="AH")
    assert events(now, "2C@1") == [
        {"type": "placed", "card": "2C", "pile": 1, "role": "finisher"},
        {"type": "killed", "monster": "KC", "pile": 1, "cards": ["TC", "3D", "2C"]},
        {"type": "revealed", "monster": "QD", "pile": 1},
    ]
    after = play(now, "2C@1")
    assert after.piles[0] == cards("QD JH")
    assert after.attacks[0] == ()
    assert after.killed == cards("JS KC")
    assert after.spent == cards("AH TC 3D 2C")
    assert after.discards == cards("4D")
    assert play(after, "9S@1").attacks[0] == cards("9S")


def test_the_roles_of_the_three_cards():
    now = state("QS", hand="5C 8D 2S")
    roles = []
    for text in ("5C@1", "8D@1", "2S@1"):
        roles.append(events(now, text)[0]["role"])
        now = play(now, text)
    assert roles == ["first", "second", "finisher"]
    assert result(now)["outcome"] == "cleared"


def test_a_pile_can_be_emptied():
    now = state("KC | QS", hand="2C 9D", attacks="TC 3D")
    after = play(now, "2C@1")
    assert after.tops == (None, *cards("QS"), None, None)
    assert [event["type"] for event in events(now, "2C@1")] == ["placed", "killed"]
    assert legal(after) == "9D@x 9D@2"


# --- section 5: end and score -----------------------------------------------------------------------------------------
def test_cleared_the_moment_the_last_monster_dies():
    now = state("JC", hand="2C 9D 9H", deck="AS AH", attacks="5D 6D", killed="QC KC")
    after = play(now, "2C@1")
    assert result(after) == {"outcome": "cleared", "kills": 3, "spare": 4}
    assert GAME.legal_moves(after) == ()
    assert why_not(after, "9D@x").rule == "5"
    assert why_not(after, "resign").rule == "5"
    assert after.hand == cards("9D 9H")


def test_no_hand_is_drawn_after_a_clear():
    after = play(state("JC", hand="2C", deck="AS AH", attacks="5D 6D"), "2C@1")
    assert (after.hand, after.deck) == ((), cards("AS AH"))
    assert result(after)["spare"] == 2


def test_lost_when_the_cards_are_used_up():
    now = state("KC", hand="2C 9D", attacks="TC 3D", killed="QC")
    assert result(play(now, "9D@x", "2C@x")) == {"outcome": "lost", "kills": 1, "spare": None}


def test_a_clear_with_the_last_card_has_nothing_to_spare():
    now = state("KC", hand="2C", attacks="TC 3D")
    assert result(play(now, "2C@1")) == {"outcome": "cleared", "kills": 1, "spare": 0}


# --- section 6: variants ----------------------------------------------------------------------------------------------
def test_an_ace_of_11_meets_a_jack_alone():
    now = state("JC | QC | KC", hand="AD 2C 3C", ace=11)
    after = play(now, "AD@1")
    assert events(now, "AD@1")[0]["role"] == "first"
    assert events(after, "2C@1") == [
        {"type": "placed", "card": "2C", "pile": 1, "role": "finisher"},
        {"type": "killed", "monster": "JC", "pile": 1, "cards": ["AD", "2C"]},
    ]
    assert why_not(play(now, "AD@1"), "3C@1") is None
    assert why_not(state("JC", hand="2D", attacks="AD", ace=11), "2D@1").rule == "4"


@pytest.mark.parametrize(("monster", "first"), [("QC", "QC"), ("KC", "KC")])
def test_an_ace_of_11_on_queen_and_king_needs_a_second_card(monster, first):
    for card, allowed in (("AS", True), ("2S", True), ("3S", True)):
        assert (why_not(state(monster, hand=card, attacks="AD", ace=11), f"{card}@1") is None) == allowed
    now = state(monster, hand="2C 3C", attacks="AD", ace=11)
    assert events(now, "2C@1") == [{"type": "placed", "card": "2C", "pile": 1, "role": "second"}]
    assert play(now, "2C@1", "3C@1").killed == cards(first)


def test_an_ace_of_1_gives_no_two_card_kill():
    assert why_not(state("JC", hand="2C", attacks="AD"), "2C@1").rule == "D1"
    assert why_not(state("JC", hand="TD", attacks="AD"), "TD@1") is None


CHAINED = "TC 3C"


def test_a_chain_kills_the_next_monster_of_the_pile():
    now = state("KC QD JH | QS", hand="2C 9S 8S", attacks=CHAINED, chain=True)
    assert events(now, "2C@1") == [
        {"type": "placed", "card": "2C", "pile": 1, "role": "finisher"},
        {"type": "killed", "monster": "KC", "pile": 1, "cards": ["TC", "3C", "2C"]},
        {"type": "killed", "monster": "QD", "pile": 1, "cards": []},
        {"type": "revealed", "monster": "JH", "pile": 1},
    ]
    after = play(now, "2C@1")
    assert after.killed == cards("KC QD")
    assert after.piles[0] == cards("JH")
    assert after.spent == cards("TC 3C 2C")


def test_a_chain_does_not_chain_further():
    now = state("KC QC JC", hand="2C", attacks=CHAINED, chain=True)
    assert play(now, "2C@1").piles[0] == cards("JC")


def test_a_chain_on_the_last_monster_of_a_pile_is_a_plain_kill():
    now = state("KC | QS", hand="2C 9S", attacks=CHAINED, chain=True)
    assert play(now, "2C@1").killed == cards("KC")


def test_a_chain_can_clear_the_dungeon():
    now = state("KC QC", hand="2C", deck="AS", attacks=CHAINED, chain=True)
    assert result(play(now, "2C@1")) == {"outcome": "cleared", "kills": 2, "spare": 1}


@pytest.mark.parametrize("attack", ["TC 3D", "TD 3C", "TD 3D"])
def test_one_card_of_another_suit_breaks_the_chain(attack):
    now = state("KC QD JH", hand="2C", attacks=attack, chain=True)
    assert play(now, "2C@1").killed == cards("KC")


def test_without_the_option_nothing_chains():
    assert play(state("KC QD JH", hand="2C", attacks=CHAINED), "2C@1").killed == cards("KC")


def test_two_cards_of_one_suit_chain_as_well():
    now = state("JC QD KH", hand="2C", attacks="AC", ace=11, chain=True)
    assert play(now, "2C@1").killed == cards("JC QD")
    other = state("JC QD KH", hand="2C", attacks="AD", ace=11, chain=True)
    assert play(other, "2C@1").killed == cards("JC")


def test_a_finisher_needs_no_value():
    queen, seven, five, ace = cards("QD 7C 5C AS")
    jack = cards("JD")[0]
    assert needed(queen, (), Rules()) == 2
    assert needed(queen, (seven,), Rules()) == 5
    assert needed(queen, (seven, five), Rules()) == 0
    assert needed(jack, (ace,), Rules(ace=11)) == 0
