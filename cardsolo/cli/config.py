"""`cardsolo config`: what the configuration file says, and what holds by it; `set` and `unset` change it by a line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

import click

from cardsolo.cli.common.candidates import completions
from cardsolo.cli.common.looks import asked_looks
from cardsolo.cli.common.run import USAGE, say
from cardsolo.cli.common.settings.current import VARIABLE, file_name
from cardsolo.cli.common.shared import Command, LazyGroup
from cardsolo.core.errors import OptionError, clip, located, printable
from cardsolo.core.i18n import _, language, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click.shell_completion import CompletionItem

    from cardsolo.cli.common.settings.file import Settings
    from cardsolo.cli.common.settings.keys import Key

ACTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "set": ("cardsolo.cli.config:set_key", marked("Write a key into the configuration file.")),
    "unset": ("cardsolo.cli.config:unset_key", marked("Take a key out of the configuration file.")),
}
#: Where the comments begin that say where a value comes from.
_COLUMN: Final = 36
#: The variables that stand above the file.
VARIABLES: Final = {
    "lang": "CARDSOLO_LANG",
    "suits": "CARDSOLO_SUITS",
    "plain": "CARDSOLO_PLAIN",
    "wide": "CARDSOLO_WIDE",
}


@click.command(
    cls=LazyGroup,
    lazy=ACTIONS,
    invoke_without_command=True,
    help=_(
        "Show and set what is remembered in the configuration file: language, colours of suits, and the options of "
        "play for each game. Alone it prints all keys as that file could have them, each with what holds and where "
        "that comes from."
        "\n\nThe file is ~/.config/cardsolo/config.toml (or under XDG_CONFIG_HOME, or what CARDSOLO_CONFIG names; none "
        "where that is empty). It is for a person at a terminal: nothing is read where stdout is a file or a pipe, "
        "and the tables of games serve only where moves are typed. The command line and the environment come before "
        "it, and who names a deal, a seed or a log plays that by its own rules."
        "\n\n\b\nExamples:"
        "\n  cardsolo config"
        "\n  cardsolo config set lang ja"
        "\n  cardsolo config set play.triangle.seats human,greedy,search"
        "\n  cardsolo config unset lang"
    ),
)
@click.pass_context
def config(ctx: click.Context) -> int | None:
    return _show() if ctx.invoked_subcommand is None else None


def _complete_key(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    from cardsolo.cli.common.settings.keys import every_key

    return completions((key.name for key in every_key()), incomplete)


def _complete_value(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    from cardsolo.cli.common.settings.keys import key_named

    try:
        key = key_named(ctx.params.get("key") or "")
    except OptionError:
        return []
    return completions((str(choice).lower() for choice in key.choices), incomplete)


class _Mending(Command):
    mends_settings = True


@click.command(
    "set",
    cls=_Mending,
    help=_(
        "Write a key into the configuration file: in the line where it stands or in a new one. Other lines and "
        "comments stay as they are."
        "\n\n\b\nExamples:"
        "\n  cardsolo config set suits four"
        "\n  cardsolo config set play.dungeon.jokers 3"
    ),
)
@click.argument("key", metavar="KEY", shell_complete=_complete_key)
@click.argument("value", metavar="VALUE", shell_complete=_complete_value)
def set_key(key: str, value: str) -> None:
    from cardsolo.cli.common.settings.keys import key_named, literal

    found = key_named(key)
    written = literal(found.value_of(value))
    _write(found.path, written)
    click.echo(f"{found.name} = {written}")


@click.command(
    "unset",
    cls=_Mending,
    help=_(
        "Take a key out of the configuration file: one that is misspelt there too."
        "\n\n\b\nExample:\n  cardsolo config unset play.dungeon.jokers"
    ),
)
@click.argument("key", metavar="KEY", shell_complete=_complete_key)
def unset_key(key: str) -> None:
    from cardsolo.cli.common.settings.keys import key_named
    from cardsolo.cli.common.settings.lines import path_of

    settings, path = _read(_file()), path_of(key.strip())
    if not _has(settings.values, path):
        key_named(key)
        raise OptionError(_("{file} does not set {key}").format(file=printable(settings.name), key=clip(key)))
    _write(path, None)


def _file() -> str:
    """Return where the file lies. Raises OptionError where there is to be none."""
    name = file_name()
    if name is None:
        raise OptionError(_no_file())
    return name


def _no_file() -> str:
    if VARIABLE in os.environ:
        return _("no configuration file: {variable} is empty").format(variable=VARIABLE)
    return _("no configuration file: this user has no home")


def _read(name: str) -> Settings:
    """Read the file, as empty where it is not there yet. Raises FormatError and OSError."""
    from cardsolo.cli.common.settings.file import Settings, read

    return read(name) if os.path.exists(name) else Settings(name, "", {})  # noqa: PTH110


def _has(values: Any, path: tuple[str, ...]) -> bool:
    for part in path:
        values = {key.replace("-", "_"): value for key, value in values.items()} if isinstance(values, dict) else {}
        if part not in values:
            return False
        values = values[part]
    return True


def _write(path: tuple[str, ...], literal: str | None) -> None:
    """Change one line of the file.

    Raises FormatError where it cannot be read, OptionError where one line is not enough.
    """
    from pathlib import Path

    from cardsolo.cli.common.settings.file import parse
    from cardsolo.cli.common.settings.lines import changed
    from cardsolo.core.files import write_whole

    name = _file()
    with located(name):
        text = changed(_read(name).text, path, literal, parse)
    if text is None:
        said = _("{file} has {key} in a form that is changed in an editor only")
        raise OptionError(said.format(file=printable(name), key=".".join(path)))
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    write_whole(name, text.encode())


# --- what holds -------------------------------------------------------------------------------------------------------
def _show() -> int | None:
    """Print all keys; what is wrong in the file is told after them, and ends with code 2."""
    from cardsolo.cli.common.settings.file import Settings
    from cardsolo.cli.common.settings.keys import TEXTS, game_faults, game_keys, text_faults
    from cardsolo.games import names

    name = file_name()
    settings = _read(name) if name is not None else Settings("", "", {})
    if name is None:
        click.echo(f"# {_no_file()}")
    else:
        there = os.path.exists(name)  # noqa: PTH110
        click.echo(
            f"# {printable(name)}" if there else _("# {file}, which is not there yet").format(file=printable(name))
        )
    for key in TEXTS.values():
        click.echo(_row(key, *_text_value(key, settings)))
    faults = list(text_faults(settings))
    tables = settings.values.get("play")
    for game in names():
        click.echo(f"\n[play.{game}]")
        table = tables.get(game) if isinstance(tables, dict) else None
        is_table = isinstance(table, dict)
        for key in game_keys(game).values():
            click.echo(_row(key, *_file_value(key, settings)))
        faults += list(game_faults(settings, game)) if is_table else []
    for fault in faults:
        say(_("Error: {message}").format(message=fault))
    return USAGE if faults else None


def _row(key: Key, value: object, source: str) -> str:
    from cardsolo.cli.common.settings.keys import literal

    shown = literal(key.example if value is None else value)
    text = f"{'' if value is not None else '# '}{key.path[-1]} = {shown}"
    return f"{text:{_COLUMN}}# {source}; {key.expected}"


def _text_value(key: Key, settings: Settings) -> tuple[object, str]:
    """Return what holds for a key that says how texts look, and where it comes from."""
    asked = asked_looks()
    if key.name in asked:
        return asked[key.name], _("the command line")
    if key.name == "color" and os.environ.get("NO_COLOR"):
        return False, "NO_COLOR"
    variable = VARIABLES.get(key.name, "")
    text = os.environ.get(variable, "") if variable else ""
    wanted = {"1": True, "0": False}.get(text) if key.choices == (False, True) else text
    if wanted is not None and key.accepts(wanted):
        return wanted, variable
    value, source = _file_value(key, settings)
    if key.name == "lang" and value is None:
        return language(), _("the system")
    return value, source


def _file_value(key: Key, settings: Settings) -> tuple[object, str]:
    """Return the value that the file has, or that holds without it."""
    from cardsolo.cli.common.settings.lines import line_of

    values: Any = settings.values
    for part in key.path:
        found = {name.replace("-", "_"): value for name, value in values.items()} if isinstance(values, dict) else {}
        values = found.get(part)
    if values is None or not key.accepts(values):
        return key.default, _("by default") if key.default is not None else _("not set")
    line = line_of(settings.text, key.path)
    return values, _("line {line}").format(line=line) if line is not None else _("this file")
