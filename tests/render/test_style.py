"""Lines of text: where they end, to the column."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolo.core.text import visible, wrap, wrap_whole
from cardsolo.render.style import Style

WORDS = st.text(st.sampled_from("abc\x1b"), min_size=1, max_size=9).map(lambda word: word.replace("\x1b", "\x1b[31m"))


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two", 7, ["one two"]),  # as wide as the line
        ("one two", 6, ["one", "two"]),  # a column too wide
        ("one two three", 9, ["one two", "three"]),
        ("a longword b", 4, ["a", "longword", "b"]),  # a word stays whole
        ("one two three", 3, ["one", "two", "three"]),
    ],
)
def test_a_line_ends_where_the_width_does(text, width, lines):
    assert wrap(text, width) == lines


def test_an_indent_takes_room():
    assert wrap("one two three four", 9, "  ") == ["one two", "  three", "  four"]
    assert wrap("one two six ten", 9, "  ") == ["one two", "  six ten"]
    assert wrap("one two six ten", 8, "  ") == ["one two", "  six", "  ten"]


def test_colours_take_no_room():
    red = Style(color=True).paint("two", "red")
    assert wrap(f"one {red}", 7) == [f"one {red}"]
    assert wrap(f"one {red}", 6) == ["one", red]


def test_a_move_of_several_words_stays_whole():
    assert wrap_whole("feat\N{NO-BREAK SPACE}xp, room\N{NO-BREAK SPACE}1", 9) == ["feat xp,", "room 1"]


@given(st.lists(WORDS, min_size=1, max_size=12), st.integers(1, 20))
def test_no_line_is_too_wide_and_none_could_take_more(words, width):
    lines = wrap(" ".join(words), width)
    assert " ".join(lines).split(" ") == words
    assert all(visible(line) <= width or " " not in line for line in lines)
    for line, following in pairwise(lines):
        assert visible(line) + 1 + visible(following.split(" ")[0]) > width
