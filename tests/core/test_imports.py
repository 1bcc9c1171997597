"""Imports point one way, and starting a command that does not solve loads next to nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest
from support import ROOT

SOURCES = sorted(path for top in ("cardsolo", "solvers") for path in (ROOT / top).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
#: The sources by folder: a test for each folder and not for each file, for a test costs more than a look at a file.
FOLDERS = [
    (str(folder.relative_to(ROOT)), list(paths))
    for folder, paths in groupby(
        sorted(SOURCES, key=lambda path: (path.parent, path.name)), key=lambda path: path.parent
    )
]
EACH_FOLDER = pytest.mark.parametrize(
    "paths", [paths for _name, paths in FOLDERS], ids=[name for name, _paths in FOLDERS]
)
LAYERS = ("core", "games", "render", "api", "cli")
LONGEST = 400
LONGEST_FUNCTION = 60


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module):
    """Return the layer of a module: core, games, render, api, cli, solvers, or root for what stands above them."""
    parts = module.split(".")
    if parts[0] == "solvers":
        return "solvers"
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "root"


class Imports(ast.NodeVisitor):
    """Collects (imported module, inside a function, for types only) of one source."""

    def __init__(self, module, is_package):
        self.module, self.is_package = module, is_package
        self.found = []
        self._functions = 0
        self._types = 0

    def visit_FunctionDef(self, node):
        self._functions += 1
        self.generic_visit(node)
        self._functions -= 1

    visit_AsyncFunctionDef = visit_Lambda = visit_FunctionDef  # noqa: N815  names that ast.NodeVisitor gives

    def visit_If(self, node):
        types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        self._types += types
        for child in node.body:
            self.visit(child)
        self._types -= types
        for child in node.orelse:
            self.visit(child)

    def visit_Import(self, node):
        for alias in node.names:
            self._note(alias.name)

    def visit_ImportFrom(self, node):
        assert node.level == 0, f"{self.module}: relative import"
        self._note(node.module)
        for alias in node.names:
            self._note(f"{node.module}.{alias.name}")

    def visit_Constant(self, node):
        # what import_module is given, and tables of module:attribute
        if isinstance(node.value, str) and node.value.startswith(("solvers.", "cardsolo.")):
            name = node.value.partition(":")[0].rstrip(".")
            if name.replace(".", "").replace("_", "").isalnum():
                self._note(name)

    def _note(self, name):
        self.found.append((name, self._functions > 0, self._types > 0))


@cache
def tree_of(path):
    return ast.parse(path.read_text("utf-8"))


@cache
def imports_of(path):
    visitor = Imports(module_of(path), path.name == "__init__.py")
    visitor.visit(tree_of(path))
    return visitor.found


MAY_IMPORT = {
    "root": {"cli", "root"},
    "core": {"core", "root"},
    "games": {"core", "games", "root"},
    "render": {"core", "games", "render", "root"},
    "api": {"core", "games", "render", "api", "root", "solvers"},
    "cli": {"core", "games", "render", "api", "cli", "root", "solvers"},
    "solvers": {"core", "games", "solvers"},
}
#: Packages from elsewhere, and the layers that may use them.
FOREIGN = {
    "click": "cli",
    "wcwidth": "core",
    "resvg_py": "cli",
    "librt": "solvers",
    "mypy_extensions": "solvers",
} | dict.fromkeys(("ortools", "matplotlib", "distributed"), "solvers")
#: Slow to load, or not installed with the program: imported where they are used.
LATE = {"wcwidth", "ortools", "matplotlib", "distributed", "resvg_py"}
#: Scripts that make data. They may need what is not installed with the program, so nothing else imports them.
SCRIPTS = dict.fromkeys(
    (
        "solvers.rogue.train",
        "solvers.rogue.fitting",
        "solvers.bounds.areas",
        "solvers.bounds.duel",
        "solvers.bounds.rogue",
    ),
    frozenset({"numpy"}),
)


@EACH_FOLDER
def test_imports_point_one_way(paths):
    for path in paths:
        _point_one_way(path)


def _point_one_way(path):
    module = module_of(path)
    layer = layer_of(module)
    for name, in_function, types_only in imports_of(path):
        top = name.split(".")[0]
        if top in {"cardsolo", "solvers"}:
            if name == "cardsolo" or (layer == "root" and module == "cardsolo"):
                continue
            target = layer_of(name)
            if target == "root" and name.count(".") == 1 and layer != "root":
                continue  # `from cardsolo import __version__`
            assert target in MAY_IMPORT[layer], f"{module} imports {name}"
            if layer in {"api", "cli", "root"} and target == "solvers":
                assert in_function or types_only, f"{module} imports {name} when it is loaded"
            if module.startswith("cardsolo.cli.common."):
                assert layer_of(name) != "cli" or name.startswith("cardsolo.cli.common") or in_function, (
                    f"{module}, which commands share, imports {name}"
                )
            if layer == target == "games" and module.count(".") > 2 and name.count(".") > 2:
                assert module.split(".")[2] == name.split(".")[2], f"{module} imports another game's {name}"
            assert module in SCRIPTS or not any(name.startswith(script) for script in SCRIPTS), (
                f"{module} imports {name}"
            )
        elif types_only and top == "typing_extensions":
            continue  # type checkers know it without it being there
        elif top not in sys.stdlib_module_names and top not in SCRIPTS.get(module, ()):
            assert layer == FOREIGN.get(top), f"{module} imports {name}"
            if top in LATE:
                assert in_function or types_only or module.endswith("cpsat"), f"{module} imports {name} when loaded"


def test_kernels_import_kernels_and_nothing_else():
    kernels = [path for path in SOURCES if path.parent.name == "kernel"]
    assert kernels
    for path in kernels:
        for name, _in_function, _types in imports_of(path):
            top = name.split(".")[0]
            allowed = top in {"collections", "librt", "math", "mypy_extensions", "typing", "__future__"} or (
                top == "solvers" and name.split(".")[2:3] == ["kernel"]
            )
            assert allowed, f"{module_of(path)} imports {name}"


def test_the_walk_sees_what_it_should():
    """An arrow the wrong way would be found, in whatever form it is written."""
    source = (
        "from typing import TYPE_CHECKING\nimport solvers.a\nfrom solvers import b\nif TYPE_CHECKING:\n    import solvers.c\n"
        "else:\n    import solvers.f\ndef f():\n    from solvers.d import x\n    import_module('solvers.e')\n"
        "T = {'a': 'cardsolo.cli.app:app'}\n"
    )
    visitor = Imports("m", is_package=False)
    visitor.visit(ast.parse(source))
    assert {item for item in visitor.found if item[0].startswith(("solvers", "cardsolo"))} == {
        ("solvers.a", False, False),
        ("solvers", False, False),
        ("solvers.b", False, False),
        ("solvers.c", False, True),
        ("solvers.f", False, False),
        ("solvers.d", True, False),
        ("solvers.d.x", True, False),
        ("solvers.e", True, False),
        ("cardsolo.cli.app", False, False),
    }
    assert [layer_of(name) for name in ("cardsolo", "cardsolo.core.x", "cardsolo.cli", "solvers.a.b")] == [
        "root", "core", "cli", "solvers",
    ]  # fmt: skip


def test_no_module_is_longer_than_can_be_read():
    lengths = {str(path): len(path.read_text("utf-8").splitlines()) for path in (*SOURCES, *TESTS)}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST} == {}


@EACH_FOLDER
def test_no_function_is_longer_than_can_be_read(paths):
    """Kernels may have longer ones, where a comment says what keeps them in one piece."""
    for path in paths:
        lines = path.read_text("utf-8").splitlines()
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= LONGEST_FUNCTION:
                body = lines[node.lineno - 1 : node.end_lineno]
                assert path.parent.name == "kernel", f"{path}: {node.name} has {len(body)} lines"
                assert any(line.strip().startswith("# In one piece: ") for line in body), f"{path}: {node.name}"


# --- start-up -----------------------------------------------------------------------------------------------------
#: What a start may load besides click and what click loads. Modules with a leading underscore are parts of these.
ALLOWED = {
    "bisect", "copy", "dataclasses", "errno", "grp", "math", "pwd", "fnmatch", "genericpath", "glob", "importlib", "ipaddress", "json", "locale", "ntpath",
    "pathlib", "posixpath", "random", "textwrap", "unicodedata", "urllib",
}  # fmt: skip
#: What click loads to lay a page of help out.
CLICK_PAGES = {"shutil", "bz2", "lzma", "zlib", "compression", "backports"}
#: Parts of packages above that would not be light.
HEAVY = {"importlib.resources", "importlib.metadata", "urllib.request"}

RUN = """
import sys
import click
before = set(sys.modules)
from cardsolo.cli.common.run import run
code = run(sys.argv[1:])
print(code, *sorted(set(sys.modules) - before), file=sys.stderr)
"""

MOVES = {"dungeon": "xth\n", "triangle": "pass\n", "rogue": "room 1\n"}


def loaded(*arguments, stdin=""):
    """Return the modules that a command loads on top of click."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], input=stdin, capture_output=True, text=True, cwd=ROOT, check=True
    )
    code, *modules = done.stderr.splitlines()[-1].split()
    assert code in {"0", "2"}, done.stderr
    return set(modules)


def own(modules):
    return {name for name in modules if name.split(".")[0] == "cardsolo"}


def check_light(modules, *, more=frozenset()):
    foreign = {name for name in modules - own(modules) if not name.startswith("_")}
    assert {name for name in foreign if name.split(".")[0] not in ALLOWED | {"click"} | more} == set()
    assert not any(name == heavy or name.startswith(f"{heavy}.") for name in modules for heavy in HEAVY)


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("deal", "dungeon", "--seed", "7"), ("deal", "dungeon", "--seed", "7", "--json")],
)
def test_a_start_loads_the_standard_library_only(arguments):
    check_light(loaded(*arguments), more=CLICK_PAGES)


def test_the_version_loads_no_kernel_to_tell_whether_kernels_are_compiled():
    modules = loaded("--version")
    # what asks, and the packages on the way to the kernel, which are empty
    packages = {"solvers", "solvers.pace", "solvers.dungeon", "solvers.dungeon.kernel"}
    check_light(modules - packages, more=CLICK_PAGES)


def test_the_front_door_loads_nothing_before_it_is_used():
    script = "import sys; before = set(sys.modules); import cardsolo; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["__future__", "cardsolo"]


@pytest.mark.parametrize(
    "use",
    [
        "p = cardsolo.deal('rogue', seed=7); p.push(p.legal_moves[0])",
        "list(cardsolo.read_log('fixtures/rogue/golden/random.jsonl'))",
    ],
)
def test_a_play_loads_no_click_and_no_solver(use):
    script = f"import sys, cardsolo; {use}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert not {"click", "solvers", "ortools", "cardsolo.cli"} & set(done.stdout.split())


def test_help_loads_no_command_and_no_game():
    modules = own(loaded("--help"))
    assert not any(name.startswith("cardsolo.games.") for name in modules)
    commands = {"deal", "play", "solve", "verify", "replay", "rules", "schema", "survey", "advise", "stats"}
    assert not {f"cardsolo.cli.{name}" for name in commands} & modules


@pytest.mark.parametrize("game", MOVES)
def test_piped_play_loads_its_own_game_and_nothing_heavy(game):
    from cardsolo.games import NAMES

    modules = loaded("play", game, "--seed", "7", stdin=MOVES[game])
    check_light(modules)
    assert f"cardsolo.games.{game}.rules" in modules
    assert not any(
        name.startswith(f"cardsolo.{part}.{other}")
        for name in modules
        for other in NAMES
        if other != game
        for part in ("games", "render")
    )


def test_the_sources_were_found():
    assert Path(ROOT / "cardsolo" / "core" / "game.py") in SOURCES
    assert len(SOURCES) > 50
