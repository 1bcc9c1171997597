"""The last screen of a game, and how to go on with one that was left."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from cardsolo.cli.common.run import say
from cardsolo.cli.common.sources import deal_options
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.cli.play.table import Table
    from cardsolo.core.game import AnyGame


def say_what_next(table: Table) -> None:
    """Say the seed, what can be typed when the game is over, and which commands go on from here."""
    origin = table.session.origin
    if origin.seed is not None:
        table.say(_("seed {seed}").format(seed=origin.seed))
    for command in _commands(table):
        table.say(f"  {command}")
    can_undo = table.session.real.undoes_typed or table.session.why_no_undo(table.persons) is None
    if table.more_games:
        undo = _("Press Enter for the next game, or type undo to take the last move back.")
        table.say_wrapped(undo if can_undo else _("Press Enter for the next game."))
    else:
        undo = _("Press Enter to end, or type undo to take the last move back.")
        table.say_wrapped(undo if can_undo else _("Press Enter to end."))


def _commands(table: Table) -> list[str]:
    """Return the commands that show the game, go through it, solve its deal and play it again."""
    from shlex import quote

    name, origin = table.game.name, table.session.origin
    commands = []
    if table.log_name not in (None, "-"):
        log = quote(str(table.log_name))
        commands.append(f"cardsolo replay {log}")
        is_known = not table.is_real or table.session.real.end_fields()
        if name == "dungeon" and is_known:
            commands.append(f"cardsolo analyse {log}")
        if table.is_real and is_known:
            commands.append(f"cardsolo solve {name} --deal {log}")
    if origin.seed is not None and origin.position is None:
        deal = deal_options(table.game, origin.rules, origin.seed)
        if not table.game.has_dice:
            commands.append(f"cardsolo solve {name} {deal}")
        commands.append(f"cardsolo play {name} {deal}{_seats_option(table)}")
    return commands


def _seats_option(table: Table) -> str:
    if not table.program_seats:
        return ""
    return " --seats " + ",".join(table.names)


def say_how_to_go_on(game: AnyGame, log_name: str | None) -> None:
    """Say how to resume a game that was left, if it is saved."""
    if log_name is None or log_name == "-":
        return
    from shlex import quote

    command = f"cardsolo play {game.name} --resume {quote(log_name)}"
    say(_("\nThe game is saved; to go on: {command}").format(command=command))


def sum_up(log_name: str | None) -> None:
    """Let `stats` find what a game that was left or is over adds up to, so that it need not be read again."""
    if log_name is not None and log_name != "-":
        from cardsolo.cli.common.summing import remember

        remember(log_name)


def say_unfinished() -> None:
    """Say that earlier games of this person are unfinished, if any are."""
    from cardsolo.core.errors import OptionError
    from cardsolo.core.i18n import plural
    from cardsolo.core.log.kept import unfinished_games

    with suppress(OSError, OptionError):  # where nothing can be kept, a game is told so by itself
        count = len(unfinished_games())
        if count:
            say(
                plural(
                    "{count} unfinished game is kept: cardsolo resume",
                    "{count} unfinished games are kept: cardsolo resume",
                    count,
                )
            )
