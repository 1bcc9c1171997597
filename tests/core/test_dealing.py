"""The dealer `cardsolo-1` against vectors that an independent program wrote, and against its own description."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import read_jsonl

from cardsolo.core import dealing
from cardsolo.core.chance import NoChance, NoDiceError, RecordedDice, Recorder, SeededDice
from cardsolo.core.dealing import SEED_MAX, fresh_seed, parse_seed, seed_from_json, seed_to_json, shuffled, stream
from cardsolo.core.errors import OptionError
from cardsolo.games import NAMES, find

VECTORS = read_jsonl("deal-vectors.jsonl")


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda v: "-".join(str(v.get(k, "")) for k in ("game", "seed", "jokers", "players"))
)
def test_the_vectors(vector):
    if vector["game"] not in NAMES:
        pytest.skip("the game is not registered")
    game = find(vector["game"])
    seed = seed_from_json(vector["seed"])
    options = {option.name: vector[option.name] for option in game.options if option.name in vector}
    dealt = game.deal_to_json(game.deal(game.rules_of(options), seed))
    compared = [key for key in ("piles", "deck", "hands", "rooms") if key in vector]
    assert compared
    for key in compared:
        assert dealt[key][: len(vector[key])] == vector[key]
    if "dice" in vector:
        dice = SeededDice(vector["game"], seed)
        assert [dice.die() for _throw in vector["dice"]] == vector["dice"]


def test_there_is_a_vector_for_every_game_and_the_greatest_seed():
    assert {vector["game"] for vector in VECTORS} == {"dungeon", "triangle", "rogue"}
    assert str(SEED_MAX) in {vector["seed"] for vector in VECTORS}


@pytest.mark.parametrize("name", NAMES)
def test_options_that_do_not_touch_the_cards_leave_the_deal_alone(name):
    game = find(name)
    moving = {"jokers", "players", "first"}  # design, section 4: the others do not move a card
    plain = game.deal_to_json(game.deal(game.rules_of({}), 5))
    for option in game.options:
        for choice in option.choices if option.name not in moving else ():
            dealt = game.deal_to_json(game.deal(game.rules_of({option.name: choice}), 5))
            assert dealt | {"rules": plain["rules"]} == plain, option.name


def test_a_stream_is_keyed_by_game_seed_and_name():
    keys = [("dungeon", 1, "power"), ("dungeon", 1, "monsters"), ("dungeon", 11, "power"), ("rogue", 1, "power")]
    firsts = [stream(*key).random() for key in keys]
    assert len(set(firsts)) == len(keys)
    assert firsts[0] == random.Random("cardsolo-1/dungeon/1/power").random()


class Scripted(random.Random):
    """Gives the numbers that it is told, and none but through random()."""

    def __new__(cls, values):
        return super().__new__(cls)

    def __init__(self, values):
        super().__init__()
        self.values = list(values)

    def random(self):
        return self.values.pop(0)

    def getrandbits(self, k):
        raise AssertionError


@pytest.mark.parametrize(
    ("values", "expected"),
    [([0.0, 0.0, 0.0], "bcda"), ([0.999, 0.999, 0.999], "abcd"), ([0.5, 0.5, 0.5], "adbc"), ([0.25, 0.4, 0.0], "cadb")],
)
def test_fisher_yates_runs_from_the_last_index_down(values, expected):
    source = Scripted(values)
    assert "".join(shuffled("abcd", source)) == expected
    assert source.values == []


@given(st.integers(0, SEED_MAX), st.lists(st.integers(), max_size=30))
def test_a_shuffle_is_a_permutation_and_repeats(seed, items):
    once = shuffled(items, stream("x", seed, "y"))
    assert sorted(once) == sorted(items)
    assert once == shuffled(iter(items), stream("x", seed, "y"))


@given(st.integers(0, SEED_MAX))
def test_seeds_as_text_and_json(seed):
    assert parse_seed(str(seed)) == seed
    kept = seed_to_json(seed)
    assert isinstance(kept, int) == (seed < 2**53)
    assert seed_from_json(kept) == seed_from_json(str(seed)) == seed_from_json(seed) == seed


@pytest.mark.parametrize("edge", [0, 2**53 - 1, 2**53, SEED_MAX])
def test_the_edges_of_seeds(edge):
    assert seed_from_json(seed_to_json(edge)) == parse_seed(str(edge)) == edge
    assert isinstance(seed_to_json(edge), str) == (edge >= 2**53)


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "1_0", "７", "٣", "²", str(SEED_MAX + 1), "9" * 5000, "\ud800"],
)
def test_what_is_no_seed(text):
    with pytest.raises(OptionError):
        parse_seed(text)
    with pytest.raises(OptionError):
        seed_from_json(text)


@pytest.mark.parametrize("value", [None, True, False, -1, 1.0, SEED_MAX + 1, [], {}, [7], 10**400])
def test_what_is_no_seed_in_json(value):
    with pytest.raises(OptionError):
        seed_from_json(value)


def test_fresh_seeds_are_short_and_differ():
    seeds = {fresh_seed() for _ in range(20)}
    assert len(seeds) > 1
    assert all(parse_seed(str(seed)) == seed and len(str(seed)) <= 9 for seed in seeds)


def test_only_random_is_called(monkeypatch):
    """The one method whose sequence Python promises to keep."""

    class Bare(random.Random):
        def getrandbits(self, k):
            raise AssertionError

        randrange = randint = shuffle = choice = choices = sample = uniform = randbytes = getrandbits

    monkeypatch.setattr(dealing.random, "Random", Bare)
    for name in NAMES:
        game = find(name)
        game.deal(game.rules_of({}), 1)
    dice = SeededDice("rogue", 1)
    assert {dice.die() for _ in range(100)} == {1, 2, 3, 4, 5, 6}


@given(st.integers(0, SEED_MAX), st.integers(0, 50), st.integers(0, 50))
def test_seeded_dice_can_be_entered_anywhere(seed, before, after):
    dice = SeededDice("rogue", seed)
    thrown = [dice.die() for _ in range(before + after)]
    dice.seek(before)
    assert [dice.die() for _ in range(after)] == thrown[before:]
    later = SeededDice("rogue", seed, before)
    assert [later.die() for _ in range(after)] == thrown[before:]


def test_recorded_dice_run_out():
    dice = RecordedDice([6, 1, 3])
    recorder = Recorder(dice)
    assert [recorder.die(), recorder.die()] == [6, 1]
    assert dice.left == 1
    recorder.seek(0)
    assert [recorder.die() for _ in range(3)] == [6, 1, 3]
    assert recorder.taken == [6, 1, 6, 1, 3]
    with pytest.raises(NoDiceError):
        recorder.die()
    assert recorder.taken == [6, 1, 6, 1, 3]


def test_a_game_without_dice_has_none():
    NoChance().seek(0)
    with pytest.raises(NoDiceError):
        NoChance().die()
    with pytest.raises(NoDiceError):
        NoChance().seek(1)
