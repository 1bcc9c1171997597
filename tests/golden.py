"""Golden logs: one game for every option set of every game, as fixtures that are replayed and compared by the tests.

`python tests/golden.py` writes those that are missing; `--all` writes all of them anew (after a wanted change of rules or
of the log format, with the difference read line by line).
"""

from __future__ import annotations

import random
import sys

from support import FIXTURES

from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin, Session
from cardsolo.games import NAMES, find

#: game -> name of the log -> (options, seed)
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
}


def play_game(name, options, seed):
    """Return the lines of a game that a random but reproducible player plays to its end, with some moves taken back."""
    game = find(name)
    lines = []
    deal = game.deal(game.rules_of(options), seed)
    session = Session(Origin(game, deal=deal), sink=lines.append, practice=True)
    source = random.Random(f"golden/{name}/{seed}")
    while not session.is_over:
        moves = game.legal_moves(session.state)
        session.play(moves[int(source.random() * len(moves))])
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
