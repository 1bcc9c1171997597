"""Processes that begin as copies of one that has loaded the program: as real as others, and there in a tenth of the time.

Every copy is a process of its own, with its own streams, directory, environment and end; what an interpreter does before
it runs the program is all that is shared. A test that is about that part, or about how a process starts, starts one itself.

python tests/nursery.py FD: the process that is copied; it takes requests from a socket.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from functools import cache
from typing import NoReturn

#: Beginnings of the names of variables that an interpreter reads when it starts; each set of them has its own first process.
READ_AT_THE_START = ("PYTHON", "LC_", "LANG")
AVAILABLE = hasattr(os, "fork") and hasattr(socket, "recv_fds")
LOADED = (
    *(
        "cardsolo.cli.common.run",
        "cardsolo.cli.common.signals",
        "cardsolo.cli.solve.dungeon",
        "cardsolo.cli.solve.triangle",
    ),
    *("cardsolo.api.play", "cardsolo.api.solving", "cardsolo.core.log.reader", "cardsolo.core.log.resume"),
    *("solvers.dungeon.solver", "solvers.triangle.solver", "solvers.rogue.odds", "solvers.advice", "solvers.agreement"),
)
_LENGTH = struct.Struct("!I")


# --- the side of the tests --------------------------------------------------------------------------------------------
@cache
def _nursery(owner, variables):
    """Start a process to be copied, and return the socket that it listens to, and the process itself."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(READ_AT_THE_START)}
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[theirs.fileno()],
            env=others | dict(variables),
        )
    atexit.register(_close, ours, process)
    return ours, process


def _close(link, process):
    link.close()
    process.stdin.close()
    process.stdout.close()
    process.wait()


def run(arguments, data, directory, environment, timeout):
    """Run the program and return exit code, stdout and stderr as bytes, as `subprocess.run` would."""
    variables = sorted(item for item in environment.items() if item[0].startswith(READ_AT_THE_START))
    link, _process = _nursery(os.getpid(), tuple(variables))
    ends = [os.pipe() for _ in range(3)]
    (stdin, typed), (out, stdout), (err, stderr) = ends
    request = {"arguments": arguments, "directory": str(directory), "environment": environment}
    _send(link, json.dumps(request).encode())
    socket.send_fds(link, [b"."], [stdin, stdout, stderr])
    for end in (stdin, stdout, stderr):
        os.close(end)
    pid = int(_receive(link))
    kill = threading.Timer(timeout, os.kill, (pid, signal.SIGKILL))
    kill.start()
    found = {}
    threads = [threading.Thread(target=_collect, args=(found, end)) for end in (out, err)]
    threads.append(threading.Thread(target=_feed, args=(typed, data or b"")))
    for thread in threads:
        thread.start()
    status = int(_receive(link))
    for thread in threads:
        thread.join()
    kill.cancel()
    return os.waitstatus_to_exitcode(status), found[out], found[err]


def start_at(terminal, arguments, directory, environment):
    """Start the program at a terminal, and return its number and the file descriptor that its status comes from.

    terminal: a file descriptor of the program's side, which is closed here.
    """
    variables = sorted(item for item in environment.items() if item[0].startswith(READ_AT_THE_START))
    link, _process = _nursery(os.getpid(), tuple(variables))
    ours, theirs = socket.socketpair()
    request = {"arguments": arguments, "directory": str(directory), "environment": environment, "terminal": True}
    with theirs:
        _send(link, json.dumps(request).encode())
        socket.send_fds(link, [b"."], [terminal, theirs.fileno()])
    os.close(terminal)
    return int(_receive(ours)), ours.detach()


def status_from(told):
    """Wait until a program started at a terminal ends, and return its status as `os.waitpid` does."""
    with socket.socket(fileno=told) as link:
        return int(_receive(link))


def _collect(found, end):
    with os.fdopen(end, "rb") as stream:
        found[end] = stream.read()


def _feed(end, data):
    with contextlib.suppress(BrokenPipeError), os.fdopen(end, "wb") as stream:
        stream.write(data)


def _send(link, message):
    link.sendall(_LENGTH.pack(len(message)) + message)


def _receive(link):
    (length,) = _LENGTH.unpack(_exactly(link, _LENGTH.size))
    return _exactly(link, length)


def _exactly(link, count):
    found = b""
    while len(found) < count:
        part = link.recv(count - len(found))
        if not part:
            raise EOFError
        found += part
    return found


# --- the process that is copied ---------------------------------------------------------------------------------------
def serve(link):
    """Copy this process for every request until nobody is left to ask."""
    _load()
    while True:
        try:
            request = json.loads(_receive(link))
        except EOFError:
            return
        _dot, streams, _flags, _address = socket.recv_fds(link, 1, 3)
        if "terminal" in request:
            _mind(link, request, *streams)
            continue
        pid = os.fork()
        if pid == 0:
            link.close()
            _become(request, streams)
        for stream in streams:
            os.close(stream)
        _send(link, b"%d" % pid)
        _pid, status = os.waitpid(pid, 0)
        _send(link, b"%d" % status)


def _mind(link, request, terminal, minder):
    """Copy this process twice: one is the program at the terminal, the other waits for its end, while this one goes on."""
    with contextlib.suppress(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # one that has waited to its end
    if os.fork() == 0:
        import fcntl
        import termios

        link.close()
        pid = os.fork()
        if pid == 0:
            os.close(minder)
            os.setsid()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            _become(request, [terminal, os.dup(terminal), os.dup(terminal)])
        os.close(terminal)
        with socket.socket(fileno=minder) as told:
            _send(told, b"%d" % pid)
            _pid, status = os.waitpid(pid, 0)
            with contextlib.suppress(BrokenPipeError):  # the test has failed, and is gone
                _send(told, b"%d" % status)
        os._exit(0)
    os.close(terminal)
    os.close(minder)


def _load():
    """Load what commands need, as the program itself loads it; numpy and OR-tools have threads, and cannot be copied."""
    import gc
    from importlib import import_module

    from cardsolo.core.i18n import as_written
    from cardsolo.games import NAMES, find, names
    from cardsolo.render import renderer
    from solvers.programs import programs_of

    with as_written():
        from cardsolo.cli.app import COMMANDS

        for module, _help in COMMANDS.values():
            import_module(module.partition(":")[0])
    names()
    for name in NAMES:
        renderer(find(name))
        programs_of(find(name))
    for module in LOADED:
        import_module(module)
    gc.freeze()


def _become(request, streams) -> NoReturn:
    """Be what a fresh process would be, and run the program."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    # made anew, for they remember whether what they were made for was a file, a pipe or a terminal
    for name, number in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        old = getattr(sys, name)
        mode, lines = "w" if number else "r", 1 if number == 2 else -1
        new = open(number, mode, lines, old.encoding, old.errors, closefd=False)  # noqa: SIM115  as long as the process
        setattr(sys, name, new)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["directory"])
    from cardsolo import __main__ as program

    sys.argv = [program.__file__, *request["arguments"]]
    try:
        program.main()
    except SystemExit as end:
        os._exit(_end(end.code))
    raise AssertionError("main always leaves")


def _end(code):
    """Do what an interpreter does at its end, but for taking itself to pieces; return its exit code."""
    threading._shutdown()
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    except (OSError, ValueError):
        return 120
    return code or 0


if __name__ == "__main__":
    sys.path.pop(0)  # the tests are no part of the program
    with socket.socket(fileno=int(sys.argv[1])) as server:
        serve(server)
