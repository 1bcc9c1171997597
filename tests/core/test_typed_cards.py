"""Games of real cards: what a seed deals, typed card by card, gives the log of the seed; what is typed is checked."""

from __future__ import annotations

import io
import random

import pytest
from moves import log_text
from real_table import Dealt, moves_of, real_game, rules_for, type_rest

from cardsolo.core.log.reader import LogReader
from cardsolo.core.session import Origin, Session
from cardsolo.games import find


def read(lines):
    return next(iter(LogReader(find).games(io.BytesIO(log_text(lines).encode()))))


def check(name, seed, own=1, **options):
    """Assert that a game with typed cards has the log of its seed, verifies, and ends with the deal of the seed."""
    lines, typed, session = real_game(name, seed, own, **options)
    game = find(name)
    deal = game.deal_from_json(lines[0]["deal"])
    type_rest(session, deal)
    session.close()
    assert moves_of(typed) == moves_of(lines)
    dealt = typed[-1]["deal"]
    if name == "dungeon":
        assert (dealt["piles"], dealt["deck"]) == (lines[0]["deal"]["piles"], lines[0]["deal"]["deck"])
    else:
        assert [set(hand) for hand in dealt["hands"]] == [set(hand) for hand in lines[0]["deal"]["hands"]]
    logged = read(typed)
    assert logged.has_ended
    assert logged.session.lines() == typed
    assert "??" not in str(game.position_to_json(logged.state_after(0)))
    assert [turn.events for turn in logged.turns] == [turn.events for turn in session.turns]


@pytest.mark.parametrize(("name", "options"), [("dungeon", {"chain": True}), ("triangle", {"players": 4})])
def test_redo_asks_for_nothing(name, options):
    """What undo took back is played again with the cards that were typed; the log verifies."""
    game = find(name)
    deal = game.deal(rules_for(game, **options), 8)
    source = random.Random(8)
    lines, witness = [], Dealt(game, deal, source)
    origin = Origin(game, deal=game.real_cards.unseen_deal(deal.rules))
    session = Session(origin, sink=lines.append, settle=False, extra={"typed_cards": True}, witness=witness)
    witness.session = session
    session.settle()
    seeded = Session(Origin(game, deal=deal))
    while len(session.turns) < 12:
        legal = game.legal_moves(seeded.state)
        move = legal[int(source.random() * len(legal))]
        session.play(move)
        seeded.play(move)
    before = session.state
    for _times in range(6):
        session.undo()
    witness.cards = witness.fits = None  # a question would fail
    for _times in range(6):
        session.redo()
    assert session.state == before
    assert read(lines).session.state == before


@pytest.mark.parametrize("seed", range(100))
def test_dungeon_games_are_those_of_the_seed(seed):
    check("dungeon", seed, jokers=seed % 9, ace=(1, 11)[seed % 2], chain=seed % 3 == 0)


@pytest.mark.parametrize("seed", range(100))
def test_triangle_games_are_those_of_the_seed(seed):
    players = 1 + seed % 6
    check(
        "triangle", seed, own=1 + seed % players, players=players, play_on=seed % 2 == 0, first=1 + seed // 6 % players
    )
