"""Advice in words, and a hint at the prompt: made from the view alone, within a second."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from cardsolo.cli.common.run import say
from cardsolo.cli.common.shared import current_style
from cardsolo.core.i18n import _

if TYPE_CHECKING:
    from cardsolo.core.game import AnyGame
    from cardsolo.render.style import Style
    from solvers.advice import Advice

#: Where a line goes on that is broken.
_HANGING: Final = " " * 4
#: How long a hint at the prompt may think, in seconds.
HINT_SECONDS: Final = 1.0


@cache
def say_if_slow() -> None:
    """Tell a person, once, that the kernels are not compiled, what that costs, and what helps."""
    from solvers.pace import kernels_are_compiled

    if kernels_are_compiled() or sys.stderr is None or not sys.stderr.isatty():
        return
    text = _(
        "the kernels are not compiled here: searches and programs that play take twenty to eighty times as long, and "
        "chances come from fewer playouts; installed again where there is a C compiler, the program is fast"
    )
    say(text)


def hint(game: AnyGame, view: Any) -> list[str]:
    """Return a suggestion in words."""
    from solvers.advice import advise

    say_if_slow()
    return in_words(game, advise(game, view, HINT_SECONDS))


def in_words(game: AnyGame, advice: Advice) -> list[str]:
    """Return advice as lines of text that fit the terminal, its facts in the words of the game's renderer."""
    from cardsolo.render import renderer

    style = current_style()
    lines = advice.lines(getattr(renderer(game), "because", None), wide=style.wide)
    return [row for line in lines for row in _fitted(line, style)]


def _fitted(line: str, style: Style) -> list[str]:
    """Break a line that a terminal is too narrow for; it goes on behind the first column, which holds chances."""
    if style.height is None or style.columns(line) <= style.width:
        return [line]
    text = line.lstrip()
    before = line[: len(line) - len(text)]
    first, *others = style.wrap("\N{NO-BREAK SPACE}" * len(before) + text, _HANGING)
    return [before + first.lstrip("\N{NO-BREAK SPACE}"), *others]
