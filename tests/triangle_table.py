"""Shorthand for the tests of Triangle Sevens: positions from strings, and random games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.cards import parse_card
from cardsolo.core.chance import NoChance
from cardsolo.games import find
from cardsolo.games.triangle.board import Board
from cardsolo.games.triangle.notation import parse_cell
from cardsolo.games.triangle.state import Rules, State

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from cardsolo.games.triangle.moves import Move

GAME = find("triangle")
CHANCE = NoChance()


def cards(text: str) -> tuple[Any, ...]:
    return tuple(sorted(parse_card(name) for name in text.split()))


def board(text: str) -> Board:
    """Read `X@0,0 5H@0,1 …`."""
    pairs = (item.split("@") for item in text.split())
    return Board.of((parse_cell(cell), parse_card(name)) for name, cell in pairs)


def state(placed: str, *hands: str, seat: int = 1, out: tuple[int, ...] = (), **rest: Any) -> State:
    rules = Rules(players=len(hands), play_on=rest.pop("play_on", False))
    return State(rules, board(placed), tuple(map(cards, hands)), seat, out=out, **rest)


def play(start: State, *moves: str) -> State:
    for text in moves:
        start = GAME.apply(start, GAME.parse_move(text), CHANCE).state
    return start


def events(start: State, move: str) -> list[str]:
    return [event.type for event in GAME.apply(start, GAME.parse_move(move), CHANCE).events]


def random_game(
    source: random.Random, players: int = 4, *, play_on: bool = False, first: int = 1, pass_rate: float = 0.1
) -> Iterator[tuple[State, Move, State]]:
    """Play a random game and yield (state, move, next state) for each move."""
    rules = GAME.rules_of({"players": players, "play_on": play_on, "first": first})
    now = GAME.start(GAME.deal(rules, source.randrange(10**9)), CHANCE).state
    while GAME.result(now) is None:
        *placements, passing = GAME.legal_moves(now)
        move = passing if not placements or source.random() < pass_rate else source.choice(placements)
        after = GAME.apply(now, move, CHANCE).state
        yield now, move, after
        now = after
