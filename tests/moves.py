"""Moves for tests that drive the command line: games played by a reproducible random player, as canonical text."""

from __future__ import annotations

import random

from cardsolo.core.session import Origin, Session
from cardsolo.games import find


def some_game(name="dungeon", seed=7, count=None, **options):
    """Return the canonical moves of a random game, the first `count` of them if given."""
    game = find(name)
    values = {option.name: option.default for option in game.options} | options
    session = Session(Origin(game, deal=game.deal(game.rules_of(values), seed)))
    source = random.Random(f"moves/{name}/{seed}")
    moves = []
    while not session.is_over and (count is None or len(moves) < count):
        legal = game.legal_moves(session.state)
        move = legal[int(source.random() * len(legal))]
        session.play(move)
        moves.append(game.format_move(move))
    return moves


def script(moves):
    """Return moves as the lines of a script."""
    return "".join(f"{move}\n" for move in moves)


def log_text(objects):
    """Return log lines as the text of a file."""
    from cardsolo.core.jsonl import dumps

    return "".join(dumps(line) + "\n" for line in objects)


def some_log(name="dungeon", seed=7, count=None, **options):
    """Return the log lines of that game as objects."""
    game = find(name)
    values = {option.name: option.default for option in game.options} | options
    lines = []
    session = Session(Origin(game, deal=game.deal(game.rules_of(values), seed)), sink=lines.append)
    for move in some_game(name, seed, count, **options):
        session.play(game.parse_move(move))
    session.close()
    return lines
