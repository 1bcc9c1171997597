"""Helpers that several test modules share."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import jsonschema
import nursery

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "fixtures"
#: Beginnings of the names of variables by which somebody has the program otherwise than tests expect.
PERSONAL = (
    *("LC_", "LANG", "COLUMNS", "COLORTERM", "NO_COLOR"),
    *("CARDSOLO_CONFIG", "CARDSOLO_LANG", "CARDSOLO_PLAIN", "CARDSOLO_SUITS", "CARDSOLO_WIDE"),
)
COMMAND = [sys.executable, "-m", "cardsolo"]


def read_jsonl(path):
    """Return the objects of a JSON Lines file under fixtures/, or of an absolute path."""
    return [json.loads(line) for line in (FIXTURES / path).read_text("utf-8").splitlines() if line]


@cache
def validator(name):
    """Return the validator of a schema that ships with the program."""
    from importlib.resources import files

    schema = json.loads(files("cardsolo").joinpath("schemas", f"{name}.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator(schema)


def schema_of(obj):
    """Return the name of the schema that a line of output must fulfil."""
    return {"start": "log", "typed": "log", "move": "log", "undo": "log", "end": "log", "result": "survey"}.get(
        obj["type"], obj["type"]
    )


def check_schema(obj):
    """Fail unless a line of output fulfils its schema."""
    validator(schema_of(obj)).validate(obj)


@dataclass(frozen=True)
class Finished:
    """A process that ended: exit code, stdout and stderr as text."""

    code: int
    out: str
    err: str

    @property
    def objects(self):
        """The lines of stdout as JSON objects, each checked against its schema."""
        objects = [json.loads(line) for line in self.out.splitlines()]
        for obj in objects:
            check_schema(obj)
        return objects


@dataclass(frozen=True)
class Cli:
    """Runs the command line in a directory of its own, without colours, with directories of state and configuration inside it."""

    directory: Path

    def environment(self, **changes):
        kept = {key: value for key, value in os.environ.items() if not key.startswith(PERSONAL)}
        base = {
            "XDG_STATE_HOME": str(self.directory / "state"),
            "XDG_CONFIG_HOME": str(self.directory / "config"),
            "PYTHONUTF8": "1",
            "CARDSOLO_TRACEBACK": "1",
            "LANG": "C.UTF-8",
        }
        if "PYTHONPATH" in kept:  # a source tree under test is named relative to where pytest was started
            kept["PYTHONPATH"] = os.pathsep.join(str(Path(p).resolve()) for p in kept["PYTHONPATH"].split(os.pathsep))
        merged = kept | base | changes
        return {key: value for key, value in merged.items() if value is not None}

    def run(self, *arguments, stdin="", env=None, timeout=120):
        """Run one command. stdin is text or bytes; env changes variables, None removes one."""
        data = stdin.encode() if isinstance(stdin, str) else stdin
        words = list(map(str, arguments))
        if not nursery.AVAILABLE:
            return self._finish([*COMMAND, *words], env, timeout, data)
        return _finished(*nursery.run(words, data, self.directory, self.environment(**(env or {})), timeout))

    def start(self, *arguments, env=None, **options):
        """Start a command and return the process."""
        return subprocess.Popen(
            [*COMMAND, *map(str, arguments)], cwd=self.directory, env=self.environment(**(env or {})), **options
        )

    def shell(self, line, env=None, timeout=120):
        """Run a shell line in which `cardsolo` is the command under test; the exit code is the pipe's gravest."""
        quoted = " ".join(f"'{part}'" for part in COMMAND)
        script = f'set -o pipefail; cardsolo() {{ {quoted} "$@"; }}; {line}'
        return self._finish(["bash", "-c", script], env, timeout)

    def shell_of_a_reader(self, line, env):
        """Run a shell line as a reader of the documents does, who has the program on the path; nothing is typed."""
        return self._finish(["bash", "-o", "pipefail", "-c", line], env, 300)

    def _finish(self, command, env, timeout, data=None):
        done = subprocess.run(
            command,
            input=data,
            capture_output=True,
            cwd=self.directory,
            env=self.environment(**(env or {})),
            timeout=timeout,
            check=False,
        )
        return _finished(done.returncode, done.stdout, done.stderr)


def _finished(code, out, err):
    finished = Finished(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"))
    assert "Traceback" not in finished.err, finished.err
    return finished


def load_pure(name):
    """Load a kernel module from its source, uncompiled, beside the compiled one that `import` gives.

    Kernels that it imports are taken as installed.
    """
    spec = importlib.util.find_spec(name)
    source = Path(spec.origin)
    while source.suffix != ".py":
        source = source.with_name(source.name.partition(".")[0] + ".py")
    loader = importlib.machinery.SourceFileLoader(f"pure_{name}", str(source))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def commands(command=None, path="cardsolo"):
    """Yield (path, command) for the program, or a command, and all that are below it."""
    import click

    from cardsolo.cli.app import app
    from cardsolo.cli.common.shared import LazyGroup

    command = app if command is None else command
    yield path, command
    if isinstance(command, LazyGroup):
        for name in command.lazy:
            yield from commands(command.get_command(click.Context(command), name), f"{path} {name}")
