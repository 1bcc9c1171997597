"""`cardsolo survey dungeon|triangle|rogue`: answer one question for a range of seeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cardsolo.cli.common.advice import say_if_slow
from cardsolo.cli.common.run import FAILED, cause_of, say
from cardsolo.cli.common.shared import Command, PlayersOption, seconds_type
from cardsolo.cli.common.sources import rules_options, take_sources
from cardsolo.cli.survey.watch import Watch, name_of
from cardsolo.core.errors import OptionError, SolverError
from cardsolo.core.i18n import _, plural
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from solvers.survey.runner import Plan

F = TypeVar("F", bound=Callable[..., Any])


def _range_options(game: str) -> Callable[[F], F]:
    """Add what every survey takes, and the rules options of its game."""
    decorators = (
        click.option("--seeds", required=True, metavar="A..B", help=_("The range of seeds, both ends included.")),
        click.option("--shard", metavar="K/N", help=_("Take only every N-th seed, beginning with the K-th.")),
        click.option("--jobs", type=click.IntRange(min=1), metavar="N", help=_("Worker processes (all cores).")),
        click.option("--scheduler", metavar="ADDRESS", help=_("Run on a Dask cluster, as in tcp://host:8786.")),
        click.option(
            "--out",
            required=True,
            metavar="FILE",
            help=_("Append results here; what it has is not redone (- is standard output)."),
        ),
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
@click.option("--ask", type=click.Choice(["optimum", "verdict"]), help=_("What to find out (optimum)."))
@click.option(
    "--player",
    cls=PlayersOption,
    players_of="dungeon",
    metavar="P",
    help=_("Let this program play instead: {players}."),
)
@click.option("--audit", type=click.FloatRange(0, 1), metavar="SHARE", help=_("Solve this share again by CP-SAT."))
def dungeon(**values: Any) -> None:
    _survey("dungeon", values, "player", "nodes", "time_limit", "memory", "audit")


@click.command(cls=Command, help=_("Solve many deals (--ask out or all), or let programs play them (--seats)."))
@_range_options("triangle")
@_limit_options
@click.option("--ask", type=click.Choice(["out", "all"]), help=_("What to find out (out)."))
@click.option("--seat", type=click.IntRange(1, 6), metavar="S", help=_("The seat that goes out (1)."))
@click.option(
    "--seats",
    cls=PlayersOption,
    players_of="triangle",
    metavar="P,P,…",
    help=_("Let these programs play instead: {players}; seats rotate by seed."),
)
def triangle(seats: str | None, **values: Any) -> None:
    named = None if seats is None else [name.strip() for name in seats.split(",")]
    _survey("triangle", values, "seat", "nodes", "time_limit", programs=named)


@click.command(cls=Command, help=_("Let a program play many games."))
@_range_options("rogue")
@click.option("--player", cls=PlayersOption, players_of="rogue", metavar="P", help=_("One of {players} (advisor)."))
def rogue(**values: Any) -> None:
    _survey("rogue", values, "player")


def _survey(name: str, values: Json, *settings: str, programs: list[str] | None = None) -> None:
    """Run the survey that the options describe; settings: those that are no options of the rules."""
    from solvers.survey.ranges import Shard, parse_range, parse_shard
    from solvers.survey.runner import Plan, processors
    from solvers.survey.settings import question_of

    low, high = parse_range(values.pop("seeds"))
    shard = parse_shard(given) if (given := values.pop("shard")) else Shard()
    out, jobs, scheduler = values.pop("out"), values.pop("jobs"), values.pop("scheduler")
    ask = values.pop("ask", None)
    chosen = {setting: values.pop(setting) for setting in settings}
    if programs is not None:
        chosen["players"] = programs
    rules = take_sources(find(name), values).given
    question = question_of(name, "player" if _are_played(chosen) else ask, rules, **chosen)
    _run(Plan(question, low, high, shard, out, jobs or processors(), scheduler))


def _are_played(settings: Json) -> bool:
    """Tell whether programs are named that play, so that nothing is solved."""
    return any(settings.get(name) is not None for name in ("player", "players"))


def _run(plan: Plan) -> None:
    from solvers.survey.cluster import SchedulerGone, SchedulerLost
    from solvers.survey.files import STANDARD
    from solvers.survey.runner import run_survey

    say_if_slow()
    watch = Watch(plan)
    try:
        run_survey(plan, watch.report, watch.begin, watch.tell)
    except KeyboardInterrupt:
        watch.end()
        if watch.begun:
            say(watch.so_far_and_how_to_go_on())
        raise
    except SchedulerGone as error:
        watch.end()
        text = _("{error}; {done}, with --scheduler or without")
        told = text.format(error=error, done=watch.so_far_and_how_to_go_on())
        raise (SolverError if isinstance(error, SchedulerLost) else OptionError)(told) from None
    except OSError as error:
        watch.end()
        if not watch.begun or plan.out == STANDARD:
            raise
        text = _("{out}: {cause}; what it holds is whole, and the same command goes on from here")
        raise SolverError(text.format(out=name_of(plan.out), cause=cause_of(error))) from None
    finally:
        watch.end()
    say(watch.done())
    if watch.disagreed:
        say(_("the second method disagrees about {count} deals").format(count=watch.disagreed))
    if watch.crashed:
        text = plural("{count} deal could not be answered", "{count} deals could not be answered", watch.crashed)
        say(
            text
            + _("; in {out} they are marked “crashed”, and the same command tries them again").format(
                out=name_of(plan.out)
            )
        )
    if watch.disagreed or watch.crashed:
        click.get_current_context().exit(FAILED)
