"""Mini Rogue in sentences: what the board says in parts, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.render.style import Style


def sentences(parts: Iterable[str], style: Style) -> list[str]:
    """Return parts of a board as sentences, each on lines of its own."""
    lines = []
    for part in parts:
        text = " ".join(part.split())
        text = text if text.endswith((".", "!", "?", "。")) else f"{text}."
        lines += style.wrap(text[:1].upper() + text[1:])
    return lines
