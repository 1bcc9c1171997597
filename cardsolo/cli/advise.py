"""`cardsolo advise GAME`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardsolo.api.open import refuse_finished, view_of
from cardsolo.cli.common.advice import in_words, say_if_slow
from cardsolo.cli.common.batch import Batch, objects
from cardsolo.cli.common.run import OK
from cardsolo.cli.common.shared import Command, game_argument, json_option, seconds_type
from cardsolo.cli.common.streams import open_input
from cardsolo.core.errors import CardsoloError, OptionError
from cardsolo.core.i18n import _
from cardsolo.core.log.reader import last_game
from cardsolo.games import find

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame


@click.command(
    cls=Command,
    help=_(
        "The best move, judged only from what the player sees: a view, the view of the seat to move in a position, or "
        "the last game of a log."
        "\n\n\b\nExamples:"
        "\n  cardsolo advise dungeon --position view.json"
        "\n  cardsolo advise dungeon --log game.jsonl --move 12 --json"
    ),
)
@game_argument
@click.option("--position", "position_file", metavar="FILE", help=_("Views or positions, one a line; - is stdin."))
@click.option("--log", "log_file", metavar="FILE", help=_("A log; its last game is looked at; - is stdin."))
@click.option("--move", "number", type=click.IntRange(min=0), metavar="N", help=_("With --log: just after move N."))
@click.option("--time", "seconds", type=seconds_type, metavar="S", help=_("Seconds to think."))
@json_option
def advise(
    game: AnyGame,
    *,
    position_file: str | None,
    log_file: str | None,
    number: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    if (position_file is None) == (log_file is None):
        raise OptionError(_("name either --position FILE or --log FILE"))
    if number is not None and log_file is None:
        raise OptionError(_("--move goes with --log"))
    with Batch(as_json=as_json) as batch:
        if log_file is not None:
            _advise(game, _view_in_log(game, log_file, number), seconds, batch)
        else:
            for line, obj in objects(str(position_file), batch):
                try:
                    _advise(game, view_of(game, obj), seconds, batch)
                except CardsoloError as error:
                    batch.error(error, line)
        click.get_current_context().exit(batch.code)


def _advise(game: AnyGame, view: Any, seconds: float | None, batch: Batch) -> None:
    from solvers.advice import advise as ask

    say_if_slow()
    advice = ask(game, view, seconds)
    batch.answer(advice.to_json(), in_words(game, advice))
    batch.count(OK)


def _view_in_log(game: AnyGame, name: str, number: int | None) -> Any:
    with open_input(name) as stream:
        session = last_game(stream, find).session
    if session.game.name != game.name:
        raise OptionError(_("{name} is a log of {game}").format(name=name, game=session.game.name))
    if number is not None and number > len(session.turns):
        raise OptionError(_("the last game has {count} moves").format(count=len(session.turns)))
    state = session.state if number is None else session.state_after(number)
    refuse_finished(game, state)
    if not session.real.is_set_up:
        raise OptionError(_("{name}: the cards of the beginning have not all been typed").format(name=name))
    return game.view(state, session.real.viewer(state))
