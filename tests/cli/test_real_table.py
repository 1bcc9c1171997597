"""Real cards and dice at the prompt: whole games, mistakes and how they are mended, kills, and what works on the logs."""

from __future__ import annotations

import json
import signal
import sys

import pytest
from moves import log_text, script, some_log
from real_table import answers, dice_answers, moves_of, real_game, type_rest
from terminal import Terminal

from cardsolo.games import find

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals and signals of POSIX")

SET_UP = ["JC QD KH JS", "5C 9H AS"]
#: A game with a claim that nothing fits.
CLAIMS = 34
TRIANGLE = ("triangle", CLAIMS, 2, {"players": 3, "first": 3})


def options_of(options):
    return [part for name, value in options.items() for part in (f"--{name}", value)]


def objects(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def whole_game(name, seed, own, options):
    """Return the log of a seed and the typed log of the same game, its rest typed and its end written."""
    lines, typed, session = real_game(name, seed, own, **options)
    type_rest(session, find(name).deal_from_json(lines[0]["deal"]))
    session.close()
    return lines, typed


def play(inside, *arguments, lines=()):
    return inside.run("play", "dungeon", "--cards", "typed", *arguments, stdin="".join(f"{line}\n" for line in lines))


# --- whole games ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "seed", "own", "options"), [("dungeon", 3, 1, {"jokers": 3}), ("dungeon", 9, 1, {}), TRIANGLE]
)
def test_a_script_of_typed_cards_gives_the_log_of_the_seed(inside, name, seed, own, options):
    lines, typed = whole_game(name, seed, own, options)
    seat = ["--seat", own] if name == "triangle" else []
    typing = [text for text, _number in answers(typed)]
    done = inside.run("play", name, "--cards", "typed", *seat, *options_of(options), "--json", stdin=script(typing))
    assert done.code == 0, done.err
    assert done.objects == typed
    assert moves_of(done.objects) == moves_of(lines)
    assert inside.run("verify", "-", stdin=done.out).code == 0


@posix
@pytest.mark.parametrize(("name", "seed", "own", "options"), [("dungeon", 3, 1, {"jokers": 3}), TRIANGLE])
def test_a_game_at_a_terminal_has_the_log_of_the_seed(cli, name, seed, own, options):
    lines, typed = whole_game(name, seed, own, options)
    seat = ["--seat", own] if name == "triangle" else []
    terminal = Terminal(cli, "play", name, "--cards", "typed", *seat, *options_of(options), "--log", "g", lines=100)
    terminal.expect("? ")
    for text, _number in answers(typed):
        terminal.type(text, then=None)
    terminal.expect("Press Enter")
    assert f"cardsolo solve {name} --deal g" in terminal.text
    terminal.type("", then=None)
    assert terminal.end() == 0
    log = objects(cli.directory / "g")
    assert log == typed
    assert moves_of(log) == moves_of(lines)


@posix
def test_a_game_of_typed_dice_at_a_terminal_has_the_log_of_the_seed(cli):
    lines = some_log("rogue", 12, difficulty="casual")
    terminal = Terminal(cli, "play", "rogue", "--seed", 12, "--difficulty", "casual", "--dice", "typed", "--log", "g")
    terminal.expect("> ")
    for text in dice_answers(lines):
        terminal.type(text, then=None)
    terminal.expect("Press Enter")
    terminal.type("", then=None)
    assert terminal.end() == 0
    log = [line for line in objects(cli.directory / "g") if line["type"] != "typed"]
    assert log[0].pop("typed_dice") is True
    assert log == lines


def test_what_was_never_seen_may_stay_unknown(inside, tmp_path):
    _lines, typed = whole_game("dungeon", 9, 1, {})
    last_move = max(number for number, line in enumerate(typed) if line["type"] == "move")
    typing = [text for text, number in answers(typed) if number <= last_move + 1]
    done = play(inside, "--log", "g", lines=typing)
    assert done.code == 0
    assert "deal" not in objects(tmp_path / "g")[-1]
    assert inside.run("verify", "g").code == 0
    assert inside.run("stats", "g").code == 0
    assert inside.run("replay", "g").code == 0
    for command in (["analyse", "g"], ["solve", "dungeon", "--deal", "g"]):
        refused = inside.run(*command)
        assert refused.code == 2
        assert "every card" in refused.err


def test_what_is_known_in_the_end_is_analysed_solved_and_counted(inside, tmp_path):
    lines, typed = whole_game("dungeon", 9, 1, {})
    (tmp_path / "typed").write_text(log_text(typed))
    (tmp_path / "seeded").write_text(log_text(lines))
    truths = []
    for name in ("typed", "seeded"):
        done = inside.run("analyse", name, "--json", "--time", 0.001)
        assert done.code == 0
        truths.append([(line["n"], line["after"]["verdict"], line["after"]["kills"]) for line in done.objects])
        assert inside.run("stats", name).code == 0
    assert truths[0] == truths[1]
    assert len(truths[0]) == 42
    shown = [inside.run("replay", name).out.replace(", seed 9", "") for name in ("typed", "seeded")]
    assert shown[0] == shown[1]
    solved = inside.run("solve", "dungeon", "--deal", "typed", "--json")
    again = inside.run("solve", "dungeon", "--seed", 9, "--json")
    assert (solved.code, len(solved.objects)) == (0, 1)
    assert [solved.objects[0][key] for key in ("verdict", "spare")] == [
        again.objects[0][key] for key in ("verdict", "spare")
    ]


# --- mistakes ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["JC QD JC"], "JC has been seen: a monster of pile 1 [rules 1]"),
        (["5C"], "5C is a power card; a monster is a jack, queen or king [rules 1]"),
        (["X"], "X is a power card"),
        (["JC QD KH JS KC"], "KC is a monster, and none is in the power deck [rules 1]"),
        (["JC QD KH JS 5C 9H AS 2C"], "7 cards are asked for, not 8"),
        (["JC QD KH JS", "5C 5C"], "5C has been seen: drawn from the deck [rules 1]"),
        ([*SET_UP, "5C 1", "9H x", "AS x", "5C"], "5C has been seen: on pile 1 [rules 1]"),
        ([*SET_UP, "5C 1", "9H x", "AS x", "9H"], "9H has been seen: discarded [rules 1]"),
        (
            [*SET_UP, "5C 1", "9H 1", "AS x", "2C 3C 4C", "2C 1", "JC"],
            "JC has been seen: a monster of pile 1 [rules 1]",
        ),
        (["JC 11H"], "“11H” is no card; cards are typed as 5h, TH, 10h, x"),
        (["help"], "now comes: pile 1: the monster face up."),
        (["undo"], "no card or die has been typed since the last move"),
        (["hint"], "hint is understood when this is answered"),
    ],
)
def test_an_impossible_card_is_refused_with_the_reason(inside, lines, said):
    done = play(inside, "--json", lines=lines)
    assert done.code == 2
    assert f"line {len(lines)}: " in done.err
    assert said in done.err
    assert inside.run("verify", "-", stdin=done.out).code == 0


@pytest.mark.parametrize(
    ("options", "lines", "said"),
    [
        (["--jokers", 0], [SET_UP[0], "X"], "this power deck has no joker"),
        (["--jokers", 1], [SET_UP[0], "X joker"], "the one joker has been seen"),
        (["--jokers", 2], [SET_UP[0], "x x x"], "all 2 jokers have been seen"),
    ],
)
def test_jokers_are_those_of_the_options(inside, options, lines, said):
    assert said in play(inside, *options, lines=lines).err


def test_cards_are_typed_in_japanese_too(inside):
    lines = ["クラブのJ、ダイヤのＱ", "♡K スペードのジャック", "クラブの５ 9ハート ジョーカー"]
    done = play(inside, "--json", "--lang", "ja", lines=[*lines, "訂正", "クラブの5 ハートの9 エーススペード"])
    assert done.code == 0, done.err
    typed = [line["cards"] for line in done.objects if "cards" in line]
    assert typed == [["JC", "QD"], ["KH", "JS"], ["5C", "9H", "X"], ["JC", "QD"], ["KH", "JS"], ["5C", "9H", "AS"]]


HAND = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["2C 3C X"], "the joker lies on the table, in nobody's hand [rules 2]"),
        (["2C 2C"], "2C is in the hand of seat 1 [rules 2]"),
        ([HAND, "2D 0,1"], "2D is not in the hand [rules 3.1]"),
        ([HAND, "2C 0,1", "2C 0,-1"], "2C lies at 0,1 already [rules 2]"),
        ([HAND, "2C 0,1", "3C 0,2"], "3C is in the hand of seat 1 [rules 2]"),
        ([HAND, "2C 0,1", "X@0,2"], "the joker lies on the table"),
        ([HAND, "2C 0,1", "9D 0,2"], "9D touches 2C at 0,1: neither same rank nor same suit"),
        ([HAND, "2C 0,1", "hint"], "seat 2 is to move; a hint is for your own moves"),
        ([HAND, "position"], "not every card of a position on a real table is known"),
    ],
)
def test_an_impossible_card_of_triangle_is_refused(inside, lines, said):
    done = inside.run("play", "triangle", "--cards", "typed", "--json", stdin=script(lines))
    assert done.code == 2
    assert said in done.err
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_a_card_that_would_have_fitted_is_held_against_what_was_said(inside):
    """Seat 3 closes a ring and says that nothing fits; then it cannot place what would have fitted (T2)."""
    _lines, typed, session = real_game("triangle", CLAIMS, 2, players=3, first=3)
    at = next(number for number, line in enumerate(typed) if line.get("fits") is False)
    waits = next(line["move"] for line in typed[at::-1] if line["type"] == "typed" and "move" in line)
    turn = next(turn for turn in session.turns if str(turn.move) == waits)
    after = session.state_after(turn.n)
    (seat, barred), *_rest = after.barred
    card = next(str(card) for card in sorted(barred))
    typing = [text for text, number in answers(typed) if number <= at + 1]
    players = 3
    passes = ["p"] * ((seat - after.seat) % players)
    cell = next(cell for cell, fitting in after.board.open.items() if any(str(one) == card for one in fitting))
    last = f"{card}@{cell[0]},{cell[1]}"
    how = ["--cards", "typed", "--seat", 2, "--players", players, "--first", 3]
    done = inside.run("play", "triangle", *how, stdin=script([*typing, *passes, last]))
    assert done.code == 2
    assert f"seat {seat} had said that nothing fits when {card} would have" in done.err


def test_what_was_typed_last_is_typed_anew_and_the_log_says_so(inside):
    lines = [SET_UP[0], "5C 9H", "undo", "5C 8H", "AC", "undo", "AS", "5C 1", "8H 1", "AS x"]
    lines += ["2C 3C 4C", "correct", "2C 3C 4D", "2C 1", "KC", "undo", "undo", "2C 1", "KD"]
    done = play(inside, "--json", lines=lines)
    assert done.code == 0, done.err
    assert "taken back: 2C 3C 4C" in done.err
    typed = [line.get("cards") for line in done.objects if line["type"] == "typed" and "cards" in line]
    assert ["2C", "3C", "4C"] in typed
    assert sum(line.get("corrects", False) for line in done.objects) == 5
    last = [line for line in done.objects if line["type"] == "move"][-1]
    assert last["events"][-1] == {"type": "revealed", "monster": "KD", "pile": 1}
    assert inside.run("verify", "-", stdin=done.out).code == 0


def test_a_die_is_typed_anew_without_practice_and_only_the_last(inside):
    start = ["rest weapon", "room 2", "6", "3", "undo", "4", "4", "5"]
    done = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=script(start))
    assert done.code == 0, done.err
    standing = []
    for line in done.objects:
        if line["type"] == "move":
            standing.append(line.get("dice", []))
        elif line["type"] == "undo":
            del standing[line["to"] :]
    assert [die for dice in standing for die in dice] == [6, 4, 4, 5]
    assert inside.run("verify", "-", stdin=done.out).code == 0
    twice = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", stdin=script([*start[:5], "undo"]))
    assert twice.code == 2
    assert "only what was typed last is typed anew" in twice.err
    once = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=script(start[:5]))
    last = once.objects[-3:]
    assert [line["type"] for line in last] == ["undo", "typed", "typed"]
    forged = log_text([*once.objects, last[0], last[1]])
    refused = inside.run("verify", "-", stdin=forged)
    assert refused.code == 3
    assert "only what was typed last is typed anew" in refused.out + refused.err


# --- killed and resumed -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", [("dungeon", 3, 1, {"jokers": 3}), TRIANGLE])
def test_a_game_goes_on_after_any_of_its_lines(inside, tmp_path, game):
    name, seed, own, options = game
    _lines, typed = whole_game(name, seed, own, options)
    for number in [*range(1, 6), *range(6, len(typed), 23)]:
        log = tmp_path / f"g{number}"
        log.write_text(log_text(typed[:number]))
        rest = [text for text, upto in answers(typed) if upto > number]
        done = inside.run("play", name, "--resume", log, stdin=script(rest))
        assert done.code == 0, done.err
        assert objects(log) == typed


@posix
def test_nothing_acknowledged_is_lost_by_a_kill(cli):
    terminal = Terminal(cli, "play", "dungeon", "--cards", "typed", "--log", "g")
    terminal.expect("? ")
    terminal.type("JC QD", then="pile 3: the monster face up? ")
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    terminal = Terminal(cli, "play", "dungeon", "--resume", "g")
    terminal.expect("pile 3: the monster face up? ")
    terminal.type("KH JS", then="the 3 cards drawn? ")
    terminal.type("5C 9H AC", then="> ")
    for move in ("9h 1", "ac x"):
        terminal.type(move)
    terminal.type("5c x", then="the 3 cards drawn? ")
    terminal.type("2C", then="the 2 cards drawn? ")
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    terminal = Terminal(cli, "play", "dungeon", "--resume", "g")
    terminal.expect("the 2 cards drawn? ")
    terminal.type("3C 4C")
    assert "2♣  3♣  4♣" in terminal.text
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert cli.run("verify", "g").out == "g: verified, 1 game, 1 still open\n"


@pytest.mark.parametrize("cut", range(1, 9))
def test_typed_dice_survive_a_kill_at_each_of_their_lines(inside, tmp_path, cut):
    typing = ["rest weapon", "room 2", "6", "4", "4", "5", "room 2", "6", "3"]
    whole = inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--json", stdin=script(typing))
    assert whole.code == 0, whole.err
    log = tmp_path / "g"
    inside.run("play", "rogue", "--seed", 12, "--dice", "typed", "--log", "g", stdin=script(typing[:cut]))
    done = inside.run("play", "rogue", "--resume", "g", stdin=script(typing[cut:]))
    assert done.code == 0, done.err
    assert objects(log) == whole.objects


# --- options ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rogue", "--cards", "typed"], "--cards is no option of rogue"),
        (["dungeon", "--cards", "typed", "--seed", 7], "so no --seed, --deal, --position, --daily or --find"),
        (["dungeon", "--cards", "typed", "--daily"], "so no --seed, --deal, --position, --daily or --find"),
        (["triangle", "--cards", "typed", "--seats", "human,greedy"], "so no --seats, --player or --match"),
        (["dungeon", "--cards", "typed", "--player", "advisor"], "so no --seats, --player or --match"),
        (["triangle", "--cards", "typed", "--seat", 5], "there are seats 1 to 4"),
        (["triangle", "--seat", 2], "--seat says which seat is yours with --cards typed"),
    ],
)
def test_options_that_do_not_go_together(inside, arguments, said):
    done = inside.run("play", *arguments)
    assert done.code == 2
    assert said in done.err
