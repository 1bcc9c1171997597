"""Problems of Clear the Dungeon as a stranger types them: JSON objects for the tests of the command line."""

from __future__ import annotations


def deal(seed=7, **changes):
    from cardsolo.games import find

    game = find("dungeon")
    return game.deal_to_json(game.deal(game.rules_of({}), seed)) | changes


def typed(**changes):
    """Return the deal of seed 7 as somebody would type it: without dealer and seed."""
    obj = deal() | changes
    return {key: value for key, value in obj.items() if key not in ("dealer", "seed")}


def not_clearable():
    """Return a position that can be proved lost at once: a king and two cards."""
    empty = [[], [], [], []]
    return {
        "type": "position",
        "game": "dungeon",
        "piles": [["KH"], [], [], []],
        "attacks": empty,
        "hand": ["2C", "3C"],
        "deck": [],
    }


def clearable():
    return not_clearable() | {"hand": ["TC", "9C", "2H"], "deck": ["3C", "4C"]}
