"""Names that are no files, devices, pipes, links and full disks: told with the name and the cause, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from moves import log_text, some_log
from support import COMMAND, FIXTURES

posix = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes, limits and devices of POSIX")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
LOG = log_text(some_log())
TRIANGLE = (FIXTURES / "triangle" / "golden" / "players4-once.jsonl").read_text("utf-8")
LONG = "n" * 300

READERS = [
    ("verify",),
    ("stats",),
    ("replay",),
    ("analyse",),
    ("render", "-o", "out.svg"),
    ("advise", "dungeon", "--log"),
    ("advise", "dungeon", "--position"),
    ("solve", "dungeon", "--deal"),
    ("play", "dungeon", "--deal"),
    ("play", "dungeon", "--moves"),
    ("play", "dungeon", "--resume"),
    ("play", "dungeon", "--log", "new", "--resume"),
]
WRITERS = [("play", "dungeon", "--seed", "7", "--log"), ("solve", "dungeon", "--seed", "7", "--log")]
#: Name -> what is said of it, after the name itself.
NAMES = {
    "dir": "Is a directory",
    "loop": "Too many levels of symbolic links",
    LONG: "File name too long",
    "file/x": "Not a directory",
    "nowhere/x": "No such file or directory",
}


@pytest.fixture
def places(inside):
    (inside.directory / "dir").mkdir()
    (inside.directory / "loop").symlink_to("loop")
    (inside.directory / "file").write_text("x")
    (inside.directory / "game").write_text(TRIANGLE)
    return inside


def listing(inside):
    return sorted(path.name for path in inside.directory.iterdir())


@posix
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", READERS + WRITERS, ids=" ".join)
def test_a_name_that_is_no_file_is_a_usage_error_with_its_cause(places, command, name):
    before = listing(places)
    done = places.run(*command, name)
    assert done.code == 2
    assert done.err.splitlines()[-1].removeprefix("Error: ") == f"{name}: {NAMES[name]}"
    assert listing(places) == before


@pytest.mark.parametrize("command", [*READERS, *WRITERS, ("render", "game", "-o")], ids=" ".join)
def test_an_empty_name_is_said_to_be_one(places, command):
    before = listing(places)
    done = places.run(*command, "")
    assert done.code == 2
    assert "an empty name is no file" in done.err
    assert listing(places) == before


# --- pictures ---------------------------------------------------------------------------------------------------------
@posix
@pytest.mark.parametrize(("name", "cause"), NAMES.items())
def test_a_picture_that_cannot_be_written(places, name, cause):
    name += ".svg"
    if name == "dir.svg":
        (places.directory / name).mkdir()
    if name == "loop.svg":
        (places.directory / name).symlink_to(name)
    before = listing(places)
    done = places.run("render", "game", "-o", name)
    assert (done.code, done.err) == (2, f"Error: {name}: {cause}\n")
    assert listing(places) == before


@posix
@pytest.mark.parametrize("old", [None, "the old picture"])
def test_a_full_disk_leaves_what_was_there(cli, old):
    import resource

    (cli.directory / "game").write_text(TRIANGLE)
    picture = cli.directory / "out.svg"
    if old is not None:
        picture.write_text(old)
    done = subprocess.run(
        [*COMMAND, "render", "game", "-o", "out.svg"],
        capture_output=True,
        text=True,
        cwd=cli.directory,
        env=cli.environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "Error: out.svg: File too large\n")
    assert sorted(path.name for path in cli.directory.iterdir() if path.is_file()) == ["game"] + ["out.svg"] * bool(old)
    if old is not None:
        assert picture.read_text() == old


@posix
def test_a_link_stays_a_link_and_permissions_stay(places):
    target = places.directory / "dir" / "target.svg"
    target.write_text("old")
    target.chmod(0o640)
    link = places.directory / "link.svg"
    link.symlink_to("dir/target.svg")
    assert places.run("render", "game", "-o", "link.svg").code == 0
    assert link.is_symlink()
    assert target.read_text().startswith("<svg")
    assert target.stat().st_mode & 0o777 == 0o640
    assert places.run("render", "game", "-o", "new.svg").code == 0
    plain = places.directory / "plain"
    plain.write_text("")
    assert (places.directory / "new.svg").stat().st_mode == plain.stat().st_mode


@full
def test_a_device_that_is_full(places):
    (places.directory / "full.svg").symlink_to("/dev/full")
    done = places.run("render", "game", "-o", "full.svg")
    assert (done.code, done.err) == (1, "Error: full.svg: No space left on device\n")
    for command in WRITERS:
        done = places.run(*command, "/dev/full", stdin="resign\n")
        assert (done.code, done.err.splitlines()[-1]) == (1, "Error: /dev/full: No space left on device")


# --- pipes and standard streams ---------------------------------------------------------------------------------------
@posix
@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("verify",), "pipe: verified, 1 game\n"),
        (("stats",), "dungeon  jokers=2"),
        (("replay",), "Clear the Dungeon, seed 7\n"),
        (("advise", "dungeon", "--move", "3", "--log"), "best: "),
    ],
    ids=" ".join,
)
def test_a_pipe_by_name_is_read_like_a_file(cli, command, said):
    pipe = cli.directory / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(LOG,))
    writer.start()
    done = cli.run(*command, "pipe")
    writer.join()
    assert done.code == 0
    assert said in done.out


@posix
def test_a_picture_goes_into_a_pipe_by_name(cli):
    (cli.directory / "game").write_text(TRIANGLE)
    done = cli.shell(
        "mkfifo p.svg; cat p.svg > copy & cardsolo render game -o p.svg; wait; cmp copy <(cardsolo render game -o -)"
    )
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("command", [("verify",), ("stats",), ("replay",), ("render", "-o", "-")], ids=" ".join)
def test_the_standard_streams_are_files(inside, command):
    done = inside.run(*command, "-", stdin=TRIANGLE)
    assert (done.code, done.err) == (0, "")
    assert done.out


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("command", [("verify",), ("stats",), ("replay",)], ids=" ".join)
def test_a_device_without_an_end_is_given_up(inside, command):
    done = inside.run(*command, "/dev/zero")
    assert done.code == 2
    assert "/dev/zero:1: longer than 1048576 bytes" in done.err
