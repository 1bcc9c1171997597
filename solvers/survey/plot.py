"""Pictures of surveys with matplotlib (optional extra `plots`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.optional import may_lack
from solvers.survey.question import describe

if TYPE_CHECKING:
    from solvers.survey.summary import Summary


def plot(summaries: list[Summary], out: str) -> None:
    """Draw the rates of some surveys with their intervals, and a histogram of the first number that all have.

    out ends in .svg or .png. Raises OptionError without the extra or for another ending.
    """
    if not out.lower().endswith((".svg", ".png")):
        raise OptionError(_("{out}: a picture ends in .svg or .png").format(out=out))
    with may_lack("matplotlib.figure", _("plots need the package matplotlib (pip install matplotlib)")):
        from matplotlib.figure import Figure
    shared = [name for name in summaries[0].numbers if all(name in summary.numbers for summary in summaries)]
    height = 1.6 + 0.35 * len(summaries)
    figure = Figure(figsize=(9, height + (3.2 if shared else 0)), layout="constrained")
    axes = figure.subplots(2 if shared else 1, 1, squeeze=False, height_ratios=[height, 3.2] if shared else [1])
    _rates(axes[0][0], summaries)
    if shared:
        _histogram(axes[1][0], summaries, shared[0])
    figure.savefig(out)


def _rates(axes: Any, summaries: list[Summary]) -> None:
    for row, summary in enumerate(summaries):
        rate, low, high = summary.rate
        axes.errorbar(
            rate, row, xerr=[[max(0.0, rate - low)], [max(0.0, high - rate)]], fmt="o", capsize=3, color="#1f4e79"
        )
    axes.set_yticks(range(len(summaries)), [f"{describe(s.question)}\nn = {s.n}" for s in summaries], fontsize=7)
    axes.set_ylim(len(summaries) - 0.5, -0.5)
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
