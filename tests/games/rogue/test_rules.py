"""Rules of Mini Rogue beside the rulings: the tables, the course of a turn, rooms and fights, section by section."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rogue_table import GAME, before, boss, events, fight, hero, moves, play, rule_against

from cardsolo.core.chance import RecordedDice
from cardsolo.games.rogue.events import Chosen, Gained
from cardsolo.games.rogue.hero import gain, lose
from cardsolo.games.rogue.rules import result, score, score_sheet
from cardsolo.games.rogue.state import Rules
from cardsolo.games.rogue.tables import EVENTS, ITEMS, LEVELS, ROOMS, TRAPS, WARES, foe, has_boss, level_of


def types(found):
    return [event.type for event in found]


# --- tables (sections 3, 7.1) -----------------------------------------------------------------------------------------
def test_levels_and_their_areas():
    assert [level_of(area) for area in range(1, 15)] == [1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 5]
    assert [area for area in range(1, 15) if has_boss(area)] == [2, 4, 7, 10, 14]


@pytest.mark.parametrize(
    ("level", "monster", "damage", "xp"),
    [
        (1, "Undead Soldier", 2, 1),
        (2, "Skeleton", 4, 1),
        (3, "Undead Knight", 6, 2),
        (4, "Serpent Knight", 8, 2),
        (5, "Og's Sanctum Guard", 10, 3),
    ],
)
def test_monsters(level, monster, damage, xp):
    row = foe("monster", LEVELS[level - 1].first)
    assert (row.name, row.damage, row.xp, row.hp, row.gold) == (monster, damage, xp, None, 0)


@pytest.mark.parametrize(
    ("area", "name", "values"),
    [
        (2, "Undead Giant", (10, 3, 2, 2)),
        (4, "Skeleton Lord", (15, 5, 2, 3)),
        (7, "Undead Lord", (20, 7, 3, 4)),
        (10, "Serpent Demon", (25, 9, 3, 5)),
        (14, "Og's Remains", (30, 12, 0, 0)),
    ],
)
def test_bosses(area, name, values):
    met = events(boss(area, hp=9), "room 1", 2)[1]
    assert (met.name, met.die) == (name, None)
    assert (met.hp, met.damage, foe("boss", area).gold, foe("boss", area).xp) == values


def test_every_row_of_every_table_names_its_source():
    rows = [*ITEMS, *EVENTS, *TRAPS, *WARES.values(), *LEVELS, *(foe("boss", level.last) for level in LEVELS)]
    assert all(row.source.startswith("[") for row in rows)


# --- the course of a turn (section 4) ---------------------------------------------------------------------------------
def test_a_game_begins_with_one_card_turned_up():
    step = GAME.start(GAME.deal(Rules(), 7), RecordedDice([]))
    assert types(step.events) == ["entered", "turned_up"]
    assert step.state.choices == (step.state.layout[0],)
    assert moves(step.state) == ["room 1"]


def test_columns_hold_one_two_one_and_two_cards():
    state = GAME.start(GAME.deal(Rules(), 7), RecordedDice([])).state
    at = state.layout
    for column, cards in enumerate([(at[0],), (at[1], at[4]), (at[2],), (at[3], at[5])], 1):
        assert replace(state, column=column).choices == cards


def test_the_card_that_is_not_chosen_is_skipped_for_good():
    state = before("resting", column=2, other="event")
    assert events(state, "room 1")[0] == Chosen("resting", "event")
    assert events(state, "room 2", 1)[0] == Chosen("event", "resting")
    assert events(before("resting", column=3), "room 1")[0] == Chosen("resting", None)
    after = play(state, "room 1", "rest weapon")
    assert (after.column, after.taken) == (3, (1, 1))
    lower = play(state, ("room 2", 1), "keep")
    assert lower.taken == (1, 2)


def test_a_new_area_has_a_new_layout_and_no_monster_defeated():
    state = before("resting", column=4, food=3, monster_defeated=True)
    after = play(state, "room 1", "rest weapon")
    assert (after.area, after.visit, after.column, after.taken, after.hero.food) == (2, 2, 1, (), 2)
    assert after.layout == state.rooms[1]
    assert not after.monster_defeated


def test_layouts_do_not_depend_on_what_was_done():
    deal = GAME.deal(Rules(), 3)
    fallen = play(before("trap", area=1, column=4, hp=9), ("room 1", 6, 5))
    walked = play(before("resting", area=1, column=4), "room 1", "rest weapon")
    assert fallen.area != walked.area
    assert fallen.layout == walked.layout != deal.rooms[0]


# --- rooms (section 8) ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("die", "expected"),
    [
        (1, {"armor": 1}),
        (2, {"xp": 2}),
        (3, {"spells": ("fire",)}),
        (4, {"spells": ("ice",)}),
        (5, {"spells": ("poison",)}),
        (6, {"spells": ("healing",)}),
    ],
)
@pytest.mark.parametrize("test", [5, 6])
def test_treasure_items(test, die, expected):
    after = play(before("treasure", gold=0), ("room 1", test, die))
    assert after.hero == hero(gold=1)._replace(**expected)


@pytest.mark.parametrize("test", [1, 2, 3, 4])
def test_treasure_without_item(test):
    assert play(before("treasure", gold=0), ("room 1", test)).hero == hero(gold=1)


def test_a_found_spell_with_two_held():
    state = play(before("treasure", spells=("fire", "fire")), ("room 1", 5, 4))
    assert moves(state) == ["drop fire", "decline"]
    assert play(state, "drop fire").hero.spells == ("fire", "ice")
    assert play(state, "decline").hero.spells == ("fire", "fire")
    assert play(state, "decline").column == 2


def test_a_bosss_spell_with_two_held():
    state = play(fight("6", hp=1, kind="boss", area=2, spells=("fire", "ice")), ("stop", 5))
    assert moves(state) == ["drop fire", "drop ice", "decline"]
    assert play(state, "drop ice").hero.spells == ("fire", "poison")
    assert play(state, "decline").area == 3


@pytest.mark.parametrize(
    ("ware", "price", "expected"),
    [
        ("ration", 1, {"food": 4}),
        ("potion", 1, {"hp": 6}),
        ("big-potion", 3, {"hp": 9}),
        ("armor", 6, {"armor": 1}),
        ("fire", 8, {"spells": ("fire",)}),
        ("ice", 8, {"spells": ("ice",)}),
        ("poison", 8, {"spells": ("poison",)}),
        ("healing", 8, {"spells": ("healing",)}),
    ],
)
def test_what_the_merchant_sells(ware, price, expected):
    state = play(before("merchant", gold=price, food=3), "room 1")
    assert play(state, f"buy {ware}").hero == hero(gold=0, food=3)._replace(**expected)
    poor = play(before("merchant", gold=price - 1, food=3, armor=1), "room 1")
    assert rule_against(poor, f"buy {ware}") == "8.3"


@pytest.mark.parametrize(("item", "price"), [("armor", 3), ("fire", 4), ("ice", 4), ("poison", 4), ("healing", 4)])
def test_what_the_merchant_buys(item, price):
    held = {"armor": 1} if item == "armor" else {"spells": (item,)}
    state = play(before("merchant", gold=0, **held), "room 1")
    assert play(state, f"sell {item}").hero == hero(gold=price)
    assert rule_against(play(before("merchant", gold=9), "room 1"), f"sell {item}") == "8.3"


def test_a_merchant_who_can_do_nothing_is_left_at_once():
    state = play(before("merchant", gold=0), "room 1")
    assert str(GAME.forced_move(state)) == "leave"


@pytest.mark.parametrize(("way", "expected"), [("weapon", {"xp": 1}), ("food", {"food": 4}), ("heal", {"hp": 7})])
def test_resting(way, expected):
    assert play(before("resting", food=3), "room 1", f"rest {way}").hero == hero(food=3)._replace(**expected)


@pytest.mark.parametrize(
    ("die", "expected"), [(1, {"food": 4}), (2, {"hp": 7}), (3, {"gold": 5}), (4, {"xp": 2}), (5, {"armor": 1})]
)
def test_events(die, expected):
    assert play(before("event", food=3), ("room 1", die), "keep").hero == hero(food=3)._replace(**expected)


def test_an_events_monster():
    state = play(before("event", area=5, hp=9), ("room 1", 6), ("keep", 4, 6))
    assert (state.combat.kind, state.combat.hp, state.combat.damage) == ("event", 9, 6)
    assert play(replace(state, area=1, combat=state.combat._replace(hp=1)), "stop").hero.xp == 2


def test_a_changed_event_happens():
    assert play(before("event"), ("room 1", 4), ("check", 1), "+1").hero.armor == 1
    assert play(before("event"), ("room 1", 4), ("check", 1), "-1").hero.gold == 5


@pytest.mark.parametrize(
    ("die", "held", "left", "without", "instead"),
    [
        (1, {"food": 3}, {"food": 2}, {"food": 0}, {"hp": 3}),
        (2, {"gold": 3}, {"gold": 2}, {"gold": 0}, {"hp": 3}),
        (3, {"armor": 2}, {"armor": 1}, {"armor": 0}, {"hp": 3}),
        (4, {"hp": 5}, {"hp": 4}, {"armor": 5}, {"hp": 4}),
        (5, {"xp": 3}, {"xp": 2}, {"xp": 0}, {"hp": 3}),
        (5, {"rank": 2, "xp": 0}, {"rank": 1, "xp": 5}, {"rank": 4}, {"rank": 3, "xp": 17}),
        (6, {"hp": 5}, {"hp": 3}, {"armor": 5}, {"hp": 3}),
    ],
)
def test_traps_and_their_substitutes(die, held, left, without, instead):
    for fields, expected in ((held, left), (without, instead)):
        state = before("trap", area=12, **fields)
        assert play(state, ("room 1", die, 5)).hero == state.hero._replace(**expected)
        assert play(state, ("room 1", die, 1)).hero == state.hero


def test_the_dead_do_not_fall():
    state = play(before("trap", area=1, hp=2), ("room 1", 6, 5))
    assert (state.ended, state.area) == ("trap", 1)


# --- fights (section 7) -----------------------------------------------------------------------------------------------
def test_monster_hp_is_thrown_before_the_first_attack():
    found = events(before("monster", rank=3, hp=9), "room 1", 2, 4, 5, 6)
    assert (found[1].hp, found[1].die, found[2].faces) == (3, 2, (4, 5, 6))


@pytest.mark.parametrize(
    ("dice", "choices"),
    [
        ("4", ["stop"]),
        ("6", ["reroll 1", "stop"]),
        ("1 6", ["reroll 2", "stop"]),
        ("6+6 6+3", ["reroll 1", "stop"]),
        ("6+1", ["stop"]),
    ],
)
def test_criticals(dice, choices):
    assert moves(fight(dice, hp=30, hero_hp=2)) == choices


def test_a_critical_may_be_rerolled_again_and_again():
    state = play(fight("6", hp=30, hero_hp=2), ("reroll 1", 6), ("reroll 1", 6), ("reroll 1", 5))
    assert state.combat.dice[0].value == 23
    lost = play(fight("6", hp=30, hero_hp=2), ("reroll 1", 6), ("reroll 1", 1))
    assert lost.combat.dice[0].value == 0


def test_different_dice_may_each_take_one_feat_in_any_order():
    state = play(fight("1 1 1", hp=30, rank=3, hero_hp=9, xp=1), ("feat xp 2", 6), ("feat hp 1", 3), ("reroll 2", 2))
    assert [str(die) for die in state.combat.dice] == ["3f", "6+2f", "1"]
    assert (state.hero.hp, state.hero.xp) == (7, 0)
    assert [rule_against(state, f"feat hp {die}") for die in (1, 2, 3, 4)] == ["7.4", "7.4", None, "7.2"]


def test_fire_does_8_at_once_to_bosses_too():
    state = play(fight("2", hp=30, kind="boss", area=14, spells=("fire",), hero_hp=20), "stop", ("spell fire", 3))
    assert state.combat.hp == 20
    assert play(fight("2", hp=10, spells=("fire",)), "stop", "spell fire").combat is None


def test_healing_in_a_fight():
    state = play(fight("2", hp=20, damage=4, hero_hp=15, spells=("healing",)), "stop", ("spell healing", 2))
    assert state.hero.hp == 16


def test_healing_is_not_offered_at_full_hp():
    assert rule_against(before("resting", hp=20, spells=("healing",)), "spell healing") == "R5"


def test_spells_do_not_outlast_their_fight():
    won = play(fight("6", hp=1, poisoned=True, column=2), "stop")
    assert won.combat is None


@pytest.mark.parametrize(
    ("kind", "area", "cause"), [("monster", 1, "monster"), ("event", 1, "event"), ("boss", 2, "boss")]
)
def test_deaths_in_fights(kind, area, cause):
    end = play(fight("1", hp=9, damage=5, kind=kind, area=area), "stop")
    assert result(end) == {"outcome": "died", "cause": cause, "area": area, "score": score(end)}
    assert GAME.legal_moves(end) == ()
    assert rule_against(end, "stop") == "9"


def test_armor_is_not_used_up():
    assert play(fight("2", hp=9, damage=4, armor=1, hero_hp=9), ("stop", 2)).hero == hero(hp=6, armor=1)


# --- stats (sections 1, 5) --------------------------------------------------------------------------------------------
def test_no_stat_leaves_its_range():
    full = hero(rank=4, hp=20, armor=5, gold=20, food=6)
    empty = hero(rank=1, hp=0, armor=0, gold=0, food=0)
    for stat in ("hp", "armor", "gold", "food", "xp"):
        assert gain(full, stat, 9) == full
        assert lose(empty, stat, 9) == empty


def test_gaining_and_losing_xp_agree_below_rank_4():
    for rank, threshold in ((1, 6), (2, 12), (3, 18)):
        for xp in range(threshold):
            start = hero(rank=rank, xp=xp)
            up = gain(start, "xp", 1)
            assert lose(up, "xp", 1) == start


def test_gains_say_what_really_came():
    found = events(before("event", gold=19), "room 1", 3)
    found = events(play(before("event", gold=19), ("room 1", 3)), "keep")
    assert found[0] == Gained("gold", 1, 20)
    found = events(play(before("resting", rank=4, hp=9), "room 1"), "rest weapon")
    assert found[0] == Gained("hp", 1, 10)


# --- the end (sections 9, 10) -----------------------------------------------------------------------------------------
def test_the_scoring_sheet():
    state = replace(
        before(
            "resting", area=14, rank=4, hp=20, gold=20, spells=("fire", "ice"), armor=5, food=6, difficulty="impossible"
        ),
        bosses_slain=5,
    )
    assert score(state) == 159
    assert [row.held * row.points for row in score_sheet(state)] == [6, 42, 10, 8, 40, 40, 2, 5, 6]


@pytest.mark.parametrize(("difficulty", "bonus"), [("casual", 0), ("normal", 2), ("hard", 4), ("impossible", 6)])
def test_the_bonus(difficulty, bonus):
    state = before("resting", difficulty=difficulty, rank=1, hp=1, gold=0, food=0)
    assert score(replace(state, area=14, bosses_slain=1)) == 48 + bonus


def test_resigning():
    end = play(fight("2", hp=9), "resign")
    assert result(end)["outcome"] == "resigned"
    assert result(end)["cause"] is None
    assert rule_against(end, "resign") == "9"


def test_the_six_rooms():
    assert set(ROOMS) == {"monster", "treasure", "merchant", "resting", "event", "trap"}
