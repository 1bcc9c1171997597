"""The command line without a process of its own, for the many cases where only input and output matter."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import PERSONAL, Finished


@dataclass(frozen=True)
class Inside:
    """Runs commands in this process; streams are bytes in memory, everything else is as in `Cli`."""

    directory: Path

    def run(self, *arguments, stdin=""):
        from cardsolo.cli.common.run import run
        from cardsolo.core.i18n import use_language

        data = stdin.encode() if isinstance(stdin, str) else stdin
        before = sys.stdin, sys.stdout, sys.stderr, Path.cwd()
        out, err = io.BytesIO(), io.BytesIO()
        sys.stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
        sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8"), io.TextIOWrapper(err, "utf-8")
        os.chdir(self.directory)
        try:
            code = run([str(argument) for argument in arguments])
            sys.stdout.flush()
            sys.stderr.flush()
            return Finished(code, out.getvalue().decode(), err.getvalue().decode())
        finally:
            use_language("en")  # a process takes its language with it when it ends
            os.chdir(before[3])
            sys.stdin, sys.stdout, sys.stderr = before[:3]


@pytest.fixture
def inside(tmp_path, monkeypatch):
    """The command line called as a function, in an empty directory."""
    for name in list(os.environ):
        if name.startswith(PERSONAL):
            monkeypatch.delenv(name)
    monkeypatch.setenv("CARDSOLO_TRACEBACK", "1")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return Inside(tmp_path)
