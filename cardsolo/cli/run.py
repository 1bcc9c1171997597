"""Run the command line: language first, then the command; every way to end becomes an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from cardsolo.core.errors import CardsoloError, SolverError, VerificationError
from cardsolo.core.i18n import _, detect_language, use_language

if TYPE_CHECKING:
    from collections.abc import Sequence

OK, FAILED, USAGE, NO, LIMIT, INTERRUPTED = 0, 1, 2, 3, 5, 130

#: From the gravest down: the code of a file of many objects is the gravest of theirs.
GRAVITY = (FAILED, USAGE, LIMIT, NO, OK)


def gravest(*codes: int) -> int:
    """Return the gravest of some exit codes."""
    return min(codes, key=GRAVITY.index, default=OK)


def code_of(error: CardsoloError) -> int:
    """Return the exit code that an error stands for."""
    if isinstance(error, VerificationError):
        return NO
    return FAILED if isinstance(error, SolverError) else USAGE


def run(arguments: Sequence[str]) -> int:
    """Run with arguments and return the exit code. Nothing that a user can do ends in a traceback."""
    _prepare_streams()
    use_language(detect_language(arguments))
    from cardsolo.cli.app import app

    try:
        code = app.main(list(arguments), prog_name="cardsolo", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return USAGE if isinstance(error, (click.UsageError, click.FileError)) else error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say(_("interrupted"))
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return OK
    except CardsoloError as error:
        say(_("Error: {message}").format(message=error))
        return code_of(error)
    except OSError as error:
        named = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
        say(_("Error: {message}").format(message=named))
        return USAGE if isinstance(error, (FileNotFoundError, IsADirectoryError, PermissionError)) else FAILED
    except Exception as error:
        if os.environ.get("CARDSOLO_TRACEBACK"):
            raise
        text = _("cardsolo failed ({kind}: {error}); with CARDSOLO_TRACEBACK=1 it says where. Please report it.")
        say(text.format(kind=type(error).__name__, error=error))
        return FAILED
    return code if isinstance(code, int) else OK


def say(text: str) -> None:
    """Write a line for people to stderr; nobody being left to read it is no error."""
    try:
        click.echo(text, err=True)
    except OSError:
        return


def _prepare_streams() -> None:
    """Let text that the terminal's encoding lacks degrade instead of failing; stdin is read as bytes elsewhere."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace", newline="\n")


def _silence_stdout() -> None:
    """Point stdout at nothing, so that Python's flush at exit does not complain about the closed pipe."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return  # a stdout without a file: nothing is flushed to it
