"""`cardsolo analyse LOG`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.advice import say_if_slow
from cardsolo.cli.common.failure import errors_as_json
from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.outlet import outlasting, stdout_is_read
from cardsolo.cli.common.progress import Progress
from cardsolo.cli.common.run import LIMIT, OK
from cardsolo.cli.common.shared import Command, json_option, plot_of, plot_option, seconds_type
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import OptionError
from cardsolo.core.i18n import _
from cardsolo.core.jsonl import dumps
from cardsolo.core.log.reader import last_game
from cardsolo.core.text import pad, pad_left
from cardsolo.games import find
from cardsolo.render.plain.figures import figures

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cardsolo.core.session import Session
    from cardsolo.render.style import Style
    from solvers.dungeon.analysis import MoveAnalysis

#: Width of the column for the longest truth.
_TRUTH: Final = 32


@click.command(
    cls=Command,
    help=_(
        "Go through a game of Clear the Dungeon: was it still clearable before and after each move, with which spare, "
        "how did it look to the player, and which move lost it."
        "\n\n\b\nExamples:"
        "\n  cardsolo analyse game.jsonl"
        "\n  cardsolo analyse game.jsonl --plot game.svg"
        "\n  cardsolo play dungeon --seed 7 --player greedy --json | cardsolo analyse - --json"
    ),
)
@click.argument("log", metavar="LOG")
@json_option
@click.option("--time", "seconds", type=seconds_type, metavar="S", help=_("Seconds a view."))
@click.option("--nodes", type=click.IntRange(min=1), metavar="N", help=_("Limit for each position."))
@plot_option
def analyse(log: str, *, as_json: bool, seconds: float | None, nodes: int | None, out: str | None) -> None:
    from solvers.dungeon.analysis import analyse as analysed

    with outlasting(), errors_as_json(as_json):
        plot = plot_of(out)
        say_if_slow()
        session = _last_game(log)
        moves: list[MoveAnalysis] = []
        found = analysed(session, seconds=seconds, nodes=nodes)
        code = _tell(session, _kept(found, moves), as_json=as_json, to_the_end=plot is not None)
        if plot is not None:
            from cardsolo.render.page.page import title_of
            from solvers.dungeon.plot import panels

            plot.write(title_of(session), panels(moves))
    click.get_current_context().exit(code)


def _kept(moves: Iterable[MoveAnalysis], kept: list[MoveAnalysis]) -> Iterator[MoveAnalysis]:
    for move in moves:
        kept.append(move)
        yield move


def _tell(session: Session, moves: Iterable[MoveAnalysis], *, as_json: bool, to_the_end: bool) -> int:
    """Write move after move while somebody reads or to the end, then a summary, and return the exit code."""
    progress = Progress(len(session.turns))
    style = current_style()
    if not as_json:
        click.echo("\n".join(_heading(style)))
    lost = None
    unsettled = []
    for move in moves:
        progress.update(move.n)
        progress.clear()
        if move.lost_here:
            lost = move
        if "undecided" in (move.before.verdict.value, move.after.verdict.value):
            unsettled.append(move.n)
        click.echo(dumps(move.to_json()) if as_json else _line(move, style))
        if not to_the_end and not stdout_is_read():
            break
    if not as_json:
        click.echo(_summary(lost, session, unsettled))
    return LIMIT if unsettled else OK


def _last_game(log: str) -> Session:
    with open_input(log) as stream:
        session = last_game(stream, find).session
    if session.game.name != "dungeon":
        raise OptionError(_("{log}: only games of dungeon can be analysed").format(log=log))
    session.real.expect_known()
    if not session.turns:
        raise OptionError(_("{log}: no move has been played").format(log=log))
    return session


def _heading(style: Style) -> list[str]:
    """Return what the figures of the lines below mean, and the names of their columns, if there are any."""
    truth = _("truth: the best result still possible after the move, every card known")
    if style.plain:
        return figures([truth, _("chance: to clear the dungeon, as the player sees it")], style)
    return [
        truth,
        _("chance: to clear the dungeon, before > after the move, as the player sees it"),
        f"{pad_left(_('n'), 3)}  {pad(_('move'), 5)} {pad(_('truth'), _TRUTH)}  {_('chance')}",
    ]


def _line(move: MoveAnalysis, style: Style) -> str:
    mark = _("  lost here; better: {move}").format(move=move.better) if move.lost_here else ""
    if style.plain:
        text = _("Move {n}, {move}: {said}.").format(n=move.n, move=move.move, said=_in_words(move) + mark)
        return "\n".join(figures([text], style))
    return f"{move.n:>3}  {move.move:5} {pad(_truth(move), _TRUTH)}  {_chance(move)}{mark}".rstrip()


def _in_words(move: MoveAnalysis) -> str:
    if move.chance_before is None or move.chance_after is None:
        return _truth(move)
    text = _("{truth}; chance {before:.0f} % before, {after:.0f} % after")
    return text.format(truth=_truth(move), before=100 * move.chance_before, after=100 * move.chance_after)


def _truth(move: MoveAnalysis) -> str:
    after = move.after
    if after.verdict.value == "clearable":
        return _("clearable, spare {spare}").format(spare=after.spare)
    if after.verdict.value == "undecided":
        return _("undecided")
    return _("not clearable, {kills} kills at most").format(kills=after.kills)


def _chance(move: MoveAnalysis) -> str:
    if move.chance_before is None or move.chance_after is None:
        return ""
    return f"{100 * move.chance_before:3.0f} % > {100 * move.chance_after:3.0f} %"


def _summary(lost: MoveAnalysis | None, session: Session, unsettled: list[int]) -> str:
    if lost is not None:
        text = _("The game was lost with move {n}, {move}; {better} would have kept it clearable.")
        return text.format(n=lost.n, move=lost.move, better=lost.better)
    if unsettled:
        return _("Not settled within the limit: moves {first} to {last}.").format(
            first=unsettled[0], last=unsettled[-1]
        )
    result = session.result
    if result is not None and result["outcome"] == "cleared":
        return _("No move lost the game.")
    return _("No move turned a clearable game into a lost one.")
