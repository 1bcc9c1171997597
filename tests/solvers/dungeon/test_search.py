"""The layered search against known answers, brute force and itself under what must not change an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from amount import COMPILED, examples, often
from dungeon_games import ANSWERS, brute_force, checked, seeded, start, tiny_games
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolo.core.cards import JOKER, Card
from cardsolo.games.dungeon import formats
from cardsolo.games.dungeon import rules as game
from cardsolo.games.dungeon.state import Rules, State
from solvers.dungeon import solver
from solvers.dungeon.kernel import search as kernel
from solvers.result import Limit, Verdict

RULE_NAMES = ["DOMINANCE", "DISCARDS", "ENTRIES", "BOUNDS", "STEPS"]


@pytest.mark.parametrize("case", ANSWERS if COMPILED else ANSWERS[::5])
def test_known_answers(case):
    state = start(formats.deal_from_json(case["deal"]))
    answer = checked(state, solver.solve(state))
    assert (answer.verdict, answer.kills, answer.spare) == tuple(case["expect"].values())
    assert answer.optimal
    assert answer.limit is None
    decided = checked(state, solver.decide(state))
    assert decided.verdict == answer.verdict
    assert (decided.kills, decided.spare or 0) <= (answer.kills, answer.spare or 0)


def agree_with_brute_force(state):
    kills, spare = brute_force(state)
    answer = checked(state, solver.solve(state))
    assert (answer.kills, answer.spare, answer.optimal) == (kills, spare, True)
    assert answer.verdict == (Verdict.NOT_CLEARABLE if spare is None else Verdict.CLEARABLE)
    assert checked(state, solver.decide(state)).verdict == answer.verdict


@given(tiny_games(most_cards=5))
@settings(max_examples=often(200))
def test_brute_force_agrees(state):
    agree_with_brute_force(state)


@given(tiny_games(most_cards=7))
@settings(max_examples=often(50))
def test_brute_force_agrees_on_longer_games(state):
    agree_with_brute_force(state)


@pytest.mark.parametrize("without", RULE_NAMES)
@given(state=tiny_games(most_cards=14))
@settings(max_examples=often(50))
def test_each_pruning_rule_alone_changes_no_answer(without, state):
    plain = solver.solve(state, pruning=kernel.ALL & ~getattr(kernel, without))
    fast = solver.solve(state)
    assert (fast.verdict, fast.kills, fast.spare) == (plain.verdict, plain.kills, plain.spare)


@given(state=tiny_games(most_cards=12))
@settings(max_examples=often(50))
def test_all_pruning_rules_together_change_no_answer(state):
    plain = solver.solve(state, pruning=0)
    fast = solver.solve(state)
    assert (fast.verdict, fast.kills, fast.spare) == (plain.verdict, plain.kills, plain.spare)


@pytest.mark.parametrize(
    "options", [{}, {"jokers": 0}, {"ace": 11}, {"chain": True}, {"jokers": 1, "ace": 11, "chain": True}], ids=str
)
@pytest.mark.parametrize("without", RULE_NAMES)
def test_pruning_on_whole_deals(options, without):
    for seed in range(1, 2 if examples(1) == 1 else 4):
        state = seeded(seed, **options)
        fast = solver.solve(state)
        plain = solver.solve(state, pruning=kernel.ALL & ~getattr(kernel, without))
        assert (fast.verdict, fast.kills, fast.spare) == (plain.verdict, plain.kills, plain.spare)


def relabelled(cards, suits):
    return tuple(card if card.is_joker else Card(suits[card.suit], card.rank) for card in cards)


@given(
    seed=st.integers(0, 10**6),
    suits=st.permutations(range(4)),
    ace=st.sampled_from([1, 11]),
    chain=st.booleans(),
    jokers=st.integers(0, 3),
)
@settings(max_examples=often(40))
def test_suits_are_only_names(seed, suits, ace, chain, jokers):
    state = seeded(seed, ace=ace, chain=chain, jokers=jokers)
    other = replace(state, piles=tuple(relabelled(p, suits) for p in state.piles), deck=relabelled(state.deck, suits))
    one, two = solver.solve(state), solver.solve(other)
    assert (one.verdict, one.kills, one.spare) == (two.verdict, two.kills, two.spare)


@given(seed=st.integers(0, 10**6), order=st.permutations(range(4)))
@settings(max_examples=examples(20))
def test_piles_are_only_places(seed, order):
    state = seeded(seed, jokers=0)
    one, two = solver.solve(state), solver.solve(replace(state, piles=tuple(state.piles[p] for p in order)))
    assert (one.verdict, one.kills, one.spare) == (two.verdict, two.kills, two.spare)


@given(seed=st.integers(0, 10**6), at=st.integers(0, 39), ace=st.sampled_from([1, 11]), jokers=st.integers(0, 2))
@settings(max_examples=often(50))
def test_a_joker_in_place_of_a_card_is_never_worse(seed, at, ace, jokers):
    state = seeded(seed, jokers=jokers, ace=ace)
    if ace == 11 and state.deck[at].rank == 1:
        return
    better = replace(
        state, rules=replace(state.rules, jokers=jokers + 1), deck=(*state.deck[:at], JOKER, *state.deck[at + 1 :])
    )
    one, two = solver.solve(state), solver.solve(better)
    assert (two.kills, -1 if two.spare is None else two.spare) >= (one.kills, -1 if one.spare is None else one.spare)


@given(seed=st.integers(0, 10**4), ace=st.sampled_from([1, 11]), chain=st.booleans(), data=st.data())
@settings(max_examples=examples(25))
def test_the_value_of_a_game_never_rises_along_play_and_stays_along_the_line(seed, ace, chain, data):
    state = seeded(seed, ace=ace, chain=chain)
    state = game.draw(state, [])
    before = solver.solve(state)
    for text in before.line[: data.draw(st.integers(0, len(before.moves)))]:
        card, place = text.split("@")
        move = next(m for m in game.legal_moves(state) if str(m.card) == card and str(m.pile or "x") == place)
        state = game.play(state, move).state
    after = solver.solve(state)
    assert (after.verdict, after.kills, after.spare) == (before.verdict, before.kills, before.spare)
    if game.result(state) is None:
        move = data.draw(st.sampled_from(game.legal_moves(state)))
        worse = solver.solve(game.play(state, move).state)
        assert (worse.kills, worse.spare or 0) <= (after.kills, after.spare or 0)


def test_finished_games():
    rules = Rules()
    monsters, cards = game.MONSTER_CARDS, game.power_cards(rules)
    cleared = State(rules, ((),) * 4, ((),) * 4, hand=cards[:2], deck=cards[2:5], killed=monsters)
    answer = solver.solve(cleared)
    assert (answer.verdict, answer.kills, answer.spare, answer.moves, answer.optimal) == ("clearable", 12, 5, (), True)
    lost = State(rules, (monsters[:2], (), (), ()), ((),) * 4, hand=(), deck=(), killed=monsters[2:])
    answer = solver.solve(lost)
    assert (answer.verdict, answer.kills, answer.spare, answer.moves, answer.optimal) == (
        "not-clearable",
        10,
        None,
        (),
        True,
    )


def test_node_limit_claims_nothing():
    state = start(formats.deal_from_json(ANSWERS[2]["deal"]))
    answer = solver.solve(state, nodes=1)
    assert (answer.verdict, answer.spare, answer.optimal, answer.limit) == (Verdict.UNDECIDED, None, False, Limit.NODES)
    whole = solver.solve(state)
    for nodes in range(0, whole.nodes, whole.nodes // 15):
        answer = solver.solve(state, nodes=nodes)
        assert answer.nodes <= nodes
        assert answer.verdict == Verdict.UNDECIDED
        assert answer.limit == Limit.NODES
        assert not answer.optimal
        assert answer.kills <= whole.kills
    assert solver.solve(state, nodes=whole.nodes + 1).optimal


def test_a_limit_keeps_the_verdict_and_the_best_line():
    state = start(formats.deal_from_json(ANSWERS[10]["deal"]))
    whole = solver.solve(state)
    seen = set()
    for nodes in range(0, whole.nodes, whole.nodes // 30):
        answer = checked(state, solver.solve(state, nodes=nodes))
        seen.add(answer.verdict)
        assert answer.verdict != Verdict.NOT_CLEARABLE
        assert (answer.limit, answer.optimal) == (Limit.NODES, False)
        assert answer.spare is None or answer.spare <= whole.spare
    assert seen == {Verdict.CLEARABLE, Verdict.UNDECIDED}


def test_time_memory_and_stop():
    state = start(formats.deal_from_json(ANSWERS[3]["deal"]))
    assert solver.solve(state, time_limit=0).limit == Limit.TIME
    assert solver.solve(state, memory=0.05).limit == Limit.MEMORY
    calls = iter([False, False, True])
    answer = solver.solve(state, stop=lambda: next(calls))
    assert (answer.limit, answer.verdict) == (Limit.INTERRUPT, Verdict.UNDECIDED)
    assert solver.solve(state).optimal


def test_an_impossible_attack_is_refused():
    rules = Rules()
    king = Card(0, 13)
    state = State(rules, ((king,), (), (), ()), ((Card(0, 1),), (), (), ()), hand=(), deck=(Card(0, 10),))
    with pytest.raises(ValueError):
        solver.solve(state)
