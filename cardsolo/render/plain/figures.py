"""Lines of figures, as sums and chances have them, in sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolo.render.style import Style

_BAR: Final = r"\s+#+$"
_BULLET: Final = r"^\s*- "
_GAP: Final = r"(?<=\S) {2,}(?=\S)"
_PERCENT: Final = r"\s*%"
_SIGNS: Final = {" ± ": marked(" plus or minus "), " × ": marked(" times "), "|": marked(" or ")}


def figures(lines: Iterable[str], style: Style) -> list[str]:
    """Return lines as they are; where the style is plain, each as a sentence: no columns, no bars, signs in words."""
    if not style.plain:
        return list(lines)
    return [row for line in lines for row in style.wrap(_sentence(line))]


def _sentence(line: str) -> str:
    text = re.sub(_BULLET, "", re.sub(_BAR, "", line)).strip()
    text = re.sub(_PERCENT, _(" percent"), re.sub(_GAP, _(", "), text))
    for sign, words in _SIGNS.items():
        text = text.replace(sign, _(words))
    return text if text.endswith((":", "：", ".", "。")) or not text else _("{text}.").format(text=text)  # noqa: RUF001
