"""Plots of played games: rates of wins or of first places, how every number is spread, the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolo.core.i18n import _
from cardsolo.core.jsonl import plain
from solvers.plots import Histogram, Rates, Row, Series
from solvers.survey.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solvers.plots import Panel
    from solvers.survey.played import Played


def panels(groups: Sequence[Played], title_of: Callable[[str], str]) -> list[Panel]:
    """Return what can be drawn of some games, a block for each game; title_of names a number of Played in words.

    Rules stand beside a number where there are several of one game.
    """
    games = list(dict.fromkeys(played.game for played in groups))
    found: list[Panel] = []
    for game in games:
        own = [played for played in groups if played.game == game]
        found += [*_wins(game, own), *_places(own), *_numbers(own, title_of), *_dice(own)]
    return found


def _name(played: Played) -> str:
    return " ".join([played.game, *(f"{name}={plain(value)}" for name, value in played.rules.items())])


def _wins(game: str, groups: list[Played]) -> list[Rates]:
    rows = [
        Row(_name(played), played.finished, played.wins / played.finished, *wilson(played.wins, played.finished))
        for played in groups
        if played.wins is not None
    ]
    return [Rates(_("{game}: rate of games won, of those that were finished").format(game=game), rows)] if rows else []


def _places(groups: list[Played]) -> list[Rates]:
    """Return how often each seat came first; seats may share that."""
    found = []
    for played in groups:
        rows = []
        for seat, counts in sorted(played.tables.get("ranks", {}).items(), key=lambda item: int(item[0])):
            n, first = counts.total(), counts["1"]
            rows.append(Row(_("seat {seat}").format(seat=seat), n, first / n, *wilson(first, n)))
        if rows:
            title = _("Rate of games in which a seat came first, alone or not: {rules}")
            found.append(Rates(title.format(rules=_name(played)), rows))
    return found


def _numbers(groups: list[Played], title_of: Callable[[str], str]) -> list[Histogram]:
    names = list(dict.fromkeys(name for played in groups for name in played.tallies))
    found = []
    for name in names:
        tallies = {_name(played): played.tallies[name] for played in groups if name in played.tallies}
        series = [
            Series(label if len(groups) > 1 else "", tally.counts, tally.half_width if len(tally) > 1 else None)
            for label, tally in tallies.items()
        ]
        title = title_of(name)
        found.append(Histogram(f"{groups[0].game}: {title}", title, series))
    return found


def _dice(groups: list[Played]) -> list[Rates]:
    found = []
    for played in groups:
        n = played.dice.total()
        rows = [
            Row(_("face {face}").format(face=face), n, played.dice[face] / n, *wilson(played.dice[face], n))
            for face in range(1, 7)
            if n
        ]
        if rows:
            title = _("Rate of each face of the dice; dashed: of fair dice. {rules}")
            found.append(Rates(title.format(rules=_name(played)), rows, expected=1 / 6))
    return found
