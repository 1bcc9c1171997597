"""SVG by hand: a few elements, numbers in a short form, the four suits as shapes that need no font."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

from cardsolo.core.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How wide a column of bold text is, in units of its size: DejaVu Sans, the widest of the fonts named.
BOLD: Final = 0.64
#: Outlines of clubs, diamonds, hearts and spades about (0, 0), one unit wide and high.
SUITS: Final = (
    (
        "M-.06,.12C-.12,.28 -.42,.3 -.44,.06C-.45,-.1 -.3,-.17 -.18,-.13C-.32,-.32 -.16,-.5 0,-.5"
        "C.16,-.5 .32,-.32 .18,-.13C.3,-.17 .45,-.1 .44,.06C.42,.3 .12,.28 .06,.12"
        "C.06,.3 .12,.43 .22,.5L-.22,.5C-.12,.43 -.06,.3 -.06,.12Z"
    ),
    "M0,-.5C.1,-.3 .24,-.12 .38,0C.24,.12 .1,.3 0,.5C-.1,.3 -.24,.12 -.38,0C-.24,-.12 -.1,-.3 0,-.5Z",
    (
        "M0,.48C-.1,.26 -.46,.1 -.46,-.2C-.46,-.38 -.34,-.48 -.22,-.48C-.1,-.48 -.03,-.38 0,-.28"
        "C.03,-.38 .1,-.48 .22,-.48C.34,-.48 .46,-.38 .46,-.2C.46,.1 .1,.26 0,.48Z"
    ),
    (
        "M0,-.5C.1,-.28 .44,-.14 .44,.12C.44,.3 .2,.38 .06,.2C.06,.34 .12,.44 .22,.5L-.22,.5"
        "C-.12,.44 -.06,.34 -.06,.2C-.2,.38 -.44,.3 -.44,.12C-.44,-.14 -.1,-.28 0,-.5Z"
    ),
)
_STAR: Final = "0,-.5 .13,-.17 .48,-.15 .21,.07 .3,.41 0,.22 -.3,.41 -.21,.07 -.48,-.15 -.13,-.17"


def number(value: float) -> str:
    """Write a length with at most one decimal."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """Write one element; `stroke_width` stands for stroke-width, `kind` for class (colours come from the style sheet).

    content is markup already: text in it must have been escaped.
    """
    listed = "".join(
        f" {'class' if key == 'kind' else key.replace('_', '-')}="
        + quoteattr(number(value) if isinstance(value, float) else str(value))
        for key, value in attributes.items()
        if value != ""
    )
    return f"<{name}{listed}>{content}</{name}>" if content else f"<{name}{listed}/>"


def text(x: float, y: float, content: str, size: int, kind: str = "ink") -> str:
    """Write text from (x, y), the left end of its base line; kind `m` makes that the middle, `e` the right end."""
    return element("text", escape(content), x=float(x), y=float(y), font_size=size, kind=kind)


def heading(x: float, y: float, content: str, size: int, room: float, kind: str = "ink b") -> str:  # noqa: PLR0917
    """Write bold text, smaller where it would need more room, in the widest of the fonts that may stand in."""
    fitting = int(room / (visible(content) * BOLD)) if content else size
    return text(x, y, content, min(size, fitting), kind)


def rect(x: float, y: float, width: float, height: float, kind: str, radius: float = 0) -> str:  # noqa: PLR0917
    shape = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return element("rect", **shape, rx=float(radius) if radius else "", kind=kind)


def polygon(points: Iterable[tuple[float, float]], kind: str) -> str:
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), kind=kind)


def suit(index: int, x: float, y: float, size: float, kind: str) -> str:
    """Draw a suit (0–3 for C D H S) about (x, y)."""
    return element("path", d=SUITS[index], transform=_placed(x, y, size), kind=kind)


def star(x: float, y: float, size: float, kind: str) -> str:
    return element("polygon", points=_STAR, transform=_placed(x, y, size), kind=kind)


def _placed(x: float, y: float, size: float) -> str:
    return f"translate({number(x)} {number(y)}) scale({number(size)})"
