"""Run the command line: language first, then the command; every way to end becomes an exit code."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cardsolo.cli.common.outlet import fit_outlets, outlasting, stdout_is_read
from cardsolo.cli.common.settings.current import take, text_setting
from cardsolo.core.errors import CardsoloError, SolverError, VerificationError, printable
from cardsolo.core.i18n import LANGUAGES, _, as_written, detect_language, locale_directory, marked, use_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OK, FAILED, USAGE, NO, LIMIT, INTERRUPTED = 0, 1, 2, 3, 5, 130

#: From the gravest down: the code of a file of many objects is the gravest of theirs.
GRAVITY = (FAILED, USAGE, LIMIT, NO, OK)

_CAUSES = {
    errno.ENOENT: marked("No such file or directory"),
    errno.EISDIR: marked("Is a directory"),
    errno.ENOTDIR: marked("Not a directory"),
    errno.EACCES: marked("Permission denied"),
    errno.ENOSPC: marked("No space left on device"),
    errno.EFBIG: marked("File too large"),
    errno.EROFS: marked("Read-only file system"),
    errno.ELOOP: marked("Too many levels of symbolic links"),
    errno.ENAMETOOLONG: marked("File name too long"),
}
#: What the system says of a name that cannot be opened; anything else (a full disk, say) is a failure.
_BAD_NAMES = frozenset(
    {
        errno.ENOENT,
        errno.EISDIR,
        errno.ENOTDIR,
        errno.EACCES,
        errno.EPERM,
        errno.ENAMETOOLONG,
        errno.ELOOP,
        errno.EROFS,
    }
)


def gravest(*codes: int) -> int:
    """Return the gravest of some exit codes."""
    return min(codes, key=GRAVITY.index, default=OK)


def code_of(error: CardsoloError | OSError) -> int:
    """Return the exit code that an error stands for."""
    if isinstance(error, OSError):
        return USAGE if error.errno in _BAD_NAMES else FAILED
    if isinstance(error, VerificationError):
        return NO
    return FAILED if isinstance(error, SolverError) else USAGE


def message_of(error: OSError) -> str:
    """Return what the system says, with the file that it says it of."""
    if not error.filename:
        return cause_of(error)
    name = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else str(error.filename)
    return f"{printable(name)}: {cause_of(error)}"


def cause_of(error: OSError) -> str:
    """Return what went wrong with a file; the usual causes translated, others as the system says."""
    return _(_CAUSES[error.errno]) if error.errno in _CAUSES else error.strerror or str(error)


def run(arguments: Sequence[str]) -> int:
    """Run with arguments and return the exit code. Nothing that a user can do ends in a traceback."""
    use_language(detect_language(arguments))  # in which is told what is wrong with the configuration file
    take()
    language = detect_language(arguments, preferred=text_setting("lang"))
    with _click_in(language):
        return _run(arguments, language)


@contextmanager
def _click_in(language: str) -> Iterator[None]:
    """Let click's own texts be in a language: it asks gettext, which looks at the environment."""
    if language not in LANGUAGES or language == "en":
        yield
        return
    import gettext

    before = os.environ.get("LANGUAGE")
    gettext.bindtextdomain("click", locale_directory())
    gettext.textdomain("click")
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain("messages")
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


def _run(arguments: Sequence[str], language: str) -> int:
    try:
        _prepare_streams()
        use_language(language)
        if sys.stdout is None:
            say(_("Error: {message}").format(message=_("standard output is closed")))
            return FAILED
        code = _invoke(arguments)
        with outlasting():  # the code is known: a reader who leaves now does not change it
            sys.stdout.flush()
    except click.ClickException as error:
        _show(error)
        return USAGE if isinstance(error, (click.UsageError, click.FileError)) else error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say(_("interrupted"))
        return INTERRUPTED
    except CardsoloError as error:
        say(_("Error: {message}").format(message=error))
        return code_of(error)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and not stdout_is_read():
            return OK  # the output was the point, and its reader had enough
        _silence_stdout()
        say(_("Error: {message}").format(message=message_of(error)))
        return code_of(error)
    except Exception as error:
        from cardsolo.cli.common.signals import was_asked_to_end

        if was_asked_to_end():  # while a library was loaded, say, which made something else of it
            say(_("interrupted"))
            return INTERRUPTED
        if os.environ.get("CARDSOLO_TRACEBACK"):
            raise
        text = _("cardsolo failed ({kind}: {error}); with CARDSOLO_TRACEBACK=1 it says where. Please report it.")
        say(text.format(kind=type(error).__name__, error=error))
        return FAILED
    return code


def _invoke(arguments: Sequence[str]) -> int:
    with as_written():
        from cardsolo.cli.app import app

    shell = os.environ.get("_CARDSOLO_COMPLETE")
    if shell is not None:  # a shell asks for completions
        from cardsolo.cli.common.completer import answer

        take(is_seen=True)  # by whoever pressed the tab key
        for row in answer(app, shell, os.environ.get("COMP_LINE", ""), os.environ.get("COMP_WORDBREAKS", "")):
            click.echo(row)
        return OK
    try:  # `app.main` would end the process itself when a pipe is closed
        with app.make_context("cardsolo", list(arguments)) as context:
            code = app.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    return code if isinstance(code, int) else OK


def _show(error: click.ClickException) -> None:
    """Say what is wrong with a command line, which may itself hold anything."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        say(context.get_usage())
        helps = context.command.get_help_option(context)
        if helps is not None:
            say(
                _("Try '{command}' for help.").format(command=f"{context.command_path} {max(helps.opts, key=len)}")
                + "\n"
            )
    lines = re.split(r"\n(?=\t)", error.format_message())  # a list of choices; any other line end is an argument's
    say(_("Error: {message}").format(message="\n".join(printable(line, keep="\t") for line in lines)))


def say(text: str) -> None:
    """Write text for people to stderr; nobody being left to read it is no error.

    Whatever is quoted in it, nothing but its lines and tabs reaches the terminal besides printable characters.
    """
    try:
        click.echo(printable(text, keep="\n\t"), err=True)
    except OSError:
        return


def _prepare_streams() -> None:
    """Let text degrade that an encoding lacks, both ways, instead of failing; a closed stderr swallows all text."""
    from cardsolo.cli.common.streams import degrade_output

    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  open as long as the process
    if sys.stdout is not None:
        fit_outlets()
    for stream in (sys.stdout, sys.stderr):
        degrade_output(stream)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _silence_stdout() -> None:
    """Point stdout at nothing, so that Python's flush at exit does not complain once more about what failed."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return  # a stdout without a file: nothing is flushed to it
