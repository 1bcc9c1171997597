"""The offer to go on with an unfinished game, before a new one of the same kind begins."""

from __future__ import annotations

import sys
import unicodedata
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from cardsolo.cli.common.looks import current_style
from cardsolo.cli.common.streams import is_interactive
from cardsolo.cli.play.words import NO, YES, Quit, Word, word_in
from cardsolo.core.errors import OptionError, clip
from cardsolo.core.i18n import _
from cardsolo.core.log.kept import is_held, unfinished_games

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame, Json
    from cardsolo.core.log.kept import KeptGame

#: Parameters that ask for no particular game, besides the options of its rules.
_OPEN: Final = frozenset({"game", "no_clear"})


def offer(ctx: click.Context) -> None:
    """Ask whoever begins a game without naming one whether to go on with the last of its kind, and let it be resumed.

    Nobody is asked who has asked for something else (a deal, a log, players) or for other rules, nor of a game that
    another terminal holds, or in which nothing was done. Raises Quit.
    """
    game: AnyGame = ctx.params["game"]
    typed = {name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    rules = {option.name: ctx.params[option.name] for option in game.options if option.name in typed}
    if typed - _OPEN - rules.keys() or not (is_interactive() and sys.stdout is not None and sys.stdout.isatty()):
        return
    kept = _last_of(game, rules)
    if kept is not None and _is_wanted(kept):
        ctx.params["resume"] = str(kept.path)
        ctx.set_parameter_source("resume", ParameterSource.COMMANDLINE)  # it was typed, if not there


def _last_of(game: AnyGame, rules: Json) -> KeptGame | None:
    """Return the game that was played last, of those with these rules that nobody holds."""
    with suppress(OSError, OptionError):  # where nothing can be kept, a game is told so by itself
        for kept in unfinished_games():
            agrees = all(kept.rules.get(name) == value for name, value in rules.items())
            if kept.game == game.name and kept.is_begun and agrees and not is_held(kept.path):
                return kept
    return None


def _is_wanted(kept: KeptGame) -> bool:
    """Ask until the answer is yes or no; Enter is yes, which loses nothing, since a game can be left at once."""
    from cardsolo.cli.play.keyboard import Keyboard

    keyboard = Keyboard(err=False)
    _say(_("An unfinished game: {which}, last played {when}.").format(which=kept.which, when=kept.when))
    while True:
        line = keyboard.ask(_("Go on with it (yes, or Enter), or begin a new one (no)? "))
        answer = unicodedata.normalize("NFKC", line).strip().lower()
        if not answer or answer in YES | {"y"}:
            return True
        if answer in NO | {"n"}:
            return False
        if word_in(answer) is Word.QUIT:
            raise Quit
        expected = _("yes goes on with that game, no begins a new one and keeps it, quit leaves")
        _say(_("“{text}”: {expected}").format(text=clip(line.strip()), expected=expected))


def _say(text: str) -> None:
    for row in current_style().wrap(text):
        click.echo(row)
