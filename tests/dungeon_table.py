"""Shorthand for the tests of Clear the Dungeon: positions from a few words."""

from __future__ import annotations

from cardsolo.core.cards import parse_card
from cardsolo.core.chance import NoChance
from cardsolo.games import find
from cardsolo.games.dungeon.state import Rules, State

GAME = find("dungeon")


def cards(text):
    return tuple(map(parse_card, text.split()))


def four(text):
    """Read four lists divided by `|`, those at the end may be left out."""
    lists = [cards(part) for part in text.split("|")]
    return (*lists, *[()] * (4 - len(lists)))


def state(piles, *, hand="", deck="", attacks="", discards="", killed="", spent="", **rules):
    """Return a state: piles and attacks as `JC QD | KH`, all else as `3H X`."""
    lists = {"hand": hand, "deck": deck, "discards": discards, "killed": killed, "spent": spent}
    return State(Rules(**rules), four(piles), four(attacks), **{name: cards(text) for name, text in lists.items()})


def why_not(now, text):
    return GAME.why_not(now, GAME.parse_move(text))


def play(now, *moves):
    """Play moves by the rules and return the state after them."""
    for text in moves:
        now = GAME.apply(now, GAME.parse_move(text), NoChance()).state
    return now


def events(now, text):
    """Return the events of a move as JSON."""
    return [event.to_json() for event in GAME.apply(now, GAME.parse_move(text), NoChance()).events]


def legal(now):
    return " ".join(map(GAME.format_move, GAME.legal_moves(now)))


def result(now):
    return GAME.result(now)
