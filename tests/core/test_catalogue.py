"""The Japanese catalogue is whole, keeps to the players' words, and its rules pages say what the English ones say."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache

import pytest
from latin import english
from support import FIXTURES, ROOT

from cardsolo.core.i18n import rules_page, use_language
from cardsolo.games import NAMES

pytest.importorskip("babel", reason="the catalogue is read with babel, of the dependency group test")
PAGES = ROOT / "cardsolo" / "locale"


def load():
    spec = importlib.util.spec_from_file_location("catalogue", ROOT / ".build" / "catalogue.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["catalogue"] = module
    spec.loader.exec_module(module)
    return module


CATALOGUE = load()
#: Read once, by the test that needs them first.
extracted = cache(CATALOGUE.extracted)
read = cache(CATALOGUE.read)


@pytest.fixture
def japanese():
    use_language("ja")
    yield
    use_language("en")


@pytest.mark.parametrize("language", CATALOGUE.languages())
def test_nothing_is_missing_fuzzy_or_left_over(language):
    assert CATALOGUE.faults(read(language), extracted()) == []


def test_the_check_sees_what_is_wrong():
    from babel.messages.catalog import Catalog

    texts, catalog = Catalog(), Catalog("ja")
    for text in ("one", "two", "three {n}", "four"):
        texts.add(text)
    catalog.add("one", "一")
    catalog.add("two", "二", flags={"fuzzy"})
    catalog.add("three {n}", "三 {m}")
    catalog.add("five", "五")
    texts.add("  six")
    catalog.add("  six", "六")
    found = CATALOGUE.faults(catalog, texts)
    assert [fault.split(":")[0] for fault in found] == [
        "left over", "fuzzy", "other fields than its text", "missing", "another indent than its text",
    ]  # fmt: skip


@cache
def entries():
    """Return (text, its translation) for all, of plurals the general form."""
    return [
        (message.id[1] if isinstance(message.id, (tuple, list)) else message.id, CATALOGUE._forms(message)[0])
        for message in read("ja")
        if message.id
    ]


def glossary():
    """Return (English, the Japanese words that stand for it): a row has one pair or two."""
    text = (FIXTURES / "glossary-ja.md").read_text("utf-8")
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        pairs = [cells[:2], cells[2:]] if len(cells) == 4 else [cells[:2]] if len(cells) == 3 else []
        for theirs, japanese_words in pairs:
            if theirs not in {"English", "---"} and not theirs.startswith("Og"):
                words = re.split(r"[/、（）()]", japanese_words)
                yield theirs, [word.strip() for word in words if word.strip()]


@pytest.mark.parametrize(("theirs", "japanese_words"), list(glossary()), ids=lambda value: str(value)[:20])
def test_the_players_words_are_used(theirs, japanese_words):
    """Every text of one such word alone is translated by it, and every word is met somewhere."""
    for text, translated in entries():
        if text.strip(" .:").lower() == theirs.lower():
            assert any(word in translated for word in japanese_words), text
    pages = {
        code: "".join((PAGES / code / f"{name}.md").read_text("utf-8") for name in NAMES).lower()
        for code in ("en", "ja")
    }
    texts = [text.lower() for text, _translated in entries()]
    if theirs.lower() in pages["en"] or any(theirs.lower() in text for text in texts):
        everything = pages["ja"] + "".join(translated.lower() for _text, translated in entries())
        assert any(word.lower() in everything for word in japanese_words)


def test_no_english_is_left():
    """With this, and since every text goes through the catalogue (test_i18n), no error or help speaks English."""
    left = {text: words for text, translated in entries() if (words := english(translated))}
    assert left == {}


def test_the_scan_finds_english():
    assert english("the game ended") == ["the", "game", "ended"]
    assert english("  cardsolo play dungeon --seed 7\nゲームは over です、HP 1、`feat hp`、--find GRADE") == []


@pytest.mark.parametrize("name", NAMES)
def test_rules_pages_have_the_same_sections_and_rulings(name, japanese):
    ours = rules_page(name)
    use_language("en")
    theirs = rules_page(name)
    assert ours != theirs
    numbers = r"^## (\d+)\."
    assert re.findall(numbers, ours, flags=re.MULTILINE) == re.findall(numbers, theirs, flags=re.MULTILINE)
    rulings = r"(?<![A-Za-z0-9])[DTR]\d+(?![0-9])"
    assert set(re.findall(rulings, ours)) == set(re.findall(rulings, theirs))
    assert re.findall(r"`(--[a-z-]+)", ours) == re.findall(r"`(--[a-z-]+)", theirs)


@pytest.mark.parametrize("name", NAMES)
def test_tables_of_the_rules_have_the_same_numbers(name, japanese):
    ours = tables(rules_page(name))
    use_language("en")
    theirs = tables(rules_page(name))
    assert [len(table) for table in ours] == [len(table) for table in theirs]
    for one, other in zip(ours, theirs, strict=True):
        for row, their_row in zip(one, other, strict=True):
            assert sorted(numbers_of(row)) == sorted(numbers_of(their_row)), (row, their_row)


def tables(page):
    """Return the rows of each table."""
    found = []
    before = False
    for line in page.splitlines():
        is_row = line.startswith("|")
        if is_row and not before:
            found.append([])
        if is_row:
            found[-1].append(line)
        before = is_row
    return found


def numbers_of(row):
    """Return the numbers of two digits and more; smaller ones are words in one language and digits in the other."""
    return re.findall(r"\d\d+", row)


def test_texts_inside_f_strings_are_found(tmp_path):
    (tmp_path / "cardsolo").mkdir()
    (tmp_path / "solvers").mkdir()
    (tmp_path / "cardsolo" / "page.py").write_text(
        "print(f'<b>{escape(_(\"A text\"))}</b>', plural('one', 'many', n))\n"
    )
    assert [message.id for message in CATALOGUE.extracted(tmp_path) if message.id] == ["A text", ("one", "many")]
