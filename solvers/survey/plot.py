"""Pictures of surveys with matplotlib (optional extra `plots`)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.core.optional import may_lack
from solvers.survey.files import STANDARD, check_file
from solvers.survey.question import describe

if TYPE_CHECKING:
    from solvers.survey.categories import Rate
    from solvers.survey.summary import Summary


def plot(summaries: list[Summary], out: str) -> None:
    """Draw rates with their intervals (shares of the wins where several play), a histogram of the first shared number.

    out ends in .svg or .png, or is `-`: SVG on standard output. Raises OptionError without the extra or for another
    ending.
    """
    if out != STANDARD and not out.lower().endswith((".svg", ".png")):
        raise OptionError(_("{out}: a picture ends in .svg or .png").format(out=clip(out, 200)))
    if out != STANDARD:
        check_file(out)
    with may_lack("matplotlib.figure", _("plots need the package matplotlib (pip install matplotlib)")):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    with rc_context({"text.parse_math": False}):  # labels have words of the file in them, and no formulas
        figure = _drawn(Figure, summaries)
        if out == STANDARD:
            figure.savefig(sys.stdout.buffer, format="svg")
        else:
            figure.savefig(out)


def _drawn(kind: Any, summaries: list[Summary]) -> Any:
    shared = [name for name in summaries[0].numbers if all(name in summary.numbers for summary in summaries)]
    rows = [row for summary in summaries for row in _rows(summary)]
    height = 1.6 + 0.35 * len(rows)
    figure = kind(figsize=(9, height + (3.2 if shared else 0)), layout="constrained")
    axes = figure.subplots(2 if shared else 1, 1, squeeze=False, height_ratios=[height, 3.2] if shared else [1])
    _rates(axes[0][0], rows)
    if shared:
        _histogram(axes[1][0], summaries, shared[0])
    return figure


@dataclass(frozen=True)
class Row:
    """A rate with its interval."""

    label: str
    rate: Rate | None


def _rows(summary: Summary) -> list[Row]:
    label = f"{describe(summary.question)}\nn = {summary.n}"
    if not summary.standings:
        return [Row(label, summary.rate)]
    wins = _("{place}. {player}: share of the wins")
    return [
        Row(
            "\n".join([label] * (place == 1) + [wins.format(place=place, player=standing.player)]),
            (standing.share, *standing.interval),
        )
        for place, standing in enumerate(summary.standings, 1)
    ]


def _rates(axes: Any, rows: list[Row]) -> None:
    for place, row in enumerate(rows):
        if row.rate is None:
            continue
        rate, low, high = row.rate
        if rate is None:  # nothing is known but that it lies between
            axes.plot([low, high], [place, place], color="#1f4e79", linestyle=":")
            continue
        error = [[max(0.0, rate - low)], [max(0.0, high - rate)]]
        axes.errorbar(rate, place, xerr=error, fmt="o", capsize=3, color="#1f4e79")
    axes.set_yticks(range(len(rows)), [row.label for row in rows], fontsize=7)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(_("rate with 95 % interval"))
    axes.grid(axis="x", alpha=0.3)


def _histogram(axes: Any, summaries: list[Summary], name: str) -> None:
    width = 0.8 / len(summaries)
    for index, summary in enumerate(summaries):
        tally = summary.numbers[name]
        values = sorted(tally.counts)
        shares = [tally.counts[value] / len(tally) for value in values]
        offset = (index - (len(summaries) - 1) / 2) * width
        axes.bar([value + offset for value in values], shares, width, label=describe(summary.question))
    axes.set_xlabel(name)
    axes.set_ylabel(_("share"))
    if len(summaries) > 1:
        axes.legend(fontsize=6)
