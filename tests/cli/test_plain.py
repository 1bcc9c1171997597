"""Whole games in sentences: whatever is printed is nothing but words, in lines and without columns."""

from __future__ import annotations

import json
import random
import re
import string
import sys
import unicodedata

import pytest
from amount import some
from heard import CARDS
from moves import log_text, some_log
from real_table import answers, dice_answers, real_game
from terminal import Terminal

import cardsolo
from cardsolo.core.cards import PACK
from cardsolo.games import NAMES, find
from cardsolo.render.plain.cards import in_words
from cardsolo.render.style import spoken

posix = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals of POSIX")
JAPANESE = [("triangle", "ja"), ("dungeon", "ja"), ("rogue", "ja")]
ALONE = {"dungeon": [], "triangle": ["--players", "1"], "rogue": []}
_ALLOWED = set(string.ascii_letters + string.digits + string.punctuation + " \n\r\x07")


def no_words(text):
    """Return what in a text is no sentence: signs, characters that draw, columns and card codes; JSON does not count."""
    lines = [line for line in text.replace("\r", "\n").split("\n") if not line.startswith("{")]
    signs = {char for char in "".join(lines) if char not in _ALLOWED and unicodedata.category(char)[0] not in "LNPZ"}
    drawn = [line for line in lines if re.search(r"[\\\\|^~]|__|\s/\s", line)]
    columns = [line for line in lines if re.search(r"\S {2,}\S", line)]
    return [*signs, *drawn, *columns]


@posix
@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in NAMES), *some(JAPANESE, 3)])
def test_a_whole_game_on_a_dumb_terminal_is_nothing_but_words(cli, name, language):
    game = find(name)
    players = ALONE[name]
    terminal = Terminal(
        cli, "play", name, "--seed", 7, "--log", "g", "--lang", language, *players, env={"TERM": "dumb"}, columns=100
    )
    play = cardsolo.deal(name, seed=7, **({"players": 1} if players else {}))
    rnd = random.Random(name)
    thought = ["hint", "why"] if language == "en" else []
    for word in ("help", *thought, "moves", "rules"):
        terminal.prompt()
        terminal.type(word, then=None)
    while play.outcome is None:
        move = str(rnd.choice([move for move in game.legal_moves(play.state) if str(move) != "resign"]))
        play.push(move)
        terminal.prompt()
        terminal.type(move, then=None)
    terminal.prompt()
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert no_words(terminal.raw.decode()) == []
    for command in (["replay", "g"], ["deal", name, "--seed", 7]):
        done = cli.run(*command, "--plain", "--lang", language)
        assert (done.code, no_words(done.out)) == (0, []), command


@posix
def test_a_game_of_typed_cards_is_nothing_but_words(cli):
    _lines, typed, session = real_game("dungeon", 3, jokers=3)
    session.close()
    terminal = Terminal(cli, "play", "dungeon", "--cards", "typed", "--jokers", 3, "--log", "g", env={"TERM": "dumb"})
    for text, _number in answers(typed):
        terminal.type(text, then=None)
    terminal.expect("nobody has seen")
    terminal.type("", then=None)
    terminal.expect("Press Enter")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert no_words(terminal.raw.decode()) == []


@posix
def test_a_game_of_typed_dice_is_nothing_but_words(cli):
    lines = some_log("rogue", 12, difficulty="casual")
    terminal = Terminal(
        cli, "play", "rogue", "--seed", 12, "--difficulty", "casual", "--dice", "typed", "--plain", "--log", "g"
    )
    for text in dice_answers(lines):
        terminal.type(text, then=None)
    terminal.expect("Press Enter")
    terminal.type("", then=None)
    assert terminal.end() == 0
    assert (
        no_words(re.sub(r"\x1b\[\?2004[hl]", "", terminal.raw.decode())) == []
    )  # line editing asks for pasted text so


@posix
def test_a_table_with_programs_is_nothing_but_words(cli):
    seats = ["--seats", "human,greedy,greedy", "--players", 3]
    terminal = Terminal(cli, "play", "triangle", "--seed", 5, *seats, "--log", "g", env={"TERM": "dumb"})
    for word in ("hint", "why", "p", "resign"):
        terminal.prompt()
        terminal.type(word, then=None)
    terminal.expect("Press Enter")
    terminal.type("", then=None)
    assert terminal.end() == 0
    text = terminal.raw.decode()
    assert no_words(text) == []
    assert re.search(r"^\d\. seat \d \(\d+ cards left\)\.\r$", text, flags=re.MULTILINE)


def test_a_deal_can_be_made_again_from_the_words(cli):
    for name in NAMES:
        wanted = json.loads(cli.run("deal", name, "--seed", 7, "--json").out)
        said = cli.run("deal", name, "--seed", 7, "--plain", env={"COLUMNS": "9999"}).out.splitlines()
        assert said[0] == f"Game {name}, seed 7."
        options = said[1].removeprefix("Options: ").rstrip(".").split(", ")
        told = dict(option.split(" ") for option in options)
        assert told == {key.replace("_", "-"): str(value).lower() for key, value in wanted["rules"].items()}
        rows = [_items(line) for line in said[2:]]
        lists = [wanted.get(key, []) for key in ("piles", "deck", "hands", "rooms")]
        assert rows == [row for part in lists if part for row in (part if isinstance(part[0], list) else [part])]


def _items(line):
    return [CARDS.get(item, item.lower()) for item in line.partition(": ")[2].rstrip(".").split(", ")]


def test_a_replay_says_each_move_in_a_sentence_with_its_number(cli):
    lines = some_log("dungeon", 7)
    said = cli.run("replay", "-", "--plain", stdin=log_text(lines)).out
    moves = [line["move"] for line in lines if line["type"] == "move"]
    told = re.findall(r"^Move (\d+), ([^:\s]+)[:.]", said, flags=re.MULTILINE)
    assert told == [(str(n), move) for n, move in enumerate(moves, 1)]


@posix
def test_going_through_a_replay_is_nothing_but_words(cli):
    (cli.directory / "g").write_text(log_text(some_log("dungeon", 7)), "utf-8")
    terminal = Terminal(cli, "replay", "g", "--step", env={"TERM": "dumb"})
    for key in ("?", "a", "b", "first", "last", "q"):
        terminal.prompt()
        terminal.type(key, then=None)
    assert terminal.end() == 0
    assert no_words(terminal.raw.decode()) == []


@posix
def test_rules_on_a_dumb_terminal_are_not_paged_and_say_what_is_drawn(cli):
    terminal = Terminal(cli, "rules", "triangle", env={"TERM": "dumb"}, lines=24)
    assert terminal.end() == 0
    text = terminal.raw.decode()
    assert "A drawing stands here" in text
    assert no_words(text) == []


FIGURES = {
    "stats": ["stats", "g"],
    "summary": ["survey", "summary", "s"],
    "odds": ["odds", "rogue", "--hp", 5, "--monster-hp", 7, "--damage", 2, "--dice", "6"],
    "analyse": ["analyse", "e"],
    "resume": ["resume"],
    "games": ["games"],
}


def made_for(what, inside):
    """Make the files that a command of FIGURES reads."""
    directory = inside.directory
    if what == "stats":
        logs = [some_log("rogue"), some_log("triangle"), some_log("triangle", 8)]
        (directory / "g").write_text("".join(map(log_text, logs)), "utf-8")
    elif what == "summary":
        assert inside.run("survey", "dungeon", "--player", "random", "--seeds", "1..3", "--out", "s").code == 0
    elif what == "analyse":  # the end of a game
        moves = [line["move"] for line in some_log("dungeon", 7) if line["type"] == "move"]
        early, late = "\n".join([*moves[:-6], "position"]), "\n".join(moves[-6:])
        done = inside.run("play", "dungeon", "--seed", 7, stdin=early)
        (directory / "p").write_text(done.out.splitlines()[-1], "utf-8")
        (directory / "m").write_text(late, "utf-8")
        inside.run("play", "dungeon", "--position", "p", "--moves", "m", "--log", "e")
    elif what == "resume":
        state = directory / "state" / "cardsolo"
        state.mkdir(parents=True)
        (state / "dungeon-1.jsonl").write_text(log_text(some_log("dungeon", count=2)), "utf-8")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("what", FIGURES)
def test_sums_and_chances_are_sentences_with_the_figures_of_the_table(inside, what, language):
    made_for(what, inside)
    drawn, said = (inside.run(*FIGURES[what], look, "--lang", language) for look in ("--no-plain", "--plain"))
    assert (drawn.code, said.code, no_words(said.out)) == (0, 0, [])
    assert "%" not in said.out
    figures = [re.findall(r"\d+(?:\.\d+)?", done.out) for done in (drawn, said)]
    assert figures[0] == figures[1] != []


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("name", NAMES)
def test_rules_have_no_signs(cli, name, language):
    done = cli.run("rules", name, "--plain", "--lang", language)
    assert (done.code, no_words(done.out)) == (0, [])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kills QS; gives up AS 9H", "kills queen of spades; gives up ace of spades, 9 of hearts"),
        ("best: 5C@3 9H@3 AS@x, X@1,-2", "best: 5C@3 9H@3 AS@x, X@1,-2"),
        ("takes the places of TC, X and 2 more", "takes the places of 10 of clubs, joker and 2 more"),
        ("makes a place for KD", "makes a place for king of diamonds"),
    ],
)
def test_cards_of_a_reason_are_words_and_moves_stay_as_they_are_typed(text, words):
    assert in_words(text) == words


@posix
def test_the_reasons_of_a_hint_name_no_card_by_its_code(cli):
    codes = "|".join(map(str, PACK))
    others = {"dungeon": [], "triangle": ["--seats", "greedy,greedy,human,greedy"]}
    for name, seats in others.items():
        terminal = Terminal(cli, "play", name, "--seed", 7, "--log", name, *seats, env={"TERM": "dumb"})
        for word in ("hint", "why", "quit"):
            terminal.prompt()
            terminal.type(word, then=None)
        assert terminal.end() == 0
        text = " ".join(terminal.raw.decode().split())
        reasons = text[text.index("why") :]
        assert re.findall(rf"\b(?:{codes})\b(?!@)", reasons) == []
        assert any(spoken(card) in reasons for card in PACK)


def test_plain_can_be_asked_for_by_option_and_variable(cli):
    words = "Your hand: 5 of clubs, ace of spades, 9 of hearts."
    log = cli.run("play", "dungeon", "--seed", 7, "--json").out
    assert words in cli.run("replay", "-", "--plain", stdin=log).out
    assert words in cli.run("replay", "-", stdin=log, env={"CARDSOLO_PLAIN": "1"}).out
    assert words not in cli.run("replay", "-", stdin=log, env={"TERM": "dumb"}).out  # a pipe is no dumb terminal
