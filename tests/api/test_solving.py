"""Answers, advice, odds, players and surveys through the front door."""

from __future__ import annotations

import json

import pytest
from dungeon_problems import clearable, not_clearable
from support import check_schema, read_jsonl

import cardsolo

NODES = {"nodes": 20_000, "workers": 1}


@pytest.mark.parametrize("line", read_jsonl("dungeon/answers.jsonl")[::10], ids=lambda line: str(line["expect"]))
def test_an_answer_can_be_played(line):
    play = cardsolo.deal(line["deal"])
    answer = cardsolo.solve(play)
    assert {key: answer.to_json()[key] for key in line["expect"]} == line["expect"]
    check_schema(answer.to_json())
    for move in answer.moves:
        assert move in play.legal_moves
        play.push(move)
    assert len(play.state.killed) == answer.kills
    if answer.verdict is cardsolo.Verdict.CLEARABLE:
        assert play.outcome == cardsolo.DungeonOutcome(
            "dungeon", "cleared", play.outcome.result, kills=12, spare=answer.spare
        )


@pytest.mark.parametrize("game", ["dungeon", "triangle"])
def test_the_command_prints_what_the_answer_is(cli, game):
    limits = {} if game == "dungeon" else NODES
    flags = [] if game == "dungeon" else ["--nodes", 20_000, "--jobs", 1]
    answer = cardsolo.solve(cardsolo.deal(game, seed=7), **limits)
    (printed,) = cli.run("solve", game, "--seed", 7, "--json", *flags).objects
    words = cli.run("solve", game, "--seed", 7, *flags, env={"COLUMNS": "9999"}).out.splitlines()
    assert answer.to_json() | {"seconds": 0} == printed | {"seconds": 0}
    assert str(answer).splitlines()[:-1] == words[:-1]
    assert repr(answer).startswith(f"<{game} answer: ")


def test_the_moves_of_a_triangle_answer_can_be_pushed():
    """As solvers count: the game goes on while anybody holds cards, so the sequence ends with the seat that goes out."""
    play = cardsolo.deal("triangle", seed=24, play_on=True)
    answer = cardsolo.solve(play, seat=1, nodes=20_000, workers=1)
    for move in answer.moves:
        play.push(move)
    assert not play.state.hands[0]


def test_what_is_asked_follows_from_where_the_play_stands():
    play = cardsolo.deal("triangle", seed=3)
    assert cardsolo.solve(play, **NODES).objective == "out"
    play.push(play.legal_moves[0])
    assert cardsolo.solve(play, **NODES).objective == "turn"
    assert cardsolo.solve(cardsolo.position(play.position()), **NODES).objective == "turn"
    assert cardsolo.solve(play, objective="all", **NODES).objective == "all"


def test_seed_stands_in_the_answer_of_its_deal_and_of_nothing_else():
    play = cardsolo.deal("dungeon", seed=7)
    assert cardsolo.solve(play).seed == 7
    play.push("5c 3")
    assert cardsolo.solve(play).seed is None


def test_proof_says_who_proved_what():
    for position, verdict in ((clearable(), "clearable"), (not_clearable(), "not-clearable")):
        answer = cardsolo.solve(cardsolo.position(position), proof=True)
        assert answer.verdict == verdict
        assert answer.proved_by == answer.optimum_by == ("search", "cpsat")
        check_schema(answer.to_json())


def test_a_game_without_a_solver_says_what_there_is():
    with pytest.raises(cardsolo.OptionError, match="odds rogue"):
        cardsolo.solve(cardsolo.deal("rogue", seed=1))
    with pytest.raises(cardsolo.OptionError, match="method cannot be magic; there are search, cpsat"):
        cardsolo.solve(cardsolo.deal("dungeon", seed=1), method="magic")
    with pytest.raises(cardsolo.OptionError, match="there is no objective win"):
        cardsolo.solve(cardsolo.deal("triangle", seed=1), objective="win")


@pytest.mark.parametrize("name", ["dungeon", "triangle", "rogue"])
def test_advice_is_a_move_that_can_be_pushed(name):
    play = cardsolo.deal(name, seed=7)
    advice = cardsolo.advise(play.view(), seconds=0.05)
    check_schema(advice.to_json())
    assert str(advice).startswith(f"best: {' '.join(advice.moves)}")
    assert repr(advice).startswith(f"<{name} advice: ")
    for move in advice.moves:
        play.push(move)
    play.push("resign")
    with pytest.raises(cardsolo.OptionError):
        cardsolo.advise(play)


def test_advice_is_given_on_views_only():
    for thing in (cardsolo.deal("dungeon", seed=7).state, 3, None, "view"):
        with pytest.raises(TypeError, match="is no view"):
            cardsolo.advise(thing)


def test_odds_are_those_of_the_command(cli):
    ask = ("odds", "rogue", "--rank", 3, "--hp", 8, "--armor", 1, "--monster-hp", 12, "--damage", 6)
    odds = cardsolo.odds(rank=3, hp=8, armor=1, monster_hp=12, damage=6, spells="fire, ice", dice="6,1,4")
    (printed,) = cli.run(*ask, "--spells", "fire,ice", "--dice", "6,1,4", "--json").objects
    assert odds.to_json() == printed
    assert str(odds) + "\n" == cli.run(*ask, "--spells", "fire,ice", "--dice", "6,1,4").out
    assert cardsolo.odds(hp=8, monster_hp=12, damage=6, spells=["fire"]) == cardsolo.odds(
        hp=8, monster_hp=12, damage=6, spells="fire"
    )
    with pytest.raises(cardsolo.OptionError, match="hp: 99: a number from 1 to 20 was expected"):
        cardsolo.odds(hp=99, monster_hp=12, damage=6)


def test_analysis_is_that_of_the_command(cli):
    play = cardsolo.run(cardsolo.deal("dungeon", seed=1), "greedy")
    found = list(cardsolo.analyse(play, nodes=500, seconds=0.001))
    assert [move.n for move in found] == list(range(1, len(play.turns) + 1))
    for move in found:
        check_schema(move.to_json())
        assert repr(move).startswith(f"<analysis of move {move.n}, {move.move}: ")
    with pytest.raises(cardsolo.OptionError, match="only games of dungeon"):
        cardsolo.analyse(cardsolo.deal("rogue", seed=1))


def test_find_is_deal_find(cli):
    for grade in ("easy", "fair", "hard"):
        found = cardsolo.find(grade=grade, first=100)
        printed = json.loads(
            cli.run("deal", "dungeon", "--find", "clearable", "--grade", grade, "--seed", 100, "--json").out
        )
        assert found.deal() == printed
    assert cardsolo.find(grade="hard", first=3, seeds=1, jokers=8) is None
    with pytest.raises(cardsolo.OptionError, match="grade: nice: there are easy, fair, hard"):
        cardsolo.find(grade="nice")
    with pytest.raises(cardsolo.OptionError, match="only deals of dungeon"):
        cardsolo.find("rogue")


# --- players ----------------------------------------------------------------------------------------------------------
class Last:
    """Plays the last legal move that its view shows to be possible, as text, and notes its views."""

    def __init__(self):
        self.views = []

    def choose(self, view):
        self.views.append(view)
        return "pass"


def test_a_class_of_ones_own_is_given_views_and_nothing_else():
    mine = Last()
    play = cardsolo.run(cardsolo.deal("triangle", seed=7, players=2), [mine, "greedy"])
    assert play.is_over
    assert mine.views
    assert {type(view) for view in mine.views} == {cardsolo.TriangleView}
    assert {view.seat for view in mine.views} == {1}


def test_programs_play_as_on_the_command_line(cli):
    names = ["greedy", "random", "search:30"]
    play = cardsolo.run(cardsolo.deal("triangle", seed=7, players=3), names)
    played = cli.run("play", "triangle", "--seed", 7, "--seats", ",".join(names), "--json").objects
    assert [line["move"] for line in played[1:-1]] == [str(turn.move) for turn in play.turns]
    for game in ("dungeon", "rogue"):
        for name in ("random", "greedy"):
            alone = cardsolo.run(cardsolo.deal(game, seed=3), name)
            printed = cli.run("play", game, "--seed", 3, "--player", name, "--json").objects
            assert [line["move"] for line in printed[1:-1]] == [str(turn.move) for turn in alone.turns]


def test_a_seat_that_nobody_plays_ends_the_run_before_its_turn():
    play = cardsolo.run(cardsolo.deal("triangle", seed=7, players=3), {2: "greedy", 3: "greedy"})
    assert (play.turns, play.seat) == ((), 1)
    play.push("pass")
    assert cardsolo.run(play, {2: "greedy", 3: "greedy"}).seat == 1


def test_after_an_undo_a_program_answers_the_same_moves_alike():
    play = cardsolo.deal("triangle", seed=7, players=2)
    play.push("pass")
    cardsolo.run(play, {2: "random"})
    played = play.turns
    play.undo()
    play.undo()
    play.push("pass")
    assert cardsolo.run(play, {2: "random"}).turns == played


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["greedy"], "the number of players is 1, the number of seats 2"),
        ({3: "greedy"}, "there are seats 1 to 2"),
        ("gredy", "“gredy” is no player program of triangle; did you mean greedy?"),
        ("oracle", "“oracle” is no player program of triangle; there are random, greedy, search"),
        ("greedy:3", "“greedy:3” is no player program"),
    ],
    ids=str,
)
def test_players_that_cannot_be_are_said(players, said):
    with pytest.raises(cardsolo.OptionError) as caught:
        cardsolo.run(cardsolo.deal("triangle", seed=7, players=2), players)
    assert said in str(caught.value)


def test_an_illegal_move_of_a_program_is_an_error_and_is_not_played():
    class Cheat:
        def choose(self, view):
            return "KC@9"

    play = cardsolo.deal("dungeon", seed=7)
    with pytest.raises(cardsolo.MoveError):
        cardsolo.run(play, Cheat())
    assert play.turns == ()


def test_player_makes_a_program_by_name():
    play = cardsolo.deal("dungeon", seed=7)
    made = cardsolo.player("dungeon", "greedy")
    assert made.choose(play.view()) in play.legal_moves


# --- surveys and the build --------------------------------------------------------------------------------------------
def test_a_survey_yields_what_the_command_writes(cli):
    found = list(cardsolo.survey("dungeon", range(1, 9), "verdict", jobs=2))
    cli.run("survey", "dungeon", "--seeds", "1..8", "--ask", "verdict", "--jobs", 1, "--out", "s")
    written = [json.loads(line) for line in (cli.directory / "s").read_text().splitlines()[1:]]
    strip = [
        {key: value for key, value in line.items() if key != "seconds"}
        for line in (*(result.to_json() for result in found), *sorted(written, key=lambda line: line["seed"]))
    ]
    assert strip[:8] == strip[8:]
    assert isinstance(found[0], cardsolo.SurveyResult)
    assert json.dumps(found[0].to_json())


def test_a_survey_can_be_left_early_and_refuses_what_it_cannot_ask():
    results = cardsolo.survey("rogue", range(10**6), "player", jobs=1, player="random")
    assert next(results)["type"] == "result"
    results.close()
    with pytest.raises(cardsolo.OptionError, match="“verdict” is no question about rogue; there are player"):
        cardsolo.survey("rogue", [1], "verdict")


def test_a_survey_refuses_at_once_what_it_cannot_ask():
    for ask, said in (("verdict", "“verdict” is no question about rogue; there are player"),):
        with pytest.raises(cardsolo.OptionError, match=said):
            cardsolo.survey("rogue", [1], ask)
    with pytest.raises(cardsolo.OptionError, match=r"did you mean difficulty\?"):
        cardsolo.survey("rogue", [1], difficuty="hard")


def test_build_info_says_what_is_installed():
    import sys
    from importlib.metadata import version

    from solvers.dungeon.kernel import search

    info = cardsolo.build_info()
    assert info.version == cardsolo.__version__
    assert info.compiled == (not search.__file__.endswith(".py"))
    assert info.python == ".".join(map(str, sys.version_info[:3]))
    assert info.ortools == version("ortools")
