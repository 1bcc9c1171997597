"""`cardsolo solve GAME`: one command a game, each loaded when it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cardsolo.cli.common.shared import LazyGroup
from cardsolo.core.i18n import _, marked
from cardsolo.games import find, names

if TYPE_CHECKING:
    from collections.abc import Mapping

SOLVERS: Final[Mapping[str, tuple[str, str]]] = {
    "dungeon": ("cardsolo.cli.solve.dungeon:dungeon", marked("Is it clearable? Best spare or most kills.")),
    "triangle": ("cardsolo.cli.solve.triangle:triangle", marked("Longest turn, fewest turns, best play.")),
}


class SolveGroup(LazyGroup):
    """Says of a game that cannot be solved what to use instead."""

    def unknown(self, name: str) -> str:
        from solvers.programs import programs_of

        if name not in names():
            return super().unknown(name)
        instead = programs_of(find(name)).instead
        return _(instead) if instead else _("{game} has no solver").format(game=name)


@click.command(
    cls=SolveGroup,
    lazy=SOLVERS,
    no_args_is_help=True,
    help=_("Solve a deal or position, every card known."),
)
def solve() -> None:
    pass
