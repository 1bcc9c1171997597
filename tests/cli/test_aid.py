"""`hint`, `why` and `check` at the prompt, and what the log says of them and of moves taken back."""

from __future__ import annotations

import json

import pytest
from support import check_schema
from terminal import Terminal

from cardsolo import position
from cardsolo.cli.play.words import ALIASES, WORDS, word_in, word_near, words_of
from cardsolo.games import NAMES, find
from solvers.dungeon.reasons import reasons

MOVES = ["5C@3", "9H@3", "AS@3"]


@pytest.fixture(autouse=True)
def _quick_hints(monkeypatch):
    """What is counted, asked and explained does not depend on how long a hint thinks."""
    monkeypatch.setattr("cardsolo.cli.common.advice.HINT_SECONDS", 0.01)


def play(inside, lines, *arguments):
    done = inside.run(
        "play", "dungeon", "--seed", 7, "--log", "g", *arguments, stdin="".join(f"{line}\n" for line in lines)
    )
    assert done.code == 0, done.err
    return done.out


def lines_of(inside):
    return [json.loads(line) for line in (inside.directory / "g").read_text().splitlines()]


def test_help_is_counted_in_the_move_that_follows_and_in_the_end_line(inside):
    play(inside, ["hint", "hint", "check", "5c 3", "9h 3", "undo", "hint", "9h x", "resign"])
    first, second, undo, third, resigned, end = lines_of(inside)[1:]
    assert (first["hints"], first["checks"]) == (2, 1)
    assert not {"hints", "checks"} & second.keys()
    assert undo == {"type": "undo", "to": 1}
    assert third["hints"] == 1
    assert "hints" not in resigned
    assert not {"hints", "checks", "undos"} & end.keys()  # nobody sat at a prompt
    for line in lines_of(inside):
        check_schema(line)
    assert inside.run("verify", "g").code == 0
    assert "3 hints" in inside.run("stats", "g").out
    assert json.loads(inside.run("stats", "g", "--json").out)["hints"] == 3


def test_the_end_line_of_a_game_at_the_prompt_has_the_counts_after_a_resume_too(cli):
    done = cli.run("play", "dungeon", "--seed", 7, "--log", "g", stdin="hint\ncheck\n5c 3\nundo\n5c 3\n")
    assert done.code == 0
    terminal = Terminal(cli, "play", "dungeon", "--resume", "g")
    terminal.prompt()
    for line in ("hint", "9h 3", "undo", "resign"):
        terminal.type(line)
    terminal.type("", then=None)
    assert terminal.end() == 0
    end = json.loads((cli.directory / "g").read_text().splitlines()[-1])
    assert (end["hints"], end["checks"], end["undos"]) == (2, 1, 2)
    check_schema(end)
    assert cli.run("verify", "g").code == 0


def test_a_game_without_help_says_nothing_of_it(inside):
    play(inside, ["5c 3", "resign"])
    assert not {"hints", "checks", "undos"} & {name for line in lines_of(inside) for name in line}


@pytest.mark.parametrize(
    ("at", "changed", "code"),
    [
        (1, {"hints": 0}, 2),
        (1, {"hints": True}, 2),
        (1, {"hints": "2"}, 2),
        (1, {"checks": -1}, 2),
        (-1, {"hints": 1}, 3),
        (-1, {"hints": 2}, 0),
        (-1, {"undos": 5}, 0),
        (-1, {"undos": 0}, 2),
        (-1, {"undos": 1.0}, 2),
    ],
    ids=str,
)
def test_false_counts_are_refused(inside, at, changed, code):
    play(inside, ["hint", "hint", "5c 3", "undo", "resign"])
    lines = lines_of(inside)
    lines[at] |= changed
    (inside.directory / "g").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert inside.run("verify", "g").code == code


def test_check_tells_what_is_proved(inside):
    out = play(inside, ["check"])
    assert "The dungeon can still be cleared." in out
    lost = json.loads(inside.run("deal", "dungeon", "--seed", 783, "--json").out)
    (inside.directory / "deal").write_text(json.dumps(lost))
    done = inside.run("play", "dungeon", "--deal", "deal", stdin="check\n")
    assert "Lost, proved: in no way can it be cleared any more; the most is 11 of 12 kills." in done.out


def test_check_is_of_no_use_in_triangle_sevens_and_a_move_in_mini_rogue(inside):
    done = inside.run("play", "triangle", "--seed", 7, stdin="check\n")
    assert done.code == 2
    assert "hint looks at the chances" in done.err
    assert inside.run("play", "rogue", "--seed", 7, "--log", "g", stdin="check\n").code == 0
    assert any(line.get("move") == "check" for line in lines_of(inside))
    assert "\n  check " not in inside.run("play", "rogue", "--seed", 7, stdin="help\n").out.split("Other words")[1]


def test_what_check_cannot_tell_is_said_at_once_and_a_word_that_is_a_move_is_offered_once(cli):
    terminal = Terminal(cli, "play", "triangle", "--seed", 7, "--players", 1)
    terminal.prompt()
    terminal.type("check", then="hint looks at the chances")
    terminal.prompt()
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    assert "type it again" not in terminal.text
    assert words_of(find("dungeon")) == list(WORDS)
    assert set(WORDS) - set(words_of(find("rogue"))) == {"check"}


def test_check_does_not_look_behind_real_cards(inside):
    done = inside.run("play", "dungeon", "--cards", "typed", stdin="qd qh qs qc\n5c as 9h\ncheck\n")
    assert done.code == 2
    assert "not every card of this game is known" in done.err


def test_check_asks_at_the_prompt_before_it_looks(cli):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7)
    terminal.prompt()
    terminal.type("check", then="type it again to ask")
    terminal.type("hint", then="best:")
    terminal.type("check", then="type it again to ask")
    terminal.type("check", then="The dungeon can still be cleared.")
    terminal.type("quit", then=None)
    assert terminal.end() == 0


@pytest.mark.parametrize("game", ["dungeon", "triangle", "rogue"])
def test_why_says_more_of_the_last_hint_and_needs_one(inside, game):
    done = inside.run("play", game, "--seed", 7, stdin="why\n")
    assert done.code == 2
    assert "hint first" in done.err
    done = inside.run("play", game, "--seed", 7, stdin="hint\nwhy\n")
    assert done.code == 0
    best = next(line for line in done.out.splitlines() if line.startswith("best: ")).removeprefix("best: ")
    assert f"\n{best}: " in done.out
    assert "instead " in done.out
    assert " points" in done.out


@pytest.mark.parametrize(
    ("game", "said"),
    [("dungeon", "may be discarded"), ("triangle", "other cards fit somewhere"), ("rogue", "before the choice: ")],
)
def test_why_says_what_the_advised_moves_keep_open_and_cost(cli, game, said):
    seats = ["--seats", "human,greedy"] if game == "triangle" else []
    terminal = Terminal(cli, "play", game, "--seed", 7, *seats, columns=100)
    terminal.prompt()
    terminal.type("hint", then="best: ")
    terminal.prompt()
    terminal.type("why", then=said)
    terminal.prompt()
    terminal.type("quit", then=None)
    assert terminal.end() == 0


def test_why_is_of_the_position_that_the_hint_was_for(inside):
    done = inside.run("play", "dungeon", "--seed", 7, stdin="hint\n5c 3\nwhy\n")
    assert done.code == 2
    assert "hint first" in done.err


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        (
            ("5C@1", "9H@x", "X@2"),
            [("spends", "X", ""), ("discards", "9H", ""), ("second", "QD", "7"), ("second", "KC", "3")],
        ),
        (("9H@1", "5C@1"), [("keeps", "X", ""), ("finisher", "QD", "")]),
        (("9H@3",), [("kills", "JH", ""), ("keeps", "X", "")]),
        (("X@3", "5C@x", "9H@x"), [("kills", "JH", ""), ("spends", "X", ""), ("discards", "5C 9H", "")]),
    ],
    ids=str,
)
def test_facts_of_a_way_to_go_on_in_the_dungeon(moves, wanted):
    obj = {
        "type": "position", "game": "dungeon", "rules": {"jokers": 1, "ace": 1, "chain": False},
        "piles": [["QD"], ["KC"], ["JH"], []], "attacks": [[], [], ["6S", "7S"], []],
        "hand": ["5C", "9H", "X"], "deck": ["2C"],
    }  # fmt: skip
    found = reasons(position(obj).view(), moves)
    assert [(fact.kind, " ".join(fact.cards), fact.cell) for fact in found] == wanted


@pytest.mark.parametrize("name", NAMES)
def test_every_word_that_is_understood_is_listed_by_help(inside, name):
    game = find(name)
    out = inside.run("play", name, "--seed", 7, stdin="help\n").out
    moves, words = out.split("Other words:")
    for word in WORDS:
        assert (f"\n  {word} " in words) == (word_in(word, game) is word), word
    text = " ".join(words.split())
    for alias, word in ALIASES.items():
        assert f"{alias} = {word}" in text
    for example, _meaning in game.typed_moves():
        assert f"\n  {example} " in moves


@pytest.mark.parametrize("name", NAMES)
def test_every_word_answers_when_it_is_typed(inside, name):
    """Each does what it says or says why not: none is taken for a move."""
    for word in WORDS.keys() - {"hint", "why"}:
        if word_in(word, find(name)) is not word:
            continue
        done = inside.run("play", name, "--seed", 7, stdin=f"{word}\n")
        assert done.code in {0, 2}
        assert "not a move" not in done.err


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_offered_for_a_slip_of_it(word):
    for at in range(len(word) - 1):
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        assert word_in(swapped) is not None or word_near(swapped) == word, swapped


@pytest.mark.parametrize("word", ["hnit", "chek", "undoo", "rulse", "restrat", "mvoes"])
def test_a_slip_of_a_word_is_answered_with_the_word(cli, word):
    meant = {"hnit": "hint", "chek": "check", "undoo": "undo", "rulse": "rules", "restrat": "restart", "mvoes": "moves"}
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, columns=200)
    terminal.prompt()
    terminal.type(word, then=f"did you mean {meant[word]}?")
    terminal.type("quit", then=None)
    assert terminal.end() == 0
