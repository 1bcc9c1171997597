"""The command line. `main` is the entry point; everything else is loaded when a command needs it."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with the code that the interface promises."""
    try:
        from cardsolo.cli.common.run import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before or after the command itself
        code = 130
    sys.exit(code)
