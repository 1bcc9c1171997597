"""The rulings R1–R14 of the rules, one test each or more, named after it: the hero, the shop and the fight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rogue_table import before, boss, fight, hero, moves, play, rule_against

from cardsolo.games.rogue.hero import gain, lose, starting_hero
from cardsolo.games.rogue.state import Rules


@pytest.mark.parametrize(
    ("difficulty", "armor", "hp", "gold", "food"),
    [("casual", 1, 5, 5, 6), ("normal", 0, 5, 3, 6), ("hard", 0, 4, 2, 3), ("impossible", 0, 3, 1, 3)],
)
def test_R1_starting_values_with_three_food_on_hard(difficulty, armor, hp, gold, food):
    assert starting_hero(Rules(difficulty)) == hero(hp=hp, armor=armor, gold=gold, food=food)


def test_R2_promotion_at_the_threshold():
    assert gain(hero(rank=1, xp=5), "xp", 1)[:2] == (2, 0)
    assert gain(hero(rank=2, xp=11), "xp", 1)[:2] == (3, 0)
    assert gain(hero(rank=3, xp=17), "xp", 1)[:2] == (4, 0)


def test_R2_one_gain_never_crosses_two_thresholds():
    for rank, threshold in ((1, 6), (2, 12), (3, 18)):
        for xp in range(threshold):
            for amount in range(1, 6):
                assert gain(hero(rank=rank, xp=xp), "xp", amount).rank <= rank + 1


def test_R3_reaching_rank_4_loses_the_surplus_and_gives_no_hp():
    assert gain(hero(rank=3, xp=16, hp=10), "xp", 5) == hero(rank=4, xp=0, hp=10)


def test_R3_one_hp_for_each_later_gain_whatever_its_size():
    assert gain(hero(rank=4, hp=10), "xp", 1).hp == gain(hero(rank=4, hp=10), "xp", 5).hp == 11
    assert gain(hero(rank=4, hp=20), "xp", 2) == hero(rank=4, hp=20)


def test_R4_losing_xp_at_rank_4_means_rank_3_with_17():
    assert lose(hero(rank=4), "xp", 1) == hero(rank=3, xp=17)
    assert lose(hero(rank=3), "xp", 1) == hero(rank=2, xp=11)


def test_R5_a_purchase_without_any_effect_is_not_offered():
    state = play(before("merchant", hp=20, armor=5, food=6, gold=20), "room 1")
    for ware in ("ration", "potion", "big-potion", "armor"):
        assert rule_against(state, f"buy {ware}") == "R5"


def test_R5_a_partial_effect_is_bought_and_the_rest_lost():
    state = play(before("merchant", hp=18, gold=5), "room 1", "buy big-potion")
    assert (state.hero.hp, state.hero.gold) == (20, 2)


def test_R5_selling_above_20_gold_loses_the_surplus():
    state = play(before("merchant", gold=18, spells=("fire",)), "room 1", "sell fire")
    assert (state.hero.gold, state.hero.spells) == (20, ())


def test_R6_a_spell_is_bought_by_throwing_one_away():
    state = play(before("merchant", gold=10, spells=("fire", "ice")), "room 1", "buy healing")
    assert state.hero.gold == 10
    assert moves(state) == ["drop fire", "drop ice", "decline"]
    bought = play(state, "drop ice")
    assert (bought.hero.gold, bought.hero.spells, bought.phase) == (2, ("fire", "healing"), "merchant")


def test_R6_declining_calls_the_purchase_off():
    state = play(before("merchant", gold=10, spells=("fire", "ice")), "room 1", "buy healing", "decline")
    assert (state.hero.gold, state.hero.spells, state.phase) == (10, ("fire", "ice"), "merchant")


def test_R7_spells_come_after_the_damage_and_only_against_the_living():
    state = fight("5", hp=5, spells=("fire",))
    assert rule_against(state, "spell fire") == "15"
    assert play(state, "stop").combat is None
    wounded = play(fight("4", hp=5, spells=("fire", "ice")), "stop")
    assert wounded.combat.hp == 1
    assert moves(wounded) == ["spell fire", "spell ice", "no-spell"]


def test_R7_at_most_one_spell_in_an_attack_phase():
    state = play(fight("2", hp=20, spells=("ice", "poison")), "stop", ("spell ice", 3))
    assert state.phase == "attack"
    assert rule_against(state, "spell poison") == "15"


@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_R8_healing_before_any_room_card(column):
    state = before("resting", column=column, hp=5, spells=("healing",))
    assert play(state, "spell healing").hero == hero(hp=13)


def test_R8_healing_before_the_boss():
    assert play(boss(2, hp=15, spells=("healing",)), "spell healing").hero.hp == 20


def test_R8_no_healing_in_the_middle_of_a_card():
    state = play(before("merchant", hp=2, gold=9, spells=("healing",)), "room 1")
    assert rule_against(state, "spell healing") == "15"
    state = play(before("event", hp=2, spells=("healing",)), ("room 1", 3))
    assert rule_against(state, "spell healing") == "15"


def test_R8_no_healing_between_the_last_room_and_hunger():
    state = play(before("resting", column=4, hp=2, food=0, spells=("healing",)), "room 1", "rest weapon")
    assert state.ended == "hunger"


def test_R8_only_healing_outside_a_fight():
    state = before("resting", spells=("fire", "ice"))
    assert rule_against(state, "spell fire") == rule_against(state, "spell ice") == "R8"


def test_R9_poison_hits_in_the_round_of_casting_and_can_kill():
    cast = play(fight("2", hp=9, hero_hp=9, spells=("poison",)), "stop", ("spell poison", 1))
    assert cast.combat.hp == 2
    assert cast.combat.poisoned
    assert play(fight("2", hp=7, spells=("poison",)), "stop", "spell poison").combat is None


def test_R9_then_five_more_in_every_later_attack_even_if_all_dice_miss():
    state = play(fight("1", hp=12, poisoned=True, hero_hp=9), ("stop", 1))
    assert state.combat.hp == 7


def test_R10_a_second_poison_is_not_offered():
    state = play(fight("2", hp=20, poisoned=True, spells=("fire", "poison")), "stop")
    assert rule_against(state, "spell poison") == "R10"
    assert moves(state) == ["spell fire", "no-spell"]


def test_R10_the_step_is_left_out_where_no_spell_could_be_used():
    state = play(fight("2", hp=20, poisoned=True, hero_hp=9, spells=("poison",)), ("stop", 4))
    assert state.phase == "attack"


def test_R11_ice_cancels_exactly_one_defence_phase():
    state = play(fight("2", hp=20, damage=4, hero_hp=9, spells=("ice", "ice")), "stop", ("spell ice", 2))
    assert (state.hero.hp, state.combat.frozen) == (9, False)
    again = play(state, "stop", ("spell ice", 2))
    assert again.hero.hp == 9
    assert play(again, ("stop", 2)).hero.hp == 5


def test_R11_ice_adds_no_damage():
    assert play(fight("2", hp=20, spells=("ice",)), "stop", ("spell ice", 2)).combat.hp == 18


def test_R12_a_feat_discards_all_that_the_die_held():
    state = play(fight("6+3", hp=20, hero_hp=9), ("feat hp 1", 2))
    assert str(state.combat.dice[0]) == "2f"
    assert state.combat.dice[0].value == 2


def test_R12_a_feat_is_offered_on_a_fresh_six_too_and_its_six_can_be_rerolled():
    state = play(fight("6", hp=20, hero_hp=9), ("feat hp 1", 6), ("reroll 1", 4))
    assert str(state.combat.dice[0]) == "6+4f"
    assert state.combat.dice[0].value == 10
    assert rule_against(state, "feat hp 1") == "7.4"


@pytest.mark.parametrize(("hp", "legal"), [(1, False), (2, False), (3, True)])
def test_R13_a_feat_paid_with_hp_needs_three(hp, legal):
    assert rule_against(fight("4", hp=9, hero_hp=hp), "feat hp 1") == (None if legal else "R13")


@pytest.mark.parametrize(("rank", "xp", "legal"), [(1, 0, False), (1, 1, True), (2, 0, True), (4, 0, True)])
def test_R13_a_feat_paid_with_xp_needs_xp_or_a_rank(rank, xp, legal):
    assert rule_against(fight("4", hp=9, rank=rank, xp=xp), "feat xp 1") == (None if legal else "R13")


def test_R14_a_lost_rank_leaves_the_dice_rolled_and_counts_from_the_next_roll():
    state = play(fight("1 4", hp=20, rank=2, xp=0, hero_hp=9), ("feat xp 1", 5))
    assert (state.hero.rank, state.hero.xp) == (1, 5)
    assert [str(die) for die in state.combat.dice] == ["5f", "4"]
    after = play(state, ("stop", 3))
    assert after.combat.hp == 11
    assert len(after.combat.dice) == 1


def test_every_ruling_has_a_test():
    text = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rulings*.py"))
    assert set(re.findall(r"^def test_(R\d+)_", text, re.MULTILINE)) == {f"R{number}" for number in range(1, 34)}
