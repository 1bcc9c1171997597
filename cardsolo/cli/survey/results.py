"""`cardsolo survey merge|summary|plot`: what to do with result files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.run import USAGE, say
from cardsolo.cli.common.shared import Command, json_option
from cardsolo.cli.common.streams import open_input
from cardsolo.cli.survey.watch import name_of
from cardsolo.cli.survey.words import summary_lines
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _, plural
from cardsolo.core.jsonl import dumps

if TYPE_CHECKING:
    from cardsolo.core.errors import FormatError
    from solvers.survey.summary import Summary

_GAPS_SHOWN = 10
#: So many damaged lines of a command are told of one by one; the others are counted.
_FAULTS_TOLD = 100


class _Faults:
    """Tells of damaged lines, each once; at the end the command has a code for them."""

    def __init__(self) -> None:
        self.count = 0

    def tell(self, error: FormatError) -> None:
        self.count += 1
        if self.count <= _FAULTS_TOLD:
            say(str(error))

    def end(self, remedy: str) -> None:
        """Say how many there were and what helps, and end with the code of bad input."""
        if not self.count:
            return
        if self.count > _FAULTS_TOLD:
            say(_("… and {count} more faults").format(count=self.count - _FAULTS_TOLD))
        say(
            plural(
                "{count} line is damaged; {remedy}", "{count} lines are damaged; {remedy}", self.count, remedy=remedy
            )
        )
        click.get_current_context().exit(USAGE)


@click.command(
    cls=Command,
    help=_(
        "Join result files of one question, sorted by seed; report gaps and overlaps. Of damaged files the whole lines"
        " are kept."
        "\n\n\b\nExamples:"
        "\n  cardsolo survey merge part1.jsonl part2.jsonl --out all.jsonl"
        "\n  cardsolo survey merge damaged.jsonl --out damaged.jsonl"
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--out", "-o", required=True, metavar="FILE", help=_("Where to; it may be one of the files (- is standard output).")
)
def merge(files: tuple[str, ...], out: str) -> None:
    from solvers.survey.merge import merge as join

    faults = _Faults()
    merged = join(files, out, faults.tell)
    name = name_of(out)
    told = {"out": name, "overlaps": merged.overlaps}
    say(
        plural(
            "{count} seed in {out}, {overlaps} overlaps",
            "{count} seeds in {out}, {overlaps} overlaps",
            merged.n,
            **told,
        )
    )
    for first, last in merged.gaps[:_GAPS_SHOWN]:
        say(_("gap: {first}..{last}").format(first=first, last=last))
    if len(merged.gaps) > _GAPS_SHOWN:
        say(_("… and {count} more gaps").format(count=len(merged.gaps) - _GAPS_SHOWN))
    if merged.crashed:
        say(plural("{count} seed has no answer", "{count} seeds have no answer", merged.crashed))
    faults.end(_("{out} has all whole ones, and the survey with --out {out} does the rest").format(out=name))


@click.command(
    cls=Command,
    help=_(
        "Sum up result files, each by itself: counts, rate with a 95 % interval, histograms, quantiles, rare deals; of"
        " games between programs their shares of the wins. Whole lines of damaged files count."
    ),
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
@click.option("--csv", "as_csv", is_flag=True, help=_("One line a file, for spreadsheets."))
def summary(files: tuple[str, ...], as_json: bool, as_csv: bool) -> None:
    if as_json and as_csv:
        raise OptionError(_("--json or --csv, not both"))
    faults = _Faults()
    summaries = [_sum_up(name, faults) for name in files]
    if as_csv:
        from solvers.survey.summary import to_csv

        click.echo(to_csv(summaries), nl=False)
    else:
        for found in summaries:
            for line in [dumps(found.to_json())] if as_json else summary_lines(found, current_style()):
                click.echo(line)
    faults.end(_remedy())


@click.command(cls=Command, help=_("Draw rates with intervals and a histogram (needs the extra `plots`)."))
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--out",
    "-o",
    required=True,
    metavar="FILE",
    help=_("A name that ends in .svg or .png (- is SVG on standard output)."),
)
def plot(files: tuple[str, ...], out: str) -> None:
    from solvers.survey.plot import plot as draw

    faults = _Faults()
    draw([_sum_up(name, faults) for name in files], out)
    if out != "-":
        say(clip(out, 200))
    faults.end(_remedy())


def _remedy() -> str:
    return _(
        "the sum is of the whole ones. `cardsolo survey merge FILE --out FILE` keeps these, the survey does the rest"
    )


def _sum_up(name: str, faults: _Faults) -> Summary:
    from solvers.survey.reader import read_results
    from solvers.survey.summary import Summary

    def tell(error: FormatError) -> None:
        error.file = name
        faults.tell(error)

    with open_input(name) as stream:
        question, _header, results = read_results(stream, tell)
        found = Summary(question)
        for _number, _raw, result in results:
            found.add(result)
    return found
