"""Colours of suits: two as on most cards, four as at poker tables, or four that colour-blind people tell apart.

The last are of the set that Masataka Okabe and Kei Ito published (“Color Universal Design”, 2008): bluish green, blue
and vermilion. Where a terminal has few colours, or the ground is dark, the nearest that still differ stand for them:
tests/render/test_suits.py computes how far apart they are for people without one kind of cones. Colour never says
anything alone.
"""

from __future__ import annotations

from typing import Final

TWO: Final = "two"
CHOICES: Final = (TWO, "four", "safe")
#: The suits in the order of `Card.suit`, as names of colours.
NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
#: How many colours terminals have.
DEPTHS: Final = (8, 16, 256)
#: Codes of ANSI colours for clubs, diamonds and hearts, by how many colours there are; spades are always bold.
_CODES: Final = {
    (TWO, 8): ("1", "31", "31"),
    ("four", 8): ("32", "1;34", "31"),  # plain blue can hardly be read on black
    ("four", 16): ("32", "94", "31"),
    ("four", 256): ("38;5;34", "38;5;33", "38;5;160"),
    ("safe", 8): ("36", "1;34", "31"),
    ("safe", 16): ("36", "94", "31"),
    ("safe", 256): ("38;5;36", "38;5;25", "38;5;166"),
}
#: Colours of pictures by suit, light and dark; a suit that is not here has the colour of text.
_FILLS: Final = {
    TWO: {},
    "four": {"clubs": ("#1b7333", "#63cf80"), "diamonds": ("#1f5fbf", "#86b6ff"), "hearts": ("#b3261e", "#ff9a8f")},
    "safe": {"clubs": ("#007e5c", "#1aa881"), "diamonds": ("#00466e", "#9ad2f2"), "hearts": ("#b55000", "#e28e4c")},
}


def ansi_code(suits: str, colors: int, name: str) -> str:
    """Return the ANSI code of a suit by name; suits is one of CHOICES, colors one of DEPTHS."""
    if name == NAMES[3]:
        return "1"
    return _CODES[suits, 8 if suits == TWO else colors][NAMES.index(name)]


def fills(suits: str) -> dict[str, tuple[str, str]]:
    """Return the colours of pictures by suit, light and dark, of those suits that have one of their own."""
    return dict(_FILLS[suits])
