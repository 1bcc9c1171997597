"""Every command that README and docs/ show, run as written and in order, on what the earlier ones made."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import shutil
import sys
from functools import cache

import click
import pytest
from documents import PROGRAMS, commands, pages, sessions
from support import COMMAND, ROOT
from terminal import PROMPT, Terminal

from cardsolo.cli.app import app
from cardsolo.cli.common.shared import LazyGroup

if sys.platform == "win32" or shutil.which("bash") is None:
    pytest.skip("needs bash and pseudo-terminals", allow_module_level=True)

PAGES = pages()
SHOWN = [command for page in PAGES for command in commands(page)]
#: A comment in the line says which code it ends with, where that is not 0.
CODE = re.compile(r"#.*\bexit code (\d+)")


@pytest.fixture
def reader(cli, tmp_path_factory):
    """The command line in an empty directory, with `cardsolo`, `python` and `duckdb` as programs on the path."""
    programs = tmp_path_factory.mktemp("bin")
    scripts = {"cardsolo": shlex.join(COMMAND), "python": sys.executable}
    if shutil.which("duckdb") is None and importlib.util.find_spec("duckdb"):
        code = "import duckdb, sys; duckdb.sql(sys.argv[-1]).show()"
        scripts["duckdb"] = shlex.join([sys.executable, "-c", code])
    for name, script in scripts.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {script} "$@"\n')
        (programs / name).chmod(0o755)
    return cli, {"HOME": str(cli.directory), "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}


def test_commands_run_as_written(reader, subtests):
    """One test for all, since each runs on what those before it made; a program that is not there skips its own lines."""
    cli, env = reader
    path = env["PATH"]
    for command in SHOWN:
        if command.kind not in {"sh", "inline", "terminal"} or _is_source_program(command.text):
            continue
        with subtests.test(str(command)):
            for program in {"jq", "duckdb", "man"} & set(re.findall(r"[\w-]+", command.text)):
                if shutil.which(program, path=path) is None:
                    pytest.skip(f"{program} is not installed")
            if command.kind == "terminal":
                _look_in(cli, env, command)
                continue
            done = cli.shell_of_a_reader(command.text, env)
            want = CODE.search(command.text)
            assert done.code == (int(want[1]) if want else 0), f"{command}\n{done.out}{done.err}"


def _look_in(cli, env, command):
    """Run a command on a terminal until it asks for something, and leave."""
    terminal = Terminal(cli, shell=command.text, env=env)
    terminal.child.expect_exact([PROMPT.encode(), b"? "])  # a move, or a die of one's own
    terminal.type("quit", then=None)
    assert terminal.end() == 0, terminal.text


@pytest.mark.parametrize("shown", [session for page in PAGES for session in sessions(page)], ids=str)
def test_a_session_looks_as_shown(reader, shown):
    """What stands behind a prompt is typed; every other line must come, in that order."""
    cli, env = reader
    terminal = Terminal(cli, shell=shown.command, env=env, columns=100, lines=300)
    for line in shown.lines:
        typed = re.fullmatch(r"(.*\?|>) (.+)", line)
        if typed is not None:
            terminal.expect(typed[1])
            terminal.type(typed[2], then=None)
    terminal.expect(PROMPT)
    terminal.type("quit", then=None)
    assert terminal.end() == 0
    seen = iter(terminal.text.splitlines())
    assert [line for line in shown.lines if line != "…" and line not in seen] == []


def _is_source_program(text):
    """Whether a command runs a program of the source tree: what measures, proves or trains takes minutes to hours."""
    return re.match(r"python (tests/|-m solvers\.)", text) is not None


@cache
def _options_of(path):
    """Return the options that a program of the source tree takes, read from its source."""
    tree = ast.parse(path.read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call.args[0] for call in calls if getattr(call.func, "attr", "") == "add_argument" and call.args]
    return {arg.value for arg in named if isinstance(arg, ast.Constant)}


@pytest.mark.parametrize("command", [c for c in SHOWN if _is_source_program(c.text)], ids=str)
def test_programs_of_the_source_tree_exist_and_know_their_options(command):
    words = shlex.split(command.text.replace("…", " "))
    name = words[2].replace(".", "/") + ".py" if words[1] == "-m" else words[1]
    used = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert used <= _options_of(ROOT / name), command


PATTERNS = [c for c in SHOWN if c.kind == "pattern" and c.text.startswith("cardsolo ")]


@pytest.mark.parametrize("command", PATTERNS, ids=str)
def test_patterns_name_commands_and_options_that_exist(command):
    words = re.sub(r"[\[\]…]", " ", command.text.replace("\\|", "|")).split()[1:]
    found, context = [app], click.Context(app, **app.context_settings)
    while words and isinstance(found[0], LazyGroup) and not words[0].startswith("-"):
        found = [found[0].get_command(context, name) for name in words.pop(0).split("|")]
        assert None not in found, command
    for option in (word.split("|")[0] for word in words if word.startswith("-")):
        known = {name for one in found for parameter in _parameters(one) for name in parameter.opts}
        known |= {name for one in found if isinstance(one, LazyGroup) for name in _options_below(one)}
        assert option in known, f"{command}: {option}"


def _options_below(group):
    commands = [group.get_command(click.Context(group, **group.context_settings), name) for name in group.lazy]
    return {name for command in commands for parameter in _parameters(command) for name in parameter.opts}


def _parameters(command):
    """Return the options of a command, those of the games' rules among them."""
    return command.get_params(click.Context(command, **command.context_settings))


def test_every_kind_of_command_is_found():
    """The test would pass on pages in which it finds nothing."""
    kinds = [command.kind for command in SHOWN]
    assert min(map(kinds.count, ("sh", "terminal", "inline", "pattern"))) >= 3
    assert kinds.count("gate") == 2
    assert len({command.page for command in SHOWN}) >= 2
    assert any(sessions(page) for page in PAGES)


def test_a_fence_of_commands_that_does_not_say_so_is_noticed(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    monkeypatch.setattr("documents.ROOT", tmp_path)
    page.write_text("```\ncardsolo games\n```\n")
    with pytest.raises(ValueError, match=r"page.md:1: commands in a fence"):
        commands(page)
    page.write_text(
        "```sh\nfor s in 1 2\ndo echo $s; done\ncardsolo games\n```\n`cardsolo deal GAME` `cardsolo\ngames`\n"
    )
    assert [(c.line, c.kind) for c in commands(page)] == [(2, "sh"), (4, "sh"), (6, "pattern"), (6, "inline")]
    assert "cardsolo" in PROGRAMS
