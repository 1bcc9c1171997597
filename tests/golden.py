"""Golden logs: one game for every option set of every game, as fixtures that are replayed and compared by the tests.

`python tests/golden.py` writes those that are missing; `--all` writes all of them anew (after a wanted change of rules or
of the log format, with the difference read line by line).
"""

from __future__ import annotations

import random
import sys
from itertools import product

from rogue_table import Thumb
from support import FIXTURES

from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find

#: game -> name of the log -> (options, seed), or (options, seed, player) where none is played at random
GAMES = {
    "dungeon": {
        f"jokers{jokers}-ace{ace}-{'chain' if chain else 'plain'}": (
            {"jokers": jokers, "ace": ace, "chain": chain},
            jokers,
        )
        for jokers in range(9)
        for ace in (1, 11)
        for chain in (False, True)
    },
    "triangle": {
        f"players{players}-{'on' if play_on else 'once'}": (
            {"players": players, "play_on": play_on, "first": 1 + seed % players if play_on else players},
            seed,
        )
        for seed, (players, play_on) in enumerate(product(range(1, 7), (False, True)))
    },
    "rogue": {
        **{
            f"won-{difficulty}{'-key' if key else ''}": ({"difficulty": difficulty, "key": key}, seed, Thumb)
            for difficulty, seeds in {
                "casual": (4, 11),
                "normal": (7, 111),
                "hard": (50, 380),
                "impossible": (51, 886),
            }.items()
            for key, seed in zip((False, True), seeds, strict=True)
        },
        **{
            f"ended-{cause}": ({"difficulty": difficulty, "key": key}, seed, Thumb)
            for cause, difficulty, key, seed in (
                ("monster", "normal", False, 1),
                ("event", "normal", False, 17),
                ("boss", "impossible", True, 3),
                ("trap", "impossible", False, 2),
                ("hunger", "hard", False, 3171),
                ("locked", "casual", True, 9),
            )
        },
        "random": ({"difficulty": "normal", "key": True}, 0),
    },
}


def play_game(name, options, seed, player=None):
    """Return the lines of a game that a reproducible player plays to its end, with some moves taken back."""
    game = find(name)
    lines = []
    deal = game.deal(game.rules_of(options), seed)
    session = Session(Origin(game, deal=deal), sink=lines.append)
    session.go_on(lines.append, practice=True)  # as one that is resumed for practice: its start line does not say so
    source = random.Random(f"golden/{name}/{seed}")
    while not session.is_over:
        if player is None:
            moves = game.legal_moves(session.state)
            session.play(moves[int(source.random() * len(moves))])
        else:
            session.play(player().choose(game.view(session.state, game.seat(session.state))))
        if source.random() < 0.05:
            session.undo()
    session.close()
    return [dumps(line) for line in lines]


def paths(name):
    """Return log name -> path of a game's golden logs."""
    return {log: FIXTURES / name / "golden" / f"{log}.jsonl" for log in GAMES.get(name, {})}


def main():
    for name in NAMES:
        for log, path in paths(name).items():
            if "--all" in sys.argv or not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("\n".join(play_game(name, *GAMES[name][log])) + "\n", "utf-8")


if __name__ == "__main__":
    main()
