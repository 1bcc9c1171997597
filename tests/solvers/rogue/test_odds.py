"""Exact odds of Mini Rogue fights (rules section 7): against plain recursion, by monotony, by simulation, at known values."""

from __future__ import annotations

import functools
import importlib.util
import itertools
from pathlib import Path

import pytest
from amount import examples, some
from hypothesis import given, settings
from hypothesis import strategies as st
from rogue_fights import SPELL_SETS

from solvers.rogue.odds import OddsError, fight_odds, read_dice

_spec = importlib.util.spec_from_file_location("brute_fight", Path(__file__).with_name("brute_fight.py"))
brute_fight = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(brute_fight)
Brute, REACHED = functools.cache(brute_fight.Brute), brute_fight.REACHED


@pytest.mark.parametrize(
    ("fight", "win"),
    [
        ((1, 0, 5, 0, [], 3, 2), "0.9814814815"),
        ((1, 0, 5, 0, [], 7, 2), "0.8424639918"),
        ((1, 3, 5, 0, [], 7, 2), "0.9827936862"),
        ((2, 4, 8, 1, ["fire", "ice"], 15, 5), "0.9999968127"),
        (
            (2, 0, 5, 0, [], 10, 4),
            "0.9608696273",
        ),  # feats and criticals interleaved (7.2); 0.9603648493 if criticals came first
    ],
)
def test_reference_values(fight, win):
    assert f"{fight_odds(*fight).win:.10f}" == win


@pytest.mark.parametrize("spells", some(SPELL_SETS, 2))
@pytest.mark.parametrize(("rank", "xp", "hp", "monster", "defence"), [(1, 0, 5, 4, 2), (1, 2, 4, 8, 3)])
def test_agrees_with_plain_recursion(rank, xp, hp, monster, defence, spells):  # noqa: PLR0917
    odds = fight_odds(rank, xp, hp, 0, spells, monster, defence)
    win, mean = Brute(defence).round(hp, REACHED[rank - 1] + xp, tuple(sorted(spells)), False, monster)
    assert odds.lose == pytest.approx(float(1 - win), rel=1e-9, abs=0)
    assert odds.mean_hp == pytest.approx(float(mean), rel=1e-9)
    assert sum(odds.hp_left.values()) == pytest.approx(1, abs=1e-12)
    assert odds.hp_left.get(0, 0.0) == pytest.approx(odds.lose, rel=1e-9)


@pytest.mark.parametrize("poisoned", [False, True])
@pytest.mark.parametrize("text", some(["6,4", "1,1", "1,6+3", "6,6+6", "6f,3", "1f,5", "6+6f,2", "2f,3f"], 2))
def test_every_choice_on_the_table_agrees_with_plain_recursion(text, poisoned):
    hp, xp, monster, spells = 4, 7, 14, ("fire",)
    odds = fight_odds(2, 1, hp, 1, spells, monster, 4, read_dice(text), poisoned=poisoned)
    brute = Brute(3)
    table = [(die.value, die.is_critical, die.feat) for die in read_dice(text)]
    expected = {
        "stop": brute.spell_step(hp, xp, spells, poisoned, monster - 5 * poisoned - sum(die[0] for die in table))
    }
    for n, (held, hot, feat) in enumerate(table, 1):
        rest = tuple(table[: n - 1] + table[n:])
        if hot:
            expected[f"reroll {n}"] = brute.thrown(rest, held, feat, hp, xp, spells, poisoned, monster)
        if not feat:
            expected[f"feat hp {n}"] = brute.thrown(rest, 0, True, hp - 2, xp, spells, poisoned, monster)
            expected[f"feat xp {n}"] = brute.thrown(rest, 0, True, hp, xp - 1, spells, poisoned, monster)
    assert {choice.move for choice in odds.choices} == set(expected)
    for choice in odds.choices:
        win, mean = map(float, expected[choice.move])
        assert (choice.win, choice.mean_hp) == (pytest.approx(win, abs=1e-12), pytest.approx(mean, rel=1e-9)), choice
    best_win, best_mean = max(expected.values())
    assert (odds.win, odds.mean_hp) == (pytest.approx(float(best_win)), pytest.approx(float(best_mean)))


@pytest.mark.parametrize("spells", [(), ("fire",), ("poison",)])
@pytest.mark.parametrize(("xp", "hp", "monster", "defence"), some([(1, 4, 9, 3), (0, 3, 5, 1)], 2))
def test_two_dice_agree_with_plain_recursion(xp, hp, monster, defence, spells):
    odds = fight_odds(2, xp, hp, 0, spells, monster, defence)
    win, mean = Brute(defence).round(hp, 6 + xp, tuple(sorted(spells)), False, monster)
    assert odds.lose == pytest.approx(float(1 - win), rel=1e-9, abs=0)
    assert odds.mean_hp == pytest.approx(float(mean), rel=1e-9)


@pytest.mark.parametrize(("hp", "monster", "defence"), [(1, 9, 3)])
def test_three_dice_agree_with_plain_recursion(hp, monster, defence):
    """Rank 3 with 0 XP: every feat for XP loses the rank (R4)."""
    odds = fight_odds(3, 0, hp, 0, [], monster, defence)
    win, mean = Brute(defence).round(hp, 18, (), False, monster)
    assert odds.lose == pytest.approx(float(1 - win), rel=1e-9, abs=0)
    assert odds.mean_hp == pytest.approx(float(mean), rel=1e-9)


def test_every_spell_agrees_with_plain_recursion():
    odds = fight_odds(1, 1, 6, 0, ["healing", "poison"], 11, 4, spell_step=True)
    brute = Brute(4)
    expected = {
        "no-spell": brute.defend(6, 1, ("healing", "poison"), False, 11, False),
        "spell healing": brute.defend(14, 1, ("poison",), False, 11, False),
        "spell poison": brute.defend(6, 1, ("healing",), True, 6, False),
    }
    assert {choice.move: choice.win for choice in odds.choices} == {
        move: pytest.approx(float(pair[0])) for move, pair in expected.items()
    }
    assert odds.choices[0].move == max(expected, key=expected.get)
    assert odds.mean_hp == pytest.approx(float(max(expected.values())[1]))


def test_dice_of_a_lost_rank_stay_on_the_table():
    """R14: rank 2 with 0 XP pays 1 XP for a feat; both dice of this attack still count, the next roll has one."""
    odds = fight_odds(1, 5, 5, 0, [], 12, 2, read_dice("5f,3"))
    brute = Brute(2)
    expected = max(
        brute.spell_step(5, 5, (), False, 4),
        brute.thrown(((5, False, True),), 0, True, 3, 5, (), False, 12),
        brute.thrown(((5, False, True),), 0, True, 5, 4, (), False, 12),
    )
    assert odds.win == pytest.approx(float(expected[0]))
    with pytest.raises(OddsError, match="rank 1 throws 1 dice"):
        fight_odds(1, 4, 5, 0, [], 12, 2, read_dice("5f,3"))


FIGHTS = st.tuples(
    st.integers(0, 20),
    st.integers(1, 9),
    st.integers(0, 4),
    st.integers(1, 12),
    st.integers(1, 8),
    st.sampled_from(SPELL_SETS),
)


@settings(max_examples=examples(12), deadline=None)
@given(FIGHTS, st.integers(0, 3), st.sampled_from(["fire", "ice", "poison", "healing"]))
def test_more_is_never_worse(fight, what, spell):
    xp, hp, armor, monster, damage, spells = fight

    def win(xp, hp, armor, spells):
        rank = sum(xp >= at for at in REACHED)
        return fight_odds(rank, xp - REACHED[rank - 1], hp, armor, spells, monster, damage).lose

    base = win(xp, hp, armor, spells)
    more = [
        lambda: win(xp, hp + 1, armor, spells),
        lambda: win(xp, hp, armor + 1, spells),
        lambda: win(xp + 1, hp, armor, spells),
        lambda: win(xp, hp, armor, (*spells[:1], spell)),
    ][what]()
    if what == 3 and len(spells) > 1:
        base = win(xp, hp, armor, spells[:1])
    assert more <= base * (1 + 1e-9)


@pytest.mark.parametrize("spells", [(), ("ice", "poison"), ("fire", "healing")])
@pytest.mark.parametrize(("hp", "monster", "damage"), [(1, 9, 2), (6, 15, 5), (9, 30, 12)])
def test_a_higher_rank_is_never_worse(spells, hp, monster, damage):
    """More dice, and as much XP to pay with."""
    losses = [
        fight_odds(rank, xp, hp, 0, spells, monster, damage).lose for rank, xp in ((1, 5), (2, 5), (3, 5), (4, 0))
    ]
    assert all(more <= less * (1 + 1e-9) for less, more in itertools.pairwise(losses))
    assert losses[3] < losses[0] or losses[0] == 0


@pytest.mark.parametrize(("hp", "spells", "best"), [(7, [], 7), (7, ["fire"], 7), (20, ["healing"], 20)])
def test_a_harmless_monster_costs_nothing(hp, spells, best):
    odds = fight_odds(1, 0, hp, 5, spells, 9, 5)
    assert (odds.win, odds.hp_left) == (1.0, {best: pytest.approx(1.0)})


def test_healing_is_used_before_a_harmless_monster_falls():
    """The kill can be put off, once, by throwing a six that would do it again: the healing is then taken first."""
    odds = fight_odds(1, 0, 7, 5, ["healing"], 6, 5)
    # 1 to 5 leave the monster alive, and healing gives 15. A six would kill. A feat for 2 HP takes it back: 1 to 5 then give 13, and
    # a second six is thrown until it misses (13) or kills (5)
    second = (13 + 4 * 5) / 5
    feat = (5 * 13 + second) / 6
    # better: throw the six again, for a miss (15); a feat is still there for a kill
    first = (15 + 4 * feat) / 5
    assert odds.mean_hp == pytest.approx((5 * 15 + first) / 6)


@pytest.mark.parametrize(
    ("fight", "words"),
    [
        ((5, 0, 5, 0, [], 3, 2), "rank: 5: a number from 1 to 4 was expected"),
        ((1, 6, 5, 0, [], 3, 2), "xp: 6: rank 1 has 0 to 5 XP"),
        ((4, 1, 5, 0, [], 3, 2), "xp: 1: rank 4 has no XP, so 0 was expected"),
        (
            (1, 0, 21, 6, [], 31, 2),
            (
                "hp: 21: a number from 1 to 20 was expected; armor: 6: a number from 0 to 5 was expected; "
                "monster_hp: 31: a number from 1 to 30 was expected"
            ),
        ),
        (
            (1, 0, 5, 0, ["fire", "frost", "ice"], 3, 2),
            "spells: fire,frost,ice: at most 2 can be held, not 3; spells: frost: there are fire, ice, poison, healing",
        ),
    ],
)
def test_impossible_fights_are_named(fight, words):
    with pytest.raises(OddsError) as caught:
        fight_odds(*fight)
    assert str(caught.value) == words


@pytest.mark.parametrize("text", ["7", "", "4+6", "6+", "f", "1+3f", "6++6", "x", "\u0661", "4,", "4, 6+3 ,5 f"])
def test_a_die_that_cannot_lie_there_is_refused(text):
    with pytest.raises(OddsError, match="write 4, 6") as caught:
        read_dice(text)
    assert len(caught.value.faults) == 1


def test_dice_are_read_as_typed():
    assert list(map(str, read_dice(" 4,6+3 , 1F"))) == ["4", "6+3", "1f"]
    with pytest.raises(OddsError) as caught:
        read_dice("4,9,6,z")
    assert [fault.text for fault in caught.value.faults] == ["9", "z"]
