"""`cardsolo solve GAME`: one command a game, each loaded when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.shared import LazyGroup
from cardsolo.core.i18n import _, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

SOLVERS: Final[Mapping[str, tuple[str, str]]] = {
    "dungeon": ("cardsolo.cli.solve.dungeon:dungeon", marked("Is it clearable? Best spare or most kills.")),
    "triangle": ("cardsolo.cli.solve.triangle:triangle", marked("Longest turn, fewest turns, best play.")),
}


class SolveGroup(LazyGroup):
    """Says what to use for Mini Rogue, which cannot be solved as a whole."""

    def unknown(self, name: str) -> str:
        if name == "rogue":
            return _("Mini Rogue has no solve: use `cardsolo odds rogue`, `advise rogue` or `survey rogue`")
        return super().unknown(name)


@click.command(
    cls=SolveGroup,
    lazy=SOLVERS,
    no_args_is_help=True,
    help=_("Solve a deal or position, every card known."),
)
def solve() -> None:
    pass
