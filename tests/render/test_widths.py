"""Columns and line breaks in both worlds: Latin text, and Japanese text with wide and ambiguous characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.text import pad, visible, wrap
from cardsolo.render.style import Style

JAPANESE = "手札を1枚、場のカードに（少なくとも1枚）接する空きマスに置くか、パスをします。「パス」はいつでもできます。"


@pytest.mark.parametrize(
    ("text", "narrow", "wide"),
    [
        ("", 0, 0),
        ("5C@3", 4, 4),
        ("\x1b[31m5C\x1b[0m", 2, 2),
        ("5♣", 2, 3),
        ("手札", 4, 4),
        ("ﾃ", 1, 1),
        ("（K♥）", 6, 7),
        ("a · b … –", 9, 12),
        ("が", 2, 2),
    ],
)
def test_columns(text, narrow, wide):
    assert visible(text) == narrow
    assert visible(text, wide=True) == wide
    assert Style(wide=True).columns(text) == wide
    assert visible(pad(text, 20)) == 20
    assert visible(pad(text, 20, wide=True), wide=True) == 20


@pytest.mark.parametrize("width", [8, 11, 16, 40, 41, 80])
@pytest.mark.parametrize("wide", [False, True])
def test_japanese_lines_fit_and_begin_and_end_as_they_may(width, wide):
    lines = wrap(JAPANESE, width, wide=wide)
    assert "".join(lines) == JAPANESE
    for line in lines:
        assert visible(line, wide=wide) <= width
        assert line[0] not in "、。」）ー"
        assert line[-1] not in "「（"
    assert all(visible(line, wide=wide) > width - 8 for line in lines[:-1])


def test_latin_lines_break_at_blanks_only():
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("one two three", 8, "  ") == ["one two", "  three"]
    assert wrap("one two three", 6) == ["one", "two", "three"]
    assert wrap("unbreakable", 4) == ["unbreakable"]
    assert wrap("a", 1) == ["a"]
    assert wrap("ab cd", 5) == ["ab cd"]
    assert wrap("ab cd", 4) == ["ab", "cd"]


def test_latin_words_in_japanese_stay_whole():
    lines = wrap("続けるには cardsolo play dungeon --resume game.jsonl と打ちます。", 24)
    assert all(word in " ".join(lines) for word in ("cardsolo", "dungeon", "--resume", "game.jsonl"))
    assert all(visible(line) <= 24 for line in lines)


def test_colours_stay_with_their_text():
    text = "赤い" + "\x1b[31m" + "ハート" + "\x1b[0m" + "の7"
    for width in range(4, 16):
        lines = wrap(text, width)
        assert "".join(lines) == text
        assert not any(line.endswith("\x1b[31m") for line in lines)


@given(st.text(alphabet="ab 手札、。「」5♣\t", max_size=60), st.integers(1, 30), st.booleans())
def test_nothing_is_lost_and_only_what_cannot_be_broken_is_too_long(text, width, wide):
    lines = wrap(text, width, wide=wide)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        if visible(line, wide=wide) > width:
            assert wrap(line, 1, wide=wide) == [line]
