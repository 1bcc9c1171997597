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
    from click.shell_completion import get_completion_class

    from cardsolo.cli.app import app

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  click knows all of SHELLS
    found = kind(app, {}, "cardsolo", "_CARDSOLO_COMPLETE")
    # not found.source(): that asks the bash on the path for its version, which need not be the one that will read this
    script = found.source_template % found.source_vars()
    # fish: what is completed may have a comma in it (`--seats human,greedy`)
    click.echo(script.replace('string split ","', 'string split --max 1 ","'))
