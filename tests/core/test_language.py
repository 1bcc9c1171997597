"""Which language texts are in: by option, then by environment, English where nothing is known; rules pages in each."""

from __future__ import annotations

import pytest

from cardsolo.core import i18n
from cardsolo.core.i18n import detect_language, marked, plural, rules_page, use_language
from cardsolo.games import NAMES


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ([], {}, "en"),
        (["--lang", "ja"], {"LANG": "en_US.UTF-8"}, "ja"),
        (["--lang=ja"], {}, "ja"),
        (["play", "dungeon", "--lang", "ja"], {}, "ja"),
        (["play", "--", "--lang", "ja"], {}, "en"),
        (["--lang"], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja"}, "ja"),
        ([], {"LANG": "C.UTF-8"}, "en"),
        ([], {"LANG": "POSIX"}, "en"),
        ([], {"LANG": "de_DE.UTF-8"}, "en"),
        ([], {"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ([], {"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ([], {"LANG": "en_US.UTF-8", "LANGUAGE": "ja:en"}, "ja"),
        ([], {"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, "ja"),
    ],
)
def test_the_language_is_chosen_by_option_then_environment(arguments, environment, language):
    assert detect_language(arguments, environment) == language


def test_an_unknown_language_speaks_english():
    use_language("tlh")
    assert i18n._("drawn: {cards}") == "drawn: {cards}"
    assert marked("x") == "x"
    assert plural("{count} card", "{count} cards", 1) == "1 card"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_rules_page(name):
    page = rules_page(name)
    assert page.startswith("#")
    with pytest.raises(FileNotFoundError):
        rules_page("chess")
