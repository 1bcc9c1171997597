"""The worked values of section 14 of the rules, row by row."""

from __future__ import annotations

from rogue_table import before, events, fight, hero, play

from cardsolo.games.rogue.hero import gain, lose


def test_rank_1_5_xp_gain_2():
    assert gain(hero(rank=1, xp=5), "xp", 2) == hero(rank=2, xp=1)


def test_rank_2_5_xp_gain_2():
    assert gain(hero(rank=2, xp=5), "xp", 2) == hero(rank=2, xp=7)


def test_rank_1_5_xp_gain_1():
    assert gain(hero(rank=1, xp=5), "xp", 1) == hero(rank=2, xp=0)


def test_rank_3_16_xp_gain_5():
    assert gain(hero(rank=3, xp=16), "xp", 5) == hero(rank=4, xp=0)


def test_rank_4_10_hp_gain_3_xp():
    assert gain(hero(rank=4, hp=10), "xp", 3) == hero(rank=4, hp=11)


def test_rank_2_0_xp_lose_1():
    assert lose(hero(rank=2, xp=0), "xp", 1) == hero(rank=1, xp=5)


def test_roll_1_5_6_six_rerolled_to_1():
    found = events(play(fight("1 5 6", hp=20, rank=3, hero_hp=9), ("reroll 3", 1)), "stop", 2, 2, 2)
    assert found[0].damage == 5


def test_roll_1_5_6_six_rerolled_to_3():
    found = events(play(fight("1 5 6", hp=20, rank=3, hero_hp=9), ("reroll 3", 3)), "stop", 2, 2, 2)
    assert found[0].damage == 14


def test_monster_in_area_12_die_3():
    state = before("monster", area=12, hp=20)
    met = events(state, "room 1", 3, 4)[1]
    assert (met.hp, met.damage) == (15, 10)
    assert play(fight("6", hp=1, area=12, damage=10), "stop").hero.xp == 3


def test_level_3_monster_against_armor_2():
    state = play(fight("2", hp=9, damage=6, area=5, armor=2, hero_hp=9), ("stop", 2))
    assert state.hero.hp == 5


def test_level_1_monster_against_armor_2_or_more():
    for armor in range(2, 6):
        assert play(fight("2", hp=9, damage=2, armor=armor, hero_hp=9), ("stop", 2)).hero.hp == 9


def test_rank_2_against_mold_miasma():
    for die in range(1, 7):
        state = play(before("trap", rank=2, food=4), ("room 1", 1, die))
        assert state.hero.food == (4 if die <= 2 else 3)


def last_room(**fields):
    return play(before("resting", column=4, **fields), "room 1", "rest weapon")


def test_food_1_at_exploration():
    state = last_room(food=1, hp=5)
    assert (state.hero.food, state.hero.hp, state.area) == (0, 5, 2)


def test_food_0_at_exploration_hp_2():
    state = last_room(food=0, hp=2)
    assert (state.ended, state.area, state.hero.hp) == ("hunger", 1, 0)


def test_food_0_at_exploration_with_more_hp():
    state = last_room(food=0, hp=3, armor=5)
    assert (state.hero.hp, state.area) == (1, 2)


def test_pit_in_area_4_hp_5():
    state = play(before("trap", area=4, column=3, hp=5), ("room 1", 6, 5))
    assert (state.hero.hp, state.area, state.last_column) == (3, 6, 4)


def test_pit_in_area_12_hp_2():
    state = play(before("trap", area=12, hp=2), ("room 1", 6, 5))
    assert (state.ended, state.area) == ("trap", 12)


def test_acid_mist_at_armor_0_hp_5():
    assert play(before("trap", armor=0, hp=5), ("room 1", 3, 5)).hero.hp == 3


def test_gold_19_found_loot():
    assert play(before("event", gold=19), ("room 1", 3), "keep").hero.gold == 20
