"""`cardsolo completion SHELL`."""

from __future__ import annotations

import click

from cardsolo.cli.common.shared import Command
from cardsolo.core.i18n import _

SHELLS = ("bash", "zsh", "fish")


@click.command(
    cls=Command,
    help=_(
        "Print what makes a shell complete cardsolo: commands, options, names and files."
        "\n\n\b\nOnce, for bash, zsh or fish:"
        "\n  echo 'eval \"$(cardsolo completion bash)\"' >> ~/.bashrc"
        "\n  echo 'eval \"$(cardsolo completion zsh)\"' >> ~/.zshrc      # below compinit"
        "\n  cardsolo completion fish > ~/.config/fish/completions/cardsolo.fish"
    ),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    from cardsolo.cli.common.completer import SCRIPTS

    click.echo(SCRIPTS[shell].strip())
