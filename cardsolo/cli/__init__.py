"""The command line. `main` is the entry point; everything else is loaded when a command needs it."""

from __future__ import annotations

import sys

_INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with the code that the interface promises, interrupted at any moment or not."""
    try:
        code = _run()
    except KeyboardInterrupt:  # before or after the command itself
        code = _INTERRUPTED
    try:
        from cardsolo.cli.common.signals import code_after, leave

        leave(code_after(code) if code == _INTERRUPTED else code)
    except KeyboardInterrupt:  # once more, on the way out
        sys.exit(_INTERRUPTED)


def _run() -> int:
    from cardsolo.cli.common.signals import heed_signals

    heed_signals()
    from cardsolo.cli.common.run import run

    return run(sys.argv[1:])
