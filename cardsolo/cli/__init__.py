"""The command line. `main` is the entry point; everything else is loaded when a command needs it."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with the code that the interface promises."""
    from cardsolo.cli.run import run

    sys.exit(run(sys.argv[1:]))
