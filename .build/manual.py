"""Write the pages for `man`, in every language: python .build/manual.py DIRECTORY."""

from __future__ import annotations

import sys
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT = Path(__file__).resolve().parent.parent


def write_pages(out: Path) -> list[Path]:
    """Write the pages of all commands to man1/ and LANGUAGE/man1/ in out; return their names, relative to out."""
    from catalogue import languages, read  # noqa: PLC0415  beside this file

    from cardsolo.core import i18n  # noqa: PLC0415  of the tree that is built

    with i18n.as_written():
        from cardsolo.cli.manual import pages  # noqa: PLC0415
    written = []
    for language in (None, *languages()):
        i18n.use_translations(NullTranslations() if language is None else _translations(read(language)))
        directory = out / (language or "") / "man1"
        directory.mkdir(parents=True, exist_ok=True)
        for name, page in pages().items():
            (directory / name).write_text(page, "utf-8")
            written.append((directory / name).relative_to(out))
    i18n.use_translations(NullTranslations())
    return written


def _translations(catalog: Catalog) -> GNUTranslations:
    data = BytesIO()
    write_mo(data, catalog)
    return GNUTranslations(BytesIO(data.getvalue()))


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    print(len(write_pages(Path(sys.argv[1]))), "pages")
