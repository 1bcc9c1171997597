"""The Japanese catalogue: extract all texts, bring the .po up to date, compile it.

python .build/catalogue.py update     take over new and changed texts; what changed is marked fuzzy
python .build/catalogue.py check      say what is missing, fuzzy or out of date; code 1 if anything is
python .build/catalogue.py compile    write the .mo beside the .po (the wheel's build does it by itself)
"""

from __future__ import annotations

import ast
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
LONG_AGO = datetime(2020, 2, 2, tzinfo=UTC)  # what hatchling takes for the times in a wheel
LOCALE: Final = Path("cardsolo") / "locale"
#: What marks a text, and how many of the first arguments are one: `core.i18n`.
_KEYWORDS: Final = {"_": 1, "marked": 1, "plural": 2}
_FIELD: Final = re.compile(r"\{[a-z_]*[^{}]*\}")


#: The program's own texts, and those of click that its users meet.
DOMAINS: Final = ("cardsolo", "click")


def po_file(language: str, root: Path = ROOT, domain: str = "cardsolo") -> Path:
    return root / LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def extracted(root: Path = ROOT) -> Catalog:
    """Return all texts of the program, in the order of files and lines."""
    catalog = Catalog(project="cardsolo", charset="utf-8", fuzzy=False)
    for package in ("cardsolo", "solvers"):
        for path in sorted((root / package).rglob("*.py")):
            for text in _texts_in(path.read_text("utf-8")):
                catalog.add(text, None, [(path.relative_to(root).as_posix(), 0)])
    return catalog


def _texts_in(source: str) -> list[str | tuple[str, str]]:
    """Return the texts of a module, in order; a tuple has singular and plural.

    Babel's own reader goes by tokens, and does not see into f-strings before Python 3.12.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _KEYWORDS:
            forms = [
                ast.literal_eval(argument) for argument in node.args[: _KEYWORDS[node.func.id]] if _is_text(argument)
            ]
            if forms:
                found.append((node.lineno, node.col_offset, forms[0] if len(forms) == 1 else (forms[0], forms[1])))
    return [text for _line, _column, text in sorted(found, key=lambda it: it[:2])]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def read(language: str, root: Path = ROOT, domain: str = "cardsolo") -> Catalog:
    with po_file(language, root, domain).open("rb") as stream:
        return read_po(stream, locale=language)


def faults(catalog: Catalog, texts: Catalog) -> list[str]:
    """Return what is wrong with a catalogue for some texts: missing, fuzzy, left over, other fields or indent."""
    found = [f"left over: {message.id!r}" for message in catalog if message.id and message.id not in texts]
    for text in texts:
        if not text.id:
            continue
        message = catalog.get(text.id)
        if message is None or not _forms(message):
            found.append(f"missing: {text.id!r}")
        elif message.fuzzy:
            found.append(f"fuzzy: {text.id!r}")
        else:
            for form in _forms(message):
                if _lies(text, form):
                    found.append(f"other fields than its text: {text.id!r}: {form!r}")
                if _indent(form) not in map(_indent, _texts_of(text)):
                    found.append(f"another indent than its text: {text.id!r}: {form!r}")
    return found


def _forms(message: Message) -> list[str]:
    string = message.string
    return [form for form in (string if isinstance(string, (tuple, list)) else [string]) if form]


def _lies(text: Message, form: str) -> bool:
    """Tell whether a translation has not the fields of one of the text's forms."""
    return sorted(_FIELD.findall(form)) not in [sorted(_FIELD.findall(one)) for one in _texts_of(text)]


def _texts_of(message: Message) -> list[str]:
    """Return a text as it is written: one form, or singular and plural."""
    return list(message.id) if isinstance(message.id, (tuple, list)) else [message.id]


def _indent(text: str) -> int:
    """Return how many blanks a line begins with; a single one separates words, where a language has such."""
    blanks = len(text) - len(text.lstrip(" "))
    return blanks if blanks > 1 else 0


def update(language: str, root: Path = ROOT) -> None:
    """Bring the .po up to date with the texts; a changed text keeps its translation, marked fuzzy."""
    path = po_file(language, root)
    catalog = read(language, root) if path.exists() else Catalog(language, project="cardsolo", fuzzy=False)
    catalog.update(extracted(root), no_fuzzy_matching=False)
    catalog.obsolete.clear()
    written = BytesIO()
    write_po(written, catalog, width=120, include_lineno=False, omit_header=False, ignore_obsolete=True)
    lines = written.getvalue().decode().splitlines()
    # dates would change with every run
    kept = [line for line in lines if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By'))]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(kept).rstrip() + "\n", "utf-8")


def compile_catalogue(po: Path, out: Path) -> None:
    """Write the .mo that gettext reads; the same .po always gives the same bytes."""
    with po.open("rb") as source, out.open("wb") as target:
        catalogue = read_po(source)
        catalogue.creation_date = LONG_AGO  # the time of the build otherwise, in every file
        write_mo(target, catalogue)


def languages(root: Path = ROOT) -> list[str]:
    return sorted(path.parent.parent.name for path in (root / LOCALE).glob("*/LC_MESSAGES/cardsolo.po"))


def main(arguments: list[str]) -> int:
    """Do one of update, check and compile for all languages."""
    if arguments == ["update"]:
        for language in languages():
            update(language)
    elif arguments == ["compile"]:
        for language in languages():
            for po in (po_file(language, ROOT, domain) for domain in DOMAINS):
                compile_catalogue(po, po.with_suffix(".mo"))
    elif arguments == ["check"]:
        texts = extracted()
        found = [f"{language}: {fault}" for language in languages() for fault in faults(read(language), texts)]
        print("\n".join(found))
        return 1 if found else 0
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
