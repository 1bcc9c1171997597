"""What the commands share: groups that load lazily, options with one meaning everywhere."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardsolo.cli.common.streams import style_for
from cardsolo.core.dealing import parse_seed
from cardsolo.core.errors import OptionError, clip, nearest
from cardsolo.core.i18n import LANGUAGES, _
from cardsolo.games import NAMES, find

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cardsolo.core.game import AnyGame
    from cardsolo.render.style import Style

F = TypeVar("F", bound=Callable[..., Any])

CONTEXT: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def add_shared_options(command: click.Command) -> None:
    """Give a command the options that every command has."""
    language = click.Option(
        ["--lang"], type=click.Choice(LANGUAGES), expose_value=False, help=_("Language of the texts.")
    )
    plain = click.Option(
        ["--ascii"], is_flag=True, expose_value=False, callback=_ascii, help=_("Plain letters, no symbols.")
    )
    command.params.extend([language, plain])


def _ascii(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001  click's interface
    if value:
        ctx.meta["cardsolo.ascii"] = True


def current_style(*, err: bool = False) -> Style:
    """Return the style for stdout, or stderr: `--ascii` anywhere on the line counts."""
    ctx = click.get_current_context(silent=True)
    return style_for(ascii_only=bool(ctx and ctx.meta.get("cardsolo.ascii")), err=err)


class GameOption(click.Option):
    """An option of one game, which help lists under the name of that game."""

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game


class Command(click.Command):
    """A command with the shared options; help has a heading for the options of each game."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT)
        super().__init__(*args, **kwargs)
        add_shared_options(self)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {game: [] for game in ("", *NAMES)}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if isinstance(option, click.Option) and record is not None:
                sections[option.game if isinstance(option, GameOption) else ""].append(record)
        for game, records in sections.items():
            if records:
                with formatter.section(_("Options of {game}").format(game=game) if game else _("Options")):
                    formatter.write_dl(records)


class LazyGroup(click.Group):
    """A group whose commands are imported on first use; lazy: name -> (module:attribute, short help)."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT)
        super().__init__(*args, **kwargs)
        self.lazy = lazy
        add_shared_options(self)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's interface
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.lazy:
            return None
        module, _colon, attribute = self.lazy[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(text)) for name, (_module, text) in self.lazy.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.lazy and not args[0].startswith("-"):
            ctx.fail(self.unknown(args[0]))
        return super().resolve_command(ctx, args)

    def unknown(self, name: str) -> str:
        """Return the message for a command that does not exist."""
        return _("no command “{name}”: {hint}").format(name=clip(name), hint=nearest(name, self.lazy))


def seed_type(value: str) -> int:
    """Read a seed for an option."""
    try:
        return parse_seed(value)
    except OptionError as error:
        raise click.BadParameter(str(error)) from None


def seconds_type(value: str) -> float:
    """Read a time limit for an option: more than 0, and a number (`nan` and `inf` are floats, but no limits)."""
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if 0 < seconds < float("inf"):
        return seconds
    raise click.BadParameter(_("“{value}” is no number of seconds above 0").format(value=clip(value)))


def _game_type(value: str) -> AnyGame:
    try:
        return find(value.lower())
    except OptionError as error:
        raise click.BadParameter(str(error)) from None


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    return [name for name in NAMES if name.startswith(incomplete)]


def game_argument(function: F) -> F:
    """Add the argument GAME."""
    return click.argument("game", metavar="GAME", type=_game_type, shell_complete=_complete_game)(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help=_("JSON on stdout, one object a line."))(function)
