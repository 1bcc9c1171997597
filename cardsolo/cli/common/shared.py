"""What the commands share: groups that load lazily, options with one meaning everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardsolo.cli.common.candidates import FileName, completions, list_completions
from cardsolo.cli.common.looks import add_shared_options
from cardsolo.cli.common.settings.current import expect_sound
from cardsolo.core.dealing import parse_seed
from cardsolo.core.errors import OptionError, clip, nearest
from cardsolo.core.i18n import _, as_written, marked
from cardsolo.games import NAMES, find, names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click.shell_completion import CompletionItem

    from cardsolo.core.game import AnyGame, Option
    from solvers.plots import Plot

F = TypeVar("F", bound=Callable[..., Any])
CONTEXT: Final = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


#: In click's words; click keeps the option that it makes first, in whatever language that was.
_HELP: Final = marked("Show this message and exit.")


def _worded(option: click.Option | None) -> click.Option | None:
    """Return the help option with its text as written, to be shown in the language of now."""
    if option is not None:
        option.help = _HELP
    return option


class GameOption(click.Option):
    """An option of one game, which help lists under the name of that game; choices: what it takes, for completion."""

    def __init__(self, *args: Any, game: str, choices: Iterable[object] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self._choices = choices

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return completions(map(str, self._choices), incomplete) or super().shell_complete(ctx, incomplete)


class PlayersOption(click.Option):
    """An option that names player programs; {players} in its help stands for those of a game, or of all games."""

    def __init__(self, *args: Any, players_of: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._game = players_of

    def filled(self, text: str) -> str:
        """Return the help text with the names that the registry has now."""
        return text.format(players=", ".join(self._known([self._game] if self._game else names())))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a name, or the last one of a list where the option takes one; people may sit in a list too."""
        games = [self._game] if self._game else ctx.meta.get(_NAMED) or names()
        people = ["human"] if "," in str(self.metavar) and ctx.command.name == "play" else []
        return list_completions(people + self._known(games), incomplete)

    @staticmethod
    def _known(games: Iterable[str]) -> list[str]:
        from solvers.programs import programs_of

        return list(dict.fromkeys(player for game in games for player in programs_of(find(game)).players))


#: How parameters that are files show themselves in help; by that they are known.
_FILE_METAVARS: Final = frozenset({"FILE", "LOG", "OUT", "FILE...", "[FILE...]"})


#: What a function carries whose command takes rules options: the name of a game, or ANY_GAME for that of its argument.
RULES_OF: Final = "__rules_of__"
ANY_GAME: Final = ""
#: Where a context notes which games may be meant.
_NAMED: Final = "cardsolo.named"


def rules_of(game: str) -> list[GameOption]:
    """Return the options of a game's rules, as its registry has them; each value is None where it was not given."""
    return [_rules_option(game, option) for option in find(game).options]


def _rules_option(game: str, option: Option) -> GameOption:
    words = _(option.help)
    words = words[:1].upper() + words[1:]
    names = [option.flag, option.name]
    if option.choices == (False, True):
        names[0] += f"/--no-{option.flag[2:]}"
        return GameOption(names, game=game, is_flag=True, default=None, help=f"{words}.")
    default = _("{help} ({default}).").format(help=words, default=option.default)
    if isinstance(option.choices, range):
        text = _("{help}, {low} to {high} ({default}).")
        default = text.format(help=words, low=option.choices[0], high=option.choices[-1], default=option.default)
    metavar = "N" if isinstance(option.choices, range) else "|".join(map(str, option.choices))
    kind = type(option.default)
    return GameOption(names, game=game, choices=option.choices, type=kind, metavar=metavar, default=None, help=default)


def _named(args: list[str]) -> list[str]:
    """Return the games that stand among the arguments; one that is the value of an option does no harm."""
    typed = {arg.lower() for arg in args}
    return [name for name in NAMES if name in typed] or [name for name in names() if name in typed]


class Command(click.Command):
    """A command with the shared options; help has a heading for the options of each game.

    help_fields: what the {fields} of its help stand for, filled in when it is shown, in the language of then.
    """

    #: Whether the command runs though something is wrong in the configuration file.
    mends_settings = False

    def __init__(self, *args: Any, help_fields: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT)
        super().__init__(*args, **kwargs)
        self.help_fields = help_fields or {}
        for param in self.params:
            if param.metavar in _FILE_METAVARS:
                param.type = FileName()
        add_shared_options(self)
        self._rules_of: str | None = getattr(self.callback, RULES_OF, None)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _worded(super().get_help_option(ctx))

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with the rules options of the games in question: for help of all that there are."""
        params = super().get_params(ctx)
        if self._rules_of is None:
            return params
        games = [self._rules_of] if self._rules_of else ctx.meta.get(_NAMED) or names()
        return [*params, *(option for game in games for option in rules_of(game))]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self._rules_of == ANY_GAME:  # a game is loaded only if it may be meant
            ctx.meta[_NAMED] = _named(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            self._refuse_other_games(ctx, error.option_name)
            raise

    def _refuse_other_games(self, ctx: click.Context, flag: str) -> None:
        """Raise OptionError for an option that exists, but in another game."""
        asked = [self._rules_of] if self._rules_of else ctx.meta.get(_NAMED, ())
        if len(asked) == 1 and any(flag == option.opts[0] for game in names() for option in rules_of(game)):
            raise OptionError(_("{flag} is no option of {game}").format(flag=flag, game=asked[0]))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless the configuration file, which bears on it, is faulty."""
        if not self.mends_settings:
            expect_sound()
        return super().invoke(ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return _complete_options(self, ctx, incomplete)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        _write_help(self, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {game: [] for game in ("", *names())}
        for option in self.get_params(ctx):
            record = _record(option, ctx)
            if isinstance(option, click.Option) and record is not None:
                sections[option.game if isinstance(option, GameOption) else ""].append(record)
        for game, records in sections.items():
            if records:
                with formatter.section(_("Options of {game}").format(game=game) if game else _("Options")):
                    formatter.write_dl(records)


def _write_help(command: click.Command, formatter: click.HelpFormatter) -> None:
    """Write what a command says of itself in the language of now; it was loaded as written."""
    if command.help:
        formatter.write_paragraph()
        text = _(command.help)
        if isinstance(command, Command) and command.help_fields:
            text = text.format_map(command.help_fields)
        with formatter.indentation():
            formatter.write_text(text)


def _record(option: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    """Return the row of an option in the language of now."""
    record = option.get_help_record(ctx)
    if not record or not isinstance(option, click.Option) or not option.help:
        return record
    return record[0], record[1].replace(option.help, _help_of(option), 1)


def _help_of(option: click.Option) -> str:
    """Return the text of an option in the language of now."""
    text = _(option.help) if option.help else ""
    return option.filled(text) if isinstance(option, PlayersOption) else text


def _complete_options(command: click.Command, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
    """Offer the options that begin so, with their texts."""
    items = click.Command.shell_complete(command, ctx, incomplete)
    options = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    texts = {name: option for option in options for name in (*option.opts, *option.secondary_opts)}
    for item in items:
        if item.value in texts:
            item.help = _help_of(texts[item.value])
    return items


class LazyGroup(click.Group):
    """A group whose commands are imported on first use; lazy: name -> (module:attribute, short help)."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT)
        super().__init__(*args, **kwargs)
        self.lazy = lazy
        add_shared_options(self)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return _worded(super().get_help_option(ctx))

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's interface
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.lazy:
            return None
        module, _colon, attribute = self.lazy[cmd_name][0].partition(":")
        with as_written():
            command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        _write_help(self, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Options")):
            formatter.write_dl([record for option in self.get_params(ctx) if (record := _record(option, ctx))])
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(text)) for name, (_module, text) in self.lazy.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.lazy and not args[0].startswith("-"):
            ctx.fail(self.unknown(args[0]))
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands with their short texts, without loading any."""
        from click.shell_completion import CompletionItem

        texts = {name: text for name, (_module, text) in self.lazy.items() if name.startswith(incomplete)}
        found = [CompletionItem(name, help=_(text)) for name, text in texts.items()]
        return found + _complete_options(self, ctx, incomplete)

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


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    return completions(names(), incomplete)


def game_argument(function: F) -> F:
    """Add the argument GAME."""
    return click.argument("game", metavar="GAME", type=_game_type, shell_complete=_complete_game)(function)


def json_option(function: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help=_("JSON on stdout, one object a line."))(function)


def plot_option(function: F) -> F:
    text = _("Draw it too: a name that ends in .svg or .png (needs the extra `plots`).")
    return click.option("--plot", "out", metavar="FILE", help=text)(function)


def plot_of(out: str | None) -> Plot | None:
    """Return where --plot goes, None without it. Raises OptionError, before any work is done."""
    if out is None:
        return None
    from solvers.plots import Plot

    return Plot(out)
