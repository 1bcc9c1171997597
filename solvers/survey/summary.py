"""Sum up result files as a stream: counts, rates with intervals, histograms, quantiles, rare deals."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from cardsolo.core.dealing import seed_from_json, seed_to_json
from solvers.survey.question import describe
from solvers.survey.statistics import Quantiles, Tally, rate_interval

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.question import Question

#: The field that sorts a result into a category, by what it asks: the first that a result has.
_CATEGORIES: Final = ("verdict", "status", "outcome")
#: Categories that count as yes in the rate, and those that leave it open.
_YES: Final = frozenset({"clearable", "cleared", "won", "optimal"})
_UNKNOWN: Final = frozenset({"undecided", "crashed"})
_NUMBERS: Final = ("spare", "kills", "value", "bound", "score", "area", "turns")
#: Numbers that count only where they are proved greatest.
_PROVED: Final = frozenset({"spare", "kills"})
_MEASURES: Final = ("nodes", "seconds")
_SHARES: Final = (0.5, 0.9, 0.99, 1.0)
#: A category below this share of all results has its seeds listed, up to so many.
_RARE_SHARE: Final = 0.02
_RARE_LISTED: Final = 20


class Summary:
    """Sums up results of one question, in memory that does not grow with their number."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.n = 0
        self.counts: Counter[str] = Counter()
        self.numbers: dict[str, Tally] = {}
        self.measures: dict[str, Quantiles] = {}
        self.wins: Counter[int] = Counter()
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
            if type(value) is int and (result.get("optimal", True) or name not in _PROVED):
                if name not in self.numbers:
                    self.numbers[name] = Tally()
                self.numbers[name].add(value)
        for name in _MEASURES:
            if name in result:
                if name not in self.measures:
                    self.measures[name] = Quantiles()
                self.measures[name].add(result[name])
        if "audit" in result:
            self.audited[str(result["audit"])] += 1
        self._add_wins(result)

    def _add_wins(self, result: Json) -> None:
        """Count wins by seat where several play: a shared win counts as its share (in 60ths, which 2–6 divide)."""
        ranks = result.get("ranks")
        if isinstance(ranks, list) and ranks.count(1):
            for seat, rank in enumerate(ranks, 1):
                self.wins[seat] += 60 // ranks.count(1) if rank == 1 else 0

    @property
    def rate(self) -> tuple[float, float, float]:
        """Return the share of yes among the known results, and an interval that holds whatever the unknown ones are."""
        return rate_of(self.counts)

    def to_json(self) -> Json:
        rate, low, high = self.rate
        obj: Json = {"type": "summary", "question": describe(self.question), "n": self.n}
        obj["counts"] = dict(self.counts.most_common())
        obj["rate"] = {"value": round(rate, 6), "low": round(low, 6), "high": round(high, 6)}
        obj["numbers"] = {name: _tally_to_json(tally) for name, tally in self.numbers.items()}
        obj["measures"] = {name: _quantiles_to_json(measure) for name, measure in self.measures.items()}
        if self.wins:
            obj["wins"] = {str(seat): round(wins / 60, 4) for seat, wins in sorted(self.wins.items())}
        if self.audited:
            obj["audit"] = dict(self.audited)
        obj["rare"] = {
            name: self._examples[name]
            for name, count in self.counts.items()
            if count < _RARE_SHARE * self.n or name in _UNKNOWN
        }
        return obj


def rate_of(counts: Counter[str]) -> tuple[float, float, float]:
    """Return the share of yes among the known results of some categories, and the interval of it."""
    yes = sum(count for name, count in counts.items() if name in _YES)
    unknown = sum(count for name, count in counts.items() if name in _UNKNOWN)
    known = counts.total() - unknown
    low, high = rate_interval(yes, known - yes, unknown)
    return yes / known if known else 0.0, low, high


def category_of(result: Json) -> str:
    """Return what a result counts as."""
    if result.get("crashed"):
        return "crashed"
    return str(next((result[name] for name in _CATEGORIES if name in result), "other"))


def _tally_to_json(tally: Tally) -> Json:
    histogram = {str(value): tally.counts[value] for value in sorted(tally.counts)}
    half: Any = round(tally.half_width, 4) if len(tally) > 1 else None
    return {"n": len(tally), "mean": round(tally.mean, 4), "plus_minus": half, "histogram": histogram}


def _quantiles_to_json(measure: Quantiles) -> Json:
    quantiles = {str(share): float(f"{measure.quantile(share):.4g}") for share in _SHARES}
    return {"total": round(measure.total, 3), "quantiles": quantiles}


def to_csv(summaries: list[Summary]) -> str:
    """Return one line a summary, for spreadsheets."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["question", "n", "rate", "low", "high", "undecided", "crashed", "mean_spare", "mean_kills", "mean_value"]
    )
    for summary in summaries:
        means = [
            f"{summary.numbers[name].mean:.4f}" if name in summary.numbers else ""
            for name in ("spare", "kills", "value")
        ]
        rates = [f"{value:.6f}" for value in summary.rate]
        unknown = [summary.counts["undecided"], summary.counts["crashed"]]
        writer.writerow([describe(summary.question), summary.n, *rates, *unknown, *means])
    return out.getvalue()
