"""Plots of surveys: what share is a yes, shares of the wins where several play, and how every number is spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardsolo.core.i18n import _, marked
from solvers.plots import Histogram, Plot, Rates, Row, Series
from solvers.survey.files import STANDARD, check_file
from solvers.survey.question import describe

if TYPE_CHECKING:
    from solvers.plots import Panel
    from solvers.survey.question import Question
    from solvers.survey.summary import Summary

#: What counts as a yes, by game and question, and by question alone.
_RATES: Final = {
    ("dungeon", "verdict"): marked("deals that are clearable, every card known"),
    ("dungeon", "optimum"): marked("deals that are clearable, every card known"),
    ("dungeon", "player"): marked("games in which the player cleared the dungeon"),
    ("triangle", "out"): marked("deals whose fewest turns are proved"),
    ("triangle", "all"): marked("deals whose fewest turns are proved"),
    ("rogue", "player"): marked("games that the player won"),
}
#: What a number is, and its unit.
_NUMBERS: Final = {
    "spare": (marked("Cards to spare, of the deals with a proved best"), marked("cards")),
    "kills": (marked("Monsters killed"), marked("monsters")),
    "value": (marked("Turns of the best sequence found"), marked("turns")),
    "bound": (marked("Turns that every sequence needs, proved"), marked("turns")),
    "score": (marked("Score at the end"), marked("points")),
    "area": (marked("Area reached"), marked("area")),
    "turns": (marked("Turns played"), marked("turns")),
}


def plot(summaries: list[Summary], out: str) -> None:
    """Draw what each summary has; a number that one lacks is drawn of the others.

    out ends in .svg or .png, or is `-`: SVG on standard output. Raises OptionError without the extra or for another
    ending.
    """
    drawing = Plot(out, to_stdout=True)
    if out != STANDARD:
        check_file(out)
    panels: list[Panel] = [*_rates(summaries), *_standings(summaries), *_numbers(summaries)]
    questions = {describe(summary.question) for summary in summaries}
    drawing.write(questions.pop() if len(questions) == 1 else _("Surveys"), panels)


def _rates(summaries: list[Summary]) -> list[Rates]:
    """Return a panel for each kind of yes."""
    found: dict[str, list[Row]] = {}
    for summary in summaries:
        if summary.rate is not None and summary.n:
            row = Row(describe(summary.question), summary.n, *summary.rate)
            found.setdefault(_yes(summary.question), []).append(row)
    return [Rates(_("Rate of {what}").format(what=what), rows) for what, rows in found.items()]


def _yes(question: Question) -> str:
    known = _RATES.get((question.game, question.ask))
    return _("games won") if known is None else _(known)


def _standings(summaries: list[Summary]) -> list[Rates]:
    """Return a panel for each survey of games between programs."""
    return [
        Rates(
            _("Shares of the wins, ties divided: {question}").format(question=describe(summary.question)),
            [
                Row(f"{place}. {standing.player}", standing.games, standing.share, *standing.interval)
                for place, standing in enumerate(summary.standings, 1)
                if standing.games
            ],
            expected=1 / len(summary.standings),
        )
        for summary in summaries
        if any(standing.games for standing in summary.standings)
    ]


def _numbers(summaries: list[Summary]) -> list[Histogram]:
    names = [name for name in _NUMBERS if any(name in summary.numbers for summary in summaries)]
    return [
        Histogram(
            _(_NUMBERS[name][0]),
            _(_NUMBERS[name][1]),
            [
                Series(
                    describe(summary.question) if len(summaries) > 1 else "",
                    summary.numbers[name].counts,
                    summary.numbers[name].half_width if len(summary.numbers[name]) > 1 else None,
                )
                for summary in summaries
                if name in summary.numbers
            ],
        )
        for name in names
    ]
