"""A scene: what a picture shows, as SVG elements that share symbols; documents are made of scenes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from cardsolo.render.pictures import cards, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

FONT: Final = "Helvetica, Arial, 'DejaVu Sans', 'Noto Sans CJK JP', sans-serif"
#: Colours by class, light and dark. Seats differ in lightness as well as in hue, and every card names its seat too, so
#: that nothing is said by colour alone.
_FILLS: Final = {
    "ground": ("#ffffff", "#16181c"),
    "ink": ("#1c1c1c", "#ececec"),
    "red": ("#b3261e", "#ff9a8f"),
    "pale": ("#5c5c5c", "#a9a9a9"),
    "face": ("#fbfaf5", "#2b2e34"),
    "back": ("#8fa6bd", "#3a4e63"),
    "empty": ("#f1f1ee", "#202328"),
    "bar": ("#2f6f9f", "#5fa4d4"),
    "track": ("#e3e6e8", "#363b42"),
    "seat1": ("#dcebfb", "#1d3b5c"),
    "seat2": ("#fbd9bd", "#6b4219"),
    "seat3": ("#d5f0d0", "#1f4f2a"),
    "seat4": ("#ecd4f2", "#55305f"),
    "seat5": ("#fbf3b8", "#5e5614"),
    "seat6": ("#cdeeee", "#1b5252"),
}
_STROKES: Final = {"edge": ("#4a4a4a", "#8d8d8d"), "mark": ("#c25400", "#ffb066")}
_SHARED: Final = (
    ".edge{stroke-width:1.2;stroke-linejoin:round}.mark{fill:none;stroke-width:4;stroke-linejoin:round}"
    ".b{font-weight:bold}.m{text-anchor:middle}.e{text-anchor:end}"
)


def style_sheet() -> str:
    """Return the rules for all classes: light, and on a screen dark where its reader prefers that."""
    light, dark = (_rules(which) for which in (0, 1))
    return f"{_SHARED}{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"


def _rules(which: int) -> str:
    fills = "".join(f".{name}{{fill:{colors[which]}}}" for name, colors in (_FILLS | cards.suit_fills()).items())
    return fills + "".join(f".{name}{{stroke:{colors[which]}}}" for name, colors in _STROKES.items())


@dataclass(frozen=True, slots=True)
class Scene:
    """width and height in SVG units (pixels at 100 %); parts from back to front.

    title is the heading that parts show; description says in words what lies where, for those who cannot see it.
    """

    title: str
    description: str
    width: float
    height: float
    parts: tuple[str, ...]


def document(scene: Scene) -> str:
    """Return the SVG of a scene, a file of its own: the same bytes for the same scene."""
    width, height = svg.number(scene.width), svg.number(scene.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" aria-labelledby="title desc" font-family="{FONT}">'
    )
    lines = [
        head,
        svg.element("title", escape(scene.title), id="title"),
        svg.element("desc", escape(scene.description), id="desc"),
        f"<style>{style_sheet()}</style>",
        cards.symbols(scene.parts),
        svg.rect(0, 0, scene.width, scene.height, "ground"),
        *scene.parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def sheet(title: str, scenes: Sequence[tuple[str, Scene]], columns: int = 3) -> str:
    """Return one SVG with some scenes (at least one) side by side, each under its caption."""
    gap, line = 16.0, 26.0
    columns = min(columns, len(scenes))
    wide = max(scene.width for _caption, scene in scenes)
    parts, top = [svg.heading(gap, 34, title, 24, columns * (wide + gap) - gap)], 50.0
    for first in range(0, len(scenes), columns):
        row = scenes[first : first + columns]
        for at, (caption, scene) in enumerate(row):
            x = gap + at * (wide + gap)
            box = f"0 0 {svg.number(scene.width)} {svg.number(scene.height)}"
            size = {"x": x, "y": top + line, "width": float(scene.width), "height": float(scene.height)}
            parts += [
                svg.text(x, top + line - 8, caption, 16, "ink b"),
                svg.element("svg", "".join(scene.parts), **size, viewBox=box),
            ]
        top += max(scene.height for _caption, scene in row) + line + gap
    described = "; ".join(caption for caption, _scene in scenes)
    return document(Scene(title, described, columns * (wide + gap) + gap, top, tuple(parts)))
