"""Do the tests notice? Changes a module in one place at a time, runs tests, and lists the changes that nothing noticed.

    python tests/benchmarks/mutate.py solvers/agreement.py --tests tests/solvers/test_agreement.py

Changed are comparisons (== to !=, < to <=, …), `and`/`or`, `not`, + and −, numbers and strings, conditions (always, never),
and statements (left out). The module is changed in a copy of the tree, never in place. Compiled modules hide their source,
so only uncompiled ones can be changed. Texts for people (`_`, `marked`, docstrings) are left alone.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import contextlib
import copy
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import click  # noqa: F401  loaded for the copies
import hypothesis  # noqa: F401
import pytest

#: Seconds after which tests that do not end have noticed the change.
TIMEOUT = 120
ROOT = Path(__file__).resolve().parents[2]
SWAPS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.FloorDiv: ast.Mult, ast.Mult: ast.FloorDiv,
}  # fmt: skip
PROSE = {"_", "marked", "plural"}


def is_prose(node):
    """Tell a text for people, and what only type checkers read."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PROSE:
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def places(node, found):
    """Collect the nodes that may be changed, annotations and prose left out."""
    if is_prose(node):
        return
    found.append(node)
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                places(child, found)


def changes(node):
    """Yield (what, function that changes the node in place)."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            if type(op) in SWAPS:
                yield f"{type(op).__name__} swapped", lambda n, at=at, op=op: n.ops.__setitem__(at, SWAPS[type(op)]())
    if isinstance(node, (ast.BoolOp, ast.BinOp, ast.AugAssign)) and type(node.op) in SWAPS:
        yield f"{type(node.op).__name__} swapped", lambda n: setattr(n, "op", SWAPS[type(n.op)]())
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not dropped", lambda n: setattr(n, "op", ast.UAdd()) or setattr(n, "operand", wrapped(n.operand))
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        yield "never", lambda n: setattr(n, "test", ast.Constant(value=False))
        if not isinstance(node, ast.While):
            yield "always", lambda n: setattr(n, "test", ast.Constant(value=True))
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "flag turned", lambda n: setattr(n, "value", not n.value)
        elif isinstance(node.value, (int, float)):
            yield "one more", lambda n: setattr(n, "value", n.value + 1)
        elif isinstance(node.value, str) and node.value:
            yield "text changed", lambda n: setattr(n, "value", n.value + "~")
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and not isinstance(node, (ast.Module, ast.ClassDef)):
            for at, statement in enumerate(block):
                if isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise)) and not is_prose(statement):
                    yield (
                        f"left out, line {statement.lineno}",
                        lambda n, name=name, at=at: getattr(n, name).__setitem__(at, ast.Pass()),
                    )


def wrapped(operand):
    """bool(operand), so that + of it is what it was without the `not`."""
    return ast.Call(func=ast.Name(id="bool", ctx=ast.Load()), args=[operand], keywords=[])


def mutants(source):
    """Yield (line, what, changed source) for every change of a module."""
    tree = ast.parse(source)
    found = []
    places(tree, found)
    for number, node in enumerate(found):
        for what, _change in changes(node):
            twin = copy.deepcopy(tree)
            again = []
            places(twin, again)
            next(change for name, change in changes(again[number]) if name == what)(again[number])
            ast.fix_missing_locations(twin)
            yield getattr(node, "lineno", 0), what, ast.unparse(twin)


def run(tree, tests):
    """Return whether the tests of a tree pass, run by a copy of this process: what it has loaded is there already."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.chdir(tree)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(quiet, stream)
        sys.path.insert(0, str(tree))
        os.environ["PYTHONPATH"] = str(tree)
        options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", "--rootdir", str(tree)]
        os._exit(int(pytest.main([*options, *tests])))
    until = time.monotonic() + TIMEOUT
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status == 0
        if time.monotonic() > until:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return False
        time.sleep(0.01)


def shared(things, part):
    """Return every of-th thing, from the number-th on, of a part NUMBER/OF."""
    number, of = map(int, part.split("/"))
    return things[number - 1 :: of]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--tests", nargs="+", required=True)
    parser.add_argument("--part", default="1/1", metavar="K/N", help="try every Nth change only, from the Kth on")
    args = parser.parse_args()
    sys.dont_write_bytecode = True
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", ".mypy_cache", "__pycache__"))
        compileall.compile_dir(str(tree), quiet=2)
        if not run(tree, args.tests):
            sys.exit("the tests fail before anything is changed")
        total = survived = 0
        for module in args.modules:
            path = tree / module
            source = path.read_text("utf-8")
            for line, what, changed in shared(list(mutants(source)), args.part):
                path.write_text(changed, "utf-8")
                total += 1
                if run(tree, args.tests):
                    survived += 1
                    print(f"{module}:{line}: {what}: {source.splitlines()[line - 1].strip()}", flush=True)
            path.write_text(source, "utf-8")
        print(f"{total} changes, {total - survived} noticed, {survived} survived")


if __name__ == "__main__":
    main()
