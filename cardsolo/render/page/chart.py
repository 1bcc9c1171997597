"""A small graph of the chance of winning, move by move, on which one can click."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _
from cardsolo.render.pictures import svg

if TYPE_CHECKING:
    from collections.abc import Mapping

_WIDTH: Final = 600.0
_HEIGHT: Final = 120.0
_LEFT: Final = 46.0
_EDGE: Final = 10.0


def chart(game: int, chances: Mapping[int, float], mistake: int | None, last: int) -> str:
    """Return a figure of chances (0 to 1) by number of move, 0 to last; nothing where there are none.

    A dot leads to its move in game number `game` of the page; the one of a mistake is named.
    """
    if not chances:
        return ""
    places = {n: _place(n, chance, last) for n, chance in sorted(chances.items())}
    parts = [_level(0.0), _level(0.5), _level(1.0)]
    line = " ".join(f"{svg.number(x)},{svg.number(y)}" for x, y in places.values())
    parts.append(svg.element("polyline", points=line, fill="none", stroke_width=2, kind="edge"))
    for n, (x, y) in places.items():
        name = _("move {n}: {chance}").format(n=n, chance=f"{100 * chances[n]:.0f} %")
        if n == mistake:
            parts.append(svg.element("circle", cx=x, cy=y, r=9.0, kind="mark"))
        dot = svg.element("circle", f"<title>{escape(name)}</title>", cx=x, cy=y, r=3, kind="bar dot", data_n=n)
        area = svg.rect(x - 6, _EDGE, 12, _HEIGHT - 2 * _EDGE, "", 0).replace("/>", ' fill="transparent"/>')
        link = {"href": f"#g{game}m{n}", "data_n": n, "aria_label": name}
        parts.append(svg.element("a", area + dot, **link))
    box = f"0 0 {svg.number(_WIDTH)} {svg.number(_HEIGHT)}"
    title = _("Chance to win after each move")
    drawn = svg.element("svg", "".join(parts), viewBox=box, role="group", aria_label=title, width="100%")
    return f"<figure>{drawn}<figcaption>{escape(title)}</figcaption></figure>"


def _place(n: int, chance: float, last: int) -> tuple[float, float]:
    across = (_WIDTH - _LEFT - _EDGE) * n / max(last, 1)
    return _LEFT + across, _HEIGHT - _EDGE - (_HEIGHT - 2 * _EDGE) * chance


def _level(chance: float) -> str:
    x, y = _place(0, chance, 1)
    line = svg.element("path", d=f"M{svg.number(x)} {svg.number(y)}H{svg.number(_WIDTH - _EDGE)}", kind="edge")
    return line + svg.text(x - 6, y + 4, f"{100 * chance:.0f} %", 12, "pale e")
