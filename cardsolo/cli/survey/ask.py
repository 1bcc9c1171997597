"""`cardsolo survey dungeon|triangle|rogue`: answer one question for a range of seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardsolo.cli.common.progress import Progress
from cardsolo.cli.common.run import FAILED, cause_of, say
from cardsolo.cli.common.shared import Command, seconds_type
from cardsolo.cli.common.sources import rules_options, take_sources
from cardsolo.core.errors import OptionError, SolverError
from cardsolo.core.i18n import _, plural
from cardsolo.core.limits import TRIANGLE_SECONDS
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.results import ResultFile
    from solvers.survey.runner import Plan

DEFAULT_PLAYERS = 4
#: So many deals without an answer are told of one by one.
_CRASHES_TOLD = 10

F = TypeVar("F", bound=Callable[..., Any])


def _range_options(game: str) -> Callable[[F], F]:
    """Add what every survey takes, and the rules options of its game."""
    decorators = (
        click.option("--seeds", required=True, metavar="A..B", help=_("The range of seeds, both ends included.")),
        click.option("--shard", metavar="K/N", help=_("Take only every N-th seed, beginning with the K-th.")),
        click.option("--jobs", type=click.IntRange(min=1), metavar="N", help=_("Worker processes (all cores).")),
        click.option("--scheduler", metavar="ADDRESS", help=_("Run on a Dask cluster, as in tcp://host:8786.")),
        click.option("--out", required=True, metavar="FILE", help=_("Append results here; what it has is not redone.")),
        rules_options(game),
    )

    def add(function: F) -> F:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return add


def _limit_options(function: F) -> F:
    decorators = (
        click.option("--nodes", type=click.IntRange(min=1), metavar="N", help=_("Limit for each deal: positions.")),
        click.option(
            "--time-limit",
            type=seconds_type,
            metavar="S",
            help=_("Limit for each deal: seconds."),
        ),
    )
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


@click.command(cls=Command, help=_("Solve many deals (--ask optimum or verdict), or let a program play them."))
@_range_options("dungeon")
@_limit_options
@click.option("--memory", type=click.IntRange(min=1), metavar="MIB", help=_("Limit for each deal: memory."))
@click.option("--ask", type=click.Choice(["optimum", "verdict"]), default="optimum", help=_("What to find out."))
@click.option("--player", metavar="P", help=_("Let this program play instead: random, greedy, advisor."))
@click.option("--audit", type=click.FloatRange(0, 1), metavar="SHARE", help=_("Solve this share again by CP-SAT."))
def dungeon(ask: str, player: str | None, **values: Any) -> None:
    if player is not None and any(values[name] is not None for name in ("audit", "nodes", "time_limit", "memory")):
        raise OptionError(_("--player plays and does not solve: no --audit, --nodes, --time-limit or --memory"))
    _survey("dungeon", "player" if player else ask, values, player=player)


@click.command(cls=Command, help=_("Solve many deals (--ask out or all), or let programs play them (--seats)."))
@_range_options("triangle")
@_limit_options
@click.option("--ask", type=click.Choice(["out", "all"]), default="out", help=_("What to find out."))
@click.option("--seat", type=click.IntRange(1, 6), metavar="S", help=_("The seat that goes out (1)."))
@click.option("--seats", metavar="P,P,…", help=_("Let these programs play instead; seats rotate by seed."))
def triangle(ask: str, seats: str | None, **values: Any) -> None:
    players = [name.strip() for name in seats.split(",")] if seats else None
    limits = [name for name in ("seat", "nodes", "time_limit") if values[name] is not None]
    if players and limits:
        raise OptionError(_("--seats plays and does not solve: no --seat, --nodes or --time-limit"))
    if players and values["players"] not in (None, len(players)):
        raise OptionError(_("--seats names {count} players").format(count=len(players)))
    if players:
        values["players"] = len(players)
    elif values["seat"] is not None and (ask == "all" or values["seat"] > (values["players"] or DEFAULT_PLAYERS)):
        raise OptionError(_("--seat goes with --ask out, and names a seat at the table"))
    elif values["nodes"] is None and values["time_limit"] is None:
        values["time_limit"] = TRIANGLE_SECONDS  # it stands in the header, since answers depend on it
    _survey("triangle", "player" if players else ask, values, players=players)


@click.command(cls=Command, help=_("Let a program play many games."))
@_range_options("rogue")
@click.option("--player", metavar="P", default="advisor", help=_("random, greedy or advisor."))
def rogue(player: str, **values: Any) -> None:
    _survey("rogue", "player", values, player=player)


def _survey(name: str, ask: str, values: Json, **settings: Any) -> None:
    from solvers.programs import make_player
    from solvers.survey.question import Question
    from solvers.survey.ranges import Shard, parse_range, parse_shard
    from solvers.survey.runner import Plan, processors

    game = find(name)
    low, high = parse_range(values.pop("seeds"))
    shard = parse_shard(given) if (given := values.pop("shard")) else Shard()
    if values["out"] == "-":
        raise OptionError(_("--out names a file: it is what the survey goes on from"))
    out, jobs, scheduler = values.pop("out"), values.pop("jobs"), values.pop("scheduler")
    rules = {option.name: option.default for option in game.options} | take_sources(game, values).given
    settings = {key: value for key, value in (settings | values).items() if value is not None}
    question = Question(name, game.rules_to_json(game.rules_of(rules)), ask, settings)
    for player in settings.get("players", [settings["player"]] if "player" in settings else []):
        make_player(game, player, 1, low)  # an unknown one is a usage error before any worker starts
    _run(Plan(question, low, high, shard, out, jobs or processors(), scheduler))


def _run(plan: Plan) -> None:
    from solvers.survey.cluster import SchedulerGone, SchedulerLost
    from solvers.survey.pool import WorkerError
    from solvers.survey.runner import run_survey

    watch = _Watch(plan)
    again = _("the same command goes on from here")
    try:
        run_survey(plan, watch.report, watch.begin)
    except KeyboardInterrupt:
        watch.end()
        say(
            _("{done} of {total} seeds are in {out}; {again}").format(
                done=watch.done, total=plan.size, out=plan.out, again=again
            )
        )
        raise
    except SchedulerGone as error:
        watch.end()
        text = _("{error}; {done} of {total} seeds are in {out}; {again}, with --scheduler or without")
        told = text.format(error=error, done=watch.done, total=plan.size, out=plan.out, again=again)
        raise (SolverError if isinstance(error, SchedulerLost) else OptionError)(told) from None
    except WorkerError as error:
        watch.end()
        raise SolverError(_("a worker failed:\n{error}").format(error=error)) from None
    except OSError as error:
        watch.end()
        raise SolverError(
            _("{out}: {cause}; what it holds is whole, and {again}").format(
                out=plan.out, cause=cause_of(error), again=again
            )
        ) from None
    watch.end()
    say(_("{done} seeds in {out}").format(done=watch.done, out=plan.out))
    if watch.disagreed:
        say(_("the second method disagrees about {count} deals").format(count=watch.disagreed))
    if watch.crashed:
        text = plural("{count} deal could not be answered", "{count} deals could not be answered", watch.crashed)
        say(text + _("; in {out} they are marked “crashed”").format(out=plan.out))
    if watch.disagreed or watch.crashed:
        click.get_current_context().exit(FAILED)


class _Watch:
    """Follows a survey: progress, counts and the interval so far."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._counts: Counter[str] = Counter()
        self._progress: Progress | None = None
        self.done = 0
        self.disagreed = 0
        self.crashed = 0

    def begin(self, file: ResultFile) -> None:
        done = len(file.done)
        self.disagreed = file.disagreed
        self.crashed = file.crashed
        if file.torn:
            say(_("the last line of {out} was cut off and is done again").format(out=self._plan.out))
        if done:
            say(_("{done} seeds are done already").format(done=done))
        self.done = done
        self._progress = Progress(self._plan.size, done)

    def report(self, results: list[Json], done: int) -> None:
        from solvers.survey.summary import category_of

        self.done = done
        for result in results:
            self._counts[category_of(result)] += 1
            self.disagreed += result.get("audit") == "disagrees"
            self._tell_crash(result)
        if self._progress is not None:
            self._progress.update(done, self._so_far())

    def _tell_crash(self, result: Json) -> None:
        """Say of the first deals without an answer which they are, and why."""
        if not result.get("crashed"):
            return
        self.crashed += 1
        if self.crashed <= _CRASHES_TOLD:
            self.end()
            cause = result.get("error", _("the worker died"))
            say(_("seed {seed} has no answer: {cause}").format(seed=result["seed"], cause=cause))

    def _so_far(self) -> str:
        from solvers.survey.summary import rate_of

        rate, low, high = rate_of(self._counts)
        counts = " ".join(f"{name} {count}" for name, count in self._counts.most_common())
        return f"{counts}  {100 * rate:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"

    def end(self) -> None:
        if self._progress is not None:
            self._progress.clear()
