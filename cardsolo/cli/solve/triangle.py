"""`cardsolo solve triangle`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from cardsolo.cli.common.batch import Batch, origins
from cardsolo.cli.common.run import INTERRUPTED, LIMIT, OK
from cardsolo.cli.common.shared import Command, current_style, json_option, seconds_type
from cardsolo.cli.common.sources import rules_options, source_options, take_sources
from cardsolo.core.chance import NoChance
from cardsolo.core.dealing import seed_to_json
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.session import Origin
from cardsolo.games import find
from cardsolo.render.style import wrap

if TYPE_CHECKING:
    from cardsolo.core.game import Json
    from cardsolo.games.triangle.state import Rules, State
    from cardsolo.render.style import Style
    from solvers.result import Ranking, TriangleAnswer

#: Seconds for each deal where no limit is given.
DEFAULT_SECONDS = 60.0


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
@click.option("--jobs", "workers", type=click.IntRange(1, 64), metavar="N", help=_("Worker processes (all cores)."))
@click.pass_context
def triangle(ctx: click.Context, /, *, as_json: bool, progress_json: bool, log_name: str | None, **values: Any) -> None:
    game = find("triangle")
    sources = take_sources(game, values)
    if (as_json or progress_json) and log_name == "-":
        raise OptionError(_("--json and --log - both want stdout"))
    if values["seat"] is not None and values["objective"] not in (None, "out"):
        raise OptionError(_("--seat goes with the objective out"))
    if values["time_limit"] is None and values["nodes"] is None:
        values["time_limit"] = DEFAULT_SECONDS
    values["objective"] = values["objective"] or ("turn" if sources.position_file is not None else "out")
    if values["seat"] is not None and values["objective"] != "out":
        raise OptionError(_("--seat goes with the objective out"))
    with Batch(as_json=as_json or progress_json, log_name=log_name) as batch:
        improvements = _Improvements(values["objective"], as_json=progress_json)
        batch.run(origins(game, sources, batch), lambda origin: _solve(origin, batch, improvements, values))
        ctx.exit(batch.code)


def _solve(origin: Origin, batch: Batch, improvements: _Improvements, values: Json) -> int:
    """Solve one problem, write its answer and return its exit code."""
    from solvers.result import Limit, Status
    from solvers.triangle.referee import check_triangle
    from solvers.triangle.solver import solve

    state = _state(origin)
    answer = solve(state, progress=improvements.show, **values)
    improvements.clear()
    moves = check_triangle(state, answer).moves
    batch.answer(answer_to_json(origin, answer), _lines(origin, answer, current_style(err=batch.err)))
    batch.log(_as_counted(origin) if answer.objective in {"out", "all"} else origin, moves, answer.method)
    if answer.limit is Limit.INTERRUPT:
        return INTERRUPTED
    return OK if answer.status is Status.OPTIMAL else LIMIT


def _state(origin: Origin) -> State:
    state: State = origin.position if origin.position is not None else origin.game.start(origin.deal, NoChance()).state
    return state


def _as_counted(origin: Origin) -> Origin:
    """Return the same start under the rules by which `out` and `all` are counted (rules section 8)."""

    def counted(rules: Rules) -> Rules:
        return replace(rules, play_on=True, to_last=True)

    if origin.position is not None:
        return Origin(origin.game, position=replace(origin.position, rules=counted(origin.position.rules)))
    return Origin(origin.game, deal=replace(origin.deal, rules=counted(origin.deal.rules)))


def answer_to_json(origin: Origin, answer: TriangleAnswer) -> Json:
    """Return the answer line of the interface; `limit` and `impossible` stand only where they say something."""
    obj: Json = {"type": "answer", "game": "triangle", "rules": origin.game.rules_to_json(_state(origin).rules)}
    if origin.seed is not None:
        obj["seed"] = seed_to_json(origin.seed)
    obj |= {"objective": answer.objective, "seat": answer.seat, "value": answer.value, "bound": answer.bound}
    obj |= {"status": answer.status.value, "moves": [{"seat": seat, "move": move} for seat, move in answer.moves]}
    obj |= {"seconds": round(answer.seconds, 4), "method": answer.method}
    if answer.impossible:
        obj["impossible"] = True
    if answer.limit is not None:
        obj["limit"] = answer.limit.value
    return obj


def _lines(origin: Origin, answer: TriangleAnswer, style: Style) -> list[str]:
    from solvers.result import Status

    seed = "" if origin.seed is None else _("seed {seed}: ").format(seed=origin.seed)
    what = {
        "turn": _("most cards in this turn of seat {seat}: {value}"),
        "out": _("fewest turns for seat {seat} to go out: {value}"),
        "all": _("fewest turns to place all cards: {value}"),
        "best": _("under best play: {value}"),
    }[answer.objective]
    text = what.format(seat=answer.seat, value=_shown(answer.value))
    effort = _("{method}: {seconds:.2f} s").format(method=answer.method, seconds=answer.seconds)
    if answer.impossible:
        return [f"{seed}{text} ({_('proved: no sequence does it')})", effort]
    bound = "" if answer.bound is None else _(", proved bound {bound}").format(bound=_shown(answer.bound))
    if answer.objective == "best" and answer.status is not Status.OPTIMAL and answer.bound is not None:
        bound = _(", seat {seat} can do no better than {bound}").format(seat=answer.seat, bound=_shown(answer.bound))
    limit = "" if answer.limit is None else _(", stopped by {limit}").format(limit=answer.limit.value)
    return [f"{seed}{text} ({answer.status.value}{bound})", *_by_turns(answer, style), effort + limit]


def _shown(value: int | Ranking | None) -> str:
    if isinstance(value, dict):
        return _("ranks {ranks}, cards left {left}").format(
            ranks=" ".join(map(str, value["ranks"])), left=" ".join(map(str, value["left"]))
        )
    return "?" if value is None else str(value)


def _by_turns(answer: TriangleAnswer, style: Style) -> list[str]:
    """Return the sequence, one line for each run of moves of a seat."""
    lines: list[str] = []
    runs: list[tuple[int, list[str]]] = []
    for seat, move in answer.moves:
        if runs and runs[-1][0] == seat:
            runs[-1][1].append(move)
        else:
            runs.append((seat, [move]))
    for seat, moves in runs:
        lines += wrap(f"  {seat}: " + " ".join(moves), style.width, "     ")
    return lines


class _Improvements:
    """Shows better values and bounds while a solver works: JSON lines on stdout, or one line on a terminal's stderr."""

    def __init__(self, objective: str, *, as_json: bool) -> None:
        self._objective = objective
        self._as_json = as_json
        self._width = 0

    def show(self, value: int | Ranking | None, bound: int | Ranking | None, seconds: float) -> None:
        if self._as_json:
            obj = {"type": "progress", "game": "triangle", "objective": self._objective, "value": value, "bound": bound}
            click.echo(dumps(obj | {"seconds": round(seconds, 3)}))
            sys.stdout.flush()
        elif sys.stderr.isatty():
            text = _("value {value}, bound {bound}, {seconds:.1f} s")
            text = text.format(value=_shown(value), bound=_shown(bound), seconds=seconds)
            self._write("\r" + text.ljust(self._width))

    def clear(self) -> None:
        """Take the line off the terminal."""
        if self._width:
            self._write("\r" + " " * self._width + "\r")
            self._width = 0

    def _write(self, text: str) -> None:
        self._width = max(self._width, len(text) - 1)
        sys.stderr.write(text)
        sys.stderr.flush()
