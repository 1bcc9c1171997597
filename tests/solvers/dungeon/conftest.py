"""Two witnesses for the dungeon solvers: a replay through the game's rules, and a brute force of its own."""

from __future__ import annotations

from functools import cache

import pytest

from cardsolo.core.cards import parse_card
from cardsolo.games.dungeon import rules as game
from cardsolo.games.dungeon.moves import DISCARD, Move


def replay_moves(state, moves):
    """Play canonical moves; the last one must kill. Returns the state after it."""
    state = game.draw(state, [])
    kills = len(state.killed)
    for text in moves:
        assert game.result(state) is None, text
        card, place = text.split("@")
        move = Move(parse_card(card), DISCARD if place == "x" else int(place))
        assert game.why_not(state, move) is None, text
        kills = len(state.killed)
        state = game.play(state, move).state
    assert not moves or len(state.killed) > kills
    return state


def brute_force(state):
    """Most kills from here and greatest spare (None: no clear), by trying everything; written from the rules text alone."""
    ace, chain = state.rules.ace, state.rules.chain

    def value(card):
        return 10 if card.is_joker else ace if card.rank == 1 else card.rank

    def suits(card, monster):
        return card.is_joker or card.suit == monster.suit

    def put(card, pile, attack):
        """The pile and attack after the card and how many die; None where it is refused."""
        monster = pile[0]
        ready = len(attack) == 2 or (len(attack) == 1 and ace == 11 and attack[0].rank == 1 and monster.rank == 11)
        if ready:
            if not suits(card, monster):
                return None
            pure = chain and all(suits(c, monster) for c in (*attack, card))
            dead = 2 if pure and len(pile) > 1 else 1
            return pile[dead:], (), dead
        best_partner = 0 if attack else 11 if ace == 11 else 10
        total = sum(map(value, attack)) + value(card) + best_partner
        return (pile, (*attack, card), 0) if total >= monster.rank else None

    @cache
    def best(piles, attacks, hand, drawn):
        if not any(piles):
            return 0, len(hand) + len(state.deck) - drawn
        if not hand:
            if drawn == len(state.deck):
                return 0, -1
            return best(piles, attacks, tuple(sorted(state.deck[drawn : drawn + 3])), min(drawn + 3, len(state.deck)))
        kills, spare = 0, -1
        for at, card in enumerate(hand):
            rest = hand[:at] + hand[at + 1 :]
            options = [(0, best(piles, attacks, rest, drawn))]
            for p in range(4):
                after = put(card, piles[p], attacks[p]) if piles[p] else None
                if after:
                    pile, attack, dead = after
                    there = (*piles[:p], pile, *piles[p + 1 :]), (*attacks[:p], attack, *attacks[p + 1 :])
                    options.append((dead, best(*there, rest, drawn)))
            for dead, (more, left) in options:
                kills, spare = max(kills, dead + more), max(spare, left)
        return kills, spare

    kills, spare = best(state.piles, state.attacks, tuple(sorted(state.hand)), 0)
    return kills, None if spare < 0 else spare


@pytest.fixture(scope="session")
def replay():
    return replay_moves


@pytest.fixture(scope="session")
def brute():
    return brute_force


@pytest.fixture(scope="session")
def check(replay):
    """Check an answer against the rules: its line is legal and gives what it claims."""

    def checked(state, answer):
        end = replay(state, answer.moves)
        assert len(end.killed) == answer.kills
        outcome = game.result(end)
        if answer.spare is not None:
            assert outcome == {"outcome": "cleared", "kills": answer.kills, "spare": answer.spare}
        return answer

    return checked
