"""`cardsolo odds rogue` as a process: text, JSON, refusals."""

from __future__ import annotations

import pytest

FIGHT = ("odds", "rogue", "--hp", "5", "--damage", "2")


def test_json_is_exact_to_ten_decimals(cli):
    done = cli.run(*FIGHT, "--monster-hp", "3", "--json")
    assert done.code == 0
    assert done.objects == [
        {
            "type": "odds",
            "game": "rogue",
            "objective": "survive",
            "win": 0.9814814815,
            "hp_left": {"0": 0.0185185185, "1": 0.0648148148, "3": 0.25, "5": 0.6666666667},
        }
    ]


def test_text_says_the_chance_and_the_hp_left(cli):
    done = cli.run(*FIGHT, "--monster-hp", "7")
    assert (done.code, done.err) == (0, "")
    first, heading, *rows = done.out.splitlines()
    assert first.startswith("won with 84.24639918 %")
    assert heading == "HP left:"
    assert [row.split()[0] for row in rows] == ["dead", "1", "3"]


def test_dice_on_the_table_are_answered_with_every_choice_best_first(cli):
    arguments = ("--rank", "2", "--armor", "1", "--monster-hp", "12", "--dice", "6+3,1f", "--spells", "Fire", "--json")
    (odds,) = cli.run(*FIGHT, *arguments).objects
    assert {choice["move"] for choice in odds["choices"]} == {"stop", "feat hp 1", "feat xp 1"}
    wins = [choice["win"] for choice in odds["choices"]]
    assert wins == sorted(wins, reverse=True)
    assert odds["win"] == wins[0]
    (before,) = cli.run(
        *FIGHT, "--rank", "2", "--monster-hp", "3", "--spells", "fire", "--spell-step", "--json"
    ).objects
    assert before["choices"][0] == {"move": "spell fire", "win": 1.0, "mean_hp": 5.0}


def test_hardly_ever_is_not_never(cli):
    done = cli.run("odds", "rogue", "--rank", "3", "--hp", "20", "--armor", "5", "--monster-hp", "12", "--damage", "6")
    assert "100 - " in done.out.splitlines()[0]
    assert "won with 100 %" not in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--monster-hp", "31"), "--monster-hp: 31: a number from 1 to 30 was expected"),
        (("--monster-hp", "9", "--rank", "4", "--xp", "3"), "--xp: 3: rank 4 has no XP"),
        (("--monster-hp", "9", "--dice", "4,6"), "--dice: 4,6: rank 1 throws 1 dice, not 2"),
        (
            ("--monster-hp", "9", "--dice", "4+6"),
            "--dice: 4+6: write 4, 6+3 (a six re-rolled to 3; nothing else can be)",
        ),
        (("--monster-hp", "9", "--dice", "nine"), "--dice: nine: write 4"),
        (("--monster-hp", "9", "--spells", "fire,fire,ice"), "--spells: fire,fire,ice: at most 2"),
        (
            ("--monster-hp", "9", "--dice", "4", "--spell-step"),
            "--spell-step: in the spell step no dice lie on the table",
        ),
        ((), "--monster-hp"),
        (("--monster-hp", "9", "--objective", "gold"), "gold"),
    ],
)
def test_what_cannot_be_is_a_usage_error(cli, arguments, words):
    done = cli.run(*FIGHT, *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_only_rogue_has_odds(cli):
    done = cli.run("odds", "dungeon", "--hp", "5", "--monster-hp", "3", "--damage", "2")
    assert done.code == 2
    assert "rogue" in done.err
