"""The advisor's kernels: placements as in the rules, sums that never drift, the same results compiled and not."""

from __future__ import annotations

import random

import pytest
from amount import COMPILED, often
from hypothesis import given, settings
from hypothesis import strategies as st
from support import load_pure

from cardsolo.core.cards import JOKER, Card
from cardsolo.games.dungeon.rules import FINISHER, role_of_next, why_not_placed
from cardsolo.games.dungeon.state import Rules
from solvers.dungeon.advisor import number, row_of
from solvers.dungeon.kernel import learn, placing, playout, random32, selfplay, value
from solvers.dungeon.networks import SCALE, load_network, save_network, stored_network

POWER_CARDS = [Card(suit, rank) for suit in range(4) for rank in range(1, 11)] + [JOKER]
MONSTERS = [Card(suit, rank) for suit in range(4) for rank in (11, 12, 13)]
OPTIONS = [(ace, chain) for ace in (1, 11) for chain in (False, True)]


@pytest.mark.parametrize(("ace", "chain"), OPTIONS)
def test_every_placement_agrees_with_the_rules(ace, chain):
    """All attacks of up to two cards on all monsters, and every next card: legality, kills, and purity (D1, D2, D3, D5)."""
    rules = Rules(2, ace, chain)
    follow = placing.followers(ace, chain)
    checked = 0
    for monster in (monster for monster in MONSTERS if monster.suit in (0, 3)):
        attacks = [()]
        while attacks:
            attack = attacks.pop()
            row = row_of(monster, attack, 1, rules)
            for card in POWER_CARDS:
                matches = placing.matching(number(card), monster.suit)
                new = follow[(row * 2 + matches) * 41 + number(card)]
                legal = why_not_placed(card, monster, attack, rules) is None
                kills = legal and role_of_next(monster, attack, rules) == FINISHER
                pure = all(c.is_joker or c.suit == monster.suit for c in (*attack, card))
                assert (new != placing.ILLEGAL) == legal
                if kills:
                    assert new == (placing.PURE_KILL if chain and pure else placing.KILL)
                elif legal:
                    assert new // 48 == (chain and pure)
                    if card.rank in (1, 2, 5, 10) or card.is_joker:
                        attacks.append((*attack, card))
                checked += 1
    assert checked > 2000


def table_of(ace=1, chain=False, seed=1, jokers=2):
    table = playout.Table(load_network(ace, chain=chain), ace, int(chain))
    table.deal(jokers, random32.Random32(seed))
    return table


@settings(max_examples=often(30))
@given(seed=st.integers(0, 2**30), option=st.sampled_from(OPTIONS), hands=st.integers(0, 9))
def test_planning_leaves_the_sums_as_they_were(seed, option, hands):
    """A plan swaps rows in and out by the hundred; being exact numbers, the sums come back to the last bit."""
    table = table_of(*option, seed=seed)
    table.play(hands)
    if table.over() or table.undrawn == 0:
        return
    table.draw()
    table.load()
    before = list(table.network.table), list(table.network.own), table.network.logit()
    table.plan()
    assert (list(table.network.table), list(table.network.own), table.network.logit()) == before


@settings(max_examples=often(30))
@given(seed=st.integers(0, 2**30), option=st.sampled_from(OPTIONS), hands=st.integers(0, 9))
def test_a_plan_is_worth_what_its_position_is_worth(seed, option, hands):
    """The sums after all the swaps of the best plan are those of its position loaded afresh."""
    table = table_of(*option, seed=seed)
    table.recording = True
    table.play(hands)
    table.recorded = 0
    if table.over() or table.undrawn < 4:
        return
    table.draw()
    table.load()
    table.plan()
    table.record()
    if table.recorded:
        best = table.best
        table.recall(0)
        assert table.network.logit() == best


@settings(max_examples=often(20))
@given(seed=st.integers(0, 2**30), suits=st.permutations(range(4)))
def test_relabelling_suits_never_changes_a_worth(seed, suits):
    table = table_of(seed=seed)
    table.play(4)
    network = table.network
    worths = []
    for order in (range(4), suits):
        left = sum(((table.left >> (10 * suit)) & 1023) << (10 * order[suit]) for suit in range(4))
        unseen = sum(((table.unseen >> (3 * suit)) & 7) << (3 * order[suit]) for suit in range(4))
        network.load_unseen(left, table.jokers, table.undrawn, unseen)
        for row, suit in zip(table.rows, table.suits, strict=True):
            network.load_pile(row, order[suit] if suit >= 0 else -1)
        network.load_slack(3)
        worths.append(network.logit())
    assert worths[0] == worths[1]


# Each kernel from its source, and the others as they are installed: compiled, where a compiler was found.


def test_pure_random_numbers_are_the_same():
    streams = [module.Random32(5) for module in (random32, load_pure("solvers.dungeon.kernel.random32"))]
    assert len({tuple(source.below(1000) for _ in range(100)) for source in streams}) == 1


def test_pure_network_gives_the_same_worth():
    worths = set()
    for module in (value, load_pure("solvers.dungeon.kernel.value")):
        network = module.Network(*stored_network(1, chain=False), 1)
        network.load_unseen((1 << 40) - 1 - 77, 2, 36, 0x5A5)
        network.load_pile(44, 0)
        network.load_slack(4)
        worths.add(network.logit())
    assert len(worths) == 1


@pytest.mark.parametrize(("ace", "chain"), OPTIONS)
def test_pure_table_of_placements_is_the_same(ace, chain):
    tables = [list(m.followers(ace, chain)) for m in (placing, load_pure("solvers.dungeon.kernel.placing"))]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(("ace", "chain"), OPTIONS)
def test_pure_playout_plays_the_same_game(ace, chain):
    games = []
    for module in (playout, load_pure("solvers.dungeon.kernel.playout")):
        table = module.Table(load_network(ace, chain=chain), ace, int(chain))
        table.deal(2, random32.Random32(3))
        games.append((table.play(99), list(table.rows), table.left, table.kills, table.best))
    assert games[0] == games[1]


def test_random_numbers_are_fair():
    source = random32.Random32(9)
    counts = [0] * 6
    for _ in range(60_000):
        counts[source.below(6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 20.5  # chi-squared, 5 degrees, 0.1 %
    streams = {tuple(random32.Random32(seed).below(1 << 20) for _ in range(3)) for seed in range(2000)}
    assert len(streams) == 2000


def test_shuffles_reach_every_order_alike():
    table = table_of()
    source = random32.Random32(2)
    for pile in range(1, 4):
        table.rows[pile] = value.EMPTY
    table.unseen, table.left, table.jokers, table.undrawn = 0b111000, 0b1111, 0, 4
    seen = {}
    for _ in range(6000):
        table.shuffle(source)
        seen[tuple(table.hidden)[:2]] = seen.get(tuple(table.hidden)[:2], 0) + 1
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_training_steps_lower_the_error_and_repeat_exactly():
    results = []
    for _ in range(2):
        source = random.Random(4)
        weights = [source.gauss(0, 0.05) for _ in range(value.ROWS * value.WIDTH)]
        network = value.Network(weights, [source.gauss(0, 0.3) for _ in range(value.WIDTH)], 0.0, 1)
        trainer = learn.Trainer(network, 0.1, 1.0, 1.0)
        table = playout.Table(network, 1, 0)
        games = 400 if COMPILED else 4
        cleared = [selfplay.learn(table, trainer, games, 8, 0.8, random32.Random32(k)) for k in range(3)]
        results.append((cleared, list(network.weights)))
        assert not COMPILED or cleared[-1] > cleared[0] + games / 10
    assert results[0] == results[1]


def test_one_step_moves_the_chance_towards_its_target():
    network = load_network(1, chain=False)
    for target in (0.0, 1.0):
        network.load_unseen((1 << 40) - 1, 2, 42, 0xFF)
        network.load_pile(44, 0)
        network.load_slack(6)
        before = learn.Trainer(network, 0.05, 1.0, 1.0).step(target)
        network.load_unseen((1 << 40) - 1, 2, 42, 0xFF)
        network.load_pile(44, 0)
        network.load_slack(6)
        assert abs(value.chance(network.logit()) - target) < abs(before - target)


@pytest.mark.parametrize(("ace", "chain"), OPTIONS)
def test_stored_weights_are_exact_and_survive_a_round_trip(ace, chain, tmp_path):
    weights, out, bias = stored_network(ace, chain=chain)
    assert all(float(weight * SCALE).is_integer() and abs(weight) < 64 for weight in (*weights, *out, bias))
    save_network(load_network(ace, chain=chain), tmp_path / "again.json", {})
    assert stored_network(ace, chain=chain, path=tmp_path / "again.json") == (weights, out, bias)
