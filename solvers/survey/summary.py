"""Sum up result files as a stream: counts, rates with intervals, histograms, quantiles, rare deals, standings."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.dealing import seed_from_json, seed_to_json
from cardsolo.core.errors import clip
from solvers.survey.categories import UNKNOWN, Rate, category_of, rate_of
from solvers.survey.question import describe
from solvers.survey.standings import Standing, standings_of
from solvers.survey.statistics import Quantiles, Tally

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.question import Question

_NUMBERS: Final = ("spare", "kills", "value", "bound", "score", "area", "turns")
#: Numbers that count only where they are proved greatest.
_PROVED: Final = frozenset({"spare", "kills"})
_MEASURES: Final = ("nodes", "seconds")
_SHARES: Final = (0.5, 0.9, 0.99, 1.0)
#: A category below this share of all results has its seeds listed, up to so many.
_RARE_SHARE: Final = 0.02
_RARE_LISTED: Final = 20


class Summary:
    """Sums up results of one question, in memory that does not grow with their number.

    standings: of the programs that played, where each seed is a game between several; nobody's outcome is a yes there.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        self.n = 0
        self.counts: Counter[str] = Counter()
        self.numbers: dict[str, Tally] = {}
        self.measures: dict[str, Quantiles] = {}
        self.standings: list[Standing] = standings_of(question)
        self.audited: Counter[str] = Counter()
        self._examples: dict[str, list[int | str]] = {}

    def add(self, result: Json) -> None:
        """Take one result."""
        self.n += 1
        category = category_of(result)
        self.counts[category] += 1
        examples = self._examples.setdefault(category, [])
        if len(examples) < _RARE_LISTED:
            examples.append(seed_to_json(seed_from_json(result["seed"])))
        for name in _NUMBERS:
            value = result.get(name)
            if type(value) is int and (name not in _PROVED or result.get("optimal", True)):
                if name not in self.numbers:
                    self.numbers[name] = Tally()
                self.numbers[name].add(value)
        for name in _MEASURES:
            if name in result:
                if name not in self.measures:
                    self.measures[name] = Quantiles()
                self.measures[name].add(result[name])
        if result.get("audit") is not None:
            self.audited[clip(str(result["audit"]))] += 1
        self._add_game(result)

    def _add_game(self, result: Json) -> None:
        ranks, left = result.get("ranks"), result.get("left")
        if not isinstance(ranks, list) or len(ranks) < 2:
            return
        if not self.standings:  # the header names nobody: then by place
            self.standings = [Standing(str(place)) for place in range(1, len(ranks) + 1)]
        if len(ranks) == len(self.standings):
            for standing, rank, cards in zip(self.standings, ranks, left or [None] * len(ranks), strict=True):
                standing.add(rank, cards, ranks.count(1))

    @property
    def rate(self) -> Rate | None:
        """Return the share of yes among the known results, and an interval that holds whatever the unknown ones are.

        The share is None where nothing is known; all is None where there is no such share, in games between several.
        """
        return None if self.standings else rate_of(self.counts)

    def to_json(self) -> Json:
        obj: Json = {"type": "summary", "question": describe(self.question), "n": self.n}
        obj["counts"] = dict(self.counts.most_common())
        obj["rate"] = None if self.rate is None else _rate_to_json(*self.rate)
        obj["numbers"] = {name: _tally_to_json(tally) for name, tally in self.numbers.items()}
        obj["measures"] = {name: _quantiles_to_json(measure) for name, measure in self.measures.items()}
        if self.standings:
            obj["wins"] = {str(place): round(standing.wins, 4) for place, standing in enumerate(self.standings, 1)}
            obj["players"] = [standing.to_json() for standing in self.standings]
        if self.audited:
            obj["audit"] = dict(self.audited)
        obj["rare"] = {
            name: self._examples[name]
            for name, count in self.counts.items()
            if count < _RARE_SHARE * self.n or name in UNKNOWN
        }
        return obj


def _rate_to_json(value: float | None, low: float, high: float) -> Json:
    return {"value": None if value is None else round(value, 6), "low": round(low, 6), "high": round(high, 6)}


def _tally_to_json(tally: Tally) -> Json:
    histogram = {str(value): tally.counts[value] for value in sorted(tally.counts)}
    half: Any = round(tally.half_width, 4) if len(tally) > 1 else None
    return {"n": len(tally), "mean": round(tally.mean, 4), "plus_minus": half, "histogram": histogram}


def _quantiles_to_json(measure: Quantiles) -> Json:
    quantiles = {str(share): _rounded(measure.quantile(share), measure.largest) for share in _SHARES}
    return {"total": round(measure.total, 3), "quantiles": quantiles}


def _rounded(value: float, largest: float) -> float:
    """Return a quantile to four digits, which is what it is good for; the largest number is known exactly."""
    return min(float(f"{value:.4g}"), float(largest)) if value < largest else float(largest)


def to_csv(summaries: list[Summary]) -> str:
    """Return one line a summary, for spreadsheets; win_shares are those of the players in their order."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["question", "n", "rate", "low", "high", "undecided", "crashed", "mean_spare", "mean_kills", "mean_value"]
    writer.writerow([*head, "win_shares"])
    for summary in summaries:
        means = [
            f"{summary.numbers[name].mean:.4f}" if name in summary.numbers else ""
            for name in ("spare", "kills", "value")
        ]
        rates = ["" if value is None else f"{value:.6f}" for value in summary.rate or (None, None, None)]
        unknown = [summary.counts["undecided"], summary.counts["crashed"]]
        shares = " ".join(f"{standing.share:.6f}" for standing in summary.standings)
        writer.writerow([describe(summary.question), summary.n, *rates, *unknown, *means, shares])
    return out.getvalue()
