"""The options that every command has, and how text looks by them, the environment and the configuration file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.cli.common.streams import style_for
from cardsolo.core.i18n import LANGUAGES, _
from cardsolo.render.suits import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.render.style import Style

#: Where a context notes what was asked for on the command line, by the names of the options.
_ASKED: Final = "cardsolo.looks"


def add_shared_options(command: click.Command) -> None:
    """Give a command the options that every command has."""
    language = _look(["--lang"], type=click.Choice(LANGUAGES), help=_("Language of the texts."))
    plain = _look(["--ascii/--no-ascii"], default=None, help=_("Plain letters, no symbols."))
    wide = _look(
        ["--wide/--narrow"], default=None, help=_("Suit symbols take two columns, or one (from the encoding).")
    )
    sentences = _look(
        ["--plain/--no-plain"], default=None, help=_("Say everything in sentences, for screen readers and braille.")
    )
    text = _("Colours of suits: two, four, or four that colour-blind people tell apart (two).")
    suits = _look(["--suits"], type=click.Choice(CHOICES), help=text)
    command.params.extend([language, plain, sentences, wide, suits])


def _look(names: list[str], **more: Any) -> click.Option:
    return click.Option(names, expose_value=False, callback=_note, **more)


def _note(ctx: click.Context, param: click.Parameter, value: object) -> None:
    if value is not None:
        ctx.meta.setdefault(_ASKED, {})[param.name] = value


def asked_looks() -> Mapping[str, Any]:
    """Return what the command line asks for, wherever it stands on it: ascii, lang, plain, suits, wide."""
    ctx = click.get_current_context(silent=True)
    found: Mapping[str, Any] = ctx.meta.get(_ASKED, {}) if ctx else {}
    return found


def current_style(*, err: bool = False) -> Style:
    """Return the style for stdout, or stderr: `--ascii`, `--wide` and so on anywhere on the line count."""
    return style_for(asked_looks(), err=err)
