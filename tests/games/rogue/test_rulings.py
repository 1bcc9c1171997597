"""Every ruling R1–R33 of the rules, one test each or more, named after it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rogue_table import before, boss, events, fight, hero, monster, moves, play, rule_against

from cardsolo.games.rogue.hero import gain, lose, starting_hero
from cardsolo.games.rogue.rules import result, score
from cardsolo.games.rogue.state import Rules


def types(found):
    return [event.type for event in found]


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


@pytest.mark.parametrize("die", range(1, 7))
def test_R15_one_and_six_do_not_join(die):
    state = play(before("event"), ("room 1", die), ("check", 1))
    assert moves(state) == ["+1"] * (die < 6) + ["-1"] * (die > 1) + ["keep"]
    for way in ("+1", "-1"):
        if way not in moves(state):
            assert rule_against(state, way) == "R15"


def test_R15_the_check_may_be_declined_and_is_always_offered():
    for die in range(1, 7):
        assert moves(play(before("event"), ("room 1", die))) == ["check", "keep"]


def test_R15_the_change_is_optional():
    assert play(before("event", gold=3), ("room 1", 3), ("check", 1), "keep").hero.gold == 5


def test_R15_a_failed_check_leaves_the_event_standing():
    state = play(before("event", gold=3), ("room 1", 3), ("check", 2))
    assert state.hero.gold == 5


def test_R16_trap_first_then_the_check_without_being_asked():
    found = events(before("trap", rank=2), "room 1", 4, 2)
    assert types(found)[1:3] == ["trap", "checked"]
    assert found[1].die == 4
    assert found[2].success


FALLS = {1: 3, 2: 4, 3: 5, 4: 6, 5: 8, 6: 9, 7: 10, 8: 11, 9: 12, 10: 13}


@pytest.mark.parametrize(("area", "to"), FALLS.items())
def test_R17_after_a_fall_the_row_is_finished_in_the_new_area(area, to):
    start = before("trap", area=area, column=2, hp=9, food=4, monster_defeated=True)
    state = play(start, ("room 1", 6, 5))
    assert (state.area, state.column, state.layout) == (to, 3, start.layout)
    assert state.monster_defeated
    assert (state.hero.hp, state.hero.food) == (7, 4)


def test_R17_monsters_are_those_of_the_new_area():
    state = play(before("trap", area=4, hp=9), ("room 1", 6, 5))
    state = replace(state, layout=("trap", "monster", *state.layout[2:5], "event"))
    found = events(state, "room 1", 3, 4)
    assert (found[1].hp, found[1].damage) == (9, 6)


@pytest.mark.parametrize(("area", "to"), FALLS.items())
def test_R18_a_boss_waits_if_and_only_if_the_new_area_is_the_last_of_its_level(area, to):
    state = play(before("trap", area=area, column=4, hp=9), ("room 1", 6, 5))
    if area in {2, 7}:
        assert (state.area, state.column, state.choices) == (to, 5, ("boss",))
    else:
        assert (state.area, state.column) == (to + 1, 1)
    assert state.bosses_slain == 0


def test_R18_the_boss_is_that_of_the_new_level():
    state = play(before("trap", area=7, column=4, hp=9), ("room 1", 6, 5))
    assert events(state, "room 1", 2)[1].name == "Serpent Demon"


def test_R19_an_event_monster_counts_for_the_treasure():
    state = play(before("event", column=1, gold=0), ("room 1", 6), ("keep", 1, 2), "stop")
    assert state.monster_defeated
    state = replace(state, layout=(state.layout[0], "treasure", *(r for r in state.layout[1:] if r != "treasure")))
    assert play(state, ("room 1", 1)).hero.gold == 2


def test_R19_the_monster_must_come_before_the_treasure():
    assert play(before("treasure", gold=0), ("room 1", 1)).hero.gold == 1


@pytest.mark.parametrize("area", [2, 4, 7, 10])
def test_R20_without_a_key_the_way_down_stays_shut(area):
    state = replace(fight("6", hp=1, kind="boss", area=area, hero_hp=9, food=3), rules=Rules("normal", key=True))
    end = play(state, ("stop", 1))
    assert (end.ended, end.area, end.hero.food) == ("locked", area, 2)
    assert result(end) == {"outcome": "lost", "cause": "locked", "area": area, "score": score(end)}


def test_R20_the_door_comes_after_the_food_step():
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=2, food=0), rules=Rules("normal", key=True))
    assert play(state, ("stop", 1)).ended == "hunger"


def test_R20_no_key_is_needed_in_the_middle_of_a_level_nor_at_the_very_end():
    middle = before("resting", column=4, key=True)
    assert play(middle, "room 1", "rest weapon").area == 2
    last = replace(fight("6", hp=1, kind="boss", area=14), rules=Rules("normal", key=True))
    assert play(last, "stop").ended == "won"


def test_R20_the_last_chance_is_known_before_it_is_passed():
    start = before("trap", area=2, column=4, other="event", key=True)
    assert start.is_last_key
    assert not replace(start, key=True).is_last_key
    assert not replace(start, area=1).is_last_key
    assert not replace(start, area=14).is_last_key
    assert not replace(start, rules=Rules()).is_last_key
    assert not before("trap", area=2, column=3, key=True).is_last_key


def test_R21_a_key_kept_through_a_fall_opens_the_next_door():
    state = before("trap", area=2, column=4, hp=9, key=True)
    fallen = play(state, ("room 1", 6, 5))
    assert (fallen.area, fallen.key) == (4, True)
    won = play(replace(fight("6", hp=1, kind="boss", area=4, hero_hp=9), rules=state.rules, key=True), ("stop", 1))
    assert (won.area, won.key) == (5, False)


def test_R21_the_trap_card_gives_the_key_before_it_drops_anybody():
    found = types(events(before("trap", area=1, hp=9, key=True), "room 1", 6, 5))
    assert found.index("key_found") < found.index("trap") < found.index("fell")


@pytest.mark.parametrize("end", ["won", "hunger", "locked"])
def test_R22_lost_games_are_scored_too(end):
    state = replace(before("resting", area=9, rank=3, hp=7, gold=4, food=2, armor=1, spells=("ice",)), bosses_slain=2)
    state = replace(state, phase="over", ended=end, hero=state.hero._replace(hp=7 if end == "won" else 0))
    assert result(state)["score"] == 2 + 27 + 4 + 6 + (14 if end == "won" else 0) + 8 + 1 + 1 + 2


def test_R23_the_boss_item_is_one_roll_without_test_and_without_treasure_gold():
    found = events(fight("6", hp=1, kind="boss", area=2, gold=3), "stop", 1)
    assert types(found)[:6] == ["hit", "slain", "gained", "gained", "item", "gained"]
    state = play(fight("6", hp=1, kind="boss", area=2, gold=3), ("stop", 1))
    assert (state.hero.gold, state.hero.xp, state.hero.armor, state.bosses_slain) == (5, 2, 1, 1)


def test_R24_victory_is_immediate():
    state = play(fight("6", hp=1, kind="boss", area=14, food=4), "stop")
    assert (state.ended, state.hero.food, state.area, state.bosses_slain) == ("won", 4, 14, 1)
    assert result(state)["outcome"] == "won"
    assert result(state)["cause"] is None


def test_R25_names():
    assert Rules("impossible")
    assert events(before("event"), "room 1", 5)[1].name == "Found Shield"


def test_R26_resting_must_be_chosen_even_without_effect():
    state = play(before("resting", rank=4, hp=20, food=6), "room 1")
    assert moves(state) == ["rest weapon", "rest food", "rest heal"]
    assert play(state, "rest food").hero == state.hero


def test_R27_the_bosss_xp_comes_before_its_item():
    state = play(fight("6", hp=1, kind="boss", area=10, rank=3, xp=15, hero_hp=9, armor=5), ("stop", 2))
    assert (state.hero.rank, state.hero.hp) == (4, 10)


def test_R28_rolls_without_a_decision_are_made_at_once():
    state = play(before("treasure", column=1), ("room 1", 5, 2))
    assert (state.hero.xp, state.column) == (2, 2)
    state = play(before("monster"), ("room 1", 4, 3))
    assert (state.combat.hp, state.phase) == (5, "attack")


def test_R29_healing_comes_after_the_column_is_turned_up():
    state = before("merchant", column=2, other="event", spells=("healing",))
    assert moves(state) == ["room 1", "room 2", "spell healing"]
    healed = play(state, "spell healing")
    assert moves(healed) == ["room 1", "room 2"]
    assert healed.choices == ("merchant", "event")


def test_R30_a_held_key_is_spent_at_the_door_without_choice():
    state = replace(fight("6", hp=1, kind="boss", area=2, hero_hp=9), rules=Rules("normal", key=True), key=True)
    after = play(state, ("stop", 1))
    assert (after.key, after.key_found, after.area) == (False, False, 3)


def test_R30_a_change_of_level_by_a_fall_clears_the_mark():
    state = play(before("trap", area=1, hp=9, key=True), ("room 1", 6, 5))
    assert (state.area, state.key, state.key_found) == (3, True, False)


def test_R30_a_trap_resolved_with_a_key_in_hand_gives_none_and_is_not_this_levels_key():
    state = replace(before("trap", area=3, key=True), key=True)
    after = play(state, ("room 1", 4, 6))
    assert (after.key, after.key_found) == (True, False)


def test_R30_one_key_a_level():
    state = replace(before("trap", area=2, key=True), key_found=True)
    assert not play(state, ("room 1", 4, 6)).key


def test_R30_a_trap_passed_by_gives_no_key():
    state = play(before("event", column=2, other="trap", key=True), ("room 1", 3), "keep")
    assert not state.key


def test_R31_buying_and_selling_alternate_freely():
    state = before("merchant", gold=0, armor=2, hp=5, spells=("fire", "ice"))
    after = play(
        state, "room 1", "sell armor", "buy big-potion", "sell armor", "sell fire", "sell ice", "buy ice", "buy potion"
    )
    assert (after.hero.armor, after.hero.gold, after.hero.hp, after.hero.spells) == (0, 2, 10, ("ice",))


def test_R32_the_roll_takes_place_even_if_the_poison_alone_would_kill():
    state = fight("1", hp=5, poisoned=True)
    found = events(state, "stop")
    assert (found[0].damage, found[0].poison, found[0].hp) == (5, 5, 0)
    cast = play(fight("2", hp=12, hero_hp=9, spells=("poison",)), "stop", ("spell poison", 4))
    assert [str(die) for die in cast.combat.dice] == ["4"]


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_R33_a_skill_check_uses_the_rank_in_force(rank):
    for die in range(1, 7):
        found = events(before("trap", rank=rank, hp=9), "room 1", 4, die)
        assert found[2].success == (die <= rank)


def test_R33_every_gain_of_xp_at_rank_4_gives_one_hp():
    rest = play(before("resting", rank=4, hp=9), "room 1", "rest weapon")
    whetstone = play(before("event", rank=4, hp=9), ("room 1", 4), "keep")
    weapon = play(before("treasure", rank=4, hp=9), ("room 1", 5, 2))
    assert rest.hero.hp == whetstone.hero.hp == weapon.hero.hp == 10


def test_every_ruling_has_a_test():
    named = {name.split("_")[1] for name in globals() if name.startswith("test_R")}
    assert named == {f"R{number}" for number in range(1, 34)}


def test_the_monster_of_an_event_is_that_of_section_7():
    for area, level in ((1, 1), (4, 2), (6, 3), (9, 4), (12, 5)):
        assert (monster(area, "event").damage, monster(area, "event").xp) == (2 * level, 2)
