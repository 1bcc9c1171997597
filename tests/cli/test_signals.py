"""Signals that ask to end: the terminal is as it was, what was done is kept, and nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from support import COMMAND, ROOT
from terminal import Terminal

if not sys.platform.startswith("linux"):
    pytest.skip("looks at processes through /proc", allow_module_level=True)

ENDING = [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
LONG = 60  # seconds in which anything ends, on a busy machine too


def wait_until_heeded(pid):
    """Wait until a process has reached the first lines of `main`, which catch SIGTERM."""
    mask = 1 << (signal.SIGTERM - 1)
    for _look in range(100 * LONG):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:") and int(line.split()[1], 16) & mask:
                return
        time.sleep(0.01)
    raise AssertionError("the command has not begun")


# --- at the prompt ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", ENDING)
def test_a_signal_at_the_prompt_restores_the_terminal_and_says_how_to_go_on(cli, number):
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7)
    terminal.prompt()
    terminal.type("9h x")
    terminal.child.kill(number)
    terminal.child.expect("to go on: ")
    modes = termios.tcgetattr(terminal.child.child_fd)[3]
    assert terminal.end() == 128 + number
    assert modes & termios.ECHO
    assert modes & termios.ICANON
    (log,) = (cli.directory / "state" / "cardsolo").glob("*.jsonl")
    assert f"cardsolo play dungeon --resume {log}" in terminal.raw.decode().replace("\r\n", "")
    assert len(log.read_text().splitlines()) == 2
    assert cli.run("verify", log).code == 0


def test_a_terminal_that_is_gone_loses_nothing(cli):
    """A closed window sends SIGHUP, and nothing can be written any more."""
    terminal = Terminal(cli, "play", "dungeon", "--seed", 7, fresh=True)
    terminal.prompt()
    terminal.type("9h x")
    terminal.child.ptyproc.fileobj.close()  # not the bare number, which would be closed a second time, as another file
    terminal.child.closed = True
    _pid, status = os.waitpid(terminal.child.pid, 0)
    terminal.child.terminated = True
    assert os.waitstatus_to_exitcode(status) in {0, 128 + signal.SIGHUP}  # or the end of input came first
    (log,) = (cli.directory / "state" / "cardsolo").glob("*.jsonl")
    assert cli.run("verify", log).code == 0


def test_what_is_ignored_stays_ignored(cli):
    """`nohup` means that a command outlives its terminal."""
    line = f"trap '' HUP; exec {' '.join(COMMAND)} play dungeon --seed 7"
    process = subprocess.Popen(
        ["bash", "-c", line], cwd=cli.directory, env=cli.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    wait_until_heeded(process.pid)
    process.send_signal(signal.SIGHUP)
    out, _err = process.communicate(b"9h x\n", timeout=LONG)
    assert process.returncode == 0
    assert "discarded" in out.decode()


# --- at any moment ------------------------------------------------------------------------------------------------
def interrupted(cli, arguments, number, delay, *, group=False, stdin=b""):
    """Send a signal some time after `main` has begun; return exit code, stdout and stderr."""
    process = cli.start(
        *arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={"CARDSOLO_TRACEBACK": "1"},
    )
    wait_until_heeded(process.pid)
    if stdin:
        process.stdin.write(stdin)
        process.stdin.flush()
    time.sleep(delay)
    if process.poll() is None:
        (os.killpg if group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=LONG)
    return process.returncode, out.decode(), err.decode()


COMMANDS = {
    "play": (["play", "triangle", "--seed", 7, "--seats", "greedy,greedy,random", "--match", "--log", "g"], b""),
    "play typed": (["play", "dungeon", "--seed", 7, "--log", "g"], b"9h x\n5c x\n"),
    "solve triangle": (["solve", "triangle", "--seed", 7, "--jobs", 2, "--json"], b""),
    "solve cpsat": (["solve", "dungeon", "--seed", 7, "--method", "cpsat", "--json"], b""),
    "solve turn": (["solve", "triangle", "--seed", 7, "--players", 1, "--objective", "turn"], b""),
}


@pytest.mark.parametrize("group", [False, True], ids=["process", "group"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_signal_at_any_moment_ends_without_a_traceback(cli, command, group):
    source = random.Random(f"signals/{command}/{group}")
    arguments, stdin = COMMANDS[command]
    for number in (signal.SIGINT, source.choice(ENDING)):
        (cli.directory / "g").unlink(missing_ok=True)
        code, _out, err = interrupted(cli, arguments, number, source.random() ** 2 * 1.5, group=group, stdin=stdin)
        assert "Traceback" not in err, err
        assert "report it" not in err
        assert code in {0, 3, 5, 128 + number, -number}, err  # -number: after all was done, on the way out
        log = cli.directory / "g"
        if log.exists() and log.stat().st_size:
            assert cli.run("verify", "g").code == 0


@pytest.mark.parametrize("group", [False, True], ids=["process", "group"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_solve_triangle_keeps_its_sequence(cli, number, group):
    process = cli.start(
        "solve", "triangle", "--seed", 7, "--progress-json", "--jobs", 2, "--log", "line.jsonl",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    for line in process.stdout:
        if json.loads(line)["value"] is not None:
            break
    (os.killpg if group else os.kill)(process.pid, number)
    out, err = process.communicate(timeout=LONG)
    answer = json.loads(out.splitlines()[-1])
    assert answer["type"] == "answer"
    assert answer["limit"] == "interrupt"
    assert answer["moves"]
    assert process.returncode == 128 + number
    assert "Traceback" not in err.decode()
    assert cli.run("verify", "line.jsonl").code == 0


def test_a_worker_that_is_killed_is_missed_by_nobody(cli):
    process = cli.start(
        "solve", "triangle", "--seed", 7, "--json", "--jobs", 2, "--nodes", 300_000,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    workers = []
    for _look in range(100 * LONG):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        workers = [pid for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        if len(workers) == 2 or process.poll() is not None:
            break
        time.sleep(0.01)
    os.kill(int(workers[0]), signal.SIGKILL)
    out, err = process.communicate(timeout=LONG)
    assert process.returncode in {0, 5}, err
    assert err == b""
    assert json.loads(out)["moves"]


@pytest.mark.parametrize("number", [signal.SIGINT, *ENDING])
def test_a_signal_in_a_callback_whose_exceptions_are_lost_is_not_lost(cli, number):
    """In a weak reference's callback, say, as the import system has them."""
    script = (
        "import os, time, weakref\nfrom cardsolo.cli.common.signals import code_after, heed_signals\n"
        "class Thing: pass\nheed_signals()\nthing = Thing()\n"
        f"weak = weakref.ref(thing, lambda gone: [os.kill(os.getpid(), {int(number)}), time.sleep(1)])\n"
        "try:\n    del thing\n    time.sleep(20)\nexcept KeyboardInterrupt:\n    raise SystemExit(code_after(9))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        cwd=ROOT,
        env=cli.environment(),
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert (done.returncode, done.stderr) == (128 + number, "")
