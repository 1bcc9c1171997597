"""`cardsolo deal`: seeds, options, both forms, and what typed deals are told."""

from __future__ import annotations

import json

import pytest
from support import check_schema, read_jsonl

BIG = 2**63 - 1


@pytest.mark.parametrize("vector", read_jsonl("deal-vectors.jsonl"), ids=lambda v: f"{v['game']}-{v['seed']}")
def test_deals_are_those_of_the_vectors(inside, vector):
    options = [part for name in ("jokers", "players") if name in vector for part in (f"--{name}", vector[name])]
    done = inside.run("deal", vector["game"], "--seed", vector["seed"], *options, "--json")
    assert (done.code, done.err) == (0, "")
    (deal,) = done.objects
    for name in ("seed", "piles", "deck", "hands"):
        assert deal.get(name) == vector.get(name)
    if "rooms" in vector:  # the vectors have the first few of them
        assert deal["rooms"][: len(vector["rooms"])] == vector["rooms"]


@pytest.mark.parametrize("game", ["dungeon", "triangle", "rogue"])
def test_text_names_game_seed_and_rules_and_fits_the_width(inside, game):
    done = inside.run("deal", game, "--seed", 7, "--ascii")
    assert done.code == 0
    first, *rest = done.out.splitlines()
    assert first.startswith(f"{game}  seed 7  ")
    assert rest
    assert done.out.isascii()
    assert max(map(len, done.out.splitlines())) <= 80


def test_text_and_json_are_the_same_deal(inside):
    text = inside.run("deal", "dungeon", "--seed", 7, "--ascii").out
    deal = json.loads(inside.run("deal", "dungeon", "--seed", 7, "--json").out)
    words = text.replace("\n", " ").split()
    assert [w for w in words if w in deal["deck"]] == [
        c for pile in deal["piles"] for c in pile if c in deal["deck"]
    ] + deal["deck"]
    assert all(" ".join(pile) in text for pile in deal["piles"])


def test_suits_are_symbols_where_the_encoding_has_them(cli):
    assert "♠" in cli.run("deal", "dungeon", "--seed", 7).out
    ascii_only = cli.run("deal", "dungeon", "--seed", 7, env={"PYTHONUTF8": None, "PYTHONIOENCODING": "ascii"})
    assert ascii_only.out == cli.run("deal", "dungeon", "--seed", 7, "--ascii").out


def test_without_a_seed_a_fresh_one_is_told(inside):
    deals = [json.loads(inside.run("deal", "dungeon", "--json").out) for _again in range(2)]
    assert deals[0]["seed"] != deals[1]["seed"]
    assert inside.run("deal", "dungeon", "--seed", deals[0]["seed"], "--json").objects == [deals[0]]


@pytest.mark.parametrize(("seed", "written"), [(0, 0), (2**53 - 1, 2**53 - 1), (2**53, str(2**53)), (BIG, str(BIG))])
def test_seeds_in_json(inside, seed, written):
    (deal,) = inside.run("deal", "dungeon", "--seed", seed, "--json").objects
    assert deal["seed"] == written
    check_schema(deal)


@pytest.mark.parametrize(
    "seed", ["-1", "x", "", " 7", "7.0", "1e3", "0x7", "７", "٧", "²", BIG + 1, "9" * 5000, "+7", "1_0"]
)
def test_what_is_no_seed(inside, seed):
    done = inside.run("deal", "dungeon", "--seed", seed)
    assert (done.code, done.out) == (2, "")
    assert "0 to 9223372036854775807" in done.err


def test_options_that_touch_no_card_leave_the_deal_alone(inside):
    plain = json.loads(inside.run("deal", "dungeon", "--seed", 7, "--json").out)
    other = json.loads(inside.run("deal", "dungeon", "--seed", 7, "--ace", 11, "--chain", "--json").out)
    assert {k: v for k, v in plain.items() if k != "rules"} == {k: v for k, v in other.items() if k != "rules"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'GAME'"),
        (["chess"], "“chess” is no game; there are dungeon, triangle, rogue"),
        (["rouge"], "“rouge” is no game; did you mean rogue?"),
        (["dungeon", "--players", "2"], "--players is no option of dungeon"),
        (["triangle", "--jokers", "2"], "--jokers is no option of triangle"),
        (["dungeon", "--jokers", "9"], "jokers cannot be 9; there are 0 to 8"),
        (["dungeon", "--ace", "2"], "ace cannot be 2; there are 1, 11"),
        (["rogue", "--difficulty", "nightmare"], "nightmare; there are casual, normal, hard, impossible"),
        (["dungeon", "--nonsense"], "--nonsense"),
        (["dungeon", "dungeon"], "unexpected extra argument"),
        (["dungeon", "--lang", "tlh"], "'tlh' is not one of"),
    ],
)
def test_usage_errors(inside, arguments, said):
    done = inside.run("deal", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize("name", ["DUNGEON", "Dungeon"])
def test_games_in_any_case(inside, name):
    assert inside.run("deal", name, "--seed", 7).code == 0


@pytest.mark.parametrize("grade", ["easy", "fair", "hard"])
def test_a_deal_of_a_wanted_grade_is_clearable_and_has_it(cli, grade):
    from cardsolo.core.chance import NoChance
    from cardsolo.games import find
    from solvers.dungeon.grade import grade as graded

    done = cli.run("deal", "dungeon", "--find", "clearable", "--grade", grade, "--seed", 1, "--json")
    game = find("dungeon")
    state = game.start(game.deal_from_json(done.objects[0]), NoChance()).state

    assert done.code == 0
    assert grade in done.err
    assert graded(state).grade.value == grade
    assert cli.run("solve", "dungeon", "--deal", "-", stdin=done.out).code == 0


def test_find_is_for_the_dungeon_and_grade_goes_with_it(cli):
    assert cli.run("deal", "triangle", "--find", "clearable").code == 2
    assert cli.run("deal", "dungeon", "--grade", "easy").code == 2


def test_a_deal_that_was_looked_for_is_not_shown_unasked(cli):
    """It is wanted for playing; as JSON, and by its seed, every card of it can be had."""
    done = cli.run("deal", "dungeon", "--find", "clearable", "--seed", 1, "--jokers", 3)
    assert done.code == 0
    plays, shows = done.out.splitlines()
    assert plays.startswith("cardsolo play dungeon --seed ")
    assert shows.endswith(" --jokers 3 shows every card of it")
    assert "clearable" in done.err
    shown = cli.shell(shows.removesuffix(" shows every card of it"))
    assert shown.code == 0
    assert "deck" in shown.out


def test_no_deal_is_looked_for_beyond_the_greatest_seed(inside):
    """That of the greatest seed is not hard, and there is none after it."""
    done = inside.run("deal", "dungeon", "--find", "clearable", "--grade", "hard", "--seed", BIG)
    assert done.code == 2
    assert "no such deal" in done.err
