"""Cards: one canonical form out, every form of the interface's section 1 in, nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.cards import JOKER, PACK, RANKS, SUITS, Card, fold, parse_card

EVERY = (*PACK, JOKER)
SYMBOLS = ("♣♦♥♠", "♧♢♡♤")


def full_width(text):
    """Write ASCII as its full-width twin."""
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


def test_the_pack():
    assert len(PACK) == len(set(PACK)) == 52
    assert "".join(map(str, PACK[:14])) == "AC2C3C4C5C6C7C8C9CTCJCQCKCAD"
    assert list(EVERY) == sorted(EVERY)
    assert [card for card in EVERY if card.is_joker] == [JOKER]


@pytest.mark.parametrize("card", EVERY, ids=str)
def test_str_and_parse_are_inverse(card):
    assert parse_card(str(card)) == card
    assert eval(repr(card), {"parse_card": parse_card}) == card  # noqa: S307  it is what repr promises


@pytest.mark.parametrize("card", PACK, ids=str)
def test_lenient_forms_of_a_card(card):
    rank, suit = str(card)
    ranks = {rank} | ({"10"} if rank == "T" else set()) | ({"1"} if rank == "A" else set())
    suits = {suit, *(symbols[card.suit] for symbols in SYMBOLS), SYMBOLS[0][card.suit] + "\ufe0f"}
    for form in {r + s for r in ranks for s in suits}:
        for text in (form, form.lower(), full_width(form), full_width(form.lower()), f" {form}\t"):
            assert parse_card(text) == card, text


@pytest.mark.parametrize("text", ["X", "x", "joker", "JOKER", "Joker", "★", "🃏", "Ｘ", "ｘ", "ＪＯＫＥＲ", " x "])
def test_lenient_forms_of_the_joker(text):
    assert parse_card(text) is JOKER


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "C", "10", "0C", "11C", "1", "CX", "AX", "XC", "XX", "A C", "AC2", "100C", "-1C", "♠", "A♠♠", "12H",
     "①H", "²H", "jokers", "NaN", "ac\x00", "A\u200bC", "X" * 17, "J" * 10**6, "Ⅻ", "K♚", "\ud800", "٣H"],
)  # fmt: skip
def test_everything_else_is_refused(text):
    if fold(text[:16]) in {"1H", "2H"}:  # NFKC takes circled and raised digits for digits
        assert parse_card(text) in PACK
        return
    with pytest.raises(ValueError):
        parse_card(text)


@given(st.text(max_size=20))
def test_any_text_is_a_card_or_a_value_error(text):
    try:
        card = parse_card(text)
    except ValueError:
        return
    assert card in EVERY
    assert parse_card(str(card)) == card


@given(st.sampled_from("A23456789TJQKX01acdhs♠♥ "), st.sampled_from("CDHSXcdhs♠♥♦♣0 "))
def test_two_characters_are_a_card_exactly_when_they_name_rank_and_suit(first, second):
    text = first + second
    rank = RANKS.find(first.upper()) + 1 or (1 if first == "1" else 0)
    suit = SUITS.find(second.upper()) if second.isascii() else SYMBOLS[0].find(second)
    expected = (
        JOKER if text.strip().upper() == "X" else Card(suit, rank) if rank and suit >= 0 and second != " " else None
    )
    try:
        found = parse_card(text)
    except ValueError:
        found = None
    assert found == expected
