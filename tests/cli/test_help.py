"""Help: everywhere, for every command and option, the short texts equal to the long ones, README complete."""

from __future__ import annotations

import re
from importlib import import_module

import click
import pytest
from support import ROOT

from cardsolo.cli.app import COMMANDS
from cardsolo.cli.common.shared import LazyGroup


def loaded(target):
    module, _colon, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def all_commands(lazy=COMMANDS, before=()):
    """Return the path of every command with the group's short text and the command, groups included."""
    found = []
    for name, (target, short) in lazy.items():
        command = loaded(target)
        found.append(((*before, name), short, command))
        if isinstance(command, LazyGroup):
            found += all_commands(command.lazy, (*before, name))
    return found


ALL = all_commands()
PATHS = [path for path, _short, _command in ALL]


@pytest.mark.parametrize("path", [(), *PATHS], ids=" ".join)
def test_both_flags_print_the_same_help(inside, path):
    short, long = inside.run(*path, "-h"), inside.run(*path, "--help")
    assert (short.code, short.err) == (0, "")
    assert short.out == long.out
    assert short.out.startswith(f"Usage: {' '.join(('cardsolo', *path))} ")
    assert "--lang [en|ja]" in short.out
    assert "--ascii" in short.out
    assert max(map(len, short.out.splitlines())) <= 100


@pytest.mark.parametrize("name", COMMANDS)
def test_the_short_text_is_how_the_help_begins(name):
    target, short = COMMANDS[name]
    assert loaded(target).help.startswith(short.rstrip("."))


@pytest.mark.parametrize(("path", "short", "command"), ALL, ids=[" ".join(path) for path in PATHS])
def test_every_option_has_a_help_text_and_shows_what_it_takes(path, short, command):
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.rstrip()[-1] in ".)", parameter.help
            assert parameter.is_flag or parameter.metavar or isinstance(parameter.type, click.Choice), parameter.name
        else:
            assert parameter.metavar or isinstance(parameter.type, click.Choice), parameter.name


def sections(page):
    """Return the lines of a help page by the headings above them."""
    found = {}
    for line in page.splitlines():
        if line and not line.startswith(" "):
            found[line.rstrip(":")] = lines = []
        elif line:
            lines.append(line)
    return {heading: "\n".join(lines) for heading, lines in found.items()}


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_options_of_a_game_stand_under_its_name_and_nowhere_else(inside, path):
    """In a command of one game the options of the others are not listed at all."""
    from cardsolo.games import NAMES, find

    page = sections(inside.run(*path, "--help").out)
    headings = [f"Options of {name}" for name in NAMES]
    assert [heading for heading in page if heading.startswith("Options of")] == [h for h in headings if h in page]
    for name, heading in zip(NAMES, headings, strict=True):
        for option in find(name).options:
            flag = f"--{option.name.replace('_', '-')} "
            assert [at for at in page if flag in page[at] and at.startswith("Options")] in ([], [heading])
    if path[-1] in NAMES:
        assert [heading for heading in headings if heading in page] == [f"Options of {path[-1]}"]
    if path in {("play",), ("deal",)}:
        assert all(heading in page for heading in headings)


@pytest.mark.parametrize("command", ["solve", "survey"])
def test_an_option_of_another_game_is_refused_by_name(inside, command):
    more = ("--seeds", "1..2", "--out", "s") if command == "survey" else ("--seed", 1)
    done = inside.run(command, "dungeon", *more, "--key")
    assert (done.code, done.err) == (2, "Error: --key is no option of dungeon\n")


def test_the_first_page_lists_every_command_and_loads_none(cli):
    page = cli.run("--help").out
    listed = re.findall(r"^  (\w+) ", page[page.index("Commands:") :], re.MULTILINE)
    assert listed == list(COMMANDS)


def test_without_arguments_the_help_is_shown(inside):
    groups = [path for path, _short, command in ALL if isinstance(command, LazyGroup)]
    assert ("config",) in groups  # which shows what there is
    for path in [(), *(path for path in groups if path != ("config",))]:
        done = inside.run(*path)
        assert done.code == 2
        assert "Usage: cardsolo" in done.err + done.out


def test_readme_names_every_command():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"`cardsolo {name}" not in readme] == []


@pytest.mark.parametrize(("typed", "meant"), [("dael", "deal"), ("sovle", "solve"), ("plya", "play")])
def test_a_mistyped_command_is_guessed(inside, typed, meant):
    done = inside.run(typed, "dungeon")
    assert done.code == 2
    assert f"no command “{typed}”: did you mean {meant}?" in done.err


def test_an_unknown_command_is_told_which_there_are(inside):
    done = inside.run("xyzzy")
    assert done.code == 2
    assert ", ".join(COMMANDS) in done.err


def test_the_version(inside):
    from cardsolo import __version__, build_info

    first, second = inside.run("--version").out.splitlines()
    assert first == f"cardsolo {__version__}"
    assert second == str(build_info())


@pytest.mark.parametrize("game", ["dungeon", "triangle", "rogue"])
def test_rules_pages(inside, game):
    done = inside.run("rules", game)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("# ")


def test_games_lists_every_option_with_its_default(inside):
    import json

    from cardsolo.games import NAMES, find

    listed = [json.loads(line) for line in inside.run("games", "--json").out.splitlines()]
    assert [line["game"] for line in listed] == list(NAMES)
    text = inside.run("games").out
    for line in listed:
        assert {name: option["default"] for name, option in line["options"].items()} == {
            option.name: option.default for option in find(line["game"]).options
        }
        for name in line["options"]:
            assert f"--{name.replace('_', '-')}" in text


def test_schemas_print_and_are_schemas(inside):
    import json

    import jsonschema

    from cardsolo.cli.schema import NAMES

    for name in NAMES:
        done = inside.run("schema", name)
        assert done.code == 0
        jsonschema.Draft202012Validator.check_schema(json.loads(done.out))
    assert inside.run("schema", "nothing").code == 2


def test_a_shell_can_ask_for_completions(cli):
    asked = {"_CARDSOLO_COMPLETE": "bash", "COMP_LINE": "cardsolo de"}
    assert cli.run(env=asked).out == "word\tdeal\tDeal a seed.\n"
    assert cli.run(env=asked | {"_CARDSOLO_COMPLETE": "another shell"}).out == ""
    for breaks, word in {" =:": "advisor-fast", " :": "--player=advisor-fast"}.items():
        asked = {"_CARDSOLO_COMPLETE": "bash", "COMP_LINE": "cardsolo play dungeon --player=advisor-"}
        assert cli.run(env=asked | {"COMP_WORDBREAKS": breaks}).out == f"word\t{word}\n"
    asked = {"_CARDSOLO_COMPLETE": "fish", "COMP_LINE": "cardsolo play dungeon --lang ja --play"}
    option, text = cli.run(env=asked).out.strip().removeprefix("word\t").split("\t")
    assert option == "--player"
    assert text in "".join(cli.run("play", "--help", "--lang", "ja", env={"COLUMNS": "200"}).out)
    assert "_CARDSOLO_COMPLETE=bash" in cli.run("completion", "bash").out


@pytest.mark.parametrize(
    ("path", "games"),
    [(("play",), ("dungeon", "triangle", "rogue")), *((("survey", g), (g,)) for g in ("dungeon", "triangle", "rogue"))],
)
def test_help_names_the_programs_that_there_are(inside, path, games):
    from cardsolo.games import find
    from solvers.programs import programs_of

    page = " ".join(inside.run(*path, "--help").out.split()).replace("- ", "-")  # a name may be broken
    for game in games:
        assert all(name in page for name in programs_of(find(game)).players)
    assert "{players}" not in page
