"""The Python blocks of README and docs/python.md run as they stand, and so do their types."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from support import ROOT

DOCUMENTS = ("README.md", "docs/python.md")


def script(name):
    """Return the Python blocks of a document as one script, in order."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    return "\n".join(blocks)


def run(tmp_path, *command):
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_examples_run_one_after_the_other(tmp_path, name):
    (tmp_path / "script.py").write_text(script(name), "utf-8")
    done = run(tmp_path, sys.executable, "-W", "error", "script.py")

    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout


def test_comments_that_give_what_is_printed_are_right(tmp_path):
    (tmp_path / "script.py").write_text(script("README.md"), "utf-8")
    out = run(tmp_path, sys.executable, "script.py").stdout

    for said in ("(Move('5C@x'), Move('5C@1'), Move('5C@2'))", "The dungeon is clear, with 6 cards to spare."):
        assert f"# {said}" in script("README.md")
        assert said in out.splitlines()
    errors = re.findall(r"print\(error\) +# (.*)", script("docs/python.md"))
    (tmp_path / "script.py").write_text(script("docs/python.md").partition("print(play.why_not")[0], "utf-8")
    assert len(errors) == 2
    assert set(errors) <= set(run(tmp_path, sys.executable, "script.py").stdout.splitlines())


WRONG = """
import cardsolo

play = cardsolo.deal("dungeon", seed=7)
play.puhs("5c 3")
play.push(3)
cardsolo.sovle(play)
cardsolo.deal("triangle", seed="seven").state.board
outcome: cardsolo.RogueOutcome | None = play.outcome
cardsolo.solve(play).verdict + 1
cardsolo.odds(hp=1)
"""


def test_a_users_script_is_typed_strictly(tmp_path):
    """Right ones pass, wrong ones are told of line by line: nothing public is Any by accident."""
    pytest.importorskip("mypy", reason="installed with the group `lint`, and checked by .ci/run against the wheel")
    scripts = [f"script{number}.py" for number, _name in enumerate(DOCUMENTS)]
    for file, name in zip(scripts, DOCUMENTS, strict=True):
        (tmp_path / file).write_text(script(name), "utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    done = run(tmp_path, sys.executable, "-m", "mypy", "--strict", "--no-color-output", *scripts, "wrong.py")
    faults = [line for line in done.stdout.splitlines() if ": error:" in line]

    assert [line for line in faults if not line.startswith("wrong.py")] == []
    lines = {int(line.split(":")[1]) for line in faults}
    assert lines == {number for number, line in enumerate(WRONG.splitlines(), 1) if number > 4 and line}, done.stdout
