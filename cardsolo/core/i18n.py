"""The one place through which every text for people passes (notation and JSON are never translated)."""

from __future__ import annotations

import gettext as _gettext
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

DOMAIN: Final = "cardsolo"
LANGUAGES: Final = ("en", "ja")

_current: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"


def _(message: str) -> str:
    """Return message in the current language; placeholders are filled by the caller with str.format."""
    return _current.gettext(message) if message else ""  # under "" a catalogue has its header


def plural(one: str, many: str, count: int, **values: object) -> str:
    """Return the form for count, with `{count}` and any other values filled in."""
    return _current.ngettext(one, many, count).format(count=count, **values)


def marked(message: str) -> str:
    """Mark a text for translation where it is defined before the language is known; translate it later with `_`."""
    return message


def use_language(language: str) -> None:
    """Switch all later texts to language; a language without a catalogue speaks English."""
    global _current, _language  # noqa: PLW0603  the language is one setting of the process
    _language = language if language in LANGUAGES else "en"
    if _language == "en":
        _current = _gettext.NullTranslations()
        return
    # start-up stays light: English needs no catalogue
    _current = _gettext.translation(DOMAIN, locale_directory(), [_language], fallback=True)


def locale_directory() -> str:
    """Return where the catalogues are, for libraries that read their own from there."""
    from importlib.resources import files  # noqa: PLC0415

    return str(files("cardsolo").joinpath("locale"))


def language() -> str:
    """Return the code of the current language, for formats that name it."""
    return _language


@contextmanager
def as_written() -> Iterator[None]:
    """Let `_` mark texts and leave them as they are written: for what is loaded once and shown later."""
    global _current  # noqa: PLW0603
    before, _current = _current, _gettext.NullTranslations()
    try:
        yield
    finally:
        _current = before


def use_translations(translations: _gettext.NullTranslations) -> None:
    """Install a catalogue directly; the tests use it to find text that goes round this module."""
    global _current  # noqa: PLW0603
    _current = translations


def detect_language(
    arguments: Sequence[str], environ: Mapping[str, str] = os.environ, preferred: str | None = None
) -> str:
    """Choose the language before any command is loaded: `--lang`, CARDSOLO_LANG, the usual variables, English.

    preferred: what the configuration file says, which goes before the usual variables.
    """
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
    known = environ if preferred is None else {**environ, "LANGUAGE": preferred}
    for variable in ("CARDSOLO_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = known.get(variable, "").split(":")[0]
        if value:
            short = value.split("_")[0].split(".")[0].lower()
            return short if short in LANGUAGES else "en"
    return "en"


def rules_page(game: str, package: str = "cardsolo") -> str:
    """Return the rules page of a game in the current language, in English where there is no translation.

    package: where the game comes from; its pages lie in `locale/LANGUAGE`.
    """
    from importlib.resources import files  # noqa: PLC0415

    pages = files(package).joinpath("locale")
    for language in (_language, "en"):
        page = pages.joinpath(language, f"{game}.md")
        if page.is_file():
            return page.read_text("utf-8")
    raise FileNotFoundError(f"{game}.md")
