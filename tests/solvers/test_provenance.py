"""Every data file of the solvers says where it comes from, and the command that made it still makes one."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from amount import COMPILED, PROFILE
from support import ROOT

PAGE = (ROOT / "docs" / "solvers.md").read_text("utf-8")
DATA = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "solvers").rglob("data/*"))


def test_the_page_names_every_data_file_with_a_command_and_a_time():
    section = PAGE[PAGE.index("## Data files") :]
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| ([^|]*\b(?:s|min|h)) \|$", section, flags=re.MULTILINE)
    assert [row[0] for row in rows] == DATA
    assert all(command.startswith("python -m solvers.") for _file, command, _time in rows)


def train(module, out, *arguments):
    command = [sys.executable, "-m", module, "--out", str(out), *arguments]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=600)
    return out.read_bytes()


def test_networks_of_the_dungeon_are_trained_alike_every_time(tmp_path):
    made = [train("solvers.dungeon.train", tmp_path / name, "--ace", "11", "--block", "20") for name in ("a", "b")]
    assert made[0] == made[1]
    ours, shipped = (
        json.loads(made[0]),
        json.loads((ROOT / "solvers" / "dungeon" / "data" / "network-ace11.json").read_text()),
    )
    assert ours.keys() == shipped.keys()
    assert {name: ours[name] for name in ("ace", "chain", "seed", "width", "scale")} == {
        name: shipped[name] for name in ("ace", "chain", "seed", "width", "scale")
    }
    assert ours["games"] == 60


@pytest.mark.skipif(
    PROFILE != "thorough" or not COMPILED, reason="the exact table of the last fight takes most of a minute"
)
def test_values_of_mini_rogue_are_fitted_by_their_command(tmp_path):
    few = ["--states", "2", "--sweeps", "1", "--games", "1", "--epochs", "1", "--workers", "1", "--variant", "standard"]
    ours = json.loads(train("solvers.rogue.train", tmp_path / "worth.json", *few))
    shipped = json.loads((ROOT / "solvers" / "rogue" / "data" / "worth.json").read_text())
    assert ours["last"] == shipped["last"]
    assert set(ours) <= set(shipped)
