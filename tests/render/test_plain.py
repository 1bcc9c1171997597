"""Boards in sentences: the view can be made again from the words alone, and the words are nothing but words."""

from __future__ import annotations

import random
import re
import string
import unicodedata
from itertools import islice

import pytest
from terminal import Terminal

import cardsolo
from cardsolo.core.cards import PACK
from cardsolo.games import NAMES, find
from cardsolo.render import renderer
from cardsolo.render.style import Style, spoken

PLAIN = Style(width=1 << 16, plain=True)
CARDS = {spoken(card): str(card) for card in PACK} | {"joker": "X"}
POSITIONS = 200
OPTIONS = {
    "dungeon": [{"jokers": 4}, {"jokers": 0, "chain": True}, {"ace": 11}],
    "triangle": [{"players": 3}, {"players": 4, "play_on": True}, {"players": 6}, {"players": 1}],
    "rogue": [{"difficulty": "casual", "key": True}, {"difficulty": "hard"}],
}


def positions(name):
    """Yield states of random games, of every kind of options in turn, up to their ends."""
    rnd = random.Random(f"plain/{name}")
    game = find(name)
    for seed in range(1 << 20):
        play = cardsolo.deal(name, seed=seed, **rnd.choice(OPTIONS[name]))
        while True:
            yield game, play.state
            moves = (
                [move for move in game.legal_moves(play.state) if str(move) != "resign"] if play.outcome is None else []
            )
            if not moves:
                break
            play.push(str(rnd.choice(moves)))


def said_of(game, view):
    return list(renderer(game).board(view, PLAIN))


def cards_of(text):
    """Return the cards of a list in words, as notation."""
    return [CARDS[words.lower()] for words in text.split(", ")] if text else []


def heard_dungeon(lines, rules):
    """Make the JSON of a view from what is said."""
    text = "\n".join(lines)
    found = {"type": "view", "game": "dungeon", "rules": rules, "tops": [], "below": [], "attacks": []}
    for pile in range(1, 5):
        line = next(line for line in lines if line.startswith((f"Pile {pile} ", f"Pile {pile}:")))
        full = re.fullmatch(
            r"Pile \d: (.*), power (\d+); (?:not attacked|under attack by (.*)); it takes .* next; (\d) monsters? below\.",
            line,
        )
        found["tops"].append(CARDS[full[1]] if full else None)
        found["below"].append(int(full[4]) if full else 0)
        found["attacks"].append(cards_of(full[3]) if full else [])
    lists = {"hand": "Your hand", "discards": "Discarded", "killed": "Killed", "spent": "Spent in attacks"}
    for key, head in (lists | {"absent": "Monsters that are out of play"}).items():
        line = re.search(rf"^{head}: (.*)\.$", text, flags=re.MULTILINE)
        found[key] = cards_of(line[1]) if line else []
    found["undrawn"] = int(re.search(r"(\d+) cards? (?:is|are) undrawn", text)[1])
    assert int(re.search(r"(\d+) of 12 monsters are killed", text)[1]) == len(found["killed"])
    return found


def heard_triangle(lines, rules):
    text = "\n".join(lines)
    found = {"type": "view", "game": "triangle", "rules": rules, "seat": int(re.search(r"You are seat (\d)", text)[1])}
    seats = re.findall(
        r"^Seat (\d)(, to move)?: (?:(\d+) cards?|out, in place (\d)|no cards)\.$", text, flags=re.MULTILINE
    )
    found["counts"] = [int(count or 0) for _seat, _moves, count, _place in seats]
    places = {int(place): int(seat) for seat, _moves, _count, place in seats if place}
    found["out"] = [places[place] for place in sorted(places)]
    found["to_move"] = next((int(seat) for seat, moves, _count, _place in seats if moves), None)
    board = re.findall(r"^([\w ]+) at (-?\d+,-?\d+)(?:, beside .*)?\.$", text, flags=re.MULTILINE)
    found["board"] = {cell: CARDS[words.lower()] for words, cell in board}
    hand = re.search(r"^Your hand: (.*)\.$", text, flags=re.MULTILINE)
    found["hand"] = cards_of(hand[1]) if hand else []
    found["extra"] = "Extra placement" in text
    passes = re.search(r"Passes in a row: (\d)", text)
    found["passes"] = int(passes[1]) if passes else 0
    absent = re.search(r"^Cards that are out of play: (.*)\.$", text, flags=re.MULTILINE)
    found["absent"] = cards_of(absent[1]) if absent else []
    return found


def test_a_view_of_the_dungeon_can_be_made_again_from_the_words():
    for game, state in islice(positions("dungeon"), POSITIONS):
        view = game.view(state, 1)
        wanted = game.view_to_json(view)
        heard = heard_dungeon(said_of(game, view), wanted["rules"])
        for key in wanted.keys() - {"seen"}:
            assert (sorted(heard[key]) if key == "spent" else heard[key]) == (
                sorted(wanted[key]) if key == "spent" else wanted[key]
            ), key


def test_a_view_of_triangle_sevens_can_be_made_again_from_the_words():
    for game, state in islice(positions("triangle"), POSITIONS):
        for seat in range(1, len(state.hands) + 1):
            view = game.view(state, seat)
            heard = heard_triangle(said_of(game, view), None)
            assert heard["seat"] == view.seat
            assert heard["counts"] == list(view.counts)
            assert heard["out"] == list(view.out)
            if view.counts[view.to_move - 1]:
                assert heard["to_move"] == view.to_move
            cells = {f"{row},{column}": str(card) for (row, column), card in view.board.cells.items()}
            assert heard["board"] == cells
            assert sorted(heard["hand"]) == sorted(map(str, view.hand))
            assert heard["absent"] == list(map(str, view.absent))
            if game.result(state) is None:
                assert heard["extra"] == (view.extra and seat == view.to_move)
                if not heard["extra"]:
                    assert heard["passes"] == view.passes


def test_the_open_places_and_neighbours_of_triangle_sevens_are_those_of_the_board():
    from cardsolo.games.triangle.notation import labels
    from cardsolo.games.triangle.rules import format_cell, placements

    for game, state in islice(positions("triangle"), POSITIONS):
        if game.result(state) is not None:
            continue
        view = game.view(state, state.seat)
        lines = said_of(game, view)
        named = labels(view)
        said = [line for line in lines if line.startswith("Place ")]
        assert len(said) == len(named)
        for (cell, letter), line in zip(named.items(), said, strict=True):
            assert line.startswith(f"Place {letter}, at {format_cell(cell)}, beside ")
            near = re.findall(r"([\w ]+) at (-?\d+,-?\d+)", line.split("beside ")[1].split(", for ")[0])
            assert {cell for _words, cell in near} == {format_cell(other) for other in view.board.contacts(cell)}
            fits = [str(move.card) for move in placements(view) if move.cell == cell]
            listed = re.search(r", for (.*?)(?:; another card may follow)?\.$", line)
            assert cards_of(listed[1]) == sorted(
                fits, key=lambda name: PACK.index(cardsolo.core.cards.parse_card(name))
            )
            assert ("another card may follow" in line) == (len(view.board.contacts(cell)) > 1)


def test_the_words_of_mini_rogue_are_all_those_of_the_board():
    wide = Style(width=1 << 16)
    for game, state in islice(positions("rogue"), POSITIONS):
        view = game.view(state, 1)
        heard = words_of(" ".join(said_of(game, view)))
        shown = words_of(" ".join(renderer(game).board(view, wide)))
        assert heard == shown


def words_of(text):
    return re.findall(r"[\w+/'-]*\w", text.replace(" - ", " ").lower())


def strange(text):
    """Return the characters of a text that are no letters, digits or punctuation."""
    allowed = set(string.ascii_letters + string.digits + string.punctuation + " \n\r\x07")
    return {char for char in text if char not in allowed and unicodedata.category(char)[0] not in "LNPZ"}


@pytest.mark.parametrize(("name", "language"), [*((name, "en") for name in NAMES), ("triangle", "ja")])
def test_a_whole_game_on_a_dumb_terminal_is_nothing_but_words(cli, name, language):
    game = find(name)
    players = ["--players", "1"] if name == "triangle" else []
    terminal = Terminal(
        cli, "play", name, "--seed", 7, "--log", "g", "--lang", language, *players, env={"TERM": "dumb"}, columns=100
    )
    play = cardsolo.deal(name, seed=7, **({"players": 1} if players else {}))
    rnd = random.Random(name)
    for word in ("help", "hint", "why", "moves"):
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
    assert strange(terminal.raw.decode()) == set()
    for command in (["replay", "g"], ["deal", name, "--seed", 7]):
        done = cli.run(*command, "--plain", "--lang", language)
        assert (done.code, strange(done.out)) == (0, set()), command


def test_plain_can_be_asked_for_by_option_and_variable(cli):
    words = "Your hand: 5 of clubs, ace of spades, 9 of hearts."
    assert words in cli.run("replay", "-", "--plain", stdin=cli.run("play", "dungeon", "--seed", 7, "--json").out).out
    log = cli.run("play", "dungeon", "--seed", 7, "--json").out
    assert words in cli.run("replay", "-", stdin=log, env={"CARDSOLO_PLAIN": "1"}).out
    assert words not in cli.run("replay", "-", stdin=log, env={"TERM": "dumb"}).out  # a pipe is no dumb terminal
