"""What `why` says beyond the facts of a candidate: true of the view, and in keeping with the chances of the advice."""

from __future__ import annotations

import re

import dungeon_table
import pytest
import rogue_table
import triangle_table

from solvers.advice import Advice, Candidate
from solvers.programs import programs_of


def why(game, state, *ways):
    """Explain given ways to go on, each a text of moves with a chance and its error."""
    found = tuple(Candidate(tuple(moves.split()), chance, error) for moves, chance, error in ways)
    explain = programs_of(game).explain
    return explain(game.view(state, game.seat(state)), Advice(found[0].moves, found, 0.0))


def dungeon(state, *ways):
    return why(dungeon_table.GAME, state, *ways)


# --- Clear the Dungeon ------------------------------------------------------------------------------------------------
TABLE = dungeon_table.state("JC QD | KH", hand="5C 9H AS", deck="7C 8C 3D X 2H", attacks="6C | 4H TD")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("5C@1", "JC on pile 1 waits for its finisher: 3 of 7 cards not yet used would do"),  # 7C 8C X
        # a second card for the jack, its finisher, and three for the queen under it; the king dies
        ("9H@2", "7 cards are left for at least 5 that are needed: at most 2 may be discarded"),
        ("9H@2 5C@x AS@x", "5 cards are left for at least 5 that are needed: at most 0 may be discarded"),
    ],
)
def test_what_a_way_keeps_open_and_costs(moves, said):
    assert said in dungeon(TABLE, (moves, 0.5, 0.01))


def test_second_cards_are_counted_by_the_rules():
    now = dungeon_table.state("KC", hand="4C 5D", deck="2C 9S TD")
    # 9S and TD, not 5D and 2C
    assert dungeon(now, ("4C@1", 0.5, 0.0))[0] == "4C on KC, pile 1: 9 or more comes next; 2 of 4 cards not yet used"


def test_a_lone_ace_and_chains_change_what_is_needed():
    jacks = {"piles": "JC JD", "hand": "AS 2C", "deck": "3C 4D 5D"}
    alone = dungeon(dungeon_table.state(**jacks, ace=11), ("AS@1", 0.5, 0.0))
    assert "4 cards are left for at least 3 that are needed: at most 1 may be discarded" in alone
    short = dungeon(dungeon_table.state(**jacks), ("2C@x", 0.5, 0.0))
    assert "6 cards are needed at least, and only 4 are left" in short
    chained = dungeon_table.state("JC QD KS", hand="5C 9H AS", deck="6C 8C TD", attacks="6C TC", chain=True)
    assert dungeon(chained, ("5C@1", 0.5, 0.01)) == []  # it kills what nobody has seen, and how many die so is open


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ((0.50, 0.03), "clearly better than 9H@x: by 10.0 points, standard error 3.2"),
        ((0.55, 0.03), "9H@x may be as good: 5.0 points apart, standard error 3.2"),
    ],
)
def test_a_difference_is_told_with_what_it_rests_on(other, said):
    assert dungeon(TABLE, ("9H@2", 0.60, 0.01), ("AS@x", 0.2, 0.01), ("9H@x", *other))[-1] == said


def test_without_hope_that_is_said():
    (line,) = dungeon(TABLE, ("9H@2", 0.0, 0.0), ("9H@x", 0.0, 0.0))
    assert line.startswith("no way to go on can clear the dungeon any more")


# --- Triangle Sevens --------------------------------------------------------------------------------------------------
def triangle(placed, hand, others, move):
    return why(triangle_table.GAME, triangle_table.state(placed, hand, others), (move, 0.5, 0.01))


def test_a_move_says_what_it_gives_the_others_and_what_it_takes():
    """Of the cells round the five of hearts one is left: the six takes it from the four, and gives the seven a place."""
    assert triangle("5H@0,0 KC@0,1 KD@1,0", "6H 9C", "4H 7H", "6H@0,-1") == [
        "then 0 of your 1 other cards fit somewhere",
        "gives the others a place for 7H",
        "takes the only places of 4H from the others",
    ]


def test_a_corner_that_others_may_close_is_told():
    now = triangle("X@0,0 5H@0,1 5S@-1,1 6S@-1,0", "7S KD", "7C 7D", "7S@-1,-1")
    assert "leaves the others new corners that they may close: 0,-1" in now
    assert not any("corners" in line for line in triangle("5H@0,0", "6H 9C", "7H 5C", "6H@0,1"))


def test_many_cards_are_counted_and_none_is_said():
    many = triangle("5H@0,0", "6H 9C", "6C 6D 6S 7H", "6H@0,1")
    assert "gives the others a place for 6C 6D 7H 6S" in many
    others = " ".join(f"{rank}{suit}" for rank in "78" for suit in "CDS")
    assert "gives the others a place for no new card" in triangle("5H@0,0", "6H 9C", others, "6H@0,1")


def test_a_pass_leaves_the_table():
    assert triangle("5H@0,0", "9C", "AC", "pass") == ["leaves the table as it is"]


# --- Mini Rogue -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "state", [rogue_table.fight("6 2", hp=20, damage=4, rank=2, hero_hp=6), rogue_table.before("event")]
)
def test_the_chance_before_the_choice_is_that_of_the_best_and_a_fight_has_its_own(state):
    game = rogue_table.GAME
    view = game.view(state, 1)
    advice = programs_of(game).advise(view)
    lines = programs_of(game).explain(view, advice)
    assert lines[0].startswith(f"before the choice: {100 * max(one.chance for one in advice.candidates):.1f} % ")
    reasons = [one.reason for one in advice.candidates]
    fights = [float(found[1]) for reason in reasons if (found := re.search(r"won with ([\d.]+) %", reason))]
    if view.combat is not None:
        assert lines[1] == f"the fight alone: {max(fights):.1f} % to survive it at best"
        assert (len(lines) == 3) == (fights[0] < max(fights))
