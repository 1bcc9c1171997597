"""The rulings R15–R33 of the rules, one test each or more, named after it: events, falls, keys and the score."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rogue_table import before, events, fight, monster, moves, play, rule_against, types

from cardsolo.games.rogue.rules import result, score
from cardsolo.games.rogue.state import Rules


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


def test_the_monster_of_an_event_is_that_of_section_7():
    for area, level in ((1, 1), (4, 2), (6, 3), (9, 4), (12, 5)):
        assert (monster(area, "event").damage, monster(area, "event").xp) == (2 * level, 2)
