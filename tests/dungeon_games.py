"""Positions for the tests of the dungeon solvers, and two witnesses: a replay by the rules and a brute force."""

from __future__ import annotations

import random
from functools import cache

from hypothesis import strategies as st
from support import read_jsonl

from cardsolo.core.cards import parse_card
from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon import rules as game
from cardsolo.games.dungeon.moves import DISCARD, Move
from cardsolo.games.dungeon.state import PILES, Rules, State

ANSWERS = read_jsonl("dungeon/answers.jsonl")


def start(dealt):
    return State(dealt.rules, dealt.piles, ((),) * PILES, hand=(), deck=dealt.deck)


def seeded(seed, **options):
    return start(formats.deal(Rules(**options), seed))


@st.composite
def tiny_games(draw, most_cards=6, **fixed):
    """A position with one to seven monsters and few cards, any options, hands and attacks in progress.

    One or two suits and high cards prevail, or hardly anything would ever die. Built from one drawn number: shuffles
    drawn card by card would take longer than the solvers.
    """
    rng = random.Random(draw(st.integers(0, 2**32)))
    options = {"jokers": rng.choice([0, 1, 2, 8]), "ace": rng.choice([1, 11]), "chain": rng.random() < 0.5} | fixed
    rules = Rules(**options)
    suits = rng.sample(range(4), rng.randint(1, 4))
    monsters = sorted(game.MONSTER_CARDS, key=lambda card: (card.suit not in suits) + rng.random())
    piles = []
    for size in rng.choice(
        [(1,), (2,), (3,), (1, 1), (2, 1), (3, 1), (2, 2), (1, 1, 1), (3, 2), (2, 1, 1, 1), (3, 2, 1, 1)]
    ):
        piles.append(tuple(monsters[:size]))
        monsters = monsters[size:]
    piles = (*piles, (), (), ())[:PILES]
    low = rng.randint(1, 7)
    cards = sorted(
        game.power_cards(rules),
        key=lambda card: (card.suit not in suits) * 0.7 + (card.rank < low) * rng.random() + rng.random(),
    )
    attacks = []
    for pile in piles:
        attack = ()
        for _ in range(rng.choice([0, 0, 1, 2]) if pile else 0):
            if game.role_of_next(pile[0], attack, rules) != game.FINISHER:
                card = cards.pop(0)
                if game.why_not_placed(card, pile[0], attack, rules) is None:
                    attack = (*attack, card)
        attacks.append(attack)
    size = rng.randint(min(2, most_cards), most_cards)
    hand = min(size, rng.choice([0, 0, 1, 2, 3]))
    played = cards[:size]
    rng.shuffle(played)
    return State(rules, piles, tuple(attacks), hand=tuple(played[:hand]), deck=tuple(played[hand:]))


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
            if card in hand[:at]:
                continue
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


def checked(state, answer):
    """Return the answer if the rules say that its line is legal and gives what it claims."""
    end = replay_moves(state, answer.line)
    assert len(end.killed) == answer.kills
    if answer.spare is not None:
        assert game.result(end) == {"outcome": "cleared", "kills": answer.kills, "spare": answer.spare}
    return answer
