"""What Japanese players type is read as they mean it; logs stay canonical."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from triangle_table import state as triangle_state

from cardsolo.core.cards import PACK, Card, parse_card
from cardsolo.core.chance import NoChance
from cardsolo.core.errors import AmbiguousMoveError, MoveError
from cardsolo.core.japanese import plain
from cardsolo.games import find

WORDS = ("クラブ", "ダイヤ", "ハート", "スペード")
SIGNS = ("♧", "♢", "♡", "♤")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("ハートの10", "10H"),
        ("ハート７", "7H"),
        ("♡７", "♡7"),
        ("7♥", "7♥"),
        ("スペードのエース", "AS"),
        ("ﾀﾞｲﾔのキング", "KD"),
        ("クイーンのクローバー", "QC"),
        ("ジョーカー", "X"),
        ("投了", "resign"),
        ("ハートの10を山2へ", "10H 2"),
        ("ハートの10を破棄", "10H x"),
        ("th 2", "th 2"),
    ],
)
def test_words_become_notation(text, read):
    assert plain(text, {"山": "", "破棄": "x"}) == read


@pytest.mark.parametrize("card", PACK)
def test_every_card_is_read_in_every_form(card):
    rank, suit = str(card)
    names = {rank, "10" if rank == "T" else rank}
    for name in names:
        for form in (f"{suit}{name}", f"{suit.lower()}{name.lower()}", f"{SIGNS[card.suit]}{name}", f"{name}{suit}"):
            assert parse_card(form) == card
        assert parse_card(plain(f"{WORDS[card.suit]}の{name}", {})) == card


def dungeon(hand):
    position = {
        "type": "position", "game": "dungeon", "piles": [["KH"], ["QS"], ["JD"], ["JC"]],
        "attacks": [[], [], [], []], "hand": hand, "deck": [],
    }  # fmt: skip
    return find("dungeon").position_from_json(position)


@pytest.mark.parametrize(
    ("hand", "text", "move"),
    [
        (["TH"], "ハートの10を山2へ", "TH@2"),
        (["TH"], "ハートの１０　２", "TH@2"),
        (["TH"], "♡10 2", "TH@2"),
        (["TH"], "h10 2", "TH@2"),
        (["TH"], "ｔｈ２", "TH@2"),
        (["TH", "X"], "ジョーカー 3", "X@3"),
        (["TH"], "破棄 ハートの10", "TH@x"),
        (["TH"], "ハートの10を捨てる", "TH@x"),
        (["TH"], "投了", "resign"),
    ],
)
def test_moves_of_the_dungeon(hand, text, move):
    game, state = find("dungeon"), dungeon(hand)
    assert game.format_move(game.read_move(text, state)) == move


def test_two_readings_are_refused_with_both():
    with pytest.raises(AmbiguousMoveError) as caught:
        find("dungeon").read_move("d2", dungeon(["2D", "2C"]))
    assert set(caught.value.readings) >= {"2D@x", "2C@x"}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ハートの7　0，1", "7H@0,1"),
        ("♡７ 0,1", "7H@0,1"),
        ("h7 0,1", "7H@0,1"),
        ("ハートの7を0行1列へ", "7H@0,1"),
        ("パス", "pass"),
        ("断る", "pass"),
        ("投了", "resign"),
    ],
)
def test_moves_of_triangle_sevens(text, move):
    game = find("triangle")
    position = {
        "type": "position", "game": "triangle", "rules": {"players": 2}, "board": {"0,0": "X"},
        "hands": [["7H", "8C"], ["2C"]], "seat": 1,
    }  # fmt: skip
    assert game.format_move(game.read_move(text, game.position_from_json(position))) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [("部屋１", "room 1"), ("１", "room 1"), ("投了", "resign"), ("特技 HP 1", "feat hp 1"), ("薬を買う", None)],
)
def test_moves_of_mini_rogue(text, move):
    game = find("rogue")
    state = game.start(game.deal(game.rules_of({}), 7), NoChance()).state
    if move is None:
        with pytest.raises(MoveError):  # read, but there is no merchant here
            game.apply(state, game.read_move(text, state), NoChance())
    else:
        assert game.format_move(game.read_move(text, state)) == move


@given(st.text(alphabet="ハートダイヤの7 10を山2へ破棄♡パス投了,-１２abc", max_size=20))
def test_any_text_is_a_move_or_refused(text):
    for game, state in (
        (find("dungeon"), dungeon(["7H", "TD"])),
        (find("triangle"), triangle_state("X@0,0", "7H TD", "2C")),
    ):
        try:
            move = game.read_move(text, state)
        except MoveError:
            continue
        assert game.parse_move(game.format_move(move)) == move


def test_a_script_in_japanese_writes_a_canonical_log(cli):
    script = "クラブの5を山3へ\n♡９ ３\nスペードのエースを捨てる\n"
    done = cli.run("play", "dungeon", "--seed", 7, "--json", stdin=script)
    assert [json.loads(line)["move"] for line in done.out.splitlines()[1:]] == ["5C@3", "9H@3", "AS@x"]
    assert Card(0, 5) == parse_card("5C")
