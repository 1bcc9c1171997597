"""Committed pictures and the replay page are what the commands of fixtures/README.md draw today, byte for byte."""

from __future__ import annotations

import re
import shlex

import pytest
from amount import COMPILED
from support import FIXTURES

ROWS = re.findall(
    r"^\| `([^`]+\.(?:svg|html))` \| [^|]+ \| `(cardsolo [^`]+)`, then `(cardsolo render [^`]+)` \|$",
    (FIXTURES / "README.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_every_committed_picture_has_its_commands():
    committed = [*FIXTURES.glob("*/pictures/*"), *(FIXTURES.parent / "docs" / "replays").iterdir()]
    assert {path.resolve() for path in committed} == {(FIXTURES / name).resolve() for name, _make, _draw in ROWS}


@pytest.mark.parametrize(("name", "make", "draw"), ROWS, ids=[name for name, _make, _draw in ROWS])
def test_it_is_drawn_anew_as_it_stands(cli, name, make, draw):
    if "--analyse" in draw and not COMPILED:
        pytest.skip("uncompiled, the chances of an analysis come from fewer playouts")
    for command in (make, draw):
        done = cli.run(*shlex.split(command.replace("FILE", "game.jsonl"))[1:])
        assert done.code == 0, done.err
    made = cli.directory / (FIXTURES / name).name
    assert made.read_bytes() == (FIXTURES / name).read_bytes()
