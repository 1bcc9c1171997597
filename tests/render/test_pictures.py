"""Pictures of all games: valid, the same every time, nothing outside or on top of other text, nothing hidden shown."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest
from per_game import FACTS
from support import FIXTURES

from cardsolo.core.log.reader import LogReader
from cardsolo.games import NAMES, find
from cardsolo.render.pictures import drawer
from cardsolo.render.pictures.scene import document

SVG = "{http://www.w3.org/2000/svg}"
LOGS = {
    "dungeon": "dungeon/golden/jokers2-ace1-plain.jsonl",
    "triangle": "triangle/golden/players4-on.jsonl",
    "rogue": "rogue/golden/won-hard-key.jsonl",
}


#: As long as titles become.
TITLE = "Triangle Sevens, seed 9223372036854775807, after move 120"


def sessions(name):
    with (FIXTURES / LOGS[name]).open("rb") as stream:
        return [logged.session for logged in LogReader(find).games(stream)]


def views(name):
    """Yield (state, view, turns up to it) of every position of a golden game."""
    for session in sessions(name):
        for n in range(len(session.turns) + 1):
            state = session.state_after(n)
            yield state, session.game.view(state, session.game.seat(state)), session.turns[:n]


def draw(game, seen, turns=(), **options):
    last = turns[-1] if turns else None
    return document(drawer(game).scene(seen, TITLE, history=turns, last=last, **options))


def boxes(root):
    """Return (text, left, top, right, bottom) of every text; widths are guesses on the safe side."""
    found = []
    for item in root.iter(f"{SVG}text"):
        size, x, y = float(item.get("font-size")), float(item.get("x")), float(item.get("y"))
        kinds = (item.get("class") or "").split()
        width = (0.62 if "b" in kinds else 0.56) * size * len(item.text)
        left = x - width / 2 if "m" in kinds else x - width if "e" in kinds else x
        found.append((item.text, left, y - 0.75 * size, left + width, y + 0.1 * size))
    return found


def without_symbols(root):
    for defs in root.findall(f"{SVG}defs"):
        root.remove(defs)
    return root


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_valid_and_the_same_every_time(name):
    game = find(name)
    for _state, view, turns in views(name):
        drawn = draw(game, view, turns)
        root = ET.fromstring(drawn)  # noqa: S314  our own output
        assert root.find(f"{SVG}title").text
        assert len(root.find(f"{SVG}desc").text) > 20
        used = {use.get("href")[1:] for use in root.iter(f"{SVG}use")}
        assert used == {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
        assert drawn == draw(game, view, turns)


@pytest.mark.parametrize("name", NAMES)
def test_texts_lie_inside_and_on_no_other(name):
    game = find(name)
    for _state, view, turns in views(name):
        root = without_symbols(ET.fromstring(draw(game, view, turns)))  # noqa: S314
        width, height = float(root.get("width")), float(root.get("height"))
        found = boxes(root)
        for at, (text, left, top, right, bottom) in enumerate(found):
            assert left >= 0, text
            assert top >= 0, text
            assert right <= width, text
            assert bottom <= height, text
            for other, left2, top2, right2, bottom2 in found[at + 1 :]:
                apart = right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top
                assert apart, f"{text!r} on {other!r} after move {len(turns)}"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_no_picture_of_a_view(name):
    game, source = find(name), random.Random(5)
    for state, view, turns in views(name):
        other = FACTS[name].reshuffled(state, source)
        seat = game.seat(state)
        assert draw(game, game.view(other, seat), turns) == draw(game, view, turns)


def test_a_position_shows_the_cards_that_a_view_hides():
    game = find("dungeon")
    state, view, _turns = next(iter(views("dungeon")))
    names = set(re.findall(r'href="#([A-Z0-9]{2})', draw(game, state)))
    assert {str(card) for pile in state.piles for card in pile} <= names
    assert {f"{card}" for card in state.deck} <= {name.removesuffix("-chip") for name in names} | {"X"}
    hidden = {str(card) for pile in state.piles for card in pile[1:]}
    assert not hidden & set(re.findall(r'href="#([A-Z0-9]{2})', draw(game, view)))
    assert 'href="#back"' in draw(game, view)


def test_a_description_of_the_dungeon_names_every_card_that_is_seen():
    game = find("dungeon")
    for _state, view, _turns in views("dungeon"):
        words = drawer(game).scene(view, "Title").description
        suits = dict(zip("CDHS", "♣♦♥♠", strict=True))
        seen = [*view.hand, *(top for top in view.tops if top), *sum(view.attacks, ())]
        for card in map(str, seen):
            assert (card[0] + suits[card[1]] if card != "X" else "X") in words


def test_a_die_shows_as_many_pips_as_its_last_face():
    game = find("rogue")
    checked = 0
    for _state, view, turns in views("rogue"):
        if view.combat is None or not view.combat.dice:
            continue
        circles = list(ET.fromstring(draw(game, view, turns)).iter(f"{SVG}circle"))  # noqa: S314
        assert len(circles) == sum(die.faces[-1] for die in view.combat.dice)
        checked += 1
    assert checked > 10


def test_tracks_are_filled_as_far_as_the_hero_has():
    game = find("rogue")
    for _state, view, turns in views("rogue"):
        filled = [
            rect
            for rect in ET.fromstring(draw(game, view, turns)).iter(f"{SVG}rect")  # noqa: S314
            if rect.get("class") == "bar"
        ]
        hero = view.hero
        xp = hero.xp if hero.rank < 4 else 0
        assert len(filled) == hero.rank + xp + hero.hp + hero.armor + hero.food + hero.gold


def test_another_renderer_takes_them():
    resvg = pytest.importorskip("resvg_py", reason="the extra png is not installed")
    for name in NAMES:
        state, view, turns = list(views(name))[12]
        for seen in (state, view):
            data = bytes(resvg.svg_to_bytes(svg_string=draw(find(name), seen, turns)))
            assert data.startswith(b"\x89PNG")
            assert len(data) > 5000
