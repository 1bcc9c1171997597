"""The one style of all plots, with matplotlib (optional extra `plots`).

A plot is a column of panels. Each says in its title what it shows and of how many, on its axes the units; an
interval is always 95 %. The same numbers give the same SVG.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from io import BytesIO
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final, Protocol
from warnings import catch_warnings

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.files import write_whole
from cardsolo.core.i18n import _
from cardsolo.core.optional import needs_extra

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: The name that stands for standard output.
_STANDARD: Final = "-"
#: Told apart by lightness too, and without red beside green.
COLORS: Final = ("#1f4e79", "#c25400", "#5fa4d4", "#7a5195", "#9aa0a6", "#0b7a53")
_MARK: Final = "#c25400"
#: Letters in a line beside a rate.
_LABEL: Final = 34
#: Matplotlib takes the first that is installed, and for each sign the first that has it.
_FONTS: Final = ("DejaVu Sans", "Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "Hiragino Sans", "Yu Gothic")
_STYLE: Final = {
    "text.parse_math": False,  # labels have words of files in them, and no formulas
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "cardsolo",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
}


class Panel(Protocol):
    """One part of a plot."""

    @property
    def height(self) -> float:
        """Return its height in inches."""
        ...

    def draw(self, axes: Any) -> None:
        """Draw it on axes of matplotlib."""
        ...


class Plot:
    """Where a plot goes: a name that ends in .svg or .png, or `-` where that is allowed, for SVG on standard output.

    It is made before the work whose result is drawn. Raises OptionError for another name, or without the extra.
    """

    def __init__(self, out: str, *, to_stdout: bool = False) -> None:
        self._out = out
        if not (out == _STANDARD and to_stdout) and not out.lower().endswith((".svg", ".png")):
            raise OptionError(_("{out}: a picture ends in .svg or .png").format(out=clip(out, 200)))
        text = _("plots need the extra `plots`; in a clone of the sources: {command}")
        with needs_extra("plots", "matplotlib.figure", text):
            import matplotlib.figure  # noqa: F401

    def write(self, title: str, panels: Sequence[Panel]) -> None:
        """Draw panels below one another. Raises OptionError where there are none, OSError."""
        if not panels:
            raise OptionError(_("there is nothing to plot: no number is known"))
        is_png = self._out.lower().endswith(".png")
        data = _drawn(title, panels, "png" if is_png else "svg")
        if self._out == _STANDARD:
            sys.stdout.buffer.write(data)
        else:
            write_whole(self._out, data)


def _drawn(title: str, panels: Sequence[Panel], kind: str) -> bytes:
    data, lacks_letters = _attempt(title, panels, kind)
    if lacks_letters and kind == "png":  # SVG leaves letters to whoever shows it
        _look_for_fonts()
        data, lacks_letters = _attempt(title, panels, kind)
        if lacks_letters:
            raise OptionError(_("no font that is installed has these letters; a name that ends in .svg needs none"))
    return data


def _attempt(title: str, panels: Sequence[Panel], kind: str) -> tuple[bytes, bool]:
    """Draw with the fonts that matplotlib knows; tell also whether letters were missing."""
    from matplotlib import font_manager, style
    from matplotlib.figure import Figure

    installed = set(font_manager.get_font_names())
    fonts = [name for name in _FONTS if name in installed or name == _FONTS[0]]
    out = BytesIO()
    with catch_warnings(record=True) as missing, style.context(["default", {**_STYLE, "font.family": fonts}]):
        heights = [panel.height for panel in panels]
        figure = Figure(figsize=(9, sum(heights) + 0.5), layout="constrained")
        figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
        axes = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
        for (place,), panel in zip(axes, panels, strict=True):
            panel.draw(place)
        _settle(figure)
        figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else None)
    return out.getvalue(), any("missing from font" in str(warning.message) for warning in missing)


def _settle(figure: Any) -> None:
    """Lay the panels out, once, on round numbers.

    The last digits of what the layout's solver finds depend on where its objects lie in memory.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        axes.set_position([round(part, 6) for part in axes.get_position().bounds])


def _look_for_fonts() -> None:
    """Make known to matplotlib the fonts of _FONTS that were installed after it listed all there are."""
    from matplotlib import font_manager

    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    wanted = tuple(name.replace(" ", "").removesuffix("JP").lower() for name in _FONTS[1:])
    for path in font_manager.findSystemFonts():
        name = re.split(r"[/\\]", path)[-1].lower()
        if path not in known and name.startswith(wanted):
            font_manager.fontManager.addfont(path)


# --- rates ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Row:
    """A rate (0 to 1; None where only its interval is known) of n cases, with its 95 % interval."""

    label: str
    n: int
    rate: float | None
    low: float
    high: float

    def says(self) -> str:
        values = {"low": 100 * self.low, "high": 100 * self.high}
        if self.rate is None:
            return _("not known ({low:.1f} to {high:.1f} %)").format(**values)
        return _("{rate:.1f} % ({low:.1f} to {high:.1f} %)").format(rate=100 * self.rate, **values)


@dataclass(frozen=True)
class Rates:
    """Rates below one another. of: what has that rate, as the title; expected: a rate (0 to 1) to compare with."""

    of: str
    rows: Sequence[Row]
    expected: float | None = None

    @property
    def height(self) -> float:
        return 1.0 + sum(0.28 + 0.14 * (1 + len(row.label) // _LABEL) for row in self.rows)

    def draw(self, axes: Any) -> None:
        for place, row in enumerate(self.rows):
            if row.rate is None:  # nothing is known but that it lies between
                axes.plot([100 * row.low, 100 * row.high], [place, place], color=COLORS[0], linestyle=":")
            else:
                error = [[max(0.0, 100 * (row.rate - row.low))], [max(0.0, 100 * (row.high - row.rate))]]
                axes.errorbar(100 * row.rate, place, xerr=error, fmt="o", capsize=3, color=COLORS[0])
            axes.annotate(row.says(), (1.01, place), xycoords=("axes fraction", "data"), va="center", fontsize=8)
        if self.expected is not None:
            axes.axvline(100 * self.expected, color=_MARK, linestyle="--", linewidth=1)
        axes.set_yticks(range(len(self.rows)), [f"{fill(row.label, _LABEL)}\nn = {row.n}" for row in self.rows])
        axes.set_ylim(len(self.rows) - 0.5, -0.5)
        axes.set_title(fill(self.of, 2 * _LABEL + 10))
        axes.set_xlabel(_("rate with 95 % interval, %"))
        axes.grid(visible=False, axis="y")


# --- distributions ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Series:
    """How often each value came; half_width: of the 95 % interval of the mean, None where that is not known."""

    label: str
    counts: Mapping[int, int]
    half_width: float | None

    def says(self) -> str:
        n = sum(self.counts.values())
        mean = sum(value * count for value, count in self.counts.items()) / n
        error = "" if self.half_width is None else f" ± {self.half_width:.2f}"
        said = _("mean {mean:.2f}{error}, n = {n}").format(mean=mean, error=error, n=n)
        return f"{self.label}: {said}" if self.label else said


@dataclass(frozen=True)
class Histogram:
    """How often each value of one number came, for one or several sets (each not empty). of: the title."""

    of: str
    unit: str
    series: Sequence[Series]

    @property
    def height(self) -> float:
        return 2.6 + 0.17 * len(self.series)

    def draw(self, axes: Any) -> None:
        width = 0.8 / len(self.series)
        for index, series in enumerate(self.series):
            n = sum(series.counts.values())
            values = sorted(series.counts)
            places = [value + (index - (len(self.series) - 1) / 2) * width for value in values]
            shares = [100 * series.counts[value] / n for value in values]
            color = COLORS[index % len(COLORS)]
            axes.bar(places, shares, width, label=series.says(), color=color, edgecolor="white", linewidth=0.4)
        axes.set_xlabel(self.unit)
        axes.set_ylabel(_("share of the cases, %"))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(visible=False, axis="x")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.08), borderaxespad=0)
        axes.set_title(self.of, pad=14 * len(self.series) + 12)


# --- courses ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Course:
    """A number after each move of a game; moves without one are a gap. at: a move to mark, with what is said of it."""

    of: str
    unit: str
    values: Mapping[int, float]
    last: int
    most: float | None = None
    at: int | None = None
    note: str = ""

    @property
    def height(self) -> float:
        return 2.6

    def draw(self, axes: Any) -> None:
        moves = range(self.last + 1)
        axes.plot(moves, [self.values.get(n, float("nan")) for n in moves], marker="o", markersize=3, color=COLORS[0])
        if self.at is not None:
            axes.axvline(self.at, color=_MARK, linestyle="--", linewidth=1)
            side = "right" if self.at > self.last / 2 else "left"
            place = (-4 if side == "right" else 4, -4)
            top = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "fontsize": 8}
            axes.annotate(self.note, (self.at, 1), place, ha=side, va="top", color=_MARK, **top)
        axes.set_title(self.of)
        axes.set_xlabel(_("after move"))
        axes.set_ylabel(self.unit)
        axes.set_xlim(-0.5, self.last + 0.5)
        axes.set_ylim(0, 1.15 * max(1, self.most or max(self.values.values())))
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.yaxis.get_major_locator().set_params(integer=True)
