"""A rules page for a terminal: text broken to its width, tables set in columns, the marks of Markdown gone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked
from cardsolo.core.text import wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolo.render.style import Style

_ITEM: Final = re.compile(r"(\s*)([-*]|\d+\.)\s+(.*)")
_BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
_RULE: Final = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
_GAP: Final = "  "
#: Between words of which one is typed; a line may end there.
_CHOICE: Final = re.compile(r" ?\| ?")
#: A sum, behind a Japanese bracket without a blank; no blank stands behind the sign of a move such as `+1`.
_PLUS: Final = re.compile(r" ?\+ ")
#: Signs of the pages, and what is said for them where everything is said in words.
_SIGNS: Final = {
    " × ": marked(" times "),
    " − ": marked(" minus "),
    " · ": marked("; "),
    "`": "",
}


def reading(page: str, style: Style) -> list[str]:
    """Return a page as lines that fit the style's width; drawings between fences stay as they are.

    Where nothing is a terminal, the page is left in Markdown, for other programs. In a plain style a sentence stands
    for a drawing: what it shows, the text says too.
    """
    if style.height is None and not style.plain:
        return page.splitlines()
    lines: list[str] = []
    for kind, block in _blocks(page):
        if kind == "drawing":
            lines += style.wrap(_("A drawing stands here; what it shows is said below.")) if style.plain else block
        elif kind == "table":
            lines += _table([_cells(row) for row in block if not _RULE.fullmatch(row.strip())], style)
        elif kind == "heading":
            lines += [style.paint(row, "bold") for row in style.wrap(_plain(block[0].lstrip("# "), style))]
        elif kind == "blank":
            lines += block
        else:
            lines += _paragraph(block, style)
    return lines


def _blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts of a page: headings, tables, drawings, blank lines, and what is broken anew."""
    block: list[str] = []
    before = "blank"
    fenced = False
    for line in page.splitlines():
        if line.startswith("```"):
            fenced = not fenced
            continue
        kind = _kind(line, fenced=fenced)
        begins = kind != before or kind in {"heading", "blank"} or (kind == "text" and _ITEM.match(line))
        if begins and block:
            yield before, block
            block = []
        block.append(line)
        before = kind
    if block:
        yield before, block


def _kind(line: str, *, fenced: bool) -> str:
    if fenced:
        return "drawing"
    if not line.strip():
        return "blank"
    if line.startswith("#"):
        return "heading"
    return "table" if line.startswith("|") else "text"


def _paragraph(block: list[str], style: Style) -> list[str]:
    """Break a paragraph or an item of a list anew; what goes on stands under the item's text."""
    found = _ITEM.match(block[0])
    head, first = ("", block[0]) if found is None else (f"{found[1]}{found[2]} ", found[3])
    text = _plain(_joined([first, *(line.strip() for line in block[1:])]), style)
    room = max(1, style.width - len(head))
    words = [word if style.columns(word) <= room else word.replace("|", "| ") for word in text.split(" ")]
    rows = wrap(" ".join(words), room, wide=style.wide)
    return [head + rows[0], *(" " * len(head) + row for row in rows[1:])]


def _joined(lines: list[str]) -> str:
    """Join lines as their language does: with a blank, but none where Chinese or Japanese letters meet."""
    text = lines[0]
    for line in lines[1:]:
        text += line if text and line and not (text[-1].isascii() or line[0].isascii()) else f" {line}"
    return text


def _plain(text: str, style: Style) -> str:
    text = _BOLD.sub(lambda found: style.paint(found[1], "bold"), text)
    if style.plain:
        text = _PLUS.sub(_(" plus "), _CHOICE.sub(_(" or "), text))
        for sign, word in _SIGNS.items():
            text = text.replace(sign, _(word) if word else "")
    return text


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def _table(rows: list[list[str]], style: Style) -> list[str]:
    """Set a table in columns; one that is too wide becomes a list, each row under its first cell."""
    rows = [[_plain(cell, style) for cell in row] for row in rows]
    widths = [max(map(style.columns, column)) for column in zip(*rows, strict=True)]
    if sum(widths) + len(_GAP) * len(widths) <= style.width and not style.plain:
        set_rows = [_GAP + _GAP.join(map(style.pad, row, widths)).rstrip() for row in rows]
        return [style.paint(set_rows[0], "dim"), *set_rows[1:]]
    heads = rows[0]
    lines = []
    for row in rows[1:]:
        lines += style.wrap(f"{heads[0]}: {row[0]}" if heads[0] else row[0], _GAP)
        for head, cell in zip(heads[1:], row[1:], strict=True):
            text = f"{head}: {cell}" if head else cell
            lines += [_GAP + part for part in wrap(text, max(1, style.width - len(_GAP)), _GAP, wide=style.wide)]
    return lines
