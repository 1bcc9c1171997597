"""The replay page: what is in the file. How it behaves in a browser is tested in tests/browser."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import ClassVar

import pytest
from support import FIXTURES

from cardsolo.core.log.reader import LogReader
from cardsolo.games import find
from cardsolo.render.page.page import Commentary, board_text, index_page, replay_page

LOGS = ["dungeon/golden/jokers2-ace1-plain.jsonl", "triangle/match.jsonl", "rogue/golden/won-casual.jsonl"]
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m\u202e&\"'"


def read(name):
    with (FIXTURES / name).open("rb") as stream:
        return [logged.session for logged in LogReader(find).games(stream)]


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects what could act."""

    VOID: ClassVar = {"meta", "input", "br", "link", "img"}

    def __init__(self, page):
        super().__init__()
        self.open, self.scripts, self.handlers, self.links, self.tags = [], [], [], [], set()
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.handlers += [name for name, _value in attrs if name.startswith("on")]
        self.links += [value for name, value in attrs if name in {"href", "src"}]
        if tag == "script":
            self.scripts.append(dict(attrs).get("type"))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def data_of(page):
    return [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', page)]


@pytest.mark.parametrize("name", LOGS)
def test_a_page_is_one_whole_file_that_asks_nobody(name):
    games = read(name)
    page = replay_page("Title", [(session, Commentary()) for session in games])
    reader = Reader(page)
    assert reader.scripts == ["application/json"] * len(games) + [None]
    assert not reader.handlers
    assert all(link.startswith("#") for link in reader.links)
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert page == replay_page("Title", [(session, Commentary()) for session in games])


@pytest.mark.parametrize("name", LOGS)
def test_every_frame_is_the_board_after_its_move(name):
    games = read(name)
    pages = data_of(replay_page("Title", [(session, Commentary()) for session in games]))
    for session, data in zip(games, pages, strict=True):
        assert len(data["frames"]) == len(session.turns) + 1
        for n, frame in enumerate(data["frames"]):
            assert [data["lines"][line] for line in frame["text"]] == board_text(session, n)
            assert all(data["parts"][part].startswith("<") for part in frame["parts"])


def test_what_was_said_of_a_game_stands_there_as_text():
    session = read(LOGS[0])[0]
    notes = Commentary({2: HOSTILE}, {0: 0.5, 1: 0.75, 2: 0.0}, 2)
    page = replay_page(HOSTILE, [(session, notes)])
    reader = Reader(page)
    assert len(reader.scripts) == 2
    assert "img" not in reader.tags
    assert not reader.handlers
    assert 'id="g1m2" class="mistake"' in page
    assert page.count('class="bar dot"') == 3
    assert data_of(page)[0]["frames"][2]["said"].endswith(HOSTILE)


def test_an_index_lists_games_as_text():
    reader = Reader(index_page("2 games", [["Game", "What"], ["1", HOSTILE]], HOSTILE))
    assert not reader.scripts
    assert not reader.handlers


def test_hostile_fields_of_a_log_are_nowhere_in_its_page(inside):
    lines = (FIXTURES / LOGS[0]).read_text("utf-8").splitlines()
    objects = [json.loads(line) for line in lines]
    for obj in objects:
        obj["note"] = HOSTILE
    objects[0]["seats"] = [HOSTILE]
    objects[0]["program"] = HOSTILE
    (inside.directory / "log.jsonl").write_text("".join(json.dumps(obj) + "\n" for obj in objects), "utf-8")
    assert inside.run("render", "log.jsonl", "-o", "out.html").code == 0
    page = (inside.directory / "out.html").read_text("utf-8")
    assert "alert(1)" not in page
    assert "\x1b" not in page
    assert len(Reader(page).scripts) == 2
