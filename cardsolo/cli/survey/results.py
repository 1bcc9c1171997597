"""`cardsolo survey merge|summary|plot`: what to do with result files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps

if TYPE_CHECKING:
    from solvers.survey.summary import Summary

_GAPS_SHOWN = 10


@click.command(cls=Command, help=_("Join result files of one question, sorted by seed; report gaps and overlaps."))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", "-o", required=True, metavar="FILE", help=_("Where to; it may be one of the files."))
def merge(files: tuple[str, ...], out: str) -> None:
    from solvers.survey.merge import merge as join

    merged = join(files, out)
    say(_("{n} seeds in {out}, {overlaps} overlaps").format(n=merged.n, out=out, overlaps=merged.overlaps))
    for first, last in merged.gaps[:_GAPS_SHOWN]:
        say(_("gap: {first}..{last}").format(first=first, last=last))
    if len(merged.gaps) > _GAPS_SHOWN:
        say(_("… and {count} more gaps").format(count=len(merged.gaps) - _GAPS_SHOWN))


@click.command(
    cls=Command,
    help=_(
        "Sum up result files, each by itself: counts, rate with a 95 % interval, histograms, quantiles, rare deals."
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help=_("One line a file, for spreadsheets."))
def summary(files: tuple[str, ...], as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise OptionError(_("--json or --csv, not both"))
    summaries = [_sum_up(name) for name in files]
    if as_csv:
        from solvers.survey.summary import to_csv

        click.echo(to_csv(summaries), nl=False)
        return
    for found in summaries:
        for line in [dumps(found.to_json())] if as_json else _lines(found):
            click.echo(line)


@click.command(cls=Command, help=_("Draw rates with intervals and a histogram (needs the extra `plots`)."))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--out", "-o", required=True, metavar="FILE", help=_("A name that ends in .svg or .png."))
def plot(files: tuple[str, ...], out: str) -> None:
    from solvers.survey.plot import plot as draw

    draw([_sum_up(name) for name in files], out)
    say(out)


def _sum_up(name: str) -> Summary:
    from solvers.survey.results import read_results
    from solvers.survey.summary import Summary

    with open_input(name) as stream:
        question, _header, results = read_results(stream)
        found = Summary(question)
        for _number, _raw, result in results:
            found.add(result)
    return found


def _lines(found: Summary) -> list[str]:
    obj = found.to_json()
    rate = obj["rate"]
    lines = [obj["question"], _("  {n} seeds").format(n=obj["n"])]
    lines += [f"  {name:16}{count:>10}  {100 * count / obj['n']:7.3f} %" for name, count in obj["counts"].items()]
    text = _("  rate {value:.3f} %, 95 % interval {low:.3f} to {high:.3f} %")
    if not obj.get("wins"):  # where several play, nobody's outcome is a yes
        lines.append(text.format(**{key: 100 * value for key, value in rate.items()}))
    for name, tally in obj["numbers"].items():
        half = "" if tally["plus_minus"] is None else f" ± {tally['plus_minus']}"
        histogram = "  ".join(f"{value}: {count}" for value, count in tally["histogram"].items())
        lines += [f"  {name}: {tally['mean']}{half} (n = {tally['n']})", f"    {histogram}"]
    for name, measure in obj["measures"].items():
        shares = "  ".join(f"{100 * float(share):g} %: {value:g}" for share, value in measure["quantiles"].items())
        lines.append(f"  {name}: {shares}")
    for name, count in obj.get("audit", {}).items():
        lines.append(_("  audit {name}: {count}").format(name=name, count=count))
    for name, seeds in obj["rare"].items():
        lines.append(f"  {name}: " + " ".join(map(str, seeds)))
    for seat, wins in obj.get("wins", {}).items():
        lines.append(_("  player {seat}: {wins:g} wins").format(seat=seat, wins=wins))
    return lines
