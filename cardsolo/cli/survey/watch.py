"""What people are told of a survey while it runs, and at its end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cardsolo.cli.common.progress import Progress
from cardsolo.cli.common.run import say
from cardsolo.core.errors import clip
from cardsolo.core.i18n import _, plural

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.results import Results
    from solvers.survey.runner import Plan

#: So many deals without an answer are told of one by one.
_CRASHES_TOLD = 10


def name_of(out: str) -> str:
    """Return what a file is called in messages."""
    return _("standard output") if out == "-" else clip(out, 200)


class Watch:
    """Follows a survey: progress, counts and the interval so far, of this run and of those before it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._out = name_of(plan.out)
        self._results: Results | None = None
        self._progress: Progress | None = None
        self._told = 0

    @property
    def begun(self) -> bool:
        """Whether the file was opened, so that something may stand in it."""
        return self._results is not None

    @property
    def crashed(self) -> int:
        """Seeds in the file that have no answer."""
        return len(self._results.crashed) if self._results is not None else 0

    @property
    def disagreed(self) -> int:
        return self._results.disagreed if self._results is not None else 0

    def begin(self, results: Results) -> None:
        self._results = results
        if results.torn:
            say(_("the last line of {out} was cut off and is done again").format(out=self._out))
        done = self._plan.answered(results)
        if done:
            say(plural("{count} seed is done already", "{count} seeds are done already", done))
        if count := len(results.crashed):
            text = plural("{count} deal without an answer", "{count} deals without an answer", count)
            say(_("{deals}: tried again").format(deals=text))
        self._progress = Progress(self._plan.size, done)

    def report(self, batch: list[Json], done: int) -> None:
        for result in batch:
            self._tell_crash(result)
        if self._progress is not None:
            self._progress.update(done, self._so_far())

    def tell(self, text: str) -> None:
        """Say something meanwhile."""
        self.end()
        say(text)

    def _tell_crash(self, result: Json) -> None:
        """Say of the first deals without an answer which they are, and why."""
        if not result.get("crashed"):
            return
        self._told += 1
        if self._told <= _CRASHES_TOLD:
            cause = result.get("error", _("the worker died"))
            self.tell(_("seed {seed} has no answer: {cause}").format(seed=result["seed"], cause=cause))

    def _so_far(self) -> str:
        from solvers.survey.categories import rate_of

        found = self._results.counts if self._results is not None else Counter()
        counts = " ".join(f"{name} {count}" for name, count in found.most_common() if count)
        rate = None if len(self._plan.question.players) > 1 else rate_of(found)
        if rate is None:
            return counts
        share, low, high = rate
        if share is None:
            return counts
        return f"{counts}  {100 * share:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"

    def done(self) -> str:
        """Return the last word."""
        return plural("{count} seed in {out}", "{count} seeds in {out}", self._count(), out=self._out)

    def so_far_and_how_to_go_on(self) -> str:
        text = _("{done} of {total} seeds are in {out}; the same command goes on from here")
        return text.format(done=self._count(), total=self._plan.size, out=self._out)

    def _count(self) -> int:
        return self._plan.answered(self._results) if self._results is not None else 0

    def end(self) -> None:
        """Take the progress line away."""
        if self._progress is not None:
            self._progress.clear()
