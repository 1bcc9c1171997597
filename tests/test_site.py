"""The pages of docs/ and the public names: nothing is missing from the index or the reference, no link leads nowhere."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import typing

import pytest
from support import ROOT

import cardsolo

PAGES = sorted((ROOT / "docs").glob("*.md"))
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def own_docstring(value):
    """Return the docstring that was written for a class or function, not inherited and not made by a decorator."""
    text = value.__doc__ if not isinstance(value, type) else value.__dict__.get("__doc__")
    if dataclasses.is_dataclass(value) and text and text.startswith(f"{value.__name__}("):
        return None
    return text


def members(value):
    """Return the public methods and properties that a class itself defines."""
    if not isinstance(value, type) or issubclass(value, enum.Enum):
        return {}
    return {
        name: getattr(member, "__func__", getattr(member, "fget", member))
        for name, member in vars(value).items()
        if not name.startswith("_") and (inspect.isroutine(member) or isinstance(member, property | classmethod))
    }


@pytest.mark.parametrize("name", cardsolo.__all__)
def test_every_public_name_has_a_docstring(name):
    value = getattr(cardsolo, name)
    if isinstance(value, str):
        assert name == "__version__"
        return
    value = typing.get_origin(value) or value  # DungeonPlay is Play of a dungeon
    assert own_docstring(value)
    assert [member for member, function in members(value).items() if not inspect.getdoc(function)] == []


def test_all_is_complete_and_without_repetition():
    assert sorted(set(cardsolo.__all__)) == sorted(cardsolo.__all__)
    assert [name for name in cardsolo.__all__ if name not in dir(cardsolo)] == []


def test_the_index_lists_every_page():
    listed = LINK.findall((ROOT / "docs/index.md").read_text("utf-8"))
    assert sorted(listed) == sorted(page.name for page in PAGES if page.name != "index.md")


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES], ids=lambda page: page.name)
def test_links_and_named_files_exist(page):
    text = page.read_text("utf-8")
    for target in LINK.findall(text):
        assert "://" in target or (page.parent / target).exists(), target
    for named in re.findall(r"`((?:docs|tests|fixtures|solvers|cardsolo|\.ci|\.build)/[\w./-]+)`", text):
        assert "NAME" in named or (ROOT / named).exists(), named


def test_the_reference_has_every_public_name(monkeypatch):
    pytest.importorskip("mkdocs", reason="the site is built by the gate, with the group `docs`")
    monkeypatch.syspath_prepend(ROOT / ".build")
    import site_pages

    page = site_pages.reference()
    assert [name for name in cardsolo.__all__ if f"cardsolo.{name}\n" not in page] == []
