"""Several people at one keyboard, on a real terminal: no key brings up what belongs to another seat."""

from __future__ import annotations

import re
import sys

import pytest
from terminal import Terminal

from cardsolo.core.chance import NoChance
from cardsolo.games import find

if sys.platform == "win32":
    pytest.skip("pseudo-terminals of POSIX", allow_module_level=True)

GAME = find("triangle")
SEED = 7
#: Tab twice, Up, Ctrl-R and a letter, Ctrl-Y, then out of the search and the line cleared.
KEYS = ["\t\t", "\x1b[A", "\x1b[A", "\x12K", "\x07", "\x19", "\x1by", "\x1b.", "\x15"]


def start(players):
    deal = GAME.deal(GAME.rules_of({"players": players}), SEED)
    return GAME.start(deal, NoChance()).state


def hands(names):
    return {seat: set(map(str, hand)) for seat, hand in enumerate(start(len(names)).hands, 1)}


def named(text):
    """Return the cards that stand in a text, in either notation."""
    for symbol, letter in zip("♣♦♥♠", "CDHS", strict=True):
        text = text.replace(symbol, letter)
    return set(re.findall(r"(?<![\w,])[A2-9TJQK][CDHS](?![\w])", text))


class Sitting:
    """People who sit down one after the other, press every telling key, and then play."""

    def __init__(self, cli, names, *more):
        self.names = names
        self.hands = hands(names)
        self.public = {"X"}
        self.terminal = Terminal(cli, "play", "triangle", "--seed", SEED, "--seats", ",".join(names), *more, lines=60)

    def press(self, seat):
        """Press all keys; what comes on the screen belongs to seat (0: to nobody) or has been played."""
        for keys in KEYS:
            self.terminal.send(keys)
        self.terminal.send("zzz\r")
        self.terminal.child.expect(rb"zzz[^\n]*\n")
        shown = named(re.sub(r"\x1b\[[\d;?]*\w", "", self.terminal.child.before.decode()))
        assert shown <= self.public | self.hands.get(seat, set()), f"shown to seat {seat}"

    def sit_down(self, seat, *, first=False):
        if not first:
            self.terminal.expect(f"Enter clears the screen for seat {seat}.")
            self.press(0)
        self.terminal.expect(f"seat {seat}: press Enter when nobody else is looking.")
        self.press(0)
        self.terminal.expect(f"seat {seat}> ")
        self.public |= named(self.terminal.text.split("hand")[0])

    def play(self, seat, text):
        self.press(seat)
        self.terminal.expect(f"seat {seat}> ")
        # a killed line would come back with Ctrl-Y
        self.terminal.send("KH 5,5 secret\x15")
        self.terminal.send(f"{text}\r")
        self.terminal.expect("\n")


@pytest.mark.parametrize("names", [("human", "human"), ("human", "greedy", "human"), ("human", "human", "random")])
def test_no_key_brings_up_what_belongs_to_another(cli, names):
    sitting = Sitting(cli, names)
    people = [seat for seat, name in enumerate(names, 1) if name == "human"]
    for turn, seat in enumerate(people):
        sitting.sit_down(seat, first=turn == 0)
        sitting.play(seat, "pass" if turn else f"{min(sitting.hands[seat])} 0,1")
    sitting.sit_down(people[0])
    sitting.press(people[0])
    sitting.terminal.expect("> ")
    sitting.terminal.send("\x04")
    assert sitting.terminal.end() == 0
    assert "secret" not in sitting.terminal.text


def test_each_seat_has_a_history_of_its_own(cli):
    terminal = Terminal(cli, "play", "triangle", "--seed", SEED, "--seats", "human,human,human")
    terminal.expect("nobody else is looking.")
    terminal.type("", then="seat 1> ")
    terminal.type("KH 5,5", then="seat 1> ")
    terminal.type("pass", then="seat 2.")
    terminal.type("", then="looking.")
    terminal.type("", then="seat 2> ")
    terminal.send("\x1b[A\r")  # an empty line: nothing to bring back
    terminal.expect("seat 2> ")
    assert "KH" not in terminal.text
    terminal.type("resign", then="Press Enter to end")
    terminal.expect("> ")
    terminal.type("undo", then="seat 2> ")
    terminal.send("\x1b[A\x1b[A\r")
    terminal.expect("Press Enter to end")
    terminal.type("", then=None)
    assert terminal.end() == 0


def test_tab_offers_words_alone_when_the_game_is_over(cli):
    terminal = Terminal(cli, "play", "triangle", "--seed", SEED, "--seats", "human,human", "--no-clear")
    terminal.expect("seat 1> ")
    terminal.type("resign", then="> ")
    terminal.send("\t\t")
    terminal.expect("restart")
    terminal.send("\r")
    assert terminal.end() == 0
    assert "@" not in terminal.text.split("Press Enter")[1]
