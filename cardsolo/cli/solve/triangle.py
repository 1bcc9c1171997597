"""`cardsolo solve triangle`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.batch import Batch, origins
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.outlet import reader_has_left
from cardsolo.cli.common.progress import StatusLine
from cardsolo.cli.common.run import INTERRUPTED, LIMIT, OK
from cardsolo.cli.common.shared import Command, json_option, seconds_type
from cardsolo.cli.common.sources import rules_options, source_options, take_sources
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.api.kinds import TrianglePlay
    from cardsolo.core.game import Json
    from cardsolo.games.triangle.state import Rules
    from solvers.result import Ranking


@click.command(
    cls=Command,
    help=_(
        "Placement sequences of Triangle Sevens, all hands known, with a proved bound."
        "\n\n\b\nObjectives:"
        "\n  turn  the most cards in this one turn (default for a position)"
        "\n  out   all helping, the fewest turns in which one seat gets rid of its hand"
        "\n        (default for a deal)"
        "\n  all   all helping, the fewest turns in which all cards are placed"
        "\n  best  every seat for itself: ranks and cards left under best play;"
        "\n        two seats: with a proved bound"
        "\n\nCode 0: proved optimal; 5: a limit came before the proof."
        "\n\n\b\nExamples:"
        "\n  cardsolo solve triangle --seed 7"
        "\n  cardsolo solve triangle --seed 7 --seat 3 --time-limit 20 --json"
        "\n  cardsolo solve triangle --seed 7 --log - | cardsolo replay -"
    ),
)
@source_options
@rules_options("triangle")
@click.option("--objective", type=click.Choice(["turn", "out", "all", "best"]), help=_("What to find, see above."))
@click.option("--seat", type=click.IntRange(1, 6), metavar="S", help=_("For out: the seat (the one to move)."))
@click.option("--log", "log_name", metavar="FILE", help=_("Write the sequence found as a log; - is stdout."))
@json_option
@click.option("--progress-json", is_flag=True, help=_("JSON lines for improvements too, before the answer."))
@click.option(
    "--time-limit",
    type=seconds_type,
    metavar="S",
    help=_("Seconds for a deal (60; with --nodes none)."),
)
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help=_("Search states for a deal; reproducible."))
@click.option("--proof", is_flag=True, help=_("For out: search a part of the refuted shapes again, by slower means."))
@click.option("--jobs", "workers", type=click.IntRange(1, 64), metavar="N", help=_("Worker processes (all cores)."))
@click.pass_context
def triangle(ctx: click.Context, /, *, as_json: bool, progress_json: bool, log_name: str | None, **values: Any) -> None:
    game = find("triangle")
    sources = take_sources(game, values)
    if (as_json or progress_json) and log_name == "-":
        raise OptionError(_("--json and --log - both want stdout"))
    if values["seat"] is not None and values["objective"] not in (None, "out"):
        raise OptionError(_("--seat goes with the objective out"))
    values["objective"] = values["objective"] or ("turn" if sources.position_file is not None else "out")
    if values["seat"] is not None and values["objective"] != "out":
        raise OptionError(_("--seat goes with the objective out"))
    with Batch(as_json=as_json or progress_json, log_name=log_name) as batch:
        improvements = _Improvements(values["objective"], batch, as_json=progress_json)
        batch.run(origins(game, sources, batch), lambda origin: _solve(origin, batch, improvements, values))
        ctx.exit(batch.code)


def _solve(origin: Origin, batch: Batch, improvements: _Improvements, settings: Json) -> int:
    """Solve one problem, write its answer and return its exit code."""
    from cardsolo.api.play import start
    from cardsolo.api.solving import solve
    from solvers.result import Limit, Status

    play: TrianglePlay = start(origin)
    shown = {"progress": improvements.show, "shapes": improvements.show_shapes, "stop": improvements.stop}
    answer = solve(play, **shown, **settings)
    improvements.clear()
    head, *turns, effort = answer.lines()
    style = current_style(err=batch.err)
    batch.answer(answer.to_json(), [head, *(line for turn in turns for line in style.wrap(turn, "     ")), effort])
    if answer.value is not None or answer.line:
        batch.log(_as_counted(origin) if answer.objective in {"out", "all"} else origin, answer.moves, answer.method)
    if answer.limit is Limit.INTERRUPT and not improvements.stop():
        return INTERRUPTED
    return OK if answer.status is Status.OPTIMAL else LIMIT


def _as_counted(origin: Origin) -> Origin:
    """Return the same start under the rules by which `out` and `all` are counted (rules section 8)."""

    def counted(rules: Rules) -> Rules:
        return replace(rules, play_on=True, to_last=True)

    if origin.position is not None:
        return Origin(origin.game, position=replace(origin.position, rules=counted(origin.position.rules)))
    return Origin(origin.game, deal=replace(origin.deal, rules=counted(origin.deal.rules)))


class _Improvements:
    """Shows better values and bounds while a solver works: JSON lines on stdout, or one line on a terminal's stderr."""

    def __init__(self, objective: str, batch: Batch, *, as_json: bool) -> None:
        self._objective = objective
        self._batch = batch
        self._as_json = as_json
        self._value: int | Ranking | None = None
        self._bound: int | Ranking | None = None
        self._line = StatusLine()

    def stop(self) -> bool:
        """Tell the solver to give up: the improvements were the point, and nobody reads them any more."""
        return self._as_json and not self._batch.has_file and reader_has_left()

    def show(self, value: int | Ranking | None, bound: int | Ranking | None, seconds: float) -> None:
        from solvers.result import in_words

        self._value, self._bound = value, bound
        if self._as_json:
            obj = {"type": "progress", "game": "triangle", "objective": self._objective, "value": value, "bound": bound}
            click.echo(dumps(obj | {"seconds": round(seconds, 3)}))
            sys.stdout.flush()
        elif sys.stderr.isatty():
            text = _("value {value}, bound {bound}, {seconds:.1f} s")
            text = text.format(value=in_words(value), bound=in_words(bound), seconds=seconds)
            self._line.show(text)

    def show_shapes(self, refuted: int, of: int, seconds: float) -> None:
        """Say how many shapes are refuted; one with the joker in another cell counts as another."""
        from solvers.result import in_words

        if self._as_json:
            obj: Json = {"type": "progress", "game": "triangle", "objective": self._objective}
            obj |= {"value": self._value, "bound": self._bound, "refuted": refuted, "shapes": of}
            click.echo(dumps(obj | {"seconds": round(seconds, 3)}))
            sys.stdout.flush()
        elif sys.stderr.isatty():
            text = _("value {value}, bound {bound}, {refuted} of {shapes} shapes refuted, {seconds:.1f} s")
            value, bound = in_words(self._value), in_words(self._bound)
            text = text.format(value=value, bound=bound, refuted=refuted, shapes=of, seconds=seconds)
            self._line.show(text)

    def clear(self) -> None:
        """Take the line off the terminal."""
        self._line.clear()
