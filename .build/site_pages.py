"""MkDocs hook: puts the site together from docs/, README, the rules pages, the changelog and the docstrings.

Pages that stand elsewhere in the repository are taken over, with their links turned to where they are in the site. The
reference page is made here from `cardsolo.__all__`, so that no public name can be missing from it.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_origin

from mkdocs.structure.files import File, Files

import cardsolo

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

ROOT: Final = Path(__file__).resolve().parent.parent

#: Pages from elsewhere: name in the site -> file in the repository.
TAKEN: Final = {
    "readme.md": "README.md",
    "rules/dungeon.md": "cardsolo/locale/en/dungeon.md",
    "rules/triangle.md": "cardsolo/locale/en/triangle.md",
    "rules/rogue.md": "cardsolo/locale/en/rogue.md",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
    "ja/readme.md": "README.ja.md",
    "ja/rules/dungeon.md": "cardsolo/locale/ja/dungeon.md",
    "ja/rules/triangle.md": "cardsolo/locale/ja/triangle.md",
    "ja/rules/rogue.md": "cardsolo/locale/ja/rogue.md",
}
#: Pages in Japanese, which have a heading of their own in the navigation.
JAPANESE: Final = [name for name in TAKEN if name.startswith("ja/")]

#: The order of reading; pages of docs/ that are not named come after these.
ORDER: Final = ["index.md", *(name for name in TAKEN if name.startswith(("rules/", "readme"))), "python.md", "api.md"]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what stands outside docs/, and the reference page."""
    for name, source in TAKEN.items():
        content = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, name, content=_turned(content, name)))
        for picture in re.findall(r"\]\((fixtures/[^)]+)\)", content):
            if files.get_file_from_path(picture) is None:
                files.append(File.generated(config, picture, abs_src_path=str(ROOT / picture)))
    files.append(File.generated(config, "api.md", content=reference()))
    pages = [page.src_uri for page in files.documentation_pages()]
    english = [name for name in ORDER if name in pages] + sorted({*pages} - {*ORDER, *JAPANESE})
    config.nav = [*english, {"日本語": JAPANESE}]
    return files


def _turned(content: str, page: str) -> str:
    """Turn the links of a page, as it will be called in the site, to where the others are there."""
    up = "../" * page.count("/")
    for name, source in TAKEN.items():
        content = content.replace(f"]({source}", f"]({up}{name}")
    return content.replace("](docs/", f"]({up}")


def reference() -> str:
    """Return the reference page: every name of `cardsolo.__all__` under one of four headings."""
    kinds: dict[str, list[str]] = {"Functions": [], "Classes": [], "Errors": [], "Data": []}
    for name in cardsolo.__all__:
        value = getattr(cardsolo, name)
        if inspect.isfunction(value):
            kinds["Functions"].append(name)
        elif isinstance(value, type):
            kinds["Errors" if issubclass(value, Exception) else "Classes"].append(name)
        else:
            kinds["Data"].append(name)
    lines = ["# Reference", "", "Every public name of `import cardsolo`; what is not listed may change without notice."]
    for heading, names in kinds.items():
        lines += ["", f"## {heading}" if names else ""]
        for name in names:
            lines += ["", *_entry(name, getattr(cardsolo, name))]
    return "\n".join(lines) + "\n"


def _entry(name: str, value: object) -> list[str]:
    if inspect.isfunction(value) or isinstance(value, type):
        return [f"::: {value.__module__}.{value.__qualname__}", "    options:", f"      heading: cardsolo.{name}"]
    alias = get_origin(value)
    text = f"`{value!r}`" if alias is None else f"A `cardsolo.{alias.__name__}` of {name.removesuffix(alias.__name__)}."
    return [f"### cardsolo.{name}", "", text]
