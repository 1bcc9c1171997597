"""Replay pages in a real browser: stepped through by key and by touch, read from the accessibility tree, checked by axe.

Needs Chromium and the dependency group `browser`; CONTRIBUTING says how to install them.
"""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings
from support import FIXTURES

from cardsolo.core.log.reader import LogReader
from cardsolo.games import find
from cardsolo.render.page.page import Commentary, board_text, replay_page

playwright = pytest.importorskip("playwright.sync_api", reason="the dependency group `browser` is not installed")
CHROMIUM = os.environ.get("CARDSOLO_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.filterwarnings("default"),
]

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: How many golden games of each kind are opened; with the profile `thorough` all of them.
MOST = 3 if settings.get_current_profile_name() == "default" else 99
LOGS = {
    name: sorted((FIXTURES / name / "golden").glob("*.jsonl"))[::-1][:MOST] for name in ("dungeon", "triangle", "rogue")
}


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser, tmp_path):
    """Return a function that opens a page of some games and fails the test on any error of its console."""
    faults, pages = [], []

    def opened(sessions, *, commentary=None, width=1400, touch=False, script=True):
        path = tmp_path / "page.html"
        path.write_text(replay_page("Games", [(session, commentary or Commentary()) for session in sessions]), "utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 900}, has_touch=touch, java_script_enabled=script
        )
        page = context.new_page()
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path.as_uri())
        pages.append(context)
        return page

    yield opened
    for context in pages:
        context.close()
    assert not faults


def read(path):
    with path.open("rb") as stream:
        return [logged.session for logged in LogReader(find).games(stream)]


def shown(page):
    """Return the board as a reader of the page is told it: the text that stands open under the picture."""
    return page.locator("pre.text").first.evaluate("node => node.textContent").split("\n")


@pytest.mark.parametrize("name", LOGS)
def test_stepping_by_key_shows_what_replay_shows(open_page, name):
    for path in LOGS[name]:
        session = read(path)[0]
        page = open_page([session])
        assert shown(page) == board_text(session, 0)
        for n in range(1, len(session.turns) + 1):
            page.keyboard.press("ArrowRight")
            if n in {1, len(session.turns) // 2, len(session.turns)}:
                assert shown(page) == board_text(session, n)
        assert page.locator(".place").text_content() == f"move {len(session.turns)} of {len(session.turns)}"
        page.keyboard.press("Home")
        assert shown(page) == board_text(session, 0)
        page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        assert shown(page) == board_text(session, max(0, len(session.turns) - 1))
        page.context.close()


def test_every_frame_can_be_reached_and_read(open_page):
    session = read(LOGS["rogue"][-1])[0]
    page = open_page([session])
    slider = page.get_by_role("slider", name="Move")
    for n in range(len(session.turns) + 1):
        slider.fill(str(n))
        assert shown(page) == board_text(session, n)
        assert page.get_by_role("img").first.get_attribute("aria-label").startswith("area")


def test_touch_and_buttons_and_the_list_of_moves(open_page):
    session = read(LOGS["dungeon"][0])[0]
    page = open_page([session], width=390, touch=True)
    swipe = """(board, across) => {
        const touch = (x) => new Touch({identifier: 1, target: board, clientX: x, clientY: 200});
        board.dispatchEvent(new TouchEvent('touchstart', {changedTouches: [touch(200)], bubbles: true}));
        board.dispatchEvent(new TouchEvent('touchend', {changedTouches: [touch(200 + across)], bubbles: true}));
    }"""
    board = page.locator(".board")
    for n in range(1, len(session.turns) + 1):
        board.evaluate(swipe, -80)
        assert page.locator(".place").text_content().startswith(f"move {n} of")
    board.evaluate(swipe, 80)
    assert shown(page) == board_text(session, len(session.turns) - 1)
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="One move on").tap()
    assert shown(page) == board_text(session, 1)
    page.locator(".moves a").nth(4).click()
    assert shown(page) == board_text(session, 5)
    assert page.locator("li[aria-current]").get_attribute("id") == "g1m5"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_page_of_a_match_steps_each_game_by_itself(open_page):
    sessions = read(FIXTURES / "triangle" / "match.jsonl")
    page = open_page(sessions)
    page.locator("#g2 .next").click()
    page.keyboard.press("ArrowRight")
    places = page.locator(".place").all_text_contents()
    assert [place.split()[1] for place in places] == ["0", "2", "0"]


def test_a_click_on_the_graph_goes_to_that_move(open_page):
    session = read(LOGS["dungeon"][0])[0]
    chances = {n: 1 - n / 50 for n in range(len(session.turns) + 1)}
    page = open_page([session], commentary=Commentary({3: "lost here"}, chances, 3))
    page.locator("figure a[data-n='7']").click(force=True)
    assert shown(page) == board_text(session, 7)


def test_without_javascript_it_reads_as_a_sheet(open_page):
    session = read(LOGS["dungeon"][0])[0]
    page = open_page([session], script=False)
    assert page.locator(".moves li").count() == len(session.turns)
    assert page.locator(".board svg use").count() > 4
    assert not page.locator(".controls").is_visible()


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("width", [390, 1400])
def test_axe_finds_no_serious_fault(open_page, name, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    session = read(LOGS[name][0])[0]
    page = open_page([session], width=width)
    found = axe.Axe().run(page).response["violations"]
    assert [item["id"] for item in found if item["impact"] in {"serious", "critical"}] == []
