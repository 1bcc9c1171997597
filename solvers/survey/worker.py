"""A worker process of a survey: takes chunks of seeds from its parent, and ends with it in silence."""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from cardsolo.core.dealing import seed_to_json
from cardsolo.core.errors import clip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolo.core.game import Json


def work(handle: int) -> None:
    """Answer chunks until the pipe of that handle closes.

    Messages to the parent: ("ready", None) once it can answer, ("results", list) for each chunk, ("error", traceback)
    where it cannot answer at all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    end_with_stdin()
    pipe = Connection(handle)
    try:
        try:
            answer = pipe.recv().answerer()
        except EOFError:
            return
        except Exception:  # noqa: BLE001  whatever it is, the parent must report it
            pipe.send(("error", traceback.format_exc()))
            return
        pipe.send(("ready", None))
        while True:
            pipe.send(("results", answer_all(answer, pipe.recv())))
    except (EOFError, OSError):
        return  # nobody waits for answers any more


def end_with_stdin() -> None:
    """Let the system end this process, even in the midst of a long search, when nobody holds the other end of stdin.

    The parent holds it and writes nothing there. Where there is no such signal, the pipe is noticed closed a chunk
    later.
    """
    if (
        sys.platform != "linux"
    ):  # elsewhere the signal is ignored unless a handler takes it, which compiled code does not
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)  # its default is to end the process
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([0], [], [], 0)[0]:  # it happened before
        os._exit(0)


def answer_all(answer: Callable[[int], Json], seeds: Iterable[int]) -> list[Json]:
    """Answer seeds in a worker. A mistake of the program costs the answer to its own seed only, which tells it.

    With CARDSOLO_TRACEBACK the worker says on stderr where it happened.
    """
    results = []
    for seed in seeds:
        try:
            results.append(answer(seed))
        except Exception as error:  # noqa: BLE001  whatever it is, the other seeds have answers
            if os.environ.get("CARDSOLO_TRACEBACK"):
                traceback.print_exc()
            results.append(crashed(seed, clip(f"{type(error).__name__}: {error}", 200)))
    return results


def crashed(seed: int, error: str | None = None) -> Json:
    """Return the result line of a seed over which workers died, or whose answerer raised an error."""
    line: Json = {"type": "result", "seed": seed_to_json(seed), "crashed": True}
    return line if error is None else line | {"error": error}
