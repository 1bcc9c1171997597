"""Colours of suits: what a card is painted with, and that people without one kind of cones tell the safe ones apart."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from terminal import Terminal

import cardsolo
from cardsolo.core.cards import JOKER, parse_card
from cardsolo.render.style import Style
from cardsolo.render.suits import CHOICES, DEPTHS, NAMES, ansi_code, fills

CARDS = [parse_card(text) for text in ("5C", "5D", "5H", "5S")]


# --- what people see --------------------------------------------------------------------------------------------------
#: Linear RGB as people without one kind of cones see it: Machado, Oliveira & Fernandes, 2009, severity 1.
SEEN = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
#: Differences (CIE 1976, in L*a*b*) that nobody overlooks on text; just noticeable ones are about 2.3.
APART = 20
#: The colours of xterm and of the Linux console, by code.
XTERM = {"31": (205, 0, 0), "32": (0, 205, 0), "36": (0, 205, 205), "94": (92, 92, 255), "1;34": (0, 0, 238)}
CONSOLE = {"31": (170, 0, 0), "32": (0, 170, 0), "36": (0, 170, 170), "94": (85, 85, 255), "1;34": (85, 85, 255)}


def linear(channel):
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lab(colour, matrix):
    """Return L*a*b* (D65) of an sRGB colour as somebody sees it."""
    rgb = [linear(channel) for channel in colour]
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in matrix)
    whites = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (*whites, (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least(colours):
    """Return the least difference between two of some colours, for whoever sees them least apart."""
    return min(math.dist(lab(a, m), lab(b, m)) for m in SEEN.values() for a, b in combinations(colours, 2))


def contrast(one, other):
    """Return the contrast of WCAG 2, 1 to 21."""
    light, dark = sorted((lab_luminance(one), lab_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab_luminance(colour):
    r, g, b = map(linear, colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def shown(code, terminal):
    """Return what a terminal shows for a code."""
    if not code.startswith("38;5;"):
        return terminal[code]
    steps, at = (0, 95, 135, 175, 215, 255), int(code[5:]) - 16
    return steps[at // 36], steps[at // 6 % 6], steps[at % 6]


def of_hex(text):
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


def on_terminal(suits, depth, terminal, spades):
    return [*(shown(ansi_code(suits, depth, name), terminal) for name in NAMES[:3]), spades]


@pytest.mark.parametrize("terminal", [XTERM, CONSOLE], ids=["xterm", "console"])
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("ground", ["dark", "light"])
def test_everybody_tells_the_safe_colours_apart(depth, terminal, ground):
    spades = (255, 255, 255) if ground == "dark" else (0, 0, 0)
    assert least(on_terminal("safe", depth, terminal, spades)) > APART


def test_the_usual_four_are_not_safe_and_the_measure_says_so():
    """Green and red of a four-colour pack are what colour-blind people take for one another."""
    assert least(on_terminal("four", 256, XTERM, (255, 255, 255))) < least(
        on_terminal("safe", 256, XTERM, (255, 255, 255))
    )
    assert least([(175, 95, 0), (95, 135, 0)]) < APART / 2


@pytest.mark.parametrize(("which", "ink", "face"), [(0, "#1c1c1c", "#fbfaf5"), (1, "#ececec", "#2b2e34")])
@pytest.mark.parametrize("suits", CHOICES[1:])
def test_colours_of_pictures_can_be_read_on_cards(suits, which, ink, face):
    colours = [of_hex(pair[which]) for pair in fills(suits).values()]
    assert len(colours) == 3
    assert min(contrast(colour, of_hex(face)) for colour in colours) >= 4.5
    if suits == "safe":
        assert least([*colours, of_hex(ink)]) > APART


# --- where they are seen ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("suits", CHOICES)
def test_cards_have_the_colours_of_their_suits(suits, depth):
    style = Style(unicode=True, color=True, suits=suits, colors=depth)
    codes = [re.match(r"\x1b\[([\d;]+)m5.\x1b\[0m$", style.card(card))[1] for card in CARDS]
    assert codes == [ansi_code(suits, depth, name) for name in NAMES]
    assert len(set(codes)) == (2 if suits == "two" else 4)
    assert style.card(JOKER) == "\x1b[1mX\x1b[0m"
    plain = Style(plain=True, suits=suits, colors=depth)
    assert plain.card(CARDS[0]) == "5 of clubs"
    assert Style(suits=suits).card(CARDS[0]) == "5C"


@pytest.mark.parametrize(
    ("options", "env", "diamond"),
    [
        ((), {}, "31"),
        (("--suits", "four"), {}, "1;34"),
        (("--suits", "four"), {"TERM": "xterm-16color"}, "94"),
        (("--suits", "four"), {"TERM": "xterm-256color"}, "38;5;33"),
        (("--suits", "safe"), {"COLORTERM": "truecolor"}, "38;5;25"),
        ((), {"CARDSOLO_SUITS": "safe", "TERM": "tmux-256color"}, "38;5;25"),
        (("--suits", "two"), {"CARDSOLO_SUITS": "safe"}, "31"),
        (("--suits", "four"), {"NO_COLOR": "1"}, None),
        (("--suits", "four", "--plain"), {}, None),
    ],
)
def test_the_terminal_and_who_asks_decide(cli, options, env, diamond):
    terminal = Terminal(cli, "deal", "dungeon", "--seed", 7, *options, env={"COLORTERM": None} | env)
    assert terminal.end() == 0
    codes = re.findall("\x1b\\[([\\d;]+)m[2-9TJQKA]♦", terminal.raw.decode())
    assert set(codes) == ({diamond} if diamond else set())
    assert ("queen of diamonds" in terminal.text) == ("--plain" in options)


@pytest.mark.parametrize("name", ["dungeon", "triangle"])
def test_boards_and_pictures_of_both_card_games(name):
    play = cardsolo.deal(name, seed=7)
    for move in [str(move) for move in play.legal_moves[:1]]:
        play.push(move)
    two, four = (cardsolo.text(play, color=True, suits=suits) for suits in ("two", "four"))
    assert two == cardsolo.text(play, color=True)
    assert "\x1b[32m" in four
    assert re.sub(r"\x1b\[[\d;]*m", "", two) == re.sub(r"\x1b\[[\d;]*m", "", four)
    drawn = cardsolo.svg(play, suits="safe")
    assert ".clubs{fill:#007e5c}" in drawn
    assert 'class="clubs' in drawn
    assert 'class="red' not in drawn
    assert cardsolo.svg(play) == cardsolo.svg(play, suits="two")
    assert ".clubs" not in cardsolo.svg(play)
    with pytest.raises(cardsolo.OptionError, match=r"suits cannot be “fuor”; did you mean four\?"):
        cardsolo.svg(play, suits="fuor")


def test_a_picture_has_the_colours_that_its_command_asks_for_and_no_others(cli):
    assert cli.run("play", "dungeon", "--seed", 7, "--log", "g", stdin="5c 1\n").code == 0
    env = {"CARDSOLO_SUITS": "four"}
    assert cli.run("render", "g", "-o", "two.svg", env=env).code == 0
    assert cli.run("render", "g", "--suits", "four", "-o", "four.svg").code == 0
    assert cli.run("render", "g", "--suits", "four", "-o", "four.html").code == 0
    two, four, page = ((cli.directory / name).read_text() for name in ("two.svg", "four.svg", "four.html"))
    assert ".clubs" not in two
    assert ".clubs{fill:#1b7333}" in four
    assert ".clubs{fill:#1b7333}" in page
    assert 'class="clubs' in page
