"""The log on disk: appended and flushed after every move, torn lines, foreign files, two writers, full disks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from moves import log_text, script, some_game, some_log
from support import COMMAND

GAME = some_game()
FIRST = GAME[:5]
posix = pytest.mark.skipif(sys.platform == "win32", reason="limits, locks and signals of POSIX")


def play(cli, *options, moves=()):
    return cli.run("play", "dungeon", *options, stdin=script(moves))


def test_games_are_appended(inside):
    for seed in (7, 8):
        assert play(inside, "--seed", seed, "--log", "g", moves=["resign"]).code == 0
    assert inside.run("verify", "g").out == "g: verified, 2 games\n"


def test_the_log_in_the_file_is_the_log_on_stdout(inside):
    done = play(inside, "--seed", 7, "--log", "g", "--json", moves=FIRST)
    assert (inside.directory / "g").read_text() == done.out


def test_log_to_stdout_leaves_stdout_to_the_log(inside):
    done = play(inside, "--seed", 7, "--log", "-", moves=FIRST)
    assert [line["type"] for line in done.objects] == ["start"] + ["move"] * len(FIRST)
    assert done.err  # what people read


def test_json_and_log_to_stdout_contradict_each_other(inside):
    assert play(inside, "--seed", 7, "--log", "-", "--json").code == 2


@posix
def test_every_move_is_on_disk_before_the_next_is_read_and_survives_a_kill(cli):
    process = cli.start(
        "play", "dungeon", "--seed", 7, "--log", "g", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )  # fmt: skip
    log = cli.directory / "g"
    assert process.stdout.readline()  # the first hand
    for number, move in enumerate(FIRST, 1):
        process.stdin.write(f"{move}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline()  # it was played
        assert len(log.read_bytes().splitlines()) == number + 1
    process.stdin.write(b"resi")  # being typed
    process.stdin.flush()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert cli.run("verify", "g").out == "g: verified, 1 game, 1 still open\n"
    assert cli.run("play", "dungeon", "--resume", "g", stdin=script(GAME[5:])).code == 0
    assert log.read_text() == log_text(some_log())


@pytest.mark.parametrize("cut", [0, 1, 10, 40])
def test_a_torn_last_line_is_dropped_with_a_warning(inside, cut):
    whole = log_text(some_log(count=5))
    log = inside.directory / "g"
    log.write_text(whole.rstrip("\n")[:-cut] if cut else whole + '{"type":"mo')
    done = play(inside, "--resume", "g", "--json", moves=GAME[4:] if cut else GAME[5:])
    assert done.code == 0
    assert "the last line of g was cut off and is dropped" in done.err
    assert log.read_text() == log_text(some_log())


def test_every_place_where_a_log_can_be_cut_off(inside):
    whole = log_text(some_log(count=2)).encode()
    log = inside.directory / "g"
    for at in range(1, len(whole), 3):
        log.write_bytes(whole[:at])
        done = play(inside, "--resume", "g")
        lines = whole[:at].count(b"\n") + (whole[at : at + 1] == b"\n")
        assert done.code == (0 if lines else 2), at
        assert log.read_bytes() == b"".join(whole.splitlines(keepends=True)[:lines]), at


def test_a_last_line_that_only_lacks_its_line_end_is_kept(inside):
    log = inside.directory / "g"
    log.write_text(log_text(some_log(count=5)).rstrip("\n"))
    done = play(inside, "--resume", "g", moves=GAME[5:])
    assert (done.code, done.err) == (0, "")
    assert log.read_text() == log_text(some_log())


@pytest.mark.parametrize("kept", [0, -1])
def test_a_torn_line_is_dropped_before_another_game_is_appended(inside, kept):
    """After a whole game, and where nothing but a torn start line is there."""
    whole = log_text(some_log()) if kept else ""
    (inside.directory / "g").write_text(whole + '{"type":"start","form')
    done = play(inside, "--seed", 8, "--log", "g", moves=["resign"])
    assert done.code == 0
    assert "cut off" in done.err
    assert inside.run("verify", "g").out == ("g: verified, 2 games\n" if kept else "g: verified, 1 game\n")


def test_resume_goes_on_in_another_file_and_leaves_the_old_one_alone(inside):
    old = inside.directory / "old"
    old.write_text(log_text(some_log(count=5)) + '{"type":"mo')
    before = old.read_bytes()
    done = play(inside, "--resume", "old", "--log", "new", moves=GAME[5:])
    assert done.code == 0
    assert "the last line of old was cut off" in done.err
    assert old.read_bytes() == before
    assert (inside.directory / "new").read_text() == log_text(some_log())


def test_resume_does_not_mix_two_logs(inside):
    (inside.directory / "old").write_text(log_text(some_log(count=5)))
    new = inside.directory / "new"
    new.write_text(log_text(some_log(seed=8)))
    done = play(inside, "--resume", "old", "--log", "new")
    assert done.code == 2
    assert "new holds a log already" in done.err
    assert new.read_text() == log_text(some_log(seed=8))


def test_resume_from_stdin_needs_a_place_to_go_on(inside):
    log = log_text(some_log(count=5))
    assert inside.run("play", "dungeon", "--resume", "-", stdin=log).code == 2
    (inside.directory / "moves").write_text(script(GAME[5:]))
    done = inside.run("play", "dungeon", "--resume", "-", "--log", "new", "--moves", "moves", stdin=log)
    assert done.code == 0
    assert (inside.directory / "new").read_text() == log_text(some_log())


def test_the_same_file_by_another_name_is_the_same_file(inside):
    log = inside.directory / "g"
    log.write_text(log_text(some_log(count=5)))
    assert play(inside, "--resume", "g", "--log", "./g", moves=GAME[5:]).code == 0
    assert log.read_text() == log_text(some_log())


def test_resume_with_json_gives_the_whole_log(inside):
    (inside.directory / "g").write_text(log_text(some_log(count=5)))
    assert play(inside, "--resume", "g", "--json", moves=GAME[5:]).out == log_text(some_log())


def test_unknown_fields_survive_a_resume_into_another_file(inside):
    lines = some_log(count=3)
    lines[0]["note"] = "mine"
    lines[2]["thought"] = {"seconds": 3.5}
    (inside.directory / "old").write_text(log_text(lines))
    assert play(inside, "--resume", "old", "--log", "new").code == 0
    assert (inside.directory / "new").read_text() == log_text(lines)


@pytest.mark.parametrize("how", ["json", "word"])
def test_unknown_fields_are_printed_too(inside, how):
    lines = some_log(count=3)
    lines[0] |= {"note": "mine", "program": "0.0.9"}
    lines[0]["deal"]["table"] = "kitchen"
    lines[2]["thought"] = {"seconds": 3.5}
    (inside.directory / "g").write_text(log_text(lines))
    if how == "json":
        assert play(inside, "--resume", "g", "--json").out == log_text(lines)
        return
    out = play(inside, "--resume", "g", moves=["log"]).out
    assert [line for line in out.splitlines() if line.startswith("{")] == log_text(lines).splitlines()
    back = play(inside, "--resume", "g", moves=["undo", GAME[2], "log"]).out
    assert [line for line in back.splitlines() if line.startswith("{")] == log_text(lines).splitlines()


def test_undo_reaches_behind_a_resume(inside):
    (inside.directory / "g").write_text(log_text(some_log(count=3)))
    done = play(inside, "--resume", "g", "--json", moves=["undo", "undo", GAME[1], GAME[2]])
    assert done.code == 0
    assert inside.run("verify", "g").code == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "No such file"),
        ("", "there is no game in it"),
        (log_text(some_log()), "has ended"),
        ("shopping list\n", "not a log"),
        (log_text(some_log(count=3)[1:]), "not a log"),
        (log_text(some_log(count=3)) + "x\n", "g:5: not JSON"),
        (log_text(some_log(count=3)).replace("cardsolo-log/1", "cardsolo-log/9"), 'format "cardsolo-log/9"'),
    ],
)
def test_what_cannot_be_resumed_is_left_as_it_is(inside, content, said):
    log = inside.directory / "g"
    if content is not None:
        log.write_text(content)
    done = play(inside, "--resume", "g", moves=["resign"])
    assert done.code == 2
    assert said in done.err
    assert (log.read_text() if log.exists() else None) == content


def test_a_log_that_breaks_the_rules_is_not_resumed(inside):
    log = inside.directory / "g"
    text = log_text(some_log(count=3)).replace('"n":3', '"n":4')
    log.write_text(text)
    assert play(inside, "--resume", "g").code == 3
    assert log.read_text() == text


def test_another_games_log_and_other_options_are_refused(inside):
    (inside.directory / "t").write_text(log_text(some_log("triangle", count=3)))
    other = play(inside, "--resume", "t")
    assert other.code == 2
    assert "t is a log of triangle" in other.err
    (inside.directory / "g").write_text(log_text(some_log(count=3)))
    assert play(inside, "--resume", "g", "--jokers", 1).code == 2
    assert play(inside, "--resume", "g", "--jokers", 2).code == 0
    assert play(inside, "--resume", "g", "--seed", 7).code == 2


@pytest.mark.parametrize(
    "content", ["shopping list\n", "no line end", '{"type":"deal"}\n', "\x00" * 100, '["type","start"]\n', "{}\n"]
)
def test_nothing_is_appended_to_a_file_that_is_no_log(inside, content):
    log = inside.directory / "g"
    log.write_text(content)
    done = play(inside, "--seed", 7, "--log", "g", moves=FIRST)
    assert done.code == 2
    assert "g is not a log" in done.err
    assert log.read_text() == content


def test_a_big_file_that_is_no_log_is_refused_unread(inside):
    log = inside.directory / "g"
    with log.open("wb") as stream:
        stream.write(b'{"type":"start"')
        stream.truncate(8 << 20)
    assert play(inside, "--seed", 7, "--log", "g").code == 2
    assert log.stat().st_size == 8 << 20


@posix
def test_two_games_cannot_write_one_log(cli):
    first = cli.start("play", "dungeon", "--seed", 7, "--log", "g", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert first.stdout.readline()
        for options in (["--seed", "8", "--log", "g"], ["--resume", "g"]):
            second = cli.run("play", "dungeon", *options, stdin="resign\n")
            assert second.code == 2
            assert "g is being written by another game" in second.err
    finally:
        first.communicate()
    assert len((cli.directory / "g").read_text().splitlines()) == 1


@pytest.mark.parametrize("name", [".", "no/such/directory/g", "file/g", "n" * 300])
def test_places_that_cannot_be_written(inside, name):
    (inside.directory / "file").write_text("x")
    done = play(inside, "--seed", 7, "--log", name)
    assert done.code == 2
    assert done.err.startswith(f"Error: {name}")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_without_permission(inside):
    (inside.directory / "closed").mkdir(mode=0o500)
    assert play(inside, "--seed", 7, "--log", "closed/g").code == 2


@posix
def test_devices_and_pipes_can_be_logs(cli):
    assert play(cli, "--seed", 7, "--log", os.devnull, moves=FIRST).code == 0
    done = cli.shell("cardsolo play dungeon --seed 7 --moves <(echo resign) --log >(cat >&2) >text; sleep 0.2")
    assert done.code == 0
    assert [line.split(":")[1].split(",")[0] for line in done.err.splitlines()] == ['"start"', '"move"', '"end"']


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_a_failure_with_a_name(cli):
    done = play(cli, "--seed", 7, "--log", "/dev/full", moves=FIRST)
    assert done.code == 1
    assert done.err.splitlines()[-1] == "Error: /dev/full: No space left on device"


@posix
def test_a_disk_that_fills_up_during_play(cli):
    import resource

    whole = log_text(some_log())
    room = len(whole) // 2
    done = subprocess.run(
        [*COMMAND, "play", "dungeon", "--seed", "7", "--log", "g"],
        input=script(GAME),
        capture_output=True,
        text=True,
        cwd=cli.directory,
        env=cli.environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "Error: g: File too large\n"
    kept = (cli.directory / "g").read_text()
    assert whole.startswith(kept)
    again = play(cli, "--resume", "g", moves=GAME[kept.count("\n") - 1 :])
    assert again.code == 0
    assert (cli.directory / "g").read_text() == whole


def test_solve_appends_its_lines_of_play_too(inside):
    for seed in (7, 8):
        assert inside.run("solve", "dungeon", "--seed", seed, "--log", "g").code in (0, 3)
    assert inside.run("verify", "g").out == "g: verified, 2 games\n"


def test_a_game_that_does_not_come_about_leaves_no_file(inside):
    (inside.directory / "bad").write_text("{}\n")
    assert play(inside, "--deal", "bad", "--log", "g").code == 2
    assert not (inside.directory / "g").exists()
    (inside.directory / "empty").write_text("")
    assert play(inside, "--deal", "bad", "--log", "empty").code == 2
    assert (inside.directory / "empty").exists()


@pytest.mark.parametrize("option", ["--log", "--moves", "--deal", "--position", "--resume"])
def test_an_empty_name_is_no_file(inside, option):
    source = ["--seed", 7] if option in ("--log", "--moves") else []
    done = inside.run("play", "dungeon", *source, option, "", stdin="resign\n")
    assert (done.code, done.out) == (2, "")
