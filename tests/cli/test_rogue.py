"""Mini Rogue as a player has it: dice typed or seeded, undo and practice, resume, prompts, refusals."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace

import pytest
from rogue_table import before, fight
from support import FIXTURES
from terminal import Terminal

from cardsolo.cli.play.prompt import play_at_prompt
from cardsolo.cli.play.table import Table
from cardsolo.cli.play.words import WORDS
from cardsolo.core.session import Origin, Session
from cardsolo.games import find
from cardsolo.games.rogue.moves import ALL_MOVES
from cardsolo.render.style import Style

GAME = find("rogue")
# seed 12: resting, merchant or treasure, trap, event or monster
TO_THE_FIGHT = ["rest weapon", "room 2", "room 2"]


def lines(*moves):
    return "\n".join(map(str, moves)) + "\n"


def typed_deal(tmp_path):
    deal = GAME.deal_to_json(GAME.deal(GAME.rules_of({}), 12))
    del deal["seed"], deal["dealer"]
    (tmp_path / "deal.json").write_text(json.dumps(deal))


def moves_of(done):
    return [obj["move"] for obj in done.objects if obj["type"] == "move"]


def dice_of(done):
    return [die for obj in done.objects if obj["type"] != "typed" for die in obj.get("dice", [])]


def test_scripts_leave_forced_moves_out(inside):
    done = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT))
    assert done.code == 0
    assert moves_of(done) == ["room 1", "rest weapon", "room 2", "room 1", "room 2"]
    assert [obj["move"] for obj in done.objects[1:] if obj.get("auto")] == ["room 1", "room 1"]
    assert "room 1, the only choice" in done.err


def test_numbers_and_words_do_the_same(inside):
    words = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT, "feat hp 1"))
    numbers = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(1, 2, 2, 1))
    assert words.out == numbers.out


def test_options_reach_the_rules(inside):
    done = inside.run("play", "rogue", "--seed", 12, "--difficulty", "hard", "--key", "--json")
    assert done.objects[0]["deal"]["rules"] == {"difficulty": "hard", "key": True}
    assert inside.run("play", "rogue", "--difficulty", "easy").code == 2
    assert inside.run("play", "dungeon", "--key").code == 2


def test_a_bad_word_lists_what_is_possible_now(inside):
    done = inside.run("play", "rogue", "--seed", 12, stdin=lines("dance"))
    assert done.code == 2
    assert "line 1" in done.err
    assert "rest weapon, rest food, rest heal" in done.err


# --- dice ---------------------------------------------------------------------------------------------------------------
def test_typed_dice_are_asked_for_as_they_fall(inside):
    script = lines("rest weapon", "room 2", 6, 4, "# the trap", 4, 5, "room 2", 6, 3, "stop", "no-spell", 2)
    done = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=script)
    assert done.code == 0, done.err
    assert dice_of(done) == [6, 4, 4, 5, 6, 3, 2]
    assert done.objects[0]["typed_dice"] is True
    assert inside.run("verify", "-", stdin=done.out).code == 0


def before_the_monster(tmp_path):
    """Write a position whose one room, a monster, asks for a die and then for three."""
    position = json.loads((FIXTURES / "rogue" / "golden" / "won-normal.jsonl").read_text().splitlines()[0])["deal"]
    rooms = {"rooms": position["rooms"], "layout": ["monster", "event", "trap", "merchant", "treasure", "resting"]}
    hero = {"area": 9, "rank": 3, "armor": 2, "hp": 15, "gold": 0, "food": 2, "column": 1}
    (tmp_path / "p.json").write_text(json.dumps({"type": "position", "game": "rogue"} | rooms | hero))


def test_several_dice_may_stand_on_a_line(inside, tmp_path):
    before_the_monster(tmp_path)
    for answer in ("4\n245", "4\n2\n4 5", "4\n2\n4\n5", "4\n2,4,5", "4 2 4 5", "42\n45"):
        run = inside.run("play", "rogue", "--position", "p.json", "--dice", "typed", "--json", stdin=answer)
        assert (run.code, dice_of(run)) == (0, [4, 2, 4, 5])
    assert inside.run("play", "rogue", "--position", "p.json").code == 2


@pytest.mark.parametrize(("answer", "line", "left"), [("4 2 4 5 1\n", 1, "1"), ("# first\n4\n2451 66\n", 3, "1 6 6")])
def test_dice_that_nothing_asks_for_are_refused(inside, tmp_path, answer, line, left):
    before_the_monster(tmp_path)
    run = inside.run("play", "rogue", "--position", "p.json", "--dice", "typed", "--json", stdin=answer)
    assert run.code == 2
    assert run.err.endswith(f"Error: line {line}: nothing asked for these dice: {left}\n")
    assert inside.run("verify", "-", stdin=run.out).code == 0


@pytest.mark.parametrize("text", ["7", "4 7", "six", "help", "4.", "1" * 25])
def test_what_is_no_die_is_refused_with_its_line_by_a_statement(inside, text):
    done = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", stdin=lines("rest weapon", "room 2", text))
    assert done.code == 2
    assert f"line 3: {text}: now comes the die for treasure: a number from 1 to 6" in done.err
    assert "?" not in done.err


def test_a_script_may_quit_where_dice_are_asked_for(inside):
    done = inside.run(
        "play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=lines("rest food", "room 2", "q")
    )
    assert done.code == 0
    assert moves_of(done) == ["room 1", "rest food"]


def test_the_end_of_input_while_a_die_is_asked_for_is_no_error(inside):
    done = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=lines("rest weapon", "room 2"))
    assert done.code == 0
    assert moves_of(done) == ["room 1", "rest weapon"]
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_a_typed_game_resumes_with_typed_dice(inside, tmp_path):
    start = lines("rest weapon", "room 2", 3)
    inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--log", "g.jsonl", stdin=start)
    done = inside.run("play", "rogue", "--resume", "g.jsonl", stdin=lines(4, 6, "room 2", 1, 5))
    assert done.code == 0
    log = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert [die for line in log if line["type"] == "move" for die in line.get("dice", [])] == [3, 4, 6, 1, 5]
    assert inside.run("verify", "g.jsonl").code == 0


def test_a_typed_deal_takes_a_seed_for_its_dice_or_typed_ones(inside, tmp_path):
    typed_deal(tmp_path)
    assert inside.run("play", "rogue", "--deal", "deal.json").code == 2
    seeded = inside.run("play", "rogue", "--deal", "deal.json", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT))
    plain = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT))
    assert dice_of(seeded) == dice_of(plain)
    assert inside.run("play", "rogue", "--deal", "deal.json", "--dice", "typed").code == 0


def test_a_typed_deal_with_seeded_dice_resumes_with_them(inside, tmp_path):
    typed_deal(tmp_path)
    inside.run("play", "rogue", "--deal", "deal.json", "--seed", 12, "--log", "g.jsonl", stdin=lines(*TO_THE_FIGHT[:2]))
    inside.run("play", "rogue", "--resume", "g.jsonl", stdin=lines(*TO_THE_FIGHT[2:], "stop"))
    whole = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT, "stop"))
    log = [json.loads(line) for line in (tmp_path / "g.jsonl").read_text().splitlines()]
    assert [die for line in log for die in line.get("dice", [])] == dice_of(whole)


def test_dice_options_belong_to_games_with_dice(inside):
    assert inside.run("play", "dungeon", "--dice", "typed").code == 2
    assert inside.run("play", "dungeon", "--practice").code == 2


# --- undo ---------------------------------------------------------------------------------------------------------------
def test_undo_stops_at_a_thrown_die(inside):
    done = inside.run("play", "rogue", "--seed", 12, stdin=lines(*TO_THE_FIGHT, "undo"))
    assert done.code == 2
    assert "--practice" in done.err
    free = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines("rest weapon", "undo", "rest heal"))
    assert free.code == 0
    assert {"type": "undo", "to": 1} in free.objects


def test_practice_goes_behind_dice_and_the_same_fall_again(inside):
    script = lines(*TO_THE_FIGHT, "undo", "room 2")
    done = inside.run("play", "rogue", "--seed", 12, "--practice", "--json", stdin=script)
    assert done.code == 0
    first, second = [obj for obj in done.objects if obj.get("n") == 5]
    assert first == second
    assert {"type": "undo", "to": 4, "practice": True} in done.objects
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_typed_dice_fall_again_after_an_undo(inside):
    script = lines("rest weapon", "room 2", 6, 4, 4, 5, "room 2", 6, 3, "undo", "room 2", "stop", 2)
    done = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--practice", "--json", stdin=script)
    assert done.code == 0, done.err
    first, second = [obj for obj in done.objects if obj.get("n") == 5]
    assert first["dice"] == second["dice"] == [6, 3]


# --- positions ----------------------------------------------------------------------------------------------------------
def test_a_game_goes_on_from_its_position(inside, tmp_path):
    script = lines(*TO_THE_FIGHT, "position")
    done = inside.run("play", "rogue", "--seed", 12, stdin=script)
    (tmp_path / "p.json").write_text(done.out.splitlines()[-1])
    whole = inside.run("play", "rogue", "--seed", 12, "--json", stdin=lines(*TO_THE_FIGHT, "stop"))
    rest = inside.run("play", "rogue", "--position", "p.json", "--json", stdin=lines("stop"))
    assert rest.code == 0
    assert dice_of(rest)
    assert [obj["events"] for obj in rest.objects[1:]] == [obj["events"] for obj in whole.objects[6:]]
    assert dice_of(whole)[-len(dice_of(rest)) :] == dice_of(rest)


def test_a_position_that_waits_for_its_attack_has_dice_in_the_start_line(inside, tmp_path):
    done = inside.run("play", "rogue", "--seed", 12, stdin=lines(*TO_THE_FIGHT, "position"))
    position = json.loads(done.out.splitlines()[-1])
    position["combat"]["dice"] = []
    (tmp_path / "p.json").write_text(json.dumps(position))
    played = inside.run("play", "rogue", "--position", "p.json", "--json")
    assert len(played.objects[0]["dice"]) == 1
    assert inside.run("verify", "-", stdin=played.out).code == 0


@pytest.mark.parametrize("name", sorted(path.stem for path in (FIXTURES / "rogue" / "golden").glob("*.jsonl")))
def test_golden_games_replay(inside, name):
    path = FIXTURES / "rogue" / "golden" / f"{name}.jsonl"
    assert inside.run("verify", path).code == 0
    done = inside.run("replay", path)
    assert done.code == 0
    assert "Mini Rogue, seed" in done.out
    assert "Score" in done.out


# --- at the prompt ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(8))
def test_no_line_at_the_prompt_crashes_or_hangs(seed, capsys, monkeypatch):
    source = random.Random(f"prompt/{seed}")
    words = sorted({word for move in ALL_MOVES for word in str(move).split()} | set(WORDS) - {"quit", "hint", "rules"})
    odd = ["", "-", "9999999999", "é", "\t", "room room", "３", "+", "feat hp hp 1", "undo undo", "x" * 5000]

    def line():
        kind = source.random()
        if kind < 0.6:
            return str(source.randrange(1, 9))
        return source.choice(odd) if kind < 0.7 else " ".join(source.choices(words, k=source.choice((1, 1, 2, 3))))

    options = {"difficulty": "casual", "key": seed % 2 == 1}
    session = Session(Origin(GAME, deal=GAME.deal(GAME.rules_of(options), seed)), practice=True)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line()}\n" for _line in range(400))))
    play_at_prompt(Table(session, Style()))
    assert session.turns
    assert "Mini Rogue" in capsys.readouterr().out


# --- at a terminal ------------------------------------------------------------------------------------------------------
def test_a_fight_at_the_prompt(cli):
    terminal = Terminal(cli, "play", "rogue", "--seed", 12, "--practice", columns=100)
    terminal.prompt()
    assert "room 1, the only choice" in terminal.text
    assert "1  rest weapon" in terminal.text
    terminal.type("what")
    assert "possible now: rest weapon, rest food, rest heal" in terminal.text
    for choice in ("1", "2", "2"):
        terminal.type(choice)
    assert "dice  1: 2   damage 2" in terminal.text
    assert "stop             2 damage: Undead Soldier falls" in terminal.text
    terminal.type("undo")
    assert "taken back: room 2" in terminal.text
    terminal.type("resign", then="Press Enter")
    terminal.type("", then=None)
    assert terminal.end() == 0


def test_typed_dice_at_the_prompt(cli):
    terminal = Terminal(cli, "play", "rogue", "--seed", 12, "--dice", "typed", columns=100)
    terminal.prompt()
    asked = "treasure: a die (1 to 6)? "
    terminal.type("weapon")
    terminal.type("treasure", then=asked)
    terminal.type("nine", then=asked)
    assert "“nine”: now comes the die for treasure: a number from 1 to 6, or several on one line" in terminal.text
    terminal.type("help", then=asked)
    terminal.type("", then=asked)
    assert terminal.text.count("now comes the die for treasure") == 3
    terminal.type("moves", then=asked)
    assert "moves is understood when this is answered; now comes the die for treasure" in terminal.text
    terminal.type("undo")
    assert "taken back: room 2" in terminal.text
    terminal.type("treasure", then=asked)
    terminal.type("2", then="trap: a die (1 to 6)? ")
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert "The game is saved" in terminal.text


def test_dice_left_over_at_the_prompt_are_dropped_and_told(cli):
    terminal = Terminal(cli, "play", "rogue", "--seed", 12, "--dice", "typed", columns=100)
    terminal.prompt()
    terminal.type("weapon")
    terminal.type("treasure", then="treasure: a die (1 to 6)? ")
    terminal.type("6 4 4 5 3 3", then="nothing asked for these dice: 3 3")
    terminal.prompt()
    terminal.type("help")
    assert "4 2 6     where dice are asked for: what they show" in terminal.text
    terminal.type("quit", then=None)
    assert terminal.end() == 0


@pytest.mark.parametrize("resumed", [False, True])
def test_title_and_board_come_before_the_first_die(cli, tmp_path, resumed):
    before_the_monster(tmp_path)
    start = ["--position", "p.json", "--dice", "typed", "--log", "g"]
    if resumed:
        assert cli.run("play", "rogue", *start).code == 0
        start = ["--resume", "g"]
    terminal = Terminal(cli, "play", "rogue", *start, columns=100)
    terminal.expect("(1 to 6)? ")
    for text in ("Mini Rogue", "help lists what can be typed here.", "area 9", "HP 15"):
        assert terminal.text.count(text) == 1, terminal.text
    terminal.type("4", then="(1 to 6 each)? ")
    terminal.type("2 4 5")
    assert terminal.text.count("Mini Rogue") == 1
    terminal.type("quit", then=None)
    assert terminal.end() == 0


def test_a_resumed_practice_game_is_still_one(cli):
    """Undo goes behind a die again, without --practice being said twice; the start line says why."""
    begun = cli.run("play", "rogue", "--seed", 12, "--practice", "--log", "g", stdin="rest weapon\ntreasure\n")
    assert begun.code == 0
    lines = [json.loads(line) for line in (cli.directory / "g").read_text("utf-8").splitlines()]
    assert lines[0]["practice"] is True
    assert any("dice" in line for line in lines[2:])
    again = cli.run("play", "rogue", "--resume", "g", stdin="undo\nmoves\n")
    assert (again.code, again.err) == (0, "")
    assert "taken back: room 2" in again.out
    last = json.loads((cli.directory / "g").read_text("utf-8").splitlines()[-1])
    assert (last["type"], last["practice"]) == ("undo", True)
    assert cli.run("verify", "g").code == 0
    assert cli.run("play", "rogue", "--resume", "g", stdin="undo\nundo\n").code == 2  # only one choice was left
    strict = cli.run("play", "rogue", "--seed", 12, "--log", "h", stdin="rest weapon\ntreasure\n")
    assert strict.code == 0
    refused = cli.run("play", "rogue", "--resume", "h", stdin="undo\n")
    assert "only a game with --practice" in refused.err
    assert cli.run("play", "rogue", "--resume", "h", "--practice", stdin="undo\n").code == 0


# --- said where no board is shown -------------------------------------------------------------------------------------
def written(tmp_path, state, name="position.json"):
    (tmp_path / name).write_text(json.dumps(GAME.position_to_json(state)))
    return name


def test_the_last_chance_for_a_key_is_told_in_a_script_too(inside, tmp_path):
    """R20: when the Trap lies open, at the start or after a move, and to nobody else."""
    name = written(tmp_path, before("trap", area=2, column=4, other="event", key=True))
    for moves in ("", lines("moves"), lines("room 2")):
        assert inside.run("play", "rogue", "--position", name, stdin=moves).out.count("Last chance") == 1, moves
    name = written(tmp_path, before("resting", area=2, column=3, key=True))
    start = inside.run("play", "rogue", "--position", name)
    turned = "Trap" in inside.run("play", "rogue", "--position", name, stdin=lines("rest heal")).out
    assert "Last chance" not in start.out
    assert turned
    assert "Last chance" in inside.run("play", "rogue", "--position", name, stdin=lines("rest heal")).out
    json_out = inside.run("play", "rogue", "--position", name, "--json", stdin=lines("rest heal"))
    assert "Last chance" in json_out.err
    played = inside.run("play", "rogue", "--position", name, "--player", "greedy")
    assert "Last chance" not in played.out


def test_one_die_is_one_die(inside, tmp_path):
    name = written(tmp_path, fight("4", hp=9))
    done = inside.run("play", "rogue", "--position", name, stdin=lines("reroll 3"))
    assert done.code == 2
    assert "there is one die" in done.err
    name = written(tmp_path, fight("4 2", hp=9, rank=2))
    assert "there are 2 dice" in inside.run("play", "rogue", "--position", name, stdin=lines("reroll 3")).err


def test_advice_before_the_roll_says_which_dice_are_due(inside, tmp_path):
    state = fight("4 2", hp=9, rank=2)
    state = replace(state, combat=state.combat._replace(dice=()))
    name = written(tmp_path, state)
    view = "view.json"
    (tmp_path / view).write_text(json.dumps(GAME.view_to_json(GAME.view(state, 1))))
    for file in (name, view):
        done = inside.run("advise", "rogue", "--position", file, "--json")
        assert done.code == 2
        assert done.objects[0]["faults"][0]["at"] == "combat.dice"
        assert 'throw 2 dice and write what they show here, as in "dice":["4","6"]' in done.err
        assert "no more dice" not in done.err
    # what it says is enough
    (tmp_path / view).write_text((tmp_path / view).read_text().replace('"dice": []', '"dice": ["4", "6"]'))
    assert inside.run("advise", "rogue", "--position", view).code == 0
